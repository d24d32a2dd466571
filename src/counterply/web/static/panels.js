// The page around the board, as templates: what a state looks like. What a person does is in main.js.

import { html, nothing, svg } from "/vendor/lit-html-3.3.3.js";
import { flip, lookAhead, wheel } from "/ahead.js";
import { considerAnalysis, goOn, prove, toggle, toggleEngine, toggleThreat } from "/analysis.js";
import { timeLeft } from "/clock.js";
import { loadOpenings, newGame, openDialog, openingMoves, setMode } from "/games.js";
import { askWhy, inspector, whyPanel } from "/inspect.js";
import { chip, evaluators } from "/parts.js";
import { drawChance, hint, play, playLine, resign, takeBack } from "/play.js";
import { back, first, forward, go, last, over, shownMove } from "/position.js";
import { nextMistake, review } from "/review.js";
import { openStored } from "/run.js";
import { stopSearch } from "/search.js";
import { copy, download, paste } from "/share.js";
import { changed, say, state, update } from "/state.js";
import { typed } from "/touch.js";
import { line, onMainLine } from "/tree.js";
import { waitingForSearch, waitingForView } from "/waiting.js";
import { article, clockText, count, lostPercent, resultText, scoreText, seatName, seatRole, verdict } from "/words.js";

const OFFERED = 60; // moves without touches that are offered as buttons

export function page(state) {
  const { mode } = state.settings;
  const analysing = mode === "analyse";
  const waiting = waitingForView();
  const button = (name, text) => html`<button aria-pressed=${mode === name} @click=${() => setMode(name)}>${text}</button>`;
  return html`
    <a class="skip" href="#board" @click=${(event) => skip(event)}>To the board</a>
    <header>
      <h1><img src="/icon.svg" alt="" width="24" height="24" /> Counterply</h1>
      <button class="game-name" @click=${() => openDialog("new")} title="New game (n)">${gameTitle(state)}</button>
      <div class="switch" role="group" aria-label="What to do">
        ${button("play", "Play")}${button("analyse", "Analyse")}${button("tree", "Tree")}
      </div>
      <nav aria-label="Page">
        <button @click=${() => openDialog("new")}>New</button>
        <button @click=${() => openDialog("share")}>Share</button>
        <button @click=${() => openDialog("settings")}>Settings</button>
        <button @click=${() => openDialog("help")} aria-label="Rules and keys" title="Rules and keys (?)">?</button>
      </nav>
    </header>
    <main class=${mode}>
      <section class="table" aria-label="Board">
        ${seatLine(state, state.settings.flip ? 0 : 1)}
        <div class=${state.ahead ? "frame ahead" : "frame"} aria-busy=${state.pending ? "true" : "false"}>
          <svg id="board" tabindex="-1"></svg>
          <p class="wait-note" role="status" ?hidden=${!waiting}>${waiting}</p>
          <p class="ahead-note" ?hidden=${!state.ahead}>${state.ahead ? `looking ahead: ${state.ahead.moves.join(" ")}` : ""}</p>
        </div>
        ${seatLine(state, state.settings.flip ? 1 : 0)}
        ${analysing ? bar(state) : nothing}
        <div class="told"><p class="error" role="alert">${state.error}</p>${state.error ? nothing : html`<p class="message">${message(state)}</p>`}<p class="pointed dim" aria-hidden="true">${state.pointed}</p></div>
        ${menu(state)}
      </section>
      ${mode === "tree" ? inspector(state) : nothing}
      <div class="beside">
        ${mode === "tree" ? nothing : html`<section class="side" aria-label=${analysing ? "Analysis" : "Game"}>
          ${state.run ? run(state) : nothing} ${analysing ? analysis(state) : playing(state)}
        </section>`}
        <section class="moves-side" aria-label="Moves">${moveList(state)}</section>
        ${typing(state)}
      </div>
    </main>
    <p class="spoken" aria-live="polite">${state.spoken}</p>
    <dialog aria-labelledby="dialog-title" @close=${() => openDialog("")}></dialog>
  `;
}

