"""Builds what would be published, tries it in an empty environment, and says what is left to do: ``make release``.

It publishes nothing. Needs the package index, for `build`, `twine` and what the package depends on.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
TOOLS = ("build", "twine")
SCREEN = 2  # console and shell blocks of README that a newcomer sees first
FEW_GAMES = ("--games", "20000", "--match", "0")  # of `learn`, which takes ten minutes otherwise
NEEDS_A_PERSON = (
    "python3 -m venv",
    "pip",
    "counterply play",
    "counterply board",
)  # or is done here already


def main() -> int:
    """Build, check, try; return the exit code."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shutil.rmtree(DIST, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix="counterply-release-") as folder:
        tools = environment(Path(folder) / "tools", TOOLS)
        step("build sdist and wheel")
        call([tools, "-m", "build", "--outdir", DIST, ROOT])
        wheel, sdist = next(DIST.glob("*.whl")), next(DIST.glob("*.tar.gz"))
        step("look into them")
        faults = [*faults_of_wheel(wheel), *faults_of_sdist(sdist)]
        for fault in faults:
            print(fault)
        if faults:
            return 1
        step("twine check")
        call([tools, "-m", "twine", "check", "--strict", wheel, sdist])
        step("install the wheel in an empty environment, and run README's first screen")
        empty = environment(Path(folder) / "empty", [f"{wheel}[board]"])
        place = Path(folder) / "newcomer"
        place.mkdir()
        for words in first_screen((ROOT / "README.md").read_text(encoding="utf-8")):
            call([empty, "-m", *words, *(FEW_GAMES if words[1] == "learn" else ())], place)
    step("left to do")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for number, line in enumerate(left_to_do(wheel.name.split("-")[1], changes, tags(), project.get("urls", {})), 1):
        print(f"{number}. {line}")
    return 0


def step(text: str) -> None:
    """Say what comes."""
    print(f"\n== {text}", flush=True)


def call(words: Sequence[object], folder: Path = ROOT) -> None:
    """Run a program; one that fails ends this one."""
    print("$", shlex.join(map(str, words)), flush=True)
    subprocess.run(list(map(str, words)), cwd=folder, check=True)


def environment(folder: Path, packages: Sequence[str]) -> Path:
    """Make an environment with these packages, and return its Python."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    call([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages])
    return python


def first_screen(readme: str) -> list[list[str]]:
    r"""Return the commands of README's first blocks that need no person, in their order, each once.

    >>> first_screen("```console\n$ counterply new my\nmy.py is a game\n```\n```sh\npip install x  # here\n```\n")
    [['counterply', 'new', 'my']]
    """
    blocks = re.findall(r"^```(console|sh)\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)[:SCREEN]
    lines = [
        line.removeprefix("$ ").partition("  #")[0].strip()
        for language, block in blocks
        for line in block.splitlines()
        if language == "sh" or line.startswith("$ ")
    ]
    return [shlex.split(line) for line in dict.fromkeys(lines) if line and not line.startswith(NEEDS_A_PERSON)]


def faults_of_wheel(wheel: Path) -> list[str]:
    """Return what a wheel lacks, or should not hold."""
    with zipfile.ZipFile(wheel) as archive:
        there = set(archive.namelist())
    package = ROOT / "src" / "counterply"
    ours = {
        f"counterply/{path.relative_to(package)}"
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
    }
    foreign = {name for name in there if not name.startswith("counterply") or name.endswith(".pyc")}
    faults = [f"{wheel.name} lacks {name}" for name in sorted(ours - there)]
    faults += [f"{wheel.name} holds {name}" for name in sorted(foreign)]
    return (
        faults
        if any(".dist-info/" in name and "LICENSE" in name for name in there)
        else [*faults, f"{wheel.name} lacks the licence"]
    )


def faults_of_sdist(sdist: Path) -> list[str]:
    """Return what a source distribution lacks."""
    with tarfile.open(sdist) as archive:
        there = {name.partition("/")[2] for name in archive.getnames()}
    needed = ("README.md", "LICENSE", "CHANGELOG.md", "pyproject.toml", "src/counterply/__init__.py", "tests/conftest.py")
    return [f"{sdist.name} lacks {name}" for name in needed if name not in there]


def tags() -> list[str]:
    """Return the tags of this clone; none where there is no git."""
    try:
        return subprocess.run(["git", "tag"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    except (OSError, subprocess.CalledProcessError):
        return []


def left_to_do(version: str, changes: str, known: Sequence[str], urls: dict[str, str]) -> list[str]:
    r"""Return what a person still has to do to publish this version.

    >>> left_to_do("0.1.0", "## [0.1.0] - unreleased\n", [], {})[0]
    'python .ci/changes.py 0.1.0, and in CHANGELOG.md the heading "## [0.1.0] - YEAR-MONTH-DAY"'
    """
    steps = []
    if f"## [{version}] - 2" not in changes:
        steps.append(f'python .ci/changes.py {version}, and in CHANGELOG.md the heading "## [{version}] - YEAR-MONTH-DAY"')
    if not urls:
        steps.append("pyproject.toml: [project.urls] with the addresses of repository, pages and issues")
    if f"v{version}" not in known:
        steps.append(f"git tag v{version} && git push origin v{version}, once CI is green on this commit")
    steps += [
        ".ci/core and make test-all: of the core's tests without plug-ins, and of the slow ones, .ci/run leaves some out",
        "python -m twine upload --repository testpypi dist/*, and install it from there once",
        "python -m twine upload dist/*",
        "the addresses in pyproject.toml, CITATION.cff and docs/notebooks.py are those of the repository and its pages",
    ]
    return steps


if __name__ == "__main__":
    sys.exit(main())
