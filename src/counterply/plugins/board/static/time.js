// What is left on the clocks of the players, and how it is written.

// The milliseconds that a seat has left on a clock, {left: [ms, ms], since, seat}, of which that of `seat` runs since then.
export function remaining(clock, seat) {
  const running = clock.seat === seat ? performance.now() - clock.since : 0;
  return Math.max(0, clock.left[seat] - running);
}

export function clockText(milliseconds) {
  const tenths = Math.max(0, Math.ceil(milliseconds / 100));
  const seconds = Math.floor(tenths / 10);
  if (seconds < 20) return `${seconds}.${tenths % 10}`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
