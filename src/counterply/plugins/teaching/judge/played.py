"""Judges a course's program by its own evaluator: it plays a few turns of small games, and its moves are compared with its values.

Its tree is read from outside (`counterply.plugins.dialects.watching`), to the depth that it reached. Its values count by their
order alone, which is all that minimax needs. Where it has not searched, what speaks most against its move is assumed: alpha-beta
leaves out only what makes no difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from typing import Any, NamedTuple

from counterply.plugins.dialects.told_trees import TURN, ToldTree
from counterply.plugins.explanations.text_trees import Case, Tree, node
from counterply.plugins.teaching.judge.diagnosis import ANSWERS, explained, trait_of
from counterply.plugins.teaching.judge.judgement import KINDS, Habits, Trial, habits_of, judged, kinds_of, make_trial
from counterply.plugins.teaching.judge.lines import lines_of
from counterply.plugins.teaching.judge.mistakes import MISTAKES
from counterply.plugins.teaching.judge.mistakes.answers import EQUAL_MOVES, MOVES_PLAYED
from counterply.plugins.teaching.judge.process import Answer, Student
from counterply.plugins.teaching.judge.reference import MINIMAX
from counterply.plugins.teaching.judge.repeats import Mistake
from counterply.plugins.teaching.judge.trees import PLAYED
from counterply.plugins.teaching.judge.verdict import Verdict, sentence, sentence_of

CHEAP = 2.0  # seconds of the processor that a program's questions may take for more of them to be asked
FEWEST = 4  # turns that must have been read for a verdict
UNSEEN = (
    "No function of its file was seen that takes a position and returns its value, so its moves cannot be compared with its own "
    "values."
)
OVER = (
    "It looks at its clock, and makes none of the positions that its moves lead to: its time is over at once. Here time passes by "
    "its work alone, so that it has no less than in the course's program."
)
UNSEARCHED = "It makes none of the positions that its moves lead to: it has no search yet, as the course's skeleton."
FEWEST_FOLDS, NEARLY_ALL = 5, 0.9  # values returned by a search, and the share of them that tells what it takes
OFTEN, NEARLY_ALWAYS = 0.3, 0.95  # shares of all choices between values that are read so, to name a mistake, and to be sure of it
SIDES_TAKEN = {  # the larger or the smaller value, by the side to move at the root and by the other one: the mistake's name
    ("max", "max"): "both sides maximise",
    ("min", "min"): "both sides minimise",
    ("min", "max"): "roles exchanged",
    ("", "max"): "roles exchanged",
}
AT_THE_END = "in the last plies of a game {} of {} moves are not the best by its own values: there it may see no moves, or no end"
ENDS = "in the last plies of a game, {}"
NO_NUMBER = "some of its values are nan, as infinity less infinity is: no value is larger or smaller, so such a move is never taken"
RIGHT_MOVES = "its moves are the best by its own values, as deep as it looks"
KEEPS = 0.85  # share of won positions that a right player of random games keeps, at least
CHANCE = 0.75  # share of won positions that one may keep by chance
NOT_FLIPPED = "a result counts for the player who moved into a position, and has the other sign one ply further up"
IN_A_HURRY = (
    "where it can see all of the tree, and in {} of {} with time for a thousand positions: does the result of a random game count "
    "for the side that moved into the position where the game began?"
)
FEW_GAMES = "the games that it plays may be too few, so its choice says little of its search"
ONE_PLY = "it looks one ply ahead only"


class Turn(NamedTuple):
    """A turn that was answered.

    Attributes
    ----------
    ways : to read it: down to its deepest leaves, and where it may have run out of time down to the next ones
    move : as it was played
    long : whether the game goes on for long
    clock : whether the program looks at the time
    best : the moves with the largest value, of all passes and of the last ones, for each number that its search returns
    view : the mistake of whom its evaluator judges for, '' for none; None: it was not asked
    """

    ways: list[dict[str, Any] | None]
    move: str
    long: bool
    clock: bool
    best: list[list[list[str]]]
    view: str | None = None


class Reading(NamedTuple):
    """A turn as it is read in one way: the tree to some depth, and whether the move is one of the best there."""

    turn: Turn
    tree: ToldTree
    way: dict[str, Any]
    right: bool


def check_played(start: Callable[[], Student], file: str) -> Verdict:
    """Ask a course's program, which is in a file, in a process that is started here, and return its verdict."""
    student = start()
    facts, tried_again = student.facts, False
    turns, failures, folds, seconds, asked = list[Turn](), Counter[tuple[str, bool]](), Counter[str](), 0.0, 0
    kept, hurried = list[bool](), list[bool]()
    hints = dict[str, None]()
    unseen, stopped, searched = "", False, False
    for number in range(facts["questions"] + facts["more"]):
        if number >= facts["questions"] and seconds > CHEAP:
            break
        answer = student.put({"number": number})
        if not student.alive and not tried_again:
            tried_again, student = True, start()
            answer = student.put({"number": number})
        seconds += answer.get("seconds", 0.0)
        long, clock = answer.get("long", number not in facts.get("ends", ())), answer.get("clock", False)
        stopped |= clock
        hints |= dict.fromkeys(answer.get("hints", ()))
        ended = [answer] if answer.get("failure") else []
        for turn in [*answer.get("turns", ()), *ended]:
            asked += 1
            folds.update(turn.get("folds", {}))
            searched |= turn.get("searched", False)
            failure = turn.get("failure")
            if failure and turn.get("unseen"):
                unseen = unseen or failure
            elif failure:
                failures[failure, long] += 1
            elif "kept" in turn:
                (hurried if turn["hurried"] else kept).append(turn["kept"])
            elif any(turn.get("ways", ())):
                turns.append(Turn(turn["ways"], turn["move"], long, clock, turn["best"], turn.get("view")))
        if unseen or not student.alive:
            break
    verdict = Verdict(facts["text"], "right", "", cases=asked, seconds=seconds, says=("move",), played=True, hints=(*hints,))
    if not (failures or kept or len(turns) >= FEWEST):
        unseen = unseen or (UNSEEN if searched else OVER if stopped else UNSEARCHED)
    if unseen:
        verdict.grade, verdict.about, verdict.cases = "not judged", sentence(unseen), 0
        return verdict
    if kept and not failures:
        return _by_results(verdict, kept, hurried, stopped)
    if len(turns) >= FEWEST:
        views = [[_readings(turn, mover) for turn in turns] for mover in (False, True)]
        ways = [_read(view, number) for number in range(4) for view in views]
        read = min(ways, key=lambda read: (-len(read), sum(not each.right for each in read)))
        mistake = _complete(verdict, read, folds, turns)
        if mistake:
            verdict.lines = lines_of(file, facts["text"].partition("(")[0], mistake.searches[0])
    return _failed(verdict, failures, asked) if failures else verdict


