"""Checks a student's search on random small trees, then on positions of games, until something is wrong, and names the mistake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from counterply.core.errors import UsageError
from counterply.core.limits import Stop
from counterply.plugins.explanations.smaller_trees import with_own_names
from counterply.plugins.explanations.text_trees import DEEPEST_CASE, Case, Flat
from counterply.plugins.teaching.judge.cases import (
    DEPTHS,
    GAMES,
    LATE_WINS,
    SEED,
    TREES,
    cases_of_more_agents,
    game_cases,
    tree_cases,
)
from counterply.plugins.teaching.judge.clock import PAUSE, check_clock, depth_of
from counterply.plugins.teaching.judge.diagnosis import (
    excuse_deeper,
    likeliest,
    mistake_of,
    pruning_of,
    shows,
    shrink,
    standard_of,
    trait_of,
)
from counterply.plugins.teaching.judge.exam import check_exam
from counterply.plugins.teaching.judge.judgement import (
    KINDS,
    ONLY_WORK,
    Habits,
    Trial,
    Trials,
    habits_of,
    judge,
    judged,
    kinds_of,
    make_trial,
    outcome_of,
    too_few,
    wrong_answer,
)
from counterply.plugins.teaching.judge.lines import lines_of
from counterply.plugins.teaching.judge.played import check_played
from counterply.plugins.teaching.judge.process import Answer, Student
from counterply.plugins.teaching.judge.reference import ABOVE
from counterply.plugins.teaching.judge.repeats import ALWAYS, KEEPS, MEETS_AGAIN, ONE_GHOST, PREFERS_LATE, SHARES_SLOTS, Mistake
from counterply.plugins.teaching.judge.sampling import STEP, check_sampling
from counterply.plugins.teaching.judge.trees import LOST, agents_of, full_tree, lost_at_the_end, random_cases
from counterply.plugins.teaching.judge.truth import PROBES, Distance, distances_of, right_answer
from counterply.plugins.teaching.judge.verdict import Verdict, grade_of, sentence, sentence_of

MOST_FAILURES = 20  # after which no more is asked
SHRINK_SECONDS = 10.0  # of the student's time, to find a smaller case
ASKED_ONCE_MORE = 5  # of the cases that are wrong though asked alone: is the search random?
MOST_AFTER = 3  # of the wrong cases that are asked after each other one, for the smallest of both
ASKED_TWICE = 30  # of the trees, at the end, in the other order
UNEVEN_TREES = 60  # in which a side may move twice
POSITIONS = 24  # of games
ANSWER_SECONDS = 5.0
MOVE_SECONDS = 0.1  # of a player with a clock
WITHOUT_NAME = 4  # times as much as one that has a name counts a wrong answer, where it may be called by two conventions
DEEPEST_OWN = 5  # plies that a search may choose by itself
UNEXPLAINED = ("changed", "repeatable")  # kinds that need no further explanation
KEPT_TOO = (
    "it keeps values from one call to the next, and takes equal positions of different trees for the same one; for this report its "
    "file was read again before each question"
)
A_LITTLE_FOR_QUICK = Distance(step=1e-5)  # less than a value is shown with
RANDOM = "Asked the same question twice, it answers differently, though its file is read again: something in it is random."
DEEPER = "{} of its answers are those of a deeper search: its table holds values of more depth than was asked for"
UNWRITTEN = "it returns None, and looks at no position: it is not written yet"
RESIGNS = "where all moves lose within its depth it answers no move, which forfeits the game at once; begin with any legal move"
PUT_OFF = (
    "of a win at once and one of the same value two plies later, it takes the later one: --case '{}'. This is no mistake, but such "
    "a player may put off its win for ever: prefer the quicker win, for example with value - ply"
)
ON_EQUALITY = (
    "In {} of {} cases it cuts where a value equals alpha or beta: its moves are right, but the course wants a cut only where "
    "v > beta or v < alpha, and its autograder compares the states that are looked at"
)
NEVER_PRUNES = "It has an alpha and a beta, and never prunes: it looks at every node, as minimax does"


class Found(NamedTuple):
    """What the trials have shown so far: how they are read, and the mistake that explains them, if one does."""

    trials: list[Trial]
    habits: Habits
    mistake: Mistake | None


class Checker:
    """Asks a student's search, in two processes: one for each seat at the root, so that its stored values belong to one player.

    Parameters
    ----------
    file, name : where the search is; no name: the first of the usual ones
    dialect : of `counterply.plugins.dialects.dialects`; None is detected
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
        self._deeper = 0  # answers that are those of a deeper search, kept from an earlier question
        self._random = False  # whether it answers differently though the file is read again
        self._dead = ""
        self._resigns = False  # whether it has answered no move where all lose
        self._tried_again = False  # after an answer that never came
        self._silent = True  # whether it has answered nothing so far, and looked at nothing
        self._not_judged = ""  # why its first answer tells nothing of it
        self.facts = self._student(0).facts
        if "kind" in self.facts or self.facts["stops"]:
            return
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

    def _student_again(self) -> Student:
        """Return the student in a new process, unless its first one still waits for a question."""
        if 0 in self._students and not self._students[0].alive:
            self._students.pop(0).close()
        return self._student(0)

    def ask(self, case: Case, keys: str = "") -> Answer:
        """Return the search's answer to a case, with other `keys` perhaps; after an answer that never came, no more."""
        if self._dead:
            return Answer(failure=self._dead)
        student = self._student(case.tree.turn)
        answer = student.ask(self._as_played(case), self._first, alone=self._alone, keys=keys)
        if answer.failure and not student.alive:
            if not self._tried_again:
                self._tried_again = True
                self._students.pop(case.tree.turn).close()
                return self.ask(case, keys)
            self._dead = answer.failure
        said = answer.value is not None or bool(answer.move) or (answer.failure and not answer.said)
        self._silent = self._silent and not said and not answer.events
        return self._resigned(case, answer)

    def _resigned(self, case: Case, answer: Answer) -> Answer:
        """Return an answer; in Udacity's game, where all moves lose, to play none of them is as good."""
        none = answer.move == "" or (answer.said and answer.move is None and answer.value is None)
        if not none or not self.facts["stuck_loses"]:
            return answer
        tree = self._as_played(case).tree
        if right_answer(Flat.of(tree), case.depth).value > -LOST:
            return answer
        self._resigns = True
        return replace(answer, move=tree.moves[0], failure="")

    def _as_played(self, case: Case) -> Case:
        """Return a case as the course's game has it: in Udacity's, having no move loses."""
        return replace(case, tree=lost_at_the_end(case.tree, case.depth)) if self.facts["stuck_loses"] else case

    def _own_depth(self) -> int | None:
        """Return the depth of a search that takes none; raises `UsageError` where it is too deep to be checked."""
        case = Case(full_tree(Random(SEED), DEEPEST_OWN + 2, 0), DEEPEST_OWN + 2)
        answer = self.ask(case)
        if answer.unseen or self._silent:
            self.close()
            self._not_judged = answer.failure if answer.unseen else UNWRITTEN
            return None
        deepest = depth_of(Flat.of(case.tree), answer.events)
        if deepest > DEEPEST_OWN or (answer.failure and not deepest):
            why = (
                f"searches more than {DEEPEST_OWN} plies by itself" if not answer.failure else f"cannot be asked: {answer.failure}"
            )
            self.close()
            raise UsageError(f"{self.facts['text']} {why}; to be checked, it needs a parameter depth, or a fixed depth of up to 5")
        return max(1, deepest)

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
        if facts["stops"]:
            self.close()
            return Verdict(facts["text"], "wrong", sentence(facts["stops"]), cases=1, wrong={"failure": 1})
        if "kind" in facts:
            return self._check_course()
        if facts["only_timed"]:
            return self._check_timed(Verdict(facts["text"], "right", "a player with a clock"))
        if self._not_judged:
            return Verdict(facts["text"], "not judged", sentence(self._not_judged))
        found = self._on_trees(trees)
        if unseen := self._unseen(found):
            self.close()
            return Verdict(facts["text"], "not judged", sentence(unseen))
        on_trees = facts["whole"] or facts["first_only"] or facts["rounds"] or self._depth or case or self.stop
        if not on_trees and grade_of(*found) != "wrong":
            frozen = tuple((name, tuple(options.items())) for name, options in games)
            found = self._also_on(found, game_cases(frozen, positions))
        if facts["rounds"] and case is None and grade_of(*found) != "wrong":
            one_ghost = found
            found = self._also_on(one_ghost, cases_of_more_agents())
            found = found._replace(mistake=found.mistake or (ONE_GHOST if _wrong(found.trials) else one_ghost.mistake))
        found = self._asked_alone(found)
        found = found._replace(mistake=found.mistake or self._by_keys(found) or likeliest(found.trials, found.habits))
        found = self._asked_for_late_wins(found)
        verdict = self._verdict(found)
        more = {DEEPER.format(self._deeper): self._deeper, KEPT_TOO: self._alone and not self._random}
        verdict.hints = (*verdict.hints, *[hint for hint, holds in more.items() if holds])
        if facts["forbids_equality"] and found.habits.prunes and verdict.grade == "right":
            _check_cuts(verdict, found)
        self._check_clock(verdict)
        if case is not None:
            self._show(verdict, found, case)
        return verdict

    def _unseen(self, found: Found) -> str:
        """Return why its answers tell nothing of it; '' where they do."""
        first = next((trial.answer.failure for trial in found.trials if trial.answer.unseen), "")
        return first or (UNWRITTEN if self._silent else "")

    def _check_course(self) -> Verdict:
        """Judge what a course's dialect asks about by itself."""
        played = self.facts["kind"] == "played"
        return self._ended(check_played(self._student_again, self._place[0]) if played else check_exam(self._student_again))

    def _ended(self, verdict: Verdict) -> Verdict:
        """End the processes, and return a verdict with what they have printed."""
        self.close()
        verdict.printed, verdict.printed_bytes = self._printed
        return verdict

    def _on_trees(self, trees: int) -> Found:
        """Return the findings on random trees, by the convention by which fewer answers are wrong."""
        facts, found = self.facts, list[Found]()
        cases = tree_cases(facts["first_only"], facts["rounds"], self._depth)
        if facts["whole"]:
            cases = [replace(case, depth=DEEPEST_CASE) for case in cases]
        cases = cases[:: max(1, TREES // trees)]
        for first in (False, True)[: facts["conventions"]]:
            self._first = first
            answers = []
            for case in cases:
                answers.append(self.ask(case))
                over = self._dead or answers[-1].unseen
                if over or self.stop or sum(bool(answer.failure and not answer.said) for answer in answers) >= MOST_FAILURES:
                    break
            again = {} if over else {case: self.ask(case) for case in reversed(cases[: min(ASKED_TWICE, len(answers))])}
            asked = [(self._as_played(case), answer, again.get(case)) for case, answer in zip(cases, answers, strict=False)]
            habits = Habits(first=first, late=facts["late"], mean=facts["mean"])
            found.append(self._read(asked, habits))
            if not _wrong(found[-1].trials) or self._dead:
                break
        best = min(found, key=lambda each: (self._unseen(each), _wrong(each.trials) * (1 if each.mistake else WITHOUT_NAME)))
        self._first = best.habits.first
        return best

    def _check_clock(self, verdict: Verdict) -> Verdict:
        """Ask the player with a clock, if there is one and nothing is wrong so far; end the processes, and return the verdict."""
        if self.facts["timed"] and verdict.right and not self.stop:
            limit = self.limit
            timed = verdict.timed = check_clock(
                self.facts["timed"], limit, lambda case: self._student(case.tree.turn).ask(case, limit=limit, pause=PAUSE)
            )
            if timed.fault:
                verdict.grade = "not judged" if timed.unseen else "wrong"
                verdict.about, verdict.wrong = timed.fault, {**verdict.wrong, "clock": timed.missed}
                verdict.cases += timed.asked
                verdict.right_cases += timed.asked - timed.missed
        return self._ended(verdict)

    def _check_timed(self, verdict: Verdict) -> Verdict:
        """Complete the verdict of a player that takes no depth, in place: by its depths, or, if it has none, by solved trees."""
        if not self.facts["games"]:  # which has a clock
            self._check_clock(verdict)
        if verdict.right and not (verdict.timed and any(verdict.timed.depths)):

            def ask(case: Case, limit: float) -> Answer:
                return self._student(case.tree.turn).ask(case, limit=limit, pause=STEP, watched=False)

            check_sampling(verdict, self.limit, ask)
            self.close()
        return verdict

    def _also_on(self, found: Found, cases: Sequence[Case]) -> Found:
        """Return the findings on more cases besides."""
        trials = [*found.trials, *self._trials(cases, found.habits)]
        return Found(trials, found.habits, mistake_of(trials, found.habits))

    def _asked_alone(self, found: Found) -> Found:
        """Return the findings if each case is asked alone, where a mistake without a name changes by that.

        What was kept may be right, and deeper than asked for. If some answers are wrong still, all that follows is asked alone too.
        """
        trials, habits, mistake = found
        kinds = kinds_of(trials)
        if self._dead or self.stop or not kinds - set(ONLY_WORK) or "changed" in kinds or mistake not in (None, ALWAYS):
            return found
        if not trials[0].answered:  # nothing was kept then
            return found
        self._alone = True
        alone = self._trials([trial.case for trial in trials], habits)
        changed = any(_kept(one, other) for one, other in zip(trials, alone, strict=True))
        self._alone = changed and _wrong(alone) > 0
        wrong = [trial for trial in alone if trial.wrong and not trial.answer.failure][:ASKED_ONCE_MORE] if self._alone else []
        self._random = any(self.ask(trial.case).value != trial.answer.value for trial in wrong)
        if self._alone:
            return Found(alone, habits, mistake_of(alone, habits))
        self._deeper = excuse_deeper(trials, habits) if changed else 0
        return found._replace(mistake=KEEPS) if changed and not self._deeper else found

    def _asked_for_late_wins(self, found: Found) -> Found:
        """Return the findings on late wins beside quick ones where all else is right, if it always takes the late ones."""
        applies = self.facts["textbook"] and self._depth is None and found.habits.moves
        if _wrong(found.trials) or not applies:
            return found
        quicker, trials = replace(found.habits, distance=A_LITTLE_FOR_QUICK), list[Trial]()
        for case in LATE_WINS * 2:
            trials += self._trials([case], quicker)
            if "move" not in trials[-1].wrong:  # ties are broken
                return found
        return Found([*found.trials, *trials], quicker, PREFERS_LATE)

    def _read(self, asked: Sequence[tuple[Case, Answer, Answer | None]], habits: Habits) -> Found:
        """Return the findings on all cases asked: how they are read, and the mistake that explains them."""

        def read_by(habits: Habits) -> tuple[list[Trial], Habits]:
            def made() -> list[Trial]:
                return [make_trial(case, answer, habits, again) for case, answer, again in asked]

            trials = made()
            habits = habits_of(trials, self.facts["prunes"], habits)
            return judged(made() if habits.peeks else trials, habits), habits

        trials, habits = read_by(habits)
        kinds = kinds_of(trials)
        if {"value", "move"} & kinds and "failure" not in kinds and self._depth is None and not self.facts["rounds"]:
            for distance in distances_of([self.ask(probe).value for probe in PROBES]):
                nearer, near = read_by(replace(habits, distance=distance))
                if not _wrong(nearer):
                    if distance.late or distance.view != "value":
                        habits = replace(habits, slip=distance)
                    else:
                        trials, habits = nearer, near
                    break
        mistake = mistake_of(trials, habits)
        if mistake is None and "nodes" in kinds_of(trials) and not _wrong(trials):
            habits = standard_of(trials, habits)
            trials = judged(trials, habits)
            mistake = mistake_of(trials, habits)
        return Found(trials, habits, mistake)

    # --- the explanation

    def _verdict(self, found: Found) -> Verdict:
        """Return the verdict, with the smallest case that shows the fault, or the extra work."""
        trials, habits, mistake = found
        grade = "wrong" if mistake is KEEPS else grade_of(*found)
        hard = {kind for kind in KINDS if grade != "more" or kind not in ONLY_WORK}
        wrong = {kind: sum(kind in trial.wrong for trial in trials) for kind in KINDS if kind in kinds_of(trials)}
        verdict = Verdict(
            search=self.facts["text"],
            grade=grade,
            about=pruning_of(trials, habits),
            mistake=mistake.name if mistake else "",
            wrong={} if grade == "right" else wrong,
            cases=len(trials),
            positions=sum(bool(trial.case.origin) for trial in trials),
            skipping=sum(bool(too_few(trial, habits)) for trial in trials),
            other_nodes=sum(bool("nodes" in trial.wrong or too_few(trial, habits)) for trial in trials),
            right_cases=len(trials) if grade == "right" else sum(not hard & set(trial.wrong) for trial in trials),
            habits=habits,
            says=[kind for kind in ("value", "move") if any(getattr(trial.answer, kind) is not None for trial in trials)],
            seconds=sum(trial.answer.seconds for trial in trials),
        )
        if grade != "wrong":
            verdict.hints = tuple(self._hints(found))
        if mistake is KEEPS:
            verdict.about, verdict.smallest = KEEPS.sentence, self._after_another(found)
        elif grade != "right":
            self._explain(verdict, found)
            if mistake is not None and verdict.mistake and mistake.searches:
                verdict.lines = lines_of(self._place[0], self.facts["name"], mistake.searches[0])
        elif not habits.prunes and self.facts["mentions"]:
            verdict.grade, verdict.about = "more", NEVER_PRUNES
        for ours, theirs in self.facts["words"].items():
            verdict.about = verdict.about.replace(ours, theirs)
            verdict.hints = tuple(hint.replace(ours, theirs) for hint in verdict.hints)
        return verdict

    def _explain(self, verdict: Verdict, found: Found) -> None:
        """Write the fault and the smallest case that shows it into a verdict, in place."""
        trials, habits, mistake = found
        kind = next(kind for kind in KINDS if verdict.wrong.get(kind))
        if mistake is not None and habits.slip is not None and "move" in verdict.wrong:
            kind = "move"  # all values differ, and few of them show why
        if kind in UNEXPLAINED:
            mistake, verdict.mistake = None, ""
        wrong = [trial for trial in trials if kind in trial.wrong]
        verdict.about = sentence_of(kind, wrong, mistake, RANDOM if self._random else trait_of(trials, habits))
        failing = min(wrong, key=lambda trial: trial.case.tree.size)
        verdict.smallest = failing if self._dead else self._smallest(failing, kind, habits, mistake)

    def _after_another(self, found: Found) -> Trial | None:
        """Return the smallest case found that is wrong where another one was asked before; None if one is not enough."""
        by_size = sorted(found.trials, key=lambda trial: trial.case.tree.size)
        for trial in [trial for trial in by_size if wrong_answer(trial)][:MOST_AFTER]:
            for before in [trial, *by_size]:
                if before.case.tree.turn == trial.case.tree.turn and not self._dead:
                    tried = self._trials([replace(trial.case, before=before.case)], found.habits)[0]
                    if wrong_answer(tried):
                        return self._smallest(tried, tried.wrong[0], found.habits, None)
        return None

    def _by_keys(self, found: Found) -> Mistake | None:
        """Return the mistake that other keys reveal: keys that are all different, or the same positions under other numbers."""
        habits, wrong = found.habits, [trial for trial in found.trials if wrong_answer(trial)]
        if not wrong or self._random:
            return None
        cases = [trial.case for trial in wrong]
        others = [(trial.answer, self.ask(trial.case, keys="others")) for trial in wrong]
        if any(one.value != other.value and not (one.failure or other.failure) for one, other in others):
            return SHARES_SLOTS
        if not _wrong(self._trials(cases, habits, keys="distinct")):
            return MEETS_AGAIN
        renamed = [replace(case, tree=with_own_names(case.tree)) for case in cases]
        plain = self.facts["textbook"]  # others know moves by their names
        return SHARES_SLOTS if plain and not _wrong(self._trials(renamed, habits)) else None

    def _show(self, verdict: Verdict, found: Found, case: Case) -> None:
        """Replace the smallest case by this one, in place: asked in a process of its own, with its output."""
        trials, habits, _ = found
        student = Student(*self._place)
        shown = make_trial(self._as_played(case), student.ask(self._as_played(case), self._first), habits)
        verdict.printed, verdict.printed_bytes = student.printed()
        student.close()
        judge(shown, habits)
        verdict.smallest, verdict.given = shown, True
        if set(shown.wrong) - set(ONLY_WORK) and verdict.right:
            mistake = mistake_of([*trials, shown], habits)
            verdict.grade, verdict.mistake = "wrong", mistake.name if mistake else ""
            unnamed = mistake is None and shown.wrong[0] in ("value", "move")
            verdict.about = "It is wrong on this case." if unnamed else sentence_of(shown.wrong[0], [shown], mistake)
        elif not shown.wrong:
            verdict.hints = (*verdict.hints, "on this case it is right")

    def _trials(self, cases: Iterable[Case], habits: Habits, keys: str = "") -> list[Trial]:
        """Return the judged trials of some cases."""
        return judged([make_trial(self._as_played(case), self.ask(case, keys), habits) for case in cases], habits)

    def _smallest(self, failing: Trial, kind: str, habits: Habits, mistake: Mistake | None) -> Trial:
        """Return the smallest case found that is wrong in the same way."""
        facts = self.facts
        said = failing.answer.failure.partition("(")[0]
        spent = 0.0

        def wrong(case: Case) -> bool:
            nonlocal spent
            if (
                spent > SHRINK_SECONDS
                or self.stop
                or self._dead
                or (facts["first_only"] and case.tree.turn)
                or (facts["rounds"] and case.depth % agents_of(case.tree))
                or (self._depth is not None and case.depth != self._depth)
                or (facts["whole"] and case.depth < failing.case.depth)
            ):
                return False
            trial = self._trials([case], habits)[0]
            spent += trial.answer.seconds
            if kind == "failure" and mistake is None:
                return trial.answer.failure.partition("(")[0] == said and not self._dead
            return kind in trial.wrong and (mistake is None or not mistake.searches or shows(mistake, trial, habits))

        if kind == "repeatable":
            return failing
        smallest = self._trials([shrink(failing.case, wrong)], habits)[0]
        return smallest if kind in smallest.wrong else failing

    def _late_win(self) -> Case | None:
        """Return a case in which it takes a later win, though there is one at once; None where it does not, or cannot be asked."""
        facts = self.facts
        if facts["rounds"] or facts["stuck_loses"] or facts["mean"] or self._depth is not None:
            return None
        late = {
            case: case.tree.moves[[bool(child.children) for child in case.tree.children or ()].index(True)] for case in LATE_WINS
        }
        return next((case for case, move in late.items() if self.ask(case).move == move), None)

    def _hints(self, found: Found) -> Iterable[str]:
        """Yield remarks worth knowing that are no mistakes."""
        facts, (trials, habits, _) = self.facts, found
        if "judged" in kinds_of(trials):
            yield "it evaluates inner nodes too, perhaps to put moves in order"
        if habits.distance is not None:
            yield habits.distance.hint
        if self._resigns:
            yield RESIGNS
        if not facts["mentions"] and not facts["owned"] and not facts["whole"] and pruning_of(trials, habits).startswith("minimax"):
            yield "it never prunes; if it is meant to be alpha-beta, call the function alphabeta, and its pruning is checked too"
        if not any(trial.answer.move is not None for trial in trials):
            yield "it returns values and no moves, so they are not checked: return value, move (the move, not its place in moves())"
        if habits.first_view:
            yield "its values are in the first player's view; that of the side to move at the root is more usual"
        if late := self._late_win():
            yield PUT_OFF.format(late)
        if not facts["textbook"]:
            return
        uneven = random_cases(Random(SEED), UNEVEN_TREES, DEPTHS, alternate=False)
        wrong = [trial for trial in self._trials(uneven, habits) if {"value", "move"} & set(trial.wrong)]
        if wrong:
            yield (
                f"it assumes that turns alternate: of {UNEVEN_TREES} trees in which a side may move twice, {len(wrong)} are "
                "wrong. The position says whose turn it is (position.turn)"
            )


def _check_cuts(verdict: Verdict, found: Found) -> None:
    """Let a right agent of the course's be wrong if it cuts on equality, in place."""
    fewer = sum(map(_leaves_out, found.trials))
    if fewer:
        verdict.grade, verdict.mistake, verdict.wrong = "wrong", "cuts on equality", {}
        verdict.about, verdict.right_cases = sentence(ON_EQUALITY.format(fewer, verdict.cases)), verdict.cases - fewer


def _leaves_out(trial: Trial) -> bool:
    """Tell whether it leaves out a node after a position that it meets once, which it cannot have in a table."""
    flat, seen = trial.flat, trial.seen.visited
    once = Counter(flat.text[number] for number in seen)
    return any(once[flat.text[flat.parent[number]]] == 1 for number in outcome_of(ABOVE, trial).visited - seen)


def _wrong(trials: Trials) -> int:
    """Return how many answers are wrong, or missing; to look at too much is no such thing."""
    return sum(map(wrong_answer, trials))


def _kept(trial: Trial, alone: Trial) -> bool:
    """Tell whether earlier questions changed a search: it answered differently, or skipped nodes that it visits alone."""
    return trial.seen.visited < alone.seen.visited or set(trial.wrong) - {"repeatable"} != set(alone.wrong)
