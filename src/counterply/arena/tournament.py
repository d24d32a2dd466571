"""A run: plays the games of a plan on worker processes, stores each as it ends, goes on where an earlier session stopped."""

from __future__ import annotations

import contextlib
import gc
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from counterply.arena.match import Task
from counterply.arena.playing import MachineNotes, job_of
from counterply.arena.record import GameRecord, from_data, replay_line
from counterply.arena.results import PairCounter, Results, read_results
from counterply.arena.schedule import Part, Plan, Schedule, identity, require_unchanged
from counterply.arena.seats import Seats
from counterply.arena.statistics import Standing, sprt
from counterply.arena.store import Store, holds_run
from counterply.arena.variants import Games
from counterply.core.errors import UsageError
from counterply.core.limits import Limit
from counterply.core.machine import cores_of_machine
from counterply.core.values import ONGOING
from counterply.players import require_player
from counterply.work.job import Session
from counterply.work.place import Place

Solver = Callable[[Any], int | None]
Played = tuple[GameRecord, set[str]]
Playing = Callable[[Iterator[Task]], Iterator[Played]]


@dataclass(frozen=True)
class Progress:
    """How far a run is.

    Attributes
    ----------
    phase : the work in progress, such as 'preparing' or 'playing'
    done, total : how many are finished, those of earlier sessions included, and in all
    elapsed : seconds since this session's phase began
    left : seconds that the rest will take; None until known
    record : the game that has just ended, if one has
    standing : of the first pairing so far, in its player's view
    notes : this run's notes for the user
    unit : what is counted
    """

    phase: str
    done: int
    total: int
    elapsed: float = 0.0
    left: float | None = None
    record: GameRecord | None = None
    standing: Standing = Standing()  # noqa: RUF009 - immutable
    notes: tuple[str, ...] = ()
    unit: str = "games"


ProgressListener = Callable[[Progress], None]


