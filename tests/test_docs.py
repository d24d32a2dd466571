"""The pages as a site: what is made from the program is up to date, and every page is in a table of contents."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from counterply.cli import add_commands, app
from counterply.core.contract import CONTRACT
from counterply.players import PLAYERS

DOCS = Path(__file__).resolve().parents[1] / "docs"
SPEC = importlib.util.spec_from_file_location("generated", DOCS / "generated.py")
generated = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(generated)
LISTS = [page for page in DOCS.rglob("*.md") if "{toctree}" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("name", generated.PICTURED)
def test_pictures_are_those_that_the_drawings_make(name: str) -> None:
    kept = (DOCS / "pictures" / f"{name}.svg").read_text(encoding="utf-8")
    assert kept == generated.picture(name), "python docs/generated.py makes the pictures anew"


def test_the_reference_names_every_command_function_and_player() -> None:
    add_commands()
    names = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    page = generated.commands()
    assert all(f"\n## counterply {name}" in page for name in names)
    assert all(f"### {name}\n" in generated.contract() for name in CONTRACT)
    assert all(f"## {name}\n" in generated.players() for name in PLAYERS)


def test_every_page_is_in_a_table_of_contents() -> None:
    listed = set()
    for page in LISTS:
        for block in re.findall(r"```{toctree}\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL):
            for entry in re.findall(r"^(?!:)(\S+)$", block, flags=re.MULTILINE):
                listed |= set(page.parent.glob(f"{entry}.md"))
    made = {DOCS / "reference" / f"{name}.md" for name in ("commands", "functions", "players")}
    assert set(DOCS.rglob("*.md")) - listed - made == {DOCS / "index.md"}


HEADINGS = (
    "What it is",
    "Rules and their source",
    "Options",
    "Notation",
    "Players and evaluators",
    "Facts known",
    "Commands",
    "Writing a heuristic",
)


@pytest.mark.parametrize("name", generated.PICTURED)
def test_game_pages_have_the_same_headings_in_the_same_order(name: str) -> None:
    page = (DOCS / "games" / f"{name}.md").read_text(encoding="utf-8")
    assert f"](../pictures/{name}.svg)" in page
    assert tuple(title for title in re.findall(r"^## (.+)$", page, flags=re.MULTILINE) if title in HEADINGS) == HEADINGS
    assert "### The position\n" in page
