"""Tables that fit the terminal: where there is no room, the less important columns are left out, and the table says which."""

from __future__ import annotations

import html
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
    from rich.table import Table

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


WIDE = 200  # letters of a table as plain text


class Tables:
    """One table or several that show themselves: as text in `str`, as HTML in a notebook, on a console of rich."""

    def __init__(self, *tables: Table) -> None:
        self.tables = tables

    def __str__(self) -> str:
        from rich.console import Console

        console = Console(width=WIDE, color_system=None, highlight=False)
        with console.capture() as capture:
            for number, table in enumerate(self.tables):
                console.print(*([""] if number else []), table, sep="\n")
        return "\n".join(line.rstrip() for line in capture.get().splitlines())

    def __repr__(self) -> str:
        return str(self)

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        for number, table in enumerate(self.tables):
            yield from [""] if number else []
            yield table

    def _repr_html_(self) -> str:
        return "".join(map(_html, self.tables))


class Shown(ABC):
    """A result that shows itself by its tables."""

    @abstractmethod
    def table(self, width: int | None = None) -> Tables:
        """Return the result as tables, with those columns that fit into `width` letters."""

    @abstractmethod
    def json(self) -> dict[str, Any]:
        """Return the document that the command prints with ``--json``: docs/json.md says what is in it."""

    def __str__(self) -> str:
        return str(self.table())

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def _html(table: Table) -> str:
    columns = [(column.header, list(column.cells), column.justify) for column in table.columns]
    rows = [
        "<tr>" + "".join(f'<td style="text-align: {justify}">{_escape(cells[row])}</td>' for _, cells, justify in columns) + "</tr>"
        for row in range(table.row_count)
    ]
    heads = "".join(f"<th>{_escape(head)}</th>" for head, *_ in columns)
    caption = f"<caption>{_escape(table.title)}</caption>" if table.title else ""
    return f"<table>{caption}<thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _escape(text: Any) -> str:
    return html.escape(str(text))
