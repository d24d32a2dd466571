// Words and numbers as people read them.

let players = [
  { name: "Player 1", role: "first" },
  { name: "Player 2", role: "second" },
];

// The players of the game on the board: their names, and the role of their pieces.
export function setPlayers(found) {
  players = found;
}

let verdicts = {}; // the least winning chance that each kind of mistake loses, the worst first

export function setVerdicts(found) {
  verdicts = found;
}

const MARKS = { blunder: "??", mistake: "?", inaccuracy: "?!" };

export const MISTAKES = Object.keys(MARKS); // the worst first

export function seatName(turn) {
  return turn === "chance" ? "Chance" : players[turn].name;
}

export function seatRole(seat) {
  return players[seat].role;
}

export function count(number) {
  if (number < 10_000) return String(number);
  if (number < 1_000_000) return `${(number / 1000).toFixed(0)} k`;
  if (number < 1_000_000_000) return `${(number / 1_000_000).toFixed(1)} M`;
  return `${(number / 1_000_000_000).toFixed(1)} G`;
}

// Rounded down, as its verdict is.
export function lostPercent(node) {
  return Math.floor(100 * (node.lost ?? 0));
}

// The verdict on a played move, {name, mark}, by the winning chance that it lost; null where that is little, or not known.
export function verdict({ lost }) {
  const [name] = Object.entries(verdicts).find(([, least]) => (lost ?? 0) >= least) ?? [];
  return name ? { name, mark: MARKS[name] } : null;
}

// A game's name without the folder and the ending of its file.
export function bareName(game) {
  return game.replace(/^.*[\\/]/, "").replace(/\.py$/, "");
}

// So many things of a name.
export function several(number, noun) {
  return `${number} ${number === 1 ? noun : `${noun.replace(/y$/, "ie")}s`}`;
}

export function article(noun) {
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
}

// Who won, and by how many points. The name may be a plural, so no verb may follow it that would have to agree: here and elsewhere.
export function winText({ outcome, margin }, verb = "won") {
  const who = outcome === "draw" ? "a draw" : `${seatName(outcome === "first" ? 0 : 1)} ${verb}`;
  return `${who}${margin ? ` by ${Math.abs(margin)}` : ""}`;
}

export function resultText(view) {
  if (view.outcome === "ongoing") return "";
  return `${winText(view).replace(/^a draw/, "A draw")}${view.reason ? `: ${view.reason}` : ""}`;
}

// A number with its sign, which zero has not.
export function signed(value, digits = 2) {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) ? `${value < 0 ? "−" : "+"}${text}` : text;
}

// A line's score: proven ones in words, "X can win in 3"; of players without names of their own only the number.
export function scoreText(line) {
  if (!line.proven) return nice(line.text);
  const wins = (seat) => `${seatName(seat).replace(/^Player (?=\d)/, "")} can win`;
  return line.text.replace(/^win/, wins(0)).replace(/^loss/, wins(1)).replace("in at most ", "in ≤ ");
}

// Scores and sentences whose numbers are all whole, with these written as such: 0 and −1, not 0.00 and −1.00.
export function whole(texts) {
  if (texts.some((text) => /\.(?!00\b)\d/.test(text))) return texts;
  return texts.map((text) => text.replace(/\.00\b/g, ""));
}

// A text of the program as the page writes it.
export function nice(text) {
  return text.replaceAll("<=", "≤").replaceAll(">=", "≥").replaceAll("-inf", "−∞").replaceAll("+inf", "+∞").replace(/(?<!\w)-(?=\d)/g, "−");
}
