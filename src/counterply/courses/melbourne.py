"""Our players inside the Splendor program of the University of Melbourne's course COMP90054.

An agent's file there, ``agents/NAME/myTeam.py``, becomes ``from counterply.courses.melbourne import myAgent``. The program runs on
Python 3.8 to 3.11, Counterply on 3.11 and later: take 3.11.

The program shows its agents the decks. They are not looked at, beyond how many cards there are: what a card is that comes next, our
players do not know.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from counterply.core.errors import GameError
from counterply.core.game import Game
from counterply.core.limits import Limit
from counterply.core.loading import load_game
from counterply.core.position import Position
from counterply.games.splendor.tables import (
    BUY,
    CARDS,
    COLOUR,
    COLOUR_TOKENS,
    COST,
    GOAL,
    GOLD,
    HAND,
    MOST_GOLD,
    NOBLE,
    NOBLES,
    NOTHING,
    PASS,
    POINTS,
    RESERVE,
    ROW,
    SHOWN,
    TAKES,
    TIER,
    TIER_START,
    TOKEN_LIMIT,
    counts_of,
    purse,
)
from counterply.players import make_player
from counterply.players.base import ask, first_turn

DEFAULT_PLAYER = "engine:memory=16"  # MB of table, as much as a move can fill
MOVE_SECONDS = 0.8  # of the program's 1 s, which is wall time on a machine that others use too
LEAST_SECONDS = 0.01
WARM_LIMIT = Limit(seconds=0.3)
WARM_UPS = 2  # searches before the game: the first one compiles
LOG_FILE = "counterply_splendor.log"
NAMES = ("white", "blue", "green", "red", "black", "yellow")  # W U G R K and gold

CARD_NUMBER = {(int(TIER[n]), int(COLOUR[n]), int(POINTS[n]), int(COST[n])): n for n in range(1, CARDS + 1)}
NOBLE_NUMBER = {int(NOBLE[n]): n for n in range(1, NOBLES + 1)}
TAKE_NUMBER = {(int(taken), int(back)): base for base, (taken, back, _) in enumerate(TAKES)}


# --- the program's objects as ours


def purse_of(gems: dict[str, int]) -> int:
    """Return the purse that a dictionary of colours holds; raises `GameError` for unknown colours and impossible counts."""
    if not set(gems) <= set(NAMES) or not all(0 <= int(count) <= TOKEN_LIMIT for count in gems.values()):
        raise GameError(f"these are no tokens of {', '.join(NAMES)}: {gems!r}")
    return purse([int(gems.get(name, 0)) for name in NAMES])


def card_number(card: Any) -> int:
    """Return our number of the program's card; raises `GameError` if there is none."""
    known = (int(card.deck_id), NAMES.index(card.colour), int(card.points), purse_of(card.cost))
    if known not in CARD_NUMBER:
        raise GameError(f"no such card: {card.code!r}")
    return CARD_NUMBER[known]


def noble_number(noble: Any) -> int:
    """Return our number of the program's noble, a pair of code and requirements; raises `GameError` if there is none."""
    wanted = purse_of(noble[1])
    if wanted not in NOBLE_NUMBER:
        raise GameError(f"no such noble: {noble!r}")
    return NOBLE_NUMBER[wanted]


def ascending(numbers: Iterable[int], places: int) -> list[int]:
    """Return numbers in ascending order, zeros behind them; raises `GameError` if they do not fit."""
    listed = sorted(numbers)
    if len(listed) > places:
        raise GameError(f"{len(listed)} cards or nobles where there is room for {places}")
    return listed + [0] * (places - len(listed))


def position_of(game: Game, state: Any, seat: int) -> Position:
    """Return the program's state as a position with `seat` to move; the decks' cards are those that nobody has seen, in order.

    Raises
    ------
    GameError
        for cards that do not exist or exist twice, and for tokens that are not those of the game
    """
    record, board = game.empty(), state.board
    shown: list[int] = []
    for tier, row in enumerate(board.dealt):
        numbers = [card_number(card) for card in row if card is not None]
        record["table"][ROW * tier : ROW * tier + ROW] = ascending(numbers, ROW)
        shown += numbers
    record["nobles"] = ascending([noble_number(noble) for noble in board.nobles], SHOWN)
    record["bank"] = purse_of(board.gems)
    for player in (0, 1):
        agent = state.agents[player]
        record["tokens"][player] = purse_of(agent.gems)
        bought = [card_number(card) for name in NAMES[:GOLD] for card in agent.cards[name]]
        reserved = [card_number(card) for card in agent.cards["yellow"]]
        record["bonus"][player] = purse(np.bincount(COLOUR[bought], minlength=GOLD).tolist() if bought else [0])
        record["cards"][player] = len(bought)
        record["hand"][player] = ascending(reserved, HAND)
        record["score"][player] = int(agent.score)
        record["passed"][player] = bool(agent.passed)
        shown += bought + reserved
    record["mover"] = seat
    for tier in range(3):
        first, last = int(TIER_START[tier]), int(TIER_START[tier + 1])
        unseen = sorted(set(range(first, last)) - set(shown))
        record["left"][tier] = len(unseen)
        record["deck"][first - 1 : first - 1 + len(unseen)] = unseen
    check_state(state, record, shown)
    return Position(game, record)


