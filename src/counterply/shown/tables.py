"""Tables of results: as text that fits the terminal, as CSV, LaTeX, Markdown and HTML."""

from __future__ import annotations

import csv
import html
import io
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

Row = TypeVar("Row")
Item_co = TypeVar("Item_co", covariant=True)

GAP = 2  # blanks between two columns
LATEX_SPECIAL = {letter: f"\\{letter}" for letter in "&%$#_{}"} | {
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\\": r"\textbackslash{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}
MARKDOWN = re.compile(r"[\\`*\[\]<>|~$&]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")  # special characters of Markdown in a line


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


@dataclass(frozen=True)
class Table:
    """A table of texts.

    Attributes
    ----------
    title : above it; '' for none
    left_out : heads of columns that found no room
    heads : False: only the rows are shown on a terminal
    """

    columns: tuple[Column, ...]
    title: str = ""
    left_out: tuple[str, ...] = ()
    heads: bool = True

    @classmethod
    def of_rows(
        cls, heads: Sequence[str], rows: Iterable[Sequence[str]], *, left: int = 1, title: str = "", show_heads: bool = True
    ) -> Table:
        """Return a table of rows, whose first `left` columns hold words, and the others numbers."""
        lines = list(rows)
        columns = [Column(head, [row[place] for row in lines], left=place < left) for place, head in enumerate(heads)]
        return cls(tuple(columns), title, heads=show_heads)

    def rows(self) -> Iterator[tuple[str, ...]]:
        """Yield the rows, without the heads."""
        return zip(*(column.cells for column in self.columns), strict=True)

    def of_heads(self, heads: Sequence[str]) -> Table:
        """Return the table of the columns with these heads."""
        return replace(self, columns=tuple(column for column in self.columns if column.head in heads))

    def fitting(self, width: int | None) -> Table:
        """Return the table of those columns that fit into `width` letters, None for any number.

        >>> table = Table((Column("move", ["3,3"]), Column("nodes", ["12,345"], rank=1))).fitting(10)
        >>> [column.head for column in table.columns], table.left_out
        (['move'], ('nodes',))
        """
        kept = list(self.columns)
        while width is not None and sum(column.width for column in kept) - GAP > width and any(column.rank for column in kept):
            highest = max(column.rank for column in kept)
            kept = [column for column in kept if column.rank < highest]
        left_out = tuple(column.head for column in self.columns if column not in kept)
        return replace(self, columns=tuple(kept), left_out=left_out)

    def csv(self) -> str:
        """Return the table as CSV (RFC 4180), without its title."""
        return "".join(csv_text(dict(zip(self._heads, row, strict=True)) for row in self.rows()))

    def latex(self) -> str:
        r"""Return the table for LaTeX; it needs ``\usepackage{booktabs}``."""
        lines = [r"\begin{table}", r"\centering", *([rf"\caption{{{latex_text(self.title)}}}"] if self.title else [])]
        lines += [rf"\begin{{tabular}}{{{''.join('l' if column.left else 'r' for column in self.columns)}}}", r"\toprule"]
        body = [" & ".join(map(latex_text, row)) + r" \\" for row in [self._heads, *self.rows()]]
        return "\n".join([*lines, body[0], r"\midrule", *body[1:], r"\bottomrule", r"\end{tabular}", r"\end{table}", "", ""])

    def markdown(self) -> str:
        """Return the table for Markdown."""
        rule = ["---" if column.left else "---:" for column in self.columns]
        rows = [[markdown_text(cell) for cell in row] for row in [self._heads, *self.rows()]]
        lines = [f"| {' | '.join(row)} |" for row in [rows[0], rule, *rows[1:]]]
        return "\n".join([*([f"**{markdown_text(self.title)}**", ""] if self.title else []), *lines, "", ""])

    def html(self) -> str:
        """Return the table as HTML."""

        def cell(text: str, column: Column) -> str:
            return f'<td style="text-align: {"left" if column.left else "right"}">{html.escape(text)}</td>'

        heads = "".join(f"<th>{html.escape(head)}</th>" for head in self._heads)
        rows = [f"<tr>{''.join(map(cell, row, self.columns))}</tr>" for row in self.rows()]
        caption = f"<caption>{html.escape(self.title)}</caption>" if self.title else ""
        return f"<table>{caption}<thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"

    @property
    def _heads(self) -> list[str]:
        return [column.head for column in self.columns]

    def lines(self) -> list[str]:
        """Return the table as lines of text, of any width."""
        rows = [*[tuple(self._heads)] * self.heads, *self.rows()]
        widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]

        def line(row: tuple[str, ...]) -> str:
            cells = zip(row, widths, self.columns, strict=True)
            return (
                (" " * GAP).join(f"{cell:<{wide}}" if column.left else f"{cell:>{wide}}" for cell, wide, column in cells).rstrip()
            )

        return [*[self.title] * bool(self.title), *map(line, rows), *[self._left_out_text] * bool(self.left_out)]

    @property
    def _left_out_text(self) -> str:
        return f"no room for: {', '.join(self.left_out)}"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def __rich_console__(self, console: object, options: object) -> Iterator[object]:
        """Yield the table as rich prints it; no text of a cell is taken for markup."""
        from rich.table import Table as RichTable
        from rich.text import Text

        made = RichTable(
            title=Text(self.title) if self.title else None,
            title_justify="left",
            title_style="bold",
            caption=Text(self._left_out_text) if self.left_out else None,
            caption_justify="left",
            box=None,
            pad_edge=False,
            padding=(0, GAP, 0, 0),
            header_style="dim",
            show_header=self.heads,
        )
        for column in self.columns:
            justify: Any = "left" if column.left else "right"
            made.add_column(Text(column.head), justify=justify, overflow="fold", no_wrap=not column.left)
        for row in self.rows():
            made.add_row(*map(Text, row))
        yield made


