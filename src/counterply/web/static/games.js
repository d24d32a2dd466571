// Which game, by whom, from where; and what is known of the game itself.

import { newClock, stopClock } from "/clock.js";
import { forgetViews, go } from "/position.js";
import { stopSearch } from "/search.js";
import { connection } from "/server.js";
import { changed, say, state, update } from "/state.js";
import { Tree, path } from "/tree.js";

export function newGame({ game, set, seats, minutes, increment, moves = [], from = "", mode, chosen = false }) {
  stopSearch();
  forgetViews();
  Object.assign(state, { game, set, seats, seed: Math.floor(Math.random() * 1e9), run: null, game_number: null, threat: false, eval: undefined });
  if (mode) state.settings.mode = mode;
  state.fresh = !chosen;
  state.tree = new Tree(from);
  state.clock = newClock(minutes, increment);
  changed();
  const tip = state.tree.tip(moves);
  state.view = null;
  go(tip, { speak: false });
  say(`New game of ${game.replaceAll("_", " ")}`);
}

// The balanced openings that come with the game of the dialog.
export async function loadOpenings(draft) {
  if (draft.asked === draft.game) return;
  draft.asked = draft.game;
  try {
    const answer = await connection.once({ want: "openings", game: draft.game, set: draft.set, position: {} });
    state.openings = answer.openings;
  } catch (error) {
    state.error = error.message;
  }
  update();
}

export function openingMoves(choice) {
  if (choice === "start") return [];
  return choice === "here" ? path(state.node) : (state.openings[Number(choice)] ?? []);
}

export function setMode(mode) {
  if (state.settings.mode === mode) return;
  state.settings.mode = mode;
  state.threat = false;
  stopSearch();
  stopClock();
  changed();
  go(state.node, { speak: false });
}

// Ask for the rules of the game on the board, once.
async function askAbout() {
  const { game, set } = state;
  if (state.about?.game === game && state.about.set === set) return;
  state.about = { game, set, rules: null };
  try {
    const answer = await connection.once({ want: "about", game, set });
    if (state.game === game && state.set === set) state.about = { game, set, rules: answer.rules };
  } catch (error) {
    state.about = null;
    state.error = error.message;
  }
  update();
}

export function openDialog(name) {
  state.opened = name;
  state.draft = null;
  if (name === "help") askAbout();
  update();
}
