"""The move filter of a course report's Splendor program, and the game in which only what passes it is searched.

Each legal move gets a score; those within 4 of the best are kept, five at most. Two terms are not mirrored: the program takes its
own tokens for what a take makes affordable, and the opponent's for what is worth taking away, at the opponent's turns as well. So
the seat that searches is part of the setup.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type,operator"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.compiling.kernels import kernel
from counterply.core.game import Game, Hints
from counterply.games.splendor import rules as splendor
from counterply.games.splendor.tables import (
    BLIND,
    BUY,
    CARDS,
    COLOUR,
    COST,
    GOLD,
    GOLD_SHIFT,
    HAND,
    NOBLE,
    NOTHING,
    PASS,
    PAY,
    PAYMENTS,
    POINTS,
    RESERVE,
    ROW,
    SHOWN,
    TAKES,
    count_of,
    covers,
    one_of,
    shortfall,
    smaller,
    total,
)

SETUP = np.dtype([*splendor.SETUP.descr, ("searcher", np.int64)])  # the seat that the program plays for

KEPT = 5  # moves
WITHIN = 4  # of the best score; the scores below are the program's
NOBLE_COMES = 100 + 20 * 3
POINT = 20
BUYING = 20
FROM_HAND = 2
TOKEN = 2
DENIED, DENIED_POINT, DENIED_NOBLES = 7, 10, 60
AFFORDABLE = 3  # a card, plus the demand of nobles for its colour; half of it up to `NEARLY` tokens short
NEARLY = 2
DOUBLE = 2  # scores are kept doubled, so that halves are whole

COLOURED = (np.uint64(1) << GOLD_SHIFT) - np.uint64(1)

every_move = kernel(splendor.legal_moves)


@kernel
def demand(position: Any, colour: int) -> int:
    """Return how many cards of a colour the nobles on the table ask for together."""
    wanted = np.int64(0)
    for place in range(SHOWN):
        wanted += count_of(NOBLE[position["nobles"][place]], colour)
    return wanted


@kernel
def denial(position: Any, opponent: int, card: int) -> int:
    """Return what reserving a card is worth because the opponent could pay for it without gold."""
    bonus = position["bonus"][opponent]
    if not covers(bonus + (position["tokens"][opponent] & COLOURED), COST[card]):
        return 0
    worth = DENIED + DENIED_POINT * POINTS[card] + demand(position, COLOUR[card])
    for place in range(SHOWN):
        noble = position["nobles"][place]
        if noble != 0 and not covers(bonus + one_of(COLOUR[card]), NOBLE[noble]):
            return worth
    return worth + DENIED_NOBLES


@kernel
def usefulness(position: Any, player: int, purse: Any) -> int:
    """Return twice the worth of the best card that bonuses and tokens of `purse` pay for, or nearly."""
    best = np.int64(0)
    for place in range(3 * ROW + HAND):
        card = position["table"][place] if place < 3 * ROW else position["hand"][player, place - 3 * ROW]
        if card != 0:
            short = total(shortfall(COST[card], purse))
            worth = AFFORDABLE + demand(position, COLOUR[card])
            best = max(best, DOUBLE * worth if short == 0 else worth if short <= NEARLY else np.int64(0))
    return best


@kernel
def filter_score(position: Any, searcher: int, move: int) -> int:
    """Return twice the program's score of a legal move."""
    base, mover = move // 4, position["mover"]
    score = np.int64(DOUBLE * NOBLE_COMES if move % 4 > 0 else 0)
    if base < NOTHING:
        taken, back = TAKES[base, 0], TAKES[base, 1]
        score += DOUBLE * TOKEN * (total(taken) - total(back))
        own = position["bonus"][searcher] + ((position["tokens"][searcher] + taken) & COLOURED)
        return score + usefulness(position, searcher, own - smaller(back & COLOURED, own))
    if RESERVE <= base < BUY or BLIND <= base < PAY:
        gold = count_of(position["bank"], GOLD) > 0
        back = (base - RESERVE) // (CARDS + 1) if base < BUY else (base - BLIND) // 3
        score += DOUBLE * TOKEN * (np.int64(gold) - np.int64(back > 0))
        if base < BUY:
            score += DOUBLE * denial(position, 1 - searcher, (base - RESERVE) % (CARDS + 1))
    elif base >= BUY and base != PASS:
        card = base - BUY if base < PASS else (base - PAY) // PAYMENTS.shape[1]
        held = position["hand"][mover, 0] == card or position["hand"][mover, 1] == card or position["hand"][mover, 2] == card
        score += DOUBLE * (POINT * POINTS[card] + BUYING + 2 * demand(position, COLOUR[card]) + FROM_HAND * np.int64(held))
        score -= DOUBLE * TOKEN * total(shortfall(COST[card], position["bonus"][mover]))
    return score


def candidates(position: Any, setup: Any, moves: np.ndarray, scores: np.ndarray) -> int:
    """Return the moves that pass the filter, by score; of equal ones, those that are listed first."""
    count = every_move(position, setup, moves)
    for index in range(count):
        scores[index] = filter_score(position, setup["searcher"], np.int64(moves[index]))
    kept = 0
    while kept < min(KEPT, count):
        best = kept
        for index in range(kept + 1, count):
            if scores[index] > scores[best]:
                best = index
        if scores[best] < scores[0] - DOUBLE * WITHIN:
            break
        move, score = moves[best], scores[best]
        for index in range(best, kept, -1):
            moves[index], scores[index] = moves[index - 1], scores[index - 1]
        moves[kept], scores[kept] = move, score
        kept += 1
    return kept


def filtered(game: Game, searcher: int) -> Game:
    """Return Splendor as the program searches it for one seat: its moves only, and everything on the table taken as known."""
    setup = np.zeros(1, SETUP)
    setup["host"], setup["searcher"] = game.setup["host"], searcher
    return Game(
        "splendor",
        splendor.RECORD,
        turn=splendor.turn,
        legal_moves=splendor.legal_moves,
        play=splendor.play,
        outcome=splendor.outcome,
        margin=splendor.margin,
        hints=Hints(candidates=candidates, cuts=True),
        setup=setup,
        options=game.options,
        max_moves=game.max_moves,
        repeats=True,
    )
