"""Which result has what: a table in the documents, and all results there are."""

from __future__ import annotations

import importlib
import inspect
import re
from pathlib import Path

from counterply.shown.frames import Framed
from counterply.shown.tables import Printed, Shown, Worded

PAGE = Path(__file__).resolve().parents[2] / "docs" / "shown" / "results.md"
MODULES = (
    *("core.report", "search.counts", "search.exact.solution", "search.exact.retrograde"),
    *("api.runs", "api.rolls", "api.own_games", "api.generators", "api.stored", "api.catalogue"),
    *("plugins.teaching.check", "plugins.teaching.grading", "plugins.explanations.sampling", "plugins.explanations.tree"),
    *("plugins.explanations.why", "plugins.explanations.luck", "plugins.explanations.quiz", "plugins.explanations.steps"),
    *("plugins.studies.ablation", "plugins.studies.accuracy", "plugins.studies.portrait.measure", "plugins.learning.fitted"),
)
NO_RESULTS = {"Plot", "Tables", "Shown", "Worded"}  # what results are made of


def results() -> dict[str, type]:
    """Return all classes of results by name."""
    for module in MODULES:
        importlib.import_module(f"counterply.{module}")
    found, left = {}, [Printed]
    while left:
        for made in left.pop().__subclasses__():
            left.append(made)
            if made.__module__.startswith("counterply.") and made.__name__ not in NO_RESULTS:
                found[made.__name__] = made
    return found


def listed() -> dict[str, tuple[bool, bool]]:
    """Return of each result in the table of the page whether it is a frame, and whether it is plotted."""
    table = PAGE.read_text(encoding="utf-8").partition("| result | of |")[2].partition("\n\n")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    return {name: (rows_of != "-", drawn != "-") for names, _, rows_of, drawn in rows for name in re.findall(r"`(\w+)`", names)}


def test_each_result_has_what_the_page_says() -> None:
    assert {name: (hasattr(each, "to_frame"), hasattr(each, "plot")) for name, each in results().items()} == listed()


def test_all_results_print_themselves_and_show_themselves_in_a_notebook() -> None:
    for name, each in results().items():
        assert issubclass(each, Shown | Worded), name
        assert each.__repr__ is Printed.__repr__, f"{name} shows in a console what print says"
        assert hasattr(each, "json"), name
        assert not inspect.isabstract(each), name
        if hasattr(each, "plot"):
            assert hasattr(each, "to_frame"), f"{name}: what is drawn can be had as numbers"


def test_frames_say_the_kind_of_each_column() -> None:
    for name, each in results().items():
        if issubclass(each, Framed):
            assert set(each.COLUMNS.values()) <= {int, float, str, bool}, name
