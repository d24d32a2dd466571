"""The games that come with Counterply, for tests of all; those of the gallery teach such a test little more, and are slow."""

import pytest

from counterply.registry import COURSES, GALLERY

SAMPLED = [*COURSES, *(pytest.param(name, marks=pytest.mark.slow) for name in GALLERY)]
