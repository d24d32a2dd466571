// The tree of variations: moves as texts, the first child of a node is its main line.

function node(parent, move) {
  return { parent, move, children: [], eval: null, lost: undefined, turn: undefined, deal: false, ply: parent ? parent.ply + 1 : 0, clock: null };
}

export class Tree {
  constructor(from = "") {
    this.from = from; // a diagram, or "" for the start
    this.root = node(null, null);
    this.result = ""; // how the game ended, if not by the rules
  }

  // Return the node that moves lead to; new ones are added.
  tip(moves) {
    let place = this.root;
    for (const move of moves) place = this.add(place, move);
    return place;
  }

  // Return the node that moves lead to, or null.
  find(moves) {
    let place = this.root;
    for (const move of moves) {
      place = place.children.find((child) => child.move === move);
      if (!place) return null;
    }
    return place;
  }

  add(parent, move) {
    const known = parent.children.find((child) => child.move === move);
    if (known) return known;
    const made = node(parent, move);
    parent.children.push(made);
    return made;
  }

  // Forget what searches found at all nodes below one.
  forget(place = this.root) {
    Object.assign(place, { eval: null, lost: undefined });
    for (const child of place.children) this.forget(child);
  }

  remove(place) {
    if (!place.parent) return place;
    place.parent.children = place.parent.children.filter((child) => child !== place);
    return place.parent;
  }

  // Make the line through a node the main line.
  promote(place) {
    for (let at = place; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      at.parent.children = [at, ...siblings.filter((child) => child !== at)];
    }
  }

  // As text: moves, with variations in brackets.
  text() {
    const words = [];
    const write = (place) => {
      if (!place.children.length) return;
      const [main, ...others] = place.children;
      words.push(main.move);
      for (const other of others) {
        words.push("(", other.move);
        write(other);
        words.push(")");
      }
      write(main);
    };
    write(this.root);
    return `moves ${words.join(" ")}`.replaceAll("( ", "(").replaceAll(" )", ")").trim();
  }

  // Return a tree from such a text; null if its brackets do not match.
  static read(text) {
    const tree = new Tree();
    const words = text.trim().replace(/^moves\b/, "").replaceAll("(", " ( ").replaceAll(")", " ) ").split(/\s+/).filter(Boolean);
    const stack = [];
    let place = tree.root;
    for (const word of words) {
      if (word === "(") {
        if (!place.parent) return null;
        stack.push(place);
        place = place.parent;
      } else if (word === ")") {
        if (!stack.length) return null;
        place = stack.pop();
      } else {
        place = tree.add(place, word);
      }
    }
    return stack.length ? null : tree;
  }

  json() {
    const write = (place) => ({ m: place.move, e: place.eval, l: place.lost, t: place.turn, d: place.deal, c: place.children.map(write) });
    return { from: this.from, result: this.result, root: write(this.root) };
  }

  static fromJson(stored) {
    const tree = new Tree(stored.from);
    tree.result = stored.result ?? "";
    const read = (place, kept) => {
      Object.assign(place, { eval: kept.e ?? null, lost: kept.l, turn: kept.t, deal: Boolean(kept.d) });
      for (const child of kept.c) read(tree.add(place, child.m), child);
    };
    read(tree.root, stored.root);
    return tree;
  }
}

// The node at which the players begin: the deal before it is no step of the game.
export function beginning(place) {
  let at = place;
  while (at.deal && at.children.length) at = at.children[0];
  return at;
}

export function path(place) {
  const moves = [];
  for (let at = place; at.parent; at = at.parent) moves.unshift(at.move);
  return moves;
}

// The nodes from the root to a node, and on along the main line.
export function line(place) {
  const nodes = [];
  for (let at = place; at; at = at.parent) nodes.unshift(at);
  for (let at = place.children[0]; at; at = at.children[0]) nodes.push(at);
  return nodes;
}

export function onMainLine(place) {
  for (let at = place; at.parent; at = at.parent) if (at.parent.children[0] !== at) return false;
  return true;
}

// The nearest node above from which a variation leaves the line.
export function branching(place) {
  for (let at = place; at.parent; at = at.parent) if (at.parent.children[0] !== at) return at.parent;
  return place;
}
