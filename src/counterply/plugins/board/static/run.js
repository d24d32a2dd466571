// A stored run: its table and its games.

import { setClock } from "/clock.js";
import { here } from "/here.js";
import { notices, say, showingErrors } from "/notices.js";
import { forgetViews, go } from "/position.js";
import { stopSearch } from "/search.js";
import { connection } from "/server.js";
import { settings } from "/settings.js";
import { update } from "/signals.js";
import { Tree } from "/tree.js";

const WATCH = 2000; // milliseconds between looks at a run that goes on

export const run = {
  table: null,
  number: null, // of the game on the board
  game: null, // as the server told it
};

export function watchRun() {
  connection.ask("run", { want: "run" }, (answer) => {
    if (answer.gone) return;
    if (answer.error) notices.error = answer.error;
    else run.table = answer;
    update();
    if (!answer.error && answer.played < answer.total) setTimeout(watchRun, WATCH);
  });
}

// Another game is on the board, of no run.
export function leaveRun() {
  Object.assign(run, { table: null, number: null, game: null });
}

export function openStored(number) {
  return showingErrors(async () => {
    const found = await connection.once({ want: "stored", number });
    stopSearch();
    forgetViews();
    settings.mode = "analyse";
    setClock(null);
    Object.assign(run, { number, game: found });
    Object.assign(here, { game: found.game, set: found.set, view: null, tree: new Tree() });
    let at = here.tree.root;
    for (const move of found.moves) {
      at = here.tree.add(at, move.text);
      at.kept = move;
    }
    go(here.tree.root, { speak: false });
    say(`Game ${number}: ${found.players.join(" against ")}. ${found.result}`);
  });
}
