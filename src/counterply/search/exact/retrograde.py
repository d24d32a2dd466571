"""Retrograde analysis: the exact outcome of every position that can be reached, also where play can go on for ever.

All reachable positions are listed, each once. Then the outcomes of finished games are carried backwards, those in n plies before
those in n + 1: a position is won for the side to move once one successor is, and lost once all are. Turns need not alternate.
Positions that no proof reaches are draws: neither side can force a win, so play ends in a tie or goes on for ever. The distance
of a win is the shortest, that of a loss the longest. Where points count, the same question is asked about numbers of points: can
the winner force so many?
Positions are told apart by their 64-bit keys, as in the engine's table.

Shapes: N positions, E moves of all positions, M moves of one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from counterply.compiling.intrinsics import copy_record, load_word, monotonic_ns
from counterply.compiling.kernels import cached_kernel
from counterply.core.aliases import Outcome, Record
from counterply.core.contract import legal_moves, margin, outcome, play, turn
from counterply.core.errors import GameError
from counterply.core.files import write_csv
from counterply.core.limits import Limit, Stop
from counterply.core.position import Position, position_with
from counterply.core.values import DRAW, FIRST, ONGOING, OUTCOME_NAMES, SECOND
from counterply.search.alphabeta.context import NEVER
from counterply.search.alphabeta.engine import require_engine_rules
from counterply.search.repetition import whole_key
from counterply.shown.frames import Columns, Framed
from counterply.shown.plots import File, Plot, plot_counts
from counterply.shown.tables import Shown, Table, Tables

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame

DEFAULT_MEMORY = 512  # MB
FIRST_CAPACITY = 1 << 14  # positions
POSITIONS_BETWEEN_POLLS = 1 << 10
MOVES_PER_POSITION = 4  # room for moves that is made at first, and whenever positions get more room
SLOTS_PER_POSITION = 2  # of the hash table
BYTES_BESIDE_RECORD = 96  # of a position: key, slots, outcome, distance, moves there and back


LISTED, NO_ROOM, LIMIT = 0, 1, 2  # results of `list_positions`
COUNT, DONE, EDGES, PLAYS = range(4)  # of its state


@cached_kernel
def list_positions(
    setup: Record,
    records: Any,
    keys: np.ndarray,
    slots: np.ndarray,
    first: np.ndarray,
    children: np.ndarray,
    outcomes: np.ndarray,
    turns: np.ndarray,
    moves: np.ndarray,
    state: np.ndarray,
    limits: np.ndarray,
) -> int:
    """List the positions that can be reached from those in `records`, in place; return LISTED, NO_ROOM or LIMIT.

    Parameters
    ----------
    records : record[N], positions in the order in which they were found
    keys : uint64[N]
    slots : int32[power of two], index + 1 of a position by the low bits of its key; 0 is empty
    first : int64[N + 1], where a position's moves begin in `children`
    children : int32[E], indices of successors
    outcomes, turns : int8[N]
    moves : int32[M]
    state : int64[4], positions found, positions done, moves listed, calls of play; goes on from there
    limits : int64[3], deadline, address of the stop word, most calls of play
    """
    mask = np.uint64(len(slots) - 1)
    while state[DONE] < state[COUNT]:
        here = state[DONE]
        if here % POSITIONS_BETWEEN_POLLS == 0 and (monotonic_ns() >= limits[0] or load_word(limits[1]) != 0):
            return LIMIT
        if state[COUNT] + len(moves) > len(records) or state[EDGES] + len(moves) > len(children):
            return NO_ROOM
        position = records[here]
        result = outcome(position, setup)
        outcomes[here] = result
        turns[here] = turn(position, setup)
        first[here] = state[EDGES]
        count = legal_moves(position, setup, moves) if result == ONGOING else 0
        if state[PLAYS] + count > limits[2]:
            return LIMIT
        state[PLAYS] += count
        for index in range(count):
            child = records[state[COUNT]]
            copy_record(child, position)
            play(child, setup, np.int64(moves[index]))
            name = np.uint64(whole_key(child, setup))
            slot = name & mask
            while slots[slot] != 0 and keys[slots[slot] - 1] != name:
                slot = (slot + np.uint64(1)) & mask
            if slots[slot] == 0:
                keys[state[COUNT]] = name
                state[COUNT] += 1
                slots[slot] = state[COUNT]
            children[state[EDGES]] = slots[slot] - 1
            state[EDGES] += 1
        state[DONE] += 1
    first[state[COUNT]] = state[EDGES]
    return LISTED


@cached_kernel
def whole_key_of(position: Record, setup: Record) -> int:
    """Return the key by which a list tells a position apart."""
    return np.uint64(whole_key(position, setup))  # type: ignore[return-value]


@cached_kernel
def fill_slots(keys: np.ndarray, slots: np.ndarray, count: int) -> None:
    """Write the first `count` positions into empty `slots`, in place."""
    mask = np.uint64(len(slots) - 1)
    for index in range(count):
        slot = keys[index] & mask
        while slots[slot] != 0:
            slot = (slot + np.uint64(1)) & mask
        slots[slot] = index + 1


@cached_kernel
def carry_back(
    first: np.ndarray,
    children: np.ndarray,
    outcomes: np.ndarray,
    turns: np.ndarray,
    parents: np.ndarray,
    first_parent: np.ndarray,
    room: np.ndarray,
) -> None:
    """Carry the outcomes of finished games back to all positions, in place; the first row of `room` is then their distances.

    Parameters
    ----------
    outcomes : int8[N], of finished games, else ONGOING; afterwards of all positions
    parents, first_parent : int32[E], int64[N + 2], all zero; the moves turned round
    room : int32[3, N]: plies to the end, -1 in a draw; how many successors the side to move has not lost by; a queue of positions
    """
    count, distances, left, queue = len(outcomes), room[0], room[1], room[2]
    for child in children:
        first_parent[child + 2] += 1
    for index in range(2, count + 2):
        first_parent[index] += first_parent[index - 1]
    for index in range(count):
        left[index] = first[index + 1] - first[index]
        for edge in range(first[index], first[index + 1]):
            place = children[edge] + 1
            parents[first_parent[place]] = index
            first_parent[place] += 1
    end = 0
    for index in range(count):
        distances[index] = -1
        if outcomes[index] != ONGOING:
            distances[index] = 0
            if outcomes[index] != DRAW:
                queue[end] = index
                end += 1
    begin = 0
    while begin < end:  # in the order of distances
        child = queue[begin]
        begin += 1
        winner = 0 if outcomes[child] == FIRST else 1
        for edge in range(first_parent[child], first_parent[child + 1]):
            parent = parents[edge]
            if outcomes[parent] != ONGOING:
                continue
            left[parent] -= 1
            if turns[parent] == winner or left[parent] == 0:
                outcomes[parent] = outcomes[child]
                distances[parent] = distances[child] + 1
                queue[end] = parent
                end += 1
    for index in range(count):
        if outcomes[index] == ONGOING:
            outcomes[index] = DRAW


@cached_kernel
def read_margins(setup: Record, records: Any, margins: np.ndarray) -> None:
    """Write the margin of each position into `margins` (int64[N]), in place."""
    for index in range(len(records)):
        margins[index] = margin(records[index], setup)


def carried_back(first: np.ndarray, children: np.ndarray, outcomes: np.ndarray, turns: np.ndarray) -> np.ndarray:
    """Carry the outcomes of finished games back to all positions, in place (`carry_back`); return the distances."""
    room = np.empty((3, len(outcomes)), np.int32)
    carry_back(first, children, outcomes, turns, np.empty(len(children), np.int32), np.zeros(len(outcomes) + 2, np.int64), room)
    return np.array(room[0])  # without the rows that were needed on the way


@dataclass(frozen=True, repr=False)
class Tablebase(Shown, Framed):
    """Every position that can be reached from a root, with its exact value; the root is number 0.

    Attributes
    ----------
    game : the game
    records, keys : record[N], and uint64[N], the keys that tell them apart
    outcomes : int8[N], FIRST, SECOND or DRAW under best play
    distances : int32[N], plies to the end under best play: the winner hurries, the loser resists; -1 in a draw that is not over
    turns : int8[N], side to move
    first, children : where a position's successors begin, int64[N + 1], and their numbers, in the order of the legal moves
    plays : calls of play that the list took
    """

    COLUMNS: ClassVar[Columns] = {"number": int, "position": str, "turn": int, "outcome": str, "distance": int, "best_moves": str}

    game: Any
    records: np.ndarray
    keys: np.ndarray
    outcomes: np.ndarray
    distances: np.ndarray
    turns: np.ndarray
    first: np.ndarray
    children: np.ndarray
    plays: int

    def __len__(self) -> int:
        return len(self.outcomes)

    def number_of(self, position: Position) -> int:
        """Return the number of a position in the table; raises `GameError` for one that the root does not lead to."""
        if position.dtype == self.records.dtype:
            for number in np.flatnonzero(self.keys == np.uint64(whole_key_of(position.record, position.setup))):
                if self.position(int(number)) == position:
                    return int(number)
        raise GameError(f"{self} does not hold {position!r}")

    def __str__(self) -> str:
        return f"<Tablebase of {self.game.name}: {len(self):,} positions>"

    def counts(self) -> list[tuple[int, list[int]]]:
        """Return by the plies to the end, -1 for none, how many positions the first player wins, the second, and neither."""
        found = []
        for distance in np.unique(self.distances):
            here = self.outcomes[self.distances == distance]
            found.append((int(distance), [int(np.count_nonzero(here == outcome)) for outcome in (FIRST, SECOND, DRAW)]))
        return found

    def table(self, width: int | None = None) -> Tables:
        """Return how many positions end after how many plies, and who wins them; a draw that is not over has no end."""
        rows = [["-" if distance < 0 else str(distance), *(f"{count:,}" for count in counts)] for distance, counts in self.counts()]
        made = Table.of_rows(("plies to the end", "first wins", "second wins", "draw"), rows, left=0, title=str(self))
        return Tables(made.fitting(width))

    def json(self) -> dict[str, Any]:
        """Return the same as a document."""
        names = [OUTCOME_NAMES[outcome] for outcome in (FIRST, SECOND, DRAW)]
        rows = [{"distance": None if at < 0 else at, **dict(zip(names, counts, strict=True))} for at, counts in self.counts()]
        return {"game": self.game.full_name, "positions": len(self), "rows": rows}

    def plot(self, file: File = None) -> Plot:
        """Draw how many positions end after how many plies on a logarithmic scale, and write a `file` as .png, .svg or .pdf."""
        ending = [(distance, sum(counts)) for distance, counts in self.counts() if distance >= 0]
        return plot_counts(ending, "plies to the end", "positions", self.game.full_name, file)

    def successors(self, index: int) -> np.ndarray:
        """Return the numbers of the positions after each legal move of position number `index`, in the moves' order."""
        return self.children[self.first[index] : self.first[index + 1]]

    def with_margin(self) -> tuple[int, tuple[int, ...]]:
        """Return the first player's points under best play from the root, and its line; a draw, also an endless one, is 0."""
        winner = self.outcomes[0]
        if winner == DRAW:
            return 0, self.line()
        margins = np.empty(len(self), np.int64)
        read_margins(self.game.setup[0], self.records, margins)
        sign = 1 if winner == FIRST else -1
        levels = np.unique(sign * margins[(self.distances == 0) & (self.outcomes == winner)])
        below, above = self, None
        least, most = 0, len(levels)  # the winner can force the level `least`, but not `most`
        while most - least > 1:
            middle = (least + most) // 2
            asked = self._asked(sign * margins >= levels[middle], winner)
            if asked.outcomes[0] == winner:
                below, least = asked, middle
            else:
                above, most = asked, middle
        return int(sign * levels[least]), below.line(avoid=above)

    def _asked(self, enough: np.ndarray, winner: Outcome) -> Tablebase:
        """Return the table of another game, in which only endings that are `enough` are won by `winner`, and all others lost."""
        lost = SECOND if winner == FIRST else FIRST
        outcomes = np.where(self.distances == 0, np.where(enough, winner, lost), ONGOING).astype(np.int8)
        distances = carried_back(self.first, self.children, outcomes, self.turns)
        return replace(self, outcomes=outcomes, distances=distances)

    def best_moves(self, index: int, avoid: Tablebase | None = None) -> list[int]:
        """Return the places of the best moves among the legal ones: they keep the outcome, hurry to a win, resist a loss.

        Parameters
        ----------
        avoid : a table in which the winner wins more; moves after which it does so are left out
        """
        after, outcome = self.successors(index), self.outcomes[index]
        keeps = self.outcomes[after] == outcome
        if avoid is not None:
            keeps &= avoid.outcomes[after] != outcome
        if outcome != DRAW and keeps.any():
            distances, winner = self.distances[after], 0 if outcome == FIRST else 1
            farthest = distances[keeps].min() if self.turns[index] == winner else distances[keeps].max()
            keeps &= distances == farthest
        return [int(place) for place in np.flatnonzero(keeps)]

    def line(self, index: int = 0, avoid: Tablebase | None = None) -> tuple[int, ...]:
        """Return best play, each time the first of the best moves, to the end or, in a draw, until a position repeats.

        Parameters
        ----------
        avoid : as in `best_moves`: the loser never lets the winner win more, and otherwise resists as long as it can
        """
        moves = []
        seen = set()
        position = self.position(index)
        while index not in seen and not position.over and (best := self.best_moves(index, avoid)):
            seen.add(index)
            move = position.moves()[best[0]]
            moves.append(move)
            position = position.after(move)
            index = int(self.successors(index)[best[0]])
        return tuple(moves)

    def position(self, index: int) -> Position:
        """Return position number `index` of the table, from 0, in the order in which they were found."""
        return position_with(self.game, self.records[index])

    def cells(self) -> Iterator[tuple[int, str, int, str, int | None, str]]:
        """Yield `COLUMNS` for each position; the diagram has ``|`` between its lines, the distance of a draw is None."""
        for index in range(len(self)):
            position = self.position(index)
            moves = position.moves()
            best = " ".join(position.move_text(moves[place]) for place in self.best_moves(index))
            yield (
                index,
                str(position).replace("\n", "|"),
                int(self.turns[index]),
                OUTCOME_NAMES[self.outcomes[index]],
                None if self.outcomes[index] == DRAW else int(self.distances[index]),
                best,
            )

    def save(self, file: Path | str) -> int:
        """Write all rows to a CSV file; return how many."""
        return write_csv(file, self.COLUMNS, self.cells())


