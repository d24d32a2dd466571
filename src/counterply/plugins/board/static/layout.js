// Where the nodes of a tree stand in its picture: side by side, or where that is too wide, the leaves of a node below each other.

const [SLOT, EDGE, HEAD, FOOT] = [76, 14, 42, 26]; // units: a leaf's width, the margin at the sides, from the top to the root, below the last leaf
const [LOW, TALL, ROW, FOLD] = [100, 260, 38, 46]; // units: from one level to the next, at least and at most; from a leaf to the one below it;
// what hangs on a folded node
const ROOM = 2.9; // slots of a node that was searched, at least: alpha and beta stand beside it
const GAP = 0.4; // slots between such a node and a leaf to its right
const SHAPE = 2.3; // the picture's width by its height, where levels can be so far apart
const WIDEST = 13; // slots, beyond which leaves stand below each other: on a screen of 1080 lines letters are 25 pixels high then

// Return the size of a picture that has room for each of these trees, by turns: {wide, level, high}.
export function frameOf(trees) {
  const sides = trees.map((nodes) => arranged(nodes));
  const [slots, tallest] = [Math.max(...sides.map((side) => side.slots)), ROW * Math.max(...sides.map((side) => side.tallest))];
  const levels = Math.max(1, ...trees.flatMap((nodes) => nodes.map((node) => node.level)));
  const wide = slots * SLOT + 2 * EDGE;
  const lowest = trees.some((nodes) => nodes.some((node) => node.level === levels && node.below)) ? FOLD : 24;
  const level = Math.min(TALL, Math.max(LOW, (wide / SHAPE - tallest - HEAD - FOOT - lowest) / levels));
  return { wide, level, high: levels * level + tallest + HEAD + FOOT + lowest };
}

// Return the place of each node in a picture of this size {x, y, stacked}: stacked where it stands below the leaf before it.
export function layout(nodes, frame) {
  const { slots, middle, stacked, below } = arranged(nodes);
  const left = (frame.wide - slots * SLOT) / 2;
  return nodes.map((node, index) => {
    const row = stacked[index] ? below[node.parent].indexOf(index) : 0;
    return { x: left + middle[index] * SLOT, y: HEAD + node.level * frame.level + row * ROW, stacked: stacked[index] };
  });
}

function arranged(nodes) {
  const below = nodes.map(() => []);
  nodes.forEach((node, index) => node.parent >= 0 && below[node.parent].push(index));
  const side = sideBySide(nodes, below, () => false);
  if (side.slots <= WIDEST) return side;
  return sideBySide(nodes, below, (index) => below[index].length > 1 && below[index].every((child) => nodes[child].kind === "leaf"));
}

// The middle of each node, in slots, where the nodes that `stacks` names have their leaves below each other, at most `tallest` + 1.
function sideBySide(nodes, below, stacks) {
  const middle = nodes.map(() => 0);
  const stacked = nodes.map(() => false);
  let tallest = 0;
  const put = (index, left) => {
    const [children, room] = [below[index], roomOf(index)];
    if (!children.length) {
      middle[index] = left + room / 2;
      return left + room;
    }
    if (stacks(index)) {
      middle[index] = left + ROOM / 2;
      for (const child of children) [middle[child], stacked[child]] = [left + ROOM / 2 + 0.35, true];
      tallest = Math.max(tallest, children.length - 1);
      return left + ROOM;
    }
    let at = left + Math.max(0, room - span(children)) / 2;
    children.forEach((child, place) => { at = put(child, at + gap(children[place - 1], child)); });
    middle[index] = (middle[children[0]] + middle[children.at(-1)]) / 2;
    return Math.max(at, left + room);
  };
  const roomOf = (index) => (!below[index].length || nodes[index].number === null ? 1 : ROOM);
  const gap = (before, index) => (below[before]?.length && !below[index].length ? GAP : 0);
  const span = (children) => children.reduce((sum, child, place) => sum + gap(children[place - 1], child) + width(child), 0);
  const width = (index) => (!below[index].length ? 1 : stacks(index) ? ROOM : Math.max(roomOf(index), span(below[index])));
  return { slots: put(0, 0), middle, stacked, tallest, below };
}
