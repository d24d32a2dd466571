// A look ahead along a line of play, and the board turned round.

import { show } from "/board.js";
import { here, position, viewer } from "/here.js";
import { say } from "/notices.js";
import { connection } from "/server.js";
import { changed, settings } from "/settings.js";
import { on, update } from "/signals.js";

export let ahead = null; // {moves}: a look ahead

on("going", () => {
  ahead = null;
});

// A look ahead along a line; null ends it.
export function lookAhead(moves) {
  if (!moves) {
    if (!ahead) return;
    ahead = null;
    if (here.view) show(here.view.drawing);
    return update();
  }
  const wanted = { moves };
  ahead = wanted;
  const at = position();
  connection.ask("peek", { want: "peek", game: here.game, set: here.set, position: { ...at, moves: [...at.moves, ...moves] }, viewer: viewer() }, (answer) => {
    if (ahead !== wanted || answer.error) return;
    show(answer.drawing);
    update();
  });
  update();
}

// The wheel over a line looks ahead along it, a move at a time.
export function wheel(event, moves) {
  if (!event.deltaY || !moves.length) return;
  event.preventDefault();
  const at = ahead?.moves.every((move, index) => move === moves[index]) ? ahead.moves.length : 0;
  const to = Math.min(moves.length, Math.max(0, at + Math.sign(event.deltaY)));
  if (to !== at) lookAhead(to ? moves.slice(0, to) : null);
}

export function flip() {
  settings.flip = !settings.flip;
  say(settings.flip ? "The board is turned round" : "The board is as usual");
  changed();
}
