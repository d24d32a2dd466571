// Searches, one at a time: the request, its answers as they come, another try if the process ended, and the end.

import { here } from "/here.js";
import { notices } from "/notices.js";
import { connection } from "/server.js";
import { tell, update } from "/signals.js";

const REST = 90; // milliseconds that a position must stay before it is searched
const PAUSES = [1000, 4000]; // milliseconds before a search is asked for again whose process ended twice

let timer = 0;
let current = null; // {name, since, end, waits}
let series = null; // {since}: several searches, one after the other, that go on when another position is shown

export function searches(name) {
  return current?.name === name;
}

// How long the search has lasted, in milliseconds; null where there is none.
export function searchedFor() {
  const begun = (series ?? current)?.since;
  return begun === undefined ? null : performance.now() - begun;
}

// Why the search has to wait before it begins; "" where it has begun.
export function waitsFor() {
  return current?.waits ?? "";
}

// Whether the search goes on where another position is shown.
export function searchStays() {
  return series !== null;
}

// Do something once the position has stayed for a moment.
export function whenAtRest(action) {
  clearTimeout(timer);
  const { node } = here;
  timer = setTimeout(() => here.node === node && action(), REST);
}

export function stopSearch() {
  clearTimeout(timer);
  const there = current || series;
  series = null;
  endCurrent();
  if (there) tell("stopped");
}

function endCurrent() {
  if (!current) return;
  const { end } = current;
  current = null;
  connection.stop();
  end(null);
}

// Search; `take` gets each answer. Returns the last answer once the search is done, and null if another search took its place.
export function search(name, request, take = () => {}, { ofSeries = false } = {}) {
  if (ofSeries) endCurrent();
  else stopSearch();
  const mine = { name, since: performance.now() };
  current = mine;
  update();
  return new Promise((resolve) => {
    mine.end = resolve;
    ask(mine, request, take, 0);
  });
}

// Do one search after the other while `step` returns true; returns whether no other search took their place.
export async function searchEach(things, step) {
  stopSearch();
  const mine = { since: performance.now() };
  series = mine;
  for (const [index, thing] of things.entries()) if (!(await step(thing, index)) || series !== mine) break;
  if (series !== mine) return false;
  series = null;
  return true;
}

function ask(mine, request, take, tries) {
  let last = null;
  connection.ask("search", request, (answer) => {
    if (current !== mine) return;
    if (answer.gone) finish(mine, null); // the new connection asks again
    else if (answer.kind === "ended") {
      notices.status = answer.text ?? answer.error;
      if (answer.error && tries < PAUSES.length) {
        connection.forget("search");
        setTimeout(() => current === mine && ask(mine, request, take, tries + 1), PAUSES[tries]);
      } else if (answer.error) finish(mine, answer);
    } else if (answer.kind === "waits") mine.waits = answer.text;
    else if (answer.kind === "done") finish(mine, last);
    else {
      last = answer;
      take(answer);
      if (answer.error) finish(mine, answer);
    }
    update();
  });
}

function finish(mine, last) {
  if (current !== mine) return; // `take` has stopped it
  current = null;
  mine.end(last);
}