def can_list(game: Game | PlainGame) -> bool:
    """Tell whether all positions of a game can be listed: it is compiled, nothing is hidden, and there is no chance."""
    return bool(game.compiled and not game.chance and not game.hidden)


def applies_to(game: Game | PlainGame) -> bool:
    """Tell whether a table has all that there is to know of a game's positions: they can be listed, and only the outcome counts."""
    return can_list(game) and bool(game.objective == "outcome")


def require_all_values(game: Game | PlainGame) -> None:
    """Raise `GameError` unless all positions of a game can be listed with their exact values."""
    if not applies_to(game):
        raise GameError(
            f"{game.name} has no table of all positions: it needs a compiled game without chance, in which only the outcome counts"
        )


def capacity_of(game: Game, memory_mb: int = DEFAULT_MEMORY) -> int:
    """Return how many positions of a game fit into `memory_mb`."""
    return (memory_mb << 20) // (int(game.record.itemsize) + BYTES_BESIDE_RECORD)


def nothing_listed() -> np.ndarray:
    """Return the state of a list of positions, as `list_positions` changes it, in which the root alone stands."""
    return np.array([1, 0, 0, 0], np.int64)


def analyse_all(
    position: Any, limit: Limit | None = None, capacity: int | None = None, state: np.ndarray | None = None
) -> tuple[Tablebase | None, int]:
    """Return the exact values of all positions that can be reached from `position`, and the calls of play that it took.

    The table is None if there are more positions than `capacity` (default: as many as `DEFAULT_MEMORY` holds), or a limit ended it.
    Another thread may look at `state`, which is `nothing_listed` before, to see how far it is.

    Raises
    ------
    GameError
        for a game with chance or hidden information, or in plain Python
    """
    game, limit = position.game, limit or Limit()
    require_engine_rules(game)
    most = capacity or capacity_of(game)
    deadline, stop = limit.begun().deadline, Stop.of(limit.stop)
    limits = np.array([NEVER if deadline is None else deadline, stop.address, limit.nodes or NEVER], np.int64)
    moves = np.zeros(game.max_moves, np.int32)
    state = nothing_listed() if state is None else state
    arrays = _Arrays(game, min(most, FIRST_CAPACITY) + game.max_moves)
    copy_record(arrays.records[0], position.record)
    arrays.keys[0] = whole_key_of(position.record, position.setup)
    fill_slots(arrays.keys, arrays.slots, 1)
    while True:
        answer = list_positions(game.setup[0], *arrays.all(), moves, state, limits)
        if answer == LIMIT or state[COUNT] > most:
            return None, int(state[PLAYS])
        if answer == LISTED:
            break
        if state[COUNT] + game.max_moves > len(arrays.keys):
            if len(arrays.keys) >= most + game.max_moves:
                return None, int(state[PLAYS])
            arrays.grow(min(most, 2 * len(arrays.keys)) + game.max_moves, int(state[COUNT]))
        else:
            arrays.children = _longer(arrays.children, 2 * len(arrays.children))
    count, edges = int(state[COUNT]), int(state[EDGES])
    first, children, outcomes, turns = (
        arrays.first[: count + 1],
        arrays.children[:edges],
        arrays.outcomes[:count],
        arrays.turns[:count],
    )
    distances = carried_back(first, children, outcomes, turns)
    plays, found = int(state[PLAYS]), (arrays.records[:count], arrays.keys[:count])
    return Tablebase(game, *found, outcomes, distances, turns, first, children, plays), plays


