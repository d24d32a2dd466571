"""Results as data frames: of pandas or polars where they are installed, else as a dictionary of columns."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from typing import Any, ClassVar, Literal, TypeAlias, overload

from counterply.core.errors import UsageError
from counterply.core.users_text import unknown

Library: TypeAlias = Literal["pandas", "polars", "dict"]
Kind: TypeAlias = type[int] | type[float] | type[str] | type[bool]
Columns: TypeAlias = Mapping[str, Kind]  # kinds of values by the names of the columns; any value may be None

LIBRARIES: tuple[Library, ...] = ("pandas", "polars", "dict")  # the first one that is there is taken
PANDAS: dict[Kind, str] = {int: "int64", float: "float64", str: "string", bool: "bool"}
PANDAS_WITH_GAPS: dict[Kind, str] = {int: "Int64", float: "float64", str: "string", bool: "boolean"}
POLARS: dict[Kind, str] = {int: "Int64", float: "Float64", str: "String", bool: "Boolean"}


class Framed(ABC):
    """A result that is a table of numbers and words.

    Attributes
    ----------
    COLUMNS : names and kinds; where a column has a unit, its name says it
    """

    COLUMNS: ClassVar[Columns]

    @abstractmethod
    def cells(self) -> Iterable[Sequence[object]]:
        """Return the values of each row, in the order of `COLUMNS`."""

    @overload
    def to_frame(self, *, library: Literal["dict"]) -> dict[str, list[Any]]: ...
    @overload
    def to_frame(self, *, library: Library | None = None) -> Any: ...
    def to_frame(self, *, library: Library | None = None) -> Any:
        """Return the table as a data frame: of pandas, else of polars, else a dictionary of columns; or as `library` says."""
        return frame(self.COLUMNS, self.cells(), library)


def frame(columns: Columns, rows: Iterable[Sequence[object]], library: Library | None = None) -> Any:
    """Return rows as a data frame, in which a column has the same type whatever is in it: numbers are never objects.

    Whole numbers with gaps are ``Int64`` in pandas, which has no gaps in ``int64``.

    Raises
    ------
    UsageError
        for a library that is not installed

    Examples
    --------
    >>> frame({"depth": int, "positions": int}, [(1, 9), (2, 72)], "dict")
    {'depth': [1, 2], 'positions': [9, 72]}
    """
    chosen: str = library or next((name for name in LIBRARIES if find_spec(name) is not None), "dict")
    if chosen not in LIBRARIES:
        raise unknown("library of data frames", chosen, LIBRARIES)
    found = list(rows)
    data = {name: [row[place] for row in found] for place, name in enumerate(columns)}
    if chosen == "dict":
        return data
    try:
        made = importlib.import_module(chosen)
    except ImportError:
        raise UsageError(f"{chosen} is not installed: pip install {chosen}, or to_frame(library='dict')") from None
    if chosen == "polars":
        return made.DataFrame(data, schema={name: getattr(made, POLARS[kind]) for name, kind in columns.items()})
    types = {name: (PANDAS_WITH_GAPS if None in data[name] else PANDAS)[kind] for name, kind in columns.items()}
    return made.DataFrame({name: made.array(values, dtype=types[name]) for name, values in data.items()})
