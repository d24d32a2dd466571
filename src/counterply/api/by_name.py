"""Things by name: games, players, evaluators, and the conversions that the other verbs use."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload

from counterply.api.option_records import game_name, reference_of
from counterply.core.arguments import checked, in_brief, name_union
from counterply.core.errors import GameError, UsageError
from counterply.core.evaluator import Evaluator
from counterply.core.game import Game
from counterply.core.game_sources import INTO_A_FILE, name_here, only_here, with_modules_as_files
from counterply.core.limits import Limit, Stop
from counterply.core.plain_game import PlainGame
from counterply.core.position import AnyPosition
from counterply.core.weights import text_of
from counterply.players.base import Player
from counterply.usercode.made_from import followed_game
from counterply.usercode.names import value_text, with_options
from counterply.usercode.trust import checked_evaluator, checked_game

if TYPE_CHECKING:
    from counterply.players.named import NamedPlayer
    from counterply.work.place import Place

AGame = Game | PlainGame | str | Path
APlayer = str | Player | type[Player] | Callable[[Any, Limit], Hashable]  # a text, an object, a class, a function
AnEvaluator = str | Evaluator | Callable[..., Any] | None  # a text, an `Evaluator`, a function, or a `NamedEvaluator`

name_union(AGame, "a game's name, a file, or a Game")
name_union(AnyPosition | AGame, "a position, a game's name, a file, or a Game")
name_union(APlayer, "a player's name, a class or an object with choose(position, limit), or a function")
name_union(AnEvaluator, "an evaluator's name, an Evaluator, or a function")
Made = TypeVar("Made", Game, PlainGame)


@overload
def game(name: Made, **options: Any) -> Made: ...
@overload
def game(name: str | Path, **options: Any) -> Game: ...
@checked
def game(name: AGame, **options: Any) -> Game | PlainGame:
    """Return a game: a built-in one, or that of a file.

    What a file or a library holds may also be a `PlainGame`, which has the surface of a `Game` without fields.

    Parameters
    ----------
    name : such as 'othello', or 'mine.py'
    options : of the game, as ``--set`` of the command takes them

    Raises
    ------
    UsageError
        for a name, an option or a value that does not exist; the message lists those that do

    Examples
    --------
    >>> import counterply as cp
    >>> cp.game("hex", size=5)
    Game('hex size=5')
    """
    if isinstance(name, Game | PlainGame) and not options:
        return name
    return followed_game(*reference_of(name, {key: value for key, value in options.items() if value is not None}))


@checked
def player(name: APlayer, *, seed: int = 0, **options: Any) -> NamedPlayer:
    """Return a player.

    Parameters
    ----------
    name : as the command takes it: 'engine', 'alphabeta:eval=open', 'mine.py:Bold'; or a class or an object with
        ``choose(position, limit)``, or a function ``(position, limit) -> move``
    seed : decides all that is random
    options : of the player; an evaluator may be a name, an `Evaluator` or a function

    Raises
    ------
    UsageError
        for a player, an option or a value that does not exist; the message lists those that do

    Examples
    --------
    >>> import counterply as cp
    >>> position = cp.game("tic_tac_toe").start().play("1,1", "0,1")
    >>> report = cp.player("engine").choose(position, depth=9)
    >>> report.move in position.moves(), report.value
    (True, win in 5)
    """
    from counterply.players.named import NamedPlayer

    return NamedPlayer(player_text(name, **options), seed)


@checked
def evaluator(game: AGame, name: AnEvaluator = None, weights: Sequence[float] | str | Path | None = None) -> NamedEvaluator:
    """Return an evaluator of a game, to be called on positions and to be given to players.

    Parameters
    ----------
    name : one of the game's, ``FILE.py:NAME``, an `Evaluator`, or a function ``(position, player)``; None is the game's first one
    weights : numbers, one for each of the evaluator's weights and in their order, or a file of them; None are its own

    Raises
    ------
    UsageError
        for a name that does not exist, and for more or fewer weights than the evaluator has

    Examples
    --------
    >>> import counterply as cp
    >>> game = cp.game("connect_four")
    >>> threats = cp.evaluator(game, "threats")
    >>> threats(game.start().play("4", "4"))
    1.150390625
    """
    made = game_of(game)
    return NamedEvaluator(evaluator_of(made, name, weights), made)


class NamedEvaluator:
    """An evaluator with its game: call it on a position.

    Attributes
    ----------
    evaluator : the `Evaluator`: its name, weights, declared facts
    game : whose positions it judges
    """

    def __init__(self, evaluator: Evaluator, game: Game | PlainGame) -> None:
        from counterply.search.textbook import evaluation

        self.evaluator = evaluator
        self.game = game
        self._value: Callable[[Any, int], int] = evaluation(game, evaluator)

    def __call__(self, position: AnyPosition, seat: int | None = None) -> float:
        """Return the value of `position` to `seat`, by default to the side to move, in the evaluator's unit.

        It is the static value, without search. Raises `GameError` for a position of another game, `UsageError` for what is none.
        """
        return self._value(position, self._seat(position, seat)) / self.evaluator.grid

    def explain(self, position: AnyPosition, seat: int | None = None) -> list[tuple[str, float, float]]:
        """Return name, feature and weight of each term, as `BoundEvaluator.explain`; raises `GameError` for one without names."""
        place = self._seat(position, seat)
        if not self.evaluator.feature_names or isinstance(self.game, PlainGame):
            raise GameError(f"only evaluators with features or named weights can be explained, and {self.evaluator.name} has none")
        return self.evaluator.bind(self.game).explain(position.record, place)

    def _seat(self, position: AnyPosition, seat: int | None) -> int:
        """Return whose value is asked for; raises `UsageError` for no position or no seat, `GameError` for another game's."""
        if not isinstance(position, AnyPosition):
            raise UsageError(f"an evaluator is called with a position, not {position!r}")
        self.game.watch()
        if position.game.name != self.game.name:
            raise GameError(f"evaluator {self.evaluator.name} is of {self.game.name}, and the position of {position.game.name}")
        asked = position.turn if seat is None else seat
        if asked not in (0, 1):
            raise UsageError(f"seat must be 0 or 1, not {'that of chance, which is to move' if seat is None else repr(seat)}")
        return asked

    def __repr__(self) -> str:
        return f"<evaluator {self.evaluator.name} of {self.game.full_name}>"


