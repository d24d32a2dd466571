// What the page knows, how it is kept from visit to visit, and the signals by which its parts hear of each other.

import { Tree } from "/tree.js";

const SETTINGS = "counterply:settings";

const defaults = { theme: "auto", palette: "standard", confirm: "auto", lines: 3, numbers: false, marks: true, mode: "play", engine: true, treeSearch: "alphabeta", treeDepth: 2 };

export const state = {
  settings: { ...defaults, ...stored(SETTINGS) },
  open: false, // the connection
  status: "",
  error: "",
  games: [],
  levels: [],
  named: null, // what the command line named
  game: "",
  set: {},
  tree: new Tree(),
  node: null,
  view: null,
  pending: false, // the view is of an earlier position: that of the node is on its way
  later: null, // what a person did meanwhile
  askedAt: 0, // when the view was asked for, in milliseconds
  searchedAt: 0, // when the search began
  compiling: { rules: false, search: false },
  strange: "", // a link that this server cannot open, in words
  fresh: false, // nobody chose who sits where: the person moves first
  pointed: "", // what the pointer rests on, in words
  mistake: null, // {before, played}: nodes of a mistake that was gone to
  touched: [],
  menu: [],
  confirming: null,
  seats: ["person", "level:strength=4"],
  clock: null, // {minutes, increment, left: [ms, ms], since, seat}
  seed: 1,
  report: null, // of the search of this node
  searching: null, // "analyse", "move", "hint", "solve", "review"
  threat: false,
  hint: null, // {step, move}
  terms: null,
  proof: "",
  ahead: null, // {moves, drawing}: a look ahead
  branch: 0, // the child that "right" goes to
  run: null,
  game_number: null,
  opened: "", // the dialog that is open
  openings: [],
  spoken: "",
  draft: null, // of the dialog
  copied: "",
  about: null, // {game, set, rules}: what is known of the game itself
  review: null, // {done, of}
};

export function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a full or forbidden store: the page works without it
  }
}

// --- signals: "shown" (node, view), "left", "went", "tree", "flag" (seat), "draw", "drawn"

const listeners = new Map();

export function on(signal, listener) {
  listeners.set(signal, [...(listeners.get(signal) ?? []), listener]);
}

export function tell(signal, ...told) {
  for (const listener of listeners.get(signal) ?? []) listener(...told);
}

export function say(text) {
  state.spoken = text;
}

let asked = false;

// Draw the page anew, once, before the next picture of the screen.
export function update() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    tell("draw");
  });
}

export function changed() {
  keep(SETTINGS, state.settings);
  look();
  update();
}

export function look() {
  const root = document.documentElement;
  root.dataset.theme = state.settings.theme;
  root.dataset.palette = state.settings.palette;
}
