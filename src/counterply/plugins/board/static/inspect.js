// The inspector: the tree of a search on the shown position, searches side by side, step by step, as a quiz.

import { html, nothing } from "/vendor/lit-html-3.3.3.js";
import { lookAhead } from "/ahead.js";
import { analysed } from "/analysis.js";
import { held, taken } from "/events.js";
import { printHandOut } from "/handout.js";
import { here, isTextTree, place, pliesOfText, rollable, searchName, searchable } from "/here.js";
import { lecture } from "/lecture.js";
import { say } from "/notices.js";
import { act, checkbox, evaluators, select } from "/parts.js";
import { search, searches } from "/search.js";
import { DEEPEST, MOST_SIMULATIONS, SEARCHES, changed, settings } from "/settings.js";
import { on, update } from "/signals.js";
import { waitingForSearch } from "/waiting.js";
import { count, nice } from "/words.js";

const TEXTBOOK = ["minimax", "alphabeta"];
const PLAIN = [...TEXTBOOK, "uct"]; // in plain Python, with the game's own order of moves

const HAS_ROOM = "has room for a tree of up to 60 nodes: take a smaller depth, or a position with fewer moves.";

const nothingKnown = () => ({ head: null, root: 0, rows: new Map(), below: new Map(), open: new Set(), at: 0, error: "", step: null, other: null, compared: [], given: new Set(), said: "" });
let seen = nothingKnown();
let iterations = []; // of the engine's deepest search here: {depth, move, value}
let iteration = null; // the depth whose tree is shown, where it is not the deepest
let quiz = false;

// --- requests

// The plies to search: of a tree in text those that it has.
const depthHere = () => (isTextTree() ? pliesOfText() : settings.treeDepth);

// The searches whose tree can be seen here, and the one that is: alpha-beta where there is none of the one that is set.
const offered = () => Object.keys(SEARCHES).filter((name) => here.view?.certain === false ? TEXTBOOK.includes(name) : here.view?.compiled !== false || PLAIN.includes(name));
const chosen = () => (offered().includes(settings.treeSearch) ? settings.treeSearch : "alphabeta");

const request = (more) => ({ ...place(here.node), eval: analysed.evaluator, depth: iteration ?? depthHere(), simulations: settings.treeSimulations, ...more });

on("left", leavePosition);
on("tree", () => grow());

function leavePosition() {
  seen = nothingKnown();
  [iterations, iteration] = [[], null];
}

// Ask for the tree of the position on the board: at the depth that is set, or that of an earlier iteration.
function grow(depth = null) {
  seen = nothingKnown();
  iteration = depth;
  if (depth === null) iterations = [];
  lookAhead(null);
  if (here.view?.hidden || (!searchable() && !rollable())) return update();
  const shown = quiz ? "minimax" : chosen();
  const mine = seen;
  const asked = ask("tree", { want: "tree", search: shown }, (answer) => {
    seen.head = answer;
    if (iteration === null) iterations = answer.iterations;
    add(answer.rows);
    for (const row of answer.rows) if (row.best || answer.rows.length === answer.visited) seen.open.add(row.number);
    say(summary());
  });
  const other = settings.treeBeside;
  if (!quiz && offered().includes(other) && other !== shown) asked.then((answer) => answer?.picture && seen === mine && askBeside(other));
}

// The tree of another search, which is drawn beside.
function askBeside(search) {
  ask("tree", { want: "tree", search }, (answer) => { seen.other = answer.picture ? answer : null; });
}

// Ask for something of the tree on the page; `take` has each answer, and an error is shown above the tree.
function ask(name, wanted, take) {
  return search(name, request(wanted), (answer) => {
    if (answer.error) seen.error = answer.error;
    else take(answer);
  });
}

function add(rows) {
  for (const row of rows) {
    seen.rows.set(row.number, row);
    if (row.number === 0) continue;
    const others = seen.below.get(row.parent) ?? [];
    if (!others.includes(row.number)) seen.below.set(row.parent, [...others, row.number]);
  }
}

function toggle(number) {
  const row = seen.rows.get(number);
  if (!row.children && !row.left) return;
  if (seen.open.delete(number)) return update();
  seen.open.add(number);
  if (seen.below.has(number) || !row.children) return update();
  ask("tree", { want: "tree", search: seen.head.search, node: number }, (answer) => add(answer.rows));
}

// Show the part below a node as a tree of its own.
function reroot(number) {
  if (number === seen.root) return;
  seen.root = seen.at = number;
  if (!seen.open.has(number)) toggle(number);
  lookAhead(movesHere());
  say(number ? `The tree below ${movesHere().join(" ")}` : "The whole tree");
  focus(number);
}

