// Which game, by whom, from where; and what is known of the game itself.

import { analysed } from "/analysis.js";
import { newClock, setClock, stopClock } from "/clock.js";
import { here } from "/here.js";
import { notices, say } from "/notices.js";
import { forgetViews, go } from "/position.js";
import { leaveRun } from "/run.js";
import { stopSearch } from "/search.js";
import { seating } from "/seats.js";
import { connection, server } from "/server.js";
import { changed, settings } from "/settings.js";
import { on, update } from "/signals.js";
import { Tree, path } from "/tree.js";

export const catalogue = {
  games: [],
  levels: [],
  openings: [], // of the game that is being chosen
  about: null, // {game, set, rules}: what is known of the game on the board
};

on("connected", async () => {
  if (catalogue.games.length) return;
  try {
    const { games, levels } = await connection.once({ want: "games" });
    Object.assign(catalogue, { games, levels });
  } catch (error) {
    notices.error = error.message;
  }
  update();
});
on("opened", (name) => name === "help" && askAbout());
on("opened", (name) => name === "new" && askOptions());

export function newGame({ game, set, seats, minutes, increment, moves = [], from = "", mode, chosen = false }) {
  stopSearch();
  forgetViews();
  leaveRun();
  Object.assign(seating, { seats, seed: Math.floor(Math.random() * 1e9), fresh: !chosen });
  Object.assign(analysed, { threat: false, evaluator: undefined });
  Object.assign(here, { game, set, tree: new Tree(from) });
  if (mode) settings.mode = mode;
  setClock(newClock(minutes, increment));
  changed();
  const tip = here.tree.tip(moves);
  here.view = null;
  go(tip, { speak: false });
  say(`New game of ${game.replaceAll("_", " ")}`);
}

// The balanced openings that come with the game of the dialog.
export async function loadOpenings(draft) {
  if (draft.asked === draft.game) return;
  draft.asked = draft.game;
  try {
    const answer = await connection.once({ want: "openings", game: draft.game, set: draft.set, position: {} });
    catalogue.openings = answer.openings;
  } catch (error) {
    notices.error = error.message;
  }
  update();
}

export function openingMoves(choice) {
  if (choice === "start") return [];
  return choice === "here" ? path(here.node) : (catalogue.openings[Number(choice)] ?? []);
}

export function setMode(mode) {
  if (settings.mode === mode) return;
  settings.mode = mode;
  analysed.threat = false;
  stopSearch();
  stopClock();
  changed();
  go(here.node, { speak: false });
}

// Ask for the rules of the game on the board, once.
async function askAbout() {
  const { game, set } = here;
  if (catalogue.about?.game === game && catalogue.about.set === set) return;
  catalogue.about = { game, set, rules: null };
  try {
    const answer = await connection.once({ want: "about", game, set });
    if (here.game === game && here.set === set) catalogue.about = { game, set, rules: answer.rules };
  } catch (error) {
    catalogue.about = null;
    notices.error = error.message;
  }
  update();
}

// Ask for the options of the file that the command line named; it may have changed.
async function askOptions() {
  const { game, games, set } = server.named ?? {};
  if (!game || games.includes(game)) return;
  try {
    const { options } = await connection.once({ want: "about", game, set });
    catalogue.games = [{ name: game, options }, ...catalogue.games.filter((each) => each.name !== game)];
  } catch (error) {
    notices.error = error.message;
  }
  update();
}
