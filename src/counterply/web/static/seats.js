// Who sits where.

export const seating = {
  seats: ["person", "level:strength=4"],
  fresh: false, // nobody chose who sits where: the person moves first
  seed: 1,
};

export const isPerson = (turn) => seating.seats[turn] === "person";
