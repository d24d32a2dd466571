"""Which cells each player moved to, by phase of the game: counted from stored games, drawn as inline SVG."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib import colormaps
from matplotlib.colors import to_hex

from counterply.arena.record import CHANCE_MOVED, GameRecord, positions
from counterply.arena.schedule import Plan
from counterply.core.errors import CounterplyError, GameError
from counterply.core.values import CHANCE
from counterply.plugins.reporting.axes import Axes

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

PHASES = ("opening third", "middle third", "end third")  # of the moves that the players made
MAX_REPLAYED = 600_000  # plies; at 10 to 20 microseconds each, replaying stays below about 10 s
SHADES = 65  # odd, so that the diverging map has a middle
SEQUENTIAL = "viridis"
DIVERGING = "RdBu_r"


class Occupancy:
    """Counts the cells that each side's moves led to, openings and chance left out.

    Where `Game.cell` can tell a cell without the position, it is asked once for each move code; where it cannot, games are
    replayed, the first `MAX_REPLAYED` plies of the run.

    Attributes
    ----------
    games : how many games were counted
    skipped : how many were not, because replaying them all would take too long
    trouble : why counting was given up; '' where it was not
    """

    def __init__(self, game: Any, plan: Plan) -> None:
        assert game.board is not None
        self.game = game
        self._of_pair = plan.all_games
        self.games = 0
        self.skipped = 0
        self.trouble = ""
        self.rows, self.columns = game.board
        self._seats = plan.seats
        # a row a side and phase; the last entry of each counts moves that lead to no cell
        self._counts = np.zeros((len(plan.sides), len(PHASES), self.rows * self.columns + 1), np.int64)
        self._known: dict[int, int] = {}
        self._needs_position = False
        self._replayed = 0

    def add(self, record: GameRecord) -> None:
        """Count a game, in place."""
        if self.trouble or not record.moves:
            return
        if self._needs_position and self._replayed + len(record.line) > MAX_REPLAYED:
            self.skipped += 1
            return
        try:
            cells = self._cells(record)
        except CounterplyError as error:
            self.trouble = str(error)
            return
        self.games += 1
        sides = self._seats[record.pairing][record.swapped]
        for index, (mover, cell) in enumerate(zip(record.movers, cells, strict=True)):
            if mover != CHANCE_MOVED:
                self._counts[sides[mover == "1"], len(PHASES) * index // len(cells), cell] += 1

    def counts(self) -> np.ndarray:
        """Return the counts, int64[sides, phases, rows, columns]."""
        return self._counts[:, :, :-1].reshape(*self._counts.shape[:2], self.rows, self.columns)

    def elsewhere(self) -> int:
        """Return how many moves led to no cell of the board."""
        return int(self._counts[:, :, -1].sum())

    def _cells(self, record: GameRecord) -> list[int]:
        if not self._needs_position:
            try:
                return [self._known[move] if move in self._known else self._learn(move) for move in record.moves]
            except Exception:  # a cell function that looks at the position fails on None
                self._needs_position = True
        self._replayed += len(record.line)
        return self._cells_of_replay(record)

    def _learn(self, move: int) -> int:
        self._known[move] = self._index(self.game.cell(None, move))
        return self._known[move]

    def _cells_of_replay(self, record: GameRecord) -> list[int]:
        game = self._of_pair(record.round) if self._of_pair.varied else self.game
        before = positions(game, record.line)
        for _ in record.opening:
            next(before)
        moved = zip(record.moves, before, strict=False)  # there is one position more than there are moves
        return [-1 if position.turn == CHANCE else self._index(cell_of(position, move)) for move, position in moved]

    def _index(self, cell: Any) -> int:
        """Return a cell's place in the row of counts; the last place for a move to no cell."""
        row, column = (-1, -1) if cell is None else (int(cell[0]), int(cell[1]))
        return row * self.columns + column if 0 <= row < self.rows and 0 <= column < self.columns else -1


