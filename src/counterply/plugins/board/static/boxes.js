// The dialogs, as templates: a new game, sharing, settings, the rules and keys.

import { html, nothing } from "/vendor/lit-html-3.3.3.js";
import { flip } from "/ahead.js";
import { dialogs, openDialog } from "/dialog.js";
import { askOptions, catalogue, loadOpenings, newGame, openingOf } from "/games.js";
import { here } from "/here.js";
import { notices } from "/notices.js";
import { checkbox, gameTitle, rulesBlock, select, table } from "/parts.js";
import { levelOf, levelText, seating } from "/seats.js";
import { server } from "/server.js";
import { changed, settings } from "/settings.js";
import { copied, copy, download, paste } from "/share.js";
import { update } from "/signals.js";
import { count, seatName, several } from "/words.js";

export function dialog() {
  const made = { new: newDialog, share: shareDialog, settings: settingsDialog, help: helpDialog }[dialogs.opened];
  return made ? made() : nothing;
}

function heading(text) {
  return html`<div class="panel-head"><h2 id="dialog-title">${text}</h2><button class="close" aria-label="Close" @click=${() => openDialog("")}>✕</button></div>`;
}

// The options that a game is offered with.
function firstSet(game) {
  const { named } = server;
  return { ...named?.boards[game], ...(game === named?.game ? named.set : {}) };
}

