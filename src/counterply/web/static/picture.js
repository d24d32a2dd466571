// Draws what Python describes: shapes by their ids, so that what moves is seen to move; marks above them; and the grid of targets
// that mouse, fingers, arrow keys and screen readers share.

const NS = "http://www.w3.org/2000/svg";
const [DOT, LEAST_DOT, LARGEST_DOT] = [0.11, 2.4, 5]; // radius of a dot on what can be touched: share of it, and units at least and at most
const SMALLEST_LETTERS = 10.5; // pixels, of a number on a move
const FEW = 8; // numbers that may be wider than what they stand on

function element(tag, attributes = {}, text = "") {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text) made.textContent = text;
  return made;
}

function set(target, name, value) {
  if (target.getAttribute(name) !== String(value)) target.setAttribute(name, value);
}

// Make the children of `parent` those that `wanted` names, in its order; `make` and `update` fill them.
function keyed(parent, known, wanted, key, make, update) {
  const left = new Set(known.keys());
  let before = null;
  for (const thing of wanted) {
    const name = key(thing);
    left.delete(name);
    let made = known.get(name);
    if (!made) known.set(name, (made = make(thing)));
    update(made, thing);
    const place = before ? before.nextSibling : parent.firstChild;
    if (made !== place) parent.insertBefore(made, place);
    before = made;
  }
  for (const name of left) {
    known.get(name).remove();
    known.delete(name);
  }
}

// A drawing turned round by half: every item at the opposite place, and what is written on it upright.
function turned(drawing) {
  const [left, top, width, height] = drawing.box;
  const items = drawing.items.map((item) => {
    const [x, y, w, h] = item.box;
    const box = [2 * left + width - x - w, 2 * top + height - y - h, w, h];
    return { ...item, box, at: `translate(${box[0]} ${box[1]})` };
  });
  return { ...drawing, items };
}

export class Picture {
  constructor(svg) {
    this.svg = svg;
    this.shapes = new Map();
    this.targets = new Map(); // item id: its target
    this.rows = new Map();
    this.items = new Map();
    this.current = null; // id of the target that the keyboard is on
    this.flipped = false; // turned round by half
    svg.classList.add("counterply-drawing");
    this.things = svg.appendChild(element("g", { "aria-hidden": "true" }));
    this.below = svg.appendChild(element("g", { "aria-hidden": "true", class: "marks" }));
    this.grid = svg.appendChild(element("g", { class: "targets" }));
  }

  flip(flipped) {
    this.flipped = flipped;
    if (this.given) this.draw(this.given);
  }

  draw(given) {
    this.given = given;
    const drawing = this.flipped ? turned(given) : given;
    this.drawing = drawing;
    set(this.svg, "viewBox", drawing.box.join(" "));
    keyed(
      this.things,
      this.shapes,
      drawing.items.filter((item) => item.parts.length),
      (item) => item.id,
      () => element("g"),
      (made, item) => {
        set(made, "class", item.class);
        set(made, "transform", item.at);
        const text = JSON.stringify(item.parts);
        if (made.parts !== text) {
          made.parts = text;
          made.replaceChildren(...item.parts.map(([tag, attributes, words]) => element(tag, attributes, words)));
        }
      },
    );
    this.items = new Map(drawing.items.map((item) => [item.id, item]));
    this.drawTargets(drawing);
  }

  drawTargets(drawing) {
    const focused = this.grid.contains(document.activeElement);
    const cell = this.targets.get(this.current)?.item.cell ?? [0, 0];
    const rows = new Map();
    for (const item of drawing.items) {
      if (!item.cell) continue;
      if (!rows.has(item.cell[0])) rows.set(item.cell[0], []);
      rows.get(item.cell[0]).push(item);
    }
    const way = this.flipped ? -1 : 1;
    const sorted = [...rows].sort((a, b) => way * (a[0] - b[0]));
    for (const [, items] of sorted) items.sort((a, b) => way * (a.cell[1] - b.cell[1]));
    set(this.grid, "role", sorted.length ? "grid" : "group");
    set(this.grid, "aria-label", sorted.length ? "board" : "diagram");
    const makeRow = () => Object.assign(element("g", { role: "row" }), { cells: new Map() });
    const makeTarget = () => element("rect", { role: "gridcell", tabindex: "-1", class: "target" });
    keyed(this.grid, this.rows, sorted, ([row]) => row, makeRow, (made, [row, items]) => {
      set(made, "aria-label", `row ${row}`);
      keyed(made, made.cells, items, (item) => item.id, makeTarget, (target, item) => {
        const [x, y, width, height] = item.box;
        for (const [name, value] of Object.entries({ x, y, width, height })) set(target, name, value);
        target.item = item;
        target.dataset.id = item.id;
        target.dataset.touch = item.touch;
        this.targets.set(item.id, target);
      });
    });
    for (const [id, target] of this.targets) if (!target.isConnected) this.targets.delete(id);
    this.order = sorted.map(([, items]) => items);
    if (!this.targets.has(this.current)) this.current = this.near(cell);
    for (const [id, target] of this.targets) set(target, "tabindex", id === this.current ? "0" : "-1");
    if (focused && !this.grid.contains(document.activeElement)) this.focus(this.current);
  }

