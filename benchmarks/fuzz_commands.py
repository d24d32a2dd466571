"""Every command with every budget at its edge, and with what a hasty person might type: is it ever a traceback, or endless?

python benchmarks/fuzz_commands.py [ROUNDS] [SEED]     each budget of each command at 1, 2, 3 and a prime, then ROUNDS random lines

What the commands and their options are is asked of the program itself, so that a new one is tried too. Everything happens in a
temporary folder. Commands run in one process, each with its own time limit; what a signal would end ends the benchmark, and the
file `last` there holds the line that did it.
"""

from __future__ import annotations

import contextlib
import io
import os
import random
import shlex
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from counterply.cli import add_commands, app, run

EDGES = (1, 2, 3, 31)
CPU_SECONDS, SECONDS = 40, 400  # for a command: of CPU, where one that compiles takes most of it, and by the clock
WAITING = ("board", "cluster", "host")  # that serve somebody, and end when they do
# what a command needs to have something to do, quickly: {game} is a small one
COMMANDS = {
    "games": [],
    "players": ["{game}"],
    "analyse": ["{game}"],
    "solve": ["{game}"],
    "perft": ["{game}", "--depth", "2"],
    "nodes": ["{game}", "--depths", "1-2"],
    "bench": [],
    "new": ["mine"],
    "verify": ["{game}", "--games", "2", "--seconds", "0.5"],
    "generate blocker": ["--walls", "1", "--nodes", "20", "--count", "1"],
    "generate fishing_derby": ["--count", "1", "--length", "5"],
    "generate gomoku": ["--count", "1", "--pool", "1", "--nodes", "20", "--set", "size=7"],
    "match": ["{game}", "random", "greedy:eval=zero", "--games", "2", "--nodes", "10", "--workers", "1"],
    "tournament": ["{game}", "random", "minimax", "--games", "2", "--nodes", "10", "--workers", "1", "--solve", "off"],
    "report": ["run"],
    "replay": ["run", "0"],
    "export": ["run"],
    "play": ["{game}", "--nodes", "5"],
    "ablate": ["{game}", "--games", "0", "--positions", "1", "--nodes", "20", "--budget", "50", "--depth", "1"],
    "accuracy": ["{game}", "zero", "--games", "1", "--nodes", "20"],
    "tune": ["isolation", "territory", "--games", "2", "--nodes", "5", "--validation", "0", "--workers", "1"],
    "check": ["search.py", "--positions", "0"],
    "tree": ["{game}", "--depth", "2"],
}
GAMES = ("tic_tac_toe", "blocker", "connect_four")
NUMBERS = ("--depths", "--lines", "--games", "--seconds", "--seed")  # whose help does not call them a number
DEEPEST_PERFT = 3  # whose depth is not a limit, but what is asked for
SLOW = {"bench"}  # has no budget, and takes long
PLAIN_WORDS = """
0 -1 1 2 7 1e9 99999999999999999999 nan inf 1.5 150ms 0ms -2s all on off {} moves x random engine engine:memory=0 engine:eval=zero
minimax:depth=0 mcts uct alphabeta:depth=, level:strength=99 human NAME.py no/such/file search.py:minimax / . ~nosuchuser/x ~ run
mine.py mine.py:game out.csv out.png width=3 width=x size=3 board=no isolation gomoku -- --json --help --nodes --games --set -h %s
"""
ODD_WORDS = ("", "moves 0,0", "moves x", "a\nb", "\x1b[2J", "\udcff", "\t", "\x00", "é", "x" * 5000, "$(true)")
WORDS = (*PLAIN_WORDS.split(), *ODD_WORDS)


class OutOfTimeError(BaseException):
    """A command has taken longer than it may."""


def options_of(words: list[str]) -> list[Any]:
    """Return the options of a command."""
    add_commands()
    command: Any = app
    for word in words:
        command = command.commands[word]
    return [parameter for parameter in command.params if parameter.param_type_name == "option"]


