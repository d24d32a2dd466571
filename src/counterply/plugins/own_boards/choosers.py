"""A function that chooses a move by a search, asked alone: what it asks the search is answered here.

Runs in the student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from counterply.plugins.dialects.asked_functions import role_of
from counterply.plugins.dialects.views import NotSeenError
from counterply.plugins.own_boards.first_call import ROLES
from counterply.plugins.own_boards.line_games import Moves
from counterply.plugins.own_boards.one_call import Answer, State
from counterply.plugins.own_boards.states import States
from counterply.usercode.faults import one_line

NAMES = (
    *("bestmove", "findbestmove", "getbestmove", "aimove", "computermove", "compmove", "getaimove", "getcomputermove"),
    *("getmove", "choosemove"),
)
GOOD, LESS = 0.75, 0.25  # values that its search answers
LOOKED_AT = 3  # moves of a position that are made the best one in turn
OTHER_SIDE = "It asks its search as if the other side were to move: tell it whose turn it is after the move"


def chosen_fault(states: States, chooser: Callable[..., Any], roles: Mapping[str, str], moves: Moves, negated: bool) -> str:
    """Ask for the move of the side that takes the largest value, and return the fault of this, or ''; raises `NotSeenError`.

    Parameters
    ----------
    roles : what its parameters are for: a board, or its object
    negated : whether the value of a move is the one to the other side
    """
    sign = -1 if negated else 1
    for best in range(LOOKED_AT):
        asked, state = list[State](), states.given(moves)

        def reply(below: State, asked: list[State] = asked, best: int = best) -> float:
            asked.append(below.copy())
            return sign * (GOOD if len(asked) == best + 1 else LESS)

        root = next(iter(state.given))
        given = {word: state.given[[*states.named(role), root][0]] for word, role in roles.items()}
        try:
            answer = states.call.ask(state, reply, lambda given=given, **unused: chooser(**given))
        except Exception as error:
            raise NotSeenError(f"{chooser.__name__} raises {one_line(error)}") from None
        made = [states.move_to(moves, states.cells(below)) for below in asked]
        for below, move in zip(asked, made, strict=True):
            known = states.after(moves if move is None else (*moves, move))
            told = {name: below.given[name] for role in ("top", "mark") for name in states.named(role)}
            other = [
                name for name, value in told.items() if isinstance(known.given[name], int | str) and known.given[name] != value
            ]
            if other or known.asked != below.asked:
                return f"{OTHER_SIDE}."
        wanted = made[best] if best < len(made) else None
        if wanted is None or isinstance(answer, Answer):
            return ""
        filled = states.move_to(moves, states.cells(state))
        played = states.told(moves, answer) if filled is None else filled
        if played is None:
            raise NotSeenError(f"it answers {answer!r}, by which it is not clear which cell is meant")
        if played != wanted:
            return f"It plays move {played + 1}, though its search says {GOOD:g} of move {wanted + 1}, and {LESS:g} of the others."
    return ""


def parameters_of(function: Callable[..., Any]) -> dict[str, str] | None:
    """Return what a function's parameters are for; None where one is neither a board nor its object."""
    names = inspect.signature(function).parameters
    found = {name: "self" if name == "self" else role_of(name, ROLES) for name in names}
    return found if {*found.values()} <= {"self", "board"} else None
