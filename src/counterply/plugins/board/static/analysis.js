// The engine's analysis of the position on the board.

import { here, place, rollable, searchable } from "/here.js";
import { notices, say } from "/notices.js";
import { playAt } from "/play.js";
import { search, searchStays, stopSearch, whenAtRest } from "/search.js";
import { changed, settings } from "/settings.js";
import { on, tell, update } from "/signals.js";
import { scoreText, whole, winText } from "/words.js";

const ANALYSIS_SECONDS = 60;
const GO_ON_SECONDS = 3600;
const [ROLLS_SECONDS, ROLLS_GO_ON_SECONDS] = [6, 60]; // of all rolls together
const THREAT_SECONDS = 5;
const PROOF_SECONDS = 20;

export const NO_THREAT = "This game or position allows no pass, so there is no threat to show";

export const analysed = {
  report: null, // of the search of this node
  rolls: null, // what the rolls are worth, where dice are to be rolled, and their mean
  terms: null, // of the evaluator
  proof: "",
  threat: false, // whether the other side's moves are searched
  evaluator: undefined, // its name, where one was chosen
};

on("left", () => Object.assign(analysed, { report: null, rolls: null, terms: null, proof: "" }));
on("shown", () => settings.mode !== "play" && considerAnalysis());

export function considerAnalysis() {
  if (searchStays()) return;
  if (settings.mode === "tree") {
    whenAtRest(() => tell("tree"));
    return;
  }
  if (settings.mode !== "analyse" || !settings.engine) return;
  if (searchable()) whenAtRest(() => analyse(ANALYSIS_SECONDS));
  else if (rollable()) whenAtRest(() => lookAtRolls(ROLLS_SECONDS));
}

export function goOn() {
  if (rollable()) lookAtRolls(ROLLS_GO_ON_SECONDS);
  else analyse(GO_ON_SECONDS);
}

function lookAtRolls(seconds) {
  search("analyse", { want: "rolls", ...place(here.node), limit: { seconds }, eval: analysed.evaluator }, (answer) => {
    if (answer.kind === "rolls") analysed.rolls = answer;
    if (answer.error) notices.error = answer.error;
  });
}

function analyse(seconds) {
  const { node } = here;
  const { threat, evaluator } = analysed;
  const lines = settings.numbers && !threat ? "all" : settings.lines;
  const request = { want: "analyse", ...place(node), lines, limit: { seconds: threat ? THREAT_SECONDS : seconds }, threat, eval: evaluator, terms: !threat };
  search("analyse", request, (answer) => {
    if (answer.kind === "report") {
      analysed.report = answer;
      note(node, answer);
    } else if (answer.kind === "terms") analysed.terms = answer;
    if (answer.error) notices.error = answer.error;
  });
}

// Keep a search's result at its node, unless it is the other side's.
export function note(node, report) {
  const texts = whole(report.lines.map((each) => each.text));
  report.lines.forEach((each, rank) => { each.text = texts[rank]; });
  const best = report.lines[0];
  if (!best || report.threat) return;
  node.eval = { best: best.move, chance: best.chance, text: scoreText(best), depth: report.depth };
  tell("went");
}

export function stopAnalysis() {
  stopSearch();
  update();
}

// Search again, since the request has changed.
export function analyseAnew() {
  stopSearch();
  considerAnalysis();
  update();
}

export function toggleEngine() {
  settings.engine = !settings.engine;
  changed();
  analyseAnew();
}

export function toggleThreat() {
  if (!here.view?.threat) {
    notices.error = NO_THREAT;
    return update();
  }
  Object.assign(analysed, { threat: !analysed.threat, report: null });
  analyseAnew();
}

export async function prove() {
  const answer = await search("solve", { want: "solve", ...place(here.node), limit: { seconds: PROOF_SECONDS } });
  if (!answer) return;
  say((analysed.proof = answer.error ?? proofText(answer)));
  considerAnalysis();
  update();
}

function proofText(found) {
  if (!found.proven) return `Not proven within ${PROOF_SECONDS} s`;
  const plies = found.distance === null ? "" : ` in ${found.distance} plies`;
  return `Proven: ${winText(found, "can win")}${plies}${found.line.length ? ` (${found.line.slice(0, 12).join(" ")})` : ""}`;
}

export function best() {
  if (here.pending) return;
  const { report } = analysed;
  const move = report && !report.threat ? report.lines[0]?.move : null;
  if (settings.mode === "analyse" && move) playAt(here.node, move);
  else if (settings.mode === "analyse" && !settings.engine) toggleEngine();
}

export function toggle(name) {
  settings[name] = !settings[name];
  changed();
  if (name === "numbers") analyseAnew();
}
