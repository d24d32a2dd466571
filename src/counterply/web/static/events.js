// What a listener to keys says of an event.

// Whether a key is held that makes another key of the one that is pressed.
export const held = (event) => event.altKey || event.ctrlKey || event.metaKey;

// Nobody else is to take it.
export function taken(event) {
  event.preventDefault();
  event.stopPropagation();
}
