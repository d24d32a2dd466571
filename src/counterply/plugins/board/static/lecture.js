// The picture of a tree, for a lecture: step by step or by itself, with alpha and beta, on the whole screen, as a file.
// In a large tree only the path to the step is open: finished and future parts are folded, and of many moves the nearest are shown.

import { html, nothing, svg } from "/vendor/lit-html-3.3.3.js";
import { lookAhead } from "/ahead.js";
import { held, taken } from "/events.js";
import { savePng, saveSvg } from "/export.js";
import { here, searchName } from "/here.js";
import { frameOf, layout } from "/layout.js";
import { button, checkbox, select } from "/parts.js";
import { changed, settings } from "/settings.js";
import { on, update } from "/signals.js";
import { stage } from "/stage.js";
import { bareName, count, nice } from "/words.js";

const [SIZE, WING, NARROW] = [20, 24, 16]; // units: half of a node's height, and by how much it is wider, or one that is folded or was not searched
const ROUND = 25; // units: the radius of a chance node
const TRUNK = 30; // units, from the middle of a leaf's parent to the line that leaves below each other hang on
const [LETTERS, INTO_LEAF, INTO_TRIANGLE, INTO_NARROW] = [17, 106, 82, 76]; // size of a value's letters; divided by their number, the size that fits
const [SMALLEST, WIDTH] = [15.2, 0.6]; // units: letters of a value, at least, which are made narrower instead; the width of one by its height
const MOST_BESIDE = 9; // moves of a node in a folded picture
const BESIDE = { alphabeta: "alpha and beta", uct: "visits and bounds" }; // what stands beside the nodes, by search; beside chance nodes, sums
const besideNodes = (head) => [BESIDE[head.search], head.rolls && "sums"].filter(Boolean).join(", ");
const SPEEDS = { slow: 3000, medium: 1500, fast: 600 }; // milliseconds for a step

let timer = 0; // of the steps that follow by themselves
let shown = null; // the tree that they go through
let followed = null; // the step whose node was brought into sight

on("left", pause);

function pause() {
  clearTimeout(timer);
  timer = 0;
}

function goTo(seen, step) {
  const last = seen.head.steps.length;
  seen.step = Math.min(last, Math.max(1, step));
  lookAhead(seen.step === last ? null : movesTo(seen.head.picture, seen.head.steps[seen.step - 1].number));
  if (seen.step === last) pause();
  update();
}

function run(seen) {
  timer = setTimeout(() => {
    goTo(seen, (seen.step ?? 0) + 1);
    if (timer && shown === seen) run(seen);
  }, SPEEDS[settings.treeSpeed]);
}

function playOrPause(seen) {
  if (timer) pause();
  else {
    if (seen.step === null || seen.step >= seen.head.steps.length) goTo(seen, 1);
    run(seen);
  }
  update();
}

function movesTo(nodes, number) {
  const moves = [];
  for (let node = nodes.find((each) => each.number === number); node.parent >= 0; node = nodes[node.parent]) moves.unshift(node.move);
  return moves;
}

export function lecture(seen, quiz, caption) {
  shown = seen;
  const { steps } = seen.head;
  const done = seen.step === null || quiz ? steps.length : seen.step;
  const keys = (event) => {
    const whole = stage.scale === 1 ? { ArrowRight: done + 1, ArrowLeft: done - 1 } : {};
    const to = { PageDown: done + 1, PageUp: done - 1, ...whole }[event.key];
    if (quiz || held(event)) return;
    if (to !== undefined) goTo(seen, to);
    else if (event.key === " " && !event.target.closest("button, input, select")) playOrPause(seen);
    else return;
    taken(event);
  };
  return html`<div class="lecture" @keydown=${keys}>
    ${tools(seen, quiz, caption)}
    <div class=${seen.other ? "pictures two" : "pictures"}>
      <div class="stage" tabindex="0" role="group" aria-label="Picture of the tree: + and − zoom, 0 shows it whole; arrows move it, and where it is whole, go through the steps">${picture(seen, quiz, done)}</div>
      ${seen.other ? beside(seen, done) : nothing}
    </div>
    ${quiz ? nothing : controls(seen, done)}
  </div>`;
}

// The picture of another search of the same position, at the same step, and the names of both.
function beside({ head, other }, done) {
  const steps = Math.min(done, other.steps.length);
  const said = (each) => `${searchName(each.search)}: ${count(each.visited)} nodes`;
  return html`<div class="stage other">${picture({ head: other, given: new Set(), still: true }, false, done >= head.steps.length ? other.steps.length : steps)}</div>
    <p class="dim">${said(head)}</p><p class="dim">${said(other)}, step ${done >= head.steps.length ? other.steps.length : steps} of ${other.steps.length}</p>`;
}

