// The page around the board, as templates.

import { html, nothing, svg } from "/vendor/lit-html-3.3.3.js";
import { ahead, lookAhead } from "/ahead.js";
import { NO_THREAT, analyseAnew, analysed, goOn, prove, stopAnalysis, toggle, toggleEngine, toggleThreat } from "/analysis.js";
import { picture } from "/board.js";
import { clock, timeLeft } from "/clock.js";
import { dialogClosed, openDialog } from "/dialog.js";
import { catalogue, playAgain, setMode } from "/games.js";
import { atTip, here, over, rollable, unbegun } from "/here.js";
import { notices } from "/notices.js";
import { act, button, checkbox, chip, evaluators, gameTitle, lineOfPlay, rulesBlock, select, table, unless } from "/parts.js";
import { drawChance, hint, hinted, play, resign, takeBack } from "/play.js";
import { back, begun, first, forward, go, last, shownMove } from "/position.js";
import { nextPuzzle, puzzles } from "/puzzles.js";
import { nextMistake, review, reviewing } from "/review.js";
import { openStored, run } from "/run.js";
import { searches } from "/search.js";
import { levelOf, levelText, seating } from "/seats.js";
import { server } from "/server.js";
import { changed, settings } from "/settings.js";
import { on, tell, update } from "/signals.js";
import { pointedText, touching, typed } from "/touch.js";
import { clockText } from "/time.js";
import { line, onMainLine } from "/tree.js";
import { compiledPart, thinking, waitingForPlayer, waitingForSearch, waitingForView } from "/waiting.js";
import { askWhy, uncertain, unexplained, whyPanel } from "/why.js";
import { MISTAKES, article, count, lostPercent, resultText, scoreText, seatName, seatRole, several, signed, verdict, whole } from "/words.js";

let followed = []; // the node whose move was brought into sight, and the mode, by which its list has another size
let treePanel = loadTree; // the tree of the search, whose modules, a fifth of the page, come with the first look at it

function loadTree() {
  treePanel = () => nothing;
  import("/inspect.js").then(({ inspector }) => {
    treePanel = inspector;
    if (settings.mode === "tree" && here.view) tell("tree");
    update();
  });
  return nothing;
}

// Scroll the list of moves to the shown move.
on("drawn", () => {
  if (followed[0] === here.node && followed[1] === settings.mode) return;
  followed = [here.node, settings.mode];
  const move = document.querySelector('.moves .move[aria-current="true"]');
  const list = move?.closest(".moves");
  if (!list) return;
  const [box, of] = [move.getBoundingClientRect(), list.getBoundingClientRect()];
  if (box.bottom > of.bottom || box.top < of.top) list.scrollTop += box.top - of.top - (of.height - box.height) / 2;
  if (box.right > of.right || box.left < of.left) list.scrollLeft += box.left - of.left - (of.width - box.width) / 2;
});

addEventListener("resize", () => {
  followed = [];
  update();
});

// Scroll to a menu as it appears.
let offered = null;

on("drawn", () => {
  const menu = document.querySelector(".menu");
  const before = offered;
  offered = menu.childElementCount ? menu : null;
  if (offered && offered !== before) menu.scrollIntoView({ block: "nearest" });
});

const NO_TREE = "What is hidden leaves no tree that is certain. Analyse searches what both sides may have.";
const OFFERED = 60; // moves without touches that are offered as buttons

