// The inspector: the tree of a search on the shown position, searches side by side, step by step, as a quiz; and why a move.

import { html, nothing } from "/vendor/lit-html-3.3.3.js";
import { lookAhead, wheel } from "/ahead.js";
import { considerAnalysis } from "/analysis.js";
import { lecture } from "/lecture.js";
import { chip, evaluators } from "/parts.js";
import { playLine } from "/play.js";
import { place } from "/position.js";
import { search } from "/search.js";
import { changed, on, say, state, update } from "/state.js";
import { waitingForSearch } from "/waiting.js";
import { count, nice, seatName } from "/words.js";

const SEARCHES = { minimax: "minimax", alphabeta: "alpha-beta", ordered: "with order", table: "with table", engine: "engine" };
const DEEPEST = 20;
const WHY_SECONDS = 3;
const LONGEST_PASSAGE = 100; // moves

const nothingKnown = () => ({ head: null, root: 0, rows: new Map(), below: new Map(), open: new Set(), at: 0, error: "", step: null, compared: [], comparing: false, given: new Set(), said: "", windows: null });
let seen = nothingKnown();
let iterations = []; // of the engine's deepest search here: {depth, move, value}
let iteration = null; // the depth whose tree is shown, where it is not the deepest
let quiz = false;
let explained = null; // why a move: {move, answer} or {move, error}, and {passage} once it was asked for
let question = "";

// --- what is asked

const request = (state, more) => ({ ...place(state.node), eval: state.eval, depth: iteration ?? state.settings.treeDepth, ...more });

on("left", leavePosition);
on("tree", () => grow(state));

function leavePosition() {
  seen = nothingKnown();
  [iterations, iteration] = [[], null];
  explained = null;
  question = "";
}

