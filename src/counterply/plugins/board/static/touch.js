// Moves by touching items of the board, by dragging, and by typing.

import { picture } from "/board.js";
import { ahead } from "/ahead.js";
import { held, taken } from "/events.js";
import { here, over, place } from "/here.js";
import { notices, say } from "/notices.js";
import { play } from "/play.js";
import { whenThere } from "/position.js";
import { isPerson } from "/seats.js";
import { connection } from "/server.js";
import { settings } from "/settings.js";
import { on, update } from "/signals.js";
import { NOTHING, hear, touchedOn } from "/touches.js";

export const touching = {
  ...NOTHING,
  pointed: null, // id of the item under the pointer
};

on("going", () => Object.assign(touching, NOTHING));

function touch(target, small = false, doubled = false) {
  const { view } = here;
  if (here.pending) return whenThere(() => touch(target, small, doubled));
  if (!view || ahead || view.turn === "chance") return;
  if (settings.mode === "play" && (over() || !isPerson(view.turn))) return;
  const { move, ...next } = touchedOn(touching, view.moves, target.item, settings.confirm === "auto" ? small : settings.confirm === "on", doubled);
  if (move) return play(move.text);
  Object.assign(touching, next);
  if (next.said) say(next.said);
  update();
}

// Nothing is chosen any more.
function letGo() {
  Object.assign(touching, NOTHING);
  update();
}

let walking = false; // keys have brought the focus to the board: arrows walk there, and make no steps through the game
let focused = null; // the target that the focus was on last, and whether it was Tab that was pressed last
let tabbed = false;

addEventListener("keydown", (event) => { tabbed = event.key === "Tab"; }, true);

// To the board by a key.
export function toBoard() {
  picture.focus(picture.current);
  walking = true;
}

// The name of the item under the pointer or the keyboard's focus, as it is now, unless that is only its place.
export function pointedText() {
  const { label = "", id } = picture?.targets.get(touching.pointed)?.item ?? {};
  return label === id || /^(\d+,\d+|[a-z]+\d+) (empty|open|water|floor)$/.test(label) ? "" : label;
}

function point(target) {
  const id = target?.item.id ?? null;
  if (id === touching.pointed) return;
  touching.pointed = id;
  update();
}

export function listen(svg) {
  const targetOf = (event) => event.target.closest?.(".target");
  hear(picture, () => ({ moves: here.view?.moves ?? [], touched: touching.touched }), touch, letGo);
  svg.addEventListener("pointerdown", () => {
    walking = false;
  });
  svg.addEventListener("pointerover", (event) => event.pointerType === "mouse" && point(targetOf(event)));
  svg.addEventListener("focusin", (event) => {
    const returns = targetOf(event) === focused && !tabbed; // as where a dialog is closed
    focused = targetOf(event);
    if (!event.target.matches(":focus-visible")) return;
    walking ||= !returns;
    point(focused);
  });
  svg.addEventListener("pointerleave", () => point(null));
  svg.addEventListener("keydown", (event) => {
    const target = targetOf(event);
    if (!target || held(event)) return;
    if (walking && (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End")) picture.walk(event.key);
    else if (event.key === "Enter" || event.key === " ") touch(target);
    else return;
    taken(event);
  });
}

// A name with small letters, and without the signs that people put between its parts; between numbers they are all alike.
function bare(name) {
  const spelled = /^0-0(-0)?$/.test(name) ? name.replaceAll("0", "o") : name;
  const digit = (letter) => letter >= "0" && letter <= "9";
  return spelled.toLowerCase().replace(/[-x:/=()>+#!?*]+/g, (signs, at, all) => (digit(all[at - 1]) && digit(all[at + signs.length]) ? "-" : ""));
}

// The legal move of a name, or the only one that people or programs call so: A2-B3, 15x22, e2e4.
function named(word) {
  const { moves } = here.view;
  const alike = moves.filter((move) => [move.text, move.long].some((name) => bare(name) === bare(word)));
  return moves.find((move) => move.text === word) ?? (alike.length === 1 ? alike[0] : undefined);
}

export function typed(text) {
  const word = text.trim();
  if (!word || !here.view) return;
  if (here.pending) return whenThere(() => typed(text));
  const known = named(word);
  if (known || (here.view.turn === "chance" && settings.mode !== "play")) return play(known?.text ?? word);
  if (!/\w[-x:/]\w/.test(word) || here.view.turn === "chance") return refuse(word);
  const { node } = here;
  const follow = ({ moves }) => {
    if (here.node !== node) return;
    if (!moves.length) refuse(word);
    for (const move of moves) whenThere(() => play(move));
  };
  connection.once({ want: "typed", ...place(node), text: word }).then(follow, () => here.node === node && refuse(word));
}

function refuse(word) {
  const near = here.view.moves.filter((move) => move.text.startsWith(word)).slice(0, 5);
  const advice = near.length ? `; did you mean ${near.map((move) => move.text).join(", ")}?` : `; legal are ${here.view.moves.slice(0, 8).map((move) => move.text).join(", ")}${here.view.moves.length > 8 ? " …" : ""}`;
  notices.error = here.view.turn === "chance" ? "Chance is to move" : `${word} is no legal move${here.view.moves.length ? advice : ""}`;
  update();
}