function skip(event) {
  event.preventDefault();
  document.querySelector('#board [tabindex="0"]')?.focus();
}

function gameTitle(state) {
  return (state.view?.game ?? state.game).replace(/.*\//, "").replaceAll("_", " ") || "…";
}

function playerName(text) {
  if (text === "person") return "a person";
  const level = /^level:strength=(\d+)$/.exec(text);
  return level ? `engine, level ${level[1]}` : text;
}

function seatLine(state, seat) {
  const turn = state.view?.turn === seat && state.view.outcome === "ongoing" && !state.tree.result;
  const name = state.stored && state.settings.mode !== "play" ? state.stored.players[seat] : state.settings.mode === "play" ? playerName(state.seats[seat]) : "";
  return html`<div class=${turn ? "seat turn" : "seat"}>
    ${chip(seat)}
    <span class="seat-name">${seatName(seat)}${name ? html`<span class="dim"> – ${name}</span>` : nothing}</span>
    <span class="to-move">${turn ? (state.searching === "move" ? waitingForSearch("thinking") : "to move") : ""}</span>
    ${state.clock ? html`<span class="clock" role="timer" aria-label="Clock of ${seatName(seat)}">${clockText(timeLeft(seat))}</span>` : nothing}
  </div>`;
}

function message(state) {
  if (state.status) return state.status;
  if (!state.view) return state.open ? "…" : "Connecting …";
  if (state.tree.result) return state.tree.result;
  if (state.view.outcome !== "ongoing") return resultText(state.view);
  if (state.view.turn === "chance") return "Chance is to move";
  const happened = state.view.happened.join("; ");
  return happened || `${seatName(state.view.turn)} to move`;
}

function menu(state) {
  const chance = state.view?.turn === "chance" && state.settings.mode !== "play";
  const without = (state.view?.moves ?? []).filter((move) => !move.touches.length).slice(0, OFFERED);
  const moves = state.menu.length ? state.menu : [];
  const mine = state.settings.mode !== "play" || state.seats[state.view?.turn] === "person";
  const typedOnly = without.length && mine && !state.touched.length ? without : [];
  return html`<div class="menu" role="group" aria-label="Moves to choose from">
    ${[...moves, ...typedOnly].map((move) => html`<button class="choice" @click=${() => play(move.text)}>${move.text}</button>`)}
    ${state.touched.length && !moves.length ? html`<span class="dim">chosen: ${state.touched.join(", ")} …</span>` : nothing}
    ${chance ? html`<button class="choice" @click=${drawChance}>Draw by lot</button><span class="dim">or type what was drawn</span>` : nothing}
  </div>`;
}

function steps(state) {
  const { node } = state;
  const button = (label, text, action, off) => html`<button aria-label=${label} title=${label} ?disabled=${off} @click=${action}>${text}</button>`;
  return html`<div class="steps" role="group" aria-label="Step through the game">
    ${button("To the start", "«", first, !node?.parent)} ${button("Back", "‹", back, !node?.parent)}
    ${button("Forward", "›", forward, !node?.children.length)} ${button("To the end", "»", last, !node?.children.length)}
  </div>`;
}

// --- play

function playing(state) {
  const ended = state.view && over();
  const person = state.seats.includes("person");
  return html`<div class="panel">
    <h2>Game</h2>
    <div class="row">
      <button ?disabled=${!state.node?.parent} @click=${takeBack}>Take back</button>
      <button ?disabled=${ended || !person} @click=${hint}>${state.hint?.step === 1 ? "Show the move" : "Hint"}</button>
      <button ?disabled=${ended || !person} @click=${resign}>Resign</button>
    </div>
    ${state.searching === "hint" ? html`<p class="dim">${waitingForSearch("looking for a hint")}</p>` : nothing}
    ${state.hint?.step === 2 ? html`<p>Hint: <strong>${state.hint.move}</strong></p>` : nothing}
    ${ended ? html`<p class="result">${state.tree.result || resultText(state.view)}</p>
        <div class="row"><button class="main" @click=${() => openDialog("new")}>New game</button>
        <button @click=${() => setMode("analyse")}>Analyse this game</button></div>` : nothing}
  </div>`;
}

// --- analysis

function bar(state) {
  const known = state.node?.eval;
  const chance = known?.chance ?? null;
  const share = chance === null ? 50 : 100 * chance;
  const text = chance === null ? (known?.text ?? "no score yet") : `${known.text}: ${seatName(0)} wins ${Math.round(share)} %`;
  return html`<svg class="bar counterply-drawing" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label="Score, ${text}">
    ${svg`<g class="rect ${seatRole(1)}"><rect width="100" height="6"></rect></g><g class="rect ${seatRole(0)}"><rect class="bar-first" width=${share} height="6"></rect></g>
    <line class="bar-middle" x1="50" x2="50" y1="0" y2="6"></line>`}
  </svg>`;
}

function analysis(state) {
  const { settings, report, node } = state;
  const running = state.searching === "analyse";
  const spent = report ? `depth ${report.depth}, ${count(report.nodes)} nodes, ${report.seconds.toFixed(1)} s` : "";
  const why = { time: "time is up", proven: "proven", depth: "the greatest depth", stop: "stopped", nodes: "" }[report?.stopped] ?? "";
  return html`<div class="panel">
    <div class="panel-head">
      <h2>${state.threat ? "Threat" : "Engine"}</h2>
      <label class="toggle"><input type="checkbox" .checked=${settings.engine} @change=${toggleEngine} /> on</label>
      <label>lines
        <select aria-label="lines" .value=${String(settings.lines)} @change=${(event) => setLines(state, event)}>
          ${[1, 2, 3, 4, 5].map((n) => html`<option value=${n} ?selected=${n === settings.lines}>${n}</option>`)}
        </select></label>
      <label class="toggle"><input type="checkbox" .checked=${settings.numbers} @change=${() => toggle("numbers")} /> all moves</label>
    </div>
    <p class="score"><strong>${report?.lines[0] ? scoreText(report.lines[0]) : (node?.eval?.text ?? "–")}</strong>
      <span class="dim">${spent}${report?.plain ? ", plain Python" : ""}${why ? `; ${why}` : ""}</span></p>
    <div class=${settings.engine ? "lines-box" : ""}>${running && !report ? html`<p class="dim">${waitingForSearch("searching")}</p>` : linesTable(state)}</div>
    <div class="row">
      ${running ? html`<button @click=${() => { stopSearch(); update(); }}>Stop</button>` : html`<button ?disabled=${!state.view || over()} @click=${goOn}>Go on</button>`}
      <button aria-pressed=${state.threat} ?disabled=${!state.view?.threat} title="What the other side would do (x)" @click=${toggleThreat}>Threat</button>
      <button ?disabled=${!state.view || over()} @click=${prove}>Prove</button>
      <button aria-pressed=${settings.marks} title="Numbers and marks on the board (z)" @click=${() => toggle("marks")}>Marks</button>
      ${evaluators(state)}
    </div>
    ${state.searching === "solve" ? html`<p class="proof">${waitingForSearch("looking for a proof")}</p>` : state.proof ? html`<p class="proof">${state.proof}</p>` : nothing}
    ${terms(state)}
  </div>
  ${whyPanel(state)}
  <div class="panel">
    <div class="panel-head"><h2>Graph</h2>
      ${state.review ? html`<progress max=${state.review.of} .value=${state.review.done} aria-label="Review"></progress><span class="dim">${state.review.done} of ${state.review.of}, ${waitingForSearch("")}</span> <button @click=${() => { stopSearch(); considerAnalysis(); update(); }}>Stop</button>`
        : html`<button @click=${review}>Review</button><button title="m" @click=${nextMistake}>Next mistake</button>`}
    </div>
    ${graph(state)}
    ${mistakeText(state)}
  </div>`;
}

// The position before a mistake: what was played, what was best, and what one tried instead.
function mistakeText(state) {
  const found = state.mistake;
  if (!found || (state.node !== found.before && state.node.parent !== found.before)) return nothing;
  const { before, played } = found;
  const judged = verdict(played);
  const who = seatName(before.turn ?? 0);
  const tried = state.node.parent === before && state.node !== played ? state.node : null;
  const answer = !tried ? nothing : tried.move === before.eval?.best ? html` <strong>${tried.move} is the best move.</strong>`
    : html` ${tried.move}: ${tried.eval ? (verdict(tried) ? `${article(verdict(tried).name)}, too` : "better") : "being looked at …"}`;
  return html`<p class="mistake-text">${who} played <strong>${played.move}</strong> here, ${article(judged?.name ?? "mistake")}: it lost ${lostPercent(played)} % of the winning chance.
    ${before.eval?.best ? html`Best was <strong>${before.eval.best}</strong>. ` : nothing}${tried ? nothing : "Try it, or another move."}${answer}</p>`;
}

function setLines(state, event) {
  state.settings.lines = Number(event.target.value);
  changed();
  stopSearch();
  considerAnalysis();
}

function linesTable(state) {
  const shown = (state.report?.lines ?? []).slice(0, Math.max(state.settings.lines, state.report?.threat ? 1 : 0));
  const leave = () => lookAhead(null);
  return html`<table class="lines" @pointerleave=${leave}>
    <caption class="hidden-words">Lines of play, the best first; scores as ${seatName(0)} sees them</caption>
    <thead class="hidden-words"><tr><th scope="col">score</th><th scope="col">moves</th><th scope="col">why</th></tr></thead>
    <tbody>${shown.map((each) => html`<tr>
      <td class=${state.report.threat ? "line-score threat" : "line-score"}>${scoreText(each)}</td>
      <td><div class="line" @wheel=${(event) => wheel(event, state.report.threat ? [] : each.line)}>${each.line.slice(0, 16).map((move, index) => html`<button class="move"
        @pointerenter=${(event) => event.pointerType === "mouse" && !state.report.threat && lookAhead(each.line.slice(0, index + 1))}
        @focus=${(event) => event.target.matches(":focus-visible") && !state.report.threat && lookAhead(each.line.slice(0, index + 1))}
        @blur=${leave} ?disabled=${state.report.threat}
        @click=${() => playLine(each.line.slice(0, index + 1))}>${move}</button>`)}</div></td>
      <td>${state.report.threat ? nothing : html`<button class="move" aria-label=${`Why ${each.move}`} @click=${() => askWhy(state, each.move)}>why</button>`}</td></tr>`)}
    </tbody></table>`;
}

function terms(state) {
  if (!state.terms || state.terms.value === null) return nothing;
  const { evaluator, value, terms: found } = state.terms;
  const kept = found.filter((term) => term.value);
  return html`<details class="terms" ?open=${state.settings.terms} @toggle=${(event) => { state.settings.terms = event.target.open; }}>
    <summary title="What the evaluator sees">${evaluator} sees ${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)} for the side to move</summary>
    ${kept.length ? html`<table class="features"><thead><tr><th scope="col">feature</th><th scope="col">value</th><th scope="col">weight</th><th scope="col">gives</th></tr></thead>
      <tbody>${kept.map((term) => html`<tr><th scope="row">${term.feature}</th><td>${term.value.toFixed(1)}</td><td>${Number(term.weight.toPrecision(3))}</td>
        <td>${(term.value * term.weight).toFixed(2)}</td></tr>`)}</tbody></table>`
      : html`<p class="dim">${found.length ? "all its features are 0 here" : "it is not a sum of features"}</p>`}
  </details>`;
}

const [GRAPH_WIDE, GRAPH_HIGH] = [360, 84];

// The area between a curve and a height, as far as the curve is known.
function area(known, height) {
  return known.length > 1 ? [`${known[0][0]},${height}`, ...known.map((p) => p.join(",")), `${known.at(-1)[0]},${height}`].join(" ") : "";
}

function graph(state) {
  if (!state.node) return nothing;
  const nodes = line(state.node);
  const step = GRAPH_WIDE / Math.max(1, nodes.length - 1);
  const points = nodes.map((node, ply) => (node.eval && node.eval.chance !== null ? [ply * step, GRAPH_HIGH * (1 - node.eval.chance)] : null));
  const known = points.filter(Boolean);
  const empty = known.length ? "" : " empty";
  const here = nodes.indexOf(state.node) * step;
  const jump = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const ply = Math.round(((event.clientX - box.left) / box.width) * (nodes.length - 1));
    go(nodes[Math.min(nodes.length - 1, Math.max(0, ply))]);
  };
  const dots = nodes.map((node, ply) => ({ node, point: points[ply], found: verdict(node) })).filter((each) => each.point && each.found);
  return html`<svg class="graph counterply-drawing${empty}" viewBox="0 0 ${GRAPH_WIDE} ${GRAPH_HIGH}" preserveAspectRatio="none" role="img" @click=${jump}
    aria-label="Winning chance of ${seatName(0)} over the game, ${known.length} of ${nodes.length} positions known">
    ${svg`<rect class="graph-ground" width=${GRAPH_WIDE} height=${GRAPH_HIGH}></rect>
    <g class=${seatRole(1)}><polygon class="graph-above" points=${area(known, 0)}></polygon></g>
    <g class=${seatRole(0)}><polygon class="graph-area" points=${area(known, GRAPH_HIGH)}></polygon></g>
    <line class="graph-middle" x1="0" x2=${GRAPH_WIDE} y1=${GRAPH_HIGH / 2} y2=${GRAPH_HIGH / 2}></line>
    <g class=${seatRole(0)}><polyline class="graph-line" points=${known.map((p) => p.join(",")).join(" ")}></polyline></g>
    <line class="graph-here" x1=${here} x2=${here} y1="0" y2=${GRAPH_HIGH}></line>
    ${known.length === 1 ? svg`<rect class="graph-point" x=${known[0][0] - 3} y=${known[0][1] - 3} width="6" height="6"></rect>` : nothing}
    ${dots.map((each) => svg`<rect class="dot ${each.found.name}" x=${each.point[0] - 3} y=${each.point[1] - 3} width="6" height="6"></rect>`)}`}
  </svg>`;
}

