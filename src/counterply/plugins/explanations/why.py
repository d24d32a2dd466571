"""Why this move, and why not that one: values, refutation, the depth at which the opinion changed, and the terms behind it.

Nothing is said that was not found: a move is searched by itself, with the other moves of the root left out, as deep as the best
one was; where the evaluator is linear, and the values of both lines come from the positions at their ends, its terms there are
compared.
With dice a line ends where they are rolled, and the same roll after both moves is compared instead.
Along a line, the evaluator's terms of each position and the rules' events of each move stand beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from counterply.core.errors import GameError
from counterply.core.evaluator import Evaluator
from counterply.core.limits import Limit
from counterply.core.report import Line, Report
from counterply.core.values import ONGOING, is_proven, signed
from counterply.plugins.explanations.after_rolls import NO_TERMS, RollAfter, roll_lines, rolls_after, rolls_json, until_chance
from counterply.plugins.explanations.searched_line import Passage, passage_lines
from counterply.search import textbook
from counterply.search.alphabeta.techniques import Techniques
from counterply.search.choose import Search, Wishes, search_for
from counterply.search.request import SearchRequest
from counterply.shown.frames import Columns, Framed
from counterply.shown.tables import Table, Worded

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

FINISHING_NODES = 20_000  # to find how far a proven win is
MOST_TERMS = 5  # that are shown
MOST_PLY_TERMS = 3  # of a move of a line


@dataclass(frozen=True)
class Term:
    """A feature with its weight, at the end of the better line and of the other one, for the side to move at the root."""

    feature: str
    better: float
    worse: float
    weight: float

    @property
    def difference(self) -> float:
        """Its contribution to the difference of the two lines."""
        return (self.better - self.worse) * self.weight


@dataclass(frozen=True)
class Ply:
    """One move of a line.

    Attributes
    ----------
    move : its text
    seat : the seat that played it
    value : of the position after it, by the evaluator, for the side to move at the root; None where the game is over
    change : of the value, against the position before
    terms : the change by feature in a linear evaluator of several features, the largest first
    happened : the game's events of the move
    over : why the game is over after it, '' if it goes on
    """

    move: str
    seat: int
    value: float | None
    change: float | None
    terms: tuple[tuple[str, float], ...]
    happened: tuple[str, ...]
    over: str


@dataclass(frozen=True, repr=False)
class Why(Worded, Framed):
    """A search's account of a move.

    Attributes
    ----------
    chosen, other : the move that was asked about, and the one that it is compared with: the best one, or the second best
    best : whether the chosen move is the best one
    depth : to which both were searched
    opinions : by depth from 1 on, which move was best
    terms : of a linear evaluator, the largest differences first; empty where they do not explain the values
    why_no_terms : why there are none, '' if there are
    plies : the chosen move's line, move by move
    evaluator : by name
    passage : how the engine's search went along the line; None in plain Python, with chance, after Ctrl-C, and where `note` is set
    note : why there is no passage, where the limit was too short for one
    rolls : what dice bring after the chosen line, beside the other one; empty where none are rolled
    finished : False after Ctrl-C
    """

    chosen: Line
    other: Line | None
    best: bool
    depth: int
    opinions: tuple[tuple[int, str], ...]
    terms: tuple[Term, ...]
    why_no_terms: str
    plies: tuple[Ply, ...]
    evaluator: str = ""
    passage: Passage | None = None
    note: str = ""
    rolls: tuple[RollAfter, ...] = ()
    finished: bool = True

    COLUMNS: ClassVar[Columns] = {"move": str, "seat": int, "value": float, "change": float, "over": str}

    def cells(self) -> Iterator[tuple[Any, ...]]:
        """Yield each move of the line, by `COLUMNS`; values in the evaluator's unit, for the side to move at the root."""
        for ply in self.plies:
            yield ply.move, ply.seat, ply.value, ply.change, ply.over

    @property
    def changes(self) -> tuple[tuple[int, str], ...]:
        """The depths at which another move than before was best, with that move; the first depth is the first of them."""
        found: list[tuple[int, str]] = []
        for depth, text in self.opinions:
            if not found or found[-1][1] != text:
                found.append((depth, text))
        return tuple(found)

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply analyse --why --json`` prints; scores are in the view of the side to move."""
        return {
            "chosen": self.chosen.json(),
            "other": self.other and self.other.json(),
            "best": self.best,
            "depth": self.depth,
            "opinions": [{"depth": depth, "move": move} for depth, move in self.opinions],
            "terms": [{**asdict(term), "difference": term.difference} for term in self.terms],
            "no_terms": self.why_no_terms or None,
            "evaluator": self.evaluator,
            "plies": [
                {
                    **asdict(ply),
                    "terms": [{"feature": name, "difference": gives} for name, gives in ply.terms],
                    "over": ply.over or None,
                }
                for ply in self.plies
            ],
            "passage": self.passage and self.passage.json(),
            "note": self.note or None,
            "rolls": rolls_json(self.rolls),
            "finished": self.finished,
        }

    def __str__(self) -> str:
        return "\n".join([*why_lines(self), *(() if self.passage is None else passage_lines(self.passage))])


def why(
    position: AnyPosition,
    move: Any,
    depth: int,
    evaluator: Evaluator,
    techniques: Techniques | None = None,
    limit: Limit | None = None,
) -> Why:
    """Search a position and one of its moves to the same depth, and compare.

    Parameters
    ----------
    depth : of both searches
    limit : ends the first search earlier; the second one goes as deep
    """
    game, limit = position.game, (limit or Limit()).with_(depth=depth)
    if game.hidden:
        raise GameError(f"why compares lines of play, and in {game.name}, with its hidden information, none is certain")
    search = search_for(game, evaluator, Wishes(techniques=techniques))
    search.warm_up(position)
    opinions: list[tuple[int, str]] = []
    last: Report | None = None
    for report in search.deepen(SearchRequest(position, limit)):
        if last is None or report.depth > last.depth:  # what a limit has ended is a value of no depth
            last = report
            opinions.append((report.depth, position.move_text(report.move)))
    assert last is not None
    reached = max(1, last.depth)
    if last.score is None:  # the limit came before any move was searched
        last = _alone(search, position, position.moves(), Limit(depth=reached, stop=limit.stop))
    best = last.move == move
    lines = {last.move: _line(search, position, last, limit)}
    moves = [other for other in position.moves() if other != move] if best else [move]
    if moves:
        found = _alone(search, position, moves, Limit(depth=reached, stop=limit.stop))
        lines[found.move] = _line(search, position, found, limit)
    if any(line.score is None for line in lines.values()):
        raise GameError("the search was stopped before it had looked at both moves")
    if move not in lines:
        raise GameError(f"{position.move_text(move)} could not be searched by itself: the game's own hints leave it out")
    deep = Limit(depth=reached, stop=limit.stop)
    if game.chance:
        lines = {each: until_chance(search, position, line, deep) for each, line in lines.items()}
    chosen = lines[move]
    others = [line for each, line in lines.items() if each != move]
    other = others[0] if others else None
    terms, reason = ((), NO_TERMS) if game.chance else _terms(position, evaluator, *((chosen, other) if best else (other, chosen)))
    plies = _plies(position, chosen, evaluator)
    rolls = rolls_after(search, position, chosen, other, deep) if game.chance else ()
    return Why(chosen, other, best, reached, tuple(opinions), terms, reason, plies, evaluator.name, rolls=rolls)


def _alone(search: Search, position: AnyPosition, moves: list[Any], limit: Limit) -> Report:
    """Return the result of a search with only these moves at the root."""
    search.forget()
    *_, report = search.deepen(SearchRequest(position, limit, order=moves))
    return report


def _line(search: Search, position: AnyPosition, report: Report, limit: Limit) -> Line:
    """Return the line of a report; of a proven win or loss to its end, if few nodes suffice to find that."""
    if report.score is not None and report.distance is None and is_proven(report.score):
        *_, found = search.analyse(SearchRequest(position, Limit(nodes=FINISHING_NODES, stop=limit.stop), order=[report.move]))
        report = report if found.distance is None else found
    return replace(report, position=position).best


def _terms(position: AnyPosition, evaluator: Evaluator, better: Line | None, worse: Line | None) -> tuple[tuple[Term, ...], str]:
    """Return the terms at the ends of two lines, or why they explain nothing."""
    if better is None or worse is None:
        return (), "there is no other move"
    if evaluator.features is None:
        return (), f"the evaluator {evaluator.name} has no features"
    if not position.game.compiled:
        return (), "features are compared in compiled games only"
    if is_proven(better.score) or is_proven(worse.score):
        return (), "a proven result needs no evaluator"
    bound, seat, found = evaluator.bind(position.game), position.turn, []
    for line in (better, worse):
        end = position.play(*line.moves)
        if end.outcome() != ONGOING or bound.grid_value(end.record, seat) != line.score:
            return (), "a value comes from beyond the end of the line that is known (--search alphabeta has whole lines)"
        found.append(bound.explain(end.record, seat))
    terms = [Term(name, one, two, weight) for (name, one, weight), (_, two, _) in zip(*found, strict=True)]
    return tuple(sorted(terms, key=lambda term: -abs(term.difference))), ""


def _plies(position: AnyPosition, line: Line, evaluator: Evaluator) -> tuple[Ply, ...]:
    """Return a line move by move."""
    game, seat, plies = position.game, position.turn, []
    evaluate = textbook.evaluation(game, evaluator)
    bound = evaluator.bind(game) if game.compiled else None

    def seen(place: AnyPosition) -> tuple[float | None, dict[str, float]]:
        """Return the evaluator's value of a position, and the contributions of its features."""
        if place.outcome() != ONGOING:
            return None, {}
        value = evaluate(place, seat) / evaluator.grid
        return value, {name: x * weight for name, x, weight in (bound.explain(place.record, seat) if bound is not None else ())}

    value, parts = seen(position)
    for move in line.moves:
        text, mover, before = position.move_text(move), position.turn, position
        position = position.after(move)
        after, gives = seen(position)
        change = None if after is None or value is None else after - value
        known = len(parts) > 1  # a single feature says no more than the value
        terms = [(name, given - parts[name]) for name, given in gives.items() if known and given != parts[name]]
        terms.sort(key=lambda term: -abs(term[1]))
        happened = tuple(game.events(before, move)) if game.compiled else ()
        over = game.reason(position) if after is None else ""
        plies.append(Ply(text, mover, after, change, tuple(terms), happened, over))
        value, parts = after, gives
    return tuple(plies)


