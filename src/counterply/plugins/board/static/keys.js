// Keys.

import { flip } from "/ahead.js";
import { best, toggle, toggleEngine, toggleThreat } from "/analysis.js";
import { openDialog } from "/dialog.js";
import { held } from "/events.js";
import { here } from "/here.js";
import { hint, takeBack } from "/play.js";
import { back, first, forward, last, leaveVariation, up } from "/position.js";
import { nextMistake } from "/review.js";
import { toBoard } from "/touch.js";

const STEPS = {
  ArrowLeft: back,
  k: back,
  ArrowRight: forward,
  j: forward,
  ArrowUp: () => up(-1),
  ArrowDown: () => up(1),
  Home: first,
  0: first,
  End: last,
  $: last,
};

const KEYS = {
  " ": best,
  l: toggleEngine,
  x: toggleThreat,
  a: () => toggle("numbers"),
  z: () => toggle("marks"),
  f: flip,
  h: hint,
  t: takeBack,
  m: nextMistake,
  n: () => openDialog("new"),
  "?": () => openDialog("help"),
  "/": () => document.querySelector("#typed")?.focus(),
  b: toBoard,
};

addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input:not([type=checkbox]), select, textarea, dialog");
  if (typing || held(event) || !here.node || document.querySelector("dialog[open]")) return;
  if (event.key === "ArrowLeft" && event.shiftKey) leaveVariation();
  else if (STEPS[event.key]) STEPS[event.key]();
  else if (KEYS[event.key] && !(event.key === " " && event.target.closest?.("button, a, summary"))) KEYS[event.key]();
  else return;
  event.preventDefault();
});
