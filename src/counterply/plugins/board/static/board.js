// The picture of the position on the page.

import { Picture } from "/picture.js";

export let picture = null;

// Take over an element of the page, the first time that it is there.
export function takeOver(svg) {
  picture = new Picture(svg);
}

export function show(drawing) {
  picture?.draw(drawing);
}
