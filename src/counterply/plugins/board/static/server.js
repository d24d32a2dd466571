// The one connection to the server, and the server's greeting.

import { Connection } from "/socket.js";

export let connection;

export const server = {
  open: false,
  named: null, // the games and players that the command line named
};

export function connect(token, take) {
  connection = new Connection(token, take);
}
