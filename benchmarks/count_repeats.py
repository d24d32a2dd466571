"""List code that stands in more than one place, up to names: expressions, and one to five statements in a row.

Two places count as equal where their syntax trees are, apart from the names of variables. Lines need not be equal.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1] / "src" / "counterply"
LONGEST = 5  # statements
DEFINITIONS = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.AnnAssign)  # whose shape is their own

Place = tuple[str, int, int]  # file, first and last line


def shape(nodes: list[ast.AST]) -> tuple[str, int]:
    """Return the syntax of some nodes, with variables numbered as they come, and how many nodes it has."""
    names: dict[str, int] = {}
    words: list[str] = []

    def visit(node: ast.AST) -> None:
        words.append(type(node).__name__)
        for field, value in ast.iter_fields(node):
            if isinstance(node, ast.Name | ast.arg) and field in ("id", "arg") and not value[0].isupper():
                words[-1] += f" {names.setdefault(value, len(names))}"
            elif isinstance(value, list):
                words[-1] += f" {len(value)}"
                for each in value:
                    visit(each) if isinstance(each, ast.AST) else words.append(repr(each))
            elif isinstance(value, ast.AST):
                visit(value)
            elif field != "ctx":
                words.append(repr(value))

    for node in nodes:
        visit(node)
    return "\n".join(words), sum(1 for node in nodes for each in ast.walk(node) if not isinstance(each, ast.expr_context))


def candidates(tree: ast.AST) -> Iterator[list[ast.AST]]:
    """Yield the expressions of a tree, and the statements in a row that may stand elsewhere."""
    for node in ast.walk(tree):
        if isinstance(node, ast.expr) and not isinstance(node, ast.Constant | ast.Name):
            yield [node]
        for block in (getattr(node, name, None) for name in ("body", "orelse", "finalbody")):
            for first in range(len(block) if isinstance(block, list) else 0):
                for last in range(first + 1, min(first + LONGEST, len(block)) + 1):
                    if isinstance(block[last - 1], DEFINITIONS):
                        break
                    yield block[first:last]


def repeats(folder: Path, least: int) -> tuple[list[tuple[int, list[Place]]], int]:
    """Return the repeats of at least so many nodes, the largest first, none inside another; and how many nodes there are."""
    found: dict[str, tuple[int, list[Place]]] = {}
    nodes = 0
    for file in sorted(folder.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        nodes += sum(not isinstance(node, ast.expr_context) for node in ast.walk(tree))
        for part in candidates(tree):
            text, size = shape(part)
            if size >= least:
                place = str(file.relative_to(folder)), part[0].lineno, part[-1].end_lineno
                found.setdefault(text, (size, []))[1].append(place)
    kept, taken = [], set()
    for size, places in sorted(found.values(), key=lambda each: -each[0] * (len(each[1]) - 1)):
        free = [place for place in dict.fromkeys(places) if not any((place[0], n) in taken for n in range(place[1], place[2] + 1))]
        if len(free) > 1:
            kept.append((size, free))
            taken |= {(file, line) for file, first, last in free for line in range(first, last + 1)}
    return kept, nodes


def main() -> None:
    """Print the repeats, and what part of the code they are."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=SOURCE)
    parser.add_argument("--least", type=int, default=17, help="nodes of a syntax tree")
    parser.add_argument("--most", type=int, default=20, help="rows that are printed")
    given = parser.parse_args()
    kept, nodes = repeats(given.folder, given.least)
    for size, places in kept[: given.most]:
        print(f"{size:>4}  {'  '.join(f'{file}:{first}' for file, first, _ in places)}")
    spare = sum(size * (len(places) - 1) for size, places in kept)
    print(f"{len(kept)} repeats, {spare:,} of {nodes:,} nodes too many, {spare / nodes:.2%}")


if __name__ == "__main__":
    main()
