// What touches on a picture mean: the legal moves that they leave. The page and a notebook's cell share these rules.

import { several } from "/words.js";

const SMALL = 24; // pixels: of smaller targets fingers confirm a move by a second touch
const MENU = 8; // moves, at most, that a menu offers; of those of the same touches, the last one first: a queen

const AGAIN = "touch again to play";

// Items touched for a move; the moves that they may mean; the touch that is to be repeated, and beside which item what is asked; a line about it.
export const NOTHING = { touched: [], menu: [], confirming: null, asked: null, said: "" };

// The moves whose touches contain all of `touched`.
export function matching(moves, touched) {
  return moves.filter((move) => left(move, touched) !== null);
}

// The touches that a move has besides those of `touched`; null where it has not all of these.
export function left(move, touched) {
  const rest = [...move.touches];
  for (const each of touched) {
    const at = rest.indexOf(each);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

// The state after one touch more of an item; where a move is to be played it has a `move`. With `confirm` the last touch is to be repeated;
// the second half of a double click puts nothing back.
export function touchedOn(before, moves, { id, touch }, confirm, doubled) {
  const { touched, confirming } = before;
  let chosen = [...touched, touch];
  let fitting = matching(moves, chosen);
  const again = !fitting.length && touched.at(-1) === touch;
  if (!fitting.length) {
    chosen = [touch];
    fitting = matching(moves, chosen);
  }
  if (again && doubled) return before;
  if (!fitting.length || again) return NOTHING;
  const [move] = fitting;
  const complete = fitting.filter((each) => each.touches.length === chosen.length);
  if (fitting.length === 1 && (complete.length || forced(move, chosen, moves))) {
    if (!confirm || confirming === touch) return { ...NOTHING, move };
    const said = `${move.words ?? move.text}: ${AGAIN}`;
    return { ...NOTHING, touched: chosen.slice(0, -1), confirming: touch, asked: { id, text: said }, said };
  }
  const offered = complete.length || fitting.length <= MENU ? [...complete.toReversed(), ...fitting.filter((each) => !complete.includes(each))] : [];
  const menu = offered.slice(0, MENU);
  const many = several(fitting.length, "move");
  return { ...NOTHING, touched: chosen, menu, said: menu.length ? `${many}: ${menu.map((each) => each.words ?? each.text).join(", ")}` : `${many}; touch what comes next` };
}

// Whether only the end of a move had to be touched, since all moves begin alike: the same piece jumps on.
function forced(move, chosen, moves) {
  const rest = move.touches.filter((each) => !chosen.includes(each));
  return chosen.includes(move.touches.at(-1)) && rest.every((each) => moves.every((other) => other.touches.includes(each)));
}

// Hear clicks and drags on a picture: `now()` is the state with the legal `moves`, `touch(target, small, doubled)` takes one touch, `letGo()` forgets them all.
export function hear(picture, now, touch, letGo) {
  const { svg } = picture;
  const targetOf = (event) => event.target.closest?.(".target");
  let [from, pointer] = [null, "mouse"];
  const take = (target, doubled) => {
    const box = target.getBoundingClientRect();
    touch(target, pointer === "touch" && Math.min(box.width, box.height) < SMALL, doubled);
  };
  svg.addEventListener("pointerdown", (event) => {
    pointer = event.pointerType;
    from = targetOf(event);
  });
  svg.addEventListener("pointerup", (event) => {
    const under = svg.getRootNode().elementFromPoint(event.clientX, event.clientY)?.closest?.(".target");
    if (event.pointerType !== "mouse" || !from || !under || under === from || from.item.touch === under.item.touch) return;
    const [start, end] = [from, under].map((target) => target.item.touch);
    const { moves, touched } = now();
    const chosen = touched.at(-1) === start ? touched : [...touched, start];
    const begins = matching(moves, [start]).length > 0;
    if (begins && ![[...chosen, end], [start, end]].some((both) => matching(moves, both).length)) letGo(); // it goes back
    else {
      if (chosen !== touched) take(from);
      if (now().touched.length || !begins) take(under);
    }
    from = null;
  });
  svg.addEventListener("click", (event) => {
    const target = targetOf(event);
    if (!target || !from) return;
    from = null;
    picture.focus(target.item.id);
    take(target, event.detail === 2);
  });
}
