// The position on the board: how it comes from the server, and steps to others.

import { show } from "/board.js";
import { here, place, viewer } from "/here.js";
import { notices, say } from "/notices.js";
import { searchStays, stopSearch } from "/search.js";
import { connection, server } from "/server.js";
import { tell, update } from "/signals.js";
import { Tree, beginning, branching, line, path } from "/tree.js";
import { resultText, seatName, setPlayers, verdict } from "/words.js";

const REMEMBERED = 400; // views
const [PAUSE, LONGEST_PAUSE] = [1000, 30_000]; // milliseconds before a position is asked for again

const views = new Map();
let later = []; // actions of the person before the view came, in order
let timer = 0; // of asking again

export function forgetViews() {
  views.clear();
}

// The view of a node, if it is known; those of a user's file are asked for again: it may have been edited.
export function knownView(node) {
  return server.named.games.includes(here.game) ? views.get(viewKey(node)) : undefined;
}

// A file has changed: forget what was found with it, and ask anew.
export function forgetAll() {
  if (!here.node) return;
  stopSearch();
  views.clear();
  here.tree.forget();
  tell("changed");
  tell("left");
  go(here.node, { speak: false });
  notices.status = "A file of this game has changed; reading it again …";
  say(notices.status);
  update();
}

// Do something once the view is there: now, or when it has come.
export function whenThere(action) {
  if (here.pending) later.push(action);
  else action();
}

function viewKey(node) {
  return JSON.stringify([here.game, here.set, here.tree.from, path(node), viewer()]);
}

export function go(node, { speak = true } = {}) {
  const moved = here.node !== node;
  Object.assign(here, { node, branch: 0 });
  notices.error = "";
  tell("going");
  if (moved) {
    later = [];
    tell("left");
  }
  if (!searchStays()) stopSearch();
  tell("went");
  const known = knownView(node);
  if (known) return shown(node, known, speak);
  Object.assign(here, { pending: true, since: performance.now() });
  askForView(node, speak, PAUSE);
  update();
}

function askForView(node, speak, pause, before) {
  clearTimeout(timer);
  connection.ask("view", { want: "view", ...place(node), viewer: viewer() }, (answer) => {
    if (here.node !== node || answer.gone) return; // the new connection asks for the shown position
    if (answer.again) {
      notices.status = `${answer.error}; asking again`;
      timer = setTimeout(() => here.node === node && here.pending && askForView(node, speak, Math.min(2 * pause, LONGEST_PAUSE)), pause);
      return update();
    }
    if (answer.error) return refused(node, speak, answer.error, before);
    views.set(viewKey(node), answer);
    if (views.size > REMEMBERED) views.delete(views.keys().next().value);
    shown(node, answer, speak);
  });
}

// A position that cannot be shown: where it is none of its game's, the page goes back to one that is; where the game cannot be read now,
// its file gone or broken, nothing is lost and nothing can be played. It may be back since: the same answer twice is about the position.
async function refused(node, speak, error, before) {
  const { game, set } = here;
  const readable = await connection.once({ want: "about", game, set }).then(() => true, () => false);
  if (here.node !== node) return;
  if (readable && error !== before) return askForView(node, speak, PAUSE, error);
  here.pending = false;
  if (!readable) {
    notices.error = error;
    if (here.view) here.view = { ...here.view, moves: [], rolls: [] };
    return update();
  }
  notices.status = "";
  if (node.parent) {
    here.tree.remove(node);
    go(node.parent, { speak: false });
  } else if (here.tree.from) {
    here.tree = new Tree();
    go(here.tree.root);
  }
  notices.error = error;
  update();
}

function shown(node, view, speak) {
  Object.assign(here, { view, of: node, pending: false });
  notices.status = "";
  if (view.fault) notices.error = view.fault;
  setPlayers(view.players);
  Object.assign(node, { turn: view.turn, deal: view.deal });
  if (node.parent) node.parent.turn = view.mover;
  if (node !== beginning(node)) return go(beginning(node), { speak });
  if (view.drawn && node.move !== view.drawn) return named(node, view.drawn);
  if (view.outcome !== "ongoing") node.eval = ended(view);
  show(view.drawing);
  if (speak && node.move) say(spokenMove(node, view));
  tell("shown", node, view);
  update();
  for (const action of later.splice(0)) whenThere(action);
}

// Dice are no secret: links and texts tell what was drawn for a word.
function named(node, drawn) {
  const known = node.parent.children.find((child) => child.move === drawn);
  if (known) here.tree.remove(node);
  else node.move = drawn;
  go(known ?? node);
}

export function ended(view) {
  const [chance, text] = { first: [1, `${seatName(0)} won`], second: [0, `${seatName(1)} won`], draw: [0.5, "draw"] }[view.outcome];
  return { chance, text, depth: 0 };
}

function spokenMove(node, view) {
  const who = view.mover === "chance" ? "Drawn:" : `${seatName(view.mover)} played`;
  const happened = view.happened.length ? `; ${view.happened.join("; ")}` : "";
  const judged = verdict(node);
  const end = view.outcome === "ongoing" ? `${seatName(view.turn)} to move` : resultText(view);
  return `${who} ${shownMove(node.move)}${judged ? `, ${judged.name}` : ""}${happened}. ${end}`;
}

export function shownMove(move) {
  return move?.startsWith("~") ? "deal" : move;
}

// --- steps

export const begun = () => Boolean(here.node?.parent && !here.node.parent.deal);

export function back() {
  if (begun()) go(here.node.parent);
}

export function forward() {
  const next = here.node.children[here.branch] ?? here.node.children[0];
  if (next) go(next);
}

export function first() {
  go(beginning(here.tree.root));
}

export function last() {
  go(line(here.node).at(-1));
}

export function up(step) {
  const branches = here.node.children.length;
  if (branches > 1) {
    here.branch = (here.branch + step + branches) % branches;
    say(`Next: ${here.node.children[here.branch].move}`);
    update();
  } else if (step < 0) first();
  else last();
}

export function leaveVariation() {
  go(branching(here.node));
}
