"""What messages suggest: `report` only where a plug-in brings it, and commands that can be pasted."""

from __future__ import annotations

import ast
import re
from itertools import pairwise
from pathlib import Path

import pytest

from counterply import registry
from counterply.cli.matches import to_report


@pytest.mark.parametrize(("commands", "words"), [({}, []), ({"report": "some.module"}, ["`counterply report runs/a` shows them"])])
def test_report_is_named_only_where_it_is(commands: dict[str, str], words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "plugins", lambda group: commands if group == "commands" else {})
    assert to_report("runs/a", "connect_four", "shows them") == words


HOUSE = Path(registry.__file__).parent
SUGGESTED = re.compile(r"(counterply [a-z-]+|--game) $")  # what a message ends with before it names what the user named
# quoted, or in need of no quotes: `counterply new` refuses names with blanks, and words are joined before
SAFE = re.compile(r"shlex\.(quote|join)\(|path$|words$")


def test_a_suggested_command_can_be_pasted() -> None:
    told = [
        ast.unparse(value.value)
        for file in HOUSE.rglob("*.py")
        for text in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        for before, value in pairwise(text.values if isinstance(text, ast.JoinedStr) else ())
        if isinstance(before, ast.Constant) and SUGGESTED.search(before.value) and isinstance(value, ast.FormattedValue)
    ]
    assert len(told) > 3
    assert [value for value in told if not SAFE.match(value)] == []
