"""Evaluators of Splendor.

`report` and `report_coded` are a course report's (University of Melbourne, COMP90054, after Hepworth 2016): as it describes its
evaluation, and as its program computes it. There, winning and cards cancel out, and a factor for depth is the same at every leaf.
`buyer` ranks moves as the simple rule players of that course do: buy the card with most points, else get nearer to the best one.
`economy` is ours.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type,operator"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import numpy as np

from counterply.compiling.kernels import kernel
from counterply.core.aliases import Record
from counterply.core.evaluator import Evaluator
from counterply.plugins.splendor.tables import (
    COLOUR,
    COST,
    GOAL,
    GOLD,
    GOLD_SHIFT,
    HAND,
    NOBLE,
    NOBLE_POINTS,
    POINTS,
    ROW,
    SHOWN,
    TIER,
    count_of,
    covers,
    one_of,
    shortfall,
    smaller,
    total,
)

REPORT_NAMES = ("won", "points", "nobles", "cards", "tokens")
REPORT_WEIGHTS = (100.0, 1.5, 2.5, 1.0, 1.0)  # the report's text
CODED_WEIGHTS = (0.0, 1.5, 2.5, 0.0, 1.0)  # the terms that remain in the report's program
REPORT_TIE = 0.5  # points more for leaders with the fewest cards, as the host's scores have them
BUYER_NAMES = ("points", "cards", "nearness")
BUYER_WEIGHTS = (100.0, 10.0, 1.0)  # any point before any card, any card before any nearness (which is 3 at most)

COLOURED = (np.uint64(1) << GOLD_SHIFT) - np.uint64(1)  # the part of a purse that is not gold
MOST_MISSING = 14  # tokens; a card costs 14 at most
REACH = np.array([0.75**missing for missing in range(MOST_MISSING + 1)])  # of a card's worth, by the tokens missing; by hand
CARD_WORTH = 2.0  # of a card's bonus, in points, beside which its own points count
WORTH = np.where(np.arange(len(POINTS)) > 0, POINTS + CARD_WORTH, 0.0)  # of a card; of none, 0
MOST_POINTS = int(POINTS.max()) + NOBLE_POINTS  # of one turn
LEVEL = 0.5  # of a win, where both can draw level; by hand, as the next two
THREAT_OF_FIRST, THREAT_OF_SECOND = 0.06, 0.12  # of a win, where the other one is on move
FINISH = 12  # points and best card in reach from which the end is near
NOBLE_NEAR = np.array([0.7**missing for missing in range(10)])  # of a noble's worth, by the cards missing (9 are demanded); by hand
SQUARE = 0.1  # of the number of cards squared: the first cards pay for more turns than the last ones
LATE = 10  # points from which the move is worth more
ECONOMY_NAMES = (
    "points",
    "finish",
    "cards",
    "cards, squared",
    "savings in tier I",
    "savings in tier II",
    "savings in tier III",
    "nobles, near",
    "nobles, one card missing",
    "tokens",
    "gold",
    "best card in reach",
    "points in reach",
    "reserved",
    "on move",
    "on move, late",
    "the end",
)
# by regression on games against itself, then by SPSA over 4,000 games; the end by hand: dev/measurements-archive.md
ECONOMY_WEIGHTS = (1.05, 0.98, 2.63, -1.0, 0.15, 0.07, 0.06, 4.17, 0.83, 0.32, 0.33, 0.49, 0.06, -0.28, 0.36, 0.11, 25.0)


# --- the report's


@kernel
def report_score(position: Record, player: int) -> float:
    """Return a player's points as the host counts them, with half a point for the fewest cards where the lead is shared."""
    own, other = position["score"][player], position["score"][1 - player]
    fewest = own == other and position["cards"][player] <= position["cards"][1 - player]
    return own + (REPORT_TIE if fewest else 0.0)


