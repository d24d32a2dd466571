"""What searches claim of a position of `graphs`, compared with the truth: each fault is a line of text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from graphs import CODES, World

from counterply.core.values import DRAW, FIRST, ONGOING, SECOND

NAMES = {"first": FIRST, "second": SECOND, "draw": DRAW}
CLAIM = re.compile(r"(win|loss|draw)(?: by (\d+))?(?: in( at most)? (\d+))?$")  # what a proven score prints as
WINS = (FIRST, SECOND)


def after(world: World, position: Any, moves: Any) -> Any:
    """Return the position after moves, or None where one of them is illegal; without asking the package."""
    tables = world.setup[0]
    node, points = int(position["node"]), int(position["points"])
    for move in moves:
        if tables["ends"][node] != ONGOING or not 0 <= move < CODES or tables["child"][node, move] < 0:
            return None
        points += int(tables["gain"][node, move])
        node = int(tables["child"][node, move])
    return {"node": node, "points": points}


def total(world: World, position: Any) -> float:
    """Return the margin that a position ends with under best play."""
    assert world.truth.margins is not None
    return int(position["points"]) + world.truth.margins[int(position["node"])]


def wrong_text(world: World, position: Any, move: int, text: str) -> Iterator[str]:
    """Yield what is wrong about a score's text, in the mover's view, of a move."""
    said = CLAIM.match(text)
    if said is None:
        return
    seat, child = int(world.setup[0]["turn"][int(position["node"])]), after(world, position, [move])
    if child is None:
        yield f"{text} by the illegal move {move}"
        return
    if world.truth.margins is not None:
        margin = total(world, child) * (1 if seat == 0 else -1)
        if said[1] == "draw" or said[2] is not None:
            claimed = 0 if said[1] == "draw" else int(said[2]) * (1 if said[1] == "win" else -1)
            if margin != claimed:
                yield f"{text}, but the truth is {margin}"
        elif (margin > 0) != (said[1] == "win") or margin == 0:
            yield f"{text}, but the truth is {margin}"
        return
    result = world.truth.outcomes[child["node"]]
    true = "draw" if result == DRAW else "win" if result == WINS[seat] else "loss"
    plies = world.truth.distances[child["node"]] + 1
    if said[1] != true:
        yield f"{text}, but {move} is a {true} in {plies}"
    elif said[4] is not None and (plies > int(said[4]) if said[3] else plies != int(said[4])):
        yield f"{text}, but the truth is {plies}"


def wrong_line(world: World, position: Any, texts: str, moves: Any, whole: bool) -> Iterator[str]:
    """Yield what is wrong about a line of play whose score's text is given; a `whole` one leads to the end."""
    said = CLAIM.match(texts)
    end = after(world, position, moves)
    if end is None:
        yield f"illegal line {moves} for {texts}"
        return
    if said is None:
        return
    seat, over = int(world.setup[0]["turn"][int(position["node"])]), int(world.setup[0]["ends"][end["node"]])
    if world.truth.margins is not None:
        if over != ONGOING and said[2] is not None:
            margin = end["points"] * (1 if seat == 0 else -1)
            if margin != int(said[2]) * (1 if said[1] == "win" else -1):
                yield f"the line {moves} of {texts} ends with {margin}"
        return
    if over != ONGOING:
        ended = "draw" if over == DRAW else "win" if over == WINS[seat] else "loss"
        if ended != said[1]:
            yield f"the line {moves} of {texts} ends in a {ended}"
        if said[4] is not None and (len(moves) > int(said[4]) if said[3] else len(moves) != int(said[4])):
            yield f"the line {moves} of {texts} has {len(moves)} plies"
    elif said[4] is not None and len(moves) >= int(said[4]):
        yield f"the line {moves} of {texts} does not end the game"
    elif said[4] is not None and whole:
        yield f"the line {moves} of {texts} breaks off"
    else:
        result = world.truth.outcomes[end["node"]]
        true = "draw" if result == DRAW else "win" if result == WINS[seat] else "loss"
        if true != said[1]:
            yield f"the line {moves} of {texts} leads to a {true}"


