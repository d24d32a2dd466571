"""What the README says is so: its Python runs, its console shows what the command prints, its links lead somewhere."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from counterply.cli import add_commands, app, run
from counterply.compiling.kernels import PLAIN
from counterply.core.loading import load_game
from counterply.verify import verify

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")], key=str)
README = (ROOT / "README.md").read_text(encoding="utf-8")
LOOSE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def sessions(text: str) -> list[tuple[list[str], str]]:
    """Return the commands of a page's console blocks, as words, with what they print."""
    joined = [block.replace("\\\n", "") for block in blocks(text, "console")]
    parts = [part for block in joined for part in re.split(r"^\$ ", block, flags=re.MULTILINE) if part]
    return [(shlex.split(head)[1:], shown) for head, _, shown in (part.partition("\n") for part in parts)]


def ids(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", [page for page in PAGES if sessions(page.read_text(encoding="utf-8"))], ids=ids)
@pytest.mark.skipif(PLAIN, reason="takes minutes uncompiled")
def test_commands_print_what_a_page_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for words, shown in sessions(page.read_text(encoding="utf-8")):
        assert run(words) == 0, words
        printed = capsys.readouterr().out
        # `...` stands for times and whatever else differs; a page may leave out blanks at the ends of lines
        assert doctest.OutputChecker().check_output(shown, printed, LOOSE), f"{words} prints\n{printed}\nand the page says\n{shown}"


@pytest.mark.parametrize("page", [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")], ids=ids)
@pytest.mark.skipif(PLAIN, reason="takes minutes uncompiled")
def test_python_sessions(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    failures, tests = doctest.testfile(str(page), module_relative=False, optionflags=LOOSE)
    assert tests > 0
    assert failures == 0


@pytest.mark.parametrize("page", [page for page in PAGES if "Game(" in page.read_text(encoding="utf-8")], ids=ids)
def test_games_in_pages_keep_the_contract(page: Path, tmp_path: Path) -> None:
    files = [
        block for block in blocks(page.read_text(encoding="utf-8"), "python") if re.search(r"^game = Game\(", block, re.MULTILINE)
    ]
    for number, text in enumerate(files):
        path = tmp_path / f"page{number}.py"
        path.write_text(text, encoding="utf-8")
        assert verify(load_game(str(path)), games=3) == []


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_every_command_that_is_named_exists(page: Path) -> None:
    add_commands()
    known = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    known |= {str(group.name) for group in app.registered_groups}
    named = set(
        re.findall(r"^(?:\$ )?counterply ([a-z]+)|`counterply ([a-z]+)", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    )
    assert {first or second for first, second in named} <= known


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert "://" in target or (page.parent / target).exists(), target
