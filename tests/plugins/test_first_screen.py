"""README's first screen, as `make release` runs it."""

from __future__ import annotations

from types import ModuleType

import pytest

from counterply.cli import add_commands, app
from test_release import ROOT, program


@pytest.fixture(scope="module")
def release() -> ModuleType:
    return program("release")


def test_the_first_screen_is_commands_of_ours(release: ModuleType) -> None:
    screen = release.first_screen((ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(screen) >= 4
    add_commands()
    for words in screen:
        assert words[0] == "counterply"
        assert words[1] in app.commands
        assert words[1] not in ("play", "board")