export function page() {
  const { mode } = settings;
  const analysing = mode === "analyse";
  const treeless = mode === "tree" && here.view?.hidden;
  const layout = treeless ? "play" : here.view?.dice && analysing ? "analyse dice" : mode;
  const waiting = waitingForView();
  const title = gameTitle();
  const choice = (name, text) => html`<button aria-pressed=${mode === name} @click=${() => setMode(name)}>${text}</button>`;
  return html`
    <a class="skip" href="#board" @click=${skip}>To the board</a>
    <header>
      <h1><img src="/icon.svg" alt="" width="24" height="24" /> <span class="brand">Counterply</span></h1>
      <button class="game-name" @click=${() => openDialog("new")} title="New game (n)">${title.name} <span class="dim">${title.options}</span></button>
      <div class="switch" role="group" aria-label="What to do">
        ${choice("play", "Play")}${choice("analyse", "Analyse")}${choice("tree", "Tree")}
      </div>
      <button class="more" popovertarget="menu" aria-label="Menu">☰</button>
      <nav aria-label="Page" id="menu" popover @click=${(event) => event.currentTarget.matches(":popover-open") && event.currentTarget.hidePopover()}>
        <button @click=${() => openDialog("new")}>New</button>
        <button @click=${() => openDialog("share")}>Share</button>
        <button @click=${() => openDialog("settings")}>Settings</button>
        <button @click=${() => openDialog("help")} aria-label="Rules and keys" title="Rules and keys (?)">?</button>
      </nav>
    </header>
    <main class=${layout}>
      <section class="table" aria-label="Board">
        ${seatLine(settings.flip ? 0 : 1)}
        <div class=${ahead ? "frame ahead" : "frame"} aria-busy=${here.pending ? "true" : "false"}>
          <svg id="board" tabindex="-1"></svg>
          <p class="wait-note" role="status" ?hidden=${!waiting}>${waiting}</p>
        </div>
        ${seatLine(settings.flip ? 1 : 0)}
        ${analysing ? bar() : nothing}
        <div class="told"><p class="error" role="alert">${notices.error}</p>${notices.error ? nothing : ahead ? html`<p class="ahead-note">looking ahead: ${ahead.moves.join(" ")}</p>` : html`<p class="message">${message()}</p>`}${compilation()}<p class="pointed dim" aria-hidden="true">${pointedText()}</p></div>
        ${menu()}
      </section>
      ${layout === "tree" ? treePanel() : nothing}
      <div class="beside">
        ${layout === "tree" ? nothing : html`<section class="side" aria-label=${analysing ? "Analysis" : "Game"}>
          ${run.table ? runPanel() : nothing} ${analysing ? analysis() : treeless ? html`<div class="panel"><h2>Tree</h2><p>${NO_TREE}</p></div>` : playing()}
        </section>`}
        <section class="moves-side" aria-label="Moves">${moveList()}</section>
        ${typing()}
      </div>
    </main>
    <p class="spoken" aria-live="polite">${notices.spoken}</p>
    <dialog aria-labelledby="dialog-title" @close=${(event) => dialogClosed(event.target)}></dialog>
  `;
}

// A roll, with its value as the first player sees it, once it is known.
function rollButton({ text, probability }, found) {
  const best = found?.best ? `, best ${found.best.move}` : "";
  return html`<button class="choice" data-move=${text} title=${`chance ${(100 * probability).toFixed(1)} %${best}`} @click=${() => play(text)}>${text}${found ? html` <span class="dim">${signed(found.value)}</span>` : nothing}</button>`;
}

function skip(event) {
  event.preventDefault();
  document.querySelector('#board [tabindex="0"]')?.focus();
}

const alone = () => seating.seats.filter((each) => each === "person").length === 1;

function playerName(text) {
  if (text === "person") return alone() ? "you" : "a person";
  return levelOf(text) ? `engine, level ${levelOf(text)}` : text;
}

function seatLine(seat) {
  const turn = here.view?.turn === seat && !over();
  const points = here.view?.points;
  const name = run.game && settings.mode !== "play" ? run.game.players[seat] : settings.mode === "play" ? playerName(seating.seats[seat]) : "";
  return html`<div class=${turn ? "seat turn" : "seat"}>
    ${chip(seat)}
    <span class="seat-name">${seatName(seat)}${name ? html`<span class="dim"> – ${name}</span>` : nothing}</span>
    <span class="to-move">${turn ? (searches("move") ? thinking() : "to move") : ""}</span>
    ${points ? html`<span class="points" title="Points" aria-label=${`${points[seat]} points`}>${points[seat]}</span>` : nothing}
    ${clock ? html`<span class="clock" role="timer" aria-label="Clock of ${seatName(seat)}">${clockText(timeLeft(seat))}</span>` : nothing}
  </div>`;
}

