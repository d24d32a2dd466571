"""Scores: the grid of heuristic values, the band of proven ones, bounds, outcomes.

A score is an integer, always in the view of the side that the context names (search: the side to move).

    -PROVEN_LIMIT .. -PROVEN      a proven loss: the longer the resistance, the better
    -HEURISTIC_LIMIT .. +HEURISTIC_LIMIT    an evaluator's value, rounded once to its grid (default 1/1024)
    +PROVEN .. +PROVEN_LIMIT      a proven win: the shorter the way, the better

A proven win is ``PROVEN + (MAX_DISTANCE - distance)``, where `distance` is the number of plies to the end of the game. A draw
is 0; whether it is proven, the search knows and the number does not.

Where the margin is the objective, the final margin itself is the score, on the same grid as the evaluator's points, and nothing
is ever in the bands: a margin of 3 is worth more than 2.5 points that are hoped for, and less than 3.5. That the score is the
game's true value follows from the search having been complete. More points are a better result, so result and margin need no
order of their own; and since the score is a sum of points, those already won can be taken out of it (`Evaluator.future`).
"""

from __future__ import annotations

import math

from counterply.compiling.kernels import helper
from counterply.core.aliases import Outcome, Ply, Score, Seat

ONGOING = 0
FIRST = 1
SECOND = 2
DRAW = 3
OUTCOME_NAMES = ("ongoing", "first", "second", "draw")
SEAT_NAMES = OUTCOME_NAMES[FIRST:DRAW]
PLY = 4  # added to an outcome for each ply of a way to it, where `decided` knows one

CHANCE = 2  # the value of `turn` at a chance turn

DEFAULT_GRID = 1024  # steps of the score grid in one unit of an evaluator

MAX_DISTANCE = (1 << 12) - 1  # plies
MAX_MARGIN = (1 << 15) - 1  # points that a game may be won by
DECIDED_DISTANCE = 1 << 11  # plies added where an outcome is certain, but its distance is not known
PROVEN = 1 << 29
PROVEN_LIMIT = PROVEN + MAX_DISTANCE
HEURISTIC_LIMIT = PROVEN - 1
INFINITE = 1 << 30  # beyond every score
NOT_A_NUMBER = -(1 << 40)  # returned by an evaluator's wrapper for NaN; never a score

EXACT = 0
LOWER = 1  # the true value is at least this
UPPER = 2  # the true value is at most this
BOUND_NAMES = ("exact", "lower", "upper")


def points_of(outcome: Outcome, seat: Seat) -> float:
    """Return the points of `seat` for an outcome: 0, 1/2 or 1."""
    return 0.5 if outcome == DRAW else float(outcome == (FIRST, SECOND)[seat])


@helper
def squash(value: float, scale: float) -> float:
    """Return `value` brought into -1 .. 1; a value of `scale` becomes a half."""
    return value / (scale + abs(value))


@helper
def proven_win(distance: int) -> int:
    """Return the score of a win in `distance` plies."""
    return PROVEN + MAX_DISTANCE - min(distance, MAX_DISTANCE)


DECIDED_WIN = int(proven_win(DECIDED_DISTANCE))  # the score of a win of unknown distance


@helper
def is_proven(score: Score) -> bool:
    """Tell whether `score` is a proven win or loss."""
    return score >= PROVEN or score <= -PROVEN


@helper
def is_win(score: Score) -> bool:
    """Tell whether `score` is a proven win."""
    return score >= PROVEN


@helper
def is_loss(score: Score) -> bool:
    """Tell whether `score` is a proven loss."""
    return score <= -PROVEN


@helper
def outcome_score(outcome: Outcome, player: Seat, distance: Ply) -> Score:
    """Return the score of a finished game for seat `player`, where the outcome is the objective.

    Parameters
    ----------
    outcome : FIRST, SECOND or DRAW
    distance : plies from the root to here
    """
    if outcome == DRAW:
        return 0
    score = proven_win(distance)
    return int(score if (outcome == FIRST) == (player == 0) else -score)


@helper
def margin_score(margin: int, player: Seat, grid: int) -> Score:
    """Return the score of a final margin for seat `player`, where the margin is the objective; far ones saturate.

    Parameters
    ----------
    margin : the first player's points minus the second's
    grid : steps of the score grid in a point
    """
    score = min(max(margin * grid, -HEURISTIC_LIMIT), HEURISTIC_LIMIT)
    return score if player == 0 else -score


@helper
def farther(score: Score, plies: Ply) -> Score:
    """Return `score` as seen from `plies` plies farther away from the end of the game (nearer, if negative)."""
    if score >= PROVEN:
        return score - plies
    if score <= -PROVEN:
        return score + plies
    return score


@helper
def on_grid(value: float, grid: int) -> int:
    """Round an evaluator's value to the grid: half to even, finite values saturate, NaN gives `NOT_A_NUMBER`."""
    if math.isnan(value):
        return NOT_A_NUMBER
    scaled = value * grid
    if scaled >= HEURISTIC_LIMIT:
        return HEURISTIC_LIMIT
    if scaled <= -HEURISTIC_LIMIT:
        return -HEURISTIC_LIMIT
    return round(scaled)


def distance_of(score: Score) -> Ply | None:
    """Return the plies to the end of the game that a proven score promises; None where it promises none."""
    if not is_proven(score):
        return None
    distance = MAX_DISTANCE - (abs(score) - PROVEN)
    return distance if distance < DECIDED_DISTANCE else None


def signed(value: float | None, form: str = ".2f") -> str:
    """Return a number with its sign, which zero has not; one that is not known is a dash.

    >>> signed(1.5), signed(-7, ".0f"), signed(-0.001), signed(0, ".4g")
    ('+1.50', '-7', '0.00', '0')
    """
    if value is None:
        return "-"
    text = format(float(value), f"+z{form}")
    return text if float(text) else text[1:]


def score_text(score: Score, grid: int = DEFAULT_GRID) -> str:
    """Return a score as people read it.

    >>> score_text(1536)
    '+1.50'
    >>> score_text(-proven_win(7))
    'loss in 7'
    >>> score_text(-HEURISTIC_LIMIT), score_text(-1)
    ('-inf', '0.00')
    """
    if abs(score) == HEURISTIC_LIMIT:
        return "+inf" if score > 0 else "-inf"
    if not is_proven(score):
        return signed(score / grid)
    distance = distance_of(score)
    return ("win" if score > 0 else "loss") + (f" in {distance}" if distance is not None else "")
