"""Checks a student's search: random small trees first, then positions of games; stops where something is wrong, and says what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from counterply.core.errors import UsageError
from counterply.core.limits import Stop
from counterply.core.values import ONGOING, OUTCOME_NAMES
from counterply.judge.clock import PAUSE, Timed, check_clock
from counterply.judge.judgement import KINDS, Habits, Run, family_of, habits_of, judge, make_run, pruning_of, shrink, too_few
from counterply.judge.mistakes import Family
from counterply.judge.observation import JUDGED, Reading
from counterply.judge.process import Reply, Student
from counterply.judge.reference import Flat
from counterply.judge.trees import TRANSPOSITIONS, Case, Tree, node, parse_case, random_cases, tree_of
from counterply.search import textbook
from counterply.usercode.loading import load_evaluator, load_game

TREES = 240
MOST_FAILURES = 20  # after which no more is asked
SHRINK_SECONDS = 10.0  # of the student's time, to find a smaller case
ASKED_TWICE = 30  # of them, at the end, in the other order
DEPTHS = (1, 2, 3, 4)
UNEVEN_TREES = 60  # in which a side may move twice
LARGEST_POSITION = 600  # nodes of minimax, of a game's position
GAMES: tuple[tuple[str, dict[str, str]], ...] = (
    ("tic_tac_toe", {}),
    ("connect_four", {}),
    ("isolation", {"width": "4", "height": "4"}),
)
POSITIONS = 24
ANSWER_SECONDS = 5.0
MOVE_SECONDS = 0.1  # of a player with a clock
WON = 50  # what a finished game is worth to the winner; more than an evaluator says, and less than what students take for infinity
SEED = 1
DEEPEST_OWN = 5  # plies that a search may choose by itself
LATE_WIN = Case(node(0, 0, (node(1, 0, (node(0, 0, (Tree(0, WON),)),)), Tree(0, WON))), 3)  # a win two plies later, and one at once
UNEXPLAINED = ("failure", "changed", "repeatable")  # kinds that say themselves what is wrong
ONLY_KEPT = "Each question asked alone, it is right: what goes wrong is kept from one call to the next, as in a global table."
KEEPS = (
    "it keeps values from one call to the next, and equal positions of different trees are equal to it; for what is said here, its "
    "file was read again before each question"
)


@dataclass
class Verdict:
    """What a check has found.

    Attributes
    ----------
    search : name and parameters, as it is called
    right : whether nothing is wrong
    about : of a right search, which one it is; of a wrong one, what is wrong in one sentence
    family : the name of the mistake, '' if no known one explains everything
    wrong : of the kinds of `judgement.KINDS`, in how many cases
    skipping : in how many cases a wrong answer comes with nodes left out that count
    cases, positions : how many cases there were, and how many of them were from games
    smallest : the smallest case that shows it, with what the search did
    given : that case was given, and what is printed is of this case
    habits : how the search was read
    hints : what is no mistake, but worth knowing
    timed : what its player with a clock did
    printed, printed_bytes : the beginning of what the student's code printed, and how much there is
    seconds : that its answers took
    """

    search: str
    right: bool
    about: str
    family: str = ""
    wrong: dict[str, int] = field(default_factory=dict)
    cases: int = 0
    skipping: int = 0
    positions: int = 0
    right_cases: int = 0
    smallest: Run | None = None
    given: bool = False
    habits: Habits = field(default_factory=Habits)
    says_value: bool = False
    says_move: bool = False
    hints: tuple[str, ...] = ()
    timed: Timed | None = None
    printed: str = ""
    printed_bytes: int = 0
    seconds: float = 0.0


class Checker:
    """Asks a student's search, in two processes: one for each seat at the root, so that what it keeps is of one player.

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
        self._dead = ""
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

    def ask(self, case: Case) -> Reply:
        """Return what the search does with a case; after an answer that never came, there are no more."""
        if self._dead:
            return Reply(None, None, self._dead, "", (), 0.0)
        student = self._student(case.tree.turn)
        reply = student.ask(case, self._first, alone=self._alone)
        if reply.failure and not student.alive:
            self._dead = reply.failure
        return reply

    def _own_depth(self) -> int:
        """Return how deep a search goes that nobody tells how deep; raises `UsageError` where it is too deep to be checked."""
        case = Case(full_tree(DEEPEST_OWN + 2), DEEPEST_OWN + 2)
        reply = self.ask(case)
        flat = Flat.of(case.tree)
        deepest = max((flat.ply[number] for kind, number in reply.events if kind == JUDGED), default=0)
        if deepest > DEEPEST_OWN or (reply.failure and not deepest):
            why = f"searches more than {DEEPEST_OWN} plies by itself" if not reply.failure else f"cannot be asked: {reply.failure}"
            self.close()
            raise UsageError(f"{self.facts['text']} {why}; to be checked, it needs a parameter depth, or a fixed depth of up to 5")
        return max(1, deepest)

    # --- the stages

    def check(
        self, games: Sequence[tuple[str, dict[str, str]]] = GAMES, positions: int = POSITIONS, case: Case | None = None
    ) -> Verdict:
        """Check the search, and return what was found; `case` is shown in the place of the smallest one."""
        facts = self.facts
        if facts["only_timed"]:
            return self._check_clock(Verdict(facts["text"], True, "a player with a clock"))
        runs, habits = self._trees()
        wrong = self._judge(runs, habits)
        taken = 0
        if not wrong and case is None and not (facts["first_only"] or facts["rounds"]) and not self.stop:
            more = [make_run(each, self.ask(each), habits.reading) for each in game_cases(tuple(map(_frozen, games)), positions)]
            taken = len(more)
            wrong = self._judge(more, habits)
            runs = [*runs, *more]
        alone = self._ask_alone(runs, habits)
        if self._alone:
            runs, wrong = alone, self._judge(alone, habits)
        verdict = Verdict(
            search=facts["text"],
            right=not wrong,
            about="",
            wrong={kind: wrong[kind] for kind in KINDS if wrong[kind]},
            cases=len(runs),
            skipping=sum(bool(too_few(run, habits)) for run in runs),
            positions=taken,
            right_cases=sum(not run.wrong for run in runs),
            habits=habits,
            says_value=any(run.reply.value is not None for run in runs),
            says_move=any(run.reply.move is not None for run in runs),
            seconds=sum(run.reply.seconds for run in runs),
        )
        self._explain(verdict, runs, habits)
        if alone:
            verdict.hints = (*verdict.hints, *[KEEPS] * self._alone)
            if not self._alone:
                verdict.about, verdict.smallest = ONLY_KEPT, None
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
                verdict.right, verdict.about = False, verdict.timed.fault
        self.close()
        verdict.printed, verdict.printed_bytes = self._printed
        return verdict

    def _trees(self) -> tuple[list[Run], Habits]:
        """Return the runs on random trees, with the convention by which fewer of them are wrong, and the search's habits."""
        facts, found = self.facts, []
        cases = tree_cases(facts["first_only"], facts["rounds"], self._depth)
        for first in (False, True)[: facts["conventions"]]:
            self._first = first
            replies: list[Reply] = []
            for case in cases:
                replies.append(self.ask(case))
                if self._dead or self.stop or sum(bool(reply.failure) for reply in replies) >= MOST_FAILURES:
                    break
            again = {} if self._dead else {case: self.ask(case) for case in reversed(cases[: min(ASKED_TWICE, len(replies))])}
            reading = Reading(late=facts["dialect"] == "leiden")
            runs = [make_run(case, reply, reading, again.get(case)) for case, reply in zip(cases, replies, strict=False)]
            habits = habits_of(runs, facts["prunes"], reading, first)
            if habits.reading.peeks:
                runs = [make_run(run.case, run.reply, habits.reading, run.again) for run in runs]
            wrong = self._judge(runs, habits)
            found.append((runs, habits))
            if not wrong or self._dead:
                break
        else:  # wrong by every convention: the one by which the mistake has a name, else the usual one
            found.sort(key=lambda each: len(found) > 1 and family_of(*each) is None)
            found.reverse()
        runs, habits = found[-1]
        self._first = habits.first
        return runs, habits

    def _judge(self, runs: Iterable[Run], habits: Habits) -> Counter[str]:
        counts: Counter[str] = Counter()
        for run in runs:
            judge(run, habits)
            counts.update(run.wrong)
        return counts

    # --- the explanation

    def _explain(self, verdict: Verdict, runs: list[Run], habits: Habits) -> None:
        """Write into a verdict what is right or wrong, in place."""
        wrong = [run for run in runs if run.wrong]
        if not wrong:
            verdict.about = pruning_of(runs, habits)
            verdict.hints = tuple(self._hints(habits))
        else:
            kind = next(kind for kind in KINDS if verdict.wrong.get(kind))
            family = None if kind in UNEXPLAINED else family_of(runs, habits)
            verdict.family = family.name if family else ""
            verdict.about = sentence_of(kind, wrong, family)
            failing = min((run for run in wrong if kind in run.wrong), key=lambda run: run.case.tree.size)
            verdict.smallest = failing if self._dead else self._smallest(failing, kind, habits, family)

    def _ask_alone(self, runs: list[Run], habits: Habits) -> list[Run]:
        """Return the runs on the same cases, each asked alone, if a mistake without a name changes by that, else none.

        If some are wrong still, all that follows is asked alone too.
        """
        kinds = {kind for run in runs for kind in run.wrong}
        if self._dead or self.stop or not kinds or kinds & set(UNEXPLAINED[:2]) or family_of(runs, habits) is not None:
            return []
        self._alone = True
        alone = [make_run(run.case, self.ask(run.case), habits.reading) for run in runs]
        wrong = self._judge(alone, habits)
        changed = any(_kept(one, other) for one, other in zip(runs, alone, strict=True))
        self._alone = changed and bool(wrong)
        return alone if changed else []

    def _show(self, verdict: Verdict, runs: list[Run], habits: Habits, case: Case) -> None:
        """Put a case in the place of the smallest one, in place: asked in a process of its own, with what is printed there."""
        student = Student(*self._place)
        shown = make_run(case, student.ask(case, self._first), habits.reading)
        verdict.printed, verdict.printed_bytes = student.printed()
        student.close()
        judge(shown, habits)
        verdict.smallest, verdict.given = shown, True
        if shown.wrong and verdict.right:
            family = family_of([*runs, shown], habits)
            verdict.right, verdict.family = False, family.name if family else ""
            unnamed = family is None and shown.wrong[0] in ("value", "move")
            verdict.about = "It is wrong on this case." if unnamed else sentence_of(shown.wrong[0], [shown], family)
        elif not shown.wrong:
            verdict.hints = (*verdict.hints, "on this case it is right")

    def _run(self, case: Case, habits: Habits) -> Run:
        run = make_run(case, self.ask(case), habits.reading)
        judge(run, habits)
        return run

    def _smallest(self, failing: Run, kind: str, habits: Habits, family: Family | None) -> Run:
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
            run = self._run(case, habits)
            spent += run.reply.seconds
            if kind == "failure":
                return run.reply.failure.partition("(")[0] == said and not self._dead
            return kind in run.wrong and (family is None or family_of([run], habits) is not None)

        if kind == "repeatable":
            return failing
        smallest = self._run(shrink(failing.case, wrong), habits)
        return smallest if kind in smallest.wrong else failing

    def _hints(self, habits: Habits) -> Iterable[str]:
        """Yield what is no mistake, but worth knowing."""
        facts = self.facts
        if not habits.prunes:
            yield "it prunes nothing; if it should be alpha-beta, call it alphabeta, and this is checked too"
        if habits.first_view:
            yield "its values are in the first player's view; the side to move at the root is more usual"
        if facts["dialect"] != "plain":
            return
        uneven = random_cases(Random(SEED), UNEVEN_TREES, DEPTHS, alternate=False)
        runs = [self._run(case, habits) for case in uneven]
        wrong = [run for run in runs if {"value", "move"} & set(run.wrong)]
        if wrong:
            yield (
                f"it takes for granted that turns alternate: of {len(runs)} trees in which a side may move twice, {len(wrong)} are "
                "wrong. The position says whose turn it is (position.turn)"
            )
        if self.ask(LATE_WIN).move == "a":
            yield (
                "of a win now and one two plies later, of equal value, it takes the later one if it comes first. No mistake, but a "
                "player of it may put off a win for ever: prefer the shorter one, as by value - ply"
            )
        over = self.ask(Case(Tree(0, 3), 2))
        if "raises" in over.failure and not self._dead:
            yield f"asked about a finished position, {over.failure}"


