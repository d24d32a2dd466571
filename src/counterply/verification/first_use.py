"""A short check of a game or an evaluator, in a process of its own: ``python -m counterply.verification.first_use``."""

from __future__ import annotations

import contextlib
import os
import time
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np

from counterply.compiling.definitions import LISTENERS, as_written
from counterply.core.game import Game
from counterply.core.plain_game import PlainGame
from counterply.system import limit_cpu
from counterply.usercode.child_answers import Answers
from counterply.usercode.loading import load_evaluator, load_game
from counterply.verification import verify, verify_evaluator
from counterply.verification.battery import Battery
from counterply.verification.findings import Finding
from counterply.verification.functions import CheckedRules
from counterply.verification.time_limit import Watch

GAMES = 12  # random ones
SECONDS = 2.0
CALL_SECONDS = 8.0  # of CPU for one call of a function in plain Python that nothing else interrupts
CPU_SECONDS = 90.0  # between two signs of progress otherwise; a function of a large game takes long to compile
BUSY_SECONDS = 1.0  # between two words that it goes on
LONGEST_FINDING = 400  # letters


class Progress:
    """Lets this process go on after each sign of progress: CPU time counts from there, so that a busy machine ends nothing.

    Signs are calls of the game's functions in plain Python, and functions that have been compiled.
    """

    def __init__(self, answers: Answers, question: int) -> None:
        self._answers, self._question, self._said = answers, question, time.monotonic()
        LISTENERS.append(self)

    def watch(self, running: bool) -> None:
        """Note that a function is called, or has come back."""
        self.note(CALL_SECONDS if running else CPU_SECONDS)

    def on_start(self, event: object = None) -> None:
        """Do nothing."""

    def on_end(self, event: object = None) -> None:
        """Note that a function has been compiled."""
        self.note(CPU_SECONDS)

    def note(self, seconds: float) -> None:
        """Allow so much CPU time from now on; say now and then that it goes on."""
        limit_cpu(seconds)
        if time.monotonic() - self._said > BUSY_SECONDS:
            self._said = time.monotonic()
            self._answers.say({"id": self._question, "kind": "busy"})


def main() -> None:
    """Answer one question: the first promise that a game or an evaluator breaks, or null. Its output is not shown."""
    answers = Answers()
    asked = next(iter(answers))
    progress = Progress(answers, asked["id"])
    progress.note(CPU_SECONDS)
    game = load_game(asked["game"], asked["options"])
    if asked["evaluator"] is not None and isinstance(game, Game):
        evaluator = replace(load_evaluator(asked["evaluator"], game), name=Path(asked["evaluator"]).name)
        findings = verify_evaluator(game, evaluator, seconds=SECONDS, watch=progress.watch)
    else:
        findings = _of_game(game, progress)
    broken = next((finding for finding in findings if finding.certain), None)
    answers.say({"id": asked["id"], "finding": broken and " ".join(_said(broken).split())[:LONGEST_FINDING]})
    os._exit(0)  # even if the file has left threads behind


def _said(finding: Finding) -> str:
    """Return a finding; of an evaluator that gave no number only where and what, which says enough."""
    promise = finding.promise.removesuffix(" answers a number")
    if promise == finding.promise:
        return str(finding)
    return str(replace(finding, promise=promise, position="" if finding.position == "start" else finding.position))


def _of_game(game: Game | PlainGame, progress: Progress) -> list[Finding]:
    if isinstance(game, Game):
        written = {name: as_written(function) for name, function in game.functions.items()}
        plain = CheckedRules(game, written, Watch(progress.watch))
        wrong_answers = contextlib.suppress(TypeError, ValueError)  # `verify` names them
        with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"), wrong_answers:
            Battery(game, plain, plain, np.random.default_rng(0)).walks(1, time.monotonic() + SECONDS)
    return verify(game, games=GAMES, seconds=SECONDS, drawings=False, watch=progress.watch)


if __name__ == "__main__":
    main()
