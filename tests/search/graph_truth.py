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


def solve(turn: Any, ends: Any, child: Any, gain: Any, count: int, height: Any = None) -> Truth:
    """Return the truth of the nodes 0 to `count` - 1.

    Parameters
    ----------
    gain : points of each move, where they count
    height : points at each node, where lines come back as well
    """
    edges = [[(code, int(to)) for code, to in enumerate(child[node]) if to >= 0] for node in range(count)]
    turns, over = [int(turn[node]) for node in range(count)], [int(ends[node]) for node in range(count)]
    outcomes, distances = backwards(turns, over, edges)
    if gain is None:
        return Truth(outcomes, distances, None, [(0, 0)] * count, longest_line(edges, over))
    if height is None:
        margins, most = points(turns, over, edges, gain)
    else:
        margins, most = endless_points(turns, over, edges, [int(points) for points in height[:count]])
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
    for node in ends_first(edges):
        if not over[node]:
            length[node] = max((1 + length[to] for _, to in edges[node]), default=0)
    return max(length, default=0)


def ends_first(edges: list[list[tuple[int, int]]]) -> list[int]:
    """Return the nodes, each after all that its moves lead to, as far as lines do not come back."""
    order, seen = [], set()
    for root in range(len(edges)):
        waiting = [(root, False)]
        while waiting:
            node, done = waiting.pop()
            if done:
                order.append(node)
            elif node not in seen:
                seen.add(node)
                waiting += [(node, True), *((to, False) for _, to in edges[node])]
    return order


def points(
    turns: list[int], over: list[int], edges: list[list[tuple[int, int]]], gain: Any
) -> tuple[list[float], list[tuple[int, int]]]:
    """Return the points to come under best play, the mean where chance decides, and the most that either seat can win."""
    margins: list[float] = [0.0] * len(over)
    most = [(0, 0)] * len(over)
    for node in ends_first(edges):
        if over[node]:
            continue
        ends = [int(gain[node][code]) + margins[to] for code, to in edges[node]]
        margins[node] = max(ends) if turns[node] == 0 else min(ends) if turns[node] == 1 else float("nan")
        most[node] = (
            max(int(gain[node][code]) + most[to][0] for code, to in edges[node]),
            max(-int(gain[node][code]) + most[to][1] for code, to in edges[node]),
        )
    return margins, most


def endless_points(
    turns: list[int], over: list[int], edges: list[list[tuple[int, int]]], height: list[int]
) -> tuple[list[float], list[tuple[int, int]]]:
    """Do what `points` does where lines come back, and a game without an end is worth 0: asking for each number of points."""
    total = [0] * len(over)
    for wins, sign in zip(WINS, (1, -1), strict=True):
        for level in sorted({sign * height[node] for node in range(len(over)) if over[node] and sign * height[node] > 0}):
            enough = [0 if not over[node] else wins if sign * height[node] >= level else 3 - wins for node in range(len(over))]
            outcomes, _ = backwards(turns, enough, edges)
            total = [sign * level if outcomes[node] == wins else worth for node, worth in enumerate(total)]
    most = []
    for node in range(len(over)):
        seen, waiting = {node}, [node]
        while waiting:
            fresh = {to for _, to in edges[waiting.pop()]} - seen
            seen |= fresh
            waiting += fresh
        ends = [0, *(height[other] for other in seen if over[other])]
        most.append((max(ends) - height[node], height[node] - min(ends)))
    known = 0.0 if CHANCE not in turns else float("nan")
    return [worth - height[node] + known for node, worth in enumerate(total)], most