// How far the machine code of the rules or the search is, the first time.
function compilation() {
  const part = compiledPart();
  return part === null ? nothing : html`<progress class="compiling" max="1" .value=${part} aria-label="Compilation"></progress>`;
}

function message() {
  if (settings.mode === "play" && here.view && over()) return html`<strong class="result">${endText()}</strong>`;
  if (notices.status) return notices.status;
  if (!here.view) return server.open ? "…" : "Connecting …";
  if (here.tree.result && atTip()) return here.tree.result;
  if (here.view.outcome !== "ongoing") return resultText(here.view);
  if (here.view.turn === "chance") return "Chance is to move";
  return waitingForPlayer() || here.view.happened.join("; ");
}

function menu() {
  if (settings.mode === "play" && here.view && over()) return whatNext();
  const chance = here.view?.turn === "chance" && settings.mode !== "play";
  const without = (here.view?.moves ?? []).filter((move) => !move.touches.length).slice(0, OFFERED);
  const mine = settings.mode !== "play" || seating.seats[here.view?.turn] === "person";
  const typedOnly = without.length && mine && !touching.touched.length ? without : [];
  return html`<div class=${chance ? "menu rolls" : "menu"} role="group" aria-label="Moves to choose from">
    ${[...touching.menu, ...typedOnly].map((move) => html`<button class="choice" data-move=${move.text} title=${move.text} @click=${(event) => choose(event, move.text)}>${move.words ?? move.text}</button>`)}
    ${touching.touched.length && !touching.menu.length ? html`<span class="dim">chosen: ${touching.touched.join(", ")} …</span>` : nothing}
    ${chance ? html`<button class="choice" @click=${drawChance}>Draw by lot</button>
      ${here.view.rolls.map((roll, index) => rollButton(roll, analysed.rolls?.rolls[index]))}<span class="dim">or type what was drawn</span>` : nothing}
  </div>`;
}

const [AT_START, AT_END, OVER] = ["this is the start of the game", "no move follows", "the game is over"];

// Play a move that a button offers; of one that keys pressed, the board takes the focus.
function choose(event, move) {
  play(move);
  if (event.detail === 0) picture.focus(picture.current);
}

// A legal move in words, where it has some.
const wordsOf = (text) => here.view?.moves.find((move) => move.text === text)?.words ?? text;

function steps() {
  const { node } = here;
  return html`<div class="steps" role="group" aria-label="Step through the game">
    ${button("To the start", "«", first, begun() ? "" : AT_START)} ${button("Back", "‹", back, begun() ? "" : AT_START)}
    ${button("Forward", "›", forward, node?.children.length ? "" : AT_END)} ${button("To the end", "»", last, node?.children.length ? "" : AT_END)}
  </div>`;
}

// --- play

function playing() {
  const ended = over(); // or not there yet
  const why = ended ? (here.view ? OVER : "the game is not there yet") : seating.seats.includes("person") ? "" : "no person plays";
  return html`<div class="panel">
    <h2>Game</h2>
    <div class="row">
      ${act("Take back", takeBack, { why: begun() ? "" : AT_START })}
      ${act(hinted?.step === 1 ? "Show the move" : "Hint", hint, { why, kind: "hint" })}
      ${act("Resign", resign, { why })}
    </div>
    ${searches("hint") ? html`<p class="dim">${waitingForSearch("looking for a hint")}</p>` : nothing}
    ${hinted?.step === 2 ? html`<p>Hint: <strong>${wordsOf(hinted.move)}</strong></p>` : nothing}
    ${here.node && unbegun() && catalogue.about?.rules?.length ? html`<div class="rules">${catalogue.about.rules.map(rulesBlock)}</div>` : nothing}
  </div>`;
}

const gameResult = () => here.tree.result || resultText(here.view);

