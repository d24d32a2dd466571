// Games and positions as texts: in, out, and into files.

import { save } from "/export.js";
import { here, place, viewer } from "/here.js";
import { notices, say, showingErrors } from "/notices.js";
import { go } from "/position.js";
import { connection } from "/server.js";
import { Tree, line, path } from "/tree.js";
import { bareName } from "/words.js";

export let copied = ""; // the format that was copied last

// Open what a text tells; returns why it cannot be opened, if so, and where it holds several games, these: {title, text} each.
export async function paste(text) {
  notices.error = "";
  let games = [];
  await showingErrors(async () => { games = (await opened(text.trim())) ?? []; });
  return { error: notices.error, games };
}

async function opened(text) {
  if (!text) throw new Error("there is nothing to open: paste a game or a position");
  const known = (game, set, from, moves) => connection.once({ want: "view", game, set, position: { from, moves } });
  if (text.startsWith("{")) {
    const { node, ...game } = saved(text);
    await known(game.game, game.set, game.tree.from, path(node));
    Object.assign(here, game);
    return go(node);
  }
  if (text.startsWith("moves") && text.includes("(")) {
    const tree = Tree.read(text);
    if (!tree) throw new Error("the brackets of the variations do not match");
    const end = line(tree.root).at(-1);
    await known(here.game, here.set, "", path(end));
    here.tree = tree;
    return go(end);
  }
  const answer = await connection.once({ want: "read", game: here.game, set: here.set, text });
  if (answer.games) return answer.games;
  here.tree = new Tree(answer.position.from);
  return go(here.tree.tip(answer.position.moves));
}

// The game that a saved text holds, and the node of it to go to.
function saved(text) {
  try {
    const { game, set = {}, tree, at = [] } = JSON.parse(text);
    const found = Tree.fromJson(tree);
    return { game, set, tree: found, node: found.find(at) ?? found.root };
  } catch {
    throw new Error("this is no game that a board has saved");
  }
}

async function textOf(format) {
  if (format === "tree") return here.tree.text();
  if (format === "json") return JSON.stringify({ game: here.game, set: here.set, tree: here.tree.json(), at: path(here.node) });
  if (format === "link") return location.href;
  const answer = await connection.once({ want: "write", ...place(here.node), format, viewer: viewer() });
  return answer.text;
}

export function copy(format) {
  return showingErrors(async () => {
    await navigator.clipboard.writeText(await textOf(format));
    copied = format;
    say(`Copied: ${format}`);
  }, "It cannot be copied: ");
}

export function download(format) {
  return showingErrors(async () => {
    const ending = { json: "json", svg: "svg", sgf: "sgf", psq: "psq" }[format] ?? "txt";
    save(new Blob([await textOf(format)], { type: "text/plain" }), `${bareName(here.game)}.${ending}`);
  }, "It cannot be saved: ");
}
