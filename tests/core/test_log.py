"""What the work says goes through Python's logging."""

from __future__ import annotations

import logging
import subprocess
import sys

import pytest

from counterply.cli import run
from counterply.core import log

PROGRAM = """
import sys, logging
import counterply as cp
{more}
logging.getLogger("counterply.arena.game_processes").warning("a worker")
logging.getLogger("counterply.cli.input_output").info("compiling")
"""


def said(more: str) -> str:
    words = [sys.executable, "-c", PROGRAM.format(more=more)]
    return subprocess.run(words, capture_output=True, text=True, check=True).stderr


def test_a_program_sees_warnings_and_what_it_asks_for() -> None:
    assert said("") == "a worker\n"
    assert said("from counterply.core.log import show_log; show_log(); show_log()") == "a worker\ncompiling\n"
    assert said("logging.basicConfig(format='%(name)s %(levelname)s')").splitlines() == ["counterply.arena.game_processes WARNING"]


def test_the_command_says_its_errors_by_the_log(capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> None:
    assert run(["analyse", "tic_tac_to"]) == 2
    assert capsys.readouterr().err.startswith("counterply: unknown game 'tic_tac_to'; did you mean 'tic_tac_toe'?")
    assert caplog.records[-1].levelno == logging.ERROR
    assert caplog.records[-1].name == "counterply.cli"
    assert sum(isinstance(handler, log.PlainLines) for handler in log.ROOT.handlers) == 1
