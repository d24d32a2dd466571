"""Games in files of newcomers, by what they say of their board: a drawing, cells alone, or nothing but a diagram."""

from __future__ import annotations

from pathlib import Path

from counterply.api.own_games import new

DRAWN, CELLS, DIAGRAM = "newcomer_drawn", "newcomer_cells", "newcomer_diagram"
NEWCOMERS = (DRAWN, CELLS, DIAGRAM)
DRAWING = ", drawing=drawing, touches=touches"  # in the file that `counterply new` writes
NO_BOARD = Path(__file__).with_name("core") / "newcomer.py"


def write(name: str, folder: Path) -> Path:
    """Write one of `NEWCOMERS`; the first one is what `counterply new` writes."""
    path = new(name, folder=folder)
    text = path.read_text(encoding="utf-8")
    assert DRAWING in text
    if name == CELLS:
        path.write_text(text.replace(DRAWING, ""), encoding="utf-8")
    if name == DIAGRAM:
        path.write_text(NO_BOARD.read_text(encoding="utf-8"), encoding="utf-8")
    return path
