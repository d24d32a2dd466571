"""Tables that fit the terminal: where there is no room, the less important columns are left out, and the table says which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.table import Table

GAP = 2  # blanks between two columns


@dataclass(frozen=True)
class Column:
    """A column of texts; where not all fit, those of the highest `rank` are left out first, and rank 0 never."""

    head: str
    cells: Sequence[str]
    rank: int = 0
    left: bool = False

    @property
    def width(self) -> int:
        """Letters across, the gap included."""
        return GAP + max(map(len, (self.head, *self.cells)))


def fitting(columns: Sequence[Column], width: int | None) -> tuple[list[Column], list[str]]:
    """Return the columns that fit into `width` letters, None for any number, and the heads of those left out.

    >>> kept, left_out = fitting([Column("move", ["3,3"]), Column("nodes", ["12,345"], rank=1)], 10)
    >>> [column.head for column in kept], left_out
    (['move'], ['nodes'])
    """
    kept = list(columns)
    while width is not None and sum(column.width for column in kept) - GAP > width and any(column.rank for column in kept):
        highest = max(column.rank for column in kept)
        kept = [column for column in kept if column.rank < highest]
    return kept, [column.head for column in columns if column not in kept]


def table_of(columns: Sequence[Column], width: int | None = None, title: str | None = None) -> Table:
    """Return the table of those `columns` that fit into `width` letters."""
    kept, left_out = fitting(columns, width)
    table = Table(
        title=title, title_justify="left", title_style="bold", box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="dim"
    )
    if left_out:
        table.caption = f"no room for: {', '.join(left_out)}"
        table.caption_justify = "left"
    for column in kept:
        table.add_column(column.head, justify="left" if column.left else "right", overflow="fold", no_wrap=not column.left)
    for row in zip(*(column.cells for column in kept), strict=True):
        table.add_row(*row)
    return table
