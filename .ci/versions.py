"""The core's tests on every Python that is found here, and with every Numba from the oldest on.

    python .ci/versions.py [--python 3.14] [--numba 0.62.1] [--debian FOLDER]

Environments are made in out/versions and kept. `--python` and `--numba` choose one of each. `--debian` makes a Debian of today in a
folder, if there is none (as root: apt install debootstrap), and does the same with the Pythons there. Exit code 1 if one fails.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "out" / "versions"
NUMBAS = ("0.62.1", "0.63.1", "0.64.0", "0.65.1", "0.66.0", "0.67.0", "0.68.1")
MINORS = range(11, 17)
TESTS = ("tests/compiling", "tests/test_system.py", "tests/test_windows.py", "tests/api/test_front_door.py")
PACKAGES = ("pytest", "pytest-xdist", "hypothesis", "httpx2")
DEBIAN = ("python3", "python3-venv", "python3.15", "python3.15-venv", "ca-certificates")
KEEP = "import sys, venv, ensurepip; print('3.%d' % sys.version_info[1]); sys.exit(sys.version_info < (3, 11))"


def pythons() -> dict[str, str]:
    """Return the programs by their versions, such as 3.12."""
    names = [f"python3.{minor}" for minor in MINORS]
    kept = sorted(map(str, Path.home().glob(".pyenv/versions/3.*/bin/python")))
    found: dict[str, str] = {}
    for program in (*names, *kept, "python3"):
        if shutil.which(program):
            told = subprocess.run([program, "-c", KEEP], capture_output=True, text=True, check=False)
            if told.returncode == 0:
                found.setdefault(told.stdout.strip(), program)
    return found


def passes(version: str, program: str, numba: str) -> bool:
    """Make the environment, if it is not there, and run the tests in it."""
    place = PLACE / f"python-{version}-numba-{numba or 'newest'}"
    python = place / "bin" / "python"
    if not (place / "ready").exists():
        shutil.rmtree(place, ignore_errors=True)
        call([program, "-m", "venv", place])
        chosen = [f"numba=={numba}"] if numba else ["--constraint", "constraints.txt"]
        if not call([python, "-m", "pip", "install", "--quiet", "--editable", ".[board]", *PACKAGES, *chosen]):
            return False
        (place / "ready").touch()
    return call([python, "-m", "pytest", "-m", "not slow and not browser", "-n", "2", "--dist", "loadfile", *TESTS])


def call(words: Sequence[object]) -> bool:
    """Run a program here; tell whether that went well."""
    print("$", *words, flush=True)
    return subprocess.run(list(map(str, words)), cwd=ROOT, check=False).returncode == 0


def in_debian(folder: Path) -> int:
    """Do the same in a Debian of today."""
    if not (folder / "bin").exists():
        call(["debootstrap", "--variant=minbase", "sid", folder])
        call(["chroot", folder, "apt-get", "install", "--yes", "--no-install-recommends", *DEBIAN])
    if not (folder / "proc" / "self").exists():
        call(["mount", "-t", "proc", "proc", folder / "proc"])
    shutil.copy("/etc/resolv.conf", folder / "etc")
    copy = folder / "counterply"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".venv", "out", ".git"), dirs_exist_ok=True)
    return 0 if call(["chroot", folder, "python3", "/counterply/.ci/versions.py"]) else 1


def main() -> int:
    """Print a line for each pair."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python")
    parser.add_argument("--numba")
    parser.add_argument("--debian", type=Path)
    chosen = parser.parse_args()
    if chosen.debian:
        return in_debian(chosen.debian.absolute())
    found = {version: program for version, program in pythons().items() if chosen.python in (None, version)}
    if not found:
        print(f"there is no Python {chosen.python or 'from 3.11 on, with venv'}: apt install python3-venv", file=sys.stderr)
        return 1
    cells = [(version, chosen.numba or "") for version in found]
    if not (chosen.python or chosen.numba):
        oldest = min(found, key=lambda version: int(version[2:]))
        cells += [(oldest, numba) for numba in NUMBAS]
    results = {cell: passes(cell[0], found[cell[0]], cell[1]) for cell in cells}
    for (version, numba), passed in results.items():
        print(f"Python {version}, Numba {numba or 'newest'}: {'passed' if passed else 'FAILED'}")
    return 0 if all(results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
