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
import { several } from "/words.js";

const SMALL = 24; // pixels: smaller targets are confirmed by a second touch
const MENU = 8; // moves, at most, that a menu offers; of those of the same touches, the last one first: a queen

const AGAIN = "touch again to play";

const NOTHING = { touched: [], menu: [], confirming: null, asked: null };

export const touching = {
  ...NOTHING, // items touched for a move; the moves that they may mean; the touch that is to be repeated, and the id of its item
  pointed: null, // id of the item under the pointer
};

on("going", () => Object.assign(touching, NOTHING));

function touch(target) {
  const { view } = here;
  if (here.pending) return whenThere(() => touch(target));
  if (!view || ahead || view.turn === "chance") return;
  const touched = target.item.touch;
  if (settings.mode === "play" && (over() || !isPerson(view.turn))) return;
  let chosen = [...touching.touched, touched];
  let fitting = matching(chosen);
  const again = !fitting.length && touching.touched.at(-1) === touched;
  if (!fitting.length) {
    chosen = [touched];
    fitting = matching(chosen);
  }
  if (!fitting.length || again) return letGo();
  const complete = fitting.filter((move) => move.touches.length === chosen.length);
  if (fitting.length === 1 && (complete.length === 1 || forced(fitting[0], chosen))) {
    if (mustConfirm(target) && touching.confirming !== touched) {
      Object.assign(touching, NOTHING, { confirming: touched, asked: { id: target.item.id, text: `${fitting[0].words ?? fitting[0].text}: ${AGAIN}` } });
      say(touching.asked.text);
      return update();
    }
    return play(fitting[0].text);
  }
  const menu = complete.length || fitting.length <= MENU ? [...complete.toReversed(), ...fitting.filter((move) => !complete.includes(move))] : [];
  Object.assign(touching, { touched: chosen, menu: menu.slice(0, MENU), confirming: null, asked: null });
  const many = several(fitting.length, "move");
  say(menu.length ? `${many}: ${menu.slice(0, MENU).map((move) => move.words ?? move.text).join(", ")}` : `${many}; touch what comes next`);
  update();
}

// Whether only the end of a move had to be touched, since all moves begin alike: the same piece jumps on.
function forced(move, chosen) {
  const rest = move.touches.filter((each) => !chosen.includes(each));
  return chosen.includes(move.touches.at(-1)) && rest.every((each) => here.view.moves.every((other) => other.touches.includes(each)));
}

// Nothing is chosen any more.
function letGo() {
  Object.assign(touching, NOTHING);
  update();
}

// The legal moves whose touches contain all of `touched`.
export function matching(touched) {
  return here.view.moves.filter((move) => {
    const left = [...move.touches];
    return touched.every((each) => {
      const at = left.indexOf(each);
      if (at < 0) return false;
      left.splice(at, 1);
      return true;
    });
  });
}

export function left(move) {
  const rest = [...move.touches];
  for (const touched of touching.touched) rest.splice(rest.indexOf(touched), 1);
  return rest;
}

let lastPointer = "mouse";
let walking = false; // keys have brought the focus to the board: arrows walk there, and make no steps through the game

// To the board by a key.
export function toBoard() {
  picture.focus(picture.current);
  walking = true;
}

function mustConfirm(target) {
  const wanted = settings.confirm;
  if (wanted !== "auto") return wanted === "on";
  const box = target.getBoundingClientRect();
  return lastPointer === "touch" && Math.min(box.width, box.height) < SMALL;
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
  let from = null;
  const targetOf = (event) => event.target.closest?.(".target");
  svg.addEventListener("pointerdown", (event) => {
    lastPointer = event.pointerType;
    walking = false;
    from = targetOf(event);
  });
  svg.addEventListener("pointerover", (event) => event.pointerType === "mouse" && point(targetOf(event)));
  svg.addEventListener("focusin", (event) => {
    if (!event.target.matches(":focus-visible")) return;
    walking = true;
    point(targetOf(event));
  });
  svg.addEventListener("pointerleave", () => point(null));
  svg.addEventListener("pointerup", (event) => {
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".target");
    if (event.pointerType === "mouse" && from && under && under !== from && from.item.touch !== under.item.touch) {
      const [start, end] = [from, under].map((target) => target.item.touch);
      const chosen = touching.touched.at(-1) === start ? touching.touched : [...touching.touched, start];
      if (matching([start]).length && ![[...chosen, end], [start, end]].some((both) => matching(both).length)) letGo(); // it goes back
      else {
        if (chosen !== touching.touched) touch(from);
        if (touching.touched.length || !matching([start]).length) touch(under);
      }
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
    if (!target || held(event)) return;
    if (walking && (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End")) picture.walk(event.key);
    else if (event.key === "Enter" || event.key === " ") {
      lastPointer = "key";
      touch(target);
    } else return;
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
