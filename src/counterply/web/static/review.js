// A look at every position of a game, and the mistakes that it finds.

import { considerAnalysis, note } from "/analysis.js";
import { ended, go, knownView, place } from "/position.js";
import { stopSearch } from "/search.js";
import { connection } from "/server.js";
import { say, state, update } from "/state.js";
import { line } from "/tree.js";
import { verdict } from "/words.js";

const REVIEW_NODES = 30_000;

// Search every position of the line for a moment, so that the graph and the verdicts are there.
export async function review() {
  stopSearch();
  const nodes = line(state.node);
  state.searching = "review";
  state.review = { done: 0, of: nodes.length };
  const mine = state.review;
  for (const node of nodes) {
    if (state.review !== mine) return;
    mine.done += 1;
    if (node.eval && node.eval.depth >= 4) continue;
    let view = knownView(node);
    try {
      view ??= await connection.once({ want: "view", ...place(node) });
    } catch (error) {
      state.error = error.message;
      break;
    }
    node.turn = view.turn;
    if (view.outcome !== "ongoing") node.eval = ended(view);
    else if (view.turn !== "chance") await reviewed(node);
    update();
  }
  if (state.review !== mine) return;
  Object.assign(state, { review: null, searching: null });
  considerAnalysis();
  update();
}

function reviewed(node) {
  return new Promise((resolve) => {
    connection.ask("search", { want: "analyse", ...place(node), lines: 1, limit: { nodes: REVIEW_NODES }, eval: state.eval }, (answer) => {
      if (answer.kind === "report") note(node, answer);
      if (answer.kind === "done" || answer.error) resolve();
    });
  });
}

export function nextMistake() {
  const nodes = line(state.node);
  const here = nodes.indexOf(state.node);
  const found = nodes.slice(here + 1).find((node) => verdict(node)) ?? nodes.find((node) => verdict(node));
  if (found) go(found);
  else say("No mistake is known; review the game first");
  update();
}
