// Playing: moves of persons and of players, hints, taking back, the end.

import { pressClock, startClock, stopClock, timeLeft } from "/clock.js";
import { atTip, go, over, place } from "/position.js";
import { search, stopSearch } from "/search.js";
import { on, say, state, tell, update } from "/state.js";
import { seatName } from "/words.js";

const ENGINE_SECONDS = 1;
const HINT_NODES = 100_000;

on("shown", afterView);
on("flag", (seat) => finish(`${seatName(seat)} has no time left: ${seatName(1 - seat)} wins`));

function afterView(node, view) {
  if (state.settings.mode !== "play") return;
  sitDown(node, view);
  if (over()) return stopClock();
  if (!atTip()) return;
  if (view.turn === "chance") return void playAt(node, draw());
  const player = state.seats[view.turn];
  startClock(view.turn);
  if (player !== "person") askPlayer(node, player);
}

function draw() {
  const random = crypto.getRandomValues(new Uint32Array(2));
  return `~${random[0].toString(36)}${random[1].toString(36)}`;
}

export function drawChance() {
  play(draw());
}

function askPlayer(node, player) {
  const limit = player.startsWith("level") ? {} : { seconds: ENGINE_SECONDS };
  if (state.clock) Object.assign(limit, { clock: timeLeft(node.turn) / 1000, increment: state.clock.increment });
  if (state.clock) delete limit.seconds;
  search("move", { want: "move", ...place(node), player, limit, seed: state.seed }, (answer) => {
    if (answer.error) state.error = answer.error;
    if (answer.kind !== "move" || over()) return;
    state.searching = null;
    if (answer.notes?.length) state.status = answer.notes[0];
    playAt(node, answer.move);
  });
}

export function play(move) {
  if (state.pending) return;
  if (state.settings.mode === "play") {
    if (!atTip()) {
      state.error = "This is an earlier position: go to the end, or take back";
      return update();
    }
    if (over() || (state.view.turn !== "chance" && state.seats[state.view.turn] !== "person")) return;
  }
  playAt(state.node, move);
}

export function playAt(node, move) {
  if (state.settings.mode === "play" && node.turn !== "chance") pressClock(node.turn);
  const next = state.tree.add(node, move);
  next.clock = state.clock ? [...state.clock.left] : null;
  go(next);
}

export function playLine(moves) {
  let at = state.node;
  for (const move of moves) at = state.tree.add(at, move);
  go(at);
}

export function takeBack() {
  stopSearch();
  stopClock();
  const people = (turn) => turn !== "chance" && state.seats[turn] === "person";
  let at = state.node;
  while (at.children.length) at = at.children[0];
  if (!at.parent) return;
  const end = at;
  at = at.parent;
  while (at.parent && !people(at.turn)) at = at.parent;
  if (!people(at.turn) && at.turn !== undefined && state.seats.includes("person")) return go(end);
  state.tree.result = "";
  at.children = [];
  if (state.clock) state.clock.left = at.clock ? [...at.clock] : [...state.clock.full];
  say("Taken back");
  go(at, { speak: false });
}

export function resign() {
  if (over()) return;
  const seat = state.seats[state.view.turn] === "person" ? state.view.turn : state.seats.indexOf("person");
  if (seat < 0) return;
  finish(`${seatName(seat)} resigned: ${seatName(1 - seat)} wins`);
}

function finish(text) {
  state.tree.result = text;
  stopSearch();
  stopClock();
  say(text);
  tell("went");
  update();
}

// Where nobody chose who sits where, the person makes the first move.
function sitDown(node, view) {
  if (!state.fresh || view.turn === "chance") return;
  state.fresh = false;
  const begins = !node.parent || node.parent.turn === "chance";
  if (begins && state.seats[view.turn] !== "person" && state.seats[1 - view.turn] === "person") state.seats = [...state.seats].reverse();
}

// One step shows what to touch, or where to look; the next one the move.
export function hint() {
  if (state.pending || over() || state.view.turn === "chance") return;
  if (state.hint?.move) {
    state.hint.step = 2;
    say(`Hint: ${state.hint.move}`);
    return update();
  }
  const player = state.view.compiled ? "engine" : "alphabeta";
  const request = { want: "move", ...place(state.node), player, limit: { nodes: HINT_NODES, seconds: 3 }, seed: 0 };
  search("hint", request, (answer) => {
    if (answer.error) state.error = answer.error;
    if (answer.kind !== "move") return;
    state.hint = { step: 1, move: answer.move };
    say("Hint: look at what is marked; ask again for the move");
  });
}
