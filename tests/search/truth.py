"""What is true of a position, found without any search of the package: exhaustive, or by working backwards from the ends."""

from counterply import DRAW, FIRST, ONGOING
from counterply.core.values import DEFAULT_GRID, distance_of, is_proven

DRAWN = (0, 0, 0)


def ended(position):
    """(result, margin, distance) in the first player's view, so that the larger tuple is better for it."""
    if position.outcome() == DRAW:
        return DRAWN
    points = abs(position.margin()) if position.game.objective == "margin" else 0
    return (1, points, 0) if position.outcome() == FIRST else (-1, -points, 0)


def one_ply_back(value):
    result, points, distance = value
    return (result, points, distance - result)


def exact(position, known=None):
    """The value of a finite game's position under best play: results first, then points, then short wins and long losses."""
    known = {} if known is None else known
    name = position.record.tobytes()
    if name not in known:
        if position.outcome() != ONGOING:
            known[name] = ended(position)
        else:
            best = max if position.turn == 0 else min
            known[name] = best(one_ply_back(exact(position.after(move), known)) for move in position.moves())
    return known[name]


def shown(position, score, grid=DEFAULT_GRID):
    """What a proven score says, as `exact` would say it; the distance is None where the score tells none."""
    sign = 1 if position.turn == 0 else -1
    if position.game.objective == "margin":
        points, rest = divmod(sign * score, grid)
        assert rest == 0, "a proven margin is a number of points"
        return ((points > 0) - (points < 0), points, None)
    if not is_proven(score):
        assert score == 0, "neither a proven win or loss, nor a draw"
        return DRAWN
    result = sign if score > 0 else -sign
    distance = distance_of(score)
    return (result, 0, None if distance is None else -result * distance)


def results(start):
    """The results of all positions of a graph of positions, by record: 1, -1, or 0 where nobody can force an end."""
    positions, children = {}, {}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        name = position.record.tobytes()
        if name in positions:
            continue
        positions[name] = position
        after = [] if position.outcome() != ONGOING else [position.after(move) for move in position.moves()]
        children[name] = [child.record.tobytes() for child in after]
        waiting.extend(after)
    found = {name: ended(position)[0] for name, position in positions.items() if position.outcome() != ONGOING}
    changed = True
    while changed:
        changed = False
        for name, position in positions.items():
            if name in found:
                continue
            wanted = 1 if position.turn == 0 else -1
            values = [found.get(child) for child in children[name]]
            if wanted in values:
                found[name] = wanted
            elif all(value == -wanted for value in values):
                found[name] = -wanted
            changed |= name in found
    return {name: found.get(name, 0) for name in positions}
