// Games and positions as texts: in, out, and into files.

import { save } from "/export.js";
import { here, place, viewer } from "/here.js";
import { notices, say } from "/notices.js";
import { go } from "/position.js";
import { connection } from "/server.js";
import { update } from "/signals.js";
import { Tree, line, path } from "/tree.js";
import { bareName } from "/words.js";

export let copied = ""; // the format that was copied last

export async function paste(text) {
  const trimmed = text.trim();
  try {
    if (trimmed.startsWith("{")) {
      const { node, ...game } = saved(trimmed);
      await connection.once({ want: "view", game: game.game, set: game.set, position: { from: game.tree.from, moves: path(node) } });
      Object.assign(here, game);
      return go(node);
    }
    if (trimmed.startsWith("moves") && trimmed.includes("(")) {
      const tree = Tree.read(trimmed);
      if (!tree) throw new Error("the brackets of the variations do not match");
      here.tree = tree;
      return go(line(tree.root).at(-1));
    }
    const answer = await connection.once({ want: "read", game: here.game, set: here.set, text: trimmed });
    here.tree = new Tree(answer.position.from);
    go(here.tree.tip(answer.position.moves));
  } catch (error) {
    notices.error = error.message;
    update();
  }
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

export async function copy(format) {
  try {
    const text = await textOf(format);
    await navigator.clipboard.writeText(text);
    copied = format;
    say(`Copied: ${format}`);
  } catch (error) {
    notices.error = `It cannot be copied: ${error.message}`;
  }
  update();
}

export async function download(format) {
  try {
    const text = await textOf(format);
    const ending = { json: "json", svg: "svg", sgf: "sgf", psq: "psq" }[format] ?? "txt";
    save(new Blob([text], { type: "text/plain" }), `${bareName(here.game)}.${ending}`);
  } catch (error) {
    notices.error = `It cannot be saved: ${error.message}`;
  }
  update();
}