def warm_up(position: Any) -> None:
    """Compile the kernels of `analyse_all`, before a limit runs."""
    analyse_all(position, capacity=1)
    position.after(position.moves()[0])
    carried_back(np.zeros(2, np.int64), np.zeros(0, np.int32), np.zeros(1, np.int8), np.zeros(1, np.int8))
    if position.game.by_margin:
        read_margins(position.game.setup[0], np.zeros(0, position.game.record), np.zeros(0, np.int64))


class _Arrays:
    """The arrays of `list_positions`, for a number of positions that can grow."""

    def __init__(self, game: Game, size: int) -> None:
        self.records = np.zeros(size, game.record)
        self.keys = np.zeros(size, np.uint64)
        self.first = np.zeros(size + 1, np.int64)
        self.outcomes = np.zeros(size, np.int8)
        self.turns = np.zeros(size, np.int8)
        self.children = np.zeros(size * MOVES_PER_POSITION + game.max_moves, np.int32)
        self._make_slots(size)

    def _make_slots(self, size: int) -> None:
        self.slots = np.zeros(1 << (size * SLOTS_PER_POSITION).bit_length(), np.int32)

    def grow(self, size: int, count: int) -> None:
        """Make room for `size` positions, in place; `count` are there."""
        for name in ("records", "keys", "outcomes", "turns"):
            setattr(self, name, _longer(getattr(self, name), size))
        self.first = _longer(self.first, size + 1)
        self._make_slots(size)
        fill_slots(self.keys, self.slots, count)

    def all(self) -> tuple[np.ndarray, ...]:
        """Return the arrays in the order of the kernel's parameters."""
        return self.records, self.keys, self.slots, self.first, self.children, self.outcomes, self.turns


def _longer(array: np.ndarray, size: int) -> np.ndarray:
    longer = np.zeros(size, array.dtype)
    longer.view(np.uint8)[: array.nbytes] = np.ascontiguousarray(array).view(np.uint8)
    return longer
