"""Udacity's Isolation of 7 x 7: players with ``minimax(game, depth)`` and ``alphabeta(game, depth, alpha, beta)``."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Sequence
from numbers import Real
from types import ModuleType
from typing import Any

from counterply.plugins.dialects.dialect import Dialect, Named
from counterply.plugins.dialects.views import TextbookPosition, method, way_of
from counterply.plugins.isolation.aind_scores import Scores, scores_in

PLAYERS = {"MinimaxPlayer": ["minimax"], "AlphaBetaPlayer": ["alphabeta"], "CustomPlayer": ["minimax", "alphabeta"]}
SIZE = 7
MOVES_BEFORE = 10  # of the root of a tree, as the program counts them: the game is under way
LOST = 1e6  # stands for infinity, which is the value of a lost game, on its way to the judge
NO_MOVE = (-1, -1)
CELLS = [(row, column) for column in range(SIZE) for row in range(SIZE)]  # in the order in which the program lists them


def of_players(choose: Callable[[Game], Any]) -> Any:
    """Return a property of the board that is one of its players; the course's program has several names for each."""
    return property(choose)


class Game(TextbookPosition):
    """The board: a move is a cell, and the side that has none has lost, which is worth infinity."""

    width = height = SIZE
    BLANK, NOT_MOVED = 0, None
    # as versions of the program call them
    active_player = _active_player = __active_player__ = of_players(lambda game: game._log.players[game._node.turn])
    inactive_player = _inactive_player = __inactive_player__ = of_players(lambda game: game._log.players[1 - game._node.turn])
    _player_1 = __player_1__ = of_players(lambda game: game._log.players[0])
    _player_2 = __player_2__ = of_players(lambda game: game._log.players[1])

    @property
    def __last_player_move__(self) -> Any:
        return {player: self.get_player_location(player) for player in self._log.players}

    @property
    def __board_state__(self) -> Any:
        blank = self.get_blank_spaces()
        return [[int((row, column) not in blank) for column in range(SIZE)] for row in range(SIZE)]

    @property
    def _board_state(self) -> Any:
        """The cells, whose turn it is, and where the second player and the first one stand."""
        taken = [self.__board_state__[row][column] for row, column in CELLS]
        return [*taken, self._node.turn, *(CELLS.index(self.get_player_location(player)) for player in self._log.players[::-1])]

    @property
    def move_count(self) -> int:
        """The moves made, some before the root."""
        return MOVES_BEFORE + len(way_of(self._node))

    @method
    def get_legal_moves(self, player: Any = None) -> Any:  # noqa: D102
        if player is None or player is self.active_player:
            return cells_of(self._node)
        later = (child for child in self._node.children or () if child.turn != self._node.turn and child.moves)
        return next(map(cells_of, later), [])  # it is another one's turn: where it may go once that has moved

    @method
    def get_blank_spaces(self) -> Any:  # noqa: D102
        free = [cell for cell in CELLS if cell not in set(map(cell_into, way_of(self._node)))]
        before = [cell for cell in free if cell not in cells_of(self._node)][:MOVES_BEFORE]
        return [cell for cell in free if cell not in before]

    @method
    def get_player_location(self, player: Any) -> Any:  # noqa: D102
        own = [node for node in way_of(self._node) if node.parent.turn == self.seat_of(player)]
        return cell_into(own[-1]) if own else (self.seat_of(player), SIZE - 1)

    @method
    def move_is_legal(self, move: Any) -> bool:  # noqa: D102
        return tuple(move) in cells_of(self._node)

    @method
    def forecast_move(self, move: Any) -> Any:  # noqa: D102
        return self.after(move_at(self._node, move))

    @method
    def apply_move(self, move: Any) -> None:  # noqa: D102
        self._node = self._node.after(move_at(self._node, move))
        self._log.note(0, self._node.number)

    @method
    def copy(self) -> Any:  # noqa: D102
        return type(self)(self._node, self._log)

    @method
    def utility(self, player: Any) -> float:  # noqa: D102
        return self.score_for(player) if self.over() else 0.0

    @method
    def is_winner(self, player: Any) -> bool:  # noqa: D102
        return self.over() and self._node.worth(self.seat_of(player)) > 0

    @method
    def is_loser(self, player: Any) -> bool:  # noqa: D102
        return self.over() and self._node.worth(self.seat_of(player)) < 0

    @method
    def get_opponent(self, player: Any) -> Any:  # noqa: D102
        return self._log.players[1 - self.seat_of(player)]

    @method
    def hash(self) -> int:  # noqa: D102
        return int(self._node.key)

    @method
    def to_string(self, symbols: Any = ("1", "2")) -> str:  # noqa: D102
        return str(self._node)

    print_board = to_string

    def seat_of(self, player: Any) -> int:
        """Return the seat of a player object."""
        if player not in self._log.players:
            raise RuntimeError("Player must be either active or inactive")
        return self._log.players.index(player)

    def score_for(self, player: Any) -> float:
        """Return the value of the agent's ``score(game, player)``, where a finished game is worth infinity, as in the course's."""
        value = float(self.value(self.seat_of(player)))
        return value if abs(value) < LOST else math.copysign(math.inf, value)


