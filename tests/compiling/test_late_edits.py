"""An edit between the start of a process and a kernel's first call: old code is never kept as that of the new text."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import edits
import pytest

from counterply.compiling import code_sources
from counterply.compiling.kernels import PLAIN

PACKAGE = Path(code_sources.__file__).parents[1]


def test_what_was_written_after_the_start_has_no_digest(tmp_path, monkeypatch):
    file = tmp_path / "mine.py"
    file.write_text("from counterply.core import values\n")
    monkeypatch.setattr(code_sources, "STARTED", time.time() + 500)
    os.utime(file, (time.time() + 1000,) * 2)
    assert code_sources.digest_of.__wrapped__(str(file)) == "", "it may be newer than what this process has loaded"
    code_sources._read.cache_clear()
    os.utime(file, (time.time(),) * 2)
    assert len(code_sources.digest_of.__wrapped__(str(file))) == code_sources.DIGITS


@pytest.mark.skipif(PLAIN, reason="nothing is kept")
def test_code_is_kept_under_the_sources_that_were_loaded(tmp_path):
    package = tmp_path / "counterply"
    subprocess.run(["cp", "-Rp", str(PACKAGE), str(package)], check=True)
    script = """
import counterply.search.worlds as worlds
from counterply.compiling import code_sources, object_files
kernel = next(value for value in vars(worlds).values() if type(value).__name__ == "CachedKernel")
before = object_files._path(kernel.py_func, ())
with open(code_sources.PACKAGE / "core" / "values.py", "a") as file:
    file.write("# edited\\n")
assert object_files._path(kernel.py_func, ()) == before and before is not None, "the code is that of the sources as loaded"
"""
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "COUNTERPLY_CACHE": str(tmp_path / "cache")}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def test_the_finder_of_stale_code_gives_up_a_process_that_hangs(tmp_path, monkeypatch):
    monkeypatch.setattr(edits, "PROCESS_SECONDS", 0.01)  # of CPU, and ten times that by the clock: either may be over first
    asking = edits.Stale(tmp_path, PACKAGE.parent)
    (fault,) = asking.faults(edits.Edit("a slice", "edit", "solve"))
    assert re.match(r"a slice, edit, solve: process 1 (waits for ever|has not answered in)", fault)
