// The board: its parts are put together here. No rules of any game are in these files.

import { render } from "/vendor/lit-html-3.3.3.js";
import { fragment, isOf, keptGame, open, openAddress, sayStrange } from "/address.js";
import { picture, show, takeOver } from "/board.js";
import { dialog } from "/boxes.js";
import { dialogs } from "/dialog.js";
import { newGame } from "/games.js";
import { here, isTextTree } from "/here.js";
import { marks } from "/marks.js";
import "/keys.js";
import { notices } from "/notices.js";
import { page } from "/panels.js";
import { forgetAll, go } from "/position.js";
import { openStored, run, watchRun } from "/run.js";
import { USUAL_SEATS } from "/seats.js";
import { connect, server } from "/server.js";
import { paste } from "/share.js";
import { keep, look, settings, stored } from "/settings.js";
import { on, tell, update } from "/signals.js";
import "/sound.js";
import { listen } from "/touch.js";
import { noteCompiling } from "/waiting.js";
import { setVerdicts } from "/words.js";

on("draw", drawPage);

function drawPage() {
  const app = document.querySelector("#app");
  if (app.querySelector(".early")) app.replaceChildren();
  render(page(), app);
  const svg = app.querySelector("#board");
  if (svg && !picture) {
    takeOver(svg);
    listen(svg);
    if (here.view) show(here.view.drawing);
  }
  if (picture && picture.flipped !== Boolean(settings.flip)) picture.flip(Boolean(settings.flip));
  if (picture && here.view) marks();
  const box = app.querySelector("dialog");
  render(dialog(), box);
  if (dialogs.opened && !dialogs.shown) {
    if (!box.open) box.showModal();
    dialogs.shown = true;
  }
  if (!dialogs.opened && box.open) box.close();
  tell("drawn");
  document.title = here.view ? `${here.view.drawing.title} – Counterply` : "Counterply";
}

// --- messages that answer no request

function take(message) {
  if (message.kind === "connection") {
    server.open = message.open;
    if (!message.open && !message.refused) notices.status = "The server does not answer; trying again …";
    if (message.open && notices.status.startsWith("The server")) notices.status = "";
  } else if (message.kind === "refused") {
    notices.status = "";
    notices.error = message.text;
  } else if (message.kind === "status") {
    noteCompiling(message);
  } else if (message.kind === "changed") {
    forgetAll();
  } else if (message.kind === "hello") {
    server.named = message;
    setVerdicts(message.verdicts);
    tell("connected");
    begin(message);
  } else if (message.error) {
    notices.error = message.error;
  }
  update();
}

function begin(hello) {
  if (here.game) {
    // the server came back: nothing was lost
    if (here.node) go(here.node, { speak: false });
    if (run.table) watchRun();
    return;
  }
  if (hello.run) {
    watchRun();
    if (!openAddress() || hello.number !== null) openStored(hello.number ?? 0);
    return;
  }
  if (!openAddress()) openUsual(hello);
  sayStrange();
}

// Open the game of the command line, else the game of the last visit, else a new one.
function openUsual(hello) {
  const kept = keptGame();
  if (hello.game) {
    const set = hello.position || Object.keys(hello.set).length ? hello.set : (hello.boards[hello.game] ?? {});
    const same = isOf(kept, hello.game, set);
    if (isTextTree(hello.game)) settings.mode = "tree";
    Object.assign(here, { game: hello.game, set });
    if (!hello.position) return open(hello.game, set, "", same ? (kept.at ?? []) : []);
    open(hello.game, hello.set, "", []);
    settings.mode = "analyse";
    return paste(hello.position);
  }
  if (kept.game && kept.tree && hello.games.includes(kept.game)) return open(kept.game, kept.set, kept.tree.from, kept.at ?? []);
  newGame({ game: "isolation", set: {}, seats: USUAL_SEATS, minutes: 0, increment: 0 });
}

look();
const token = fragment().get("token") ?? stored("counterply:token").token ?? "";
if (fragment().get("token")) keep("counterply:token", { token });
connect(token, take);
update();
