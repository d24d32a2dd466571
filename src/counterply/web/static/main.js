// The board: its parts are put together here. No rules of any game are in these files.

import { render } from "/vendor/lit-html-3.3.3.js";
import { fragment, keptGame, open, openAddress, sayStrange } from "/address.js";
import { picture, show, takeOver } from "/board.js";
import { newGame } from "/games.js";
import { marks } from "/marks.js";
import "/keys.js";
import { dialog, page } from "/panels.js";
import { go } from "/position.js";
import { openStored, watchRun } from "/run.js";
import { connect, connection } from "/server.js";
import { paste } from "/share.js";
import { keep, look, on, state, stored, tell, update } from "/state.js";
import { listen } from "/touch.js";

const NOTICED = 500; // milliseconds of compiling that are said

let compilingTimer = 0;
const busy = { rules: false, search: false };

on("draw", drawPage);

function drawPage() {
  const app = document.querySelector("#app");
  if (app.querySelector(".early")) app.replaceChildren();
  render(page(state), app);
  const svg = app.querySelector("#board");
  if (svg && !picture) {
    takeOver(svg);
    listen(svg);
    if (state.view) show(state.view.drawing);
  }
  if (picture && picture.flipped !== Boolean(state.settings.flip)) picture.flip(Boolean(state.settings.flip));
  if (picture && state.view) marks();
  const box = app.querySelector("dialog");
  render(dialog(state), box);
  if (state.opened && !box.open) box.showModal();
  if (!state.opened && box.open) box.close();
  tell("drawn");
  document.title = state.view ? `${state.view.drawing.title} – Counterply` : "Counterply";
}

// --- what the server says unasked

function take(message) {
  if (message.kind === "connection") {
    state.open = message.open;
    if (!message.open && !message.refused) state.status = "The server does not answer; trying again …";
    if (message.open && state.status.startsWith("The server")) state.status = "";
  } else if (message.kind === "refused") {
    state.status = "";
    state.error = message.text;
  } else if (message.kind === "status") {
    compiling(message);
  } else if (message.kind === "hello") {
    begin(message);
  } else if (message.error) {
    state.error = message.error;
  }
  update();
}

function compiling(message) {
  for (const who of ["rules", "search"]) if (who in message) busy[who] = message[who];
  clearTimeout(compilingTimer);
  if (!busy.rules && !busy.search) Object.assign(state.compiling, busy);
  compilingTimer = setTimeout(() => {
    Object.assign(state.compiling, busy);
    update();
  }, NOTICED);
}

function begin(hello) {
  state.named = hello;
  if (state.game) {
    // the server came back: nothing was lost
    if (state.node) go(state.node, { speak: false });
    if (state.run) watchRun();
    return;
  }
  connection.once({ want: "games" }).then((answer) => {
    Object.assign(state, { games: answer.games, levels: answer.levels });
    update();
  });
  if (hello.run) {
    watchRun();
    if (!openAddress() || hello.number !== null) openStored(hello.number ?? 0);
    return;
  }
  if (!openAddress()) openUsual(hello);
  sayStrange();
}

// Open what the command line named, else the game of the last visit, else a new one.
function openUsual(hello) {
  const kept = keptGame();
  if (hello.game) {
    Object.assign(state, { game: hello.game, set: hello.set });
    if (!hello.position) return open(hello.game, hello.set, "", kept.game === hello.game ? (kept.at ?? []) : []);
    open(hello.game, hello.set, "", []);
    state.settings.mode = "analyse";
    return paste(hello.position);
  }
  if (kept.game && kept.tree && hello.games.includes(kept.game)) return open(kept.game, kept.set, kept.tree.from, kept.at ?? []);
  newGame({ game: "isolation", set: {}, seats: ["person", "level:strength=4"], minutes: 0, increment: 0 });
}

look();
const token = fragment().get("token") ?? stored("counterply:token").token ?? "";
if (fragment().get("token")) keep("counterply:token", { token });
connect(token, take);
update();
