// The explanation of a move: its value beside the best one's, the line that refutes it, and how the search went along it; where dice
// decide, what each roll is worth after it, and how lucky a roll is.

import { html, nothing } from "/vendor/lit-html-3.3.3.js";
import { lookAhead } from "/ahead.js";
import { analysed, considerAnalysis } from "/analysis.js";
import { here, place } from "/here.js";
import { say } from "/notices.js";
import { chip, lineOfPlay, table, unless } from "/parts.js";
import { search, searches } from "/search.js";
import { on, update } from "/signals.js";
import { waitingForSearch } from "/waiting.js";
import { nice, seatName, signed, whole } from "/words.js";

const WHY_SECONDS = 3;
const LONGEST_PASSAGE = 100; // moves

const UNCERTAIN = "What is drawn by lot, or hidden, leaves no line of play certain";
const HIDDEN = "What is hidden leaves no line of play certain";
const MOST_ROLLS = 8;

// Why nothing can be proven here; "" where it can.
export const uncertain = () => (here.view?.certain === false ? UNCERTAIN : "");

// Why nothing can be explained here; "" where it can.
export const unexplained = () => (here.view?.hidden ? HIDDEN : "");

const rolling = () => here.view?.turn === "chance";

let explained = null; // {move, answer} or {move, error}, and {passage} once it was asked for
let question = "";

on("left", () => {
  explained = null;
  question = "";
});

export async function askWhy(move) {
  explained = { move };
  question = move;
  const answer = await search("why", { ...place(here.node), eval: analysed.evaluator, want: rolling() ? "luck" : "why", move, limit: { seconds: WHY_SECONDS } });
  if (!answer) return;
  if (!answer.error) [answer.headline, answer.opinion] = whole([answer.headline, answer.opinion ?? ""]);
  explained = answer.error ? { move, error: answer.error } : { move, answer };
  if (!answer.error) say(nice(answer.headline));
  considerAnalysis();
  update();
}

let inSight = null; // the answer that was brought into sight

on("drawn", () => {
  const answer = explained?.answer ?? null;
  if (answer === inSight) return;
  inSight = answer;
  const panel = answer && document.querySelector(".why-panel");
  const side = panel?.parentElement;
  if (side && side.scrollHeight > side.clientHeight) side.scrollTop = panel.offsetTop - side.offsetTop;
  else panel?.scrollIntoView({ block: "nearest" });
});

export function whyPanel() {
  const moves = (rolling() ? here.view?.rolls : here.view?.moves) ?? [];
  const why = unexplained() || (moves.length ? "" : "there is no move to explain") || (searches("why") ? "the search goes on" : "");
  const ask = (event) => {
    event.preventDefault();
    unless(why, () => askWhy(event.target.elements.why.value))(event);
  };
  return html`<div class="panel why-panel">
    <div class="panel-head"><h2>Why</h2>
      <form class="why-form" @submit=${ask}><label>why, or why not <select name="why" aria-label=${rolling() ? "roll to explain" : "move to explain"} @change=${(event) => { question = event.target.value; update(); }}>
        ${moves.slice(0, 400).map((move) => html`<option ?selected=${move.text === question}>${move.text}</option>`)}</select></label>
        <button aria-disabled=${why ? "true" : nothing} title=${why || nothing}>Explain</button></form></div>
    ${explained?.error ? html`<p class="error" role="alert">${explained.error}</p>` : nothing}
    ${searches("why") ? html`<p class="dim">${waitingForSearch("searching it by itself")}</p>` : nothing}
    ${explained?.answer ? (explained.answer.kind === "luck" ? luckText : whyText)(explained.answer) : nothing}
    ${explained?.answer && here.view?.compiled !== false && !uncertain() ? passage() : nothing}
  </div>`;
}

// How the search went along the line: asked for, as it takes another search.
async function askPassage() {
  const asked = explained;
  const { chosen, depth } = asked.answer;
  const request = { ...place(here.node), eval: analysed.evaluator, want: "passage", line: chosen.pv.slice(0, LONGEST_PASSAGE), limit: { depth, seconds: 2 * WHY_SECONDS } };
  const reply = await search("passage", request);
  if (!reply) return;
  if (explained === asked) explained = reply.error ? { ...asked, error: reply.error } : { ...asked, passage: reply };
  considerAnalysis();
  update();
}

