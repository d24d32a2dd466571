// For listeners to keys.

// Whether Alt, Ctrl or Meta is held.
export const held = (event) => event.altKey || event.ctrlKey || event.metaKey;

// Take an event: no other listener, and not the browser, gets it.
export function taken(event) {
  event.preventDefault();
  event.stopPropagation();
}
