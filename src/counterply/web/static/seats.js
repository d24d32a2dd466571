// Who sits where.

export const seating = {
  seats: ["person", "level:strength=4"],
  fresh: false, // seats were not chosen: the person moves first
  seed: 1,
};

export const isPerson = (turn) => seating.seats[turn] === "person";