def wrong_report(world: World, position: Any, report: Any, whole: bool = False) -> Iterator[str]:
    """Yield what is wrong about a report: its move, its lines, and what it proves of the position."""
    if report.fault:
        yield f"its own fault: {report.fault}"
    if report.score is None:
        return
    for line in (report.best, *report.lines):
        if line.proven and not CLAIM.match(line.score_text):
            yield f"proven, and says {line.score_text}"
        yield from wrong_text(world, position, line.move, line.score_text)
        yield from wrong_line(world, position, line.score_text, line.moves, whole and line.move == report.move)
        told = CLAIM.match(line.score_text)
        if told is not None and told[4] is not None and (line.distance, line.at_most) != (int(told[4]), bool(told[3])):
            yield f"{line.score_text}, but distance {line.distance} and at_most {line.at_most}"
    if report.proven:
        yield from wrong_value(world, position, report.best.score_text)
    document = report.json()["lines"][0]
    if (document["distance"], document["at_most"]) != (report.lines[0].distance, report.lines[0].at_most):
        yield f"the document says {document}, the report {report.lines[0]}"


def wrong_value(world: World, position: Any, text: str) -> Iterator[str]:
    """Yield what is wrong about the text of a proven score, in the mover's view, of a position itself."""
    said, node = CLAIM.match(text), int(position["node"])
    if said is None:
        return
    seat = int(world.setup[0]["turn"][node])
    if world.truth.margins is not None:
        margin = total(world, position) * (1 if seat == 0 else -1)
        true = "draw" if margin == 0 else f"{'win' if margin > 0 else 'loss'} by {abs(margin):g}"
        if (said[2] is not None or said[1] == "draw") and text != true:
            yield f"the position is proven a {text}, but is a {true}"
        return
    result = world.truth.outcomes[node]
    true = "draw" if result == DRAW else "win" if result == WINS[seat] else "loss"
    plies = world.truth.distances[node]
    if said[1] != true:
        yield f"the position is proven a {text}, but is a {true} in {plies}"
    elif said[4] is not None and (plies > int(said[4]) if said[3] else plies != int(said[4])):
        yield f"the position is proven a {text}, but the truth is {plies}"


def wrong_solution(world: World, position: Any, solution: Any) -> Iterator[str]:
    """Yield what is wrong about a solution."""
    if solution.fault:
        yield f"its own fault: {solution.fault}"
    node = int(position["node"])
    moves = [int(text) for text in solution.line]
    end = after(world, position, moves)
    if end is None:
        yield f"illegal line {moves}"
        return
    if world.truth.margins is not None:
        margin = total(world, position)
        result = FIRST if margin > 0 else SECOND if margin < 0 else DRAW
        if solution.proven and NAMES[solution.outcome] != result:
            yield f"{solution}, but the margin is {margin}"
        if solution.margin is not None and solution.margin != margin:
            yield f"margin {solution.margin}, but it is {margin}"
        least, most = (margin if bound is None else bound for bound in (solution.lower, solution.upper))
        if not least <= margin <= most:
            yield f"between {solution.lower} and {solution.upper}, but it is {margin}"
        if solution.margin is not None and world.setup[0]["ends"][end["node"]] != ONGOING and end["points"] != margin:
            yield f"the line of a margin of {margin} ends with {end['points']}"
        return
    result, plies = world.truth.outcomes[node], world.truth.distances[node]
    value = {FIRST: 1, SECOND: -1, DRAW: 0}[result]
    if solution.proven and NAMES[solution.outcome] != result:
        yield f"{solution}, but it is {result}"
    if not solution.lower <= value <= solution.upper:
        yield f"between {solution.lower} and {solution.upper}, but it is {value}"
    if solution.forced and result != WINS[int(world.setup[0]["turn"][node])]:
        yield "a forced win that is none"
    if solution.distance is not None:
        if result == DRAW or (plies > solution.distance if solution.at_most else plies != solution.distance):
            yield f"in {'at most ' if solution.at_most else ''}{solution.distance}, but the truth is {plies}"
        if len(moves) > solution.distance or (not solution.at_most and len(moves) == solution.distance and not over(world, end)):
            yield f"a line of {len(moves)} plies for a distance of {solution.distance}"
    if solution.proven and world.truth.outcomes[end["node"]] != result:
        yield f"the line {moves} leads to {world.truth.outcomes[end['node']]} instead of {result}"


def counts(world: World, position: Any, depth: int) -> list[int]:
    """Return how many lines of each length up to `depth` there are."""
    tables, level, found = world.setup[0], [int(position["node"])], []
    for _ in range(depth):
        going = [node for node in level if tables["ends"][node] == ONGOING]
        level = [int(child) for node in going for child in tables["child"][node] if child >= 0]
        found.append(len(level))
    return found


def over(world: World, position: Any) -> bool:
    """Tell whether a game is over."""
    return bool(world.setup[0]["ends"][position["node"]] != ONGOING)
