// Games and positions as texts: in, out, and into files.

import { link } from "/address.js";
import { go, place, viewer } from "/position.js";
import { connection } from "/server.js";
import { say, state, update } from "/state.js";
import { Tree, line, path } from "/tree.js";

export async function paste(text) {
  const trimmed = text.trim();
  try {
    if (trimmed.startsWith("{")) {
      const kept = JSON.parse(trimmed);
      Object.assign(state, { game: kept.game, set: kept.set ?? {} });
      state.tree = Tree.fromJson(kept.tree);
      return go(state.tree.find(kept.at ?? []) ?? state.tree.root);
    }
    if (trimmed.startsWith("moves") && trimmed.includes("(")) {
      const tree = Tree.read(trimmed);
      if (!tree) throw new Error("the brackets of the variations do not match");
      state.tree = tree;
      return go(line(tree.root).at(-1));
    }
    const answer = await connection.once({ want: "read", game: state.game, set: state.set, text: trimmed });
    state.tree = new Tree(answer.position.from);
    go(state.tree.tip(answer.position.moves));
  } catch (error) {
    state.error = error.message;
    update();
  }
}

async function textOf(format) {
  if (format === "tree") return state.tree.text();
  if (format === "json") return JSON.stringify({ game: state.game, set: state.set, tree: state.tree.json(), at: path(state.node) });
  if (format === "link") return link();
  const answer = await connection.once({ want: "write", ...place(state.node), format, viewer: viewer() });
  return answer.text;
}

export async function copy(format) {
  try {
    const text = await textOf(format);
    await navigator.clipboard.writeText(text);
    state.copied = format;
    say(`Copied: ${format}`);
  } catch (error) {
    state.error = `It cannot be copied: ${error.message}`;
  }
  update();
}

export async function download(format) {
  const text = await textOf(format);
  const file = document.createElement("a");
  const ending = { json: "json", svg: "svg", sgf: "sgf", psq: "psq" }[format] ?? "txt";
  file.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  file.download = `${state.game.replace(/.*\//, "").replace(/\.py$/, "")}.${ending}`;
  file.click();
  URL.revokeObjectURL(file.href);
}
