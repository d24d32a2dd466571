// The one connection to the server.

import { Connection } from "/socket.js";

export let connection;

export function connect(token, take) {
  connection = new Connection(token, take);
}
