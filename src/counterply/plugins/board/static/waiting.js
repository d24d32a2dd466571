// Texts for work that the page waits for: how long it has taken, and which parts of the page work meanwhile.

import { here } from "/here.js";
import { searchedFor, waitsFor } from "/search.js";
import { server } from "/server.js";
import { update } from "/signals.js";

const SAID_AFTER = 400; // milliseconds
const NOTICED = 500; // milliseconds of compiling that are said
const TICK = 500;

const compiling = { rules: false, search: false }; // as shown
const busy = { ...compiling }; // as it is
let timer = 0;

// Take a message about the server's processes.
export function noteCompiling(message) {
  for (const who of ["rules", "search"]) if (who in message) busy[who] = message[who];
  clearTimeout(timer);
  if (!busy.rules && !busy.search) Object.assign(compiling, busy);
  timer = setTimeout(() => {
    Object.assign(compiling, busy);
    update();
  }, NOTICED);
}

const seconds = (time) => `${Math.floor(time / 1000)} s`;

export function waitingForView() {
  const waited = performance.now() - here.since;
  if (!here.pending || waited < SAID_AFTER) return "";
  if (!server.open) return `The server does not answer; trying again … ${seconds(waited)}`;
  const what = compiling.rules ? "Compiling the rules, the first time only" : "Asking for the position";
  return `${what} … ${seconds(waited)}${here.view ? "" : ". New, Share, Settings and the rules (?) work already."}`;
}

// The state of the current search: `doing`, for so many seconds.
export function waitingForSearch(doing) {
  const waited = seconds(searchedFor() ?? 0);
  if (waitsFor()) return `${waitsFor()} … ${waited}`;
  if (compiling.search) return `compiling the search, the first time only … ${waited}. You can play and step meanwhile.`;
  return `${doing}${doing ? " … " : ""}${waited}`;
}

// The state of a player that is compiled while a person thinks.
export function waitingForPlayer() {
  return compiling.search ? `getting ready, the first time only … ${seconds(searchedFor() ?? 0)}. You can begin.` : "";
}

setInterval(() => (here.pending || searchedFor() !== null) && update(), TICK);
