// The marks on the board: the last move, playable items, hints, and the engine's numbers.

import { ahead } from "/ahead.js";
import { analysed } from "/analysis.js";
import { picture } from "/board.js";
import { atTip, here, over } from "/here.js";
import { numbersOf } from "/numbers.js";
import { hinted } from "/play.js";
import { reviewing } from "/review.js";
import { isPerson } from "/seats.js";
import { settings } from "/settings.js";
import { touching } from "/touch.js";
import { left, matching } from "/touches.js";

export function marks() {
  const { view } = here;
  const { report } = analysed;
  const found = [];
  const mine = settings.mode !== "play" || (!over() && isPerson(view.turn) && atTip());
  const legal = mine && !ahead ? matching(view.moves, touching.touched) : [];
  const playable = new Set(legal.flatMap((move) => left(move, touching.touched)));
  const losses = new Map();
  if (!ahead) {
    const drawn = view.drawing.items.some((item) => item.class.split(" ").includes("last"));
    if (!drawn) for (const touched of view.last) for (const id of picture.idsOf(touched)) found.push({ kind: "last", id });
    for (const touched of [...touching.touched, ...(touching.confirming ? [touching.confirming] : [])]) for (const id of picture.idsOf(touched)) found.push({ kind: "chosen", id });
    if (touching.asked) found.push({ kind: "ask", ...touching.asked });
    const { before, played } = (settings.mode === "analyse" && reviewing.mistake) || {};
    const wrong = before === here.node && view.moves.find((each) => each.text === played.move);
    for (const touched of wrong ? wrong.touches : []) for (const id of picture.idsOf(touched)) found.push({ kind: "wrong", id });
    const numbers = settings.mode === "analyse" && settings.marks && report && report.lines.length;
    if (numbers) {
      for (const each of numbersOf(report, view, picture)) {
        found.push({ kind: "number", ...each });
        losses.set(each.id, each.spoken);
      }
    }
    if (settings.marks && view.moves.length <= 60) {
      const taken = new Set(found.filter((mark) => mark.kind === "number").map((mark) => mark.id));
      for (const id of new Set(legal.filter((move) => move.at).map((move) => picture.spot(move)))) if (!taken.has(id)) found.push({ kind: "legal", id });
    }
    if (touching.touched.length) for (const id of new Set(legal.filter((move) => !move.at).flatMap((move) => left(move, touching.touched)).flatMap((touched) => picture.idsOf(touched)))) found.push({ kind: "next", id });
    if (hinted?.move) {
      const move = view.moves.find((each) => each.text === hinted.move);
      if (move && hinted.step === 2) for (const id of new Set([picture.spot(move), ...move.touches.flatMap((touched) => picture.idsOf(touched))])) found.push({ kind: "hint", id });
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
  if (move.touches.length > 1) return picture.idsOf(move.touches[0]);
  const others = here.view.moves.filter((each) => each !== move).map((move) => picture.spot(move));
  const start = here.view.moves.indexOf(move);
  const two = others.length ? [others[(start * 7) % others.length], others[(start * 13 + 1) % others.length]] : [];
  return [...new Set([picture.spot(move), ...two])];
}
