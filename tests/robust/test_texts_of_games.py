"""What a game's own code says is printed without what a terminal would obey, and within a size."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from counterply.arena.schedule import Plan
from counterply.cli import run
from counterply.core.errors import UsageError
from counterply.core.limits import Limit
from counterply.core.users_text import LONGEST_DIAGRAM, LONGEST_REMARK
from counterply.games.tic_tac_toe import game
from counterply.usercode.loading import load_game

EVIL = "\x1b]0;owned\x07\x1b[2J\u202e\ud800\r"
PLAIN = f"""
class Position:
    turn = 0
    def __init__(self, left=8): self.left = left
    def moves(self): return [{EVIL + "go"!r}, {EVIL + "stay"!r}]
    def after(self, move): return Position(self.left - 1)
    def outcome(self): return 0 if self.left else 1
    def __str__(self): return {EVIL!r} * 50_000
game = Position
"""


def harmless(text: str, lines: bool = False) -> bool:
    return all(letter.isprintable() or (lines and letter == "\n") for letter in text)


def test_a_compiled_game_says_nothing_that_a_terminal_obeys() -> None:
    evil = game()
    evil.text = replace(
        evil.text,
        move_text=lambda position, move: f"{EVIL}{move}",
        diagram=lambda position: f"{EVIL}\n" * 100_000,
        reason=lambda position: EVIL * 10_000,
        events=lambda position, move: [EVIL] * 10_000,
    )
    start = evil.start()
    assert harmless(str(start), lines=True)
    assert len(str(start).split("\n")) > 2, "lines stay lines"
    texts = start.line_text([0, 1])
    assert all(map(harmless, texts))
    over = start.play_text([*texts, *(f"{texts[0][:-1]}{move}" for move in (3, 2, 6))])
    assert over.over, "what is shown can be typed"
    assert harmless(over.reason)
    events = evil.events(start, 0)
    assert all(map(harmless, events))
    # an escape is six letters at most
    assert len(str(start)) <= 6 * LONGEST_DIAGRAM
    assert len(over.reason) <= 6 * LONGEST_REMARK
    assert sum(map(len, events)) <= 100 * 6 * LONGEST_REMARK


@pytest.mark.parametrize(
    "arguments",
    [["play", "evil.py", "--against", "random"], ["match", "evil.py", "random", "random", "--games", "2", "--nodes", "2"]],
)
def test_a_plain_game_says_nothing_that_a_terminal_obeys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], one_process: None, arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("evil.py").write_text(PLAIN, errors="surrogatepass")
    start = load_game("evil.py").start()
    assert harmless(start.move_text(start.moves()[0]))
    run(arguments)
    said = capsys.readouterr()
    assert said.out
    assert harmless(said.out, lines=True)
    assert harmless(said.err, lines=True)


def test_a_stored_plan_names_no_player_that_a_terminal_obeys() -> None:
    plan = Plan("tic_tac_toe", ("random", "greedy"), None, 2, Limit(nodes=5), 0)
    assert Plan.read(plan.text) == plan
    with pytest.raises(UsageError, match="control character"):
        Plan.read(replace(plan, players=("random", "\x1b[2J")).text)