def _by_results(verdict: Verdict, kept: Sequence[bool], hurried: Sequence[bool], stopped: bool) -> Verdict:
    """Complete the verdict of a program that plays games at random, by whether it keeps won positions, in place.

    `hurried`: the same of positions where it has no time to see all of the tree, so that much hangs on its random games.
    `stopped`: it has used its time, and not only as many games as it has set itself.
    """
    share = sum(kept) / len(kept)
    verdict.says, verdict.right_cases = (), sum(kept)
    told = f"in {sum(kept)} of {len(kept)} solved positions its move keeps the win"
    if share >= KEEPS and sum(hurried) >= CHANCE * len(hurried):
        verdict.about = f"it plays games at random from a position: {told}"
        return verdict
    verdict.grade = "not judged"
    if share >= KEEPS:
        why = IN_A_HURRY.format(sum(hurried), len(hurried))
    elif share > CHANCE:
        why = "too many for chance, and too few to be sure"
    elif not stopped:
        why = f"and it ends before its time is up: {FEW_GAMES}"
    else:
        verdict.grade, verdict.wrong = "wrong", {"move": len(kept) - sum(kept)}
        why = f"though it has time for thousands of games: {NOT_FLIPPED}"
    verdict.about = sentence(f"{told}, {why}")
    return verdict