def sentence_of(kind: str, wrong: Sequence[Run], family: Family | None) -> str:
    """Return in one or two sentences what is wrong."""
    if family is not None:
        return family.sentence
    first = min((run for run in wrong if kind in run.wrong), key=lambda run: run.case.tree.size)
    if kind == "failure":
        no_moves = "ValueError" in first.reply.failure and " empty" in first.reply.failure
        return (
            sentence(first.reply.failure)
            + " A finished position has no moves: it is to be judged before they are compared." * no_moves
        )
    if kind == "changed":
        return f"It changes the position that it is given: {first.reply.changed}."
    if kind == "repeatable":
        return "Asked the same question twice, it answers differently: something is kept from one call to the next."
    if kind == "judged":
        return "It judges positions at the wrong depth: only those at depth 0 and finished ones have a value of their own."
    if kind == "nodes":
        return "The answers are right, and it looks at positions that alpha-beta would not look at, in its own order of moves."
    return "No mistake that is known explains all of it; the smallest case shows where it goes wrong."


def sentence(text: str) -> str:
    """Return a text as a sentence."""
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _kept(run: Run, alone: Run) -> bool:
    """Tell whether a search did something else than it does alone: gave a wrong answer, or knew what it looks at else."""
    fewer = run.seen is not None and alone.seen is not None and run.seen.visited < alone.seen.visited
    return fewer or set(run.wrong) - {"repeatable"} != set(alone.wrong)


