// Settings of a person, kept by the browser.

import { update } from "/signals.js";

const SETTINGS = "counterply:settings";

// values of `treeSearch`, `treeDepth` and `treeSimulations`
export const SEARCHES = { minimax: "minimax", alphabeta: "alpha-beta", ordered: "with order", table: "with table", engine: "engine", uct: "Monte Carlo (UCT)" };
export const DEEPEST = 20;
export const MOST_SIMULATIONS = 500;

export const settings = {
  theme: "auto",
  palette: "standard",
  confirm: "auto",
  flip: false,
  sound: false,
  mode: "play",
  engine: true,
  lines: 3,
  numbers: false,
  marks: true,
  terms: false, // whether the evaluator's terms are open
  treeSearch: "alphabeta",
  treeDepth: 2,
  treeSimulations: 20,
  treeBeside: "", // a search whose picture stands beside
  treeSpeed: "medium",
  treeWindows: true, // alpha and beta
  ...stored(SETTINGS),
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

export function changed() {
  keep(SETTINGS, settings);
  look();
  update();
}

export function look() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.palette = settings.palette;
}