def _failed(verdict: Verdict, failures: Counter[tuple[str, bool]], asked: int) -> Verdict:
    """Complete the verdict of a program that does not always answer, in place; what is wrong with its moves is told besides."""
    said, _ = failures.most_common(1)[0][0]
    ends = not any(long for _, long in failures)
    besides = f" {verdict.about}" if verdict.grade == "wrong" else ""
    verdict.grade, verdict.wrong = "wrong", {"failure": failures.total(), **verdict.wrong}
    verdict.cases, verdict.right_cases = asked, asked - failures.total() - verdict.wrong.get("move", 0)
    verdict.about = sentence(ENDS.format(said) if ends else said) + besides
    return verdict


def _readings(turn: Turn, mover: bool) -> list[Reading | None]:
    """Return the ways to read a turn, None for those that there are not; `mover` is that of `ToldTree`."""
    found = list[Reading | None]()
    for way in turn.ways:
        trees = [ToldTree(way["tree"], early, mover) for early in (False, True)] if way else []
        found += [Reading(turn, tree, way or {}, tree.is_best(turn.move)) for tree in trees] or [None, None]
    return found


def _case(read: Reading) -> tuple[Case, Answer]:
    """Return the tree of a reading with values in their order, and the answer; what is not known speaks against the move."""
    told, played, ranks = read.tree, read.turn.move, read.tree.ranks
    sign = 1 if told.root[TURN] == 0 else -1

    def tree(data: list[Any], first: str) -> Tree:
        turn, _, moves, children, _ = data
        if children:
            return node(turn, 0, [tree(child, first or name) for child, name in zip(children, moves, strict=True)], tuple(moves))
        return Tree(turn, sign * ranks[told.worth(data, -inf if first == played else inf)])

    events = tuple((kind, number) for kind, number in read.way["events"])
    return Case(tree(told.root, ""), read.way["depth"], PLAYED), Answer(move=played, events=events)


def _read(turns: Sequence[list[Reading | None]], number: int) -> list[Reading]:
    """Return all turns as they are read in one way; a program with a clock may also have played the best move of the next depth."""
    found = []
    for readings in turns:
        ways = [each for each in readings if each]
        if ways and not ways[0].turn.clock:
            ways = [each for each in readings[number : number + 1] if each]
        found += [each for each in ways if each.right][:1] or ways[:1]
    return found


def _judged(read: Sequence[Reading]) -> tuple[list[Trial], Habits]:
    """Return the trials of all turns, with their faults, and how they are read."""
    asked = [_case(each) for each in read]
    habits = habits_of([make_trial(*each, Habits()) for each in asked], False, Habits())
    return judged([make_trial(*each, habits) for each in asked], habits), habits


def _of_all_depths(turns: Sequence[Turn]) -> bool:
    """Tell whether each move has the largest value of all passes, and some has not that of the last ones."""
    places = range(max(len(turn.best) for turn in turns))
    told = [[(turn.move, *turn.best[place]) for turn in turns if len(turn.best) > place] for place in places]
    return any(all(move in ever for move, ever, _ in each) and any(move not in last for move, _, last in each) for each in told)


def _by_view(turns: Sequence[Turn], folds: Counter[str]) -> Mistake | None:
    """Return the mistake of an evaluator that judges for another side than a search takes, which has all values in one view."""
    told = {turn.view for turn in turns} - {None}
    return _named(told.pop()) if len(told) == 1 and _both_taken(folds) == ("max", "min") else None