def _frozen(game: tuple[str, dict[str, str]]) -> tuple[str, tuple[tuple[str, str], ...]]:
    return game[0], tuple(game[1].items())


def full_tree(height: int, turn: int = 0, value: int = 0) -> Tree:
    """Return a tree in which each position of fewer than `height` plies has two moves."""
    return node(turn, value, [full_tree(height - 1, 1 - turn, 2 * value + side) for side in (0, 1)] if height else ())


def tree_cases(first_only: bool, rounds: bool, depth: int | None = None) -> list[Case]:
    """Return the trees: both seats and all depths, where a search takes them; `depth` is one that it chooses itself."""
    depths = (depth,) if depth is not None else (2, 4) if rounds else DEPTHS
    cases = random_cases(Random(SEED), TREES - len(TRANSPOSITIONS), depths)
    deep = depths == DEPTHS  # any depth will do
    cases += [case for case in map(parse_case, TRANSPOSITIONS) if deep or case.depth in depths]
    return sorted((case for case in cases if not (first_only and case.tree.turn)), key=lambda case: case.tree.size)


@cache
def game_cases(games: tuple[tuple[str, tuple[tuple[str, str], ...]], ...], count: int) -> list[Case]:
    """Return positions of games as cases: both seats, all depths that stay small enough, endings too."""
    random, cases = Random(SEED), []
    for number in range(count):
        name, options = games[number % len(games)]
        made = _game(name, options)
        position = _random_position(made, random)
        value = _first_value(made)
        for depth in random.sample(DEPTHS, len(DEPTHS)):
            tree = tree_of(position, depth + 1, value, [LARGEST_POSITION * 2])
            if tree is not None and Case(tree, depth).nodes <= LARGEST_POSITION:
                words = " ".join(position.origin.line_text(position.history))
                cases.append(Case(tree, depth, origin=f"{made.full_name}, moves {words}"))
                break
    return cases


@cache
def _game(name: str, options: tuple[tuple[str, str], ...]) -> Any:
    made = load_game(name, dict(options))
    textbook.require_plain_rules(made)
    return made


def _random_position(game: Any, random: Random) -> Any:
    """Return a position after random moves in which a player is to move: of any part of a game."""
    course = [game.start()]
    while course[-1].outcome() == ONGOING and len(course) < 100:
        course.append(course[-1].after(random.choice(course[-1].moves())))
    return random.choice([position for position in course if position.outcome() == ONGOING])


@cache
def _first_value(game: Any) -> Callable[[Any], int]:
    """Return what a position is worth to the first player: a finished game by its result, others by the game's first evaluator."""
    evaluator = load_evaluator(None, game)
    evaluate = textbook.evaluation(game, evaluator)

    def value(position: Any) -> int:
        ended = OUTCOME_NAMES[position.outcome()]
        if ended == "ongoing":
            return min(max(round(evaluate(position, 0) / evaluator.grid), 1 - WON), WON - 1)
        if game.objective == "margin":
            return int(position.margin())
        return {"first": WON, "second": -WON}.get(ended, 0)

    return value
