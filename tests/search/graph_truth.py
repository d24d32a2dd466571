"""The true values of a graph's nodes, by working backwards from the ends; it imports nothing of the package.

Seats are 0 and 1, chance is 2; outcomes are 0 (goes on), 1 and 2 (the first or the second player wins), 3 (a draw).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

DRAW, CHANCE = 3, 2
WINS = (1, 2)


@dataclass
class Truth:
    """What is true of each node.

    Attributes
    ----------
    outcomes : under best play, whatever chance does; a draw where neither side can force a win
    distances : plies to the end of a won game under best play: the winner hurries, the loser resists; 0 elsewhere
    margins : points of the first player still to come under best play; None where points do not count, or by chance
    most : points that either seat can still win at most, whatever both do
    longest : plies of the longest line, where no line comes back
    """

    outcomes: list[int]
    distances: list[int]
    margins: list[float] | None
    most: list[tuple[int, int]]
    longest: int


def solve(turn: Any, ends: Any, child: Any, gain: Any, count: int) -> Truth:
    """Return the truth of the nodes 0 to `count` - 1."""
    edges = [[(code, int(to)) for code, to in enumerate(child[node]) if to >= 0] for node in range(count)]
    turns, over = [int(turn[node]) for node in range(count)], [int(ends[node]) for node in range(count)]
    outcomes, distances = backwards(turns, over, edges)
    if gain is None:
        return Truth(outcomes, distances, None, [(0, 0)] * count, longest_line(edges, over))
    margins, most = points(turns, over, edges, gain)
    return Truth(outcomes, distances, margins, most, longest_line(edges, over))


def backwards(turns: list[int], over: list[int], edges: list[list[tuple[int, int]]]) -> tuple[list[int], list[int]]:
    """Return outcomes and distances: in round n, what is won in n plies, since some move, or every move, leads to a win in less."""
    outcomes, distances = list(over), [0] * len(over)
    plies, changed = 0, True
    while changed:
        plies, changed, found = plies + 1, False, []
        for node, moves in enumerate(edges):
            if outcomes[node]:
                continue
            for seat, wins in enumerate(WINS):
                won = [outcomes[to] == wins for _, to in moves]
                if (turns[node] == seat and any(won)) or (turns[node] != seat and won and all(won)):
                    found.append((node, wins))
        for node, wins in found:
            outcomes[node], distances[node], changed = wins, plies, True
    return [outcome or DRAW for outcome in outcomes], distances


def longest_line(edges: list[list[tuple[int, int]]], over: list[int]) -> int:
    """Return the plies of the longest line, as far as lines do not come back."""
    length = [0] * len(edges)
    for node in reversed(range(len(edges))):
        if not over[node]:
            length[node] = max((1 + length[to] for _, to in edges[node] if to > node), default=0)
    return max(length, default=0)


def points(
    turns: list[int], over: list[int], edges: list[list[tuple[int, int]]], gain: Any
) -> tuple[list[float], list[tuple[int, int]]]:
    """Return the points to come under best play, the mean where chance decides, and the most that either seat can win."""
    margins: list[float] = [0.0] * len(over)
    most = [(0, 0)] * len(over)
    for node in reversed(range(len(over))):
        if over[node]:
            continue
        ends = [int(gain[node][code]) + margins[to] for code, to in edges[node]]
        margins[node] = max(ends) if turns[node] == 0 else min(ends) if turns[node] == 1 else float("nan")
        most[node] = (
            max(int(gain[node][code]) + most[to][0] for code, to in edges[node]),
            max(-int(gain[node][code]) + most[to][1] for code, to in edges[node]),
        )
    return margins, most
