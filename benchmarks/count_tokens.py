"""Count the code by rooms in tokens, as `tokenize` sees them, without comments, docstrings and imports.

Lines say little about the size of code: joining two of them saves nothing. Run it before and after a change.
"""

from __future__ import annotations

import argparse
import ast
import tokenize
from collections import Counter
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1] / "src" / "counterply"
UNCOUNTED = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


def lines_of(node: ast.stmt) -> range:
    """Return the lines of a statement."""
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def tokens_of(file: Path) -> int:
    """Return the tokens of a module's code."""
    text, left_out = file.read_text(encoding="utf-8"), set[int]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            left_out.update(lines_of(node))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            left_out.update(lines_of(node.body[0]))
    found = tokenize.generate_tokens(iter(text.splitlines(keepends=True)).__next__)
    return sum(token.type not in UNCOUNTED and token.start[0] not in left_out for token in found)


def main() -> None:
    """Print the tokens of each room, or of each module, the largest first."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=SOURCE)
    parser.add_argument("--modules", action="store_true", help="of each module")
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    for file in sorted(given.folder.rglob("*.py")):
        place = file.relative_to(given.folder)
        counts[str(place) if given.modules or len(place.parts) == 1 else place.parts[0]] += tokens_of(file)
    for name, count in counts.most_common():
        print(f"{count:>9,}  {name}")
    print(f"{sum(counts.values()):>9,}  in all")


if __name__ == "__main__":
    main()