class Printed:
    """A result that a Python console shows as `print` does."""

    def __repr__(self) -> str:
        return str(self)


class Listed(Generic[Item_co]):
    """A result that is a list too: it has a length, places and a loop.

    Attributes
    ----------
    LIST : the attribute with what is in it
    """

    LIST: ClassVar[str]

    def __getitem__(self, place: int) -> Item_co:
        return getattr(self, self.LIST)[place]  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[Item_co]:
        return iter(getattr(self, self.LIST))

    def __len__(self) -> int:
        return len(getattr(self, self.LIST))


class Tables(Printed):
    """One table or several that show themselves: as text in `str`, as HTML in a notebook, on a console of rich."""

    def __init__(self, *tables: Table) -> None:
        self.tables = tables

    def csv(self) -> str:
        """Return the tables as CSV, with an empty line between two."""
        return "\r\n".join(table.csv() for table in self.tables)

    def latex(self) -> str:
        r"""Return the tables for LaTeX; they need ``\usepackage{booktabs}``."""
        return "".join(table.latex() for table in self.tables)

    def markdown(self) -> str:
        """Return the tables for Markdown."""
        return "".join(table.markdown() for table in self.tables)

    def html(self) -> str:
        """Return the tables as HTML."""
        return "".join(table.html() for table in self.tables)

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.tables))

    def __rich_console__(self, console: object, options: object) -> Iterator[object]:
        for number, table in enumerate(self.tables):
            yield from [""] if number else []
            yield table

    def _repr_html_(self) -> str:
        return self.html()


class Worded(Printed):
    """A result in words, which a notebook shows as a console does."""

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


class Shown(Printed, ABC):
    """A result that shows itself by its tables."""

    @abstractmethod
    def table(self, width: int | None = None) -> Tables:
        """Return the result as tables, with those columns that fit into `width` letters."""

    @abstractmethod
    def json(self) -> Any:
        """Return the document that the command prints with ``--json``: docs/api/json.md describes it."""

    def __str__(self) -> str:
        return str(self.table())

    def _repr_html_(self) -> str:
        return self.table().html()


def table_of(columns: Sequence[Column], width: int | None = None, title: str = "") -> Table:
    """Return the table of those `columns` that fit into `width` letters."""
    return Table(tuple(columns), title).fitting(width)


def columns_of(rows: Sequence[Row], *wanted: tuple[str, Callable[[Row], str], int]) -> list[Column]:
    """Return columns of `rows` by head, the text of a row, and rank.

    >>> columns_of([3, 5], ("n", str, 0), ("square", lambda n: str(n * n), 1))[1]
    Column(head='square', cells=['9', '25'], rank=1, left=False)
    """
    return [Column(head, [text(row) for row in rows], rank) for head, text, rank in wanted]


def csv_text(rows: Iterable[Mapping[str, object]]) -> Iterator[str]:
    """Yield rows as CSV (RFC 4180) with a head; None is an empty field, a list its items with blanks between them."""
    buffer = io.StringIO()
    writer = None
    for row in rows:
        if writer is None:
            writer = csv.DictWriter(buffer, list(row))
            writer.writeheader()
        writer.writerow({key: " ".join(map(str, value)) if isinstance(value, list) else value for key, value in row.items()})
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def latex_text(text: str) -> str:
    r"""Return a text as LaTeX shows it; a minus before a digit is a minus, not a hyphen.

    >>> latex_text("50 % of a_b: -3")
    '50 \\% of a\\_b: $-$3'
    """
    shown = "".join(LATEX_SPECIAL.get(letter, letter) for letter in text)
    return re.sub(r"(?<![\w.])-(?=[\di])", "$-$", shown)


def markdown_text(text: str) -> str:
    r"""Return a text as Markdown that shows it as it is.

    >>> print(markdown_text("mine.py:a_b|<img src=x>*"))
    mine.py:a_b\|\<img src=x\>\*
    """
    return MARKDOWN.sub(r"\\\g<0>", text)
