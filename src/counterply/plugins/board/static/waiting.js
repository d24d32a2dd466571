// Texts for work that the page waits for: how long it has taken, and which parts of the page work meanwhile.

import { here } from "/here.js";
import { searchedFor, searches, waitsFor } from "/search.js";
import { server } from "/server.js";
import { update } from "/signals.js";

const SAID_AFTER = 400; // milliseconds
const NOTICED = 500; // milliseconds of compiling that are said
const TICK = 500;

const PARTS = { rules: 12, search: 80 }; // usually, of the machine code of a game's rules and of its search

const compiling = { rules: 0, search: 0 }; // parts that are made, and the one that is being made, as shown; 0 where none is
const busy = { ...compiling }; // as it is
let timer = 0;
let since = null; // when it began, in milliseconds

// Take a message about the server's processes. A pause between two parts is not shown.
export function noteCompiling(message) {
  for (const who of ["rules", "search"]) if (who in message) busy[who] = message[who];
  const works = () => busy.rules > 0 || busy.search > 0;
  const show = () => {
    Object.assign(compiling, busy);
    if (!works()) since = null;
    update();
  };
  if (works()) since ??= performance.now();
  if (works() && performance.now() - since > NOTICED) show();
  clearTimeout(timer);
  timer = setTimeout(show, NOTICED);
}

const seconds = (time) => `${Math.floor(time / 1000)} s`;

export function waitingForView() {
  const waited = performance.now() - here.since;
  if (!here.pending || waited < SAID_AFTER) return "";
  if (!server.open) return `The server does not answer; trying again … ${seconds(waited)}`;
  const what = compiling.rules ? `Compiling the rules, the first time only, part ${compiling.rules}` : "Asking for the position";
  return `${what} … ${seconds(waited)}${here.view ? "" : ". New, Share, Settings and the rules (?) work already."}`;
}

// The state of the current search: `doing`, for so many seconds.
export function waitingForSearch(doing) {
  const waited = seconds(searchedFor() ?? 0);
  if (waitsFor()) return `${waitsFor()} … ${waited}`;
  if (compiling.search) return `compiling the search, the first time only, part ${compiling.search} … ${waited}. You can play and step meanwhile.`;
  return `${doing}${doing ? " … " : ""}${waited}`;
}

// The state of a player that is compiled, perhaps while a person thinks.
export function waitingForPlayer() {
  if (!compiling.search || !(searches("prepare") || searches("move"))) return "";
  return `Compiling the engine, the first time only, part ${compiling.search} … ${seconds(searchedFor() ?? 0)}${searches("prepare") ? ". You can begin." : ""}`;
}

export const thinking = () => `thinking … ${seconds(searchedFor() ?? 0)}`;

// The share of the machine code that is made, which grows with each part; null where none is being made.
export function compiledPart() {
  const who = compiling.search ? "search" : compiling.rules ? "rules" : null;
  return who && 1 - Math.exp((-2 * compiling[who]) / PARTS[who]);
}

setInterval(() => (here.pending || searchedFor() !== null) && update(), TICK);