def cell_into(node: Any) -> tuple[int, int]:
    """Return the cell, row and column, that stands for the move that leads to a node."""
    parent = node.parent
    return cells_of(parent)[list(parent.moves).index(node.move)]


def cells_of(node: Any) -> list[tuple[int, int]]:
    """Return a cell for each move: none that stands for another one on the way, if there are no more than seven."""
    begin = SIZE * len(way_of(node))
    return [divmod((begin + index) % SIZE**2, SIZE) for index in range(len(node.moves))]


def move_at(node: Any, cell: Any) -> Any:
    """Return the move that a cell stands for, or the cell where it stands for none."""
    cells = cells_of(node)
    return node.moves[cells.index(tuple(cell))] if isinstance(cell, tuple | list) and tuple(cell) in cells else cell


class Aind(Dialect):
    """The project's interface."""

    position, view, states, stuck_loses = "game", Game, "Udacity's board", True
    words = {  # noqa: RUF012
        "position.value(player)": "self.score(game, self)",
        "position.key()": "game.hash()",
        "moves()": "get_legal_moves()",
    }
    modules = {"isolation": "counterply.plugins.isolation.programs"}  # noqa: RUF012
    calls = {"get_move": ["game, time_left", "game, legal_moves, time_left"]}  # noqa: RUF012
    plays = "counterply.plugins.isolation.aind_guest:guest"
    scores = "counterply.plugins.isolation.aind_guest:evaluator"

    def found(self, own: Named) -> list[str]:  # noqa: D102
        named = [(name, way) for name, ways in PLAYERS.items() if inspect.isclass(own.get(name)) for way in ways]
        methods = {f"{name}.{way}": getattr(own[name], way) for name, way in named if hasattr(own[name], way)}
        asked = [name for name, method in methods.items() if [*inspect.signature(method).parameters][1:2] == ["game"]]
        return asked + scores_in(own)[:1]

    def opened(self, module: ModuleType, name: str) -> Scores | None:
        """Return the scores, which are judged together."""
        own = vars(module)
        return Scores(module, scores_in(own)) if name in scores_in(own) else None

    def speaks(self, name: str, first: str, rest: Sequence[str]) -> bool:  # noqa: D102
        return first == "game" and "state" not in rest[:1]

    def prepare(self, agent: Any, position: Any, depth: int) -> None:  # noqa: D102
        own, other = agent or object(), object()
        position._log.players = (own, other) if position._node.turn == 0 else (other, own)
        if agent is not None:
            agent.score = lambda game, player: game.score_for(player)
            agent.time_left = lambda: math.inf
            if depth:
                agent.search_depth = depth

    def given(self, position: Any, node: Any, depth: int) -> Named:  # noqa: D102
        return {"legal_moves": cells_of(node)}

    def parts(self, answer: Any, node: Any) -> list[Any]:
        """Return the parts of an answer: a cell, or a pair of a value and a cell; (-1, -1) is no move, and infinity a lost game."""

        def named(part: Any) -> Any:
            if part is None or part == NO_MOVE:
                return ()
            return move_at(node, part) if isinstance(part, tuple | list) else part

        if isinstance(answer, tuple | list):
            pair = len(answer) == 2 and answer != NO_MOVE and tuple(answer) not in cells_of(node)
            found = [named(part) for part in answer] if pair else [named(answer)]
        else:
            found = super().parts(answer, node)
        endless = [isinstance(part, Real) and math.isinf(part) for part in found]
        return [math.copysign(LOST, part) if lost else part for part, lost in zip(found, endless, strict=True)]


DIALECT = Aind()
