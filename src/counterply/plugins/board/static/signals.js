// The signals that connect the parts of the page, and the one that draws it again.

// "going" (the board is to show a position), "left" (another one than before), "went", "shown" (node, view), "stopped" (the search), "reviewed" (the game), "judged" (node),
// "tree", "flag" (seat), "opened" (a dialog), "connected", "changed" (a file that the server reads), "draw", "drawn"
const listeners = new Map();

export function on(signal, listener) {
  listeners.set(signal, [...(listeners.get(signal) ?? []), listener]);
}

export function tell(signal, ...told) {
  for (const listener of listeners.get(signal) ?? []) listener(...told);
}

let asked = false;

// Draw the page again, once, before the next frame.
export function update() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    tell("draw");
  });
}