// The moves to the root of the shown part; null for the whole tree.
const movesHere = () => (seen.root ? movesTo(seen.root) : null);

function compare() {
  seen.compared = [];
  ask("compare", { want: "compare" }, (answer) => seen.compared.push(answer));
}

// Print the quiz and its solution.
async function handOut() {
  const trees = [];
  seen.error = "";
  for (const search of ["minimax", "alphabeta"]) await ask("tree", { want: "tree", search }, (answer) => trees.push(answer));
  const [minimax, alphabeta] = trees;
  if (!alphabeta) return;
  if (minimax.picture && !minimax.large) return printHandOut(minimax, alphabeta);
  seen.error = `A hand-out ${HAS_ROOM}`;
  update();
}

function check() {
  ask("quiz", { want: "quiz", given: [...seen.given] }, (answer) => say((seen.said = verdict(answer))));
}

function verdict({ wrong, missing }) {
  if (!wrong.length && !missing) return seen.given.size ? "Right: alpha-beta does not look at these." : "Right: alpha-beta looks at every leaf.";
  const parts = [wrong.length ? `alpha-beta does look at ${wrong.join(", ")}` : "", missing ? `${missing} more ${missing === 1 ? "is" : "are"} not looked at` : ""];
  return `Not yet: ${parts.filter(Boolean).join("; ")}.`;
}

// The rows that lead to a node, below the root.
function wayTo(number) {
  const way = [];
  for (let row = seen.rows.get(number); row.number; row = seen.rows.get(row.parent)) way.unshift(row);
  return way;
}

const movesTo = (number) => wayTo(number).map((row) => row.move);

function summary() {
  const { head } = seen;
  const best = head.rows.filter((row) => row.best && row.number).map((row) => row.move);
  if (sampled()) return `${SEARCHES.uct}, ${settings.treeSimulations} simulations: ${head.visited} nodes, mean ${nice(seen.rows.get(0).value)}, ${best.join(" ")}`;
  return `${searchName(head.search)}, depth ${head.depth}: ${count(head.visited)} nodes, ${nice(seen.rows.get(0).value)}${best.length ? `, ${best.join(" ")}` : ""}`;
}

const sampled = () => (seen.head?.search ?? chosen()) === "uct";

const hidden = () => (seen.head.hidden ? ` – ${count(seen.head.hidden)} nodes further down are not drawn` : "");

// --- the panels

export function inspector() {
  return html`<section class="inspector" aria-label="Tree of the search">
    <div class="panel">
      <div class="panel-head">
        <h2>Tree</h2>
        <label>search ${select("search", named(offered()), chosen(), (name) => set({ treeSearch: name }), quiz)}</label>
        ${chosen() === "uct" && !quiz ? numberField("simulations", "treeSimulations", MOST_SIMULATIONS) : isTextTree() ? nothing : numberField("depth", "treeDepth", DEEPEST)}
        ${PLAIN.includes(chosen()) && !quiz ? html`<label>beside ${select("beside", [["", "nothing"], ...named(offered().filter((name) => PLAIN.includes(name) && name !== chosen()))], settings.treeBeside, (name) => set({ treeBeside: name }))}</label>` : nothing}
        ${checkbox("quiz", quiz, (on) => { quiz = on; grow(); })}
        ${act("Hand-out", handOut, { why: seen.head ? "" : "there is no tree yet", title: "Print the tree as a question, with its solution on another page" })}
        ${evaluators()}
      </div>
      ${seen.error ? html`<p class="error" role="alert">${seen.error}</p>` : nothing}
      ${seen.head && !quiz ? html`<p class="summary">${summary()}<span class="dim">${hidden()}</span>${iteration === null && !sampled() && seen.head.depth < depthHere() ? html`<span class="dim"> – proven before depth ${depthHere()}</span>` : nothing}${seen.head.unrecorded ? html`<span class="dim"> (${count(seen.head.unrecorded)} of them had no room)</span>` : nothing}</p>` : nothing}
      ${!seen.head && searches("tree") ? html`<p class="dim">${waitingForSearch("searching")}</p>` : nothing}
      ${here.view && here.view.outcome !== "ongoing" ? html`<p class="dim">the game is over: there is nothing to search</p>` : nothing}
      ${iterations.length > 1 && !quiz ? tabs() : nothing}
      ${seen.head?.picture && !(quiz && seen.head.large) ? html`${lecture(seen, quiz, summary() + hidden())}${quiz ? quizControls() : nothing}` : seen.head && (quiz || !ordered()) ? html`<p class="dim">${quiz ? `A quiz ${HAS_ROOM}` : "The root has too many moves to be drawn."}</p>` : nothing}
      ${seen.head && !quiz ? rows() : nothing}
    </div>
    ${!quiz && !sampled() && (seen.head || searches("tree")) ? sideBySide() : nothing}
  </section>`;
}