// How the game ended, for the person who played it.
function endText() {
  const person = seating.seats.indexOf("person");
  return alone() && hasWon(person) ? gameResult().replace(`${seatName(person)} won`, "You won").replace(": You", ": you") : gameResult();
}

const hasWon = (seat) => gameResult().includes(`${seatName(seat)} won`);

// The choices after a game: review its mistakes, or play again, perhaps against the next level.
function whatNext() {
  const { seats } = seating;
  const person = seats.indexOf("person");
  const level = alone() ? levelOf(seats[1 - person]) : 0;
  const next = level && level + (hasWon(person) ? 1 : hasWon(1 - person) ? -1 : 0);
  const other = next !== level && catalogue.levels.some((each) => each.number === next);
  const against = levelText(next);
  const look = () => {
    setMode("analyse");
    review();
  };
  return html`<div class="menu" role="group" aria-label="What next"><button class="main" title="Which moves were mistakes, and what was better" @click=${look}>Review the game</button>
    <button title="With sides changed" @click=${() => playAgain(seats.toReversed())}>Rematch</button>
    ${other ? html`<button @click=${() => playAgain(seats.map((each) => (each === "person" ? each : against)))}>Play level ${next}</button>` : nothing}
    <button @click=${() => openDialog("new")}>New game</button></div>`;
}

// --- analysis

function bar() {
  const known = here.node?.eval;
  const chance = known?.chance ?? null;
  const share = chance === null ? 50 : 100 * chance;
  const text = chance === null ? (known?.text ?? "no score yet") : `${known.text}: winning chance of ${seatName(0)} ${Math.round(share)} %`;
  return html`<svg class="bar counterply-drawing" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label="Score, ${text}">
    ${svg`<g class="rect ${seatRole(1)}"><rect width="100" height="6"></rect></g><g class="rect ${seatRole(0)}"><rect class="bar-first" width=${share} height="6"></rect></g>
    <line class="bar-middle" x1="50" x2="50" y1="0" y2="6"></line>`}
  </svg>`;
}

function analysis() {
  const { report, rolls } = analysed;
  const { node } = here;
  const running = searches("analyse");
  const ended = !here.view || over() ? OVER : "";
  const still = ended || (here.view.turn === "chance" && !rollable() ? "chance is to move" : "");
  const spent = rolls ? `mean of ${rolls.finished ? "all" : `${rolls.rolls.length} of`} ${several(rolls.outcomes, "roll")}, as ${seatName(0)} sees them` : report ? `depth ${report.depth}, ${count(report.nodes)} nodes, ${report.seconds.toFixed(1)} s` : "";
  const why = { time: "time is up", proven: "proven", depth: "the greatest depth", stop: "stopped", nodes: "" }[report?.stopped] ?? "";
  return html`<div class="panel">
    <div class="panel-head">
      <h2>${analysed.threat ? "Threat" : "Engine"}</h2>
      ${checkbox("on", settings.engine, toggleEngine)}
      <label>lines ${select("lines", [1, 2, 3, 4, 5].map((many) => [many]), settings.lines, setLines)}</label>
      ${checkbox("all moves", settings.numbers, () => toggle("numbers"))}
    </div>
    <p class="score"><strong>${report?.lines[0] ? scoreText(report.lines[0]) : rolls ? signed(rolls.mean) : (node?.eval?.text ?? "–")}</strong>
      <span class="dim">${spent}${report?.plain ? ", plain Python" : ""}${why ? `; ${why}` : ""}</span></p>
    <div class=${settings.engine ? "lines-box" : ""}>${running && !report && !rolls ? html`<p class="dim">${waitingForSearch("searching")}</p>` : linesTable()}</div>
    <div class="row">
      ${running ? html`<button @click=${stopAnalysis}>Stop</button>` : act("Go on", goOn, { why: still })}
      ${act("Threat", toggleThreat, { why: ended || (here.view?.threat ? "" : NO_THREAT), title: "What the other side would do (x)", pressed: analysed.threat })}
      ${act("Prove", prove, { why: ended || uncertain() })}
      <button aria-pressed=${settings.marks} title="Numbers and marks on the board (z)" @click=${() => toggle("marks")}>Marks</button>
      ${evaluators()}
    </div>
    ${searches("solve") ? html`<p class="proof">${waitingForSearch("looking for a proof")}</p>` : analysed.proof ? html`<p class="proof">${analysed.proof}</p>` : nothing}
    ${terms()}
  </div>
  <div class="panel">
    <div class="panel-head"><h2>Graph</h2>
      ${reviewing.progress ? html`<progress max=${reviewing.progress.of} .value=${reviewing.progress.done} aria-label="Review"></progress><span class="dim">${reviewing.progress.done} of ${reviewing.progress.of}, ${waitingForSearch("")}</span> <button @click=${analyseAnew}>Stop</button>`
        : html`<button @click=${review}>Review</button><button class=${mistakes().length ? "main" : ""} title="m" @click=${nextMistake}>Next mistake</button>
        ${puzzles().length ? html`<button title="Positions before your mistakes: find better moves" @click=${nextPuzzle}>Puzzles (${puzzles().length})</button>` : nothing}`}
    </div>
    ${reviewText()}
    ${graph()}
  </div>
  ${whyPanel()}`;
}

