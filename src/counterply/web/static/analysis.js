// What the engine thinks of the position on the board.

import { place } from "/position.js";
import { playAt } from "/play.js";
import { search, stopSearch, whenAtRest } from "/search.js";
import { changed, on, say, state, tell, update } from "/state.js";
import { scoreText, seatName } from "/words.js";

const ANALYSIS_SECONDS = 60;
const GO_ON_SECONDS = 3600;
const THREAT_SECONDS = 5;
const PROOF_SECONDS = 20;

on("shown", () => state.settings.mode !== "play" && considerAnalysis());

export function considerAnalysis() {
  if (state.searching === "review") return;
  const { view, node, settings } = state;
  if (settings.mode === "tree") {
    whenAtRest(() => tell("tree"));
    return;
  }
  if (settings.mode !== "analyse" || !settings.engine || !view || view.outcome !== "ongoing" || view.turn === "chance") return;
  whenAtRest(() => analyse(ANALYSIS_SECONDS));
}

export function goOn() {
  analyse(GO_ON_SECONDS);
}

function analyse(seconds) {
  const { node } = state;
  const lines = state.settings.numbers && !state.threat ? "all" : state.settings.lines;
  const limit = { seconds: state.threat ? THREAT_SECONDS : seconds };
  const request = { want: "analyse", ...place(node), lines, limit, threat: state.threat, eval: state.eval, terms: !state.threat };
  search("analyse", request, (answer) => {
    if (answer.kind === "report") {
      state.report = answer;
      if (!answer.threat) note(node, answer);
    } else if (answer.kind === "terms") state.terms = answer;
    if (answer.error) state.error = answer.error;
  });
}

// Remember what a search found at a node.
export function note(node, report) {
  const best = report.lines[0];
  if (!best) return;
  node.eval = { best: best.move, chance: best.chance, score: best.score, text: scoreText(best), depth: report.depth, proven: best.proven };
  tell("went");
}

export function toggleEngine() {
  state.settings.engine = !state.settings.engine;
  changed();
  if (state.settings.engine) considerAnalysis();
  else {
    stopSearch();
    update();
  }
}

export function toggleThreat() {
  if (!state.view?.threat) {
    state.error = "Nobody can pass in this game or position, so there is no threat to show";
    return update();
  }
  state.threat = !state.threat;
  state.report = null;
  stopSearch();
  considerAnalysis();
  update();
}

export function prove() {
  state.proof = "looking for a proof …";
  search("solve", { want: "solve", ...place(state.node), limit: { seconds: PROOF_SECONDS } }, (answer) => {
    if (answer.error) state.proof = answer.error;
    if (answer.kind === "solution") say((state.proof = proofText(answer)));
    if (answer.kind === "done") considerAnalysis();
  });
}

function proofText(found) {
  if (!found.proven) return `Not proven within ${PROOF_SECONDS} s`;
  const who = found.outcome === "draw" ? "a draw" : `${seatName(found.outcome === "first" ? 0 : 1)} wins`;
  const points = found.margin ? ` by ${Math.abs(found.margin)}` : "";
  const plies = found.distance === null ? "" : ` in ${found.distance} plies`;
  return `Proven: ${who}${points}${plies}${found.line.length ? ` (${found.line.slice(0, 12).join(" ")})` : ""}`;
}

export function best() {
  if (state.pending) return;
  const move = state.report && !state.report.threat ? state.report.lines[0]?.move : null;
  if (state.settings.mode === "analyse" && move) playAt(state.node, move);
  else if (state.settings.mode === "analyse" && !state.settings.engine) toggleEngine();
}

export function toggle(name) {
  state.settings[name] = !state.settings[name];
  changed();
  if (name === "numbers") {
    stopSearch();
    considerAnalysis();
  }
}