def why_lines(answer: Why) -> list[str]:
    """Return an answer as lines of text."""
    chosen, other = answer.chosen, answer.other
    lines = [headline(answer)]
    lines.append(
        f"{line_label(answer)}: {' '.join(chosen.texts)}{', and a roll' if answer.rolls else ''}"
        + (f" ({answer.plies[-1].over})" if answer.plies and answer.plies[-1].over else "")
    )
    if other is not None:
        lines.append(f"instead: {' '.join(other.texts)}")
    lines.append(opinion_text(answer))
    shown = [term for term in answer.terms if term.difference][:MOST_TERMS]
    if shown:
        lines.append(
            f"at the ends of the lines, for the side to move here ({'this' if answer.best else 'the best'} line, the other one):"
        )
        rows = [
            (
                term.feature,
                f"{signed(term.better, '.4g')} and {signed(term.worse, '.4g')}, x {term.weight:.4g} = {signed(term.difference)}",
            )
            for term in shown
        ]
        lines += [f"  {line}" for line in Table.of_rows(("", ""), rows, left=2, show_heads=False).lines()]
    elif answer.why_no_terms:
        lines.append(f"the lines are not compared term by term: {answer.why_no_terms}")
    return lines + roll_lines(answer.rolls, chosen, other) + ply_lines(answer)


