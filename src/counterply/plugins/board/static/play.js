// Playing: moves of persons and of players, hints, taking back, the end.

import { clock, pressClock, startClock, stopClock, timeLeft } from "/clock.js";
import { atTip, here, over, place } from "/here.js";
import { notices, say } from "/notices.js";
import { go, whenThere } from "/position.js";
import { search, stopSearch } from "/search.js";
import { isPerson, levelOf, seating } from "/seats.js";
import { settings } from "/settings.js";
import { on, tell, update } from "/signals.js";
import { seatName } from "/words.js";

const ENGINE_SECONDS = 1;
const HINT_NODES = 100_000;

export let hinted = null; // {step, move}

on("going", () => {
  hinted = null;
});
on("shown", afterView);
on("flag", (seat) => finish(`${seatName(seat)} ran out of time: ${seatName(1 - seat)} won`));

function afterView(node, view) {
  if (settings.mode !== "play") return;
  sitDown(node, view);
  if (over()) return stopClock();
  if (!atTip()) return;
  if (view.turn === "chance") return void playAt(node, draw());
  const player = seating.seats[view.turn];
  startClock(view.turn);
  if (player !== "person") askPlayer(node, player);
  else prepare(node, seating.seats[1 - view.turn]);
}

let prepared = ""; // the game and the player that were prepared last

// Prepare the player who moves next while the person thinks: the first time its search is compiled.
function prepare(node, player) {
  const { game, set } = here;
  const who = JSON.stringify([game, set, player, seating.seed]);
  if (player === "person" || who === prepared) return;
  prepared = who;
  search("prepare", { want: "prepare", ...place(node), player, seed: seating.seed });
}

function draw() {
  const random = crypto.getRandomValues(new Uint32Array(2));
  return `~${random[0].toString(36)}${random[1].toString(36)}`;
}

// Draw by lot until a player is to move.
export function drawChance() {
  play(draw());
  whenThere(() => here.view.turn === "chance" && here.view.outcome === "ongoing" && drawChance());
}

async function askPlayer(node, player) {
  const limit = levelOf(player) ? {} : { seconds: ENGINE_SECONDS };
  if (clock) Object.assign(limit, { clock: timeLeft(node.turn) / 1000, increment: clock.increment });
  if (clock) delete limit.seconds;
  const answer = await search("move", { want: "move", ...place(node), player, limit, seed: seating.seed });
  if (answer?.error) notices.error = answer.error;
  if (answer?.kind === "move" && !over()) {
    const said = answer.notes?.[0] ?? notices.status;
    playAt(node, answer.move);
    whenThere(() => { notices.status = said; });
  }
  update();
}

export function play(move) {
  if (here.pending && here.of === here.node) return whenThere(() => play(move)); // asked for again, as by another mode
  if (here.pending) return; // the second of two fast clicks
  if (settings.mode === "play") {
    if (!atTip()) {
      notices.error = "This is an earlier position: go to the end, or take back";
      return update();
    }
    if (over() || (here.view.turn !== "chance" && !isPerson(here.view.turn))) return;
  }
  playAt(here.node, move);
}

export function playAt(node, move) {
  if (settings.mode === "play" && node.turn !== "chance") pressClock(node.turn);
  const next = here.tree.add(node, move);
  next.clock = clock ? [...clock.left] : null;
  go(next);
}

export function playLine(moves) {
  let at = here.node;
  for (const move of moves) at = here.tree.add(at, move);
  go(at);
}

export function takeBack() {
  stopSearch();
  stopClock();
  let at = here.node;
  while (at.children.length) at = at.children[0];
  if (!at.parent) return;
  const end = at;
  at = at.parent;
  while (at.parent && !isPerson(at.turn)) at = at.parent;
  if (!isPerson(at.turn) && at.turn !== undefined && seating.seats.includes("person")) return go(end);
  here.tree.result = "";
  at.children = [];
  if (clock) clock.left = at.clock ? [...at.clock] : [...clock.full];
  say("Taken back");
  go(at, { speak: false });
}

export function resign() {
  if (over()) return;
  const seat = isPerson(here.view.turn) ? here.view.turn : seating.seats.indexOf("person");
  if (seat < 0) return;
  finish(`${seatName(seat)} resigned: ${seatName(1 - seat)} won`);
}

function finish(text) {
  here.tree.result = text;
  hinted = null;
  stopSearch();
  stopClock();
  say(text);
  tell("went");
  update();
}

// By default the person makes the first move.
function sitDown(node, view) {
  if (!seating.fresh || view.turn === "chance") return;
  seating.fresh = false;
  const begins = !node.parent || node.parent.turn === "chance";
  if (begins && seating.seats[view.turn] !== "person" && seating.seats[1 - view.turn] === "person") seating.seats = [...seating.seats].reverse();
}

// The first step of a hint shows an item to touch, or where to look; the second one the move.
export async function hint() {
  if (here.pending || over() || here.view.turn === "chance") return;
  if (hinted) {
    hinted.step = 2;
    say(`Hint: ${hinted.move}`);
    return update();
  }
  const player = here.view.compiled ? "engine" : "alphabeta";
  const answer = await search("hint", { want: "move", ...place(here.node), player, limit: { nodes: HINT_NODES, seconds: 3 }, seed: 0 });
  if (answer?.error) notices.error = answer.error;
  if (answer?.kind === "move") {
    hinted = { step: 1, move: answer.move };
    say("Hint: look at what is marked; ask again for the move");
  }
  update();
}