  // The target at a cell, or the nearest one: where the keyboard goes when what it was on has gone.
  near([row, column]) {
    const far = (item) => 100 * Math.abs(item.cell[0] - row) + Math.abs(item.cell[1] - column);
    const items = this.order.flat();
    return items.length ? items.reduce((a, b) => (far(b) < far(a) ? b : a)).id : null;
  }

  // Name the targets: `say(item)` is added to an item's own name.
  name(say) {
    for (const target of this.targets.values()) {
      const more = say(target.item);
      set(target, "aria-label", more ? `${target.item.label}, ${more}` : target.item.label);
      target.classList.toggle("playable", more.startsWith("playable"));
    }
  }

  // Draw marks above the picture: [{kind, id, text, tone}], each on the target of that id.
  mark(marks) {
    const made = [];
    const pixel = 1 / (this.svg.getScreenCTM()?.a || 1); // units in a pixel
    const few = marks.filter((mark) => mark.kind === "number").length <= FEW;
    for (const { kind, id, text, tone } of marks) {
      const box = this.items.get(id)?.box;
      if (!box) continue;
      const [x, y, w, h] = box;
      const size = Math.min(w, h);
      const [cx, cy] = [x + w / 2, y + h / 2];
      if (kind === "legal") {
        made.push(this.written(cx, cy) ? this.outline(id, "legal around") : element("circle", { class: "mark legal", cx, cy, r: Math.min(size * 0.4, Math.max(LEAST_DOT, size * DOT), LARGEST_DOT) }));
      } else if (kind === "number") {
        const least = few ? SMALLEST_LETTERS * pixel : 0;
        const high = Math.max(Math.min(size * 0.42, 20), least / 0.74);
        const wide = Math.max(high * 1.6, text.length * high * 0.52 + high * 0.6);
        const fits = Math.min(1, (w * 0.94) / wide);
        const letters = Math.max(high * 0.74 * fits, least);
        const shown = letters * (wide / high / 0.74);
        made.push(element("rect", { class: `mark badge ${tone}`, x: cx - shown / 2, y: cy - high / 2, width: shown, height: high, rx: high / 3 }));
        made.push(element("text", { class: `mark badge-text ${tone}`, x: cx, y: cy + letters * 0.35, "font-size": letters }, text));
      } else {
        made.push(this.outline(id, kind));
      }
    }
    this.below.replaceChildren(...made);
  }

  // Whether something is written at a point.
  written(x, y) {
    return this.drawing.items.some((item) => item.parts.some(([tag]) => tag === "text") && x > item.box[0] && x < item.box[0] + item.box[2] && y > item.box[1] && y < item.box[1] + item.box[3]);
  }

  // A line within the edge of an item, as round as the item is.
  outline(id, kind) {
    const { box: [x, y, w, h], class: words } = this.items.get(id);
    const size = Math.min(w, h);
    const inset = Math.min(size / 4, Math.max(2, size * 0.09));
    const [wide, high] = [w - 2 * inset, h - 2 * inset];
    const round = /^(disc|ring)/.test(words) ? Math.min(wide, high) / 2 : size * 0.1;
    return element("rect", { class: `mark ${kind}`, x: x + inset, y: y + inset, width: wide, height: high, rx: round });
  }

  focus(id) {
    const target = this.targets.get(id);
    if (!target) return;
    this.targets.get(this.current)?.setAttribute("tabindex", "-1");
    this.current = id;
    target.setAttribute("tabindex", "0");
    target.focus({ preventScroll: false });
  }

  // Walk the grid from the current target.
  walk(key) {
    const row = this.order.findIndex((items) => items.some((item) => item.id === this.current));
    if (row < 0) return;
    const column = this.order[row].findIndex((item) => item.id === this.current);
    const here = this.order[row][column];
    const nearest = (items) => items.reduce((a, b) => (Math.abs(b.box[0] + b.box[2] / 2 - (here.box[0] + here.box[2] / 2)) < Math.abs(a.box[0] + a.box[2] / 2 - (here.box[0] + here.box[2] / 2)) ? b : a));
    let next = here;
    if (key === "ArrowLeft") next = this.order[row][Math.max(0, column - 1)];
    if (key === "ArrowRight") next = this.order[row][Math.min(this.order[row].length - 1, column + 1)];
    if (key === "Home") next = this.order[row][0];
    if (key === "End") next = this.order[row].at(-1);
    if (key === "ArrowUp" && row > 0) next = nearest(this.order[row - 1]);
    if (key === "ArrowDown" && row < this.order.length - 1) next = nearest(this.order[row + 1]);
    this.focus(next.id);
  }
}
