"""Checks a student's search: random small trees first, then positions of games; stops where something is wrong, and says what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

from counterply.core.errors import UsageError
from counterply.core.limits import Stop
from counterply.judge.by_asking import ALWAYS, KEEPS, MEETS_AGAIN, PREFERS_LATE, SHARES_SLOTS, Mistake
from counterply.judge.cases import DEPTHS, GAMES, LATE_WINS, SEED, TREES, full_tree, game_cases, tree_cases
from counterply.judge.clock import PAUSE, check_clock
from counterply.judge.diagnosis import (
    excuse_deeper,
    likeliest,
    mistake_of,
    pruning_of,
    shows,
    shrink,
    standard_of,
    trait_of,
    wrong_answer,
)
from counterply.judge.judgement import KINDS, ONLY_WORK, Habits, Run, Runs, habits_of, judge, make_run, too_few
from counterply.judge.observation import JUDGED
from counterply.judge.process import Reply, Student
from counterply.judge.trees import Case, Flat, Tree, random_cases, with_own_names
from counterply.judge.truth import PROBES, Distance, distances_of
from counterply.judge.verdict import Verdict, grade_of, sentence_of

MOST_FAILURES = 20  # after which no more is asked
SHRINK_SECONDS = 10.0  # of the student's time, to find a smaller case
ASKED_ONCE_MORE = 5  # of the cases that are wrong though asked alone: is the search random?
ASKED_TWICE = 30  # of the trees, at the end, in the other order
UNEVEN_TREES = 60  # in which a side may move twice
POSITIONS = 24  # of games
ANSWER_SECONDS = 5.0
MOVE_SECONDS = 0.1  # of a player with a clock
OVER_SECONDS = 1.0  # for an answer about a finished position, which is optional
DEEPEST_OWN = 5  # plies that a search may choose by itself
UNEXPLAINED = ("changed", "repeatable")  # kinds that need no further explanation
KEPT_TOO = (
    "it keeps values from one call to the next, and equal positions of different trees are equal to it; for what is said here, its "
    "file was read again before each question"
)
A_LITTLE_FOR_QUICK = Distance(step=1e-5)  # less than a value is shown with
RANDOM = "Asked the same question twice, it answers differently, though its file is read again: something in it is random."
DEEPER = "{} of its answers are those of a deeper search, as a table that holds more depth than is asked for gives them"
INSTEAD = "{} is not checked: it takes no depth, and searches more than 5 plies; check its choice among the root's moves by hand"
NEVER_PRUNES = "It has an alpha and a beta, and never prunes: it looks at every node, as minimax does"


class Checker:
    """Asks a student's search, in two processes: one for each seat at the root, so that its stored values belong to one player.

    Parameters
    ----------
    file, name : where the search is; no name: the first of the usual ones
    dialect : of `signatures.DIALECTS`; None is found out
    seconds : for one answer
    limit : seconds for a move of a player with a clock
    """

    def __init__(
        self,
        file: str,
        name: str | None = None,
        dialect: str | None = None,
        seconds: float = ANSWER_SECONDS,
        stop: Stop | None = None,
        limit: float = MOVE_SECONDS,
    ) -> None:
        self.stop = Stop.of(stop)
        self.limit = limit
        self._place = (file, name or "", dialect or "", seconds)
        self._students: dict[int, Student] = {}
        self._printed = ("", 0)
        self._first = False
        self._alone = False  # whether the file is read again for each question
        self._random = False  # whether it answers differently though the file is read again
        self._dead = ""
        self._instead = ""  # a remark on the search at the root that is not checked
        self.facts = self._student(0).facts
        self._depth = None if self.facts["takes_depth"] or self.facts["only_timed"] else self._own_depth()

    def close(self) -> None:
        """End the student's processes."""
        for student in self._students.values():
            text, size = student.printed()
            if size > self._printed[1]:
                self._printed = (text, size)
            student.close()
        self._students.clear()

    def __enter__(self) -> Checker:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def _student(self, seat: int) -> Student:
        if seat not in self._students:
            self._students[seat] = Student(*self._place)
        return self._students[seat]

    def ask(self, case: Case, keys: str = "") -> Reply:
        """Return the search's run of a case, with other `keys` perhaps; after an answer that never came, no more."""
        if self._dead:
            return Reply(None, None, self._dead, "", (), 0.0)
        student = self._student(case.tree.turn)
        reply = student.ask(case, self._first, alone=self._alone, keys=keys)
        if reply.failure and not student.alive:
            self._dead = reply.failure
        return reply

    def _own_depth(self) -> int | None:
        """Return the depth of a search that takes none; raises `UsageError` where it is too deep to be checked."""
        case = Case(full_tree(DEEPEST_OWN + 2), DEEPEST_OWN + 2)
        reply = self.ask(case)
        flat = Flat.of(case.tree)
        deepest = max((flat.ply[number] for kind, number in reply.events if kind == JUDGED), default=0)
        if self.facts["below"] and (deepest > DEEPEST_OWN or self._dead):
            self._take_below()
            return None
        if deepest > DEEPEST_OWN or (reply.failure and not deepest):
            why = f"searches more than {DEEPEST_OWN} plies by itself" if not reply.failure else f"cannot be asked: {reply.failure}"
            self.close()
            raise UsageError(f"{self.facts['text']} {why}; to be checked, it needs a parameter depth, or a fixed depth of up to 5")
        return max(1, deepest)

    def _take_below(self) -> None:
        """Check the search that the one at the root calls, in its place."""
        self.close()
        self._dead, self._instead = "", INSTEAD.format(self.facts["name"])
        self._place = (self._place[0], self.facts["below"], *self._place[2:])
        self.facts = self._student(0).facts

    # --- the stages

    def check(
        self,
        games: Sequence[tuple[str, dict[str, str]]] = GAMES,
        positions: int = POSITIONS,
        case: Case | None = None,
        trees: int = TREES,
    ) -> Verdict:
        """Check the search on some trees and positions; `case` is shown in the place of the smallest one that is wrong."""
        facts = self.facts
        if facts["only_timed"]:
            return self._check_clock(Verdict(facts["text"], "right", "a player with a clock"))
        runs, habits = self._trees(trees)
        mistake = mistake_of(runs, habits)
        taken = 0
        trees_only = facts["first_only"] or facts["rounds"] or case is not None or bool(self.stop)
        if grade_of(runs, habits, mistake) != "wrong" and not trees_only:
            frozen = tuple((name, tuple(options.items())) for name, options in games)
            more = self._runs(game_cases(frozen, positions), habits)
            taken = len(more)
            runs = [*runs, *more]
            mistake = mistake_of(runs, habits)
        deeper = excuse_deeper(runs, habits) if mistake is None else 0
        alone = self._ask_alone(runs, habits, mistake)
        if alone:
            mistake = KEEPS
        if self._alone:
            runs, mistake = alone, mistake_of(alone, habits)
        mistake = mistake or self._by_keys(runs, habits) or likeliest(runs, habits)
        if not _answers_wrong(runs) and (late := self._late_wins(habits)):
            runs, mistake, habits = [*runs, *late], PREFERS_LATE, replace(habits, distance=A_LITTLE_FOR_QUICK)
        verdict = self._verdict(runs, habits, mistake)
        verdict.positions = taken
        verdict.hints = (
            *verdict.hints,
            *[DEEPER.format(deeper)] * bool(deeper),
            *[KEPT_TOO] * (self._alone and not self._random),
            *[self._instead] * bool(self._instead),
        )
        self._check_clock(verdict)
        if case is not None:
            self._show(verdict, runs, habits, case)
        return verdict

    def _check_clock(self, verdict: Verdict) -> Verdict:
        """Ask the player with a clock, if there is one and nothing is wrong so far; end the processes, and return the verdict."""
        if self.facts["timed"] and verdict.right and not self.stop:
            limit = self.limit
            verdict.timed = check_clock(
                self.facts["timed"], limit, lambda case: self._student(case.tree.turn).ask(case, limit=limit, pause=PAUSE)
            )
            if verdict.timed.fault:
                verdict.grade, verdict.about = "wrong", verdict.timed.fault
        self.close()
        verdict.printed, verdict.printed_bytes = self._printed
        return verdict

    def _trees(self, trees: int) -> tuple[list[Run], Habits]:
        """Return the runs on random trees, with the convention by which fewer of them are wrong, and the search's habits."""
        facts, found = self.facts, []
        cases = tree_cases(facts["first_only"], facts["rounds"], self._depth)
        cases = cases[:: max(1, TREES // trees)]
        for first in (False, True)[: facts["conventions"]]:
            self._first = first
            replies = []
            for case in cases:
                replies.append(self.ask(case))
                if self._dead or self.stop or sum(bool(reply.failure and not reply.said) for reply in replies) >= MOST_FAILURES:
                    break
            again = {} if self._dead else {case: self.ask(case) for case in reversed(cases[: min(ASKED_TWICE, len(replies))])}
            asked = [(case, reply, again.get(case)) for case, reply in zip(cases, replies, strict=False)]
            found.append(self._read(asked, Habits(first=first, late=facts["dialect"] == "leiden")))
            if not _answers_wrong(found[-1][0]) or self._dead:
                break
        else:  # wrong by every convention: the one by which the mistake has a name, else the usual one
            found.sort(key=lambda each: len(found) > 1 and mistake_of(*each) is None)
            found.reverse()
        runs, habits = found[-1]
        self._first = habits.first
        return runs, habits

    def _read(self, asked: Sequence[tuple[Case, Reply, Reply | None]], habits: Habits) -> tuple[list[Run], Habits]:
        """Return the judged runs of all cases asked, and the habits by which they are read."""

        def runs_by(habits: Habits) -> list[Run]:
            return [make_run(case, reply, habits, again) for case, reply, again in asked]

        habits = habits_of(runs_by(habits), self.facts["prunes"], habits)
        runs = _judged(runs_by(habits), habits)
        if {"value", "move"} & _kinds(runs) and "failure" not in _kinds(runs) and self._depth is None and not self.facts["rounds"]:
            for distance in distances_of([self.ask(probe).value for probe in PROBES]):
                near = replace(habits, distance=distance)
                near = habits_of(runs_by(near), self.facts["prunes"], near)
                nearer = _judged(runs_by(near), near)
                if not _answers_wrong(nearer):
                    if distance.late or distance.view != "value":
                        habits = replace(habits, slip=distance)
                    else:
                        runs, habits = nearer, near
                    break
        if "nodes" in _kinds(runs) and not _answers_wrong(runs) and mistake_of(runs, habits) is None:
            habits = standard_of(runs, habits)
            runs = _judged(runs, habits)
        return runs, habits

    # --- the explanation

    def _verdict(self, runs: list[Run], habits: Habits, mistake: Mistake | None) -> Verdict:
        """Return the verdict, with the smallest case that shows the fault, or the extra work."""
        grade = "wrong" if mistake is KEEPS else grade_of(runs, habits, mistake)
        hard = {kind for kind in KINDS if grade != "more" or kind not in ONLY_WORK}
        wrong = {kind: sum(kind in run.wrong for run in runs) for kind in KINDS if kind in _kinds(runs)}
        verdict = Verdict(
            search=self.facts["text"],
            grade=grade,
            about=pruning_of(runs, habits),
            mistake=mistake.name if mistake else "",
            wrong={} if grade == "right" else wrong,
            cases=len(runs),
            skipping=sum(bool(too_few(run, habits)) for run in runs),
            other_nodes=sum(bool("nodes" in run.wrong or too_few(run, habits)) for run in runs),
            right_cases=len(runs) if grade == "right" else sum(not hard & set(run.wrong) for run in runs),
            habits=habits,
            says=[kind for kind in ("value", "move") if any(getattr(run.reply, kind) is not None for run in runs)],
            seconds=sum(run.reply.seconds for run in runs),
        )
        if grade != "wrong":
            verdict.hints = tuple(self._hints(habits, runs))
        if mistake is KEEPS:
            verdict.about = KEEPS.sentence
        elif grade != "right":
            self._explain(verdict, runs, mistake)
        elif not habits.prunes and self.facts["mentions"]:
            verdict.grade, verdict.about = "more", NEVER_PRUNES
        return verdict

    def _explain(self, verdict: Verdict, runs: list[Run], mistake: Mistake | None) -> None:
        """Write the fault and the smallest case that shows it into a verdict, in place."""
        kind = next(kind for kind in KINDS if verdict.wrong.get(kind))
        if mistake is not None and verdict.habits.slip is not None and "move" in verdict.wrong:
            kind = "move"  # all values differ, and few of them show why
        if kind in UNEXPLAINED:
            mistake, verdict.mistake = None, ""
        wrong = [run for run in runs if kind in run.wrong]
        verdict.about = sentence_of(kind, wrong, mistake, RANDOM if self._random else trait_of(runs, verdict.habits))
        failing = min(wrong, key=lambda run: run.case.tree.size)
        verdict.smallest = failing if self._dead else self._smallest(failing, kind, verdict.habits, mistake)

    def _ask_alone(self, runs: list[Run], habits: Habits, mistake: Mistake | None) -> list[Run]:
        """Return the runs on the same cases, each asked alone, if a mistake without a name changes by that, else none.

        If some are wrong still, all that follows is asked alone too.
        """
        kinds = _kinds(runs)
        if self._dead or self.stop or not kinds - set(ONLY_WORK) or "changed" in kinds or mistake not in (None, ALWAYS):
            return []
        if runs[0].reply.failure and not runs[0].reply.said:  # nothing was kept then
            return []
        self._alone = True
        alone = self._runs([run.case for run in runs], habits)
        changed = any(_kept(one, other) for one, other in zip(runs, alone, strict=True))
        self._alone = changed and _answers_wrong(alone)
        wrong = [run for run in alone if run.wrong and not run.reply.failure][:ASKED_ONCE_MORE] if self._alone else []
        self._random = any(self.ask(run.case).value != run.reply.value for run in wrong)
        return alone if changed else []

    def _late_wins(self, habits: Habits) -> list[Run]:
        """Return the runs on a late win beside a quick one if it always takes the late one; ties that are broken do not."""
        if self.facts["dialect"] != "plain" or self._depth is not None or not habits.moves:
            return []
        quicker, runs = replace(habits, distance=A_LITTLE_FOR_QUICK), list[Run]()
        for case in LATE_WINS * 2:
            runs += self._runs([case], quicker)
            if "move" not in runs[-1].wrong:
                return []
        return runs

    def _by_keys(self, runs: Runs, habits: Habits) -> Mistake | None:
        """Return what is shown by other keys: where no two positions are equal, or where only the numbers are others."""
        wrong = [run for run in runs if wrong_answer(run)]
        if not wrong or self._random:
            return None
        cases = [run.case for run in wrong]
        others = [(run.reply, self.ask(run.case, keys="others")) for run in wrong]
        if any(one.value != other.value and not (one.failure or other.failure) for one, other in others):
            return SHARES_SLOTS
        if not _answers_wrong(self._runs(cases, habits, keys="distinct")):
            return MEETS_AGAIN
        renamed = [replace(case, tree=with_own_names(case.tree)) for case in cases]
        plain = self.facts["dialect"] == "plain"  # others know moves by their names
        return SHARES_SLOTS if plain and not _answers_wrong(self._runs(renamed, habits)) else None

    def _show(self, verdict: Verdict, runs: list[Run], habits: Habits, case: Case) -> None:
        """Replace the smallest case by this one, in place: asked in a process of its own, with its output."""
        student = Student(*self._place)
        shown = make_run(case, student.ask(case, self._first), habits)
        verdict.printed, verdict.printed_bytes = student.printed()
        student.close()
        judge(shown, habits)
        verdict.smallest, verdict.given = shown, True
        if set(shown.wrong) - set(ONLY_WORK) and verdict.right:
            mistake = mistake_of([*runs, shown], habits)
            verdict.grade, verdict.mistake = "wrong", mistake.name if mistake else ""
            unnamed = mistake is None and shown.wrong[0] in ("value", "move")
            verdict.about = "It is wrong on this case." if unnamed else sentence_of(shown.wrong[0], [shown], mistake)
        elif not shown.wrong:
            verdict.hints = (*verdict.hints, "on this case it is right")

    def _runs(self, cases: Iterable[Case], habits: Habits, keys: str = "") -> list[Run]:
        """Return the judged runs of some cases."""
        return _judged([make_run(case, self.ask(case, keys), habits) for case in cases], habits)

    def _smallest(self, failing: Run, kind: str, habits: Habits, mistake: Mistake | None) -> Run:
        """Return the smallest case found that is wrong in the same way."""
        facts = self.facts
        said = failing.reply.failure.partition("(")[0]
        spent = 0.0

        def wrong(case: Case) -> bool:
            nonlocal spent
            if (
                spent > SHRINK_SECONDS
                or self.stop
                or self._dead
                or (facts["first_only"] and case.tree.turn)
                or (facts["rounds"] and case.depth % 2)
                or (self._depth is not None and case.depth != self._depth)
            ):
                return False
            run = self._runs([case], habits)[0]
            spent += run.reply.seconds
            if kind == "failure" and mistake is None:
                return run.reply.failure.partition("(")[0] == said and not self._dead
            return kind in run.wrong and (mistake is None or not mistake.searches or shows(mistake, run, habits))

        if kind == "repeatable":
            return failing
        smallest = self._runs([shrink(failing.case, wrong)], habits)[0]
        return smallest if kind in smallest.wrong else failing

    def _hints(self, habits: Habits, runs: Runs) -> Iterable[str]:
        """Yield remarks that are no mistakes but worth knowing."""
        facts = self.facts
        if "judged" in _kinds(runs):
            yield "it evaluates inner nodes too, as to put moves in order"
        if habits.distance is not None:
            yield habits.distance.hint
        if not habits.prunes and not facts["mentions"]:
            yield "it prunes nothing; if it should be alpha-beta, call it alphabeta, and this is checked too"
        if not any(run.reply.move is not None for run in runs):
            yield "it answers values and no moves, so its moves are not checked: return value, move (its place in moves() is none)"
        if habits.first_view:
            yield "its values are in the first player's view; the side to move at the root is more usual"
        if facts["dialect"] != "plain":
            return
        uneven = random_cases(Random(SEED), UNEVEN_TREES, DEPTHS, alternate=False)
        wrong = [run for run in self._runs(uneven, habits) if {"value", "move"} & set(run.wrong)]
        if wrong:
            yield (
                f"it takes for granted that turns alternate: of {UNEVEN_TREES} trees in which a side may move twice, {len(wrong)} "
                "are wrong. The position says whose turn it is (position.turn)"
            )
        if self.ask(LATE_WINS[0]).move == "a":
            yield (
                "of a win now and one two plies later, of equal value, it takes the later one if it comes first. No mistake, but a "
                "player of it may put off a win for ever: prefer the shorter one, as by value - ply"
            )
        over = self._student(0).ask(Case(Tree(0, 3), 2), self._first, most=OVER_SECONDS)
        if "raises" in over.failure and not self._dead:
            yield f"asked about a finished position, {over.failure}"


def _judged(runs: list[Run], habits: Habits) -> list[Run]:
    """Judge runs, in place, and return them."""
    for run in runs:
        judge(run, habits)
    return runs


def _kinds(runs: Runs) -> set[str]:
    """Return all kinds of faults found."""
    return {kind for run in runs for kind in run.wrong}


def _answers_wrong(runs: Runs) -> bool:
    """Tell whether an answer is wrong, or missing; to look at too much is no such thing."""
    return bool(_kinds(runs) - set(ONLY_WORK))


def _kept(run: Run, alone: Run) -> bool:
    """Tell whether a search did something else than it does alone: gave a wrong answer, or knew what it looks at else."""
    fewer = run.seen is not None and alone.seen is not None and run.seen.visited < alone.seen.visited
    return fewer or set(run.wrong) - {"repeatable"} != set(alone.wrong)