@kernel
def noble_progress(position: Record, player: int) -> float:
    """Return the sum, over the nobles on the table, of the mean over their colours of the part that the player has."""
    progress = 0.0
    for place in range(SHOWN):
        noble = position["nobles"][place]
        if noble != 0:
            parts, colours = 0.0, 0
            for colour in range(GOLD):
                wanted = count_of(NOBLE[noble], colour)
                if wanted > 0:
                    parts += min(1.0, count_of(position["bonus"][player], colour) / wanted)
                    colours += 1
            progress += parts / colours
    return progress


def report_features(position: Record, player: int, out: np.ndarray) -> None:
    """Write the features that the report's text names, the player's minus the opponent's."""
    other = 1 - player
    out[0] = (1.0 if position["score"][player] >= GOAL else 0.0) - (1.0 if position["score"][other] >= GOAL else 0.0)
    out[1] = report_score(position, player) - report_score(position, other)
    out[2] = noble_progress(position, player) - noble_progress(position, other)
    out[3] = float(position["cards"][player]) - float(position["cards"][other])
    out[4] = float(total(position["tokens"][player]) - total(position["tokens"][other]))


# --- ours


@kernel
def missing_tokens(position: Record, player: int, card: int) -> int:
    """Return how many tokens a player lacks for a card."""
    tokens = position["tokens"][player]
    short = total(shortfall(COST[card], position["bonus"][player] + (tokens & COLOURED)))
    return max(short - count_of(tokens, GOLD), 0)


@kernel
def nearness(position: Record, player: int) -> float:
    """Return how near the best card is that the player can get: (points + 1) / (tokens missing + 2)."""
    best = 0.0
    for place in range(3 * ROW + HAND):
        card = position["table"][place] if place < 3 * ROW else position["hand"][player, place - 3 * ROW]
        if card != 0:
            best = max(best, (POINTS[card] + 1) / (missing_tokens(position, player, card) + 2))
    return best


def buyer_features(position: Record, player: int, out: np.ndarray) -> None:
    """Write the player's own points, cards and nearness to a card; the opponent does not count."""
    out[0] = position["score"][player]
    out[1] = position["cards"][player]
    out[2] = nearness(position, player)


@kernel
def add_economy(position: Record, player: int, sign: float, out: np.ndarray) -> None:
    """Add a player's features of `economy`, times `sign`, to `out`, in place. A place without a card costs and brings nothing."""
    bonus, tokens = position["bonus"][player], position["tokens"][player]
    gold = count_of(tokens, GOLD)
    wealth = bonus + (tokens & COLOURED)
    best = points_near = 0.0
    for tier in range(3):
        saved = np.uint64(0)
        for place in range(ROW):
            card = np.uint64(position["table"][ROW * tier + place])
            saved += smaller(COST[card], bonus)
            reach = REACH[max(total(shortfall(COST[card], wealth)) - gold, 0)]
            best = max(best, reach * WORTH[card])
            points_near += reach * POINTS[card]
        out[4 + tier] += sign * total(saved)
    for slot in range(HAND):
        card = np.uint64(position["hand"][player, slot])
        if card == 0:
            break
        out[4 + TIER[card]] += sign * total(smaller(COST[card], bonus))
        reach = REACH[max(total(shortfall(COST[card], wealth)) - gold, 0)]
        best = max(best, reach * WORTH[card])
        points_near += reach * POINTS[card]
        out[13] += sign
    for place in range(SHOWN):
        noble = position["nobles"][place]
        if noble != 0:
            missing = total(shortfall(NOBLE[noble], bonus))
            out[7] += sign * NOBLE_NEAR[missing]
            if missing <= 1:
                out[8] += sign
    score, cards = float(position["score"][player]), float(position["cards"][player])
    out[0] += sign * score
    out[1] += sign * max(score + best - FINISH, 0.0)
    out[2] += sign * cards
    out[3] += sign * SQUARE * cards * cards
    out[9] += sign * total(tokens & COLOURED)
    out[10] += sign * gold
    out[11] += sign * best
    out[12] += sign * points_near


