// The page's messages: the work in progress, errors, and words for screen readers.

import { update } from "/signals.js";

export const notices = { status: "", error: "", spoken: "" };

export function say(text) {
  notices.spoken = text;
}

// Do some work; if it fails, show the error, after the words `before`.
export async function showingErrors(work, before = "") {
  try {
    await work();
  } catch (error) {
    notices.error = `${before}${error.message}`;
  }
  update();
}
