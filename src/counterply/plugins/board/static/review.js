// The review of a game: a short search of every position, and the mistakes that it finds.

import { analysed, considerAnalysis, note } from "/analysis.js";
import { here, place } from "/here.js";
import { notices, say } from "/notices.js";
import { ended, go, knownView } from "/position.js";
import { search, searchEach } from "/search.js";
import { connection } from "/server.js";
import { settings } from "/settings.js";
import { on, tell, update } from "/signals.js";
import { line } from "/tree.js";
import { article, seatName, verdict } from "/words.js";

const REVIEW_NODES = 30_000;
const DEEP_ENOUGH = 4; // plies of an earlier search

export const reviewing = {
  progress: null, // {done, of}
  mistake: null, // {before, played}: nodes of a mistake that was gone to; {puzzle}: its answer is not shown before a try
};

on("stopped", () => {
  reviewing.progress = null;
});

on("shown", (node) => {
  const { mistake } = reviewing;
  if (settings.mode === "analyse" && mistake && node.parent === mistake.before && node.lost === undefined) judge(node);
});

// Search every position of the line for a moment, and the moves from one to the next.
export async function review() {
  const nodes = line(here.node);
  const progress = { done: 0, of: nodes.length };
  const untouched = await searchEach(nodes, (node, index) => {
    reviewing.progress = progress;
    progress.done += 1;
    update();
    return reviewed(node, nodes[index + 1]);
  });
  if (!untouched) return;
  reviewing.progress = null;
  tell("reviewed");
  considerAnalysis();
  update();
}

// Whether a position could be looked at, and nothing else was searched instead; `next` is the node that was played.
async function reviewed(node, next) {
  if (node.eval && (next ? next.lost !== undefined : node.eval.depth >= DEEP_ENOUGH)) return true;
  try {
    const view = knownView(node) ?? (await connection.once({ want: "view", ...place(node) }));
    node.turn = view.turn;
    if (view.outcome !== "ongoing") node.eval = ended(view);
    if (view.outcome !== "ongoing" || view.turn === "chance") return true;
  } catch (error) {
    notices.error = error.message;
    return false;
  }
  return look(node, next, { ofSeries: true });
}

// Search a position, and find the loss of the move to `next`.
async function look(node, next, how) {
  const request = { want: "review", ...place(node), move: next?.move ?? "", limit: { nodes: REVIEW_NODES }, eval: analysed.evaluator };
  const answer = await search("review", request, (found) => {
    if (found.kind === "report") note(node, found);
    else if (next && found.kind === "verdict") next.lost = found.lost;
  }, how);
  if (answer?.error) notices.error = answer.error;
  return Boolean(answer && !answer.error);
}

// Judge the move that was tried instead of a mistake.
async function judge(node) {
  await look(node.parent, node);
  tell("judged", node);
  if (here.node === node) considerAnalysis();
}

// Go to the position before the next mistake, so that one can try to do better.
export function nextMistake() {
  const { mistake } = reviewing;
  const at = mistake && mistake.before === here.node.parent ? mistake.played : here.node;
  const nodes = line(at);
  const from = nodes.indexOf(at) + (mistake?.before === here.node ? 1 : 0);
  const played = nodes.slice(from + 1).find((node) => verdict(node)) ?? nodes.find((node) => verdict(node));
  if (!played) {
    const looked = nodes.slice(1).every((node) => node.lost !== undefined || node.parent.turn === "chance");
    notices.status = looked ? "No mistake was found in this game" : "No mistake is known: Review looks for them";
    say(notices.status);
    return update();
  }
  reviewing.mistake = { before: played.parent, played };
  go(played.parent, { speak: false });
  say(`${seatName(played.parent.turn ?? 0)} played ${played.move} here, ${article(verdict(played).name)}`);
}