const mistakes = () => (here.node ? line(here.node).filter(verdict) : []);

// The result of a review: how many mistakes of each kind, by player.
function reviewText() {
  const nodes = here.node ? line(here.node).slice(1).filter(({ parent }) => parent.turn !== "chance") : [];
  if (reviewing.progress || !nodes.length || nodes.some(({ lost }) => lost === undefined)) return nothing;
  const found = [0, 1].map((seat) => {
    const names = nodes.filter(({ parent }) => parent.turn === seat).map((node) => verdict(node)?.name);
    const kinds = MISTAKES.map((kind) => [names.filter((name) => name === kind).length, kind]);
    return `${seatName(seat)}: ${kinds.filter(([many]) => many).map((each) => several(...each)).join(", ") || "no mistake"}`;
  });
  return html`<p class="reviewed">${found.join(". ")}.</p>`;
}

// At the position before a mistake: the played move, the best one, and the person's own try.
function mistakeText() {
  const found = reviewing.mistake;
  if (settings.mode !== "analyse" || !found || (here.node !== found.before && here.node.parent !== found.before)) return nothing;
  const { before, played } = found;
  const judged = verdict(played);
  const who = seatName(before.turn ?? 0);
  const tried = here.node.parent === before && here.node !== played ? here.node : null;
  const answer = !tried ? nothing : tried.move === before.eval?.best ? html` <strong>${tried.move} is the best move.</strong>`
    : html` ${tried.move}: ${tried.lost === undefined ? "being looked at …" : verdict(tried) ? `${article(verdict(tried).name)}, too` : "better"}`;
  return html`<p class="mistake-text">${who} played <strong>${played.move}</strong> here, ${article(judged?.name ?? "mistake")}: it lost ${lostPercent(played)} % of the winning chance.
    ${played.eval?.best && played.turn !== before.turn ? html`The answer is <strong>${played.eval.best}</strong> (${played.eval.text}). ` : nothing}${before.eval?.best && (tried || !found.puzzle) ? html`Best was <strong>${before.eval.best}</strong>. ` : nothing}${tried ? answer : html`${found.puzzle ? "Find a better move." : "Try it, or another move."}${unexplained() ? nothing : html` <button @click=${() => askWhy(played.move)}>Why?</button>`}`}</p>`;
}

function setLines(many) {
  settings.lines = Number(many);
  changed();
  analyseAnew();
}

