"""Programs for small games: CS50's ``minimax(board)``, AIMA's searches, agents of Kaggle's ConnectX."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

from counterply.core.values import ONGOING, points_of
from counterply.games.connect_four.rules import COLUMNS, ROWS, STRIDE
from counterply.plugins.dialects.aima_program import PLAYERS, ConnectFour, Game, GameState, TicTacToe
from counterply.plugins.dialects.cs50 import DIALECT as CS50
from counterply.plugins.dialects.guest import GuestPlayer
from counterply.plugins.dialects.kaggle import DIALECT as KAGGLE
from counterply.plugins.dialects.lookup import is_function, names_in

if TYPE_CHECKING:
    from counterply.core.plain_game import AnyGame

OVERAGE = 60  # seconds of a game that Kaggle gives beside the time of its moves


def stones_of(position: Any) -> list[int]:
    """Return 0, 1 or 2 for each cell, row by row from the top."""
    record = position.record
    if position.game.name == "tic_tac_toe":
        first, second = (int(stones) for stones in record["stones"])
        return [1 if first >> cell & 1 else 2 if second >> cell & 1 else 0 for cell in range(9)]
    mover, taken = int(record["mover"]), int(record["taken"])
    bits = [STRIDE * column + height for height in reversed(range(ROWS)) for column in range(COLUMNS)]
    own, other = 1 + position.turn, 2 - position.turn
    return [(own if mover >> bit & 1 else other) if taken >> bit & 1 else 0 for bit in bits]


class FunctionGuest(GuestPlayer):
    """A function of a file."""

    _function: Callable[..., Any]

    def begin(self, game: AnyGame, seat: int) -> None:
        """Take the function."""
        self._function = getattr(self.module, self.target)


class Cs50Player(FunctionGuest):
    """CS50 AI's ``tictactoe.py``."""

    host = "CS50's tictactoe"
    only = ("tic_tac_toe",)

    def note(self, evaluator: str = "") -> str:
        """Return what a user should know: it is told no limit."""
        return f"plays as in {self.host}: its minimax searches to the end, and is told no limit; give it --time 20s or more"

    def answer(self, position: Any, seconds: float) -> Any:
        """Ask for a cell (row, column) of a board of lists, with the file's own marks."""
        marks = [getattr(self.module, name, default) for name, default in (("EMPTY", None), ("X", "X"), ("O", "O"))]
        cells = [marks[stone] for stone in stones_of(position)]
        return cell_of(self._function([cells[row : row + 3] for row in (0, 3, 6)]))


def column_of(answer: Any) -> Any:
    """Return the number of a column, which may be one of NumPy's, or a whole float; as text what is none."""
    try:
        return answer if isinstance(answer, str) else int(answer)
    except (TypeError, ValueError):
        return repr(answer)


def cell_of(answer: Any, base: int = 0) -> Any:
    """Return the number of a cell (row, column) of three by three, counted from `base`; as text what is none."""
    try:
        row, column = answer
        number = 3 * (row - base) + column - base
        return number if type(number) is int and 0 <= column - base < 3 else repr(answer)
    except (TypeError, ValueError):
        return repr(answer)


class Observation(dict[str, Any]):
    """A dictionary whose entries are attributes too, as Kaggle's are."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class KagglePlayer(FunctionGuest):
    """An agent ``(observation, configuration)`` of Kaggle's ConnectX or tic-tac-toe."""

    host = "Kaggle"
    only = ("connect_four", "tic_tac_toe")
    move_seconds = 2.0

    def begin(self, game: AnyGame, seat: int) -> None:
        """Take the agent."""
        super().begin(game, seat)
        self.notes = (*self.notes, f"it is told of {OVERAGE} s more, as there, but a move that is late loses the game here")

    def answer(self, position: Any, seconds: float) -> Any:
        """Ask for a column, or a cell."""
        small = position.game.name == "tic_tac_toe"
        sizes = {"columns": 3, "rows": 3, "inarow": 3} if small else {"columns": COLUMNS, "rows": ROWS, "inarow": 4}
        told = {
            "board": stones_of(position),
            "mark": 1 + position.turn,
            "step": position.ply,
            "remainingOverageTime": OVERAGE,
        }
        limits = {
            "actTimeout": seconds,
            "agentTimeout": OVERAGE,
            "episodeSteps": 1000,
            "runTimeout": 1200,
            "timeout": seconds,
        }
        given = Observation(told), Observation({**sizes, **limits})
        return column_of(self._function(*given[: len(inspect.signature(self._function).parameters)]))


