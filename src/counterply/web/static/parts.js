// Small parts that several panels show.

import { html, nothing, svg } from "/vendor/lit-html-3.3.3.js";
import { lookAhead, wheel } from "/ahead.js";
import { analyseAnew, analysed } from "/analysis.js";
import { here } from "/here.js";
import { playLine } from "/play.js";
import { server } from "/server.js";
import { seatRole } from "/words.js";

// A button whose sign has a name for screen readers, and below the pointer.
export function button(label, sign, action, off = false) {
  return html`<button aria-label=${label} title=${label} ?disabled=${off} @click=${action}>${sign}</button>`;
}

// A piece of a player, as it looks on the board.
export function chip(seat, name = "") {
  return html`<svg class="chip counterply-drawing" viewBox="-1 -1 16 16" role=${name ? "img" : nothing} aria-label=${name || nothing} aria-hidden=${name ? nothing : "true"}>
    ${svg`<g class="disc ${seatRole(seat)}"><ellipse cx="7" cy="7" rx="7" ry="7"></ellipse></g>`}</svg>`;
}

export function evaluators() {
  const names = [...(here.view?.evaluators ?? []), ...(server.named?.evaluators ?? [])];
  if (names.length < 2) return nothing;
  const choose = (event) => {
    analysed.evaluator = event.target.value;
    analyseAnew();
  };
  return html`<label>evaluator <select aria-label="evaluator" @change=${choose}>${names.map((name) => html`<option ?selected=${name === analysed.evaluator}>${name}</option>`)}</select></label>`;
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
  const [name, ...options] = (here.view?.game ?? here.game).split(" ").map((word) => word.replace(/^(\w+=)?.*\//, "$1"));
  return { name: name.replaceAll("_", " ") || "…", options: options.join(" ") };
}
