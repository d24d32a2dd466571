// Draws the shapes that Python describes, by their ids, so that a moved shape is seen to move; marks above them; and the grid of targets
// that mouse, fingers, arrow keys and screen readers share.

const NS = "http://www.w3.org/2000/svg";
const [DOT, LEAST_DOT, LARGEST_DOT] = [0.11, 2.4, 5]; // radius of a dot on a playable item: share of the item, and units at least and at most
const CAPTURE = 0.45; // radius of a ring around a piece that can be taken: share of its place
const SMALLEST_LETTERS = 10.5; // pixels, of a number on a move
const [BADGE, LOW_BADGE, LARGEST_BADGE] = [0.42, 0.28, 20]; // height of a number's ground: share of the item, of one that is written on; units
const SMALLEST_DRAWN = 6; // pixels of letters that matter less, if they are to be shown
const MOST_MOVED = 40; // pieces that change at once in a move; more are another game
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const BUBBLE_LETTERS = 14; // pixels
const OVERLAP = 0.86; // share of their size by which numbers must be apart: their edges may meet
const FEW = 8; // numbers that may be wider than their items
const MOST_ROOM = 1.5; // widths of an item; beyond it a number takes its shorter word
const THIN = 2.5; // an item longer than so many times its width is marked around it
const PIECE = /\b(first|second|black|white|green|red|gem|card)\b/; // words of roles
const INSET = 2.4; // units from an item's edge to a line along it: pieces begin some 4 units from it

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

// The first of those things for which `far` is smallest; undefined where there is none.
function least(things, far) {
  return things.toSorted((a, b) => far(a) - far(b))[0];
}

