// The address and the browser's memory hold what is on the board.

import { newClock } from "/clock.js";
import { go } from "/position.js";
import { connection } from "/server.js";
import { keep, on, state, stored, update } from "/state.js";
import { Tree, path } from "/tree.js";

const GAME = "counterply:game";
const TREE = { search: "treeSearch", depth: "treeDepth" }; // what a link to a tree says, and the settings that it sets

on("went", remember);

// The game of the last visit.
export function keptGame() {
  return stored(GAME);
}

let rememberTimer = 0;

function remember() {
  writeAddress();
  clearTimeout(rememberTimer);
  rememberTimer = setTimeout(save, 150);
}

function save() {
  if (!state.game) return;
  keep(GAME, {
    game: state.game,
    set: state.set,
    seats: state.seats,
    seed: state.seed,
    clock: state.clock && { minutes: state.clock.minutes, increment: state.clock.increment, left: state.clock.left },
    tree: state.tree.json(),
    at: path(state.node),
  });
}

addEventListener("pagehide", save);

export function fragment() {
  return new URLSearchParams(location.hash.slice(1));
}

let written = "";

// A name without its folders: an address holds no path of this machine, and no token.
const short = (name) => String(name).replace(/^.*[\\/]/, "");

// What a short name stands for on this server; null where it is nothing that the server shows.
function whole(game) {
  const { game: named = "", games = [] } = state.named ?? {};
  if (games.includes(game)) return game;
  return [named, state.game].find((known) => known && short(known) === short(game)) ?? null;
}

function writeAddress() {
  const to = new URLSearchParams();
  to.set("game", short(state.game));
  for (const [key, value] of Object.entries(state.set)) to.append("set", `${key}=${short(value)}`);
  if (state.tree.from) to.set("from", state.tree.from);
  const moves = path(state.node);
  if (moves.length) to.set("moves", moves.join(" "));
  if (state.settings.mode === "tree") {
    for (const [key, name] of Object.entries(TREE)) to.set(key, state.settings[name]);
    to.set("mode", "tree");
  }
  written = `#${to}`;
  history.replaceState(null, "", written);
}

export function link() {
  return location.href;
}

addEventListener("hashchange", () => {
  if (location.hash === written) return;
  const said = fragment().get("token");
  if (said && said !== connection.token) return location.reload();
  if (!openAddress() && state.node) writeAddress();
  sayStrange();
});

// Say in a line that a link was to something else than this server shows.
export function sayStrange() {
  if (state.strange) state.error = state.strange;
  state.strange = "";
  update();
}

// Open what the address names; false where it names nothing, or another server's game, which is said.
export function openAddress() {
  const to = fragment();
  const named = to.get("game");
  if (!named) return false;
  const game = whole(named);
  if (game === null) {
    state.strange = `This link is to ${named}, and this server shows ${short(state.named?.game || "the games that come with it")}`;
    return false;
  }
  const given = (key, value) => (short(state.named?.set?.[key] ?? "") === value ? state.named.set[key] : value);
  const pairs = to.getAll("set").map((text) => [text.split("=")[0], text.slice(text.indexOf("=") + 1)]);
  const set = Object.fromEntries(pairs.map(([key, value]) => [key, given(key, value)]));
  const moves = (to.get("moves") ?? "").split(/\s+/).filter(Boolean);
  if (["play", "analyse", "tree"].includes(to.get("mode"))) state.settings.mode = to.get("mode");
  if (/^(minimax|alphabeta|ordered|table|engine)$/.test(to.get("search"))) state.settings.treeSearch = to.get("search");
  if (/^([1-9]|1\d|20)$/.test(to.get("depth"))) state.settings.treeDepth = Number(to.get("depth"));
  open(game, set, to.get("from") ?? "", moves);
  return true;
}

// Open a position; the tree that was kept is taken where it is of this game.
export function open(game, set, from, moves) {
  const kept = keptGame();
  const same = kept.game === game && JSON.stringify(kept.set) === JSON.stringify(set) && (kept.tree?.from ?? "") === from;
  Object.assign(state, { game, set, view: null });
  if (same) {
    state.tree = Tree.fromJson(kept.tree);
    state.seats = kept.seats ?? state.seats;
    state.seed = kept.seed ?? 1;
    if (kept.clock) state.clock = { ...newClock(kept.clock.minutes, kept.clock.increment), left: kept.clock.left };
    const node = state.tree.find(moves);
    if (node) return go(node, { speak: false });
  }
  state.fresh = true;
  state.tree = new Tree(from);
  go(state.tree.tip(moves), { speak: false });
}
