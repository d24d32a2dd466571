// What the page waits for, said where one looks: for how long, and what works meanwhile.

import { state, update } from "/state.js";

const SAID_AFTER = 400; // milliseconds
const TICK = 500;

const since = (time) => performance.now() - time;
const seconds = (time) => `${Math.floor(since(time) / 1000)} s`;

export function waitingForView() {
  if (!state.pending || since(state.askedAt) < SAID_AFTER) return "";
  if (!state.open) return `The server does not answer; trying again … ${seconds(state.askedAt)}`;
  const what = state.compiling.rules ? "Compiling the rules, the first time only" : "Asking for the position";
  return `${what} … ${seconds(state.askedAt)}${state.view ? "" : ". New, Share, Settings and the rules (?) work already."}`;
}

// What a search is doing that was asked for: `doing`, for so many seconds.
export function waitingForSearch(doing) {
  if (state.compiling.search) return `compiling the search, the first time only … ${seconds(state.searchedAt)}. You can play and step meanwhile.`;
  return `${doing}${doing ? " … " : ""}${seconds(state.searchedAt)}`;
}

setInterval(() => (state.pending || state.searching) && update(), TICK);