@kernel
def points_of_a_buy(position: Record, player: int) -> int:
    """Return the most points that a player can get by buying a card now, with a noble who then comes."""
    bonus, tokens = position["bonus"][player], position["tokens"][player]
    wealth, gold = bonus + (tokens & COLOURED), count_of(tokens, GOLD)
    most = np.int64(0)
    for place in range(3 * ROW + HAND):
        card = position["table"][place] if place < 3 * ROW else position["hand"][player, place - 3 * ROW]
        if card == 0 or total(shortfall(COST[card], wealth)) > gold:
            continue
        points = np.int64(POINTS[card])
        for slot in range(SHOWN):
            noble = position["nobles"][slot]
            if noble != 0 and covers(bonus + one_of(COLOUR[card]), NOBLE[noble]):
                points += NOBLE_POINTS
                break
        most = max(most, points)
    return most


@kernel
def ending(position: Record) -> float:
    """Return 1 where the first player wins by its next purchase, -1 where the second one does; a part of it for a threat.

    The second player has the last turn: it wins at once with 15 points, and loses unless it overtakes a first player with 15.
    """
    first, second = np.int64(position["score"][0]), np.int64(position["score"][1])
    if max(first, second) < GOAL - MOST_POINTS:
        return 0.0
    first_then = first + points_of_a_buy(position, 0) if first >= GOAL - MOST_POINTS else first
    second_then = second + points_of_a_buy(position, 1) if second >= GOAL - MOST_POINTS else second
    if position["mover"] == 0:
        if first_then >= GOAL:
            return 1.0 if first_then > second_then else LEVEL if first_then == second_then else 0.0
        return -THREAT_OF_SECOND if second_then >= GOAL else 0.0
    if first >= GOAL and second_then <= first:
        fewer = position["cards"][0] <= position["cards"][1]  # to draw level, the second one buys one more card
        return 1.0 if second_then < first or fewer else -1.0
    if second_then >= GOAL:
        return -1.0
    return THREAT_OF_FIRST if first_then >= GOAL else 0.0


def economy_features(position: Record, player: int, out: np.ndarray) -> None:
    """Write a player's possessions and prospects, minus the opponent's."""
    for index in range(len(out)):
        out[index] = 0.0
    add_economy(position, player, 1.0, out)
    add_economy(position, 1 - player, -1.0, out)
    out[14] = 1.0 if position["mover"] == player else -1.0
    out[15] = out[14] * max(position["score"][0] - LATE, position["score"][1] - LATE, 0)
    out[16] = ending(position) * (1.0 if player == 0 else -1.0)


# by python benchmarks/splendor_sarsa.py --games 1200, times ten
SARSA_WEIGHTS = (0.68, 0.79, 0.72, -0.23, 0.25, 0.14, 0.07, 6.0, -0.22, 0.26, 0.28, 0.2, 0.08, -0.76, 0.68, 0.04, 1.5)
REPORT_SOURCE = "a COMP90054 report, after Hepworth 2016"

evaluators = [
    Evaluator(
        "economy",
        features=economy_features,
        feature_names=ECONOMY_NAMES,
        weights=ECONOMY_WEIGHTS,
        antisymmetric=True,
        source="ours: what cards save, which are in reach, nobles, the end",
    ),
    Evaluator(
        "sarsa",
        features=economy_features,
        feature_names=ECONOMY_NAMES,
        weights=SARSA_WEIGHTS,
        antisymmetric=True,
        source="the same, learnt by SARSA from games against itself, one ply deep: benchmarks/splendor_sarsa.py",
    ),
    Evaluator(
        "report",
        features=report_features,
        feature_names=REPORT_NAMES,
        weights=REPORT_WEIGHTS,
        antisymmetric=True,
        reference=True,
        source=f"{REPORT_SOURCE}: as described",
    ),
    Evaluator(
        "report_coded",
        features=report_features,
        feature_names=REPORT_NAMES,
        weights=CODED_WEIGHTS,
        antisymmetric=True,
        source=f"{REPORT_SOURCE}: as its program computes it",
    ),
    Evaluator(
        "buyer",
        features=buyer_features,
        feature_names=BUYER_NAMES,
        weights=BUYER_WEIGHTS,
        source="rule players of the same course: buy for most points, else get nearer to the best card",
    ),
]