function tools(seen, quiz, caption) {
  const name = () => `${bareName(here.game)}-tree`;
  const full = () => {
    document.querySelector(".stage").focus(); // the blank key goes on with the steps, and does not press the button again
    return document.fullscreenElement ? document.exitFullscreen() : document.querySelector(".lecture").requestFullscreen();
  };
  const windows = !quiz && besideNodes(seen.head);
  return html`<div class="tools" role="group" aria-label="The picture">
    ${button("Smaller", "−", () => stage.zoom(1 / 1.4))}${button("Larger", "+", () => stage.zoom(1.4))}${button("Fit the whole tree", "Fit", () => stage.fit())}
    ${windows ? checkbox(windows, settings.treeWindows, (on) => { settings.treeWindows = on; changed(); }, "switch") : nothing}
    ${seen.head.large && !quiz ? html`<span title="All at once, to be zoomed; else only the way to the step is open">${checkbox("all nodes", settings.treeWhole, (on) => { settings.treeWhole = on; changed(); }, "switch")}</span>` : nothing}
    <span class="spring caption">${quiz ? "" : caption}</span>
    ${button("Save as SVG", "SVG", () => saveSvg(stage.svg, stage.box, name()))}${button("Save as PNG", "PNG", () => savePng(stage.svg, stage.box, name()))}
    ${button("Full screen", "Full screen", full)}
  </div>`;
}

export function picture(seen, quiz, done) {
  const { picture: nodes, steps } = seen.head;
  const current = done < steps.length && done ? steps[done - 1] : null;
  const focus = focusOf(nodes, current);
  const { shown, places, frame } = unfolded(seen.head, focus, !current?.left);
  if (!seen.still) stage.content(frame, 0, 0, frame.wide, frame.high);
  const entered = new Set(steps.slice(0, done).map((step) => step.number));
  const left = new Set(steps.slice(0, done).filter((step) => step.left).map((step) => step.number));
  const cutKnown = (node) => {
    let parent = nodes[node.parent];
    while (parent.number === null) parent = nodes[parent.parent];
    return left.has(parent.number);
  };
  const look = (node) => {
    if (quiz) return "plain";
    if (node.next !== undefined) return entered.has(node.next) ? "plain" : "veiled";
    if (node.number === null) return done === steps.length || cutKnown(node) ? "pale" : "veiled";
    if (!entered.has(node.number)) return "veiled";
    return current?.number === node.number ? "current" : done === steps.length ? node.style : "plain";
  };
  const words = (node) => ((quiz ? node.kind === "leaf" : node.number === null ? look(node) !== "veiled" : left.has(node.number)) ? nice(values.get(node.number) ?? node.text) : "");
  const [windows, values] = [new Map(), new Map()];
  for (const step of quiz ? [] : steps.slice(0, done)) {
    for (const [number, text] of step.texts ?? []) values.set(number, text);
    for (const [number, ...lines] of besideNodes(seen.head) && settings.treeWindows ? step.windows : []) windows.set(number, lines);
  }
  const at = (node) => places.get(node);
  if (!seen.still && followed !== current) stage.reveal(at(nodes[focus]));
  if (!seen.still) followed = current;
  const below = shown.filter((node) => node.parent >= 0);
  const edges = below.toSorted((one, other) => (look(one) === "best") - (look(other) === "best")); // the best line above the others
  const open = new Set(below.map((node) => nodes[node.parent]));
  const folded = (node) => node.below > 0 && !open.has(node);
  const choose = quiz ? null : seen.still ? () => {} : (node) => goTo(seen, steps.findLastIndex((step) => step.number === node.number) + 1);
  const box = seen.still ? `0 0 ${frame.wide} ${frame.high}` : nothing;
  return html`<svg class="tree-picture" viewBox=${box} preserveAspectRatio="xMidYMin meet" role=${quiz ? "group" : "img"}
      aria-label=${quiz ? "The tree: choose the leaves that alpha-beta does not look at" : `Picture of the tree, ${shown.length} nodes${seen.head.rolls ? "; circles are chance" : ""}`}>
      ${edges.map((node) => edge(at(nodes[node.parent]), at(node), node, look(node)))}
      ${below.map((node) => label(at(nodes[node.parent]), at(node), node, look(node)))}
      ${shown.map((node) => point(at(node), node, look(node), words(node), folded(node), seen, choose))}
      ${shown.filter((node) => windows.has(node.number) && !folded(node)).map((node) => windowOf(at(node), windows.get(node.number), node.kind === "leaf"))}
    </svg>`;
}