// A drawing turned round by half: every item at the opposite place, with its text upright.
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
    new ResizeObserver(() => this.fitLetters()).observe(svg);
  }

  // Letters are as large as can be read, and less important ones that would have to grow too much are left out.
  fitLetters() {
    const zoom = this.svg.getScreenCTM()?.a || 1;
    this.svg.style.setProperty("--zoom", zoom);
    for (const [id, made] of this.shapes) {
      const small = Number(made.querySelector("text")?.getAttribute("font-size") ?? Infinity) * zoom < SMALLEST_DRAWN;
      made.classList.toggle("tiny", small && /\bdim\b/.test(this.items.get(id).class));
    }
  }

  flip(flipped) {
    this.flipped = flipped;
    if (this.given) this.draw(this.given);
  }

  draw(given) {
    this.given = given;
    const drawing = this.flipped ? turned(given) : given;
    const before = this.items;
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
          for (const written of made.querySelectorAll("text")) written.style.setProperty("--size", `${written.getAttribute("font-size")}px`);
        }
      },
    );
    this.items = new Map(drawing.items.map((item) => [item.id, item]));
    this.drawTargets(drawing);
    this.fitLetters();
    this.animate(before);
  }

  // Let a piece that has come to another item glide there from its old place, one of another colour turn, and a new one fall into its hole.
  animate(before) {
    if (!before.size || STILL.matches || this.svg.closest(".ahead")) return;
    const piece = (item) => item.parts.length > 0 && PIECE.test(item.class);
    const changed = ([one, other]) => [...one.values()].filter((item) => piece(item) && other.get(item.id)?.class !== item.class);
    const [gone, come] = [changed([before, this.items]), changed([this.items, before])];
    if (come.length > MOST_MOVED) return;
    const like = (items, { class: words }) => items.filter((item) => item.class === words);
    for (const item of come) {
      const [x, y, w, h] = item.box;
      const at = `translate(${x}px, ${y}px)`;
      const from = like(gone, item);
      if (from.length === 1 && like(come, item).length === 1) this.move(item, [`translate(${from[0].box[0]}px, ${from[0].box[1]}px)`, at]);
      else if (before.has(item.id)) this.move(item, [0.05, 1].map((wide) => `translate(${x + (w * (1 - wide)) / 2}px, ${y}px) scale(${wide}, 1)`));
      else if (this.drawing.items.some((other) => /\bhole\b/.test(other.class))) this.move(item, [`translate(${x}px, ${this.drawing.box[1] - h}px)`, at]);
    }
  }

  move(item, transforms) {
    this.shapes.get(item.id).animate(transforms.map((transform) => ({ transform })), { duration: 150, easing: "ease-in" });
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
    const [read, silent, name] = sorted.length ? [this.grid, this.things, "board"] : [this.things, this.grid, "diagram"];
    set(read, "role", sorted.length ? "grid" : "group");
    set(read, "aria-label", name);
    read.removeAttribute("aria-hidden");
    for (const attribute of ["role", "aria-label"]) silent.removeAttribute(attribute);
    set(silent, "aria-hidden", "true");
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
    for (const [id, target] of this.targets) if (!this.grid.contains(target)) this.targets.delete(id);
    this.order = sorted.map(([, items]) => items);
    if (!this.targets.has(this.current)) this.current = this.near(cell);
    for (const [id, target] of this.targets) set(target, "tabindex", id === this.current ? "0" : "-1");
    if (focused && !this.grid.contains(document.activeElement)) this.focus(this.current);
  }

  // The target at a cell, or the nearest one: where the keyboard's focus goes when its target has gone.
  near([row, column]) {
    return least(this.order.flat(), (item) => 100 * Math.abs(item.cell[0] - row) + Math.abs(item.cell[1] - column))?.id ?? null;
  }

  // Name the targets: `say(item)` is added to an item's own name.
  name(say) {
    for (const target of this.targets.values()) {
      const more = say(target.item);
      set(target, "aria-label", more ? `${target.item.label}, ${more}` : target.item.label);
      target.classList.toggle("playable", more.startsWith("playable"));
    }
  }

  // The ids of the items that a touch names; none where there are several.
  idsOf(touched) {
    if (this.targets.has(touched)) return [touched];
    const items = this.order.flat().filter((item) => item.touch === touched);
    return items.length > 1 ? [] : items.map((item) => item.id);
  }

  // The target on which a move is marked: the only item that is touched for it, else the cell that it leads to.
  spot(move) {
    const touched = move.touches.at(-1);
    if (move.touches.length === 1 && this.targets.has(touched)) return touched;
    return move.at ?? this.order.flat().find((item) => item.touch === touched)?.id ?? touched;
  }

  // Draw marks above the picture: [{kind, id, text, short, tone}], each on the target of that id; `short` where there is little room.
  mark(marks) {
    const there = marks.filter((mark) => this.items.has(mark.id));
    const numbers = there.filter((mark) => mark.kind === "number");
    const asked = there.filter((mark) => mark.kind === "ask").flatMap((mark) => this.bubble(mark));
    const others = there.filter((mark) => !["number", "ask"].includes(mark.kind)).flatMap(({ kind, id }) => this.marked(id, kind));
    const beside = new Set(there.filter((mark) => mark.kind === "last" && !this.corner(mark.id)).flatMap((mark) => this.writtenBeside(mark.id)));
    const letters = [...beside].map((id) => this.shapes.get(id).cloneNode(true));
    this.below.replaceChildren(...others, ...letters, ...this.numbered(numbers), ...asked);
  }

  marked(id, kind) {
    const [x, y, w, h] = this.items.get(id).box;
    const [cx, cy, size] = [x + w / 2, y + h / 2, Math.min(w, h)];
    if (kind === "last") return ["around-last", "last"].map((part) => this.outline(this.pieceOn(id), part));
    if (kind !== "legal") return [this.outline(id, kind)];
    if (this.written(cx, cy)) return [this.outline(id, "legal around")];
    if (this.pieceAt(id)) return ["around-capture", "capture"].map((part) => element("circle", { class: `mark ${part}`, cx, cy, r: size * CAPTURE }));
    return [element("circle", { class: "mark legal", cx, cy, r: Math.min(size * 0.4, Math.max(LEAST_DOT, size * DOT), LARGEST_DOT) })];
  }

  // Units in a pixel.
  get pixel() {
    return 1 / (this.svg.getScreenCTM()?.a || 1);
  }

  // Words beside an item, above it or where there is no room below it, within the picture.
  bubble({ id, text }) {
    const [left, top, width] = this.drawing.box;
    const [x, y, w, h] = this.items.get(id).box;
    const [letters, high] = [BUBBLE_LETTERS * this.pixel, 2 * BUBBLE_LETTERS * this.pixel];
    const wide = Math.min(width, (0.6 * text.length + 1.4) * letters);
    const atX = Math.min(left + width - wide / 2, Math.max(left + wide / 2, x + w / 2));
    const above = y - 1.4 * high;
    const atY = above > top ? above : y + h + 0.4 * high;
    return [element("rect", { class: "mark bubble", x: atX - wide / 2, y: atY, width: wide, height: high, rx: high / 3 }),
      element("text", { class: "mark bubble-text", x: atX, y: atY + high / 2 + 0.35 * letters, "font-size": letters }, text)];
  }

  // Numbers: in the middle of their items, below any text there; a few that are wider than their items avoid one another.
  numbered(marks) {
    const { pixel } = this;
    const [lines, badges, taken] = [[], [], []];
    for (const { id, text: long, short, tone } of marks) {
      const [x, y, w, h] = this.items.get(id).box;
      const thin = Math.max(w, h) > THIN * Math.min(w, h);
      const free = thin || marks.length <= FEW;
      const least = free ? SMALLEST_LETTERS * pixel : 0;
      const [cx, cy] = [x + w / 2, y + h / 2];
      const written = this.written(cx, cy);
      const high = Math.max(Math.min(Math.min(w, h) * (written ? LOW_BADGE : BADGE), LARGEST_BADGE), least / 0.74);
      const room = (text) => Math.max(high * 1.6, text.length * high * 0.52 + high * 0.6);
      const fitting = (text) => high * 0.74 * Math.min(1, (w * 0.94) / room(text));
      const size = (text) => Math.max(fitting(text), least); // of its letters
      const width = (text) => size(text) * (room(text) / high / 0.74);
      const crowded = free ? width(long) > MOST_ROOM * w : fitting(long) < SMALLEST_LETTERS * pixel;
      const text = short && crowded ? short : long;
      const [letters, shown] = [size(text), width(text)];
      const low = written && h > 2 * high ? y + h - (h > 3 * high ? high / 2 : 0) : cy;
      const [atX, atY] = free && shown > w ? this.clear(cx, low, shown, high, taken) : [cx, low];
      taken.push([atX, atY, shown, high]);
      if (Math.abs(atY - low) > high / 2) lines.push(element("line", { class: `mark leader ${tone}`, x1: cx, y1: cy, x2: atX, y2: atY }));
      badges.push(element("rect", { class: `mark badge ${tone}`, x: atX - shown / 2, y: atY - high / 2, width: shown, height: high, rx: high / 3 }));
      badges.push(element("text", { class: `mark badge-text ${tone}`, x: atX, y: atY + letters * 0.35, "font-size": letters }, text));
    }
    return [...lines, ...badges];
  }

  // The place for a number nearest to a point, above or below it, within the picture and on none of those that are `taken`.
  clear(x, y, wide, high, taken) {
    const [left, top, width, height] = this.drawing.box;
    const within = (value, low, size, half) => Math.min(low + size - half, Math.max(low + half, value));
    const atX = within(x, left, width, wide / 2);
    const meets = (atY) => taken.some(([ox, oy, w, h]) => Math.abs(ox - atX) < OVERLAP * (w + wide) / 2 && Math.abs(oy - atY) < OVERLAP * (h + high) / 2);
    const steps = [0, 1, -1, 2, -2, 3, -3, 4, -4].map((step) => within(y + step * high * 1.08, top, height, high / 2));
    return [atX, steps.find((atY) => !meets(atY)) ?? y];
  }

  // Whether something is written at a point.
  written(x, y) {
    return this.drawing.items.some((item) => item.parts.some(([tag]) => tag === "text") && x > item.box[0] && x < item.box[0] + item.box[2] && y > item.box[1] && y < item.box[1] + item.box[3]);
  }

  // What is written near the edges of an item, such as a square's number, where a line along them would hide it.
  writtenBeside(id) {
    const { box: [x, y, w, h] } = this.items.get(id);
    const off = (from, size, low, room) => Math.abs(from + size / 2 - low - room / 2) / room;
    const far = ({ box: [left, top, wide, high] }) => Math.max(off(left, wide, x, w), off(top, high, y, h));
    return this.drawing.items.filter((item) => item.parts.some(([tag]) => tag === "text") && far(item) > 0.2 && far(item) < 0.5).map((item) => item.id);
  }

  // How far from its upper left corner an item's number reaches, where that is all that is written near its edges; else null.
  corner(id) {
    const { box: [x, y, w, h], class: words } = this.items.get(id);
    const written = this.writtenBeside(id).map((other) => this.items.get(other).box);
    const within = ([left, top, wide, high]) => left >= x && top >= y && left + wide < x + w / 2 && top + high < y + h / 2;
    if (!/^rect/.test(words) || written.length !== 1 || !within(written[0])) return null;
    const [left, top, wide, high] = written[0];
    return [left + wide - x, top + high - y];
  }

  // The piece that stands on the middle of an item; undefined where there is none.
  pieceAt(id) {
    const { box: [x, y, w, h] } = this.items.get(id);
    const off = ({ box: [left, top, wide, high] }) => Math.abs(2 * left + wide - 2 * x - w) + Math.abs(2 * top + high - 2 * y - h);
    return this.drawing.items.find((item) => item.id !== id && item.parts.length && PIECE.test(item.class) && off(item) < 1)?.id;
  }

  // The piece on a place that is not drawn itself, such as a crossing; else the place.
  pieceOn(id) {
    return this.items.get(id).parts.length ? id : (this.pieceAt(id) ?? id);
  }

  // A line along the edge of an item, of its shape: within it and outside of a piece that stands on it, or around a piece or a thin item.
  outline(id, kind) {
    const { box: [x, y, w, h], class: words, parts } = this.items.get(id);
    const size = Math.min(w, h);
    const around = Math.max(w, h) > THIN * size || (kind.includes("last") && PIECE.test(words));
    const inset = around ? -1.5 : Math.min(size / 4, INSET);
    const [left, top, wide, high] = [x + inset, y + inset, w - 2 * inset, h - 2 * inset];
    const path = parts.find(([tag]) => tag === "path")?.[1].d;
    if (path) return element("path", { class: `mark ${kind}`, d: path, transform: `translate(${left} ${top}) scale(${wide} ${high})`, "vector-effect": "non-scaling-stroke" });
    const corner = kind.includes("last") && !around ? this.corner(id) : null;
    if (corner) return element("path", { class: `mark ${kind}`, d: `M${x + corner[0]} ${top}H${left + wide}V${top + high}H${left}V${y + corner[1]}` });
    const round = /^(disc|ring)/.test(words) ? Math.min(wide, high) / 2 : Math.max(0, Math.min(wide, high)) * 0.08;
    return element("rect", { class: `mark ${kind}`, x: left, y: top, width: wide, height: high, rx: round });
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
    const at = this.order.findIndex((items) => items.some((item) => item.id === this.current));
    if (at < 0) return;
    const row = this.order[at];
    const column = row.findIndex((item) => item.id === this.current);
    const middle = ({ box: [x, , width] }) => x + width / 2;
    const nearest = (items = []) => least(items, (item) => Math.abs(middle(item) - middle(row[column])));
    const next = {
      ArrowLeft: row[column - 1],
      ArrowRight: row[column + 1],
      Home: row[0],
      End: row.at(-1),
      ArrowUp: nearest(this.order[at - 1]),
      ArrowDown: nearest(this.order[at + 1]),
    }[key];
    if (next) this.focus(next.id);
  }
}
