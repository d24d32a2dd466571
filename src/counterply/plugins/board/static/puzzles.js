// Puzzles: the positions before a person's own mistakes, kept by the browser until the best move, or one as good, was found.

import { here } from "/here.js";
import { notices, say } from "/notices.js";
import { go } from "/position.js";
import { reviewing } from "/review.js";
import { seating } from "/seats.js";
import { keep, settings, stored } from "/settings.js";
import { on, update } from "/signals.js";
import { Tree, line, path } from "/tree.js";
import { verdict } from "/words.js";

const KEY = "counterply:puzzles";
const MOST = 100; // that are kept: the newest

let current = null; // {puzzle, before}: on the board

const kept = () => stored(KEY).puzzles ?? [];
const same = (one, other) => JSON.stringify([one.game, one.set, one.from, one.moves]) === JSON.stringify([other.game, other.set, other.from, other.moves]);

// The puzzles of the game on the board.
export const puzzles = () => kept().filter((each) => each.game === here.game && JSON.stringify(each.set) === JSON.stringify(here.set));

on("reviewed", keepMistakes);

// Keep the mistakes of a reviewed game: those of the persons who played it, or of both sides where nobody did.
function keepMistakes() {
  const persons = [0, 1].filter((seat) => seating.seats[seat] === "person");
  const mine = (seat) => !persons.length || persons.includes(seat);
  const found = line(here.node).filter((node) => node.parent && verdict(node) && mine(node.parent.turn))
    .map(({ parent, move, lost }) => ({ game: here.game, set: here.set, from: here.tree.from, moves: path(parent), played: move, best: parent.eval?.best, lost }));
  const others = kept().filter((old) => !found.some((each) => same(old, each)));
  keep(KEY, { puzzles: [...others, ...found].slice(-MOST) });
}

// Show the next puzzle: the position, and the move that was played there.
export function nextPuzzle() {
  const all = puzzles();
  const puzzle = all[(all.findIndex((each) => current && same(each, current.puzzle)) + 1) % all.length];
  if (!puzzle) return;
  settings.engine = false; // it would show the answer
  here.tree = new Tree(puzzle.from);
  const before = here.tree.tip(puzzle.moves);
  before.eval = { best: puzzle.best, chance: null, text: "", depth: 0 };
  const played = here.tree.add(before, puzzle.played);
  played.lost = puzzle.lost;
  current = { puzzle, before };
  reviewing.mistake = { before, played, puzzle: true };
  go(before, { speak: false });
  say(`Puzzle: ${puzzle.played} was a mistake here. Find a better move`);
}

// A move that was tried: where it is good enough, the puzzle is solved.
on("judged", (node) => {
  if (!current || node.parent !== current.before || verdict(node) || node.move === current.puzzle.played) return;
  keep(KEY, { puzzles: kept().filter((each) => !same(each, current.puzzle)) });
  notices.status = `Solved; ${puzzles().length} left`;
  say(notices.status);
  update();
});
