"""The schedule of a run: its pairings, their order, openings and seeds, and the pairs of games that are played by it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from counterply.arena.match import Task
from counterply.arena.openings import Openings, derived_seed, opening_texts, openings_of
from counterply.arena.record import GameRecord, from_data
from counterply.arena.variants import Games, files_of, vary
from counterply.core.errors import GameError, UsageError
from counterply.core.identity import digest, files_of as identity_of_files, of_play
from counterply.core.limits import Limit
from counterply.core.users_text import require_printable
from counterply.usercode.names import split_name

if TYPE_CHECKING:
    from counterply.core.aliases import Json
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame

MOST_GAMES = 1_000_000_000  # in a run; years of play
BySeat = tuple[int, int]  # the sides in seat 0 and seat 1, as indices of `Plan.sides`


@dataclass(frozen=True)
class Pairing:
    """A pairing: indices into `Plan.players`, and of the opponent into `Plan.opponents`."""

    player: int
    opponent: int


@dataclass(frozen=True)
class Plan:
    """The plan of a run. A match is a plan with two players.

    Attributes
    ----------
    game, options : as for `counterply.usercode.loading.load_game`; an option with a star differs from pair to pair, see
        `counterply.arena.variants`
    players : texts of the player grammar; where there are rows, these are the columns
    against : the rows; None: a round robin of `players`
    games : for each pairing; even, since each opening is played twice, sides swapped
    limit : of each move
    seed : decides openings, ties, dice
    sprt : elo0 and elo1 of a sequential test that ends the match early
    forfeit : whether a move after its limit loses the game
    openings : 'random', 'balanced', or a file with one opening a line; '': those that come with the game, else random ones
    """

    game: str
    players: tuple[str, ...]
    against: tuple[str, ...] | None = None
    games: int = 100
    limit: Limit = field(default_factory=lambda: Limit(seconds=0.15))
    seed: int = 0
    options: dict[str, str] = field(default_factory=dict)
    sprt: tuple[float, float] | None = None
    forfeit: bool = True
    openings: str = ""

    def __post_init__(self) -> None:
        if self.games < 2 or self.games % 2:
            raise UsageError(
                f"the number of games must be even and at least 2 (each opening is played from both sides), not {self.games}"
            )
        if self.total > MOST_GAMES:
            raise UsageError(f"a run has at most {MOST_GAMES:,} games, not {self.total:,}")
        if not self.pairings:
            raise UsageError("a tournament needs two players, or one and those it plays against")
        if self.sprt is not None:
            if len(self.pairings) > 1:
                raise UsageError(f"a sequential test needs one pairing, and there are {len(self.pairings)}")
            if not self.sprt[0] < self.sprt[1]:
                raise UsageError(f"a sequential test needs elo0 below elo1, not {self.sprt[0]:g},{self.sprt[1]:g}")

    @property
    def opponents(self) -> tuple[str, ...]:
        """Whom `players` meet: the rows, or one another."""
        return self.players if self.against is None else self.against

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """The pairings, row by row; in a round robin each two once, the one named first as the player."""
        if self.against is None:
            count = len(self.players)
            return tuple(Pairing(i, j) for i in range(count) for j in range(i + 1, count))
        return tuple(Pairing(column, row) for row in range(len(self.against)) for column in range(len(self.players)))

    @property
    def sides(self) -> tuple[str, ...]:
        """The text of each side of the run: the players, then the rows, if there are any."""
        return (*self.players, *(self.against or ()))

    @property
    def seats(self) -> list[tuple[BySeat, BySeat]]:
        """By pairing, which sides sit in seat 0 and seat 1: in straight games player and opponent, and in swapped games."""
        rows = 0 if self.against is None else len(self.players)
        sides = [(pairing.player, pairing.opponent + rows) for pairing in self.pairings]
        return [((player, opponent), (opponent, player)) for player, opponent in sides]

    @property
    def total(self) -> int:
        """Games in all."""
        return self.games * len(self.pairings)

    @property
    def all_games(self) -> Games:
        """The game of each pair."""
        return Games(self.game, self.options, self.seed)

    @property
    def texts(self) -> tuple[str, ...]:
        """Every player's text, once."""
        return tuple(dict.fromkeys(self.sides))

    def texts_of(self, pairing: Pairing) -> tuple[str, str]:
        """Return the player and the opponent of a pairing."""
        return self.players[pairing.player], self.opponents[pairing.opponent]

    def json(self) -> Json:
        """Return the plan as a document."""
        return {**vars(self), "limit": self.limit.json()}

    @property
    def text(self) -> str:
        """The document as text, which `read` reads; equal plans have equal texts."""
        return json.dumps(self.json(), sort_keys=True)

    @classmethod
    def read(cls, text: str) -> Plan:
        """Return the plan of such a text; raises `UsageError` for control characters, which a terminal would obey."""
        document = json.loads(text, object_pairs_hook=_printable_object)
        return from_data(cls, {**document, "limit": Limit(**document["limit"])})


def _printable_object(pairs: list[tuple[str, Any]]) -> Json:
    for name, value in pairs:
        for text in (name, *(value if isinstance(value, list) else [value])):
            require_printable(str(text), "the plan of a run")
    return dict(pairs)


