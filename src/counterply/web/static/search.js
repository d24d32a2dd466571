// A search of the position on the board: asked for, its answers taken, and done.

import { connection } from "/server.js";
import { state, update } from "/state.js";

const SEARCH_PAUSE = 90; // milliseconds that a position must stay before it is searched

let searchTimer = 0;

// Do something once the position has stayed for a moment.
export function whenAtRest(action) {
  clearTimeout(searchTimer);
  const { node } = state;
  searchTimer = setTimeout(() => state.node === node && action(), SEARCH_PAUSE);
}

export function stopSearch() {
  clearTimeout(searchTimer);
  if (state.searching) connection.stop();
  connection.forget("search");
  state.searching = null;
  state.review = null;
}

// Ask for a search of this position; `take` has the answers as long as the position is on the board.
export function search(name, request, take) {
  stopSearch();
  const node = state.node;
  state.searching = name;
  state.searchedAt = performance.now();
  connection.ask("search", request, (answer) => {
    if (state.node !== node) return;
    if (answer.kind === "ended") state.status = answer.text ?? answer.error;
    if (answer.kind === "done" || (answer.error && answer.kind !== "ended")) state.searching = null;
    take(answer);
    update();
  });
  update();
}
