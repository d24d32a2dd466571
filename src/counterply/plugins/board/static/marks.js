// The marks on the board: the last move, playable items, hints, and the engine's numbers.

import { ahead } from "/ahead.js";
import { analysed } from "/analysis.js";
import { picture } from "/board.js";
import { atTip, here, over } from "/here.js";
import { hinted } from "/play.js";
import { reviewing } from "/review.js";
import { isPerson } from "/seats.js";
import { settings } from "/settings.js";
import { idsOf, left, matching, touching } from "/touch.js";
import { scoreText, verdict } from "/words.js";

const TONES = { blunder: "bad", mistake: "weak", inaccuracy: "fair" };

// The target on which a move is marked: the only item that is touched for it, else the cell that it leads to.
function spot(move) {
  const touched = move.touches.at(-1);
  if (move.touches.length === 1 && picture.targets.has(touched)) return touched;
  return move.at ?? picture.order.flat().find((item) => item.touch === touched)?.id ?? touched;
}

export function marks() {
  const { view } = here;
  const { report } = analysed;
  const found = [];
  const mine = settings.mode !== "play" || (!over() && isPerson(view.turn) && atTip());
  const legal = mine && !ahead ? matching(touching.touched) : [];
  const playable = new Set(legal.flatMap((move) => left(move)));
  const losses = new Map();
  if (!ahead) {
    const drawn = view.drawing.items.some((item) => item.class.split(" ").includes("last"));
    if (!drawn) for (const touched of view.last) for (const id of idsOf(touched)) found.push({ kind: "last", id });
    for (const touched of [...touching.touched, ...(touching.confirming ? [touching.confirming] : [])]) for (const id of idsOf(touched)) found.push({ kind: "chosen", id });
    if (touching.asked) found.push({ kind: "ask", ...touching.asked });
    const { before, played } = (settings.mode === "analyse" && reviewing.mistake) || {};
    const wrong = before === here.node && view.moves.find((each) => each.text === played.move);
    for (const touched of wrong ? wrong.touches : []) for (const id of idsOf(touched)) found.push({ kind: "wrong", id });
    const numbers = settings.mode === "analyse" && settings.marks && report && report.lines.length;
    if (numbers) {
      for (const each of candidates()) {
        found.push({ kind: "number", ...each });
        losses.set(each.id, each.spoken);
      }
    }
    if (settings.marks && view.moves.length <= 60) {
      const taken = new Set(found.filter((mark) => mark.kind === "number").map((mark) => mark.id));
      for (const id of new Set(legal.filter((move) => move.at).map(spot))) if (!taken.has(id)) found.push({ kind: "legal", id });
    }
    if (touching.touched.length) for (const id of new Set(legal.filter((move) => !move.at).flatMap(left).flatMap(idsOf))) found.push({ kind: "next", id });
    if (hinted?.move) {
      const move = view.moves.find((each) => each.text === hinted.move);
      if (move && hinted.step === 2) for (const touched of move.touches) for (const id of move.at ? [move.at] : idsOf(touched)) found.push({ kind: "hint", id });
      else if (move) for (const id of around(move)) found.push({ kind: "hint", id });
    }
  }
  picture.mark(found);
  picture.name((item) => {
    if (playable.has(item.touch)) return `playable${losses.has(item.id) ? `, ${losses.get(item.id)}` : ""}`;
    return touching.touched.includes(item.touch) ? "chosen" : "";
  });
}

// The first step of a hint: the first thing to touch, or with a single one three places, of which one is right.
function around(move) {
  if (move.touches.length > 1) return idsOf(move.touches[0]);
  const others = here.view.moves.filter((each) => each !== move).map(spot);
  const start = here.view.moves.indexOf(move);
  const two = others.length ? [others[(start * 7) % others.length], others[(start * 13 + 1) % others.length]] : [];
  return [...new Set([spot(move), ...two])];
}

// A proven score in a few letters, as the side to move sees it: "win 3", "loss ≤9".
function provenText(each, turn) {
  const own = turn === 0 ? each.text : each.text.replace(/^(win|loss)/, (word) => ({ win: "loss", loss: "win" })[word]);
  return own.replace(" in at most ", " ≤").replace(" in ", " ");
}

// The same in three letters: "W3", "L9", "D"; by points "+5", "−5".
function shortText(text) {
  const [, word, points, number = ""] = /^(\w+)(?: (by) )?[^\d]*(\d+)?/.exec(text);
  return points ? `${word === "win" ? "+" : "−"}${number}` : `${word[0].toUpperCase()}${number}`;
}

// The numbers of the search, one for each move: how much it loses against the best one.
function candidates() {
  const { report } = analysed;
  const { view } = here;
  const sign = view.turn === 0 ? 1 : -1;
  const first = report.lines[0];
  return report.lines
    .map((each, rank) => {
      const move = view.moves.find((known) => known.text === each.move);
      if (!move && !report.threat) return null;
      const known = each.chance !== null && first.chance !== null;
      const loss = known ? sign * (first.chance - each.chance) : 0;
      const tone = report.threat ? "threat" : rank === 0 ? "best" : (TONES[verdict({ lost: loss })?.name] ?? "good");
      const percent = Math.round(100 * loss);
      const less = percent > 0 ? `−${percent}%` : "=";
      const text = each.proven ? provenText(each, view.turn) : known && rank ? less : scoreText(each);
      const spoken = rank === 0 ? "best" : percent > 0 ? `loses ${percent} %` : "about as good";
      return { id: move ? spot(move) : null, text, short: each.proven ? shortText(text) : "", tone, spoken };
    })
    .filter((each, rank, all) => each?.id && all.findIndex((other) => other?.id === each.id) === rank); // of several on one spot, the best
}
