"""The question of optimizers: how one weight vector does against another one, with the same openings, dice and ties for both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from counterply.arena.openings import derived_seed, random_openings
from counterply.arena.pairs import PairPlayer
from counterply.arena.record import replay_line
from counterply.arena.statistics import Standing
from counterply.arena.variants import Games
from counterply.core.errors import UsageError
from counterply.core.limits import Limit
from counterply.core.weights import text_of
from counterply.players import make_player
from counterply.players.separate import SeparatePlayer
from counterply.usercode.names import split_name, with_options

Vector = Sequence[float]
Compare = Callable[[Vector, Vector, int, int], Standing]  # (ours, theirs, first pair, pairs) -> standing in our view

OPENINGS = 1_000  # distinct ones that are used in turn, where there are so many
UNKNOWN_SCALE = 1.0  # of a weight that starts at 0, as its feature's size is unknown
LEAST_SHARE = 0.25  # of a feature's average contribution: the smallest change of a weight, even near 0


def scales_of(weights: Vector, sizes: Vector | None = None) -> list[float]:
    """Return by how much each weight is changed at a time: its own size, or a share of the average contribution where it is small.

    >>> scales_of([2.0, 0.0], sizes=[1.0, 10.0])
    [2.0, 0.025]

    Parameters
    ----------
    sizes : root mean square of each feature; None: not known
    """
    if sizes is None or not any(weights):
        return [abs(weight) or UNKNOWN_SCALE for weight in weights]
    usual = sum(abs(weight) * size for weight, size in zip(weights, sizes, strict=True)) / len(weights)
    return [max(abs(weight), LEAST_SHARE * usual / size) for weight, size in zip(weights, sizes, strict=True)]


def player_text(player: str, evaluator: str, weights: Vector) -> str:
    """Return the text of a player with an evaluator and weights.

    >>> player_text("engine:proof=off", "territory", [1.0, 30.0])
    'engine:proof=off,eval=territory,weights="1.0 30.0"'
    """
    _, options = split_name(player)
    if given := {"eval", "weights"} & options.keys():
        raise UsageError(f"--player {player} sets {given.pop()!r}, which the tuning sets itself")
    return with_options(player, {"eval": evaluator, "weights": text_of(weights)})


class PairedGames:
    """Games between two weight vectors of one evaluator. Pair number n is the same opening, seed and dice for any two vectors."""

    def __init__(self, games: Games, evaluator: str, player: str, limit: Limit, seed: int, avoided: Sequence[Any] = ()) -> None:
        """Draw the openings; where the game differs from pair to pair, each pair begins at its start.

        Parameters
        ----------
        games : the game of each pair
        player : text of the player that plays with the evaluator
        avoided : openings to keep for a validation
        """
        self._evaluator = evaluator
        self._player = player
        self.note, openings = "", [()]
        if not games.varied:
            game = games(0)
            drawn = random_openings(game, OPENINGS + len(avoided), derived_seed(seed, "openings")).lines
            kept = {replay_line(game, line).canonical_key() for line in avoided}
            fresh = [line for line in drawn if replay_line(game, line).canonical_key() not in kept]
            openings = (fresh or list(drawn))[:OPENINGS]
            self.note = "" if fresh else f"all {len(drawn)} openings of {game.name} are used for the validation too"
        self._pairs = PairPlayer(games, openings, seed, limit)
        self._players: dict[tuple[int, tuple[float, ...]], Any] = {}

    def compare(self, ours: Vector, theirs: Vector, first: int, pairs: int) -> Standing:
        """Return how `ours` does against `theirs` in the pairs of games from number `first` on.

        Raises
        ------
        GameError
            if a game ends otherwise than by the rules: then a player cannot be tuned
        """
        return self._pairs.standing((self._made(0, ours), self._made(1, theirs)), range(first, first + pairs))

    def _made(self, side: int, weights: Vector) -> Any:
        """Return a side's player with `weights`: the last one, if they are the same."""
        key = side, tuple(weights)
        if key not in self._players:
            text, made = player_text(self._player, self._evaluator, weights), None
            for other in [known for known in self._players if known[0] == side]:
                before = self._players.pop(other)
                if isinstance(before, SeparatePlayer):  # starting a process is expensive
                    made = before.successor(text)
                else:
                    before.close()
            self._players[key] = made or make_player(text)
        return self._players[key]
