"""What there is to play: the games and the players, with their options."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from types import ModuleType
from typing import ClassVar, overload

from counterply import registry
from counterply.api.by_name import AGame, game_of
from counterply.core.aliases import Json
from counterply.core.arguments import checked
from counterply.core.evaluator import ZERO
from counterply.core.game import Game
from counterply.core.plain_game import PlainGame
from counterply.core.rules_in_words import plain_text
from counterply.players.base import BasePlayer, plays
from counterply.shown.frames import Columns, Framed
from counterply.shown.tables import Listed, Shown, Table, Tables, Worded
from counterply.usercode.names import option_lines, option_texts


@dataclass(frozen=True)
class Entry:
    """A game or a player that can be named.

    Attributes
    ----------
    about : what it is, in a line
    options : as ``key=default``
    described : the meaning of each option that has a description
    """

    name: str
    about: str
    options: list[str]
    described: dict[str, str]


ENTRY: Columns = {"name": str, "about": str, "options": str}  # columns of a list


@dataclass(frozen=True, repr=False)
class GameList(Shown, Framed, Listed[Entry]):
    """The games that come with the package."""

    games: tuple[Entry, ...]

    LIST = "games"
    COLUMNS: ClassVar[Columns] = ENTRY

    def cells(self) -> Iterator[tuple[str, str, str]]:
        """Yield the values of each game, in the order of `COLUMNS`."""
        return map(_entry_cells, self.games)

    def table(self, width: int | None = None) -> Tables:
        """Return the games with their options as a table."""
        return Tables(_entry_table(("game", "what it is", "options (--set key=value)"), self.games))

    def json(self) -> list[Json]:
        """Return the document that ``counterply games --json`` prints."""
        return list(map(asdict, self.games))


@dataclass(frozen=True, repr=False)
class GameRules(Worded):
    """The rules of one game, and the meaning of each of its options."""

    name: str
    rules: str
    options: dict[str, str]

    def table(self) -> Tables:
        """Return the options as a table."""
        return Tables(*[_option_table(self.options, "Options (--set key=value)")] * bool(self.options))

    def json(self) -> Json:
        """Return the document that ``counterply games GAME --json`` prints."""
        return asdict(self)

    def __str__(self) -> str:
        return "\n\n".join([plain_text(self.rules), *[str(self.table())] * bool(self.options)])


@dataclass(frozen=True, repr=False)
class PlayerList(Shown, Framed, Listed[Entry]):
    """Players, and the evaluators of a game if one was named: each with its source, and whether it is antisymmetric."""

    players: tuple[Entry, ...]
    evaluators: tuple[Json, ...] | None = None

    LIST = "players"
    COLUMNS: ClassVar[Columns] = ENTRY

    def cells(self) -> Iterator[tuple[str, str, str]]:
        """Yield the values of each player, in the order of `COLUMNS`."""
        return map(_entry_cells, self.players)

    def table(self, width: int | None = None) -> Tables:
        """Return the players, the options of each, and the evaluators as tables."""
        made = [_entry_table(("player", "what it does", "options (NAME:key=value,...)"), self.players)]
        made += [_option_table(each.described, f"Options of {each.name}") for each in self.players if each.described]
        if self.evaluators is not None:
            cells = [(row["name"], row["source"]) for row in self.evaluators]
            made.append(Table.of_rows(("evaluator", "where it comes from"), cells, left=2, title="Evaluators (eval=NAME)"))
        return Tables(*made)

    def json(self) -> Json:
        """Return the document that ``counterply players --json`` prints."""
        document: Json = {"players": list(map(asdict, self.players))}
        return document if self.evaluators is None else {**document, "evaluators": list(self.evaluators)}


@overload
def list_games(game: None = None) -> GameList: ...
@overload
def list_games(game: AGame) -> GameRules: ...
@checked
def list_games(game: AGame | None = None) -> GameList | GameRules:
    """List the games that come with the package, with their options; or give the rules of one.

    Parameters
    ----------
    game : whose rules, as for `game`

    Raises
    ------
    UsageError
        for a game that does not exist

    Examples
    --------
    >>> import counterply as cp
    >>> "hex" in {entry.name for entry in cp.list_games().games}
    True
    >>> list(cp.list_games("connect_four").options)
    ['book']
    """
    if game is None:
        found = (registry.used(place, partial(_game_entry, name)) for name, place in sorted(registry.plugins("games").items()))
        return GameList(tuple(entry for entry in found if entry is not None))
    made = game_of(game)
    described = option_lines(registry.built_in_game(made.source).game) if made.source in registry.games() else {}
    return GameRules(made.full_name, made.rules, described)


@checked
def list_players(game: AGame | None = None) -> PlayerList:
    """List the players with their options; of one game, those that play it, and its evaluators.

    Parameters
    ----------
    game : as for `game`

    Raises
    ------
    UsageError
        for a game that does not exist

    Examples
    --------
    >>> import counterply as cp
    >>> listed = cp.list_players("tic_tac_toe")
    >>> listed.players[0].name, listed.evaluators[0]["name"]
    ('random', 'zero')
    """
    made = None if game is None else game_of(game)
    listed = (registry.used(place, partial(_player_entry, name, made)) for name, place in registry.players().items())
    players = tuple(entry for entry in listed if entry is not None)
    if made is None:
        return PlayerList(players)
    registry.warn_of_evaluators_without(made.name)
    evaluators = {each.name: each for each in (ZERO, *made.evaluators)}.values()
    return PlayerList(
        players, tuple({"name": each.name, "source": each.source, "antisymmetric": each.antisymmetric} for each in evaluators)
    )


def _player_entry(name: str, game: Game | PlainGame | None, player: type[BasePlayer]) -> Entry | None:
    """Return the entry of a player; None if it does not play `game`."""
    return _entry(name, player) if game is None or plays(player, game) else None


def _game_entry(name: str, module: ModuleType) -> Entry:
    """Return the entry of a game: of a function by its docstring, of a `Game` by its module's."""
    return _entry(name, module.game, module.game if callable(module.game) else module)


def _entry(name: str, made: Callable[..., object], told: object = None) -> Entry:
    """Return the entry of a game, or of a player's class; the docstring is that of `told`, if not its own."""
    about = (inspect.getdoc(told or made) or "").partition("\n")[0].rstrip(".")
    return Entry(name, about, option_texts(made), option_lines(made))


def _entry_table(heads: tuple[str, str, str], entries: tuple[Entry, ...]) -> Table:
    """Return entries as a table."""
    return Table.of_rows(heads, map(_entry_cells, entries), left=3)


def _entry_cells(entry: Entry) -> tuple[str, str, str]:
    """Return an entry in the order of `ENTRY`."""
    return entry.name, entry.about, " ".join(entry.options)


def _option_table(described: dict[str, str], title: str) -> Table:
    """Return options and their meanings as a table."""
    return Table.of_rows(("option", ""), list(described.items()), left=2, title=title, show_heads=False)
