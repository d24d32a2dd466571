"""The process in which a run's games are played, ``python -m counterply.arena.game_child``: `game_processes` is the other end."""

from __future__ import annotations

import gc
from typing import Any

from counterply.arena.match import Task
from counterply.arena.record import from_data
from counterply.arena.schedule import Plan, require_unchanged
from counterply.arena.seats import Seats
from counterply.core.errors import CounterplyError
from counterply.core.log import show_log
from counterply.usercode.child_answers import Answers
from counterply.usercode.exit import leave


class GamesWorker:
    """Answers questions about one plan: makes its players, and plays its games."""

    def __init__(self) -> None:
        self._seats: Seats | None = None

    def open(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Make the players of a plan, so that no game waits for a compiler; say how this machine computes, if that is asked."""
        plan, facts, scale = Plan.read(asked["plan"]), {}, 1.0
        if asked["machine"]:
            from counterply.arena.cluster.environment import environment, speed

            facts = environment(plan)
            scale = asked["speed"] / speed(plan) if asked["speed"] else 1.0
        limit = plan.limit.scaled(scale)
        self._seats = Seats(plan.all_games, limit, plan.forfeit, lambda: require_unchanged(plan, asked["files"]))
        self._seats.prepare(plan.texts)
        gc.freeze()  # keeps imported objects out of garbage collection during moves
        return {"ready": True, "facts": facts, "scale": scale}

    def play(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Play a game."""
        assert self._seats is not None, "`open` comes first"
        record = self._seats.play(from_data(Task, asked["task"]))
        return {"record": vars(record), "notes": sorted(self._seats.notes())}

    def close(self) -> None:
        """Close the players."""
        if self._seats is not None:
            self._seats.close()


def main() -> None:
    """Answer questions until the input closes. Players' output goes to standard error."""
    show_log()
    answers, worker = Answers(), GamesWorker()
    for asked in answers:
        try:
            answer = getattr(worker, asked["do"])(asked)
        except CounterplyError as error:
            answer = {"error": str(error), "kind": type(error).__name__}
        answers.say({"id": asked["id"], **answer})
    worker.close()
    leave(0)


if __name__ == "__main__":
    main()
