// The picture of a small tree, for a lecture: step by step or by itself, with alpha and beta, on the whole screen, as a file.

import { html, nothing, svg } from "/vendor/lit-html-3.3.3.js";
import { savePng, saveSvg } from "/export.js";
import { here } from "/here.js";
import { layout } from "/layout.js";
import { button } from "/parts.js";
import { changed, settings } from "/settings.js";
import { on, update } from "/signals.js";
import { stage } from "/stage.js";
import { bareName, nice } from "/words.js";

const [SIZE, WING] = [20, 24]; // units: half of a node's height, and by how much it is wider
const TRUNK = 30; // units, from the middle of a leaf's parent to the line that leaves below each other hang on
const [LETTERS, INTO_LEAF, INTO_TRIANGLE] = [17, 106, 76]; // size of a value's letters; divided by their number, the size that fits
const SPEEDS = { slow: 3000, medium: 1500, fast: 600 }; // milliseconds for a step

let timer = 0; // of the steps that follow by themselves
let shown = null; // what is known of the tree that they go through
let followed = null; // the step whose node was brought into sight

on("left", pause);

function pause() {
  clearTimeout(timer);
  timer = 0;
}

function goTo(seen, step) {
  const last = seen.head.steps.length;
  seen.step = Math.min(last, Math.max(1, step));
  if (seen.step === last) pause();
  update();
}

function run(seen) {
  timer = setTimeout(() => {
    goTo(seen, (seen.step ?? 0) + 1);
    if (timer && shown === seen) run(seen);
  }, SPEEDS[settings.treeSpeed] ?? SPEEDS.medium);
}

function playOrPause(seen) {
  if (timer) pause();
  else {
    if (seen.step === null || seen.step >= seen.head.steps.length) goTo(seen, 1);
    run(seen);
  }
  update();
}

