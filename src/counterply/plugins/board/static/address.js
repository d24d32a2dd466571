// The address and the browser's memory keep the state of the board.

import { clock, newClock, setClock, timeLeft } from "/clock.js";
import { here, isTextTree } from "/here.js";
import { notices } from "/notices.js";
import { go } from "/position.js";
import { seating } from "/seats.js";
import { connection, server } from "/server.js";
import { DEEPEST, MOST_SIMULATIONS, SEARCHES, keep, settings, stored } from "/settings.js";
import { on, update } from "/signals.js";
import { Tree, path } from "/tree.js";

const GAME = "counterply:game";
const TREE = { search: "treeSearch", depth: "treeDepth", simulations: "treeSimulations" }; // parts of a link to a tree, and the settings that they set

on("went", remember);

// The game of the last visit.
export function keptGame() {
  return stored(GAME);
}

// Whether a kept game is of this game with these options.
export function isOf(kept, game, set) {
  return kept.game === game && JSON.stringify(kept.set) === JSON.stringify(set);
}

let strange = ""; // why this server cannot open a link, in words
let rememberTimer = 0;

function remember() {
  writeAddress();
  clearTimeout(rememberTimer);
  rememberTimer = setTimeout(save, 150);
}

function save() {
  if (!here.game) return;
  keep(GAME, {
    game: here.game,
    set: here.set,
    seats: seating.seats,
    seed: seating.seed,
    clock: clock && { minutes: clock.minutes, increment: clock.increment, left: [0, 1].map(timeLeft) },
    tree: here.tree.json(),
    at: path(here.node),
  });
}

addEventListener("pagehide", save);

export function fragment() {
  return new URLSearchParams(location.hash.slice(1));
}

let written = "";

// A name without its folders: an address holds no path of this machine, and no token.
const short = (name) => String(name).replace(/^.*[\\/]/, "");

// The game that a short name stands for on this server; null if the server does not show it.
function whole(game) {
  const { game: named = "", games = [] } = server.named ?? {};
  if (games.includes(game)) return game;
  return [named, here.game].find((known) => known && short(known) === short(game)) ?? null;
}

function writeAddress() {
  const to = new URLSearchParams();
  to.set("game", short(here.game));
  for (const [key, value] of Object.entries(here.set)) to.append("set", `${key}=${short(value)}`);
  if (here.tree.from) to.set("from", here.tree.from);
  const moves = path(here.node);
  if (moves.length) to.set("moves", moves.join(" "));
  if (settings.mode === "tree") for (const [key, name] of Object.entries(TREE)) to.set(key, settings[name]);
  to.set("mode", settings.mode);
  written = `#${to}`;
  history.replaceState(null, "", written);
}

addEventListener("hashchange", () => {
  if (location.hash === written) return;
  const said = fragment().get("token");
  if (said && said !== connection.token) return location.reload();
  if (!openAddress() && here.node) writeAddress();
  sayStrange();
});

// Show why a link could not be opened.
export function sayStrange() {
  if (strange) notices.error = strange;
  strange = "";
  update();
}

// Open the game that the address names; false if it names none, or one that this server does not show, see `sayStrange`.
export function openAddress() {
  const to = fragment();
  const named = to.get("game");
  if (!named) return false;
  const game = whole(named);
  if (game === null) {
    strange = `This link is to ${named}, and this server shows ${short(server.named?.game || "the games that come with it")}`;
    return false;
  }
  const given = (key, value) => (short(server.named?.set?.[key] ?? "") === value ? server.named.set[key] : value);
  const pairs = to.getAll("set").map((text) => [text.split("=")[0], text.slice(text.indexOf("=") + 1)]);
  const set = Object.fromEntries(pairs.map(([key, value]) => [key, given(key, value)]));
  const moves = (to.get("moves") ?? "").split(/\s+/).filter(Boolean);
  if (["play", "analyse", "tree"].includes(to.get("mode"))) settings.mode = to.get("mode");
  else if (isTextTree(game)) settings.mode = "tree";
  const search = to.get("search") === "expectimax" ? "minimax" : to.get("search"); // as it is called where dice decide
  if (Object.hasOwn(SEARCHES, search)) settings.treeSearch = search;
  for (const [key, name, most] of [["depth", "treeDepth", DEEPEST], ["simulations", "treeSimulations", MOST_SIMULATIONS]]) {
    const number = Number(to.get(key));
    if (Number.isInteger(number) && number >= 1 && number <= most) settings[name] = number;
  }
  open(game, set, to.get("from") ?? "", moves);
  return true;
}

// Open a position; the tree that was kept is taken where it is of this game.
export function open(game, set, from, moves) {
  const kept = keptGame();
  const same = isOf(kept, game, set) && (kept.tree?.from ?? "") === from;
  Object.assign(here, { game, set, view: null });
  if (same) {
    here.tree = Tree.fromJson(kept.tree);
    seating.seats = kept.seats ?? seating.seats;
    seating.seed = kept.seed ?? 1;
    if (kept.clock) setClock({ ...newClock(kept.clock.minutes, kept.clock.increment), left: kept.clock.left });
    const node = here.tree.find(moves);
    if (node) return go(node, { speak: false });
  }
  seating.fresh = true;
  here.tree = new Tree(from);
  go(here.tree.tip(moves), { speak: false });
}
