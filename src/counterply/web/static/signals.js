// The signals by which the parts of the page hear of each other, and the one that draws it anew.

// "going" (the board is to show a position), "left" (another one than before), "went", "shown" (node, view), "stopped" (the search),
// "tree", "flag" (seat), "opened" (a dialog), "connected", "draw", "drawn"
const listeners = new Map();

export function on(signal, listener) {
  listeners.set(signal, [...(listeners.get(signal) ?? []), listener]);
}

export function tell(signal, ...told) {
  for (const listener of listeners.get(signal) ?? []) listener(...told);
}

let asked = false;

// Draw the page anew, once, before the next picture of the screen.
export function update() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    tell("draw");
  });
}
