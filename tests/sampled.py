"""The games that come with Counterply, for tests of all; those of one file each teach such a test little more, and are slow."""

import pytest

from counterply.registry import HOUSE, games

FOLDERS = (HOUSE / "games", HOUSE / "plugins" / "classics")
GALLERY = [name for name in games() if any((each / f"{name}.py").is_file() for each in FOLDERS) and name != "tic_tac_toe"]
SAMPLED = [pytest.param(name, marks=pytest.mark.slow) if name in GALLERY else name for name in games()]