function linesTable() {
  const shown = (analysed.report?.lines ?? []).slice(0, Math.max(settings.lines, analysed.report?.threat ? 1 : 0));
  return html`<table class="lines" @pointerleave=${() => lookAhead(null)}>
    <caption class="hidden-words">Lines of play, the best first; scores as ${seatName(0)} sees them</caption>
    <thead class="hidden-words"><tr><th scope="col">score</th><th scope="col">moves</th><th scope="col">why</th></tr></thead>
    <tbody>${shown.map((each) => html`<tr>
      <td class=${analysed.report.threat ? "line-score threat" : "line-score"}>${scoreText(each)}</td>
      <td>${lineOfPlay(each.pv, { off: analysed.report.threat, most: 16 })}</td>
      <td>${analysed.report.threat ? nothing : html`<button class="move" aria-label=${`Why ${each.move}`} aria-disabled=${unexplained() ? "true" : nothing} title=${unexplained() || nothing} @click=${unless(unexplained(), () => askWhy(each.move))}>why</button>`}</td></tr>`)}
    </tbody></table>`;
}

function terms() {
  if (!analysed.terms || analysed.terms.value === null) return nothing;
  const { evaluator, value, terms: found } = analysed.terms;
  const kept = found.filter((term) => term.value);
  return html`<details class="terms" ?open=${settings.terms} @toggle=${(event) => { settings.terms = event.target.open; }}>
    <summary title="What the evaluator sees">${evaluator} sees ${whole([signed(value)])} for the side to move</summary>
    ${kept.length ? table("features", ["feature", "value", "weight", "gives"], kept.map(({ feature, value: x, weight }) => [feature, x.toFixed(1), Number(weight.toPrecision(3)), (x * weight).toFixed(2)]))
      : html`<p class="dim">${found.length ? "all its features are 0 here" : "it is not a sum of features"}</p>`}
  </details>`;
}

const [GRAPH_WIDE, GRAPH_HIGH, DOT] = [360, 84, 6];

// The area between a curve and a height, as far as the curve is known.
function area(known, height) {
  return known.length > 1 ? [`${known[0][0]},${height}`, ...known.map((p) => p.join(",")), `${known.at(-1)[0]},${height}`].join(" ") : "";
}

function graph() {
  if (!here.node) return nothing;
  const nodes = line(here.node);
  const step = GRAPH_WIDE / Math.max(1, nodes.length - 1);
  const points = nodes.map((node, ply) => (node.eval && node.eval.chance !== null ? [ply * step, GRAPH_HIGH * (1 - node.eval.chance)] : null));
  const known = points.filter(Boolean);
  const empty = known.length ? "" : " empty";
  const now = nodes.indexOf(here.node) * step;
  const jump = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const ply = Math.round(((event.clientX - box.left) / box.width) * (nodes.length - 1));
    go(nodes[Math.min(nodes.length - 1, Math.max(0, ply))]);
  };
  const dots = nodes.map((node, ply) => ({ point: points[ply], found: verdict(node) })).filter((each) => each.point && each.found);
  const dotAt = (height) => Math.min(GRAPH_HIGH - DOT, Math.max(0, height - DOT / 2));
  return html`<svg class="graph counterply-drawing${empty}" viewBox="0 0 ${GRAPH_WIDE} ${GRAPH_HIGH}" preserveAspectRatio="none" role="img" @click=${jump}
    aria-label="Winning chance of ${seatName(0)} over the game, ${known.length} of ${nodes.length} positions known">
    ${svg`<rect class="graph-ground" width=${GRAPH_WIDE} height=${GRAPH_HIGH}></rect>
    <g class=${seatRole(1)}><polygon class="graph-above" points=${area(known, 0)}></polygon></g>
    <g class=${seatRole(0)}><polygon class="graph-area" points=${area(known, GRAPH_HIGH)}></polygon></g>
    <line class="graph-middle" x1="0" x2=${GRAPH_WIDE} y1=${GRAPH_HIGH / 2} y2=${GRAPH_HIGH / 2}></line>
    <g class=${seatRole(0)}><polyline class="graph-line" points=${known.map((p) => p.join(",")).join(" ")}></polyline></g>
    <line class="graph-here" x1=${now} x2=${now} y1="0" y2=${GRAPH_HIGH}></line>
    ${known.length === 1 ? svg`<rect class="graph-point" x=${known[0][0] - DOT / 2} y=${dotAt(known[0][1])} width=${DOT} height=${DOT}></rect>` : nothing}
    ${dots.map((each) => svg`<rect class="dot ${each.found.name}" x=${each.point[0] - DOT / 2} y=${dotAt(each.point[1])} width=${DOT} height=${DOT}></rect>`)}`}
  </svg>`;
}

