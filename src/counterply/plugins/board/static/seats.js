// Who sits where.

// A level of the engine as a player's text, and the level's number of such a text; 0 of another player's.
export const levelText = (number) => `level:strength=${number}`;
export const levelOf = (text) => Number(/^level:strength=(\d+)$/.exec(text)?.[1] ?? 0);

export const USUAL_SEATS = ["person", levelText(4)];

export const seating = {
  seats: USUAL_SEATS,
  fresh: false, // seats were not chosen: the person moves first
  seed: 1,
};

export const isPerson = (turn) => seating.seats[turn] === "person";