// --- moves

function moveList(state) {
  if (!state.node) return nothing;
  const away = !onMainLine(state.node);
  return html`<div class="panel">
    <div class="panel-head"><h2>Moves</h2> ${steps(state)}
      ${state.node.parent && state.settings.mode !== "play" ? html`
        <button title="Delete this move and what follows" @click=${() => go(state.tree.remove(state.node))}>Delete</button>
        ${away ? html`<button @click=${() => { state.tree.promote(state.node); go(state.node); }}>Make main</button>` : nothing}` : nothing}
    </div>
    <div class="moves" role="group" aria-label="Moves of the game">${state.tree.root.children.length ? branchList(state, state.tree.root) : html`<span class="dim">no move yet</span>`}</div>
  </div>`;
}

// The main line flat, variations in brackets after the move that they replace.
function branchList(state, from) {
  const parts = [];
  for (let at = from; at.children.length; at = at.children[0]) {
    const [main, ...others] = at.children;
    parts.push(moveButton(state, main));
    for (const other of others) parts.push(html`<span class="variation">( ${moveButton(state, other)} ${branchList(state, other)} )</span>`);
  }
  return parts;
}

function moveButton(state, node) {
  const found = verdict(node);
  const chosen = node.parent === state.node && state.node.children.length > 1 && state.node.children[state.branch] === node;
  const text = shownMove(node.move);
  const score = node.eval ? node.eval.text : node.kept?.score != null ? node.kept.score.toFixed(2) : "";
  return html`<button class="move ${chosen ? "next" : ""} ${found ? found.name : ""}" aria-current=${node === state.node ? "true" : "false"}
    title=${[found?.name, score].filter(Boolean).join(", ")} @click=${() => go(node)}><span class="ply">${node.ply}.</span> ${text}${found ? html`<span class="verdict" aria-label=${found.name}>${found.mark}</span>` : nothing}</button>`;
}