def budgets() -> Iterator[list[str]]:
    """Yield every command with each option that takes a number, at each edge."""
    for name, rest in COMMANDS.items():
        for option in options_of(name.split()):
            number = option.metavar in ("N", "D", "S", "MB", "TIME") or option.opts[0] in NUMBERS
            for edge in EDGES if number and name not in SLOW else ():
                value = f"{edge}ms" if option.metavar == "TIME" else str(edge)
                if name == "perft" and edge > DEEPEST_PERFT:
                    continue
                for game in GAMES[:2] if "{game}" in rest and name != "verify" else GAMES[:1]:
                    words = [word.format(game=game) for word in rest]
                    kept = [w for i, w in enumerate(words) if w not in option.opts and (i == 0 or words[i - 1] not in option.opts)]
                    yield [*name.split(), *kept, option.opts[0], value]


def careless(chance: random.Random, commands: Sequence[str] = ()) -> list[str]:
    """Return a command, one of these or any, as nobody should type it."""
    name = chance.choice(commands or [name for name in COMMANDS if name not in SLOW])
    words = [word.format(game=chance.choice(GAMES)) for word in COMMANDS[name]]
    for _ in range(chance.randint(1, 3)):
        kind, place = chance.randrange(4), chance.randrange(len(words) + 1)
        if kind == 0:
            words.insert(place, chance.choice(WORDS))
        elif kind == 1 and words:
            words[place % len(words)] = chance.choice(WORDS)
        elif kind == 2 and words:
            del words[place % len(words)]
        else:
            option = chance.choice(options_of(name.split()))
            words += [option.opts[0]] if option.is_flag else [option.opts[0], chance.choice(WORDS)]
    return [*name.split(), *words]


def fuzz(lines: Iterable[list[str]]) -> Iterator[tuple[int | None, str]]:
    """Run commands in this folder; yield the exit code of each, and what is wrong with how it went, or ''."""
    add_commands()
    with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
        prepare()
    for words in lines:
        Path("last").write_text(shlex.join(words), encoding="utf-8", errors="replace")
        code, fault = outcome_of(words)
        yield code, fault and f"counterply {shlex.join(words)!a}\n    {fault}"


def outcome_of(words: list[str]) -> tuple[int | None, str]:
    """Run a command; return its exit code, and what is wrong with how it went, or ''."""

    def ring(number: int, frame: Any) -> None:
        raise OutOfTimeError

    said, printed = io.StringIO(), io.StringIO()
    before = {number: signal.signal(number, ring) for number in (signal.SIGALRM, signal.SIGPROF)}
    signal.alarm(SECONDS)
    signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
    try:
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(printed), open(os.devnull) as nothing:
            sys.stdin = nothing
            code = run(words)
    except OutOfTimeError:
        return None, f"not within {CPU_SECONDS} s of CPU and {SECONDS} s"
    except SystemExit as error:
        return None, f"SystemExit {error.code}"
    except BaseException:
        return None, traceback.format_exc(limit=-3)
    finally:
        signal.alarm(0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        for number, handler in before.items():
            signal.signal(number, handler)
        sys.stdin = sys.__stdin__
    if code not in (0, 1, 2, 130):
        return code, f"exit code {code}: {said.getvalue()[-300:]}"
    if "Traceback" in said.getvalue():
        return code, said.getvalue()[-600:]
    if code == 2 and not said.getvalue().strip():
        return code, "exit code 2 without a word"
    if code == 2 and (last := said.getvalue().splitlines()[-1]) and not last.isprintable():
        return code, f"control characters in what it says: {last!r}"
    return code, ""


def prepare() -> None:
    """Make what commands are about: a stored run, and a search to check."""
    run(["match", "tic_tac_toe", "random", "greedy:eval=zero", "--games", "2", "--nodes", "5", "--workers", "1", "--out", "run"])
    with contextlib.redirect_stdout(io.StringIO()):
        run(["new", "search", "--search"])


def main() -> None:
    """Print each fault, and how many commands had none."""
    rounds, seed = (int(word) for word in [*sys.argv[1:], "300", "0"][:2])
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        lines = [*budgets(), *(careless(chance) for _ in range(rounds))]
        faults, begin = 0, time.monotonic()
        for number, (_, fault) in enumerate(fuzz(lines)):
            if number % 50 == 0:
                print(f"{number} of {len(lines)}, {time.monotonic() - begin:.0f} s", file=sys.stderr, flush=True)
            if fault:
                faults += 1
                print(fault, flush=True)
        print(f"{len(lines) - faults} of {len(lines)} without a fault")
        os.chdir("/")


if __name__ == "__main__":
    main()
