// The explanation of a move: its value beside the best one's, the line that refutes it, and how the search went along it.

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

// Why nothing can be explained or proven here; "" where it can.
export const uncertain = () => (here.view?.certain === false ? UNCERTAIN : "");

let explained = null; // {move, answer} or {move, error}, and {passage} once it was asked for
let question = "";

on("left", () => {
  explained = null;
  question = "";
});

export async function askWhy(move) {
  explained = { move };
  question = move;
  const answer = await search("why", { ...place(here.node), eval: analysed.evaluator, want: "why", move, limit: { seconds: WHY_SECONDS } });
  if (!answer) return;
  if (!answer.error) [answer.headline, answer.opinion] = whole([answer.headline, answer.opinion]);
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
  const moves = here.view?.moves ?? [];
  const why = uncertain() || (moves.length ? "" : "there is no move to explain") || (searches("why") ? "the search goes on" : "");
  const ask = (event) => {
    event.preventDefault();
    unless(why, () => askWhy(event.target.elements.why.value))(event);
  };
  return html`<div class="panel why-panel">
    <div class="panel-head"><h2>Why</h2>
      <form class="why-form" @submit=${ask}><label>why, or why not <select name="why" aria-label="move to explain" @change=${(event) => { question = event.target.value; update(); }}>
        ${moves.slice(0, 400).map((move) => html`<option ?selected=${move.text === question}>${move.text}</option>`)}</select></label>
        <button aria-disabled=${why ? "true" : nothing} title=${why || nothing}>Explain</button></form></div>
    ${explained?.error ? html`<p class="error" role="alert">${explained.error}</p>` : nothing}
    ${searches("why") ? html`<p class="dim">${waitingForSearch("searching it by itself")}</p>` : nothing}
    ${explained?.answer ? whyText(explained.answer) : nothing}
    ${explained?.answer && here.view?.compiled !== false ? passage() : nothing}
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

function whyText(answer) {
  const line = (label, each) => html`<tr><th scope="row">${label}</th><td>${lineOfPlay(each.pv)}</td></tr>`;
  const terms = answer.terms.filter((term) => term.difference).slice(0, 5);
  const told = answer.plies.some((ply) => ply.change || ply.happened.length || ply.over);
  return html`<p class="headline">${nice(answer.headline)}</p>
    <table class="lines" @pointerleave=${() => lookAhead(null)}><tbody>${line(answer.label, answer.chosen)}${answer.other ? line("instead", answer.other) : nothing}</tbody></table>
    <p class="dim">${nice(answer.opinion)}</p>
    ${terms.length ? table("features", ["feature", answer.best ? "this line" : "best line", "other", "makes"], terms.map((term) => [term.feature, signed(term.better, 1), signed(term.worse, 1), signed(term.difference)]), "At the ends of the lines, for the side to move here")
      : answer.no_terms ? html`<p class="dim">No terms: ${answer.no_terms}.</p>` : nothing}
    ${told ? table("features plies", ["move", "value", "change", "what changed"], answer.plies.map(plyRow), `Move by move, as the evaluator ${answer.evaluator} sees it for the side to move here`) : nothing}`;
}
