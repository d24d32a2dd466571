"""Fishing Derby: two boats on a sea that wraps from side to side; a hook on the line of each; fish of value -7 to 11."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from counterply.core.game import Board, Game, Hints, Text
from counterply.plugins.fishing_derby.drawing import PLAYERS, drawing, touches
from counterply.plugins.fishing_derby.evaluators import evaluators
from counterply.plugins.fishing_derby.hints import best_margin, key
from counterply.plugins.fishing_derby.rules import (
    DERIVED_FIELDS,
    MOVE_NAMES,
    RECORD,
    SETUP_CLASSES,
    TREE_CLASSES,
    legal_moves,
    margin,
    outcome,
    play,
    put_scenario,
    setup_type,
    start,
    tree_outcome,
    tree_play,
    tree_record,
    tree_start,
)
from counterply.plugins.fishing_derby.scenarios import SIZE, read_scenario
from counterply.plugins.fishing_derby.text import RULES, cell, diagram, events, move_text, read, reason


def game(
    scenario: str = "test_1",
    mode: Literal["true", "host_tree"] = "true",
    first: Literal["host", "green", "red"] = "host",
) -> Game:
    """Fishing Derby.

    Parameters
    ----------
    scenario : a scenario file; 'test_1', 'test_2' or 'test_3'; or 'random:fish=5,seed=0,moving=on,length=900'
    mode : 'true', or 'host_tree' for the course's search tree with its slip
    first : who moves first; 'host': red, after a ply in which green stays
    """
    given = {"scenario": scenario, "mode": mode, "first": first}
    defaults = {"scenario": "test_1", "mode": "true", "first": "host"}
    options = {name: value for name, value in given.items() if value != defaults[name]}
    return game_of(read_scenario(scenario), mode, first, options)


def game_of(data: dict[str, Any], mode: str = "true", first: str = "green", options: dict[str, Any] | None = None) -> Game:
    """Return the game of a scenario that `check_scenario` has passed."""
    fish = len(data["init_fishes"])
    setup = np.zeros(1, setup_type(next(size for size in SETUP_CLASSES if fish <= size)))
    put_scenario(data, setup[0])
    setup["first"] = 1 if first == "red" else 0
    setup["dummy"] = first == "host"
    setup.flags.writeable = False  # or each game would copy some megabytes
    rules: dict[str, Any]
    if mode == "host_tree":
        record = tree_record(next(size for size in TREE_CLASSES if fish <= size))
        rules = {"play": tree_play, "outcome": tree_outcome, "start": tree_start}
    else:
        record = RECORD
        rules = {"play": play, "outcome": outcome, "start": start}
        rules |= {"key": key, "hints": Hints(best_margin=best_margin)}
    return Game(
        "fishing_derby",
        record,
        legal_moves=legal_moves,
        margin=margin,
        **rules,
        setup=setup,
        derived_fields=DERIVED_FIELDS,
        options=options,
        max_moves=len(MOVE_NAMES),
        max_plies=int(setup["length"][0]),
        objective="margin",
        text=Text(move_text, diagram, read, reason, events),
        board=Board((SIZE, SIZE), cell, drawing, touches, PLAYERS, points=lambda position: position["score"].tolist()),
        rules=RULES,
        evaluators=evaluators,
    )
