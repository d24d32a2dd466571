// A stored run: its table and its games.

import { forgetViews, go } from "/position.js";
import { stopSearch } from "/search.js";
import { connection } from "/server.js";
import { say, state, update } from "/state.js";
import { Tree } from "/tree.js";

const WATCH = 2000; // milliseconds between looks at a run that goes on

export function watchRun() {
  connection.ask("run", { want: "run" }, (answer) => {
    if (answer.error) state.error = answer.error;
    else state.run = answer;
    update();
    if (!answer.error && answer.played < answer.total) setTimeout(watchRun, WATCH);
  });
}

export async function openStored(number) {
  try {
    const found = await connection.once({ want: "stored", number });
    stopSearch();
    forgetViews();
    state.settings.mode = "analyse";
    Object.assign(state, { game: found.game, set: found.set, game_number: number, view: null, clock: null });
    state.tree = new Tree();
    let at = state.tree.root;
    for (const move of found.moves) {
      at = state.tree.add(at, move.text);
      at.kept = move;
    }
    state.tree.result = "";
    state.stored = found;
    go(state.tree.root, { speak: false });
    say(`Game ${number}: ${found.players.join(" against ")}. ${found.result}`);
  } catch (error) {
    state.error = error.message;
  }
  update();
}