function typing(state) {
  const send = (event) => {
    event.preventDefault();
    const field = event.target.elements.typed;
    typed(field.value);
    field.value = "";
  };
  return html`<form class="typing" @submit=${send}>
    <label for="typed">Type a move</label>
    <input id="typed" name="typed" list="legal" autocomplete="off" autocapitalize="off" spellcheck="false" />
    <datalist id="legal">${(state.view?.moves ?? []).slice(0, 400).map((move) => html`<option value=${move.text}></option>`)}</datalist>
    <button>Play</button>
  </form>`;
}

// --- a stored run

function run(state) {
  const { run: found } = state;
  const percent = (share) => (share === null ? "–" : `${(100 * share).toFixed(1)} %`);
  return html`<div class="panel">
    <div class="panel-head"><h2>Tournament</h2><span class="dim">${found.played} of ${found.total} games, ${found.limit} a move</span></div>
    <div class="scroll"><table class="standings"><thead><tr><th scope="col">player</th><th scope="col">games</th><th scope="col">score</th></tr></thead>
      <tbody>${found.sides.map((side) => html`<tr><th scope="row">${side.player}</th><td>${side.games}</td><td>${percent(side.score)}</td></tr>`)}</tbody></table></div>
    <div class="scroll games" role="group" aria-label="Games, the newest first">${found.games.slice(-200).reverse().map((game) => html`<button class="stored" aria-current=${game.number === state.game_number ? "true" : "false"}
      @click=${() => openStored(game.number)}><span class="ply">${game.number}</span> ${game.players[0]} – ${game.players[1]}
      <span class="dim">${{ first: "1–0", second: "0–1", draw: "½–½" }[game.result]}, ${game.plies} plies</span></button>`)}</div>
  </div>`;
}