def headline(answer: Why) -> str:
    """Return the values of both moves."""
    chosen, other = answer.chosen, answer.other
    seen = f"{'proven ' if is_proven(chosen.score) else ''}at depth {answer.depth}"
    text = (
        f"{'why' if answer.best else 'why not'} {chosen.text}: it {_worth(chosen)}{', ' if is_proven(chosen.score) else ' '}{seen}"
    )
    if other is None:
        return f"{text}, and it is the only move"
    rank = "the next best" if answer.best else "the best"
    return f"{text}; {rank} move, {other.text}, {'is worth as much' if other.score == chosen.score else _worth(other)}"


def line_label(answer: Why) -> str:
    """Return the kind of the chosen move's line: a refutation, where another move is worth more and no dice decide."""
    place, other = answer.chosen.position, answer.other
    worse = not answer.best and other is not None and (other.score or 0) > (answer.chosen.score or 0)
    return "refutation" if worse and place is not None and not place.game.chance else "line"


def ply_lines(answer: Why) -> list[str]:
    """Return the change by each move of the chosen line as lines of text; nothing where the evaluator sees no change at all."""
    if not any(ply.change or ply.happened for ply in answer.plies):
        return []
    wide = max(len(ply.move) for ply in answer.plies)
    lines = [f"move by move, as the evaluator {answer.evaluator} sees it for the side to move here:"]
    for ply in answer.plies:
        said = [f"{name} {signed(gives)}" for name, gives in ply.terms[:MOST_PLY_TERMS]]
        said += [*ply.happened, *([ply.over] if ply.over and ply.over not in ply.happened else [])]
        value = "        " if ply.value is None else f"{signed(ply.value):>8}"
        change = "" if ply.change is None else f"({signed(ply.change)})"
        lines.append(f"  {ply.move:<{wide}}  {value} {change:>9}  {', '.join(said)}".rstrip())
    return lines


def _worth(line: Line) -> str:
    """Return the value of a line as a phrase."""
    proven = line.proven or is_proven(line.score)
    return f"is a {line.score_text}" if proven else f"is worth {line.score_text}"


def opinion_text(answer: Why) -> str:
    """Return since when which move is thought best."""
    text, changes = answer.chosen.text, answer.changes
    if len(changes) == 1:
        return f"{changes[0][1]} is best at every depth from {changes[0][0]} to {answer.depth}"
    told = ", ".join(f"from depth {depth} on {move}" for depth, move in changes)
    never = "" if any(move == text for _, move in changes) else f"; {text} never is"
    return f"best: {told}{never}"
