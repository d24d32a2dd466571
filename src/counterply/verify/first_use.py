"""A short check of a game, in a process of its own: ``python -m counterply.verify.first_use QUESTION``."""

from __future__ import annotations

import json
import os
import resource
import sys
import threading
import time
import warnings

import numpy as np

from counterply.core.game import Game
from counterply.core.loading import load_game
from counterply.verify import verify
from counterply.verify.battery import Battery
from counterply.verify.functions import Rules

GAMES = 12  # random ones
SECONDS = 2.0
PLAIN_SECONDS = 10  # of CPU for the first games, in plain Python: then the system ends this process, something does not end
CPU_SECONDS = 90  # for all of it; a large game takes long to compile
LONGEST_FINDING = 400  # letters


def main() -> None:
    """Answer one question: the first promise that the game breaks, or null. What the game prints is not shown."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    resource.setrlimit(resource.RLIMIT_CPU, (PLAIN_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    asked = json.loads(sys.argv[1])
    game = load_game(asked["game"], asked["options"])
    if isinstance(game, Game):
        plain = Rules(game, {name: getattr(function, "py_func", function) for name, function in game.functions.items()})
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            Battery(game, plain, plain, np.random.default_rng(0)).walks(1, time.monotonic() + SECONDS)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    findings = verify(game, games=GAMES, seconds=SECONDS)
    answers.write(json.dumps({"finding": " ".join(str(findings[0]).split())[:LONGEST_FINDING] if findings else None}))
    answers.flush()
    os._exit(0)  # whatever the game has left behind


def _end_with_parent() -> None:
    """End this process when nobody waits for it any more."""
    while os.read(0, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