def check_state(state: Any, record: Any, shown: list[int]) -> None:
    """Raise `GameError` if what was read from a state cannot be a position of the game."""
    if len(set(shown)) < len(shown):
        raise GameError("a card is in two places")
    tokens = [counts_of(word) for word in (record["bank"], *record["tokens"])]
    together = [sum(counts) for counts in zip(*tokens, strict=True)]
    if together != [COLOUR_TOKENS] * GOLD + [MOST_GOLD] or max(map(sum, tokens[1:])) > TOKEN_LIMIT:
        raise GameError(f"the game has {COLOUR_TOKENS} tokens of each colour and {MOST_GOLD} of gold, not {together}")
    if [len(deck) for deck in state.board.decks] != record["left"].tolist():
        raise GameError(f"the decks hold {[len(deck) for deck in state.board.decks]} cards, {record['left'].tolist()} are unseen")
    if max(record["score"]) >= GOAL and record["mover"] == 0:
        raise GameError("the game is over")


def move_of(action: dict[str, Any], record: Any) -> int:
    """Return the program's action as a move; raises `GameError` or `KeyError` if it is none."""
    kind = action["type"]
    place = 0
    if action.get("noble") is not None:
        place = 1 + record["nobles"].tolist().index(noble_number(action["noble"]))
    if kind == "pass":
        base = PASS
    elif kind in ("collect_diff", "collect_same"):
        base = TAKE_NUMBER[purse_of(action["collected_gems"]), purse_of(action["returned_gems"])]
        assert base < NOTHING
    elif kind == "reserve":
        returned = counts_of(purse_of(action["returned_gems"]))
        back = returned.index(1) + 1 if 1 in returned else 0
        base = RESERVE + back * (CARDS + 1) + card_number(action["card"])
    elif kind in ("buy_available", "buy_reserve"):
        base = BUY + card_number(action["card"])
    else:
        raise GameError(f"an unknown type of action: {kind!r}")
    return base * 4 + place


def plain_choice(actions: list[Any]) -> Any:
    """Return an action without any search: buy for most points, else take most tokens, else the first."""

    def worth(action: Any) -> tuple[int, int]:
        try:
            if action["type"].startswith("buy"):
                return 2, int(action["card"].points)
            return 1, sum(action["collected_gems"].values()) - sum(action["returned_gems"].values())
        except Exception:
            return 0, 0

    return max(actions, key=worth)


# --- the agent


class myAgent:  # noqa: N801 - the program looks for this name
    """An agent of the course's program; it compiles when it is made, and never raises.

    Attributes
    ----------
    player : the player's name
    seconds : a move may take, from the program's call to the answer
    log_file : where failures are written, with the time
    seed : decides all that is random; None is one from the system
    """

    player = DEFAULT_PLAYER
    seconds = MOVE_SECONDS
    log_file = LOG_FILE
    seed: int | None = None

    def __init__(self, _id: int) -> None:
        self.id = _id
        # from the system, so that the program's own random generator is left alone
        self._seed = random.SystemRandom().getrandbits(32) if self.seed is None else self.seed
        self._player: Any = None
        self._moves = 0
        try:
            game = load_game("splendor", {"variant": "host"})
            assert isinstance(game, Game)
            self._game = game
            self._player = make_player(self.player)
            self._player.start(game, _id, self._seed)
            for _ in range(WARM_UPS):
                ask(self._player, first_turn(game), WARM_LIMIT, self._seed)
            self._player.start(game, _id, self._seed)
        except Exception as error:
            self._player = None
            self.note("cannot play", error)

    def SelectAction(self, actions: list[Any], game_state: Any) -> Any:  # noqa: N802 - the program's name
        """Return one of `actions`."""
        begin = time.monotonic()
        self._moves += 1
        try:
            if self._player is not None and len(actions) > 1:
                return self.chosen(actions, game_state, begin)
        except Exception as error:
            self.note(f"move {self._moves} is made without a search", error)
        return plain_choice(actions)

    def chosen(self, actions: list[Any], game_state: Any, begin: float) -> Any:
        """Return the action that the player chooses."""
        position = position_of(self._game, game_state, self.id)
        by_move = {move_of(action, position.record): action for action in actions}
        left = max(LEAST_SECONDS, self.seconds - (time.monotonic() - begin))
        move = int(ask(self._player, position, Limit(seconds=left), self._seed + self._moves).move)
        if move not in by_move:
            raise GameError(f"the program does not list {position.move_text(move)}")
        return by_move[move]

    def note(self, what: str, error: Exception) -> None:
        """Append a line to the log file; to one in the folder for temporary files where that cannot be written."""
        said = " ".join(f"{type(error).__name__}: {error}".split())
        line = f"{time.strftime('%Y-%m-%d %H:%M:%S')} agent {self.id}: {what}: {said}\n"
        for path in (Path(self.log_file), Path(tempfile.gettempdir()) / LOG_FILE):
            try:
                with path.open("a", encoding="utf-8") as log:
                    log.write(line)
                return
            except OSError:
                continue