def game_of(given: AGame) -> Game | PlainGame:
    """Return a game that is given by itself, its name or its file."""
    game = given if isinstance(given, Game | PlainGame) else checked_game(game_name(given))
    game.require_unchanged()
    return game


def evaluator_of(game: Game | PlainGame, name: AnEvaluator, weights: Sequence[float] | str | Path | None = None) -> Evaluator:
    """Return an evaluator that is given by itself or its name, for a search, which compiles it; None is the game's first one."""
    return checked_evaluator(evaluator_name(name), game, weights_text(weights))


def position_of(given: AnyPosition | AGame) -> AnyPosition:
    """Return a position that is given by itself; of a game, its start. Raises `UsageError` for anything else."""
    if isinstance(given, AnyPosition):
        given.game.require_unchanged()
        return given
    if isinstance(given, AGame):
        return game_of(given).start()
    raise UsageError(f"a position or a game is needed, not {in_brief(given)}")


def stoppable(limit: Limit) -> tuple[Limit, Stop]:
    """Return a limit with a stop, its own if it has one, and that stop."""
    stop = Stop.of(limit.stop)
    return limit.with_(stop=stop), stop


def weights_text(weights: Sequence[float] | str | Path | None) -> str | None:
    """Return weights as a player's text has them: the name of their file, or the numbers; None are the evaluator's own."""
    return weights if weights is None else str(weights) if isinstance(weights, str | Path) else text_of(weights)


def evaluator_name(given: AnEvaluator) -> str | None:
    """Return the name by which this process finds an evaluator, None for the game's first one.

    Raises `UsageError` for what is no evaluator. Of an object or a function the name is made here, and means nothing to another
    process.
    """
    if given is None or isinstance(given, str):
        return given and with_modules_as_files(given)
    made = given.evaluator if isinstance(given, NamedEvaluator) else given
    if not isinstance(made, Evaluator) and not callable(made):
        raise UsageError(f"an evaluator is a name, an Evaluator, or a function (position, player), not {in_brief(given)}")
    return name_here(made, made.name if isinstance(made, Evaluator) else label_of(made))


def label_of(thing: object) -> str:
    """Return the name of a function, a class or an object."""
    return str(getattr(thing, "__name__", type(thing).__name__)).strip("<>")


def player_text(given: APlayer, /, **options: Any) -> str:
    """Return the text of a player, NAME or NAME:key=value,..., with more options; raises `UsageError` for what is no player.

    Of a class, an object or a function the name is made here, and means nothing to another process.
    """
    from counterply.players.named import NamedPlayer

    if isinstance(given, NamedPlayer):
        text = given.name
    elif isinstance(given, str):
        text = with_modules_as_files(given)
    elif callable(given) or hasattr(given, "choose"):
        text = name_here(given, label_of(given))
    else:
        kinds = "a name, a class or an object with choose(position, limit), or a function (position, limit) -> move"
        raise UsageError(f"a player is {kinds}, not {in_brief(given)}")
    texts: dict[str, Callable[[Any], str | None]] = {"eval": evaluator_name, "weights": weights_text}
    words = {
        key: value if value is None or isinstance(value, str) else texts.get(key, value_text)(value)
        for key, value in options.items()
    }
    return with_options(text, words)


def place_for(options: Mapping[str, Any], *texts: str) -> Place:
    """Return where work is done, as `PlaceOptions` say: in this process where `texts` name what is known to this one only.

    Raises `UsageError` if such work is to be done elsewhere.
    """
    from counterply.work.place import Place

    asked: dict[str, Any] = {name: options.get(name) for name in ("workers", "cluster", "client")}
    if not only_here(*texts):
        return Place(**asked)
    if asked["workers"] not in (None, 1) or asked["cluster"] is not None or asked["client"] is not None:
        raise UsageError(
            f"objects of a program play in its own process only: leave workers out, or put them into a file ({INTO_A_FILE})"
        )
    return Place(1)
