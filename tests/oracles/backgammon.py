"""Whole turns of backgammon, slow and obvious: every way to play the dice in every order, and of these those that play most.

A board is two dictionaries, each player's men by that player's own numbers; 25 is the bar and 0 is off.
"""

from __future__ import annotations

from itertools import permutations

Men = dict[int, int]
Step = tuple[int, int]  # from where and to where
Board = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]


def step(mine: Men, theirs: Men, start: int, die: int) -> tuple[Men, Men, Step] | None:
    """Move one man by one die; None where the rules forbid it."""
    if mine.get(25) and start != 25:
        return None
    to = start - die
    if to <= 0:
        if any(point > 6 for point, count in mine.items() if count):
            return None
        if to < 0 and any(point > start for point, count in mine.items() if count):
            return None
        to = 0
    elif theirs.get(25 - to, 0) >= 2:
        return None
    mine, theirs = dict(mine), dict(theirs)
    mine[start] -= 1
    mine[to] = mine.get(to, 0) + 1
    if to and theirs.get(25 - to) == 1:
        theirs[25 - to] = 0
        theirs[25] = theirs.get(25, 0) + 1
    return mine, theirs, (start, to)


def ways(mine: Men, theirs: Men, dice: tuple[int, ...]) -> list[tuple[Men, Men, tuple[Step, ...], int]]:
    """Play dice in this order as long as it goes; each way is the men at its end, the steps, and the pips of the dice used."""
    found = []
    for start in [point for point, count in mine.items() if count and point]:
        made = step(mine, theirs, start, dice[0]) if dice else None
        if made is not None:
            rest = ways(made[0], made[1], dice[1:])
            found += [(after, other, (made[2], *steps), dice[0] + used) for after, other, steps, used in rest]
    return found or [(mine, theirs, (), 0)]


def turns(mine: Men, theirs: Men, one: int, other: int) -> tuple[set[Board], set[Step]]:
    """Return the boards that a roll can lead to, and the steps with which a turn can begin."""
    orders = {(one,) * 4} if one == other else set(permutations((one, other)))
    found = [way for order in orders for way in ways(mine, theirs, order)]
    most = max(len(steps) for _, _, steps, _ in found)
    found = [way for way in found if len(way[2]) == most]
    if most == 1 and one != other:  # the higher die, if either could be played
        highest = max(used for *_, used in found)
        found = [way for way in found if way[3] == highest]
    return {(men(mine), men(theirs)) for mine, theirs, _, _ in found}, {steps[0] for _, _, steps, _ in found if steps}


def men(side: Men) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((point, count) for point, count in side.items() if count))
