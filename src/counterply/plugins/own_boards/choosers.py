"""A function that chooses a move by a search, asked alone: what it asks the search is answered here.

Runs in the student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from contextlib import suppress
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


def is_for_other_side(states: States, chooser: Callable[..., Any], roles: Mapping[str, str], moves: Moves) -> bool:
    """Tell whether what it asks about has one more mark of the side that is not to move after `moves`."""
    boards, state = list[Mapping[int, Any]](), states.given(moves)

    def reply(below: State) -> float:
        boards.append(states.cells(below))
        return LESS

    with suppress(Exception):
        states.call.ask(state, reply, lambda **unused: chooser(**_given(states, roles, state)))
    made = [(board, move) for board in boards if (move := states.move_to(moves, board)) is not None]
    return bool(made) and all(board.items() - states.held((*moves, move)).items() for board, move in made)


def _given(states: States, roles: Mapping[str, str], state: State) -> dict[str, Any]:
    root = next(iter(state.given))
    return {word: state.given[[*states.named(role), root][0]] for word, role in roles.items()}


def chosen_fault(states: States, chooser: Callable[..., Any], roles: Mapping[str, str], moves: Moves, sign: int) -> str:
    """Ask for a move, and return the fault of this, or ''; raises `NotSeenError`.

    Parameters
    ----------
    roles : what its parameters are for: a board, or its object
    sign : -1 where the value of a move is the smaller, the better it is
    """
    for best in range(LOOKED_AT):
        asked, state = list[State](), states.given(moves)

        def reply(below: State, asked: list[State] = asked, best: int = best) -> float:
            asked.append(below.copy())
            return sign * (GOOD if len(asked) == best + 1 else LESS)

        given = _given(states, roles, state)
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
            values = f"{sign * GOOD:g} of move {wanted + 1}, and {sign * LESS:g} of the others"
            return f"It plays move {played + 1}, though its search says {values}."
    return ""


def parameters_of(function: Callable[..., Any]) -> dict[str, str] | None:
    """Return what a function's parameters are for; None where one is neither a board nor its object."""
    names = inspect.signature(function).parameters
    found = {name: "self" if name == "self" else role_of(name, ROLES) for name in names}
    return found if {*found.values()} <= {"self", "board"} else None