// The place of the node that a step is at; at the end, of the end of the best line.
function focusOf(nodes, step) {
  return step ? nodes.findIndex((node) => node.number === step.number) : nodes.findLastIndex((node) => node.style === "best");
}

// The nodes that are shown where one is looked at, their places, and the size of the picture, which is the same at each step.
function unfolded(head, focus, entered) {
  const { picture: nodes } = head;
  const whole = !head.large || settings.treeWhole === true;
  if (!head.children) {
    head.children = nodes.map(() => []);
    nodes.forEach((node, index) => node.parent >= 0 && head.children[node.parent].push(index));
    head.frames = {};
  }
  const views = () => (whole ? [nodes] : nodes.flatMap((_, index) => [true, false].map((first) => moved(part(head, index, first), nodes))));
  const frame = (head.frames[whole] ??= frameOf(views()));
  const shown = whole ? nodes : part(head, focus, entered);
  const places = layout(whole ? nodes : moved(shown, nodes), frame);
  return { shown, places: new Map(shown.map((node, index) => [node, places[index]])), frame };
}

// The nodes on the way from the root to a node, with those beside it and below it: of many moves those next to the way, or the first or
// last ones below the node itself, and the others as one node on either side.
function part({ picture: nodes, children }, focus, first) {
  const way = [];
  for (let at = focus; at > 0; at = nodes[at].parent) way.unshift(at);
  const found = [nodes[0]];
  const add = (parent, level) => {
    const searched = children[parent].filter((child) => nodes[child].number !== null);
    const next = way[level];
    const [from, to] = nearest(next === undefined ? (first ? 0 : searched.length - 1) : searched.indexOf(next), searched.length);
    const others = (moves) => moves.length && found.push({ parent, level: level + 1, number: null, next: nodes[moves[0]].number, below: 0, kind: "leaf", move: "", text: `${moves.length} more` });
    others(searched.slice(0, from));
    for (const child of searched.slice(from, to)) {
      found.push(nodes[child]);
      if (child === next) add(child, level + 1);
    }
    others(searched.slice(to));
    found.push(...children[parent].filter((child) => nodes[child].number === null).map((child) => nodes[child]));
  };
  add(0, 0);
  return found;
}

// The first and the one after the last of the moves that are shown around one of them; a single one is never left out.
function nearest(index, count) {
  if (count <= MOST_BESIDE + 1) return [0, count];
  const from = Math.min(count - MOST_BESIDE, Math.max(0, index - Math.floor(MOST_BESIDE / 2)));
  return [from === 1 ? 0 : from, from + MOST_BESIDE === count - 1 ? count : from + MOST_BESIDE];
}

// The same nodes, each with its parent's place among them.
function moved(found, nodes) {
  const places = new Map(found.map((node, place) => [node, place]));
  return found.map((node) => ({ ...node, parent: places.get(nodes[node.parent]) ?? -1 }));
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
  if (!node.move) return nothing;
  const { move, share } = node;
  const below = share && !to.stacked; // the probability is below the outcome, so that there is room for many side by side
  const wide = 9 * (below ? Math.max(move.length, share.length) : `${move} ${share}`.trim().length) + 6;
  const high = below ? 38 : 22;
  const far = wide > 48 ? 0.74 : 0.66; // down the line: long names need the room there is between leaves
  const [x, y] = to.stacked ? [from.x - TRUNK - wide / 2 - 3, to.y] : [from.x + far * (to.x - from.x), from.y + (below ? 0.52 : 0.6) * (to.y - from.y)];
  const told = share ? svg`<tspan class="share" x=${below ? x : nothing} dx=${below ? nothing : 5} dy=${below ? 17 : nothing}>${share}</tspan>` : nothing;
  return svg`<g class="edge ${look}"><rect class="label-ground" x=${x - wide / 2} y=${y - high / 2} width=${wide} height=${high} rx="4"></rect><text x=${x} y=${y + (below ? -3 : 5.5)}>${move}${told}</text></g>`;
}

// Lines beside a node, or below a leaf in one.
function windowOf({ x, y }, lines, below) {
  if (below) return svg`<g class="window-of"><text class="middle" x=${x} y=${y + 31}>${nice(lines.join(" "))}</text></g>`;
  const [left, top] = [x + SIZE + WING + 2, y - 9 * (lines.length - 1)];
  return svg`<g class="window-of">${lines.map((line, index) => svg`<text x=${left} y=${top + 18 * index}>${nice(line)}</text>`)}</g>`;
}

