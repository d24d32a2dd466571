// Moves by touching what is on the board, by dragging, and by typing.

import { picture } from "/board.js";
import { play } from "/play.js";
import { over } from "/position.js";
import { say, state, update } from "/state.js";

const SMALL = 24; // pixels: smaller targets are confirmed by a second touch
const MENU = 8; // moves, at most, that a menu offers

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
export function matching(touched) {
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

export function left(move) {
  const rest = [...move.touches];
  for (const touched of state.touched) rest.splice(rest.indexOf(touched), 1);
  return rest;
}

export function idsOf(touched) {
  if (picture.targets.has(touched)) return [touched];
  const items = picture.order.flat().filter((item) => item.touch === touched);
  return items.length > 1 ? [] : items.map((item) => item.id);
}

let lastPointer = "mouse";

function mustConfirm(target) {
  const wanted = state.settings.confirm;
  if (wanted !== "auto") return wanted === "on";
  const box = target.getBoundingClientRect();
  return lastPointer === "touch" && Math.min(box.width, box.height) < SMALL;
}

// Say what the pointer or the keyboard is on, where its name says more than where it is.
function point(target) {
  const { label = "", id } = target?.item ?? {};
  const said = label === id || /^\d+,\d+ (empty|open|water|floor)$/.test(label) ? "" : label;
  if (said === state.pointed) return;
  state.pointed = said;
  update();
}

export function listen(svg) {
  let from = null;
  const targetOf = (event) => event.target.closest?.(".target");
  svg.addEventListener("pointerdown", (event) => {
    lastPointer = event.pointerType;
    from = targetOf(event);
  });
  svg.addEventListener("pointerover", (event) => point(targetOf(event)));
  svg.addEventListener("focusin", (event) => point(targetOf(event)));
  svg.addEventListener("pointerleave", () => point(null));
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