function newDialog() {
  const names = catalogue.games.map((game) => game.name);
  if (server.named?.game && !names.includes(server.named.game)) names.unshift(server.named.game);
  const draft = (dialogs.draft ??= { game: here.game, set: { ...here.set }, seats: [...seating.seats], minutes: 0, increment: 0, opening: "start" });
  const about = catalogue.games.find((game) => game.name === draft.game);
  const players = ["person", ...catalogue.levels.map((level) => levelText(level.number)), ...(about?.players ?? []), ...(server.named?.players ?? [])];
  const change = (name) => (event) => { draft[name] = event.target.value; update(); };
  const choose = (game) => { Object.assign(draft, { game, set: firstSet(game), opening: "start" }); catalogue.openings = []; askOptions(game, draft.set); update(); };
  const level = (text) => {
    const found = catalogue.levels.find((each) => each.number === levelOf(text));
    return found ? `level ${found.number} – looks at ${count(found.nodes)} positions a move${draft.game === "isolation" ? `, +${found.elo} Elo` : ""}` : text === "person" ? "a person" : text;
  };
  const begin = (event) => {
    event.preventDefault();
    const set = Object.fromEntries(Object.entries(draft.set).filter(([, value]) => value !== ""));
    openDialog("");
    const seats = draft.seats.map((seat) => (players.includes(seat) || levelOf(seat) ? seat : "person"));
    newGame({ ...draft, seats, set, minutes: Number(draft.minutes), increment: Number(draft.increment), ...openingOf(draft.opening) });
  };
  return html`<form method="dialog" @submit=${begin}>
    ${heading("New game")}
    <label class="field"><span>Game</span><select autofocus aria-label="Game" @change=${(event) => choose(event.target.value)}>${names.map((name) => html`<option value=${name} .selected=${name === draft.game}>${name.replace(/.*\//, "").replaceAll("_", " ")}</option>`)}</select></label>
    <div class="thumbnails" role="group" aria-label="Games">${(server.named?.games ?? []).map((name) => html`<button type="button" aria-pressed=${String(name === draft.game)} @click=${() => choose(name)}>
      <img src="/pictures/${name}.svg" alt="" loading="lazy" width="72" height="72" />${name.replaceAll("_", " ")}</button>`)}</div>
    <div class="field"><span>Opening</span><span class="row"><select aria-label="Opening" @focus=${() => loadOpenings(draft)} @change=${change("opening")}>
      <option value="start" ?selected=${draft.opening === "start"}>the start</option>
      <option value="here" ?selected=${draft.opening === "here"} ?disabled=${draft.game !== here.game}>the position on the board</option>
      ${catalogue.openings.map((moves, index) => html`<option value=${index}>balanced ${index + 1}: ${moves.join(" ")}</option>`)}</select></span></div>
    ${[0, 1].map((seat) => html`<label class="field"><span>Player ${seat + 1}${draft.game === here.game && !seatName(seat).startsWith("Player") ? html` <span class="dim">(${seatName(seat)})</span>` : nothing}</span>${select(`Player ${seat + 1}`, players.map((name) => [name, level(name)]), draft.seats[seat], (name) => { draft.seats[seat] = name; draft.chosen = true; update(); })}</label>`)}
    <div class="field"><span>Clock</span><span class="row">
      <label><input type="number" min="0" max="180" step="0.5" .value=${String(draft.minutes)} @input=${change("minutes")} aria-label="Minutes" /> min</label>
      <label>+ <input type="number" min="0" max="600" step="1" .value=${String(draft.increment)} @input=${change("increment")} aria-label="Seconds for each move" /> s</label>
      <span class="dim">${Number(draft.minutes) || Number(draft.increment) ? "" : "no clock"}</span></span></div>
    ${about?.options.length ? html`<h3>Options of the game</h3>${about.options.map((option) => optionField(draft, option))}` : nothing}
    <div class="row end below"><button @click=${() => { draft.mode = "analyse"; }}>Analyse</button><button class="main" @click=${() => { draft.mode = "play"; }}>Play</button></div>
  </form>`;
}

function optionField(draft, option) {
  const set = (event) => { draft.set[option.name] = event.target.value; };
  const value = draft.set[option.name] ?? "";
  const name = option.name.replaceAll("_", " ");
  const told = option.help ? `help-${option.name}` : nothing;
  const help = option.help ? html`<p class="option-help dim" id=${told}>${option.help}</p>` : nothing;
  if (option.switch) {
    const flip = (event) => { draft.set[option.name] = event.target.checked ? "on" : "off"; };
    return html`<label class="field"><span>${name}</span><span><input type="checkbox" role="switch" aria-label=${name} aria-describedby=${told} .checked=${(value || option.default) === "on"} @change=${flip} /></span></label>${help}`;
  }
  return html`<label class="field"><span>${name}</span>${option.choices.length
    ? html`<select aria-label=${name} aria-describedby=${told} @change=${set}><option value="">${option.default || "default"}</option>${option.choices.filter((choice) => choice !== option.default).map((choice) => html`<option ?selected=${choice === value}>${choice}</option>`)}</select>`
    : html`<input aria-label=${name} aria-describedby=${told} list=${`shipped-${option.name}`} .value=${value} placeholder=${option.default} @input=${set} />
      <datalist id=${`shipped-${option.name}`}>${option.shipped.map((each) => html`<option value=${each}></option>`)}</datalist>`}</label>${help}`;
}

function shareDialog() {
  const formats = ["link", "tree", "json", ...(here.view?.formats ?? [])];
  const names = { link: "link to this position", tree: "moves with variations", json: "the whole game", moves: "moves", diagram: "diagram", svg: "picture" };
  const read = async (text) => {
    dialogs.draft = await paste(text);
    notices.error = "";
    if (error() || games().length) update();
    else openDialog("");
  };
  const error = () => dialogs.draft?.error ?? "";
  const games = () => dialogs.draft?.games ?? [];
  const load = async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    const field = event.target.form.elements.text;
    field.value = await file.text();
    read(field.value);
  };
  return html`${heading("Share, save, open")}
    ${table("formats", [], formats.map((format) => [
      names[format] ?? format,
      html`<button @click=${() => copy(format)}>${copied === format ? "Copied" : "Copy"}</button>`,
      format === "link" ? nothing : html`<button @click=${() => download(format)}>Save</button>`,
    ]))}
    <form @submit=${(event) => { event.preventDefault(); read(event.target.elements.text.value); }}>
      <label for="text">Open a game or a position: moves as other programs write them, a diagram, or what was saved</label>
      <textarea id="text" name="text" rows="4" spellcheck="false" aria-describedby="refused"></textarea>
      <p class="error" role="alert" id="refused">${error()}</p>
      ${games().length ? html`<div class="scroll games" role="group" aria-label="Games of this text"><p>This text holds ${several(games().length, "game")}. Open one:</p>
        ${games().map((game, index) => html`<button type="button" class="stored" @click=${() => read(game.text)}><span class="ply">${index + 1}</span> ${game.title}</button>`)}</div>` : nothing}
      <div class="row end"><label class="file">from a file <input type="file" @change=${load} /></label><button class="main">Open</button></div></form>`;
}

function settingsDialog() {
  const field = (name, label, choices) => html`<label class="field"><span>${label}</span>${select(label, Object.entries(choices), settings[name], (value) => { settings[name] = value; changed(); })}</label>`;
  return html`${heading("Settings")}
    ${field("theme", "Brightness", { auto: "as the system", light: "light", dark: "dark" })}
    ${field("palette", "Colours", { standard: "standard", safe: "safe for colour blindness", contrast: "strong contrast" })}
    ${checkbox("turn the board round (f)", settings.flip, flip, "switch")}
    ${checkbox("a sound for each move", settings.sound, (on) => { settings.sound = on; changed(); }, "switch")}
    ${field("confirm", "Confirm moves", { auto: "on small cells", on: "always", off: "never" })}`;
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

function helpDialog() {
  const rules = catalogue.about?.rules;
  return html`${heading(gameTitle().name)}
    <div class="rules">${rules?.map(rulesBlock) ?? html`<p class="dim">asking for the rules …</p>`}
      ${rules && !rules.length ? html`<p class="dim">This game does not say its rules.</p>` : nothing}</div>
    <h3>On the board</h3>
    <p>Touch a cell to play there; where a move is more than one thing (gems, a card and gold), touch them one after the other. Drag works too.</p>
    ${table("keys", [], HELP)}
    <p class="dim">Everything is on this machine; no request leaves it.</p>`;
}