// --- dialogs

export function dialog(state) {
  const made = { new: newDialog, share: shareDialog, settings: settingsDialog, help: helpDialog }[state.opened];
  return made ? made(state) : nothing;
}

function heading(text) {
  return html`<div class="panel-head"><h2 id="dialog-title">${text}</h2><button class="close" aria-label="Close" @click=${() => openDialog("")}>✕</button></div>`;
}

function newDialog(state) {
  const names = [...state.games.map((game) => game.name)];
  if (state.named?.game && !names.includes(state.named.game)) names.unshift(state.named.game);
  const draft = (state.draft ??= { game: state.game, set: { ...state.set }, seats: [...state.seats], minutes: 0, increment: 0, opening: "start" });
  const about = state.games.find((game) => game.name === draft.game);
  const players = ["person", ...state.levels.map((level) => `level:strength=${level.number}`), "engine", "random", "greedy", "mcts", ...(state.named?.players ?? [])];
  const change = (name) => (event) => { draft[name] = event.target.value; update(); };
  const chooseGame = (event) => { Object.assign(draft, { game: event.target.value, set: event.target.value === state.named?.game ? { ...state.named.set } : {}, opening: "start" }); state.openings = []; update(); };
  const level = (text) => {
    const found = state.levels.find((each) => `level:strength=${each.number}` === text);
    return found ? `level ${found.number} – ${count(found.nodes)} nodes${draft.game === "isolation" ? `, +${found.elo} Elo` : ""}` : text === "person" ? "a person" : text;
  };
  const begin = (event) => {
    event.preventDefault();
    const set = Object.fromEntries(Object.entries(draft.set).filter(([, value]) => value !== ""));
    openDialog("");
    newGame({ game: draft.game, set, seats: draft.seats, minutes: Number(draft.minutes), increment: Number(draft.increment), moves: openingMoves(draft.opening), mode: draft.mode, chosen: draft.chosen });
  };
  return html`<form method="dialog" @submit=${begin}>
    ${heading("New game")}
    <label class="field"><span>Game</span><select autofocus aria-label="Game" @change=${chooseGame}>${names.map((name) => html`<option value=${name} ?selected=${name === draft.game}>${name.replace(/.*\//, "").replaceAll("_", " ")}</option>`)}</select></label>
    ${(about?.options ?? []).map((option) => optionField(draft, option))}
    <div class="field"><span>Opening</span><span class="row"><select aria-label="Opening" @focus=${() => loadOpenings(draft)} @change=${change("opening")}>
      <option value="start" ?selected=${draft.opening === "start"}>the start</option>
      <option value="here" ?selected=${draft.opening === "here"} ?disabled=${draft.game !== state.game}>the position on the board</option>
      ${state.openings.map((moves, index) => html`<option value=${index}>balanced ${index + 1}: ${moves.join(" ")}</option>`)}</select></span></div>
    ${[0, 1].map((seat) => html`<label class="field"><span>Player ${seat + 1}${draft.game === state.game && !seatName(seat).startsWith("Player") ? html` <span class="dim">(${seatName(seat)})</span>` : nothing}</span><select aria-label="Player ${seat + 1}" @change=${(event) => { draft.seats[seat] = event.target.value; draft.chosen = true; update(); }}>
      ${players.map((name) => html`<option value=${name} ?selected=${name === draft.seats[seat]}>${level(name)}</option>`)}</select></label>`)}
    <div class="field"><span>Clock</span><span class="row">
      <label><input type="number" min="0" max="180" step="0.5" .value=${String(draft.minutes)} @input=${change("minutes")} aria-label="Minutes" /> min</label>
      <label>+ <input type="number" min="0" max="600" step="1" .value=${String(draft.increment)} @input=${change("increment")} aria-label="Seconds for each move" /> s</label>
      <span class="dim">${Number(draft.minutes) || Number(draft.increment) ? "" : "no clock"}</span></span></div>
    <div class="row end"><button @click=${() => { draft.mode = "analyse"; }}>Analyse</button><button class="main" @click=${() => { draft.mode = "play"; }}>Play</button></div>
  </form>`;
}

function optionField(draft, option) {
  const set = (event) => { draft.set[option.name] = event.target.value; };
  const value = draft.set[option.name] ?? "";
  const name = option.name.replaceAll("_", " ");
  if (option.switch) {
    const flip = (event) => { draft.set[option.name] = event.target.checked ? "on" : "off"; };
    return html`<label class="field"><span>${name}</span><span><input type="checkbox" role="switch" aria-label=${name} .checked=${(value || option.default) === "on"} @change=${flip} /></span></label>`;
  }
  return html`<label class="field"><span>${name}</span>${option.choices.length
    ? html`<select aria-label=${name} @change=${set}><option value="">${option.default || "default"}</option>${option.choices.filter((choice) => choice !== option.default).map((choice) => html`<option ?selected=${choice === value}>${choice}</option>`)}</select>`
    : html`<input aria-label=${name} list=${`shipped-${option.name}`} .value=${value} placeholder=${option.default} @input=${set} />
      <datalist id=${`shipped-${option.name}`}>${option.shipped.map((each) => html`<option value=${each}></option>`)}</datalist>`}</label>`;
}

function shareDialog(state) {
  const formats = ["link", "tree", "json", ...(state.view?.formats ?? [])];
  const names = { link: "link to this position", tree: "moves with variations", json: "the whole game", moves: "moves", diagram: "diagram", svg: "picture" };
  const read = (event) => {
    event.preventDefault();
    const text = event.target.elements.text.value;
    openDialog("");
    paste(text);
  };
  const load = async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    const text = await file.text();
    openDialog("");
    paste(text);
  };
  return html`${heading("Share, save, open")}
    <table class="formats"><tbody>${formats.map((format) => html`<tr><th scope="row">${names[format] ?? format}</th>
      <td><button @click=${() => copy(format)}>${state.copied === format ? "Copied" : "Copy"}</button></td>
      <td>${format === "link" ? nothing : html`<button @click=${() => download(format)}>Save</button>`}</td></tr>`)}</tbody></table>
    <form @submit=${read}><label for="text">Open a game or a position: moves, a diagram, or what was saved</label>
      <textarea id="text" name="text" rows="4" spellcheck="false"></textarea>
      <div class="row end"><label class="file">from a file <input type="file" @change=${load} /></label><button class="main">Open</button></div></form>`;
}

function settingsDialog(state) {
  const choose = (name) => (event) => { state.settings[name] = event.target.value; changed(); };
  const field = (name, label, choices) => html`<label class="field"><span>${label}</span><select aria-label=${label} @change=${choose(name)}>${Object.entries(choices).map(([value, text]) => html`<option value=${value} ?selected=${state.settings[name] === value}>${text}</option>`)}</select></label>`;
  return html`${heading("Settings")}
    ${field("theme", "Brightness", { auto: "as the system", light: "light", dark: "dark" })}
    ${field("palette", "Colours", { standard: "standard", safe: "safe for colour blindness", contrast: "strong contrast" })}
    <label class="toggle"><input type="checkbox" role="switch" .checked=${Boolean(state.settings.flip)} @change=${flip} /> turn the board round (f)</label>
    ${field("confirm", "Confirm moves", { auto: "where cells are small and touched", on: "always", off: "never" })}`;
}

const HELP = [
  ["← → or k j", "a move back, a move forward"],
  ["↑ ↓, Home End", "to the start, to the end; at a branch ↑ ↓ choose the next move"],
  ["Shift ←", "out of a variation"],
  ["space", "play the engine's best move (analysis)"],
  ["f", "turn the board round"],
  ["wheel", "over a line: look ahead along it, move by move"],
  ["l, x", "engine, threat (analysis)"],
  ["a, z", "numbers for all moves, hide all that helps"],
  ["m", "the next mistake"],
  ["h, t", "hint, take back (play)"],
  ["b", "to the board; there the arrows walk and Enter touches"],
  ["/", "type a move"],
  ["n, ?", "new game, this list"],
];

function rulesBlock(block) {
  if (block.rows.length) return html`<table class="keys"><tbody>${block.rows.map(([name, text]) => html`<tr><th scope="row">${name}</th><td>${text}</td></tr>`)}</tbody></table>`;
  return block.fixed ? html`<pre tabindex="0">${block.text}</pre>` : html`<p>${block.text}</p>`;
}

function helpDialog(state) {
  const rules = state.about?.rules;
  return html`${heading(gameTitle(state))}
    <div class="rules">${rules?.map(rulesBlock) ?? html`<p class="dim">asking for the rules …</p>`}
      ${rules && !rules.length ? html`<p class="dim">This game does not say its rules.</p>` : nothing}</div>
    <h3>On the board</h3>
    <p>Touch a cell to play there; where a move is more than one thing (gems, a card and gold), touch them one after the other. Drag works too.</p>
    <table class="keys"><tbody>${HELP.map(([key, text]) => html`<tr><th scope="row">${key}</th><td>${text}</td></tr>`)}</tbody></table>
    <p class="dim">Everything is on this machine; no request leaves it.</p>`;
}
