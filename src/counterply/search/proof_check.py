"""Plays every proof before it is shown, for analyses, solutions, the board and players alike.

A search states a proof together with a line of play. This module plays the line by the rules: every move must be legal, and if the
line reaches the end of the game, it must be the promised result within the promised number of plies. It withdraws a claim that
fails, and says that the search is at fault.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from counterply.core.report import Line, Report
from counterply.core.values import CHANCE, EXACT, ONGOING, OUTCOME_NAMES, is_proven, outcome_score, signed

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

WITHDRAWN = "withdrawn"  # why a search stopped whose proof did not stand
PLEASE_REPORT = "a fault of the search, please report it"


def fault_of(position: AnyPosition, line: Line) -> str:
    """Return the first contradiction when a proven line is played from `position`; '' if there is none."""
    place, said = position, line.score_text
    for ply, move in enumerate(line.moves):
        if place.turn == CHANCE and place.outcome() == ONGOING:
            return ""
        if move not in place.moves():
            over = "the game is over" if place.outcome() != ONGOING else f"{move} is no legal move"
            return f"{said}, but {over} after {ply} plies of the line"
        place = place.after(move)
    if not line.moves or line.moves[0] != line.move:
        return f"{said}, but the line does not begin with the move"
    if place.outcome() == ONGOING:
        late = line.distance is not None and len(line.moves) >= line.distance
        return f"{said}, but the game goes on after the whole line" if late else ""
    return _fault_of_end(position, line, place)


def _fault_of_end(position: AnyPosition, line: Line, end: AnyPosition) -> str:
    """Return the contradiction at the end of a proven line, where the game is over; '' if there is none."""
    sign = 1 if position.turn == 0 else -1
    assert line.score is not None, "a proven line has a score"
    if position.game.by_margin:
        margin = sign * end.margin()
        stands = is_proven(line.score) or margin * line.grid == line.score
        return "" if stands else f"{line.score_text}, but the line ends with a margin of {signed(margin, '.0f')}"
    reached = int(outcome_score(end.outcome(), position.turn, 0))
    if (reached > 0) - (reached < 0) != (line.score > 0) - (line.score < 0):
        winner = OUTCOME_NAMES[end.outcome()]
        return f"{line.score_text}, but the line ends in {'a draw' if winner == 'draw' else f'a win of the {winner} player'}"
    plies, distance = len(line.moves), line.distance
    if distance is not None and (plies > distance or (not line.at_most and plies != distance)):
        return f"{line.score_text}, but the line has {plies} plies"
    return ""


def witnessed(position: AnyPosition, report: Report) -> Report:
    """Return a report whose proven lines were played from `position`; those that do not stand are withdrawn."""
    if not (report.proven or any(line.proven for line in report.several)):
        return report
    fault, lines = "", []
    for line in report.several:
        wrong = fault_of(position, replace(line, grid=report.grid)) if line.proven else ""
        lines.append(replace(line, score=0, bound=EXACT, proven=False, moves=(line.move,)) if wrong else line)
        fault = fault or wrong
    wrong = fault_of(position, report.best) if report.proven else ""
    if wrong:
        moves = position.moves()
        move = report.move if report.move in moves else moves[0]
        stopped = WITHDRAWN if report.stopped else ""
        report = replace(report, move=move, line=(move,), score=0, bound=EXACT, proven=False, stopped=stopped)
    fault = wrong or fault
    return replace(report, several=tuple(lines), fault=f"{fault}: {PLEASE_REPORT}" if fault else "")
