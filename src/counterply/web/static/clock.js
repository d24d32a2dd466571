// The clocks of the players.

import { over } from "/position.js";
import { state, tell, update } from "/state.js";

const TICK = 100; // milliseconds

export function newClock(minutes, increment) {
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

export function startClock(seat) {
  if (state.clock && state.clock.seat !== seat) Object.assign(state.clock, { seat, since: performance.now() });
}

export function pressClock(seat) {
  const { clock } = state;
  if (!clock || clock.seat !== seat) return;
  clock.left[seat] = timeLeft(seat) + 1000 * clock.increment;
  clock.seat = null;
}

export function stopClock() {
  const { clock } = state;
  if (!clock || clock.seat === null) return;
  clock.left[clock.seat] = timeLeft(clock.seat);
  clock.seat = null;
}

setInterval(() => {
  if (!state.clock || state.clock.seat === null || over()) return;
  if (timeLeft(state.clock.seat) === 0) tell("flag", state.clock.seat);
  update();
}, TICK);
