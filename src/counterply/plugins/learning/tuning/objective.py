"""The question of optimizers: how one weight vector does against another one, with the same openings, dice and ties for both."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from counterply.arena.openings import derived_seed, random_openings
from counterply.arena.record import from_data, replay_line
from counterply.arena.statistics import Standing
from counterply.arena.variants import Games, options_of
from counterply.core.errors import UsageError
from counterply.core.limits import Limit, Stop
from counterply.core.weights import text_of
from counterply.players import make_player
from counterply.players.separate import SeparatePlayer
from counterply.plugins.learning.pairs import PairPlayer
from counterply.usercode.names import split_name, with_options
from counterply.work.job import Job
from counterply.work.place import HERE, Place

Vector = Sequence[float]
Compare = Callable[[Vector, Vector, int, int], Standing]  # (ours, theirs, first pair, pairs) -> standing in our view
PairAsked = tuple[list[float], list[float], int]  # ours, theirs, number of the pair
Coming = Callable[[], Iterator[PairAsked]]

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


def asked(ours: Vector, theirs: Vector, first: int, pairs: int) -> list[PairAsked]:
    """Return the pairs of games of a comparison."""
    return [(list(ours), list(theirs), pair) for pair in range(first, first + pairs)]


def player_text(player: str, evaluator: str, weights: Vector) -> str:
    """Return the text of a player with an evaluator and weights.

    >>> player_text("engine:proof=off", "territory", [1.0, 30.0])
    'engine:proof=off,eval=territory,weights="1.0 30.0"'
    """
    _, options = split_name(player)
    if given := {"eval", "weights"} & options.keys():
        raise UsageError(f"--player {player} sets {given.pop()!r}, which the tuning sets itself")
    return with_options(player, {"eval": evaluator, "weights": text_of(weights)})


class PairsWorker:
    """Plays pairs of games between weight vectors."""

    def __init__(self, given: dict[str, Any], stop: Stop) -> None:
        games = Games(given["game"], given["options"], given["seed_of_games"])
        self._evaluator, self._player = given["evaluator"], given["player"]
        openings = [tuple(line) for line in given["openings"]]
        self._pairs = PairPlayer(games, openings, given["seed"], Limit(**given["limit"]))
        self._players: dict[tuple[int, tuple[float, ...]], Any] = {}

    def do(self, piece: dict[str, Any]) -> dict[str, Any]:
        """Play a pair, and return how `ours` does."""
        players = self._made(0, piece["ours"]), self._made(1, piece["theirs"])
        return vars(self._pairs.standing(players, (piece["pair"],)))

    def close(self) -> None:
        """Close the players."""
        for player in self._players.values():
            if hasattr(player, "close"):
                player.close()

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


class PairedGames:
    """Games between two weight vectors of one evaluator. Pair number n is the same opening, seed and dice for any two vectors.

    Workers that would be idle play ahead: what will be asked for next, as far as that can be foreseen. What is not asked for is
    thrown away, so that answers do not depend on the number of workers; one worker never plays ahead.
    """

    def __init__(
        self,
        games: Games,
        evaluator: str,
        player: str,
        limit: Limit,
        seed: int,
        avoided: Sequence[Any] = (),
        place: Place = HERE,
        most_pairs: int = 1,
        coming: Coming = lambda: iter(()),
    ) -> None:
        """Draw the openings; where the game differs from pair to pair, each pair begins at its start.

        Parameters
        ----------
        games : the game of each pair
        player : text of the player that plays with the evaluator
        avoided : openings to keep for a validation
        place : where the games are played
        most_pairs : that can be played side by side
        coming : returns the pairs that will be asked for next, the next one first, most of them more likely than not
        """
        self.note, openings = "", [()]
        if not games.varied:
            game = games(0)
            drawn = random_openings(game, OPENINGS + len(avoided), derived_seed(seed, "openings")).lines
            kept = {replay_line(game, line).canonical_key() for line in avoided}
            fresh = [line for line in drawn if replay_line(game, line).canonical_key() not in kept]
            openings = (fresh or list(drawn))[:OPENINGS]
            self.note = "" if fresh else f"all {len(drawn)} openings of {game.name} are used for the validation too"
        given = {"game": games.game, "options": games.options, "seed_of_games": games.seed, "openings": openings}
        given |= {"evaluator": evaluator, "player": player, "limit": limit.json(), "seed": seed}
        job = Job(
            f"{__name__}:PairsWorker",
            given,
            ((games.game, games.options), (evaluator, {}), split_name(player)),
            (games.game, options_of(games.options, 0, games.seed)),
            lambda piece: f"pair {piece['pair']} of games",
        )
        self._work = place.open(job, most_pairs)
        self._coming = coming
        self._ahead: deque[PairAsked] = deque()  # the pairs that are being played, in order
        self._answers: Iterator[Any] = iter(())  # to them
        self._dropped = False  # whether no more of them are to be begun

    def compare(self, ours: Vector, theirs: Vector, first: int, pairs: int) -> Standing:
        """Return how `ours` does against `theirs` in the pairs of games from number `first` on.

        Raises
        ------
        GameError
            if a game ends otherwise than by the rules: then a player cannot be tuned
        """
        total, wanted = Standing(), asked(ours, theirs, first, pairs)
        for place, pair in enumerate(wanted):
            if not self._ahead or self._ahead[0] != pair:
                self._begin(wanted[place:])
            total += from_data(Standing, next(self._answers))
            self._ahead.popleft()
        return total

    def close(self) -> None:
        """End what plays."""
        self._work.close()

    def _begin(self, wanted: list[PairAsked]) -> None:
        """Play what is wanted now, and go on with what is foreseen; what was played ahead till now was not asked for."""
        self._dropped = True
        deque(self._answers, maxlen=0)
        foreseen = list(self._coming())
        self._ahead.clear()
        self._dropped = False
        self._answers = self._work.in_order(self._pieces(foreseen if foreseen[: len(wanted)] == wanted else wanted))

    def _pieces(self, pairs: list[PairAsked]) -> Iterator[dict[str, Any]]:
        """Yield pairs as pieces of work, as long as they are wanted."""
        for pair in pairs:
            if self._dropped:
                return
            self._ahead.append(pair)
            yield {"ours": pair[0], "theirs": pair[1], "pair": pair[2]}
