// The one connection to the server, and what the server said of itself.

import { Connection } from "/socket.js";

export let connection;

export const server = {
  open: false,
  named: null, // what the command line named
};

export function connect(token, take) {
  connection = new Connection(token, take);
}
