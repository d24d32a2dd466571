"use strict";

const SEATS = ["first", "second", "chance"];
const byId = (id) => document.getElementById(id);
const parsed = (id) => (byId(id) ? JSON.parse(byId(id).textContent) : null);

function element(name, attributes = {}, text = "") {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

function drawing(attributes, parts, label) {
  const holder = document.createElement("div");
  holder.innerHTML = `<svg role="img" ${attributes}>${parts.join("")}</svg>`;
  holder.firstChild.setAttribute("aria-label", label);
  return holder.firstChild;
}

function fillSelect(select, texts) {
  texts.forEach((text, index) => select.append(element("option", { value: index }, text)));
}

// --- the difference of two players' heatmaps

function showDifferences(data) {
  const plus = byId("plus"), minus = byId("minus");
  fillSelect(plus, data.names);
  fillSelect(minus, data.names);
  minus.value = Math.min(1, data.names.length - 1);
  const [rows, columns] = data.board, middle = (data.colours.length - 1) / 2;

  function draw() {
    byId("difference").querySelectorAll("td").forEach((place, phase) => {
      const first = data.shares[plus.value][phase], second = data.shares[minus.value][phase];
      const differences = first.map((share, cell) => 100 * (share - second[cell]));
      const top = Math.max(...differences.map(Math.abs));
      const squares = differences.map((difference, cell) => {
        const shade = Math.round(middle + (top ? (difference / top) * middle : 0)), row = Math.floor(cell / columns), column = cell % columns;
        const title = `<title>${row},${column}: ${difference.toFixed(2)} points</title>`;
        return `<rect x="${column}" y="${row}" fill="${data.colours[shade]}">${title}</rect>`;
      });
      const label = `${data.names[plus.value]} minus ${data.names[minus.value]}, ${data.titles[phase]}`;
      const frame = data.axes ? `-1 0 ${columns + 1} ${rows + 1}` : `0 0 ${columns} ${rows}`;
      const svg = drawing(`viewBox="${frame}" class="board"`, [...squares, data.axes], label);
      const ramp = element("span", { class: "ramp", style: `background: linear-gradient(90deg, ${data.colours.join(", ")})` });
      const ends = element("small", { class: "ends" });
      for (const text of [`−${top.toFixed(1)}`, "0", `+${top.toFixed(1)}`]) ends.append(element("span", {}, text));
      place.replaceChildren(svg, ramp, ends);
    });
  }
  plus.addEventListener("change", draw);
  minus.addEventListener("change", draw);
  draw();
}

// --- two columns compared

function showComparison(data) {
  const one = byId("one"), other = byId("other");
  fillSelect(one, data.names);
  fillSelect(other, data.names);
  [one.value, other.value] = data.best;

  function say() {
    const a = Number(one.value), b = Number(other.value);
    const found = data.differences.find(([x, y]) => (x === a && y === b) || (x === b && y === a));
    const line = byId("compared");
    line.className = "";
    if (a === b || !found) {
      line.textContent = a === b ? "Choose two different columns." : "These two have met no common opponent.";
      return;
    }
    const sign = found[0] === a ? 1 : -1, [low, high] = sign > 0 ? [found[3], found[4]] : [-found[4], -found[3]];
    const points = (value) => (value < 0 ? "−" : "+") + Math.abs(100 * value).toFixed(1);
    const verdict = low > 0 ? `${data.names[a]} is better` : high < 0 ? `${data.names[b]} is better` : "no difference is shown";
    line.className = low > 0 ? "ahead" : high < 0 ? "behind" : "";
    line.textContent = `${points(sign * found[2])} percentage points (95 %: ${points(low)} to ${points(high)}): ${verdict}. ` +
      `${found[5].toLocaleString("en")} openings against ${found[6]} common opponent${found[6] === 1 ? "" : "s"}.`;
  }
  one.addEventListener("change", say);
  other.addEventListener("change", say);
  say();
}

// --- games, step by step

function showGames(data) {
  const between = byId("between"), pick = byId("pick"), slide = byId("slide");
  const packed = document.querySelectorAll("script.block"), unpacked = new Map();
  let game = null, ply = 0;

  function fillBetween() {
    const there = new Set(data.games.map((one) => one.pairing));
    data.pairings.forEach((text, pairing) => there.has(pairing) && between.append(element("option", { value: pairing }, text)));
  }

  function fillPick() {
    pick.replaceChildren();
    data.games.forEach((one, index) => {
      if (one.pairing !== Number(between.value)) return;
      pick.append(element("option", { value: index }, `${one.number}: ${one.players[0]} first – ${one.result}`));
    });
  }

  // The games of a block are unpacked when one of them is opened.
  function block(number) {
    if (!unpacked.has(number)) {
      const bytes = Uint8Array.from(atob(packed[number].textContent), (letter) => letter.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
      unpacked.set(number, new Response(stream).json());
    }
    return unpacked.get(number);
  }

  let asked = 0;

  async function open(index, at) {
    const turn = ++asked;
    const games = await block(Math.floor(index / data.block));
    if (turn !== asked) return; // another game has been opened meanwhile
    game = games[index % data.block];
    if (Number(between.value) !== game.pairing || !pick.options.length) {
      between.value = game.pairing;
      fillPick();
    }
    pick.value = index;
    byId("viewer").dataset.game = game.number;
    byId("diagram").setAttribute("viewBox", game.box);
    slide.max = game.moves.length;
    const seats = game.players.flatMap((player, seat) =>
      [element("i", { class: `p${seat}` }), `${player} (${SEATS[seat]})`, seat ? "" : " \u00a0 "]);
    const solved = game.solved ? ` After the opening, best play is ${game.solved === "draw" ? "a draw" : `a win for the ${game.solved} player`}.` : "";
    byId("seats").replaceChildren(...seats, element("br"), `${game.result}.${solved}`);
    byId("moves").querySelector("tbody").replaceChildren(...game.moves.map((move, number) => {
      const by = SEATS[move.by] + (number < game.opening ? ", opening" : "");
      const row = element("tr", number < game.opening ? { class: "opening" } : {});
      const cells = [number + 1, move.text, by, move.score ?? "", move.depth ?? "", move.nodes?.toLocaleString("en") ?? "", move.ms ?? ""];
      cells.forEach((text, column) => row.append(element("td", column === 1 || column === 2 ? { class: "text" } : {}, text)));
      row.children[2].prepend(element("i", { class: `p${move.by}` }));
      row.addEventListener("click", () => go(number + 1));
      return row;
    }));
    go(at);
  }

  function go(to) {
    if (!game) return;
    ply = Math.max(0, Math.min(game.moves.length, to));
    slide.value = ply;
    byId("diagram").innerHTML = game.frames[ply].map((shape) => game.shapes[shape]).join("");
    const move = game.moves[ply - 1];
    byId("now").textContent = !move ? "Start" : [
      `${ply}. ${move.text}`, move.by === 2 ? "chance" : game.players[move.by], ply <= game.opening && "opening",
      move.score && `score ${move.score}`, move.depth && `depth ${move.depth}`,
      move.nodes && `${move.nodes.toLocaleString("en")} nodes`, move.ms !== undefined && `${move.ms} ms`,
    ].filter(Boolean).join(" · ") + (ply === game.moves.length ? ` – ${game.result}` : "");
    if (data.board) drawStones();
    const list = byId("moves");
    list.querySelector("tr[aria-current]")?.removeAttribute("aria-current");
    const row = list.querySelectorAll("tbody tr")[ply - 1];
    row?.setAttribute("aria-current", "step");
    list.scrollTop = row ? row.offsetTop - list.clientHeight / 2 : 0;
  }

  // Each cell that was moved to: by whom, and the last ply at which.
  function drawStones() {
    const [rows, columns] = data.board, parts = [];
    const visited = new Map(), latest = {};
    game.moves.slice(0, ply).forEach((move, number) => {
      if (!move.cell) return;
      const key = move.cell[0] * columns + move.cell[1];
      visited.set(key, [move.by, number + 1]);
      latest[move.by] = key;
    });
    for (let key = 0; key < rows * columns; key++) {
      const x = key % columns, y = Math.floor(key / columns), seen = visited.get(key);
      const here = seen && latest[seen[0]] === key;
      const kind = seen ? `p${seen[0]} ${here ? "" : "old"} ${seen[1] === ply ? "last" : ""}` : "free";
      parts.push(`<rect x="${x + 0.04}" y="${y + 0.04}" width="0.92" height="0.92" rx="0.08" class="${kind}"/>`);
      if (seen) parts.push(`<text x="${x + 0.5}" y="${y + 0.52}">${seen[1]}</text>`);
    }
    const margin = data.axes ? 0.6 : 0.05;
    data.axes?.rows.forEach((name, row) => parts.push(`<text class="axis" x="-0.3" y="${row + 0.52}">${name}</text>`));
    data.axes?.columns.forEach((name, column) => parts.push(`<text class="axis" x="${column + 0.5}" y="${rows + 0.32}">${name}</text>`));
    const view = `viewBox="${-margin} -0.05 ${columns + margin + 0.05} ${rows + margin + 0.05}"`;
    byId("stones").replaceChildren(drawing(view, parts, "Cells moved to, with the number of the ply"));
  }

  fillBetween();
  between.addEventListener("change", () => {
    fillPick();
    open(Number(pick.value), 0);
  });
  pick.addEventListener("change", () => open(Number(pick.value), 0));
  document.querySelectorAll("[data-game]").forEach((link) => {
    const index = data.games.findIndex((one) => one.number === Number(link.dataset.game));
    if (index < 0) link.replaceWith(link.textContent); // not among the games of the page
    else link.addEventListener("click", () => open(index, Infinity));
  });
  slide.addEventListener("input", () => go(Number(slide.value)));
  document.querySelectorAll("[data-step]").forEach((button) =>
    button.addEventListener("click", () => go(ply + Number(button.dataset.step))));
  document.addEventListener("keydown", (event) => {
    const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: game.moves.length }[event.key];
    const inViewer = byId("viewer").contains(event.target);
    const busy = !inViewer && event.target.closest?.(".scroll, select, input");
    if (to === undefined || busy || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!inViewer && event.key.length < 5) return; // Home and End belong to the page elsewhere
    event.preventDefault();
    go(to);
  });
  open(0, 0);
}

// --- sections that fold

function fold() {
  const sections = [...document.querySelectorAll("section > details")], button = byId("fold");
  const anyOpen = () => sections.some((section) => section.open);
  button.addEventListener("click", () => {
    const open = !anyOpen();
    sections.forEach((section) => { section.open = open; });
  });
  sections.forEach((section) => section.addEventListener("toggle", () => {
    button.textContent = anyOpen() ? "Fold all" : "Unfold all";
  }));
  document.querySelectorAll('a[href^="#"]').forEach((link) => link.addEventListener("click", () => {
    const section = document.querySelector(`${link.getAttribute("href")} > details`);
    if (section) section.open = true;
  }));
}

const shares = parsed("shares"), replays = parsed("replays"), comparisons = parsed("comparisons");
fold();
if (comparisons) showComparison(comparisons);
if (shares) showDifferences(shares);
if (replays) showGames(replays);
