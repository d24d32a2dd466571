// The board: what is shown, what was asked for, and what a person does. No rules of any game are here.

import { render } from "/vendor/lit-html-3.3.3.js";
import { grow, leavePosition } from "/inspect.js";
import { page, dialog } from "/panels.js";
import { Picture } from "/picture.js";
import { Connection } from "/socket.js";
import { branching, line, path, Tree } from "/tree.js";
import { resultText, scoreText, seatName, setPlayers, verdict } from "/words.js";

const SETTINGS = "counterply:settings";
const GAME = "counterply:game";
const SEARCH_PAUSE = 90; // milliseconds that a position must stay before it is searched
const ANALYSIS_SECONDS = 60;
const GO_ON_SECONDS = 3600;
const ENGINE_SECONDS = 1;
const REVIEW_NODES = 30_000;
const HINT_NODES = 100_000;
const THREAT_SECONDS = 5;
const PROOF_SECONDS = 20;
const SMALL = 24; // pixels: smaller targets are confirmed by a second touch
const MENU = 8; // moves, at most, that a menu offers
const WATCH = 2000; // milliseconds between looks at a run that goes on
const TICK = 100;
const REMEMBERED = 400; // views

const defaults = { theme: "auto", palette: "standard", confirm: "auto", lines: 3, numbers: false, marks: true, mode: "play", engine: true, treeSearch: "alphabeta", treeDepth: 2 };

export const state = {
  settings: { ...defaults, ...stored(SETTINGS) },
  open: false, // the connection
  status: "",
  error: "",
  games: [],
  levels: [],
  named: null, // what the command line named
  game: "",
  set: {},
  tree: new Tree(),
  node: null,
  view: null,
  pending: false, // the view is of an earlier position: that of the node is on its way
  later: null, // what a person did meanwhile
  touched: [],
  menu: [],
  confirming: null,
  seats: ["person", "level:strength=4"],
  clock: null, // {minutes, increment, left: [ms, ms], since, seat}
  seed: 1,
  report: null, // of the search of this node
  searching: null, // "analyse", "move", "hint", "solve", "review"
  threat: false,
  hint: null, // {step, move}
  terms: null,
  proof: "",
  ahead: null, // {moves, drawing}: a look ahead
  branch: 0, // the child that "right" goes to
  run: null,
  game_number: null,
  opened: "", // the dialog that is open
  openings: [],
  spoken: "",
  draft: null, // of the dialog
  copied: "",
  about: null, // {game, set, rules}: what is known of the game itself
  review: null, // {done, of}
};

let connection;
let picture;
let searchTimer = 0;
const views = new Map();

function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a full or forbidden store: the page works without it
  }
}

// --- what is asked

export function position(node = state.node) {
  return { from: state.tree.from, moves: path(node) };
}

export function place(node) {
  return { game: state.game, set: state.set, position: position(node) };
}

// The seat that looks: in play against engines the person's, else whoever is to move.
function viewer() {
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
  if (moved) leavePosition();
  if (state.searching !== "review") stopSearch();
  remember();
  const known = views.get(viewKey(node));
  if (known) return shown(node, known, speak);
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
    const known = views.get(viewKey(node.parent));
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
  picture?.draw(view.drawing);
  if (speak && node.move) say(spokenMove(node, view));
  afterView(node, view);
  update();
  const later = state.later;
  state.later = null;
  if (later) later();
}

