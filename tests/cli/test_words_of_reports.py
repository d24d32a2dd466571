"""The command `report` is named only where a plug-in brings it."""

from __future__ import annotations

import pytest

from counterply import registry
from counterply.cli.matches import to_report


@pytest.mark.parametrize(("commands", "words"), [({}, []), ({"report": "some.module"}, ["`counterply report runs/a` shows them"])])
def test_report_is_named_only_where_it_is(commands: dict[str, str], words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "plugins", lambda group: commands if group == "commands" else {})
    assert to_report("runs/a", "connect_four", "shows them") == words