const named = (searches) => searches.map((name) => [name, searchName(name)]);

function numberField(label, name, most) {
  const take = (event) => set({ [name]: Math.min(most, Math.max(1, Math.round(Number(event.target.value)) || 1)) });
  return html`<label>${label} <input type="number" aria-label=${label} min="1" max=${most} .value=${String(settings[name])} @change=${take} /></label>`;
}

function set(wanted) {
  Object.assign(settings, wanted);
  changed();
  grow();
}

// --- the engine's iterations, one tab each

function tabs() {
  const current = iteration ?? iterations.at(-1).depth;
  const choose = (depth) => grow(depth === iterations.at(-1).depth ? null : depth);
  const step = (event) => {
    const all = [...event.currentTarget.querySelectorAll("button")];
    const now = all.indexOf(document.activeElement);
    const to = { ArrowRight: (now + 1) % all.length, ArrowLeft: (now - 1 + all.length) % all.length, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    all[to].focus();
    taken(event);
  };
  return html`<div class="iterations" role="tablist" aria-label="Depths of the search" @keydown=${step}>
    ${iterations.map(({ depth, move, value }) => html`<button role="tab" aria-selected=${String(depth === current)} aria-controls="nodes" tabindex=${depth === current ? 0 : -1}
      title=${`depth ${depth}: ${move}, ${value}`} @click=${() => choose(depth)}>${depth}<span class="dim">${move}</span></button>`)}</div>`;
}

// --- the rows

function visibleRows() {
  const found = [];
  const walk = (number, level) => {
    const row = seen.rows.get(number);
    found.push({ row, level });
    if (!seen.open.has(number)) return;
    for (const child of seen.below.get(number) ?? []) walk(child, level + 1);
    const hidden = row.children - (seen.below.get(number)?.length ?? row.children);
    if (hidden > 0) found.push({ note: `${hidden} more`, level: level + 1 });
    if (row.left) found.push({ note: `${row.left} not searched: ${row.left_moves.join(" ")}${row.left > row.left_moves.length ? " …" : ""}`, why: row.condition, level: level + 1 });
  };
  walk(seen.root, 0);
  return found;
}

const SAMPLED_HEADS = ["move", "mean + bonus", "mean", "first rollout", "visits"];

function rows() {
  const found = visibleRows();
  if (!found.some((each) => each.row?.number === seen.at)) seen.at = seen.root;
  const tabbed = iterations.length > 1;
  return html`${seen.root ? trail() : nothing}
  <div class="tree-box" id="nodes" role=${tabbed ? "tabpanel" : nothing} aria-label=${tabbed ? `depth ${seen.head.depth}` : nothing}><table class="tree" role="treegrid" aria-label="Nodes of the search" @keydown=${walk} @pointerleave=${() => lookAhead(movesHere())}>
    <thead><tr role="row">${(sampled() ? SAMPLED_HEADS : ["move", ...(seen.head.rolls ? ["chance"] : []), ...(ordered() ? ["order"] : []), "window", "value", "why it ended", "nodes"]).map((head) => html`<th role="columnheader" scope="col">${head}</th>`)}</tr></thead>
    <tbody>${found.map(({ row, note, why, level }) => row ? rowOf(row, level) : html`<tr role="row" class="left" aria-level=${level + 1}>
      <td role="gridcell" colspan=${ordered() || seen.head.rolls ? 4 : 3}>${indent(level)}<span>${note}</span></td><td role="gridcell" colspan="2">${nice(why ?? "")}</td></tr>`)}</tbody>
  </table></div>`;
}

// Whether the moves have an order that is not the game's own.
const ordered = () => !PLAIN.includes(seen.head.search);

// The way back from a node to the root.
function trail() {
  const way = wayTo(seen.root);
  return html`<nav class="trail" aria-label="Way to the shown part of the tree"><button @click=${() => reroot(0)}>root</button>
    ${way.map((row) => html`<span aria-hidden="true">›</span><button aria-current=${row.number === seen.root ? "true" : nothing} @click=${() => reroot(row.number)}>${row.move}</button>`)}</nav>`;
}

const indent = (level) => Array.from({ length: level }, () => html`<span class="indent"></span>`);

const cell = (kind, shown) => html`<td role="gridcell" class=${kind}>${shown}</td>`;

function rowOf(row, level) {
  const opens = row.children > 0 || row.left > 0;
  const open = seen.open.has(row.number);
  const side = row.side ? html`<span class="side-word ${row.side}">${row.side}</span> ` : nothing;
  return html`<tr role="row" class="${row.best ? "best" : ""} ${row.why.includes("cut") ? "cut" : ""}" data-number=${row.number} aria-level=${level + 1}
    aria-expanded=${opens ? String(open) : nothing} tabindex=${row.number === seen.at ? 0 : -1} @click=${() => { seen.at = row.number; toggle(row.number); update(); }}
    @pointerenter=${(event) => event.pointerType === "mouse" && row.number && lookAhead(movesTo(row.number))}
    @focus=${() => { if (seen.at !== row.number) { seen.at = row.number; update(); } }}>
    <td role="rowheader">${indent(level)}<span class="twist" aria-hidden="true">${opens ? (open ? "▾" : "▸") : ""}</span>${row.children && row.number !== seen.root ? html`<button class="tree-move" tabindex="-1" title="Show this part alone" aria-label=${`${row.move}: show this part alone`}
      @click=${(event) => { event.stopPropagation(); reroot(row.number); }}>${row.move}</button>` : html`<span class="tree-move">${row.move}</span>`}${row.best && row.number ? html`<span class="star" aria-label="best line">★</span>` : nothing}</td>
    ${seen.head.rolls ? cell("share", row.share) : nothing}${ordered() ? cell("order", row.order) : nothing}${cell("window", nice(row.window))}${cell("value", html`${side}${nice(row.value)}`)}${cell("why", row.why)}${cell("nodes", count(row.nodes))}</tr>`;
}

function walk(event) {
  if (held(event)) return;
  const order = visibleRows().filter((each) => each.row).map((each) => each.row.number);
  const now = order.indexOf(seen.at);
  const row = seen.rows.get(seen.at);
  const opened = seen.open.has(seen.at);
  const to = { ArrowDown: order[now + 1], ArrowUp: order[now - 1], Home: order[0], End: order.at(-1) }[event.key];
  if (event.key === "Enter" && row.children && seen.at !== seen.root) reroot(seen.at);
  else if (event.key === "Enter" || event.key === " ") toggle(seen.at);
  else if ((event.key === "Escape" || event.key === "Backspace") && seen.root) reroot(seen.rows.get(seen.root).parent);
  else if (event.key === "ArrowRight" && !opened) toggle(seen.at);
  else if (event.key === "ArrowRight") focus(seen.below.get(seen.at)?.[0]);
  else if (event.key === "ArrowLeft" && opened) toggle(seen.at);
  else if (event.key === "ArrowLeft") focus(seen.at === seen.root ? undefined : row.parent);
  else if (to !== undefined) focus(to);
  else if (!["ArrowDown", "ArrowUp"].includes(event.key)) return;
  taken(event);
}

function focus(number) {
  if (number === undefined) return;
  seen.at = number;
  update();
  const take = () => document.querySelector(`.tree tr[data-number="${number}"]`)?.focus();
  take();
  requestAnimationFrame(take); // where it is drawn only now
}

// --- side by side

function sideBySide() {
  const { compared } = seen;
  const moves = compared[0] ? ["all moves", ...compared[0].moves] : [];
  return html`<div class="panel">
    <div class="panel-head"><h2>Side by side</h2>
      <button ?disabled=${!seen.head || searches("compare")} @click=${compare}>${searches("compare") ? "searching …" : "Compare the searches"}</button></div>
    ${compared.length ? html`<div class="tree-box"><table class="compared"><caption class="hidden-words">What each search found and how many nodes it visited, by the first move</caption>
      <thead><tr><th scope="col">move</th>${compared.map((each) => html`<th scope="col" colspan="2"><button aria-pressed=${each.search === chosen()} title="Show its tree" @click=${() => { const kept = compared; set({ treeSearch: each.search }); seen.compared = kept; }}>${searchName(each.search)}</button></th>`)}</tr></thead>
      <tbody>${moves.map((move, index) => html`<tr><th scope="row">${move}</th>${compared.map((each) => each.values ? html`<td class="dim">${nice(each.values[index])}</td><td class="nodes">${each.nodes[index] ? count(each.nodes[index]) : "–"}</td>`
        : html`<td class="dim" colspan="2" title=${each.text}>${index ? "" : "too many"}</td>`)}</tr>`)}</tbody></table></div>`
      : html`<p class="dim">What ${searchName("minimax")}${offered().includes("engine") ? ", alpha-beta, an order of moves, a table and the whole engine" : " and alpha-beta"} visit at the same depth.</p>`}
  </div>`;
}

// --- the quiz

function quizControls() {
  const answer = () => {
    quiz = false;
    settings.treeSearch = "alphabeta";
    grow();
  };
  return html`<p>Alpha-beta searches this tree from left to right. Which leaves does it not look at? Touch them.</p>
    <div class="row"><button class="main" @click=${check}>Check</button><button @click=${answer}>Show the answer</button>
    <strong class="quiz-said" role="status">${seen.said}</strong></div>`;
}
