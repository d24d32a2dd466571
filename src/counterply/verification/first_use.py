"""A short check of a game or an evaluator, in a process of its own: ``python -m counterply.verification.first_use``."""

from __future__ import annotations

import contextlib
import os
import time
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np

from counterply.compiling.definitions import as_written
from counterply.core.game import Game
from counterply.core.position import PlainGame
from counterply.system import limit_cpu
from counterply.usercode.answers import Answers
from counterply.usercode.loading import load_evaluator, load_game
from counterply.verification import Finding, verify, verify_evaluator
from counterply.verification.battery import Battery
from counterply.verification.functions import CheckedRules

GAMES = 12  # random ones
SECONDS = 2.0
PLAIN_SECONDS = 10  # of CPU for the first games, in plain Python: then the system ends this process, something does not end
CPU_SECONDS = 90  # for all of it; a large game takes long to compile
LONGEST_FINDING = 400  # letters


def main() -> None:
    """Answer one question: the first promise that a game or an evaluator breaks, or null. Its output is not shown."""
    answers = Answers()
    limit_cpu(PLAIN_SECONDS, CPU_SECONDS)
    asked = next(iter(answers))
    game = load_game(asked["game"], asked["options"])
    if asked["evaluator"] is not None and isinstance(game, Game):
        evaluator = replace(load_evaluator(asked["evaluator"], game), name=Path(asked["evaluator"]).name)
        findings = verify_evaluator(game, evaluator, seconds=SECONDS, compiling=_compiling)
    else:
        findings = _of_game(game)
    broken = next((finding for finding in findings if finding.certain), None)
    answers.say({"id": asked["id"], "finding": broken and " ".join(_said(broken).split())[:LONGEST_FINDING]})
    os._exit(0)  # even if the file has left threads behind


def _said(finding: Finding) -> str:
    """Return a finding; of an evaluator that gave no number only where and what, which says enough."""
    promise = finding.promise.removesuffix(" answers a number")
    if promise == finding.promise:
        return str(finding)
    return str(replace(finding, promise=promise, position="" if finding.position == "start" else finding.position))


def _of_game(game: Game | PlainGame) -> list[Finding]:
    if isinstance(game, Game):
        plain = CheckedRules(game, {name: as_written(function) for name, function in game.functions.items()})
        wrong_answers = contextlib.suppress(TypeError, ValueError)  # `verify` names them
        with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"), wrong_answers:
            Battery(game, plain, plain, np.random.default_rng(0)).walks(1, time.monotonic() + SECONDS)
    _compiling()
    return verify(game, games=GAMES, seconds=SECONDS, drawings=False)


def _compiling() -> None:
    """Allow more CPU time: plain Python has come to its end."""
    limit_cpu(CPU_SECONDS, CPU_SECONDS)


if __name__ == "__main__":
    main()
