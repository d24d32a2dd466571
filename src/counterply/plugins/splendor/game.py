"""Splendor for two: gems buy cards, cards make later ones cheaper, points win."""

from __future__ import annotations

from typing import Literal

import numpy as np

from counterply.core.game import Board, Chance, Game, Hints, Text
from counterply.plugins.splendor.drawing import drawing, touches
from counterply.plugins.splendor.evaluators import evaluators
from counterply.plugins.splendor.hints import candidates
from counterply.plugins.splendor.rules import (
    MAX_MOVES,
    MAX_MOVES_HOST,
    RECORD,
    SETUP,
    chance,
    legal_moves,
    margin,
    outcome,
    play,
    resample,
    start,
    turn,
)
from counterply.plugins.splendor.text import RULES, diagram, move_text, reason, words


def game(variant: Literal["official", "host"] = "official") -> Game:
    """Splendor for two.

    Parameters
    ----------
    variant : the rule book's game, or that of the University of Melbourne's course: no card is reserved unseen, gold is paid only
        where it must be, and a player has seven cards of a colour at most
    """
    setup = np.zeros(1, SETUP)
    setup["host"] = variant == "host"
    return Game(
        "splendor",
        RECORD,
        turn=turn,
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        margin=margin,
        start=start,
        setup=setup,
        options={"variant": variant} if variant != "official" else {},
        max_moves=MAX_MOVES_HOST if variant == "host" else MAX_MOVES,
        repeats=True,
        chance=Chance(chance, resample, deals=True),
        hints=Hints(candidates=candidates, cuts=True),
        text=Text(move_text, diagram, reason=reason, words=words),
        board=Board(drawing=drawing, touches=touches, points=lambda position: position["score"].tolist()),
        opening_plies=0,
        rules=RULES,
        evaluators=evaluators,
    )