// Ask for the tree of the position on the board: at the depth that is set, or that of an earlier iteration.
function grow(state, depth = null) {
  seen = nothingKnown();
  iteration = depth;
  if (depth === null) iterations = [];
  lookAhead(null);
  if (!state.view || state.view.outcome !== "ongoing" || state.view.turn === "chance") return update();
  const shown = quiz ? "minimax" : state.settings.treeSearch;
  search("tree", request(state, { want: "tree", search: shown }), (answer) => {
    if (answer.error) seen.error = answer.error;
    if (answer.kind !== "tree") return;
    seen.head = answer;
    if (iteration === null) iterations = answer.iterations;
    add(answer.rows);
    for (const row of answer.rows) if (row.best || answer.rows.length === answer.visited) seen.open.add(row.number);
    say(summary());
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

function toggle(state, number) {
  const row = seen.rows.get(number);
  if (!row.children && !row.left) return;
  if (seen.open.delete(number)) return update();
  seen.open.add(number);
  if (seen.below.has(number) || !row.children) return update();
  search("tree", request(state, { want: "tree", search: seen.head.search, node: number }), (answer) => {
    if (answer.error) seen.error = answer.error;
    if (answer.kind === "tree") add(answer.rows);
  });
}

// Show what is below a node as a tree of its own.
function reroot(state, number) {
  if (number === seen.root) return;
  seen.root = seen.at = number;
  if (!seen.open.has(number)) toggle(state, number);
  lookAhead(movesHere());
  say(number ? `The tree below ${movesHere().join(" ")}` : "The whole tree");
  focus(number);
}

// The moves to the root of what is shown; null for the whole tree.
const movesHere = () => (seen.root ? movesTo(seen.root) : null);

function compare(state) {
  seen.compared = [];
  seen.comparing = true;
  search("tree", request(state, { want: "compare" }), (answer) => {
    if (answer.error) seen.error = answer.error;
    if (answer.kind === "compared") seen.compared = [...seen.compared, answer];
    if (answer.kind === "done" || answer.error) seen.comparing = false;
  });
}

function check(state) {
  search("tree", request(state, { want: "quiz", given: [...seen.given] }), (answer) => {
    if (answer.error) seen.error = answer.error;
    if (answer.kind === "quiz") say((seen.said = verdict(answer)));
  });
}

function verdict({ wrong, missing }) {
  if (!wrong.length && !missing) return seen.given.size ? "Right: alpha-beta does not look at these." : "Right: alpha-beta looks at every leaf.";
  const parts = [wrong.length ? `alpha-beta does look at ${wrong.join(", ")}` : "", missing ? `${missing} more ${missing === 1 ? "is" : "are"} not looked at` : ""];
  return `Not yet: ${parts.filter(Boolean).join("; ")}.`;
}

export function askWhy(state, move) {
  explained = { move };
  question = move;
  search("why", { ...place(state.node), eval: state.eval, want: "why", move, limit: { seconds: WHY_SECONDS } }, (answer) => {
    if (answer.error) explained = { move, error: answer.error };
    if (answer.kind === "why") {
      explained = { move, answer };
      say(answer.headline);
    }
    if (answer.kind === "done") considerAnalysis();
  });
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
  return `${SEARCHES[head.search]}, depth ${head.depth}: ${count(head.visited)} nodes, ${nice(seen.rows.get(0).value)}${best.length ? `, ${best.join(" ")}` : ""}`;
}

// --- the panels

export function inspector(state) {
  return html`<section class="inspector" aria-label="Tree of the search">
    <div class="panel">
      <div class="panel-head">
        <h2>Tree</h2>
        <label>search <select aria-label="search" ?disabled=${quiz} @change=${(event) => set(state, { treeSearch: event.target.value })}>
          ${Object.entries(SEARCHES).filter(([name]) => state.view?.compiled !== false || ["minimax", "alphabeta"].includes(name)).map(([name, text]) => html`<option value=${name} ?selected=${name === state.settings.treeSearch}>${text}</option>`)}
        </select></label>
        <label>depth <input type="number" aria-label="depth" min="1" max=${DEEPEST} .value=${String(state.settings.treeDepth)} @change=${(event) => set(state, { treeDepth: Math.min(DEEPEST, Math.max(1, Number(event.target.value) || 1)) })} /></label>
        <label class="toggle"><input type="checkbox" .checked=${quiz} @change=${(event) => { quiz = event.target.checked; grow(state); }} /> quiz</label>
        ${evaluators(state)}
      </div>
      ${seen.error ? html`<p class="error" role="alert">${seen.error}</p>` : nothing}
      ${seen.head && !quiz ? html`<p class="summary">${summary()}${iteration === null && seen.head.depth < state.settings.treeDepth ? html`<span class="dim"> – proven before depth ${state.settings.treeDepth}</span>` : nothing}${seen.head.unrecorded ? html`<span class="dim"> (${count(seen.head.unrecorded)} of them had no room)</span>` : nothing}</p>` : nothing}
      ${!seen.head && state.searching === "tree" ? html`<p class="dim">${waitingForSearch("searching")}</p>` : nothing}
      ${state.view && state.view.outcome !== "ongoing" ? html`<p class="dim">the game is over: there is nothing to search</p>` : nothing}
      ${iterations.length > 1 && !quiz ? tabs(state) : nothing}
      ${seen.head?.picture ? html`${lecture(state, seen, quiz)}${quiz ? quizControls(state) : nothing}` : quiz && seen.head ? html`<p class="dim">A quiz needs a tree of up to 60 nodes: take a smaller depth, or a position with fewer moves.</p>` : nothing}
      ${seen.head && !quiz ? rows(state) : nothing}
    </div>
    ${quiz ? nothing : sideBySide(state)}
  </section>`;
}

function set(state, settings) {
  Object.assign(state.settings, settings);
  changed();
  grow(state);
}

// --- the engine's iterations, one tab each

function tabs(state) {
  const current = iteration ?? iterations.at(-1).depth;
  const choose = (depth) => grow(state, depth === iterations.at(-1).depth ? null : depth);
  const step = (event) => {
    const all = [...event.currentTarget.querySelectorAll("button")];
    const here = all.indexOf(document.activeElement);
    const to = { ArrowRight: (here + 1) % all.length, ArrowLeft: (here - 1 + all.length) % all.length, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    all[to].focus();
    event.preventDefault();
    event.stopPropagation();
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

function rows(state) {
  const found = visibleRows();
  if (!found.some((each) => each.row?.number === seen.at)) seen.at = seen.root;
  const tabbed = iterations.length > 1;
  return html`${seen.root ? trail(state) : nothing}
  <div class="tree-box" id="nodes" role=${tabbed ? "tabpanel" : nothing} aria-label=${tabbed ? `depth ${seen.head.depth}` : nothing}><table class="tree" role="treegrid" aria-label="Nodes of the search" @keydown=${(event) => walk(event, state)} @pointerleave=${() => lookAhead(movesHere())}>
    <thead><tr role="row"><th role="columnheader" scope="col">move</th>${ordered() ? html`<th role="columnheader" scope="col">order</th>` : nothing}<th role="columnheader" scope="col">window</th><th role="columnheader" scope="col">value</th>
      <th role="columnheader" scope="col">why it ended</th><th role="columnheader" scope="col">nodes</th></tr></thead>
    <tbody>${found.map(({ row, note, why, level }) => row ? rowOf(state, row, level) : html`<tr role="row" class="left" aria-level=${level + 1}>
      <td role="gridcell" colspan=${ordered() ? 4 : 3}>${indent(level)}<span>${note}</span></td><td role="gridcell" colspan="2">${nice(why ?? "")}</td></tr>`)}</tbody>
  </table></div>`;
}

// Whether the moves have an order that is not the game's own.
const ordered = () => !["minimax", "alphabeta"].includes(seen.head.search);

// The way back from a node to the root.
function trail(state) {
  const way = wayTo(seen.root);
  return html`<nav class="trail" aria-label="Way to the shown part of the tree"><button @click=${() => reroot(state, 0)}>root</button>
    ${way.map((row) => html`<span aria-hidden="true">›</span><button aria-current=${row.number === seen.root ? "true" : nothing} @click=${() => reroot(state, row.number)}>${row.move}</button>`)}</nav>`;
}

const indent = (level) => Array.from({ length: level }, () => html`<span class="indent"></span>`);

function rowOf(state, row, level) {
  const opens = row.children > 0 || row.left > 0;
  const open = seen.open.has(row.number);
  const side = row.side ? html`<span class="side-word ${row.side}">${row.side}</span> ` : nothing;
  return html`<tr role="row" class="${row.best ? "best" : ""} ${row.why.includes("cut") ? "cut" : ""}" data-number=${row.number} aria-level=${level + 1}
    aria-expanded=${opens ? String(open) : nothing} tabindex=${row.number === seen.at ? 0 : -1} @click=${() => { seen.at = row.number; toggle(state, row.number); update(); }}
    @pointerenter=${(event) => event.pointerType === "mouse" && row.number && lookAhead(movesTo(row.number))}
    @focus=${() => { if (seen.at !== row.number) { seen.at = row.number; update(); } }}>
    <td role="rowheader">${indent(level)}<span class="twist" aria-hidden="true">${opens ? (open ? "▾" : "▸") : ""}</span>${row.children && row.number !== seen.root ? html`<button class="tree-move" tabindex="-1" title="Show this part alone" aria-label=${`${row.move}: show this part alone`}
      @click=${(event) => { event.stopPropagation(); reroot(state, row.number); }}>${row.move}</button>` : html`<span class="tree-move">${row.move}</span>`}${row.best && row.number ? html`<span class="star" aria-label="best line">★</span>` : nothing}</td>
    ${ordered() ? html`<td role="gridcell" class="order">${row.order}</td>` : nothing}<td role="gridcell" class="window">${nice(row.window)}</td><td role="gridcell" class="value">${side}${nice(row.value)}</td><td role="gridcell" class="why">${row.why}</td><td role="gridcell" class="nodes">${count(row.nodes)}</td></tr>`;
}

function walk(event, state) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const order = visibleRows().filter((each) => each.row).map((each) => each.row.number);
  const here = order.indexOf(seen.at);
  const row = seen.rows.get(seen.at);
  const opened = seen.open.has(seen.at);
  const to = { ArrowDown: order[here + 1], ArrowUp: order[here - 1], Home: order[0], End: order.at(-1) }[event.key];
  if (event.key === "Enter" && row.children && seen.at !== seen.root) reroot(state, seen.at);
  else if (event.key === "Enter" || event.key === " ") toggle(state, seen.at);
  else if ((event.key === "Escape" || event.key === "Backspace") && seen.root) reroot(state, seen.rows.get(seen.root).parent);
  else if (event.key === "ArrowRight" && !opened) toggle(state, seen.at);
  else if (event.key === "ArrowRight") focus(seen.below.get(seen.at)?.[0]);
  else if (event.key === "ArrowLeft" && opened) toggle(state, seen.at);
  else if (event.key === "ArrowLeft") focus(seen.at === seen.root ? undefined : row.parent);
  else if (to !== undefined) focus(to);
  else if (!["ArrowDown", "ArrowUp"].includes(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
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

function sideBySide(state) {
  const { compared } = seen;
  const moves = compared[0] ? ["all moves", ...compared[0].moves] : [];
  return html`<div class="panel">
    <div class="panel-head"><h2>Side by side</h2>
      <button ?disabled=${!seen.head || seen.comparing} @click=${() => compare(state)}>${seen.comparing ? "searching …" : "Compare the searches"}</button></div>
    ${compared.length ? html`<div class="tree-box"><table class="compared"><caption class="hidden-words">What each search found and how many nodes it visited, by the first move</caption>
      <thead><tr><th scope="col">move</th>${compared.map((each) => html`<th scope="col" colspan="2"><button aria-pressed=${each.search === state.settings.treeSearch} title="Show its tree" @click=${() => { const kept = compared; set(state, { treeSearch: each.search }); seen.compared = kept; }}>${SEARCHES[each.search]}</button></th>`)}</tr></thead>
      <tbody>${moves.map((move, index) => html`<tr><th scope="row">${move}</th>${compared.map((each) => each.values ? html`<td class="dim">${nice(each.values[index])}</td><td class="nodes">${each.nodes[index] ? count(each.nodes[index]) : "–"}</td>`
        : html`<td class="dim" colspan="2" title=${each.text}>${index ? "" : "too many"}</td>`)}</tr>`)}</tbody></table></div>`
      : html`<p class="dim">What minimax, alpha-beta${state.view?.compiled === false ? "" : ", an order of moves, a table and the whole engine"} visit at the same depth.</p>`}
  </div>`;
}

// --- the quiz

function quizControls(state) {
  const answer = () => {
    quiz = false;
    state.settings.treeSearch = "alphabeta";
    grow(state);
  };
  return html`<p>Alpha-beta searches this tree from left to right. Which leaves does it not look at? Touch them.</p>
    <div class="row"><button class="main" @click=${() => check(state)}>Check</button><button @click=${answer}>Show the answer</button>
    <strong class="quiz-said" role="status">${seen.said}</strong></div>`;
}

// --- why a move

export function whyPanel(state) {
  const moves = state.view?.moves ?? [];
  const ask = (event) => {
    event.preventDefault();
    askWhy(state, event.target.elements.why.value);
  };
  return html`<div class="panel">
    <div class="panel-head"><h2>Why</h2>
      <form class="why-form" @submit=${ask}><label>why, or why not <select name="why" aria-label="move to explain" @change=${(event) => { question = event.target.value; update(); }}>
        ${moves.slice(0, 400).map((move) => html`<option ?selected=${move.text === question}>${move.text}</option>`)}</select></label>
        <button ?disabled=${!moves.length || state.view.outcome !== "ongoing" || state.searching === "why"}>Explain</button></form></div>
    ${explained?.error ? html`<p class="error" role="alert">${explained.error}</p>` : nothing}
    ${state.searching === "why" ? html`<p class="dim">${waitingForSearch("searching it by itself")}</p>` : nothing}
    ${explained?.answer ? whyText(explained.answer) : nothing}
    ${explained?.answer && state.view?.compiled !== false ? passage(state) : nothing}
  </div>`;
}

// How the search went along the line: asked for, as it takes another search.
function passage(state) {
  const { passage: found, answer } = explained;
  const ask = () => {
    const asked = explained;
    const line = answer.chosen.pv.slice(0, LONGEST_PASSAGE);
    search("passage", { ...place(state.node), eval: state.eval, want: "passage", line, limit: { depth: answer.depth, seconds: 2 * WHY_SECONDS } }, (reply) => {
      if (explained === asked && reply.error) explained = { ...asked, error: reply.error };
      if (explained === asked && reply.kind === "passage") explained = { ...asked, passage: reply };
      if (reply.kind === "done") considerAnalysis();
    });
  };
  if (!found) return html`<button ?disabled=${state.searching === "passage"} @click=${ask}>${state.searching === "passage" ? "searching …" : "How the search went along this line"}</button>`;
  return html`${found.rows.length ? html`<div class="tree-box"><table class="features passage"><caption>In the search of depth ${found.depth}</caption><thead><tr>${found.heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${found.rows.map(([move, ...cells]) => html`<tr><th scope="row">${move}</th>${cells.map((cell) => html`<td>${nice(cell)}</td>`)}</tr>`)}</tbody></table></div>` : nothing}
    ${found.end ? html`<p class="dim">${nice(found.end)}</p>` : nothing}`;
}

function whyText(answer) {
  const line = (label, each) => html`<tr><th scope="row">${label}</th><td><div class="line" @wheel=${(event) => wheel(event, each.pv)}>${each.pv.map((move, index) => html`<button class="move" @pointerenter=${(event) => event.pointerType === "mouse" && lookAhead(each.pv.slice(0, index + 1))}
    @focus=${(event) => event.target.matches(":focus-visible") && lookAhead(each.pv.slice(0, index + 1))} @blur=${() => lookAhead(null)} @click=${() => playLine(each.pv.slice(0, index + 1))}>${move}</button>`)}</div></td></tr>`;
  const signed = (value, digits = 2) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;
  const terms = answer.terms.filter((term) => term.difference).slice(0, 5);
  const told = answer.plies.some((ply) => ply.change || ply.happened.length || ply.over);
  return html`<p class="headline">${answer.headline}</p>
    <table class="lines" @pointerleave=${() => lookAhead(null)}><tbody>${line(answer.label, answer.chosen)}${answer.other ? line("instead", answer.other) : nothing}</tbody></table>
    <p class="dim">${answer.opinion}</p>
    ${terms.length ? html`<table class="features"><caption>At the ends of the lines, for the side to move here</caption><thead><tr><th scope="col">feature</th><th scope="col">${answer.best ? "this line" : "best line"}</th><th scope="col">other</th><th scope="col">makes</th></tr></thead>
      <tbody>${terms.map((term) => html`<tr><th scope="row">${term.feature}</th><td>${signed(term.better, 1)}</td><td>${signed(term.worse, 1)}</td><td>${signed(term.difference)}</td></tr>`)}</tbody></table>`
      : answer.no_terms ? html`<p class="dim">No terms: ${answer.no_terms}.</p>` : nothing}
    ${told ? html`<table class="features plies"><caption>Move by move, as the evaluator ${answer.evaluator} sees it for the side to move here</caption><thead><tr><th scope="col">move</th><th scope="col">value</th><th scope="col">change</th><th scope="col">what changed</th></tr></thead>
      <tbody>${answer.plies.map((ply) => html`<tr><th scope="row">${chip(ply.seat, seatName(ply.seat))} ${ply.move}</th><td>${ply.value === null ? "" : signed(ply.value)}</td><td>${ply.change === null ? "" : signed(ply.change)}</td>
        <td class="changed">${[...ply.terms.slice(0, 3).map((term) => `${term.feature} ${signed(term.difference)}`), ...ply.happened, ...(ply.over ? [ply.over] : [])].join(", ")}</td></tr>`)}</tbody></table>` : nothing}`;
}
