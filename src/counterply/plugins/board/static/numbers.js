// The numbers on moves: what the search found, as marks of a picture.

import { scoreText, verdict } from "/words.js";

const TONES = { blunder: "bad", mistake: "weak", inaccuracy: "fair" };

// A proven score in a few letters, as the side to move sees it: "win 3", "loss ≤9".
function provenText(each, turn) {
  const own = turn === 0 ? each.text : each.text.replace(/^(win|loss)/, (word) => ({ win: "loss", loss: "win" })[word]);
  return own.replace(" in at most ", " ≤").replace(" in ", " ");
}

// The same in three letters: "W3", "L9", "D"; by points "+5", "−5".
function shortText(text) {
  const [, word, points, number = ""] = /^(\w+)(?: (by) )?[^\d]*(\d+)?/.exec(text);
  return points ? `${word === "win" ? "+" : "−"}${number}` : `${word[0].toUpperCase()}${number}`;
}

// The numbers of a search, as marks of a picture, one for each move: how much it loses against the best one.
export function numbersOf(report, view, picture) {
  const sign = view.turn === 0 ? 1 : -1;
  const first = report.lines[0];
  return report.lines
    .map((each, rank) => {
      const move = view.moves.find((known) => known.text === each.move);
      if (!move && !report.threat) return null;
      const known = each.chance !== null && first.chance !== null;
      const loss = known ? sign * (first.chance - each.chance) : 0;
      const tone = report.threat ? "threat" : rank === 0 ? "best" : (TONES[verdict({ lost: loss })?.name] ?? "good");
      const percent = Math.round(100 * loss);
      const less = percent > 0 ? `−${percent}%` : "=";
      const text = each.proven ? provenText(each, view.turn) : known && rank ? less : scoreText(each);
      const spoken = rank === 0 ? "best" : percent > 0 ? `loses ${percent} %` : "about as good";
      return { id: move ? picture.spot(move) : null, text, short: each.proven ? shortText(text) : "", tone, spoken };
    })
    .filter((each, rank, all) => each?.id && all.findIndex((other) => other?.id === each.id) === rank); // of several on one spot, the best
}
