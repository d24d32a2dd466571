// The state of the board: the game, the tree of its variations, the shown node, and the server's view of it.

import { seating } from "/seats.js";
import { SEARCHES, settings } from "/settings.js";
import { Tree, path } from "/tree.js";

export const here = {
  game: "",
  set: {},
  tree: new Tree(),
  node: null,
  view: null,
  of: null, // the node that the view is of
  pending: false, // the view is of an earlier position: that of the node is on its way
  since: 0, // when it was asked for, in milliseconds
  branch: 0, // the child that "right" goes to
};

export function position(node = here.node) {
  return { from: here.tree.from, moves: path(node) };
}

export function place(node) {
  return { game: here.game, set: here.set, position: position(node) };
}

// The seat whose view is shown: in play against engines the person's; undefined is that of the side to move.
export function viewer() {
  if (settings.mode !== "play") return undefined;
  const people = [0, 1].filter((seat) => seating.seats[seat] === "person");
  return people.length === 1 ? people[0] : undefined;
}

// Whether the game is a tree in text, which has a depth of its own.
export const isTextTree = (game = here.game) => /^(random:|depth \d+:)/.test(game);

// The plies that a tree in text has from here on: an outcome of chance is none of them.
export function pliesOfText() {
  let moves = 0;
  for (let at = here.node; at.parent; at = at.parent) if (at.parent.turn !== "chance") moves += 1;
  return Math.max(1, here.view.plies - moves);
}

// What a search is called here.
export const searchName = (search) => (search === "minimax" && here.view?.dice ? "expectimax" : SEARCHES[search]);

// Whether no player has moved yet.
export function unbegun() {
  for (let at = here.node; at?.parent; at = at.parent) if (at.parent.turn !== "chance") return false;
  return atTip();
}

// Whether the shown position can be searched: a player is to move.
export function searchable() {
  return here.view?.outcome === "ongoing" && here.view.turn !== "chance";
}

// Whether dice are to be rolled, whose rolls are offered.
export function rollable() {
  return here.view?.outcome === "ongoing" && here.view.rolls.length > 0;
}

export function atTip() {
  return here.node.children.length === 0;
}

// Whether the game has ended; an analysis goes on after a resignation.
export function over() {
  return here.view?.outcome !== "ongoing" || (settings.mode === "play" && Boolean(here.tree.result));
}
