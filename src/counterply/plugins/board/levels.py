"""The engine at a level that people can beat: few nodes, and now and then the second best move."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from counterply import registry
from counterply.core.errors import UsageError
from counterply.core.limits import Limit
from counterply.core.report import Report
from counterply.players.base import BasePlayer, Listener, last_of, plays, seed_of_move
from counterply.players.engine_player import EnginePlayer
from counterply.players.search import AlphaBetaPlayer, SearchingPlayer
from counterply.search.request import SearchRequest, Spending, Spent

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame
    from counterply.core.position import AnyPosition


@dataclass(frozen=True)
class Level:
    """A level.

    Attributes
    ----------
    number : from 1, the weakest
    nodes : that a move may cost
    slips : the share of moves that are the second best instead
    elo : against level 1, measured in Isolation (dev/measurements-archive.md); other games differ
    """

    number: int
    nodes: int
    slips: float
    elo: int


LEVELS = (
    Level(1, 10, 0.8, 0),
    Level(2, 50, 0.45, 110),
    Level(3, 150, 0.2, 210),
    Level(4, 300, 0.15, 240),
    Level(5, 1_000, 0.08, 380),
    Level(6, 5_000, 0.03, 490),
    Level(7, 50_000, 0.0, 550),
    Level(8, 1_000_000, 0.0, 550),
)
OFFERED = {True: ("engine", "random", "greedy", "mcts"), False: ("alphabeta", "random", "mcts")}  # by whether a game is compiled


def players_offered(game: Game | PlainGame) -> list[str]:
    """Return the players without options that are offered for a game: some of ours that can play it, and all of other packages."""
    players = registry.players()
    ours = [name for name in OFFERED[game.compiled] if name in players]
    theirs = (name for name, place in players.items() if not registry.is_ours(place))
    return ours + [name for name in theirs if registry.used(players[name], partial(plays, game=game))]


class LevelPlayer(BasePlayer):
    """The engine with the nodes of a level, which plays its second best move in some positions; see the board in the browser.

    Of a game in plain Python, which the engine cannot search, alpha-beta takes its place.

    Parameters
    ----------
    strength : the number of the level, 1 to 8
    eval : the evaluator's name; None is the game's first one
    """

    def __init__(self, strength: int = 4, eval: str | None = None) -> None:
        if not 1 <= strength <= len(LEVELS):
            raise UsageError(f"the strength of level is 1 to {len(LEVELS)}, not {strength}")
        self.level = LEVELS[strength - 1]
        self.engine: SearchingPlayer = EnginePlayer(eval, resist=False)
        self._seed = 0

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Begin a game: make the engine ready, and its slips those of `seed`, in place."""
        if not game.compiled:
            self.engine = AlphaBetaPlayer(self.engine.evaluator_name)
            self.engine.name = "alphabeta"
        self.engine.start(game, seat, seed)
        self.notes = self.engine.notes
        self._seed = seed

    def choose(self, position: AnyPosition, limit: Limit, listen: Listener | None = None) -> Report:
        """Return the best move that the level finds, or in some positions the second best, for as many nodes again."""
        random, spending = Random(seed_of_move(self._seed, position)), Spending(SearchRequest(position, limit))
        slips = random.random() < self.level.slips
        first = (slips and spending.until(0.5)) or spending.request.limit
        report = self.engine.choose(position, first.at_most(nodes=self.level.nodes, depth=limit.depth), listen)
        others = [move for move in position.moves() if move != report.move]
        if not slips or not others:
            return report
        spending.nodes = report.nodes
        return spending.stamp(Report(self.second_best(position, others, spending, random)))

    def second_best(self, position: AnyPosition, others: list[Any], spending: Spending, random: Random) -> Any:
        """Return the best of the other moves, by a look at each with a share of the nodes."""
        random.shuffle(others)
        share, depth = max(1, self.level.nodes // len(others)), spending.request.limit.depth
        search, values = self.engine.search, {}
        assert search is not None
        with suppress(Spent):
            for move in others:
                request = SearchRequest(position, spending.slice(share).with_(depth=depth), order=[move])
                report = last_of(search.deepen(request), None)
                spending.nodes += report.nodes
                if report.score is not None:
                    values[move] = report.score
        return max(values, key=values.__getitem__, default=others[0])