function ended(view) {
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

export function say(text) {
  state.spoken = text;
}

// --- playing

export function atTip() {
  return state.node.children.length === 0;
}

export function over() {
  return state.view?.outcome !== "ongoing" || Boolean(state.tree.result);
}

function afterView(node, view) {
  if (state.settings.mode !== "play") return considerAnalysis();
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
  state.searching = "move";
  connection.ask("search", { want: "move", ...place(node), player, limit, seed: state.seed }, (answer) => {
    if (answer.error) {
      state.error = answer.error;
      state.searching = null;
      update();
    }
    if (answer.kind === "ended") state.status = answer.text ?? "";
    if (answer.kind !== "move" || state.node !== node || over()) return;
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

function playAt(node, move) {
  if (state.settings.mode === "play" && node.turn !== "chance") pressClock(node.turn);
  const next = state.tree.add(node, move);
  next.clock = state.clock ? [...state.clock.left] : null;
  go(next);
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
  remember();
  update();
}

// One step shows what to touch, or where to look; the next one the move.
export function hint() {
  if (state.pending || over() || state.view.turn === "chance") return;
  if (state.hint?.move) {
    state.hint.step = 2;
    say(`Hint: ${state.hint.move}`);
    return update();
  }
  const node = state.node;
  state.searching = "hint";
  const player = state.view.compiled ? "engine" : "alphabeta";
  connection.ask("search", { want: "move", ...place(node), player, limit: { nodes: HINT_NODES, seconds: 3 }, seed: 0 }, (answer) => {
    if (answer.error) state.error = answer.error;
    if (answer.kind === "done" || answer.error) state.searching = null;
    if (answer.kind === "move" && state.node === node) {
      state.hint = { step: 1, move: answer.move };
      say("Hint: look at what is marked; ask again for the move");
    }
    update();
  });
  update();
}

// --- clocks

function newClock(minutes, increment) {
  if (!minutes && !increment) return null;
  const full = [minutes * 60_000, minutes * 60_000].map((left) => Math.max(left, 1000 * increment));
  return { minutes, increment, full, left: [...full], seat: null, since: 0 };
}

export function timeLeft(seat) {
  const { clock } = state;
  if (!clock) return 0;
  const running = clock.seat === seat ? performance.now() - clock.since : 0;
  return Math.max(0, clock.left[seat] - running);
}

function startClock(seat) {
  if (state.clock && state.clock.seat !== seat) Object.assign(state.clock, { seat, since: performance.now() });
}

function pressClock(seat) {
  const { clock } = state;
  if (!clock || clock.seat !== seat) return;
  clock.left[seat] = timeLeft(seat) + 1000 * clock.increment;
  clock.seat = null;
}

function stopClock() {
  const { clock } = state;
  if (!clock || clock.seat === null) return;
  clock.left[clock.seat] = timeLeft(clock.seat);
  clock.seat = null;
}

setInterval(() => {
  if (!state.clock || state.clock.seat === null || over()) return;
  if (timeLeft(state.clock.seat) === 0) finish(`${seatName(state.clock.seat)} has no time left: ${seatName(1 - state.clock.seat)} wins`);
  update();
}, TICK);

// --- analysis

export function stopSearch() {
  clearTimeout(searchTimer);
  if (state.searching) connection.stop();
  connection.forget("search");
  state.searching = null;
  state.review = null;
}

export function considerAnalysis() {
  clearTimeout(searchTimer);
  if (state.searching === "review") return;
  const { view, node, settings } = state;
  if (settings.mode === "tree") {
    searchTimer = setTimeout(() => state.node === node && grow(state), SEARCH_PAUSE);
    return;
  }
  if (settings.mode !== "analyse" || !settings.engine || !view || view.outcome !== "ongoing" || view.turn === "chance") return;
  searchTimer = setTimeout(() => analyse(node, ANALYSIS_SECONDS), SEARCH_PAUSE);
}

// Ask for a search of this position; `take` has the answers as long as the position is on the board.
export function search(name, request, take) {
  stopSearch();
  const node = state.node;
  state.searching = name;
  connection.ask("search", request, (answer) => {
    if (state.node !== node) return;
    if (answer.kind === "ended") state.status = answer.text ?? answer.error;
    if (answer.kind === "done" || (answer.error && answer.kind !== "ended")) state.searching = null;
    take(answer);
    update();
  });
  update();
}

export function goOn() {
  analyse(state.node, GO_ON_SECONDS);
}

function analyse(node, seconds) {
  if (state.node !== node) return;
  state.searching = "analyse";
  const lines = state.settings.numbers && !state.threat ? "all" : state.settings.lines;
  const limit = { seconds: state.threat ? THREAT_SECONDS : seconds };
  const request = { want: "analyse", ...place(node), lines, limit, threat: state.threat, eval: state.eval, terms: !state.threat };
  connection.ask("search", request, (answer) => {
    if (state.node !== node) return;
    if (answer.kind === "report") {
      state.report = answer;
      if (!answer.threat) note(node, answer);
    } else if (answer.kind === "terms") state.terms = answer;
    else if (answer.kind === "ended") state.status = answer.text ?? answer.error;
    if (answer.error) state.error = answer.error;
    if (answer.kind === "done" || (answer.error && answer.kind !== "ended")) state.searching = null;
    update();
  });
  update();
}

// Remember what a search found at a node.
function note(node, report) {
  const best = report.lines[0];
  if (!best) return;
  node.eval = { chance: best.chance, score: best.score, text: scoreText(best), depth: report.depth, proven: best.proven };
  remember();
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
  stopSearch();
  const node = state.node;
  state.searching = "solve";
  state.proof = "looking for a proof …";
  connection.ask("search", { want: "solve", ...place(node), limit: { seconds: PROOF_SECONDS } }, (answer) => {
    if (state.node !== node) return;
    if (answer.error) state.proof = answer.error;
    if (answer.kind === "solution") state.proof = proofText(answer);
    if (answer.kind === "solution") say(state.proof);
    if (answer.kind === "done") {
      state.searching = null;
      considerAnalysis();
    }
    update();
  });
  update();
}

function proofText(found) {
  if (!found.proven) return `Not proven within ${PROOF_SECONDS} s`;
  const who = found.outcome === "draw" ? "a draw" : `${seatName(found.outcome === "first" ? 0 : 1)} wins`;
  const points = found.margin ? ` by ${Math.abs(found.margin)}` : "";
  const plies = found.distance === null ? "" : ` in ${found.distance} plies`;
  return `Proven: ${who}${points}${plies}${found.line.length ? ` (${found.line.slice(0, 12).join(" ")})` : ""}`;
}

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
    let view = views.get(viewKey(node));
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

// A look ahead along a line; null ends it.
export function lookAhead(moves) {
  if (!moves) {
    if (!state.ahead) return;
    state.ahead = null;
    if (state.view) picture.draw(state.view.drawing);
    return update();
  }
  const node = state.node;
  const wanted = { moves };
  state.ahead = wanted;
  const at = position();
  connection.ask("peek", { want: "peek", game: state.game, set: state.set, position: { ...at, moves: [...at.moves, ...moves] }, viewer: viewer() }, (answer) => {
    if (state.ahead !== wanted || state.node !== node || answer.error) return;
    picture.draw(answer.drawing);
    update();
  });
  update();
}

// The wheel over a line looks ahead along it, a move at a time.
export function wheel(event, moves) {
  if (!event.deltaY || !moves.length) return;
  event.preventDefault();
  const at = state.ahead?.moves.every((move, index) => move === moves[index]) ? state.ahead.moves.length : 0;
  const to = Math.min(moves.length, Math.max(0, at + Math.sign(event.deltaY)));
  if (to !== at) lookAhead(to ? moves.slice(0, to) : null);
}

export function flip() {
  state.settings.flip = !state.settings.flip;
  say(state.settings.flip ? "The board is turned round" : "The board is as usual");
  changed();
}

export function playLine(moves) {
  let at = state.node;
  for (const move of moves) at = state.tree.add(at, move);
  go(at);
}

// --- touching

function touch(target) {
  const { view } = state;
  if (state.pending) {
    state.later = () => touch(target);
    return;
  }
  if (!view || state.ahead || view.turn === "chance") return;
  const touched = target.item.touch;
  if (state.settings.mode === "play" && (over() || state.seats[view.turn] !== "person")) return;
  let chosen = [...state.touched, touched];
  let fitting = matching(chosen);
  if (!fitting.length) {
    chosen = [touched];
    fitting = matching(chosen);
  }
  if (!fitting.length) {
    Object.assign(state, { touched: [], menu: [], confirming: null });
    return update();
  }
  const complete = fitting.filter((move) => move.touches.length === chosen.length);
  if (fitting.length === 1 && complete.length === 1) {
    if (mustConfirm(target) && state.confirming !== touched) {
      Object.assign(state, { confirming: touched, touched: [], menu: [] });
      say(`${fitting[0].text}: touch it again to play`);
      return update();
    }
    return play(fitting[0].text);
  }
  const menu = complete.length || fitting.length <= MENU ? [...complete, ...fitting.filter((move) => !complete.includes(move))] : [];
  Object.assign(state, { touched: chosen, menu: menu.slice(0, MENU), confirming: null });
  say(menu.length ? `${fitting.length} moves: ${menu.slice(0, MENU).map((move) => move.text).join(", ")}` : `${fitting.length} moves; touch what comes next`);
  update();
}

// The legal moves whose touches contain what was touched, as often as it was.
function matching(touched) {
  return state.view.moves.filter((move) => {
    const left = [...move.touches];
    return touched.every((each) => {
      const at = left.indexOf(each);
      if (at < 0) return false;
      left.splice(at, 1);
      return true;
    });
  });
}

let lastPointer = "mouse";

function mustConfirm(target) {
  const wanted = state.settings.confirm;
  if (wanted !== "auto") return wanted === "on";
  const box = target.getBoundingClientRect();
  return lastPointer === "touch" && Math.min(box.width, box.height) < SMALL;
}

function listen(svg) {
  let from = null;
  const targetOf = (event) => event.target.closest?.(".target");
  svg.addEventListener("pointerdown", (event) => {
    lastPointer = event.pointerType;
    from = targetOf(event);
  });
  svg.addEventListener("pointerup", (event) => {
    const over_ = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".target");
    if (event.pointerType === "mouse" && from && over_ && over_ !== from && from.item.touch !== over_.item.touch) {
      touch(from);
      if (state.touched.length || !matching([from.item.touch]).length) touch(over_);
      from = null;
    }
  });
  svg.addEventListener("click", (event) => {
    const target = targetOf(event);
    if (!target || !from) return;
    from = null;
    picture.focus(target.item.id);
    touch(target);
  });
  svg.addEventListener("keydown", (event) => {
    const target = targetOf(event);
    if (!target || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") picture.walk(event.key);
    else if (event.key === "Enter" || event.key === " ") {
      lastPointer = "key";
      touch(target);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

export function typed(text) {
  const word = text.trim();
  if (!word || !state.view) return;
  if (state.pending) {
    state.later = () => typed(text);
    return;
  }
  const known = state.view.moves.find((move) => move.text === word);
  if (known) return play(known.text);
  const near = state.view.moves.filter((move) => move.text.startsWith(word)).slice(0, 5);
  const hint_ = near.length ? `; did you mean ${near.map((move) => move.text).join(", ")}?` : `; legal are ${state.view.moves.slice(0, 8).map((move) => move.text).join(", ")}${state.view.moves.length > 8 ? " …" : ""}`;
  state.error = state.view.turn === "chance" ? "Chance is to move" : `${word} is no legal move${state.view.moves.length ? hint_ : ""}`;
  update();
}

// --- games

export function newGame({ game, set, seats, minutes, increment, moves = [], from = "", mode }) {
  stopSearch();
  views.clear();
  Object.assign(state, { game, set, seats, seed: Math.floor(Math.random() * 1e9), run: null, game_number: null, threat: false, eval: undefined });
  if (mode) state.settings.mode = mode;
  state.tree = new Tree(from);
  state.clock = newClock(minutes, increment);
  changed();
  const tip = state.tree.tip(moves);
  state.view = null;
  go(tip, { speak: false });
  say(`New game of ${game.replaceAll("_", " ")}`);
}

// The balanced openings that come with the game of the dialog.
export async function loadOpenings(draft) {
  if (draft.asked === draft.game) return;
  draft.asked = draft.game;
  try {
    const answer = await connection.once({ want: "openings", game: draft.game, set: draft.set, position: {} });
    state.openings = answer.openings;
  } catch (error) {
    state.error = error.message;
  }
  update();
}

export function openingMoves(choice) {
  if (choice === "start") return [];
  return choice === "here" ? path(state.node) : (state.openings[Number(choice)] ?? []);
}

export function setMode(mode) {
  if (state.settings.mode === mode) return;
  state.settings.mode = mode;
  state.threat = false;
  stopSearch();
  stopClock();
  changed();
  go(state.node, { speak: false });
}

export function changed() {
  keep(SETTINGS, state.settings);
  look();
  update();
}

function look() {
  const root = document.documentElement;
  root.dataset.theme = state.settings.theme;
  root.dataset.palette = state.settings.palette;
}

let rememberTimer = 0;

function remember() {
  writeAddress();
  clearTimeout(rememberTimer);
  rememberTimer = setTimeout(save, 150);
}

function save() {
  if (!state.game) return;
  keep(GAME, {
    game: state.game,
    set: state.set,
    seats: state.seats,
    seed: state.seed,
    clock: state.clock && { minutes: state.clock.minutes, increment: state.clock.increment, left: state.clock.left },
    tree: state.tree.json(),
    at: path(state.node),
  });
}

addEventListener("pagehide", save);

function fragment() {
  return new URLSearchParams(location.hash.slice(1));
}

let written = "";

function writeAddress() {
  const to = new URLSearchParams();
  to.set("game", state.game);
  for (const [key, value] of Object.entries(state.set)) to.append("set", `${key}=${value}`);
  if (state.tree.from) to.set("from", state.tree.from);
  const moves = path(state.node);
  if (moves.length) to.set("moves", moves.join(" "));
  to.set("token", connection.token);
  written = `#${to}`;
  history.replaceState(null, "", written);
}

export function link() {
  return location.href;
}

addEventListener("hashchange", () => {
  if (location.hash !== written) openAddress();
});

function openAddress() {
  const to = fragment();
  const game = to.get("game");
  if (to.get("token") && connection && to.get("token") !== connection.token) return location.reload();
  if (!game) return false;
  const set = Object.fromEntries(to.getAll("set").map((text) => [text.split("=")[0], text.slice(text.indexOf("=") + 1)]));
  const moves = (to.get("moves") ?? "").split(/\s+/).filter(Boolean);
  open(game, set, to.get("from") ?? "", moves);
  return true;
}

// Open a position; the tree that was kept is taken where it is of this game.
function open(game, set, from, moves) {
  const kept = stored(GAME);
  const same = kept.game === game && JSON.stringify(kept.set) === JSON.stringify(set) && (kept.tree?.from ?? "") === from;
  Object.assign(state, { game, set, view: null });
  if (same) {
    state.tree = Tree.fromJson(kept.tree);
    state.seats = kept.seats ?? state.seats;
    state.seed = kept.seed ?? 1;
    if (kept.clock) state.clock = { ...newClock(kept.clock.minutes, kept.clock.increment), left: kept.clock.left };
    const node = state.tree.find(moves);
    if (node) return go(node, { speak: false });
  }
  state.tree = new Tree(from);
  go(state.tree.tip(moves), { speak: false });
}

export async function paste(text) {
  const trimmed = text.trim();
  try {
    if (trimmed.startsWith("{")) {
      const kept = JSON.parse(trimmed);
      Object.assign(state, { game: kept.game, set: kept.set ?? {} });
      state.tree = Tree.fromJson(kept.tree);
      return go(state.tree.find(kept.at ?? []) ?? state.tree.root);
    }
    if (trimmed.startsWith("moves") && trimmed.includes("(")) {
      const tree = Tree.read(trimmed);
      if (!tree) throw new Error("the brackets of the variations do not match");
      state.tree = tree;
      return go(line(tree.root).at(-1));
    }
    const answer = await connection.once({ want: "read", game: state.game, set: state.set, text: trimmed });
    state.tree = new Tree(answer.position.from);
    go(state.tree.tip(answer.position.moves));
  } catch (error) {
    state.error = error.message;
    update();
  }
}

export async function textOf(format) {
  if (format === "tree") return state.tree.text();
  if (format === "json") return JSON.stringify({ game: state.game, set: state.set, tree: state.tree.json(), at: path(state.node) });
  if (format === "link") return link();
  const answer = await connection.once({ want: "write", ...place(state.node), format, viewer: viewer() });
  return answer.text;
}

export async function copy(format) {
  try {
    const text = await textOf(format);
    await navigator.clipboard.writeText(text);
    state.copied = format;
    say(`Copied: ${format}`);
  } catch (error) {
    state.error = `It cannot be copied: ${error.message}`;
  }
  update();
}

export async function download(format) {
  const text = await textOf(format);
  const file = document.createElement("a");
  const ending = { json: "json", svg: "svg", sgf: "sgf", psq: "psq" }[format] ?? "txt";
  file.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  file.download = `${state.game.replace(/.*\//, "").replace(/\.py$/, "")}.${ending}`;
  file.click();
  URL.revokeObjectURL(file.href);
}

// --- a stored run

function watchRun() {
  connection.ask("run", { want: "run" }, (answer) => {
    if (answer.error) state.error = answer.error;
    else state.run = answer;
    update();
    if (!answer.error && answer.played < answer.total) setTimeout(watchRun, WATCH);
  });
}

export async function openStored(number) {
  try {
    const found = await connection.once({ want: "stored", number });
    stopSearch();
    views.clear();
    state.settings.mode = "analyse";
    Object.assign(state, { game: found.game, set: found.set, game_number: number, view: null, clock: null });
    state.tree = new Tree();
    let at = state.tree.root;
    for (const move of found.moves) {
      at = state.tree.add(at, move.text);
      at.kept = move;
    }
    state.tree.result = "";
    state.stored = found;
    go(state.tree.root, { speak: false });
    say(`Game ${number}: ${found.players.join(" against ")}. ${found.result}`);
  } catch (error) {
    state.error = error.message;
  }
  update();
}

// --- keys

const STEPS = {
  ArrowLeft: back,
  k: back,
  ArrowRight: forward,
  j: forward,
  ArrowUp: () => up(-1),
  ArrowDown: () => up(1),
  Home: first,
  0: first,
  End: last,
  $: last,
};

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

function up(step) {
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

export function best() {
  if (state.pending) return;
  const move = state.report && !state.report.threat ? state.report.lines[0]?.move : null;
  if (state.settings.mode === "analyse" && move) playAt(state.node, move);
  else if (state.settings.mode === "analyse" && !state.settings.engine) toggleEngine();
}

// Ask for the rules of the game on the board, once.
async function askAbout() {
  const { game, set } = state;
  if (state.about?.game === game && state.about.set === set) return;
  state.about = { game, set, rules: null };
  try {
    const answer = await connection.once({ want: "about", game, set });
    if (state.game === game && state.set === set) state.about = { game, set, rules: answer.rules };
  } catch (error) {
    state.about = null;
    state.error = error.message;
  }
  update();
}

export function openDialog(name) {
  state.opened = name;
  state.draft = null;
  if (name === "help") askAbout();
  update();
}

export function toggle(name) {
  state.settings[name] = !state.settings[name];
  changed();
  if (name === "numbers") {
    stopSearch();
    considerAnalysis();
  }
}

const KEYS = {
  " ": best,
  l: toggleEngine,
  x: toggleThreat,
  a: () => toggle("numbers"),
  z: () => toggle("marks"),
  f: flip,
  h: hint,
  t: takeBack,
  m: nextMistake,
  n: () => openDialog("new"),
  "?": () => openDialog("help"),
  "/": () => document.querySelector("#typed")?.focus(),
  b: () => picture.focus(picture.current),
};

addEventListener("keydown", (event) => {
  const typing = event.target.closest?.("input:not([type=checkbox]), select, textarea, dialog");
  if (typing || event.altKey || event.ctrlKey || event.metaKey || !state.node || state.opened) return;
  if (event.key === "ArrowLeft" && event.shiftKey) leaveVariation();
  else if (STEPS[event.key]) STEPS[event.key]();
  else if (KEYS[event.key] && !(event.key === " " && event.target.closest?.("button, a, summary"))) KEYS[event.key]();
  else return;
  event.preventDefault();
});

// --- drawing the page

let asked = false;

export function update() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    draw_();
  });
}

function draw_() {
  const app = document.querySelector("#app");
  if (app.querySelector(".early")) app.replaceChildren();
  render(page(state), app);
  const svg = app.querySelector("#board");
  if (svg && !picture) {
    picture = new Picture(svg);
    listen(svg);
    if (state.view) picture.draw(state.view.drawing);
  }
  if (picture && picture.flipped !== Boolean(state.settings.flip)) picture.flip(Boolean(state.settings.flip));
  if (picture && state.view) marks();
  const box = app.querySelector("dialog");
  render(dialog(state), box);
  if (state.opened && !box.open) box.showModal();
  if (!state.opened && box.open) box.close();
  document.title = state.view ? `${state.view.drawing.title} – Counterply` : "Counterply";
}

// The target on which a move is marked.
function spot(move) {
  return move.at ?? picture.order.flat().find((item) => item.touch === move.touches.at(-1))?.id ?? move.touches.at(-1);
}

function marks() {
  const { view, settings, report } = state;
  const found = [];
  const mine = settings.mode !== "play" || (!over() && state.seats[view.turn] === "person" && atTip());
  const legal = mine && !state.ahead ? matching(state.touched) : [];
  const playable = new Set(legal.flatMap((move) => left(move)));
  const losses = new Map();
  if (!state.ahead) {
    const shown_ = view.drawing.items.some((item) => item.class.split(" ").includes("last"));
    if (!shown_) for (const touched of view.last) for (const id of idsOf(touched)) found.push({ kind: "last", id });
    for (const touched of [...state.touched, ...(state.confirming ? [state.confirming] : [])]) for (const id of idsOf(touched)) found.push({ kind: "chosen", id });
    const numbers = settings.mode === "analyse" && settings.marks && report && report.lines.length;
    if (numbers) {
      for (const each of candidates()) {
        found.push({ kind: "number", id: each.id, text: each.text, tone: each.tone });
        losses.set(each.id, each.spoken);
      }
    }
    if (settings.marks && view.moves.length <= 60) {
      const taken = new Set(found.filter((mark) => mark.kind === "number").map((mark) => mark.id));
      for (const move of legal) if (move.at && !taken.has(move.at)) found.push({ kind: "legal", id: move.at });
    }
    if (state.touched.length) for (const id of new Set(legal.filter((move) => !move.at).flatMap(left).flatMap(idsOf))) found.push({ kind: "next", id });
    if (state.hint?.move) {
      const move = view.moves.find((each) => each.text === state.hint.move);
      if (move && state.hint.step === 2) for (const touched of move.touches) for (const id of move.at ? [move.at] : idsOf(touched)) found.push({ kind: "hint", id });
      else if (move) for (const id of around(move)) found.push({ kind: "hint", id });
    }
  }
  picture.mark(found);
  picture.name((item) => {
    if (playable.has(item.touch)) return `playable${losses.has(item.id) ? `, ${losses.get(item.id)}` : ""}`;
    return state.touched.includes(item.touch) ? "chosen" : "";
  });
}

function left(move) {
  const rest = [...move.touches];
  for (const touched of state.touched) rest.splice(rest.indexOf(touched), 1);
  return rest;
}

function idsOf(touched) {
  if (picture.targets.has(touched)) return [touched];
  const items = picture.order.flat().filter((item) => item.touch === touched);
  return items.length > 1 ? [] : items.map((item) => item.id);
}

// The first step of a hint: the first thing to touch, or with a single one three places, of which one is right.
function around(move) {
  if (move.touches.length > 1) return idsOf(move.touches[0]);
  const others = state.view.moves.filter((each) => each !== move).map(spot);
  const start = state.view.moves.indexOf(move);
  const two = others.length ? [others[(start * 7) % others.length], others[(start * 13 + 1) % others.length]] : [];
  return [...new Set([spot(move), ...two])];
}

// The moves that the search has numbers for, by what they lose against the best.
function candidates() {
  const { report, view } = state;
  const sign = view.turn === 0 ? 1 : -1;
  const best_ = report.lines[0];
  return report.lines
    .map((each, rank) => {
      const move = view.moves.find((known) => known.text === each.move);
      if (!move && !report.threat) return null;
      const known = each.chance !== null && best_.chance !== null;
      const loss = known ? sign * (best_.chance - each.chance) : 0;
      const tone = report.threat ? "threat" : rank === 0 ? "best" : loss < 0.025 ? "good" : loss < 0.06 ? "fair" : loss < 0.14 ? "weak" : "bad";
      const percent = Math.round(100 * loss);
      const less = percent > 0 ? `−${percent}%` : "=";
      const text = each.proven ? scoreText(each).replace(/ wins( in)?/, "#").replace(" ", "") : known && rank ? less : each.text;
      const spoken = rank === 0 ? "best" : percent > 0 ? `loses ${percent} %` : "about as good";
      return { id: move ? spot(move) : null, text, tone, spoken };
    })
    .filter((each) => each?.id);
}

// --- beginning

function take(message) {
  if (message.kind === "connection") {
    state.open = message.open;
    if (!message.open && !message.refused) state.status = "The server does not answer; trying again …";
    if (message.open && state.status.startsWith("The server")) state.status = "";
  } else if (message.kind === "refused") {
    state.status = "";
    state.error = message.text;
  } else if (message.kind === "status") {
    compiling(message);
  } else if (message.kind === "hello") {
    begin(message);
  } else if (message.error) {
    state.error = message.error;
  }
  update();
}

let compilingTimer = 0;
const busy = { rules: false, search: false };

function compiling(message) {
  for (const who of ["rules", "search"]) if (who in message) busy[who] = message[who];
  clearTimeout(compilingTimer);
  if (busy.rules || busy.search) {
    compilingTimer = setTimeout(() => {
      state.status = "Compiling (the first time only) …";
      update();
    }, 500);
  } else if (state.status.startsWith("Compiling")) state.status = "";
}

async function begin(hello) {
  state.named = hello;
  if (state.game) {
    // the server came back: nothing was lost
    if (state.node) go(state.node, { speak: false });
    if (state.run) watchRun();
    return;
  }
  connection.once({ want: "games" }).then((answer) => {
    Object.assign(state, { games: answer.games, levels: answer.levels });
    update();
  });
  if (hello.run) {
    watchRun();
    if (!openAddress() || hello.number !== null) openStored(hello.number ?? 0);
    return;
  }
  if (!hello.game && openAddress()) return;
  const kept = stored(GAME);
  if (hello.game) {
    const named = fragment().get("game") === hello.game && openAddress();
    if (named) return;
    Object.assign(state, { game: hello.game, set: hello.set });
    if (hello.position) {
      open(hello.game, hello.set, "", []);
      state.settings.mode = "analyse";
      return paste(hello.position);
    }
    return open(hello.game, hello.set, "", kept.game === hello.game ? (kept.at ?? []) : []);
  }
  if (kept.game && kept.tree) return open(kept.game, kept.set, kept.tree.from, kept.at ?? []);
  newGame({ game: "isolation", set: {}, seats: ["person", "level:strength=4"], minutes: 0, increment: 0 });
}

look();
const token = fragment().get("token") ?? stored("counterply:token").token ?? "";
if (fragment().get("token")) keep("counterply:token", { token });
connection = new Connection(token, take);
update();