def cell_of(position: AnyPosition, move: Any) -> tuple[int, int] | None:
    """Return the row and column that a move leads to, as the game says."""
    try:
        cell = position.game.cell(position, move)
        return None if cell is None else (int(cell[0]), int(cell[1]))
    except Exception as error:
        raise GameError(f"cell(position, move) of {position.game.name} raises {type(error).__name__}: {error}") from error


# --- drawing


@dataclass(frozen=True)
class Heatmap:
    """One picture: its SVG, and how many moves it is of."""

    svg: str
    moves: int


TITLES = ("whole game", *PHASES)


def with_total(counts: np.ndarray) -> np.ndarray:
    """Return the counts with the sum over all phases put before them: int64[sides, 1 + phases, rows, columns]."""
    return np.concatenate([counts.sum(axis=1, keepdims=True), counts], axis=1)


def shares(counts: np.ndarray) -> np.ndarray:
    """Return each map's counts as shares of its sum, 0 where there are none."""
    totals = counts.sum(axis=(-2, -1), keepdims=True)
    return np.asarray(counts / np.maximum(totals, 1))


def shades(name: str) -> list[str]:
    """Return the colours of a colour map from its low to its high end."""
    return [to_hex(colour) for colour in colormaps[name](np.linspace(0, 1, SHADES))]


def drawn_rows(
    names: list[str], counts: np.ndarray, axes: Axes | None = None
) -> tuple[list[tuple[str, list[Heatmap]]], list[float]]:
    """Return each player's name and pictures, and the share at the top of each column's scale, which all players have in common.

    Parameters
    ----------
    counts : int64[sides, 1 + phases, rows, columns], see `with_total`
    axes : the names of rows and columns, where the game has such
    """
    values, colours = shares(counts), shades(SEQUENTIAL)
    tops = values.max(axis=(0, 2, 3))
    rows = []
    for side, name in enumerate(names):
        maps = []
        for phase, title in enumerate(TITLES):
            moves = int(counts[side, phase].sum())
            label = f"{name}, {title}: {moves:,} moves"
            svg = heatmap_svg(values[side, phase], counts[side, phase], float(tops[phase]), colours, label, axes)
            maps.append(Heatmap(svg, moves))
        rows.append((name, maps))
    return rows, [float(top) for top in tops]


def heatmap_svg(
    values: np.ndarray, counts: np.ndarray, top: float, colours: list[str], label: str, axes: Axes | None = None
) -> str:
    """Return a board as SVG: a square a cell, its colour by value between 0 and `top`; pointing at one tells its numbers.

    Parameters
    ----------
    values, counts : [rows, columns]
    label : a description for screen readers
    """
    squares = []
    for (row, column), value in np.ndenumerate(values):
        shade = round(float(value) / top * (SHADES - 1)) if top > 0 else 0
        title = f"{row},{column}: {counts[row, column]:,} moves, {100 * value:.2f} %"
        squares.append(f'<rect x="{column}" y="{row}" fill="{colours[shade]}"><title>{title}</title></rect>')
    (rows, columns), beside = values.shape, axes_svg(axes)
    frame = f"-1 0 {columns + 1} {rows + 1}" if beside else f"0 0 {columns} {rows}"
    head = f'<svg class="board" role="img" aria-label="{escape(label)}" viewBox="{frame}">'
    return f"{head}{''.join(squares)}{beside}</svg>"


def axes_svg(axes: Axes | None) -> str:
    """Return the names of rows, on the left, and of columns, below, of a board whose cells are of size 1."""
    if axes is None:
        return ""
    rows = [f'<text x="-.5" y="{row + 0.5}">{escape(name)}</text>' for row, name in enumerate(axes.rows)]
    columns = [
        f'<text x="{column + 0.5}" y="{len(axes.rows) + 0.5}">{escape(name)}</text>' for column, name in enumerate(axes.columns)
    ]
    return "".join([*rows, *columns])
