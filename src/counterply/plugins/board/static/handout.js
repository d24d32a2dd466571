// A tree to hand out: on the first page a question, on the next ones its solution and the steps of the search.

import { html, nothing, render } from "/vendor/lit-html-3.3.3.js";
import { here, isTextTree } from "/here.js";
import { picture } from "/lecture.js";
import { gameTitle } from "/parts.js";
import { nice, seatName } from "/words.js";

const still = (head) => ({ head, given: new Set(), still: true });

// Print the minimax tree as a question, and what alpha-beta finds in it as the solution.
export function printHandOut(minimax, alphabeta) {
  const sheet = document.createElement("div");
  sheet.className = "handout";
  render(pages(minimax, alphabeta), sheet);
  document.body.append(sheet);
  addEventListener("afterprint", () => sheet.remove(), { once: true });
  const style = sheet.querySelector("link");
  style.onload = () => print();
}

function pages(minimax, alphabeta) {
  const { name, options } = gameTitle();
  const title = `${name} ${options}`.trim();
  return html`<link rel="stylesheet" href="/handout.css" />
    <section class="question">
      <p class="who"><span>Name</span><span>Date</span></p>
      <h1>${title}</h1>
      <div class="beside-board">${isTextTree() ? nothing : board()}<p>${intro(minimax)}</p></div>
      ${picture(still(minimax), true, 0)}
      <ol>
        <li>Write the value of every other node into it.</li>
        <li>${here.view.turn === "chance" ? "What is the root worth?" : "Which move is the best one, and what is it worth?"} <span class="blank"></span></li>
        <li>Alpha-beta searches this tree from left to right. Strike out the leaves that it does not look at, and say at each node where it stops why.</li>
      </ol>
      <div class="space"></div>
    </section>
    <section class="solution">
      <h1>${title}: solution</h1>
      ${picture(still(alphabeta), false, alphabeta.steps.length)}
      ${answers(minimax, alphabeta)}
      <h2>Alpha-beta, step by step</h2>
      <ol class="every-step">${alphabeta.steps.map((step) => html`<li>${nice(step.text)}</li>`)}</ol>
    </section>`;
}

function intro(minimax) {
  const { turn } = here.view;
  const max = turn === "chance" ? 0 : turn;
  const chance = minimax.rolls ? ", a circle is chance: it is worth the mean of its outcomes, each by the probability beside it" : "";
  return `${seatName(max)} is max${turn === max ? " and moves at the root" : ""}, ${seatName(1 - max)} is min. A triangle that points up is max, one that points down min${chance}. Search to depth ${minimax.depth}: the leaves say what they are worth to max.`;
}

function answers(minimax, alphabeta) {
  const best = alphabeta.picture.filter((node) => node.style === "best" && node.move).map((node) => node.move);
  const leaves = (head) => head.picture.filter((node) => node.kind === "leaf" && node.number !== null).map((node) => node.path);
  const seen = new Set(leaves(alphabeta));
  const left = leaves(minimax).filter((leaf) => !seen.has(leaf));
  const many = `${left.length} of ${leaves(minimax).length} leaves`;
  return html`<p>${best.length ? html`The best move is <strong>${best[0]}</strong>, worth` : "The root is worth"} <strong>${nice(alphabeta.picture[0].text)}</strong>${best.length > 1 ? `; the best line: ${best.join(" ")}` : ""}.</p>
    <p>Not looked at: ${left.length ? `${left.join(", ")} (${many})` : "none, alpha-beta looks at every leaf"}.</p>`;
}

// The board as it is drawn, without what one touches.
function board() {
  const copy = document.querySelector("#board").cloneNode(true);
  copy.querySelectorAll(".targets, .marks").forEach((part) => part.remove());
  copy.removeAttribute("id");
  return copy;
}
