"""Openings of five in a row: the balanced sets that come with the package, and names."""

from __future__ import annotations

from pathlib import Path

from counterply.plugins.gomoku.records import pos_moves

DATA = Path(__file__).with_name("data")
USUAL_SIDE = 15  # cells: sets for it serve other boards too, moved to their centre
LEAST_SIDE = 11  # cells of a board that they serve; all their stones are near the centre
NAMES = dict(line.split(": ") for line in (DATA / "names.txt").read_text("utf-8").splitlines())  # of renju, on 15 x 15
LIKE = {"caro": "standard", "caro_strict": "standard"}  # rules that take another's openings


def opening_file(rule: str, side: int) -> Path:
    """Return the file of the set for a rule and a square board; it need not exist."""
    return DATA / f"{LIKE.get(rule, rule)}_{side}.txt"


def shipped(rule: str, width: int, height: int) -> list[str]:
    """Return balanced openings as texts that the game reads; none where there is no set for such a board."""
    file, across, down = opening_file(rule, width), 0, 0
    if width != height or not file.is_file():
        file = opening_file(rule, USUAL_SIDE)
        across, down = width // 2 - USUAL_SIDE // 2, height // 2 - USUAL_SIDE // 2
        if min(width, height) < LEAST_SIDE or not file.is_file():
            return []
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return [" ".join(["moves", *(moved(word, across, down) for word in pos_moves(line))]) for line in lines]


def moved(word: str, across: int, down: int) -> str:
    """Return a cell some columns to the right and rows down.

    >>> moved("h8", 2, -1)
    'j7'
    """
    return f"{chr(ord(word[0]) + across)}{int(word[1:]) + down}"