def default_workers(limit: Limit, threads: int = 1) -> int:
    """Return how many workers a run gets: one for each core, or for each `threads` of them; one is left where moves are timed."""
    cores = cores_of_machine()
    return max(1, (cores - (limit.move_seconds is not None)) // threads)


def run(
    plan: Plan,
    out: Path | None = None,
    *,
    workers: Place | int | None = None,
    progress: ProgressListener | None = None,
    outcome_of_opening: Solver | None = None,
    force: bool = False,
    part: Part | None = None,
) -> Results:
    """Play a plan's missing games, and return the totals of all its games.

    With node or depth limits the games do not depend on where they are played, nor on how often the run was stopped.

    Parameters
    ----------
    out : the folder of the store; None: nothing is kept
    workers : who plays: a place, or so many processes; 1: this one; None: `default_workers`
    progress : called as games end
    outcome_of_opening : FIRST, SECOND, DRAW or None for a position under best play, for conversion and swindle; asked once for each
        opening, after the games, and kept in the store
    force : go on though that which plays has changed since the run began; the run notes it
    part : play these pairs alone; `counterply.arena.merging` puts parts together

    Raises
    ------
    UsageError, GameError
        for players or options that cannot be used; nothing is changed then
    StoreError
        for a store that cannot be used; nothing is changed then
    KeyboardInterrupt
        passes through; finished games are kept
    """
    if part is not None and plan.sprt is not None:
        raise UsageError("a sequential test reads its games in order, so that it cannot be played in parts")
    place = workers if isinstance(workers, Place) else Place(workers)
    for text in plan.texts:  # before the game is checked
        require_player(text)
    game = plan.all_games.family()
    for text in plan.texts:  # before a player is compiled
        require_player(text, game)
    plan = replace(plan, game=game.source)
    listen = progress or (lambda _: None)
    schedule, plays = Schedule(plan, game), identity(plan, game)
    seats = Seats(plan.all_games, plan.limit, plan.forfeit, lambda: require_unchanged(plan, plays["files"]))
    if out is None or not holds_run(out):  # a plan that cannot be played leaves no store behind
        listen(Progress("preparing", 0, plan.total))
        seats.prepare(plan.texts)
    with contextlib.closing(seats), Store.start(out, plan, plays, force) as store:
        begin = time.monotonic()
        session = _Session(store, plan, schedule, listen, part or Part(1, 1))
        try:
            if session.missing:
                seats.prepare(plan.texts)
                session.note(seats.notes())
                usual = default_workers(plan.limit, seats.threads)
                if place.elsewhere or (place.processes(session.missing, usual) > 1 and not seats.interactive):
                    seats.close()  # the workers have players of their own
                    job = job_of(plan, None if place.elsewhere else plays["files"])
                    with place.open(job, session.missing, usual) as work:
                        session.play(_played_by(work, MachineNotes(), store))
                else:
                    gc.freeze()  # keeps existing objects out of garbage collection during moves
                    try:
                        session.play(lambda tasks: ((seats.play(task), seats.notes()) for task in tasks))
                    finally:
                        gc.unfreeze()
            if outcome_of_opening is not None and game.compiled:
                _solve_openings(store, plan.all_games, outcome_of_opening, listen)
        finally:
            store.add_seconds(time.monotonic() - begin)
        return read_results(store, game)


def _played_by(work: Session, machines: MachineNotes, store: Store) -> Playing:
    """Return the function that lets a job under way play games; the store keeps each game's machine."""
    timed = store.plan().limit.move_seconds is not None

    def play(tasks: Iterator[Task]) -> Iterator[Played]:
        with contextlib.closing(work.do(map(vars, tasks))) as answers:  # type: ignore[type-var]
            for done in answers:
                record, notes = from_data(GameRecord, done.answer["record"]), set(done.answer["notes"])
                if done.machine is not None:
                    store.add_machine(record.number, done.machine.name, done.machine.processor)
                    notes |= machines.of(done.machine, record) if timed else set()
                yield record, notes

    return play


def under(name: str, listen: ProgressListener | None) -> ProgressListener | None:
    """Return a listener to a part of some work, which tells `listen` the part's name before each phase."""
    return None if listen is None else lambda progress: listen(replace(progress, phase=f"{name}: {progress.phase}"))


def phases(listen: ProgressListener) -> Callable[[str, int, int, str], None]:
    """Return what tells a listener how many steps of a phase are done, of how many, and what they are."""
    begun: dict[str, float] = {}

    def tell(phase: str, done: int, total: int, unit: str) -> None:
        now = time.monotonic()
        elapsed = now - begun.setdefault(phase, now)
        listen(Progress(phase, done, total, elapsed, elapsed / done * (total - done) if elapsed else None, unit=unit))

    return tell


class _Session:
    """One session of a run: finds the missing games, stores them as they end, and stops at a sequential test's verdict."""

    def __init__(self, store: Store, plan: Plan, schedule: Schedule, listen: ProgressListener, part: Part) -> None:
        self.store = store
        self.plan = plan
        self.listen = listen
        self.schedule = schedule
        self.part = part
        self.total = part.count(plan.total)
        self.decided = False
        self._counter = PairCounter(plan)
        self._done: set[int] = set()
        self._early: dict[int, GameRecord] = {}  # games of a sequential test that ended before an earlier one
        self._next = 0
        self._notes: set[str] = set()
        for record in store.records():
            if record.number in part:
                self._count(record)
            if self.decided:
                break
        if self.schedule.note:
            self.note({self.schedule.note})

    @property
    def missing(self) -> int:
        """How many games are still to be played."""
        return 0 if self.decided else self.total - len(self._done)

    def note(self, notes: set[str]) -> None:
        """Store notes for the user, each one once."""
        for note in sorted(notes - self._notes):
            self._notes.add(note)
            self.store.add_note(note)

    def play(self, playing: Playing) -> None:
        """Let the missing games be played, and store each as it ends."""
        begin = time.monotonic()
        first: tuple[float, int] | None = None  # when the first game had ended, and how many had then: before that, workers start
        self._tell(0.0)
        with contextlib.closing(playing(self.schedule.tasks(self._done, self.part))) as games:  # type: ignore[type-var]
            for record, notes in games:
                self.store.add(record)
                self.note(notes)
                self._count(record)
                now, done = time.monotonic(), len(self._done)
                first = first or (now, done)
                left = (now - first[0]) / (done - first[1]) * self.missing if done > first[1] else None
                self._tell(now - begin, left, record)
                if self.decided:
                    break

    def _tell(self, elapsed: float, left: float | None = None, record: GameRecord | None = None) -> None:
        standing, notes = self._counter.paired[0], tuple(sorted(self._notes))
        self.listen(Progress("playing", len(self._done), self.total, elapsed, left, record, standing, notes))

    def _count(self, record: GameRecord) -> None:
        self._done.add(record.number)
        if self.plan.sprt is None:
            self._counter.add(record)
            return
        self._early[record.number] = record  # a sequential test reads the pairs in order, however they end
        while self._next in self._early and not self.decided:
            complete = self._counter.add(self._early.pop(self._next))
            self._next += 1
            if complete and sprt(self._counter.paired[0], *self.plan.sprt).decision:
                self.decided = True
                self.store.remove_from(self._next)
                self._done = set(range(self._next))


def _solve_openings(store: Store, games: Games, solver: Solver, listen: ProgressListener) -> None:
    """Ask the solver about each opening that it has not been asked about."""
    known = store.solved()
    openings = {games.opening_of(record): record for record in store.records() if games.opening_of(record) not in known}
    tell = phases(listen)
    for done, (opening, record) in enumerate(openings.items()):
        tell("solving openings", done, len(openings), "openings")
        outcome = solver(replay_line(games(record.round), record.opening))
        store.add_solved(opening, None if outcome == ONGOING else outcome)
