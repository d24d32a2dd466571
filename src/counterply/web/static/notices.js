// What the page says: what is going on, what went wrong, and what a screen reader reads out.

export const notices = { status: "", error: "", spoken: "" };

export function say(text) {
  notices.spoken = text;
}
