// Small parts that several panels show.

import { html, nothing, svg } from "/vendor/lit-html-3.3.3.js";
import { lookAhead, wheel } from "/ahead.js";
import { analyseAnew, analysed } from "/analysis.js";
import { here, isTextTree } from "/here.js";
import { notices } from "/notices.js";
import { playLine } from "/play.js";
import { server } from "/server.js";
import { update } from "/signals.js";
import { seatRole } from "/words.js";

// A button whose sign has a name for screen readers, and below the pointer; `why` it cannot be used now, if so.
export function button(label, sign, action, why = "") {
  return html`<button aria-label=${label} title=${why ? `${label}: ${why}` : label} aria-disabled=${why ? "true" : nothing} @click=${unless(why, action)}>${sign}</button>`;
}

// A button with a text, which says below the pointer, and where it is pressed, `why` it cannot be used now.
export function act(text, action, { why = "", title = "", kind = "", pressed = null } = {}) {
  return html`<button class=${kind} title=${why || title || nothing} aria-disabled=${why ? "true" : nothing} aria-pressed=${pressed ?? nothing} @click=${unless(why, action)}>${text}</button>`;
}

// An action, or where there is a reason against it, the saying of that.
export function unless(why, action) {
  return why ? (event) => { event.preventDefault(); notices.error = why; update(); } : action;
}

// A piece of a player, as it looks on the board.
export function chip(seat, name = "") {
  return html`<svg class="chip counterply-drawing" viewBox="-1 -1 16 16" role=${name ? "img" : nothing} aria-label=${name || nothing} aria-hidden=${name ? nothing : "true"}>
    ${svg`<g class="disc ${seatRole(seat)}"><ellipse cx="7" cy="7" rx="7" ry="7"></ellipse></g>`}</svg>`;
}

// A choice between [value, text] pairs, or values that are their own text; `take` has the value.
export function select(label, choices, chosen, take, off = false) {
  return html`<select aria-label=${label} ?disabled=${off} @change=${(event) => take(event.target.value)}>${choices.map(([value, text = value]) => html`<option value=${value} .selected=${value === chosen}>${text}</option>`)}</select>`;
}

export function checkbox(text, on, take, role = nothing) {
  return html`<label class="toggle"><input type="checkbox" role=${role} .checked=${Boolean(on)} @change=${(event) => take(event.target.checked)} /> ${text}</label>`;
}

// A table of cells; the first cell of a row is its head.
export function table(kind, heads, rows, caption = "") {
  return html`<table class=${kind}>${caption ? html`<caption>${caption}</caption>` : nothing}${heads.length ? html`<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>` : nothing}
    <tbody>${rows.map(([about, ...cells]) => html`<tr><th scope="row">${about}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>`;
}

// A part of a game's rules.
export function rulesBlock(block) {
  if (block.rows.length) return table("keys", [], block.rows);
  return block.fixed ? html`<pre tabindex="0">${block.text}</pre>` : html`<p>${block.text}</p>`;
}

export function evaluators() {
  const names = [...(here.view?.evaluators ?? []), ...(server.named?.evaluators ?? [])];
  if (names.length < 2) return nothing;
  const choose = (name) => {
    analysed.evaluator = name;
    analyseAnew();
  };
  return html`<label>evaluator ${select("evaluator", names.map((name) => [name]), analysed.evaluator, choose)}</label>`;
}

// A line of play, or its beginning: a move that is pointed at looks ahead to it, and one that is pressed is played; `off`: neither.
export function lineOfPlay(moves, { off = false, most = moves.length } = {}) {
  const to = (index) => moves.slice(0, index + 1);
  return html`<div class="line" @wheel=${(event) => wheel(event, off ? [] : moves)}>${moves.slice(0, most).map((move, index) => html`<button class="move" ?disabled=${off}
    @pointerenter=${(event) => event.pointerType === "mouse" && !off && lookAhead(to(index))}
    @focus=${(event) => event.target.matches(":focus-visible") && lookAhead(to(index))} @blur=${() => lookAhead(null)} @click=${() => playLine(to(index))}>${move}</button>`)}</div>`;
}

// The name of the game on the board, and its options.
export function gameTitle() {
  if (isTextTree()) return { name: "tree", options: here.game };
  const [name, ...options] = (here.view?.game ?? here.game).split(" ").map((word) => word.replace(/^(\w+=)?.*\//, "$1"));
  return { name: name.replaceAll("_", " ") || "…", options: options.join(" ") };
}