def _complete(verdict: Verdict, read: Sequence[Reading], folds: Counter[str], turns: Sequence[Turn]) -> Mistake | None:
    """Complete a verdict by the turns that were read, in place, and return the mistake that explains them."""
    trials, habits = _judged(read)
    middle = [trial for trial, each in zip(trials, read, strict=True) if each.turn.long and "move" in trial.wrong]
    ends = [trial for trial, each in zip(trials, read, strict=True) if not each.turn.long]
    wrong_ends = [trial for trial in ends if "move" in trial.wrong]
    if only_ends := wrong_ends and not middle:
        trials = [trial for trial in trials if trial not in wrong_ends]
    hints = {
        AT_THE_END.format(len(wrong_ends), len(ends)): only_ends,
        ONE_PLY: max(trial.depth for trial in trials) == 1,
        NO_NUMBER: folds["nan"],
    }
    verdict.hints = (*verdict.hints, *[hint for hint, holds in hints.items() if holds])
    wrong = [trial for trial in trials if "move" in trial.wrong]
    mistake = _by_view(turns, folds) or (_by_folds(folds) if wrong or _certain(folds) else None)
    if not mistake and len(wrong) > 1:
        mistake = _by_moves(trials, habits)
    if wrong and _of_all_depths(turns):
        mistake = mistake or _named("best of all depths")
    verdict.grade = "wrong" if wrong or mistake else "more" if "nodes" in kinds_of(trials) else "right"
    verdict.cases, verdict.right_cases = len(trials), len(trials) - len(wrong)
    if verdict.grade != "right":
        verdict.wrong = {kind: count for kind in KINDS if (count := sum(kind in trial.wrong for trial in trials))}
    verdict.habits = habits
    verdict.about = RIGHT_MOVES
    verdict.mistake = mistake.name if mistake else ""
    if mistake and not wrong:  # it is one of its values
        verdict.about = f"{mistake.sentence} By its own values, its moves are right all the same."
        verdict.says, verdict.wrong["value"], verdict.right_cases = ("move", "value"), len(trials), 0
    if wrong:
        verdict.about = sentence_of("move", wrong, mistake, trait_of(trials, habits))
        verdict.smallest = min(wrong, key=lambda trial: trial.case.tree.size)
    elif verdict.grade == "more":
        verdict.about = sentence_of("nodes", [trial for trial in trials if "nodes" in trial.wrong], None)
    return mistake


def _by_moves(trials: Sequence[Trial], habits: Habits) -> Mistake | None:
    """Return the mistake by which a right search plays another move than its best, if it explains each move that was played."""
    for mistake in (*EQUAL_MOVES, *MOVES_PLAYED):
        for hooks in mistake.searches:
            once = hooks.start == MINIMAX.start  # of other depths no values are known
            if once and all(explained(hooks, trial, habits, strict=True) >= ANSWERS for trial in trials):
                return replace(mistake, searches=(hooks,))
    return None


def _certain(folds: Counter[str]) -> bool:
    """Tell whether a side takes the wrong value wherever values differ."""
    wrong = {"own": folds["own min"], "other": folds["other max"]}
    return any(taken >= max(FEWEST_FOLDS, NEARLY_ALWAYS * folds[f"{side} all"]) for side, taken in wrong.items())


def _by_folds(folds: Counter[str]) -> Mistake | None:
    """Return the mistake of the side that takes the wrong value, if it nearly always does."""
    if folds["endless"] >= FEWEST_FOLDS:
        return _named("begins with the wrong infinity")
    for side in ("own", "other"):
        all_, last, *taken = (folds[f"{side} {which}"] for which in ("all", "last", "max", "min"))
        if last >= max(FEWEST_FOLDS, NEARLY_ALWAYS * all_) and last > max(taken):
            return _named("returns the last value")
    return _named(SIDES_TAKEN.get(_both_taken(folds)))


def _both_taken(folds: Counter[str]) -> tuple[str, str]:
    """Return which value each side nearly always takes, where values differ: 'max', 'min', or '' for neither."""

    def taken(side: str) -> str:
        larger, smaller = folds[f"{side} max"], folds[f"{side} min"]
        often = larger + smaller >= max(FEWEST_FOLDS, OFTEN * folds[f"{side} all"])
        return ("max" if larger > smaller else "min") if often and max(larger, smaller) >= NEARLY_ALL * (larger + smaller) else ""

    return taken("own"), taken("other")


def _named(name: str | None) -> Mistake | None:
    """Return the mistake of a name."""
    return next((mistake for mistake in MISTAKES if mistake.name == name), None)