function point({ x, y, stacked }, node, look, text, folded, seen, choose) {
  const narrow = folded || node.number === null;
  const half = SIZE + (narrow ? NARROW : WING);
  const shapes = {
    max: `${x},${y - SIZE - 8} ${x + half},${y + SIZE} ${x - half},${y + SIZE}`,
    min: `${x - half},${y - SIZE} ${x + half},${y - SIZE} ${x},${y + SIZE + 8}`,
    leaf: `${x - SIZE - 12},${y - 14} ${x + SIZE + 12},${y - 14} ${x + SIZE + 12},${y + 14} ${x - SIZE - 12},${y + 14}`,
  };
  const shift = { max: 16, min: -4, chance: 6, leaf: 6 }[node.kind];
  const shape = node.kind === "chance" ? svg`<circle cx=${x} cy=${y} r=${ROUND}></circle>` : svg`<polygon points=${shapes[node.kind]}></polygon>`;
  const beside = node.kind !== "leaf";
  const into = !beside ? INTO_LEAF : narrow || node.kind === "chance" ? INTO_NARROW : INTO_TRIANGLE;
  const fitting = into / Math.max(1, text.length);
  const narrower = fitting < SMALLEST ? WIDTH * into : nothing;
  const sign = folded && text && node.note ? svg`<text class="note" x=${x} y=${y + (node.kind === "max" ? 2 : 11)}>${node.note === "at least" ? "≥" : "≤"}</text>` : nothing;
  const body = svg`${shape}<text x=${x} y=${y + shift} font-size=${Math.min(LETTERS, Math.max(SMALLEST, fitting))} textLength=${narrower} lengthAdjust="spacingAndGlyphs">${text}</text>${sign}
    ${node.note && text && look !== "pale" && !folded ? svg`<text class="note ${beside || stacked ? "beside" : ""}" x=${x + (beside || stacked ? SIZE + WING + 4 : 0)} y=${y + (beside ? 26 : stacked ? 5 : 31)}>${node.note}</text>` : nothing}`;
  if (node.next !== undefined) return svg`<text class="note" x=${x} y=${y + 6}>${node.text}</text>`;
  if (choose && node.number === null) return svg`<g class="point ${look} ${node.kind}">${body}</g>`;
  if (choose) return svg`<g class="point choice ${look} ${node.kind}" @click=${() => choose(node)}>${body}${folded && text ? fold(x, y, node) : nothing}</g>`;
  if (node.kind !== "leaf") return svg`<g class="point ${node.kind}">${body}</g>`;
  const chosen = seen.given.has(node.path);
  const flip = () => {
    if (!seen.given.delete(node.path)) seen.given.add(node.path);
    seen.said = "";
    update();
  };
  const key = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    taken(event);
    flip();
  };
  return svg`<g class="point leaf choice-leaf ${chosen ? "chosen" : ""}" role="checkbox" tabindex="0" aria-checked=${String(chosen)} aria-label=${`leaf ${node.path}, worth ${node.text}`} @click=${flip} @keydown=${key}>
    ${body}${chosen ? svg`<line class="stroke" x1=${x - SIZE} y1=${y + 12} x2=${x + SIZE} y2=${y - 12}></line>` : nothing}</g>`;
}

// What is below a folded node: how many nodes.
function fold(x, y, node) {
  return svg`<path class="fold" d="M${x} ${y + SIZE + 10} l-16 20 h32 z"></path><text class="note" x=${x} y=${y + SIZE + 46}>${count(node.below)}</text>`;
}

function controls(seen, done) {
  const { steps } = seen.head;
  const to = (step) => {
    pause();
    goTo(seen, step);
  };
  const speed = (name) => {
    settings.treeSpeed = name;
    changed();
  };
  const [start, end] = [done <= 1 ? "this is the first step" : "", done >= steps.length ? "this is the last step" : ""];
  return html`<div class="stepping" role="group" aria-label="Step by step" @keydown=${(event) => !event.key.startsWith("Page") && event.stopPropagation()}>
    ${button(timer ? "Pause" : "Go through the steps", timer ? "❚❚" : "▶", () => playOrPause(seen))}
    ${select("speed", Object.keys(SPEEDS).map((name) => [name]), settings.treeSpeed, speed)}
    ${button("First step", "«", () => to(1), start)}${button("Step back", "‹", () => to(done - 1), start)}
    <input type="range" aria-label="step" min="1" max=${steps.length} .value=${String(done)} @input=${(event) => to(Number(event.target.value))} />
    ${button("Step on", "›", () => to(done + 1), end)}${button("Last step", "»", () => to(steps.length), end)}
    <p class="step-text" aria-live="polite"><span class="ply">${done} of ${steps.length}</span> ${nice(steps[done - 1]?.text ?? "")}</p>
  </div>`;
}
