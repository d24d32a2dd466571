// The board in a notebook's cell: it shows the state that Python sends, and says what was touched or chosen.

import { numbersOf } from "/numbers.js";
import { Picture } from "/picture.js";
import { clockText, remaining } from "/time.js";
import { NOTHING, hear, left, matching, touchedOn } from "/touches.js";
import { scoreText, seatName, setPlayers, setVerdicts } from "/words.js";

const CLOCK_TICK = 100; // milliseconds
const MOST_SHOWN = 12; // moves of a line

function made(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function button(text, ask, model) {
  return made("button", { textContent: text, onclick: () => model.send({ ask }) });
}

function chooser(moves, model) {
  const select = made("select", { ariaLabel: "move" }, ...["move ...", ...moves].map((text) => new Option(text)));
  select.addEventListener("change", () => select.selectedIndex && model.send({ move: select.value }));
  return select;
}

// The engine's lines of play, the best first.
function linesTable(lines) {
  const rows = lines.map((line) => made("tr", {}, made("td", { textContent: scoreText(line) }), made("td", { textContent: line.pv.slice(0, MOST_SHOWN).join(" ") })));
  return made("table", { className: "lines" }, made("caption", { textContent: `Lines of play; scores as ${seatName(0)} sees them` }), made("tbody", {}, ...rows));
}

function marksOf({ view, report }, { touched, confirming, asked }, picture) {
  const of = (kind, touches) => touches.flatMap((each) => picture.idsOf(each)).map((id) => ({ kind, id }));
  const numbers = report?.lines.length ? numbersOf(report, view, picture) : [];
  const chosen = confirming ? [...touched, confirming] : touched;
  return [...of("last", view.last), ...of("chosen", chosen), ...numbers.map((each) => ({ kind: "number", ...each })), ...(asked ? [{ kind: "ask", ...asked }] : [])];
}

function render({ model, el }) {
  el.classList.add("counterply-cell");
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const [clocks, below] = [made("div", { className: "clocks" }), made("div", {})];
  el.replaceChildren(clocks, svg, below);
  const picture = new Picture(svg);
  let clock = null;
  let touching = NOTHING;
  let sent = false; // a move, whose answer has not come

  function touch(target, small = false, doubled = false) {
    if (sent) return; // the second of two fast clicks
    touching = touchedOn(touching, model.get("state").view.moves, target.item, small, doubled);
    sent = Boolean(touching.move);
    if (sent) model.send({ move: touching.move.text });
    else choose();
  }

  function letGo() {
    touching = NOTHING;
    choose();
  }

  function tick() {
    if (!clock) return clocks.replaceChildren();
    for (const seat of [0, 1]) clocks.children[seat].lastChild.textContent = clockText(remaining(clock, seat));
    if (clock.seat === null || remaining(clock, clock.seat) > 0) return;
    clock = { ...clock, left: [0, 1].map((seat) => remaining(clock, seat)), seat: null };
    model.send({ ask: "flag" });
  }

  function mark() {
    if (svg.clientWidth) picture.mark(marksOf(model.get("state"), touching, picture));
  }

  // Show what has been touched, and the moves that it leaves.
  function choose() {
    const { view, note } = model.get("state");
    const moves = matching(view.moves, touching.touched);
    const playable = new Set(moves.flatMap((move) => left(move, touching.touched)));
    picture.name((item) => (touching.touched.includes(item.touch) ? "chosen" : playable.has(item.touch) ? "playable" : ""));
    below.firstChild.replaceWith(made("div", { className: "row" }, chooser(moves.map(({ text }) => text), model), button("take back", "undo", model), button("new game", "new", model), made("span", { role: "status", textContent: touching.said || note })));
    mark();
  }

  function show() {
    const state = model.get("state");
    setPlayers(state.players);
    setVerdicts(state.verdicts);
    picture.draw(state.view.drawing);
    clock = state.clock && { ...state.clock, since: performance.now() };
    clocks.replaceChildren(...[0, 1].map((seat) => made("span", { role: "timer", ariaLabel: `Clock of ${seatName(seat)}`, className: clock?.seat === seat ? "turn" : "" }, `${seatName(seat)} `, made("b", {}))));
    below.replaceChildren(made("div", {}), ...(state.report ? [linesTable(state.report.lines)] : []));
    tick();
    [touching, sent] = [NOTHING, false];
    choose();
  }

  hear(picture, () => ({ moves: model.get("state").view.moves, touched: touching.touched }), touch, letGo);
  svg.addEventListener("keydown", (event) => {
    const target = event.target.closest(".target");
    if (target && (event.key === "Enter" || event.key === " ")) touch(target);
    else if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") picture.walk(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation(); // the notebook's own keys
  });
  model.on("change:state", show);
  show();
  const sizes = new ResizeObserver(mark); // numbers are as large as can be read
  sizes.observe(svg);
  const timer = setInterval(tick, CLOCK_TICK);
  return () => {
    clearInterval(timer);
    sizes.disconnect();
    model.off("change:state", show);
  };
}

export default { render };
