// A look at every position of a game, and the mistakes that it finds.

import { considerAnalysis, note } from "/analysis.js";
import { ended, go, knownView, place } from "/position.js";
import { stopSearch } from "/search.js";
import { connection } from "/server.js";
import { say, state, update } from "/state.js";
import { line } from "/tree.js";
import { article, seatName, verdict } from "/words.js";

const REVIEW_NODES = 30_000;

// Search every position of the line for a moment, so that the graph and the verdicts are there.
export async function review() {
  stopSearch();
  const nodes = line(state.node);
  state.searching = "review";
  state.searchedAt = performance.now();
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

// Go to the position before the next mistake, so that one can try to do better.
export function nextMistake() {
  const nodes = line(state.mistake?.before === state.node.parent ? state.mistake.played : state.node);
  const here = nodes.indexOf(state.mistake?.before === state.node.parent ? state.mistake.played : state.node);
  const from = state.mistake?.before === state.node ? here + 1 : here;
  const played = nodes.slice(from + 1).find((node) => verdict(node)) ?? nodes.find((node) => verdict(node));
  if (!played) {
    say("No mistake is known; review the game first");
    state.error = "No mistake is known: Review looks for them";
    return update();
  }
  state.mistake = { before: played.parent, played };
  go(played.parent, { speak: false });
  say(`${seatName(played.parent.turn ?? 0)} played ${played.move} here, ${article(verdict(played).name)}`);
}