function passage() {
  const found = explained.passage;
  if (!found) return html`<button ?disabled=${searches("passage")} @click=${askPassage}>${searches("passage") ? "searching …" : "How the search went along this line"}</button>`;
  return html`${found.rows.length ? html`<div class="tree-box">${table("features passage", found.heads, found.rows.map((row) => row.map(nice)), `In the search of depth ${found.depth}`)}</div>` : nothing}
    ${found.end ? html`<p class="dim">${nice(found.end)}</p>` : nothing}`;
}

function plyRow({ seat, move, value, change, terms, happened, over }) {
  const changes = terms.slice(0, 3).map((term) => `${term.feature} ${signed(term.difference)}`);
  const about = html`${chip(seat, seatName(seat))} ${move}`;
  return [about, value === null ? "" : signed(value), change === null ? "" : signed(change), [...changes, ...happened, ...(over ? [over] : [])].join(", ")];
}

// What a roll is worth beside the others.
function luckText({ headline, standing, answer }) {
  return html`<p class="headline">${nice(headline)}</p><p class="dim">${nice(standing)}</p>
    ${answer ? html`<table class="lines" @pointerleave=${() => lookAhead(null)}><tbody><tr><th scope="row">answered by</th><td>${answer}</td></tr></tbody></table>` : nothing}`;
}

// What the rolls after the move are worth, beside the same ones after the other move.
function rollsTable({ rolls, chosen, other }) {
  if (!rolls.length) return nothing;
  const paired = rolls[0].makes !== null;
  const mean = (value) => rolls.reduce((sum, roll) => sum + roll.probability * value(roll), 0) / rolls.reduce((sum, roll) => sum + roll.probability, 0);
  const row = (name, chance, value) => [name, chance, signed(value("chosen")), ...(paired ? [signed(value("other")), signed(value("makes"), 3)] : [])];
  const shown = rolls.slice(0, MOST_ROLLS).map((roll) => row(roll.roll, roll.share, (name) => roll[name]));
  const means = row(`mean of ${rolls.length}`, "", (name) => (name === "makes" ? mean((roll) => roll.chosen - roll.other) : mean((roll) => roll[name])));
  const heads = ["roll", "chance", chosen.move, ...(paired ? [other.move, "makes"] : [])];
  return table("features rolls-after", heads, [...shown, means], `What the rolls after it are worth, ${paired ? "the largest differences" : "the best"} first`);
}

function whyText(answer) {
  const line = (label, each) => html`<tr><th scope="row">${label}</th><td>${lineOfPlay(each.pv)}</td></tr>`;
  const terms = answer.terms.filter((term) => term.difference).slice(0, 5);
  const told = answer.plies.some((ply) => ply.change || ply.happened.length || ply.over);
  return html`<p class="headline">${nice(answer.headline)}</p>
    <table class="lines" @pointerleave=${() => lookAhead(null)}><tbody>${line(answer.label, answer.chosen)}${answer.other ? line("instead", answer.other) : nothing}</tbody></table>
    <p class="dim">${nice(answer.opinion)}</p>
    ${terms.length ? table("features", ["feature", answer.best ? "this line" : "best line", "other", "makes"], terms.map((term) => [term.feature, signed(term.better, 1), signed(term.worse, 1), signed(term.difference)]), "At the ends of the lines, for the side to move here")
      : answer.no_terms ? html`<p class="dim">No terms: ${answer.no_terms}.</p>` : nothing}
    ${rollsTable(answer)}${answer.means ? html`<p class="dim">${answer.means}.</p>` : nothing}
    ${told ? table("features plies", ["move", "value", "change", "what changed"], answer.plies.map(plyRow), `Move by move, as the evaluator ${answer.evaluator} sees it for the side to move here`) : nothing}`;
}
