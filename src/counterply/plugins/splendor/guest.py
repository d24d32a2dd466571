"""Hand-ins of COMP90054 (Melbourne): ``myAgent(_id)`` with ``SelectAction(actions, game_state)``.

In the packaged fork of the course's program there is a third parameter ``game_rule``.
As there, an answer that is late, illegal or an exception is a warning and a random action, and the third one loses the game.
"""

from __future__ import annotations

import contextlib
import copy
import inspect
import random
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from counterply.core.errors import GameError
from counterply.core.users_text import say
from counterply.plugins.dialects.guest import GuestPlayer, chosen, classes_in
from counterply.plugins.splendor import package_program
from counterply.plugins.splendor.melbourne import NAMES, move_of
from counterply.plugins.splendor.program import NOBLES, SplendorGameRule, SplendorState, all_cards
from counterply.plugins.splendor.tables import GOLD, ROW, counts_of
from counterply.system import alarm
from counterply.usercode.faults import ProcessError, one_line

if TYPE_CHECKING:
    from counterply.core.plain_game import AnyGame

WARNINGS = 3
CLOSE_SECONDS = 0.005  # of a move, from a search that is broken off to the answer


class LateError(Exception):
    """A move's time is over."""


def gems_of(purse: Any) -> dict[str, int]:
    """Return a purse as the program's dictionary."""
    return dict(zip(NAMES, counts_of(purse), strict=True))


def state_of(position: Any, state: SplendorState, own: set[int]) -> SplendorState:
    """Return the program's state of a position, in place of `state`; of the cards that are gone, the mover bought `own`.

    Which of the other ones is whose the position does not say: each side gets as many of each colour as it has.
    """
    record, cards = position.record, [None, *all_cards()]
    board, mover = state.board, int(record["mover"])
    board.gems = gems_of(record["bank"])
    board.nobles = [NOBLES[number - 1] for number in record["nobles"].tolist() if number]
    board.dealt = [[cards[number] for number in record["table"][ROW * tier : ROW * tier + ROW].tolist()] for tier in range(3)]
    unseen = [card for number in record["deck"].tolist() if (card := cards[number]) is not None]
    board.decks = [[card for card in unseen if card.deck_id == tier] for tier in range(3)]
    kept = {int(number) for name in ("table", "hand", "deck") for number in record[name].flat}
    gone = {colour: [n for n in range(1, len(cards)) if n not in kept and cards[n].colour == colour] for colour in NAMES}  # type: ignore[union-attr]
    for seat in (mover, 1 - mover):
        agent = state.agents[seat]
        agent.gems, agent.score, agent.passed = (
            gems_of(record["tokens"][seat]),
            int(record["score"][seat]),
            bool(record["passed"][seat]),
        )
        agent.cards = {colour: [] for colour in NAMES} | {
            "yellow": [card for n in record["hand"][seat].tolist() if (card := cards[n])]
        }
        for colour, count in zip(NAMES[:GOLD], counts_of(record["bonus"][seat]), strict=False):
            numbers = sorted(gone[colour], key=lambda n: (n in own) != (seat == mover))[:count]
            agent.cards[colour] = [card for n in numbers if (card := cards[n])]
            gone[colour] = [n for n in gone[colour] if n not in numbers]
    state.agent_to_move = mover
    return state


class ActionPlayer(GuestPlayer):
    """An agent of the Splendor program."""

    host = "COMP90054's Splendor program"
    only = ("splendor",)
    move_seconds = 1.0
    _agent: Any

    def begin(self, game: AnyGame, seat: int) -> None:
        """Make the agent, for each game a new one."""
        if game.options.get("variant") != "host":
            raise GameError(f"{self.name} is a program for {self.host}, which is splendor --set variant=host")
        self.notes = (
            *self.notes,
            "three late, illegal or failing answers lose a game, as there; but its first move has no 15 s",
            "it is not told the opponent's last action, nor which of the taken cards and nobles are whose",
        )
        self._warnings = 0
        self._state, self._own = SplendorState(2), set[int]()
        try:
            self._agent = self.made(getattr(self.module, self.target), seat)
        except Exception as error:
            raise ProcessError(f"could not start: {one_line(error)}") from error
        self._packaged = len(inspect.signature(self._agent.SelectAction).parameters) > 2
        self._rule = package_program.SplendorGameRule(2) if self._packaged else SplendorGameRule(2)

    def answer(self, position: Any, seconds: float) -> int:
        """Ask for one of the actions."""
        state = state_of(position, self._state, self._own)
        actions = self._rule.getLegalActions(state, state.agent_to_move)
        self._rule.current_game_state, self._rule.current_agent_index = state, state.agent_to_move
        action = self._action(copy.deepcopy(actions), copy.deepcopy(state), max(seconds / 2, seconds - CLOSE_SECONDS))
        if action not in actions:
            self._warnings += 1
            fault = self._trouble or f"answered {action!r}, which is not legal"
            if self._warnings == WARNINGS:
                raise ProcessError(f"has got its third warning: it {fault}")
            say(f"{self.name} has got a warning, and plays any action: it {fault}")
            action = random.choice(actions)
        if action["type"].startswith("buy"):
            self._own.add(list(map(repr, all_cards())).index(action["card"].code) + 1)
        state.agents[state.agent_to_move].last_action = action
        return move_of(action, position.record)

    def _action(self, actions: list[Any], state: SplendorState, seconds: float) -> Any:
        """Return what the agent answers; None where it is late or fails, which `_trouble` tells."""
        rule = (copy.deepcopy(self._rule),) if self._packaged else ()

        def late() -> None:
            raise LateError

        self._trouble = ""
        try:
            with alarm(seconds, late):
                return self._agent.SelectAction(actions, state, *rule)
        except LateError:
            self._trouble = f"had no answer within {seconds:.3g} s"
        except Exception as error:
            self._trouble = f"raised {one_line(error)}"
        return None


def guest(module: ModuleType, name: str | None, options: dict[str, str]) -> ActionPlayer | None:
    """Return the agent of a file, if it has one: a class, or another name of one."""
    found = {n: kind for n, kind in classes_in(module, name).items() if callable(getattr(kind, "SelectAction", None))}
    with contextlib.suppress(AttributeError):
        if name is None and callable(module.myAgent.SelectAction):
            return ActionPlayer(module, "myAgent", options)
    target = chosen(found, ("myAgent",), Path(str(module.__file__)).name)
    return None if target is None else ActionPlayer(module, target, options)
