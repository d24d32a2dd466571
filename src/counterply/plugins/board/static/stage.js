// A picture that is zoomed and moved: by the wheel, by keys, by dragging, by two fingers. It begins whole, its top in sight.

import { held, taken } from "/events.js";
import { on } from "/signals.js";

const [LARGEST, CLOSEST] = [10, 600]; // times the whole picture, or where more is needed, until so many units are seen
const [ZOOM_STEP, WHEEL, MOVE_STEP] = [1.25, 0.0015, 0.12]; // of a key, of a unit of the wheel; a share of the visible part
const INSIGHT = 0.36; // of the visible part, from its middle: a point farther out is brought to the middle
const READABLE = 9 / 16; // pixels of a unit where letters have 9 pixels
const [HIGHEST, WIDEST] = [1, 2.3]; // shapes of the whole picture that have its own shape on the page: width over height
const STILL = 4; // pixels that a finger may move and still touch an item

class Stage {
  constructor() {
    this.svg = null;
    this.of = null; // the thing that the picture shows
    this.point = { x: 0, y: 0 }; // was last to be in sight
    this.box = [0, 0, 1, 1]; // of the whole picture: left, top, width, height
    this.scale = 1;
    this.middle = [0.5, 0.5]; // of the visible part, in the picture's units
    this.fingers = new Map(); // pointers that are down, by id: [x, y]
  }

  // Set the picture's size and subject; a new subject begins whole.
  content(of, ...box) {
    if (of === this.of && box.join() === this.box.join()) return;
    [this.of, this.box] = [of, box];
    this.shape();
    this.begin();
  }

  shape() {
    const [, , w, h] = this.box;
    this.svg?.style.setProperty("aspect-ratio", Math.min(WIDEST, Math.max(HIGHEST, w / h)));
  }

  // Show the whole picture; where it is small, as much of its top as can be read.
  begin() {
    const [x, y, w, h] = this.box;
    this.fit();
    if (!this.svg?.clientWidth) return;
    const pixels = Math.min(this.svg.clientWidth / w, this.svg.clientHeight / h);
    if (pixels < READABLE) this.zoom(READABLE / pixels, x + w / 2, y);
  }

  fit() {
    const [x, y, w, h] = this.box;
    this.scale = 1;
    this.middle = [x + w / 2, y + h / 2];
    this.show();
  }

  // Zoom; the point (x, y) of the picture stays where it is: if none is said, the one that was last to be in sight.
  zoom(factor, x = this.point.x, y = this.point.y) {
    const scale = Math.min(Math.max(LARGEST, this.box[2] / CLOSEST), Math.max(1, this.scale * factor));
    const change = this.scale / scale;
    this.middle = [x + (this.middle[0] - x) * change, y + (this.middle[1] - y) * change];
    this.scale = scale;
    this.show();
  }

  move(dx, dy) {
    this.middle = [this.middle[0] + dx, this.middle[1] + dy];
    this.show();
  }

  // Bring a point into sight, where the picture is zoomed.
  reveal(point) {
    if (point) this.point = point;
    if (!point || this.scale === 1) return;
    const [dx, dy] = [point.x - this.middle[0], point.y - this.middle[1]];
    if (Math.abs(dx) > (INSIGHT * this.box[2]) / this.scale || Math.abs(dy) > (INSIGHT * this.box[3]) / this.scale) this.move(dx, dy);
  }

  show() {
    const [x, y, w, h] = this.box;
    const [wide, high] = [w / this.scale, h / this.scale];
    const within = (value, low, size, seen) => Math.min(low + size - seen / 2, Math.max(low + seen / 2, value));
    this.middle = [within(this.middle[0], x, w, wide), within(this.middle[1], y, h, high)];
    this.svg?.setAttribute("viewBox", `${this.middle[0] - wide / 2} ${this.middle[1] - high / 2} ${wide} ${high}`);
  }

  // The point of the picture under a point of the screen.
  at(clientX, clientY) {
    const point = new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  attach(svg) {
    this.svg = svg;
    this.shape();
    const ground = svg.parentElement;
    ground.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * WHEEL), ...this.at(event.clientX, event.clientY));
    }, { passive: false });
    ground.addEventListener("keydown", (event) => event.target === ground && this.key(event));
    ground.addEventListener("pointerdown", (event) => this.fingers.set(event.pointerId, [event.clientX, event.clientY]));
    ground.addEventListener("pointermove", (event) => this.drag(event, ground));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) ground.addEventListener(name, (event) => this.fingers.delete(event.pointerId));
    this.begin();
  }

  key(event) {
    const [wide, high] = [this.box[2] / this.scale, this.box[3] / this.scale];
    const steps = { ArrowLeft: [-wide, 0], ArrowRight: [wide, 0], ArrowUp: [0, -high], ArrowDown: [0, high] };
    if (held(event) || (this.scale === 1 && steps[event.key])) return;
    if (event.key === "+" || event.key === "=") this.zoom(ZOOM_STEP);
    else if (event.key === "-") this.zoom(1 / ZOOM_STEP);
    else if (event.key === "0") this.fit();
    else if (steps[event.key]) this.move(...steps[event.key].map((length) => MOVE_STEP * length));
    else return;
    taken(event);
  }

  drag(event, ground) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    if (this.fingers.size === 1 && Math.hypot(now[0] - before[0], now[1] - before[1]) < STILL) return;
    const [x0, y0] = this.at(...before);
    const [x1, y1] = this.at(...now);
    if (this.fingers.size === 2) {
      const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
      const spread = (place) => Math.hypot(place[0] - other[0], place[1] - other[1]);
      this.zoom(spread(now) / Math.max(1, spread(before)), ...this.at((now[0] + other[0]) / 2, (now[1] + other[1]) / 2));
    } else {
      ground.setPointerCapture(event.pointerId);
      this.move(x0 - x1, y0 - y1);
    }
    this.fingers.set(event.pointerId, now);
  }
}

export const stage = new Stage();

on("drawn", () => {
  const svg = document.querySelector(".tree-picture");
  if (svg && svg !== stage.svg) stage.attach(svg);
});
