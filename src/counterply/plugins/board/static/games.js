// Choosing a game, its players and its start; and the known facts of the game itself.

import { analysed } from "/analysis.js";
import { clock, newClock, setClock, stopClock } from "/clock.js";
import { here, unbegun } from "/here.js";
import { say, showingErrors } from "/notices.js";
import { forgetViews, go } from "/position.js";
import { leaveRun } from "/run.js";
import { stopSearch } from "/search.js";
import { seating } from "/seats.js";
import { connection, server } from "/server.js";
import { changed, settings } from "/settings.js";
import { on } from "/signals.js";
import { Tree, path } from "/tree.js";

export const catalogue = {
  games: [],
  levels: [],
  openings: [], // of the game that is being chosen
  about: null, // {game, set, rules}: facts about the game on the board
};

on("changed", () => (catalogue.about = null));
on("connected", () => catalogue.games.length || ask({ want: "games" }, ({ games, levels }) => Object.assign(catalogue, { games, levels })));
on("shown", () => settings.mode === "play" && unbegun() && askRules());
on("opened", (name) => ({ help: askRules, new: () => askOptions(here.game, here.set) })[name]?.());

// Ask the server, and take its answer.
function ask(request, take) {
  return showingErrors(async () => take(await connection.once(request)));
}

// Ask for the rules of the game on the board, once.
function askRules() {
  const { game, set } = here;
  const { about } = catalogue;
  if (about?.game === game && about.set === set && about.rules) return;
  catalogue.about = { game, set, rules: null };
  ask({ want: "about", game, set }, ({ rules }) => here.game === game && here.set === set && Object.assign(catalogue.about, { rules }));
}

// Ask for the options of a game and for the players that can play it; its file may have changed.
export function askOptions(game, set) {
  ask({ want: "about", game, set }, ({ options, players }) => {
    const about = { name: game, options, players };
    const { games } = catalogue;
    catalogue.games = games.some((each) => each.name === game) ? games.map((each) => (each.name === game ? about : each)) : [about, ...games];
  });
}

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

// The same game again, by `seats`.
export function playAgain(seats) {
  const { game, set, tree } = here;
  const { minutes = 0, increment = 0 } = clock ?? {};
  newGame({ game, set, from: tree.from, seats, minutes, increment, chosen: true });
}

// The balanced openings that come with the game of the dialog.
export function loadOpenings(draft) {
  if (draft.asked === draft.game) return;
  draft.asked = draft.game;
  ask({ want: "openings", game: draft.game, set: draft.set, position: {} }, ({ openings }) => Object.assign(catalogue, { openings }));
}

// Where a game begins: the position on the board, a balanced opening by its number, or the start.
export function openingOf(choice) {
  if (choice === "here") return { from: here.tree.from, moves: path(here.node) };
  return { moves: catalogue.openings[Number(choice)] ?? [] };
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