export function lecture(seen, quiz, caption) {
  shown = seen;
  const { steps } = seen.head;
  const done = seen.step === null || quiz ? steps.length : seen.step;
  const keys = (event) => {
    const whole = stage.scale === 1 ? { ArrowRight: done + 1, ArrowLeft: done - 1 } : {};
    const to = { PageDown: done + 1, PageUp: done - 1, ...whole }[event.key];
    if (quiz || event.altKey || event.ctrlKey || event.metaKey) return;
    if (to !== undefined) goTo(seen, to);
    else if (event.key === " " && !event.target.closest("button, input, select")) playOrPause(seen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<div class="lecture" @keydown=${keys}>
    ${tools(seen, quiz, caption)}
    <div class="stage" tabindex="0" role="group" aria-label="Picture of the tree: + and − zoom, 0 shows it whole; arrows move it, and where it is whole, go through the steps">${picture(seen, quiz, done)}</div>
    ${quiz ? nothing : controls(seen, done)}
  </div>`;
}

function tools(seen, quiz, caption) {
  const name = () => `${bareName(here.game)}-tree`;
  const full = () => {
    document.querySelector(".stage").focus(); // the blank key goes on with the steps, and does not press the button again
    return document.fullscreenElement ? document.exitFullscreen() : document.querySelector(".lecture").requestFullscreen();
  };
  const windows = !quiz && seen.head.search !== "minimax";
  return html`<div class="tools" role="group" aria-label="The picture">
    ${button("Smaller", "−", () => stage.zoom(1 / 1.4))}${button("Larger", "+", () => stage.zoom(1.4))}${button("Fit the whole tree", "Fit", () => stage.fit())}
    ${windows ? html`<label class="toggle"><input type="checkbox" role="switch" .checked=${settings.treeWindows !== false} @change=${(event) => { settings.treeWindows = event.target.checked; changed(); }} /> alpha and beta</label>` : nothing}
    <span class="spring caption">${quiz ? "" : caption}</span>
    ${button("Save as SVG", "SVG", () => saveSvg(stage.svg, stage.box, name()))}${button("Save as PNG", "PNG", () => savePng(stage.svg, stage.box, name()))}
    ${button("Full screen", "Full screen", full)}
  </div>`;
}

function picture(seen, quiz, done) {
  const { picture: nodes, steps } = seen.head;
  const { places, wide, high } = layout(nodes);
  stage.content(0, 0, wide, high);
  const entered = new Set(steps.slice(0, done).map((step) => step.number));
  const left = new Set(steps.slice(0, done).filter((step) => step.left).map((step) => step.number));
  const current = done < steps.length && done ? steps[done - 1] : null;
  const cutKnown = (node) => {
    let parent = nodes[node.parent];
    while (parent.number === null) parent = nodes[parent.parent];
    return left.has(parent.number);
  };
  const look = (node) => {
    if (quiz) return "plain";
    if (node.number === null) return done === steps.length || cutKnown(node) ? "pale" : "veiled";
    if (!entered.has(node.number)) return "veiled";
    return current?.number === node.number ? "current" : done === steps.length ? node.style : "plain";
  };
  const words = (node) => ((quiz ? node.kind === "leaf" : node.number !== null && left.has(node.number)) ? nice(node.text) : "");
  const windows = new Map();
  if (!quiz && seen.head.search !== "minimax" && settings.treeWindows !== false) {
    for (const step of steps.slice(0, done)) for (const [number, alpha, beta] of step.windows) windows.set(number, [alpha, beta]);
  }
  const at = (node) => places[nodes.indexOf(node)];
  if (followed !== current) stage.reveal(at(nodes.find((node) => node.number === current?.number)));
  followed = current;
  const below = nodes.filter((node) => node.parent >= 0);
  return html`<svg class="tree-picture" preserveAspectRatio="xMidYMin meet" role=${quiz ? "group" : "img"}
      aria-label=${quiz ? "The tree: choose the leaves that alpha-beta does not look at" : `Picture of the tree, ${nodes.length} nodes`}>
      ${below.map((node) => edge(at(nodes[node.parent]), at(node), node, look(node)))}
      ${below.map((node) => label(at(nodes[node.parent]), at(node), node, look(node)))}
      ${nodes.map((node) => point(at(node), node, look(node), words(node), seen, quiz))}
      ${nodes.filter((node) => windows.has(node.number)).map((node) => windowOf(at(node), windows.get(node.number)))}
    </svg>`;
}

function edge(from, to, node, look) {
  const cut = (x, y) => (node.cut && look === "pale" ? svg`<line class="stroke" x1=${x - 9} y1=${y + 5} x2=${x + 9} y2=${y - 5}></line>` : nothing);
  if (to.stacked) {
    const left = from.x - TRUNK;
    return svg`<g class="edge ${look}"><polyline points="${from.x},${from.y + SIZE - 2} ${left},${from.y + 2.2 * SIZE} ${left},${to.y} ${to.x - SIZE - 12},${to.y}"></polyline>${cut(left + 11, to.y)}</g>`;
  }
  return svg`<g class="edge ${look}"><line x1=${from.x} y1=${from.y + SIZE - 2} x2=${to.x} y2=${to.y - SIZE + 2}></line>${cut(from.x + 0.36 * (to.x - from.x), from.y + 0.36 * (to.y - from.y) + 3)}</g>`;
}

// A move's name, on a ground of its own above all lines.
function label(from, to, node, look) {
  const wide = 9 * node.move.length + 6;
  const [x, y] = to.stacked ? [from.x - TRUNK - wide / 2 - 3, to.y] : [from.x + 0.66 * (to.x - from.x), from.y + 0.6 * (to.y - from.y)];
  return svg`<g class="edge ${look}"><rect class="label-ground" x=${x - wide / 2} y=${y - 11} width=${wide} height="22" rx="4"></rect><text x=${x} y=${y + 5.5}>${node.move}</text></g>`;
}

function windowOf({ x, y }, [alpha, beta]) {
  const left = x + SIZE + WING + 2;
  return svg`<g class="window-of"><text x=${left} y=${y - 9}>α ${nice(alpha)}</text><text x=${left} y=${y + 9}>β ${nice(beta)}</text></g>`;
}

function point({ x, y, stacked }, node, look, text, seen, quiz) {
  const shapes = {
    max: `${x},${y - SIZE - 8} ${x + SIZE + WING},${y + SIZE} ${x - SIZE - WING},${y + SIZE}`,
    min: `${x - SIZE - WING},${y - SIZE} ${x + SIZE + WING},${y - SIZE} ${x},${y + SIZE + 8}`,
    leaf: `${x - SIZE - 12},${y - 14} ${x + SIZE + 12},${y - 14} ${x + SIZE + 12},${y + 14} ${x - SIZE - 12},${y + 14}`,
  };
  const shift = { max: 16, min: -4, leaf: 6 }[node.kind];
  const beside = node.kind !== "leaf";
  const body = svg`<polygon points=${shapes[node.kind]}></polygon><text x=${x} y=${y + shift} font-size=${Math.min(LETTERS, (beside ? INTO_TRIANGLE : INTO_LEAF) / Math.max(1, text.length))}>${text}</text>
    ${node.note && text && look !== "pale" ? svg`<text class="note ${beside || stacked ? "beside" : ""}" x=${x + (beside || stacked ? SIZE + WING + 4 : 0)} y=${y + (beside ? 26 : stacked ? 5 : 31)}>${node.note}</text>` : nothing}`;
  if (!quiz || node.kind !== "leaf") return svg`<g class="point ${look} ${node.kind}">${body}</g>`;
  const chosen = seen.given.has(node.path);
  const flip = () => {
    if (!seen.given.delete(node.path)) seen.given.add(node.path);
    seen.said = "";
    update();
  };
  const key = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    flip();
  };
  return svg`<g class="point leaf choice-leaf ${chosen ? "chosen" : ""}" role="checkbox" tabindex="0" aria-checked=${String(chosen)} aria-label=${`leaf ${node.path}, worth ${node.text}`} @click=${flip} @keydown=${key}>
    ${body}${chosen ? svg`<line class="stroke" x1=${x - SIZE} y1=${y + 12} x2=${x + SIZE} y2=${y - 12}></line>` : nothing}</g>`;
}

function controls(seen, done) {
  const { steps } = seen.head;
  const to = (step) => {
    pause();
    goTo(seen, step);
  };
  const speed = (event) => {
    settings.treeSpeed = event.target.value;
    changed();
  };
  return html`<div class="stepping" role="group" aria-label="Step by step" @keydown=${(event) => !event.key.startsWith("Page") && event.stopPropagation()}>
    ${button(timer ? "Pause" : "Go through the steps", timer ? "❚❚" : "▶", () => playOrPause(seen), false)}
    <select aria-label="speed" @change=${speed}>${Object.keys(SPEEDS).map((name) => html`<option ?selected=${name === (settings.treeSpeed ?? "medium")}>${name}</option>`)}</select>
    ${button("First step", "«", () => to(1), done <= 1)}${button("Step back", "‹", () => to(done - 1), done <= 1)}
    <input type="range" aria-label="step" min="1" max=${steps.length} .value=${String(done)} @input=${(event) => to(Number(event.target.value))} />
    ${button("Step on", "›", () => to(done + 1), done >= steps.length)}${button("Last step", "»", () => to(steps.length), done >= steps.length)}
    <p class="step-text" aria-live="polite"><span class="ply">${done} of ${steps.length}</span> ${nice(steps[done - 1]?.text ?? "")}</p>
  </div>`;
}
