// A look ahead along a line of play, and the board turned round.

import { show } from "/board.js";
import { position, viewer } from "/position.js";
import { connection } from "/server.js";
import { changed, say, state, update } from "/state.js";

// A look ahead along a line; null ends it.
export function lookAhead(moves) {
  if (!moves) {
    if (!state.ahead) return;
    state.ahead = null;
    if (state.view) show(state.view.drawing);
    return update();
  }
  const node = state.node;
  const wanted = { moves };
  state.ahead = wanted;
  const at = position();
  connection.ask("peek", { want: "peek", game: state.game, set: state.set, position: { ...at, moves: [...at.moves, ...moves] }, viewer: viewer() }, (answer) => {
    if (state.ahead !== wanted || state.node !== node || answer.error) return;
    show(answer.drawing);
    update();
  });
  update();
}

// The wheel over a line looks ahead along it, a move at a time.
export function wheel(event, moves) {
  if (!event.deltaY || !moves.length) return;
  event.preventDefault();
  const at = state.ahead?.moves.every((move, index) => move === moves[index]) ? state.ahead.moves.length : 0;
  const to = Math.min(moves.length, Math.max(0, at + Math.sign(event.deltaY)));
  if (to !== at) lookAhead(to ? moves.slice(0, to) : null);
}

export function flip() {
  state.settings.flip = !state.settings.flip;
  say(state.settings.flip ? "The board is turned round" : "The board is as usual");
  changed();
}
