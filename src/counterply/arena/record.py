"""The record of a finished game: its fields, its positions, and its result in a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from counterply.core.aliases import Json, Seat
from counterply.core.errors import GameError
from counterply.core.values import CHANCE, FIRST, OUTCOME_NAMES, SECOND, points_of

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame

BY_RULES = "rules"
BY_ILLEGAL_MOVE = "illegal move"
BY_ERROR = "error"
BY_OVERRUN = "overrun"
BY_PLY_CAP = "ply cap"

CHANCE_MOVED = "c"  # among the movers of a record


@dataclass(frozen=True)
class GameRecord:
    """A game that was played. The lists have one entry for each of `moves`.

    Attributes
    ----------
    number : in the order of the plan, from 0
    pairing, round : which pairing of the plan, and which of its pairs of games
    first, second : the players' texts; `first` moves first
    swapped : whether the pairing's opponent moves first
    seed : decides all that is random
    opening : moves made before the players took over; moves of plain games are stored as their texts
    moves : those of the players, and of chance
    movers : the mover of each of `moves`: '0', '1', or `CHANCE_MOVED`
    scores : in the mover's view, on the grid of the mover's seat; None for players that do not search
    depths, nodes : as each move's search reported them
    micros, cpu_micros : wall time, and the process's own CPU time, in microseconds
    grids : steps of the score grid in one unit, by seat
    outcome, margin : as of `Position`
    ending : `BY_RULES` and so on
    reason : why it ended, in one line
    fault : the seat that lost otherwise than by the rules
    overruns : by seat: moves that came after their limit
    overrun_micros : by seat: how long after it, at most
    overrun_cpu_micros : by seat: how much CPU time beyond the limit the process itself used, at most; the rest was the machine's
    """

    number: int
    pairing: int
    round: int
    first: str
    second: str
    swapped: bool
    seed: int
    opening: tuple[Any, ...]
    moves: tuple[Any, ...]
    movers: str
    scores: tuple[int | None, ...]
    depths: tuple[int, ...]
    nodes: tuple[int, ...]
    micros: tuple[int, ...]
    cpu_micros: tuple[int, ...]
    grids: tuple[int, int]
    outcome: int
    margin: int
    ending: str
    reason: str
    fault: int | None
    overruns: tuple[int, int]
    overrun_micros: tuple[int, int]
    overrun_cpu_micros: tuple[int, int]

    @property
    def line(self) -> tuple[Any, ...]:
        """All moves from the start."""
        return self.opening + self.moves

    @property
    def search_seconds(self) -> float:
        """The time of the moves that were searched."""
        return sum(micros for micros, nodes in zip(self.micros, self.nodes, strict=True) if nodes) / 1e6

    @property
    def players(self) -> tuple[str, str]:
        """The players' texts, by seat."""
        return self.first, self.second

    def points(self, seat: Seat) -> float:
        """Return the points of `seat`: 0, 1/2 or 1."""
        return points_of(self.outcome, seat)


class Collector(Protocol):
    """An object that is shown each game of a run."""

    def add(self, record: GameRecord) -> None:
        """Take note of a game, in place."""


def passing(
    records: Iterable[GameRecord], *collectors: Collector, tell: Callable[[int], None] = lambda number: None
) -> Iterator[GameRecord]:
    """Yield the records, after each collector has seen them; `tell` hears of each how many there were."""
    for number, record in enumerate(records, start=1):
        tell(number)
        for collector in collectors:
            collector.add(record)
        yield record


Data = TypeVar("Data")


def from_data(kind: type[Data], data: Json) -> Data:
    """Return an object whose fields, lists in place of tuples, have come as JSON."""
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in data.items()})


def positions(game: Game | PlainGame, line: Sequence[Any]) -> Iterator[Any]:
    """Yield the start position, and the position after each move of a stored line.

    Raises
    ------
    GameError
        if a move is not legal: the rules are not those that the game was played by
    """
    position = game.start()
    yield position
    for move in line:
        if not game.compiled:
            position = position.play_text([move])
        elif position.turn == CHANCE or move in position.moves():
            position = position.after(move)
        else:
            raise GameError(
                f"a stored game has the illegal move {move} at ply {position.ply + 1}: the rules of {game.name} have changed"
            )
        yield position


def replay_line(game: Game | PlainGame, line: Sequence[Any]) -> Any:
    """Return the position after a stored line of moves and outcomes; raises `GameError` where one of them is illegal."""
    *_, last = positions(game, line)
    return last


def move_texts(game: Game | PlainGame, record: GameRecord) -> list[str]:
    """Return the moves of a stored game as texts, the opening first."""
    last = replay_line(game, record.line)
    return last.origin.line_text(last.history)  # type: ignore[no-any-return]


def result_text(record: GameRecord) -> str:
    """Return the winner, the player at fault if there is one, and the reason, in one line."""
    winner = {FIRST: f"{record.first} wins", SECOND: f"{record.second} wins"}.get(record.outcome, OUTCOME_NAMES[record.outcome])
    blame = "" if record.fault is None else f"{record.players[record.fault]}: "
    ending = "" if record.ending == BY_RULES else f"{record.ending}, "
    return f"{winner}: {blame}{ending}{record.reason}"
