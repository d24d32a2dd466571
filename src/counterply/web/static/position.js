// The position on the board: which one it is, how it comes from the server, and steps to others.

import { show } from "/board.js";
import { stopSearch } from "/search.js";
import { connection } from "/server.js";
import { say, state, tell, update } from "/state.js";
import { Tree, branching, line, path } from "/tree.js";
import { resultText, seatName, setPlayers, verdict } from "/words.js";

const REMEMBERED = 400; // views

const views = new Map();

export function forgetViews() {
  views.clear();
}

export function knownView(node) {
  return views.get(viewKey(node));
}

export function position(node = state.node) {
  return { from: state.tree.from, moves: path(node) };
}

export function place(node) {
  return { game: state.game, set: state.set, position: position(node) };
}

// The seat that looks: in play against engines the person's, else whoever is to move.
export function viewer() {
  if (state.settings.mode !== "play") return undefined;
  const people = [0, 1].filter((seat) => state.seats[seat] === "person");
  return people.length === 1 ? people[0] : undefined;
}

function viewKey(node) {
  return JSON.stringify([state.game, state.set, state.tree.from, path(node), viewer() ?? null]);
}

export function go(node, { speak = true } = {}) {
  const moved = state.node !== node;
  Object.assign(state, { node, touched: [], menu: [], confirming: null, hint: null, ahead: null, error: "", branch: 0 });
  if (moved) Object.assign(state, { report: null, terms: null, proof: "" });
  if (moved) tell("left");
  if (state.searching !== "review") stopSearch();
  tell("went");
  const known = knownView(node);
  if (known) return shown(node, known, speak);
  state.askedAt = performance.now();
  state.pending = true;
  connection.ask("view", { want: "view", ...place(node), viewer: viewer() }, (answer) => {
    if (answer.error) return refused(node, answer.error);
    views.set(viewKey(node), answer);
    if (views.size > REMEMBERED) views.delete(views.keys().next().value);
    if (state.node === node) shown(node, answer, speak);
  });
  update();
}

// A position that cannot be: the page goes back to one that can.
function refused(node, error) {
  state.error = error;
  state.pending = false;
  if (node.parent) {
    state.tree.remove(node);
    state.node = node.parent;
    const known = knownView(node.parent);
    if (known) shown(node.parent, known, false);
    else go(node.parent, { speak: false });
    state.error = error;
  } else if (state.tree.from) {
    state.tree = new Tree();
    go(state.tree.root);
    state.error = error;
  }
  update();
}

function shown(node, view, speak) {
  state.view = view;
  setPlayers(view.players);
  state.pending = false;
  node.turn = view.turn;
  if (view.outcome !== "ongoing") node.eval = ended(view);
  show(view.drawing);
  if (speak && node.move) say(spokenMove(node, view));
  tell("shown", node, view);
  update();
  const later = state.later;
  state.later = null;
  if (later) later();
}

export function ended(view) {
  const chance = { first: 1, second: 0, draw: 0.5 }[view.outcome];
  return { chance, score: null, text: { first: `${seatName(0)} won`, second: `${seatName(1)} won`, draw: "draw" }[view.outcome], depth: 0, proven: true };
}

function spokenMove(node, view) {
  const who = node.parent.turn === "chance" ? "Drawn" : `${seatName(node.parent.turn ?? 0)} plays`;
  const happened = view.happened.length ? `; ${view.happened.join("; ")}` : "";
  const judged = verdict(node);
  const end = view.outcome === "ongoing" ? `${seatName(view.turn)} to move` : resultText(view);
  return `${who} ${shownMove(node.move)}${judged ? `, ${judged.name}` : ""}${happened}. ${end}`;
}

export function shownMove(move) {
  return move?.startsWith("~") ? "deal" : move;
}

export function atTip() {
  return state.node.children.length === 0;
}

export function over() {
  return state.view?.outcome !== "ongoing" || Boolean(state.tree.result);
}

// --- steps

export function back() {
  if (state.node.parent) go(state.node.parent);
}

export function forward() {
  const next = state.node.children[state.branch] ?? state.node.children[0];
  if (next) go(next);
}

export function first() {
  go(state.tree.root);
}

export function last() {
  go(line(state.node).at(-1));
}

export function up(step) {
  const branches = state.node.children.length;
  if (branches > 1) {
    state.branch = (state.branch + step + branches) % branches;
    say(`Next: ${state.node.children[state.branch].move}`);
    update();
  } else if (step < 0) first();
  else last();
}

export function leaveVariation() {
  go(branching(state.node));
}
