// The clocks of the players.

import { over } from "/here.js";
import { tell, update } from "/signals.js";
import { remaining } from "/time.js";

const TICK = 100; // milliseconds

export let clock = null; // {minutes, increment, full: [ms, ms], left: [ms, ms], since, seat}

export function setClock(wanted) {
  clock = wanted;
}

export function newClock(minutes, increment) {
  if (!minutes && !increment) return null;
  const full = [minutes * 60_000, minutes * 60_000].map((left) => Math.max(left, 1000 * increment));
  return { minutes, increment, full, left: [...full], seat: null, since: 0 };
}

export function timeLeft(seat) {
  return clock ? remaining(clock, seat) : 0;
}

export function startClock(seat) {
  if (clock && clock.seat !== seat) Object.assign(clock, { seat, since: performance.now() });
}

export function pressClock(seat) {
  if (!clock || clock.seat !== seat) return;
  clock.left[seat] = timeLeft(seat) + 1000 * clock.increment;
  clock.seat = null;
}

export function stopClock() {
  if (!clock || clock.seat === null) return;
  clock.left[clock.seat] = timeLeft(clock.seat);
  clock.seat = null;
}

setInterval(() => {
  if (!clock || clock.seat === null || over()) return;
  if (timeLeft(clock.seat) === 0) tell("flag", clock.seat);
  update();
}, TICK);
