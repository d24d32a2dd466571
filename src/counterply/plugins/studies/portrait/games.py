"""The games of a portrait, one by one: length, width, lead, and when each was decided."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from counterply.arena.record import BY_RULES, GameRecord, positions
from counterply.core.values import CHANCE, DRAW, FIRST

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame

SURE = 1_000.0  # in units of an evaluator: beyond it a score says won or lost, not how much


@dataclass(frozen=True)
class Course:
    """How one game went.

    Attributes
    ----------
    record : the game
    points : of the first player: 0, 1/2 or 1
    plies : all moves, the opening's too
    widths : legal moves at each ply where a player had a choice to make: (ply, moves)
    leads : after the opening, by ply: the score in the first player's view, in units of the evaluator
    """

    record: GameRecord
    points: float
    plies: int
    widths: tuple[tuple[int, int], ...]
    leads: tuple[tuple[int, float], ...]
    first_move: str

    @property
    def drawn(self) -> bool:
        """Whether it is a draw."""
        return self.record.outcome == DRAW

    @property
    def ended(self) -> bool:
        """Whether the rules ended it."""
        return self.record.ending == BY_RULES

    @property
    def winners_leads(self) -> list[tuple[int, float]]:
        """The leads in the later winner's view; none for a draw."""
        sign = 1 if self.record.outcome == FIRST else -1
        return [] if self.drawn else [(ply, lead * sign) for ply, lead in self.leads]

    @property
    def changes(self) -> int:
        """How often the lead went from one side to the other."""
        signs = [lead > 0 for _, lead in self.leads if lead != 0]
        return sum(one != other for one, other in pairwise(signs))

    @property
    def behind(self) -> float | None:
        """Share of the moves after which the later winner seemed to be behind; None for a draw."""
        leads = self.winners_leads
        return sum(lead < 0 for _, lead in leads) / len(leads) if leads else None

    @property
    def decided(self) -> float | None:
        """Share of the game after which the later winner was ahead to the end; None for a draw."""
        ply = self.turning_ply
        return None if ply is None else ply / self.plies

    @property
    def turning_ply(self) -> int | None:
        """The ply from which on the later winner was ahead; None for a draw."""
        leads = self.winners_leads
        wrong = [ply for ply, lead in leads if lead <= 0]
        return wrong[-1] + 1 if wrong else leads[0][0] if leads else None

    @property
    def swing(self) -> tuple[float, int]:
        """The largest change of the lead from one move to the next where neither is sure, and its ply."""
        steps = [
            (abs(after - before), ply)
            for (_, before), (ply, after) in pairwise(self.leads)
            if abs(before) < SURE and abs(after) < SURE and before * after < 0
        ]
        return max(steps, default=(0.0, 0))


def course_of(game: Game | PlainGame, record: GameRecord) -> Course:
    """Return how a stored game went: it is played again."""
    widths: list[tuple[int, int]] = []
    leads: list[tuple[int, float]] = []
    first_move = ""
    begin = len(record.opening)
    for ply, position in enumerate(positions(game, record.line)):
        if ply == len(record.line):
            break
        if position.turn == CHANCE:
            continue
        widths.append((ply, len(position.moves())))
        move = record.line[ply]
        first_move = first_move or (position.move_text(move) if game.compiled else str(move))
        if ply >= begin and record.scores[ply - begin] is not None:
            lead = (record.scores[ply - begin] or 0) / record.grids[position.turn]
            leads.append((ply, lead if position.turn == 0 else -lead))
    return Course(record, record.points(0), len(record.line), tuple(widths), tuple(leads), first_move)


def without_repeats(courses: list[Course]) -> list[Course]:
    """Return the games that repeat no earlier one move for move: only these are samples."""
    return list({course.record.line: course for course in reversed(courses)}.values())[::-1]