class OurGame(Game):
    """A game of ours as AIMA's: states are positions, moves their codes, players the seats."""

    def actions(self, state: Any) -> list[Any]:
        """Return the moves."""
        return state.moves()  # type: ignore[no-any-return]

    def result(self, state: Any, move: Any) -> Any:
        """Return the position after a move."""
        return state.after(move)

    def utility(self, state: Any, player: Any) -> float:
        """Return 1, -1 or 0."""
        outcome = state.outcome()
        return 0.0 if outcome == ONGOING else 2 * points_of(outcome, player) - 1

    def terminal_test(self, state: Any) -> bool:
        """Tell whether the game is over."""
        return state.over  # type: ignore[no-any-return]

    def to_move(self, state: Any) -> int:
        """Return the seat on move."""
        return state.turn  # type: ignore[no-any-return]


class AimaPlayer(FunctionGuest):
    """A search ``(state, game, ...)`` of AIMA's, or a player ``(game, state)``; options are further arguments, such as ``d=4``."""

    host = "AIMA's games"

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Take any game that two see whole, and that has no chance."""
        self.only = () if game.chance or game.hidden else (game.name,)
        super().start(game, seat, seed)

    def note(self, evaluator: str = "") -> str:
        """Return what a user should know."""
        return f"plays as in {self.host}, by its own evaluator and depth; it is told no limit"

    def answer(self, position: Any, seconds: float) -> Any:
        """Ask for a move: in tic-tac-toe and connect four on AIMA's own states, elsewhere on positions of ours."""
        known = {"tic_tac_toe": TicTacToe, "connect_four": ConnectFour}.get(position.game.name)
        game = OurGame() if known is None else known()
        state = position if known is None else self._state(position, game)
        names = [*inspect.signature(self._function).parameters]
        given = {"state": state, "game": game}
        more = {name: self._value(text) for name, text in self.options.items()}
        move = self._function(*(given[name] for name in names[:2]), **more)
        if known is None:
            return move
        if known is TicTacToe:
            return cell_of(move, 1)
        return move[0] - 1 if isinstance(move, tuple) and move in game.actions(state) else repr(move)

    def _state(self, position: Any, game: Game) -> Any:
        stones = stones_of(position)
        if position.game.name == "tic_tac_toe":
            cells = {(row + 1, column + 1): stones[3 * row + column] for row in range(3) for column in range(3)}
        else:
            cells = {(x + 1, ROWS - row): stones[COLUMNS * row + x] for row in range(ROWS) for x in range(COLUMNS)}
        board = {cell: PLAYERS[stone - 1] for cell, stone in cells.items() if stone}
        return GameState(PLAYERS[position.turn], 0, board, [cell for cell in game.initial.moves if cell not in board])


def _functions(module: ModuleType, name: str | None) -> dict[str, list[str]]:
    """Return the parameters of the functions of a file, or of the one that is named."""
    own = {n: v for n, v in names_in(module).items() if is_function(v) and name in (None, n)}
    return {n: [*inspect.signature(v).parameters] for n, v in own.items()}


def cs50(module: ModuleType, name: str | None, options: dict[str, str]) -> Cs50Player | None:
    """Return a file's ``minimax(board)``, if it has the functions beside it."""
    return (
        Cs50Player(module, "minimax", options)
        if CS50.found(names_in(module)) and len(_functions(module, name).get("minimax", ())) == 1
        else None
    )


def kaggle(module: ModuleType, name: str | None, options: dict[str, str]) -> KagglePlayer | None:
    """Return a file's agent."""
    agents = KAGGLE.found({n: v for n, v in names_in(module).items() if name in (None, n)})
    return KagglePlayer(module, agents[0], options) if agents and not options else None


def aima(module: ModuleType, name: str | None, options: dict[str, str]) -> AimaPlayer | None:
    """Return a file's search, or its player of a game and a state."""
    searches = [n for n, words in _functions(module, name).items() if words[:2] in (["state", "game"], ["game", "state"])]
    decider = next((n for n in searches if "alpha" in n), searches[0] if searches else None)  # the others take their time
    return AimaPlayer(module, decider, options) if decider else None
