"""The games of a plan as a job: the worker that plays them, and notes on the machines where they were played."""

from __future__ import annotations

from dataclasses import dataclass, field

from counterply.arena.match import Task, game_title
from counterply.arena.record import GameRecord, from_data
from counterply.arena.schedule import Plan, named_by, require_unchanged
from counterply.arena.seats import Seats
from counterply.arena.variants import options_of
from counterply.core.aliases import Json
from counterply.core.limits import Stop
from counterply.work.job import Job, Machine

LEAST_SEARCHED = 1.0  # seconds of search before a machine's speed is compared
UNEQUAL_SPEED = 1.1  # the fastest machine over the slowest, from which on timed games are not alike


class GamesWorker:
    """Plays games of one plan; `files` are those that its run began with, None: any."""

    def __init__(self, given: Json, stop: Stop) -> None:
        plan, files = Plan.read(given["plan"]), given["files"]
        self._seats = Seats(plan.all_games, plan.limit, plan.forfeit, lambda: require_unchanged(plan, files))
        self._seats.prepare(plan.texts)

    def do(self, piece: Json) -> Json:
        """Play a game."""
        record = self._seats.play(from_data(Task, piece))
        return {"record": vars(record), "notes": sorted(self._seats.notes())}

    def close(self) -> None:
        """Close the players."""
        self._seats.close()


def job_of(plan: Plan, files: Json | None) -> Job:
    """Return the games of a plan as a job, whose pieces are tasks."""
    return Job(
        f"{__name__}:GamesWorker",
        {"plan": plan.text, "files": files},
        (*named_by(plan), ("", {"openings": plan.openings})),
        (plan.game, options_of(plan.options, 0, plan.seed)),
        lambda piece: game_title(from_data(Task, piece)),
        together=2,  # a pair is played on one machine
    )


@dataclass
class MachineNotes:
    """Tells where machines of a cluster make a difference to moves that are timed."""

    _searched: dict[str, list[float]] = field(default_factory=dict)  # machine: nodes and seconds of its moves

    def of(self, machine: Machine, record: GameRecord) -> set[str]:
        """Return notes on a game: that machines are not equally fast."""
        total = self._searched.setdefault(machine.name, [0.0, 0.0])
        total[0] += sum(record.nodes)
        total[1] += record.search_seconds
        speeds = [nodes / seconds for nodes, seconds in self._searched.values() if seconds > LEAST_SEARCHED]
        if len(speeds) < 2 or max(speeds) < UNEQUAL_SPEED * min(speeds):
            return set()
        return {"moves are timed, and the machines are not equally fast: a result by nodes (--nodes) would not depend on them"}
