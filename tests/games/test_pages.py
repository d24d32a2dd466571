"""The pages of the games tell whoever writes a heuristic what is there: fields, helpers that exist, examples that run."""

import contextlib
import random
import re
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from counterply.core.evaluator import Evaluator
from counterply.registry import built_in_game, games
from counterply.usercode.loading import load_evaluator, load_game
from sampled import SAMPLED

DOCS = Path(__file__).parents[2] / "docs"
LETTER = re.compile(r"[A-Z]")  # of a size that differs from board to board


def section(name: str, title: str) -> str:
    """A part of a game's page; of a game without a page, ''."""
    text = "".join(page.read_text(encoding="utf-8") for page in DOCS.rglob(f"{name}.md"))
    return (text.partition(f"### {title}\n")[2].partition("\n##")[0]) if f"### {title}\n" in text else ""


def rows(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in text.splitlines() if line.startswith("| `")]


def kind_of(dtype: np.dtype) -> str:
    """The type as a page writes it: ``uint64[2, 28]``."""
    if dtype.names:
        return "record"
    return dtype.base.name + (str(list(dtype.shape)) if dtype.shape else "")


@pytest.mark.parametrize("name", games())
def test_the_fields_on_the_page_are_those_of_the_records(name):
    game = load_game(name)
    for title, record in (("The position", game.record), ("The setup", game.setup.dtype)):
        fields = [field for field in record.names if not field.startswith("is_") and field != "nothing"]
        told = rows(section(name, title))
        assert [row[0].strip("`") for row in told] == fields, f"a row for each field under '### {title}'"
        for field, (_, kind, what) in zip(fields, told, strict=True):
            assert re.fullmatch(LETTER.sub(r"\\d+", re.escape(kind.strip("`"))), kind_of(record[field])), field
            assert what


@pytest.mark.parametrize("name", [name for name in games() if rows(section(name, "Helpers"))])
def test_helpers_on_the_page_exist(name):
    modules = [built_in_game(name)]
    package = sys.modules[modules[0].__package__]
    if package.__name__ != "counterply.games":
        files = Path(package.__file__).parent.glob("*.py")
        for file in files:
            with contextlib.suppress(ModuleNotFoundError):  # a module that runs in its course's program alone
                modules.append(import_module(f"{package.__name__}.{file.stem}"))
    for row in rows(section(name, "Helpers")):
        helper, _, parameters = row[0].strip("`").rstrip(")").partition("(")
        found = [getattr(module, helper) for module in modules if hasattr(module, helper)]
        assert found, helper
        code = getattr(found[0], "py_func", found[0]).__code__
        assert len(parameters.split(", ")) == code.co_argcount, helper


@pytest.mark.parametrize("name", SAMPLED)
def test_the_example_on_the_page_is_an_evaluator(name, tmp_path):
    code = re.findall(r"```python\n(.*?)```", section(name, "An example"), re.DOTALL)
    (file := tmp_path / "mine.py").write_text("\n".join(code), encoding="utf-8")
    game = load_game(name)
    assert code, "an evaluator under '### An example'"
    names = re.findall(r"^def (\w+)\((?:position, )", code[0], re.MULTILINE)
    assert names
    for function in names:
        evaluator = load_evaluator(f"{file}:{function}", game)
        bound = evaluator.bind(game)
        plain = Evaluator(function, evaluator.function, plain=True).bind(game)
        assert bound.note == ""
        position, dice, seen = game.start(), random.Random(1), set()
        for _ in range(40):
            possible = position.moves() or [outcome for outcome, _ in position.chances()]
            if not possible:
                break
            position = position.after(dice.choice(possible))
            values = [bound.grid_value(position.record, player) for player in (0, 1)]
            assert values == [plain.grid_value(position.record, player) for player in (0, 1)]
            seen.update(values)
        assert len(seen) > 1, "it says the same of every position"
