"""The rules of a game in words, for people: paragraphs, tables of two columns, and lines that stay as they are."""

from __future__ import annotations

import re
import shutil
import textwrap
from dataclasses import dataclass
from inspect import cleandoc

WIDEST = 100  # columns of a text that is good to read
NO_RULES = "This game does not say its rules: give Game(rules=...), or the file a docstring."
ROW = re.compile(r"(\S+(?: \S+)*) {2,}(\S.*)")  # of a table: a name, two blanks or more, its meaning


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph; or, with `fixed`, lines that stay as they are written; or, with `rows`, a table of names and their meanings."""

    text: str
    fixed: bool = False
    rows: tuple[tuple[str, str], ...] = ()


def blocks(rules: str) -> list[Block]:
    r"""Return the parts of a game's rules: indented lines are a table, or stay as they are.

    >>> [block.text for block in blocks("In turn, place\na stone.\n\n    0 1\n    2 3")]
    ['In turn, place a stone.', '0 1\n2 3']
    >>> blocks("Do one thing:\n\n    eat    eat the food\n    block  build a wall\n\nThen wait.")[1].rows
    (('eat', 'eat the food'), ('block', 'build a wall'))
    """
    return [block_of(part) for part in re.split(r"\n\s*\n", cleandoc(rules)) if part.strip()]


def block_of(part: str) -> Block:
    """Return the block that a part of the rules stands for."""
    lines = part.splitlines()
    if not all(line.startswith(" ") for line in lines):
        return Block(" ".join(part.split()))
    matches = [ROW.fullmatch(line.strip()) for line in lines]
    rows = tuple((match[1], match[2]) for match in matches if match is not None)
    return Block(textwrap.dedent(part), fixed=True, rows=rows if len(rows) == len(lines) else ())


def plain_text(rules: str) -> str:
    """Return rules as text as wide as the terminal, but no wider than is good to read."""
    wide = min(shutil.get_terminal_size().columns, WIDEST)
    return "\n\n".join(text_of(block, wide) for block in blocks(rules)) or NO_RULES


def text_of(block: Block, wide: int) -> str:
    """Return a part of the rules as text of `wide` columns."""
    if not block.fixed:
        return textwrap.fill(block.text, wide)
    if not block.rows:
        return block.text
    names = max(len(name) for name, _ in block.rows) + 4
    lines = [(f"  {name}".ljust(names), meaning) for name, meaning in block.rows]
    return "\n".join(textwrap.fill(meaning, wide, initial_indent=name, subsequent_indent=" " * names) for name, meaning in lines)