// --- moves

function moveList() {
  if (!here.node) return nothing;
  const away = !onMainLine(here.node);
  return html`<div class="panel">
    <div class="panel-head"><h2>Moves</h2>${(here.view?.opening ?? null) === null ? nothing : html`<span class="opening dim" title="The name of the opening">${here.view.opening}</span>`} ${steps()}
      ${settings.mode !== "play" ? html`
        ${act("Delete", () => go(here.tree.remove(here.node)), { why: here.node.parent ? "" : AT_START, title: "Delete this move and what follows" })}
        ${away ? html`<button @click=${() => { here.tree.promote(here.node); go(here.node); }}>Make main</button>` : nothing}` : nothing}
    </div>
    ${mistakeText()}
    <div class="moves" role="group" aria-label="Moves of the game">${here.tree.root.children.length ? branchList(here.tree.root) : html`<span class="dim">no move yet</span>`}</div>
  </div>`;
}

// The main line flat, variations in brackets after the move that they replace.
function branchList(from) {
  const parts = [];
  for (let at = from; at.children.length; at = at.children[0]) {
    const [main, ...others] = at.children;
    parts.push(moveButton(main));
    for (const other of others) parts.push(html`<span class="variation">( ${moveButton(other)} ${branchList(other)} )</span>`);
  }
  return parts;
}

function moveButton(node) {
  const found = verdict(node);
  const chosen = node.parent === here.node && here.node.children.length > 1 && here.node.children[here.branch] === node;
  const text = shownMove(node.move);
  const drawn = node.parent.turn === "chance";
  const score = node.eval ? node.eval.text : node.kept?.score != null ? node.kept.score.toFixed(2) : "";
  return html`<button class="move ${chosen ? "next" : ""} ${drawn ? "drawn" : ""} ${found ? found.name : ""}" aria-current=${node === here.node ? "true" : "false"}
    title=${[drawn ? "drawn by lot" : found?.name, score].filter(Boolean).join(", ")} @click=${() => go(node)}><span class="ply">${node.ply}.</span> ${text}${found ? html`<span class="verdict" aria-label=${found.name}>${found.mark}</span>` : nothing}</button>`;
}

function typing() {
  const send = (event) => {
    event.preventDefault();
    const field = event.target.elements.typed;
    typed(field.value);
    field.value = "";
  };
  return html`<form class="typing" @submit=${send}>
    <label for="typed">Type a move</label>
    <input id="typed" name="typed" list="legal" autocomplete="off" autocapitalize="off" spellcheck="false" />
    <datalist id="legal">${(here.view?.moves ?? []).slice(0, 400).map((move) => html`<option value=${move.text}></option>`)}</datalist>
    <button>Play</button>
  </form>`;
}

// --- a stored run

function runPanel() {
  const found = run.table;
  const percent = (share) => (share === null ? "–" : `${(100 * share).toFixed(1)} %`);
  return html`<div class="panel">
    <div class="panel-head"><h2>Tournament</h2><span class="dim">${found.played} of ${found.total} games, ${found.limit} a move</span></div>
    <div class="scroll">${table("standings", ["player", "games", "score"], found.sides.map((side) => [side.player, side.games, percent(side.score)]))}</div>
    <div class="scroll games" role="group" aria-label="Games, the newest first">${found.games.slice(-200).reverse().map((game) => html`<button class="stored" aria-current=${game.number === run.number ? "true" : "false"}
      @click=${() => openStored(game.number)}><span class="ply">${game.number}</span> ${game.players[0]} – ${game.players[1]}
      <span class="dim">${{ first: "1–0", second: "0–1", draw: "½–½" }[game.result]}, ${game.plies} plies</span></button>`)}</div>
  </div>`;
}