def identity(plan: Plan, game: Game) -> Json:
    """Return all that decides the games of a run, except how many: two runs with one identity play the same games."""
    return {
        "game": game.full_name,
        "options": plan.options,
        "players": list(plan.players),
        "against": None if plan.against is None else list(plan.against),
        "limit": str(plan.limit),
        "seed": plan.seed,
        "sprt": None if plan.sprt is None else list(plan.sprt),
        "forfeit": plan.forfeit,
        "openings": digest(opening_texts(game, plan.openings)),
        **of_play(game, named_by(plan)),
    }


def named_by(plan: Plan) -> list[tuple[str, Mapping[str, str]]]:
    """Return all that a plan names, with its options: the game, files of its options, and the players."""
    boards = dict(enumerate(files_of(plan.options)))
    return [(plan.game, plan.options), ("", {str(number): file for number, file in boards.items()}), *map(split_name, plan.texts)]


def require_unchanged(plan: Plan, files: Json | None) -> None:
    """Raise `GameError` if a file is not as it was when the run began, as `files` of its identity tell; None: nothing is known."""
    if files is not None:
        now = identity_of_files([(plan.game, {}), *named_by(plan)])
        changed = sorted(name for name in {*now, *files} if now.get(name) != files.get(name))
        if changed:
            raise GameError(
                f"{changed[0]} has changed as the run went on; the finished games are kept, and go on once it is as it was"
            )


@dataclass(frozen=True)
class Part:
    """One of `of` parts of a run's pairs of games, such as 2 of 5: every fifth pair, from the second on."""

    number: int
    of: int

    def __post_init__(self) -> None:
        if not 1 <= self.number <= self.of:
            raise UsageError(f"a part is written 2/5, its number from 1 on, not {self.number}/{self.of}")

    @classmethod
    def read(cls, text: str) -> Part:
        """Return the part that a text such as 2/5 means."""
        number, slash, of = text.partition("/")
        if not (slash and number.isdigit() and of.isdigit()):
            raise UsageError(f"a part is written 2/5, its number from 1 on, not {text!r}")
        return cls(int(number), int(of))

    def __contains__(self, game: int) -> bool:
        return game // 2 % self.of == self.number - 1

    def count(self, games: int) -> int:
        """Return how many of so many games it has."""
        return 2 * len(range(self.number - 1, games // 2, self.of))


class Schedule:
    """The games of a plan, in order: round by round, in a round pairing by pairing, in a pairing both sides.

    In a row all columns meet the same openings, and different rows meet different ones; in a round robin all pairings meet
    the same. A plan with more games begins with the same games.
    """

    def __init__(self, plan: Plan, game: Game | PlainGame) -> None:
        self.plan = plan
        rows, pairs = range(1 if plan.against is None else len(plan.against)), plan.games // 2
        if vary(plan.options):  # each pair begins at the start of a game of its own
            starts = Openings(((),) * min(pairs, len(files_of(plan.options)) or pairs), pairs)
            self.openings: tuple[Openings, ...] = (starts,) * len(rows)
        else:
            self.openings = tuple(openings_of(game, plan.openings, pairs, derived_seed(plan.seed, "openings", row)) for row in rows)
        self._pairings = plan.pairings

    @property
    def note(self) -> str:
        """A note about the openings, if there is one to make; else ''."""
        return self.openings[0].note

    def task(self, number: int) -> Task:
        """Return what is to be played as game `number`, from 0: pairing, opening, seats, seeds; 2n and 2n + 1 are a pair."""
        pair, swapped = divmod(number, 2)
        round_, index = divmod(pair, len(self._pairings))
        pairing = self._pairings[index]
        row = 0 if self.plan.against is None else pairing.opponent
        texts = self.plan.texts_of(pairing)
        return Task(
            number=number,
            pairing=index,
            round=round_,
            first=texts[swapped],
            second=texts[1 - swapped],
            swapped=bool(swapped),
            seed=derived_seed(self.plan.seed, "game", number),
            dice=derived_seed(self.plan.seed, "dice", row, round_),
            opening=self.openings[row][round_],
        )

    def tasks(self, done: set[int], part: Part) -> Iterator[Task]:
        """Yield the games of a part that are not yet `done`, in order."""
        missing = [number for number in range(self.plan.total) if number in part and number not in done]
        return map(self.task, missing)


@dataclass(frozen=True)
class Pair:
    """Both games of a pair: the one in which the player sat first, and the other.

    Attributes
    ----------
    content : the same for pairs that repeat each other move for move
    """

    straight: GameRecord
    swapped: GameRecord
    content: int

    @property
    def points(self) -> tuple[float, float]:
        """The player's points in the two games."""
        return self.straight.points(0), self.swapped.points(1)


class Pairer:
    """Brings the games of a run together in pairs, in whichever order they end."""

    def __init__(self, plan: Plan) -> None:
        self.waiting: dict[tuple[int, int], GameRecord] = {}  # by pairing and round: games whose pair is not complete
        self._variant = plan.all_games.variant

    def add(self, record: GameRecord) -> Pair | None:
        """Take a game, in place; return its pair once both games are there."""
        place = record.pairing, record.round
        other = self.waiting.pop(place, None)
        if other is None:
            self.waiting[place] = record
            return None
        straight, swapped = (other, record) if record.swapped else (record, other)
        return Pair(straight, swapped, hash((straight.line, swapped.line, self._variant(record.round))))
