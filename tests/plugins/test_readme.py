"""What the README says is so: its Python runs, its console shows what the command prints, its links lead somewhere."""

from __future__ import annotations

import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from counterply.cli import add_commands, app, run
from counterply.compiling.kernels import PLAIN
from counterply.usercode.loading import load_game
from counterply.verification import verify

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")], key=str)
README = (ROOT / "README.md").read_text(encoding="utf-8")
NEEDS = {"adapters.md": ("gymnasium", "pettingzoo", "pyspiel"), "cluster.md": ("distributed",)}  # packages that may be missing
LONG = (
    "game.md",  # its game keeps the contract, which is tried each time
    "4-heuristics.md",
    "6-learning.md",
    "learn.md",
    "heuristic.md",
    "portrait.md",
    "nim.md",
    "prove.md",
    "exports.md",
    "tree.md",
    "boards.md",
    "3-deepening.md",
    "report.md",
    "chance.md",
    "start.md",
    "python.md",
    "search.md",
)
LATER = {"README.md": "## Who it is for"}  # what is slow of a page begins here: a tournament, as in tutorials/report.md
LOOSE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def commands(block: str) -> list[tuple[list[str], str]]:
    """Return the commands of a console block, as words, with what they print."""
    parts = [part for part in re.split(r"^\$ ", block.replace("\\\n", ""), flags=re.MULTILINE) if part]
    return [(shlex.split(head)[1:], shown) for head, _, shown in (part.partition("\n") for part in parts)]


def steps(text: str) -> list[tuple[str, str]]:
    """Return a page's console and Python blocks in their order, each with its language."""
    return re.findall(r"^```(console|python)\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def runs(page: Path) -> bool:
    """Tell whether there is something on a page that a shell or Python runs."""
    return any(language == "console" or ">>> " not in block for language, block in steps(page.read_text(encoding="utf-8")))


def ids(page: Path) -> str:
    return str(page.relative_to(ROOT))


def to_run(page: Path) -> Iterator[Any]:
    """Give a page, or its two parts, as parameters; slow is what plays or searches for long, and the games' own pages."""
    text = page.read_text(encoding="utf-8")
    first, heading, later = text.partition(LATER.get(page.name, "\0"))
    slow = page.name in LONG or "## Rules and their source" in text
    yield pytest.param(page, first, marks=pytest.mark.slow if slow else (), id=ids(page))
    if heading:
        yield pytest.param(page, later, marks=pytest.mark.slow, id=f"{ids(page)}, later")


@pytest.mark.parametrize(("page", "text"), [part for page in PAGES if runs(page) for part in to_run(page)])
@pytest.mark.skipif(PLAIN, reason="takes minutes uncompiled")
@pytest.mark.usefixtures("one_process")
def test_a_page_runs_from_top_to_bottom(
    page: Path, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its commands print what it shows; its Python runs, and a block that begins with ``# NAME.py`` is that file."""
    for module in NEEDS.get(page.name, ()):
        pytest.importorskip(module)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    names: dict[str, object] = {}
    for language, block in steps(text):
        if language == "console":
            for words, shown in commands(block):
                assert run(words) == 0, words
                printed = capsys.readouterr().out
                # `...` stands for times and whatever else differs; a page may leave out blanks at the ends of lines
                same = doctest.OutputChecker().check_output(shown, printed, LOOSE)
                assert same, f"{words} prints\n{printed}\nand the page says\n{shown}"
        elif file := re.match(r"# (\w+\.py)\n", block):
            Path(file[1]).write_text(block, encoding="utf-8")
        elif ">>> " not in block:
            exec(compile(block, str(page), "exec"), names)


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.slow if page.name in LONG else (), id=ids(page))
        for page in PAGES
        if ">>> " in page.read_text(encoding="utf-8")
    ],
)
@pytest.mark.skipif(PLAIN, reason="takes minutes uncompiled")
@pytest.mark.usefixtures("one_process")
def test_python_sessions(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    failures, tests = doctest.testfile(str(page), module_relative=False, optionflags=LOOSE)
    assert tests > 0
    assert failures == 0


def games_in(page: Path) -> list[str]:
    """Return the Python blocks of a page that make a game."""
    return [
        block for block in blocks(page.read_text(encoding="utf-8"), "python") if re.search(r"^game = Game\(", block, re.MULTILINE)
    ]


@pytest.mark.parametrize("page", [page for page in PAGES if games_in(page)], ids=ids)
def test_games_in_pages_keep_the_contract(page: Path, tmp_path: Path) -> None:
    for number, text in enumerate(games_in(page)):
        path = tmp_path / f"page{number}.py"
        path.write_text(text, encoding="utf-8")
        assert verify(load_game(str(path)), games=3) == []


def commands_on(page: Path) -> set[str]:
    """Return the commands that a page names."""
    found = re.findall(r"^(?:\$ )?counterply ([a-z]+)|`counterply ([a-z]+)", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {first or second for first, second in found}


def targets_on(page: Path) -> list[str]:
    """Return where the links of a page lead."""
    return re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", [page for page in PAGES if commands_on(page)], ids=ids)
def test_every_command_that_is_named_exists(page: Path) -> None:
    add_commands()
    assert commands_on(page) <= app.commands.keys()


def test_links_lead_somewhere() -> None:
    for page in [*PAGES, *(ROOT / "dev").rglob("*.md")]:
        for target in targets_on(page):
            assert "://" in target or (page.parent / target).exists(), (ids(page), target)


def test_the_pages_are_there_and_what_is_looked_for_is_found_on_them() -> None:
    """A page without a game, a command or a link is left out above; here is how many there are with one."""
    readme, contract = ROOT / "README.md", ROOT / "docs" / "core" / "contract.md"
    assert {readme, contract} <= set(PAGES)
    assert runs(readme)
    assert {"analyse", "tournament"} <= commands_on(readme)
    counts = [sum(bool(found(page)) for page in PAGES) for found in (runs, games_in, commands_on, targets_on)]
    assert [count >= least for count, least in zip(counts, (20, 2, 30, 50), strict=True)] == [True] * 4, counts
