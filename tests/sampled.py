"""The games that come with Counterply, for tests of all; those of one file each teach such a test little more, and are slow."""

import pytest

from counterply.registry import HOUSE, games

GALLERY = [name for name in games() if (HOUSE / "games" / f"{name}.py").is_file() and name != "tic_tac_toe"]
SAMPLED = [pytest.param(name, marks=pytest.mark.slow) if name in GALLERY else name for name in games()]
