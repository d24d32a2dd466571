"""The pages as a site: what is made from the program is up to date, and every page is in a table of contents."""

from __future__ import annotations

import importlib.util
import inspect
import re
from pathlib import Path
from typing import get_args

import pytest

import counterply
from counterply import registry
from counterply.cli import add_commands, app
from counterply.core import limits
from counterply.core.contract import CONTRACT
from counterply.core.drawing import Shape
from counterply.core.roles import ROLES
from counterply.players import base
from counterply.registry import players
from counterply.search import phases
from counterply.search.alphabeta import context
from counterply.search.exact import solve
from some import some

DOCS = Path(__file__).resolve().parents[2] / "docs"
SPEC = importlib.util.spec_from_file_location("generated", DOCS / "generated.py")
generated = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(generated)
DEV = DOCS.parent / "dev"
DECISIONS = sorted({*(DEV / "decisions").glob("*.md")} - {DEV / "decisions" / "index.md"})
LISTS = [page for page in DOCS.rglob("*.md") if "{toctree}" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("name", generated.PICTURED)
def test_pictures_are_those_that_the_drawings_make(name: str) -> None:
    kept = (DOCS / "pictures" / f"{name}.svg").read_text(encoding="utf-8")
    assert kept == generated.picture(name), "python docs/generated.py makes the pictures anew"


def test_the_gallery_of_roles_is_what_the_style_sheet_makes() -> None:
    kept = (DOCS / "pictures" / "roles.svg").read_text(encoding="utf-8")
    assert kept == generated.svg_of(generated.gallery([*ROLES])).rstrip() + "\n", "python docs/generated.py makes it anew"
    page = (DOCS / "core" / "drawings.md").read_text(encoding="utf-8")
    assert page == generated.with_roles(page)


def test_the_contract_lists_the_arguments_of_a_game() -> None:
    page = (DOCS / "core" / "contract.md").read_text(encoding="utf-8")
    assert page == generated.with_arguments(page), "python docs/generated.py writes them anew"
    for kind in (counterply.Game, counterply.Board, counterply.Text, counterply.Hints):
        for name in inspect.signature(kind).parameters:
            assert re.search(rf"`{kind.__name__}\([^)`]*\b{name}\b", page), f"{kind.__name__}({name})"


def test_the_glossary_holds_the_techniques_as_they_declare_themselves() -> None:
    page = (DOCS / "glossary.md").read_text(encoding="utf-8")
    assert page == generated.with_techniques(page), "python docs/generated.py writes them anew"


def test_the_page_on_check_holds_the_mistakes_as_they_are_told() -> None:
    page = (DOCS / "plugins" / "teaching" / "check.md").read_text(encoding="utf-8")
    assert page == generated.with_mistakes(page), "python docs/generated.py writes them anew"


def test_the_page_of_drawings_names_every_shape() -> None:
    page = (DOCS / "core" / "drawings.md").read_text(encoding="utf-8")
    assert [shape for shape in get_args(Shape) if f'`"{shape}"`' not in page] == []


def test_the_reference_names_every_command_function_and_player() -> None:
    add_commands()
    page = generated.commands()
    assert all(f"\n## counterply {name}" in page for name in app.commands)
    assert all(f"### {name}\n" in generated.contract() for name in CONTRACT)
    assert all(f"## {name}\n" in generated.players() for name in players())


def test_the_readme_lists_every_command() -> None:
    add_commands()
    rows = re.findall(r"^\| (`.*?) \| ", (DOCS.parent / "README.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    listed = {name for row in rows for name in re.findall(r"`(?:counterply )?([\w-]+)", row)}
    assert set(some(app.commands, 20)) - listed == set()


def test_every_page_is_in_a_table_of_contents() -> None:
    listed = set()
    for page in LISTS:
        for block in re.findall(r"```{toctree}\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL):
            for entry in re.findall(r"^(?!:)(\S+)$", block, flags=re.MULTILINE):
                listed |= {found.resolve() for found in page.parent.glob(f"{entry}.md")}
    made = {DOCS / folder / f"{name}.md" for folder, name in (("cli", "commands"), ("core", "functions"), ("players", "players"))}
    assert set(DOCS.rglob("*.md")) - listed - made == {DOCS / "index.md"}


OF_ALL = {"_static", "pictures", "tutorials", "lessons"}  # folders of the pages that belong to no room


def test_the_folders_of_the_pages_are_those_of_the_house() -> None:
    """Each room has pages, the core's in part made by the program itself."""
    house, pages = DOCS.parent / "src" / "counterply", {path.parent.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    made = {"cli", "players"}  # by docs/generated.py
    own = {folder for folder in pages - {"."} if folder.partition("/")[0] not in OF_ALL} | made
    rooms = {path.parent.relative_to(house).as_posix() for pattern in ("*/*.py", "plugins/*/*.py") for path in house.glob(pattern)}
    assert own == set(some(rooms, 25)) - {"plugins"}


HEADINGS = (
    "What it is",
    "Rules and their source",
    "Options",
    "Notation",
    "Players and evaluators",
    "Facts known",
    "Commands",
    "Writing a heuristic",
)


@pytest.mark.parametrize("name", generated.PICTURED)
def test_game_pages_have_the_same_headings_in_the_same_order(name: str) -> None:
    page = generated.page_of(DOCS, name).read_text(encoding="utf-8")
    assert f"/pictures/{name}.svg)" in page
    assert tuple(title for title in re.findall(r"^## (.+)$", page, flags=re.MULTILINE) if title in HEADINGS) == HEADINGS
    assert "### The position\n" in page
    assert "<!-- the rules, as the game says them -->" in page
    assert page == generated.with_rules(page, name), "python docs/generated.py writes the rules anew"


def test_numbers_in_the_pages_are_the_constants() -> None:
    time, proofs = (" ".join((DOCS / "search" / page).read_text(encoding="utf-8").split()) for page in ("time.md", "proofs.md"))
    assert f"**Looks every {context.POLL_NS / 1e6:g} ms.**" in time
    assert f"with a cheap evaluator {context.MOST_NODES_BETWEEN_POLLS}," in time
    assert f"keeps {1000 * base.RESERVE_SECONDS:g} ms for the way back" in time
    assert f"last {base.REMEMBERED_MOVES} moves" in time
    assert f"a move gets 1/{limits.CLOCK_SHARE} of the remaining time" in time
    assert (limits.CLOCK_CAP, base.RESERVE_CAP, base.LATE_ANSWERS) == (3, 1 / 2, 2 / 1000), "a third, half, two in a thousand"
    assert (phases.PROBE_SHARE, phases.FIRST_SHARE, phases.PROOF_SHARE) == (1 / 20, 1 / 4, 1 / 2), "a twentieth, a quarter, half"
    assert all(
        words in proofs for words in ("a twentieth of its limit", "a quarter of the limit", "up to half of it into the proof")
    )
    assert (solve.CHEAP_NODES, solve.CHEAP_PART) == (200_000, 4), "200,000, a quarter"
    assert f"multiplying the nodes by {solve.TURN_GROWTH} each round" in proofs
    assert f"within a quarter of the proof's nodes, or {solve.CHEAP_NODES:,}" in proofs


def test_files_that_pages_name_are_there() -> None:
    root = DOCS.parent
    pages = (*DOCS.rglob("*.md"), *DECISIONS, *root.glob("*.md"))
    texts = {page: page.read_text(encoding="utf-8") for page in pages}
    named = {name for text in texts.values() for name in re.findall(r"\b(?:tests|benchmarks|examples)/[\w/]+\.(?:py|txt)\b", text)}
    assert {name for name in some(named, 20) if not (root / name).is_file()} == set()


def test_a_link_that_shows_a_path_leads_there() -> None:
    root = DOCS.parent
    links = {
        (page, *link)
        for page in (*DOCS.rglob("*.md"), *root.glob("*.md"))
        for link in re.findall(r"\[([\w/.]+\.md)\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    }
    assert {(page.name, shown, target) for page, shown, target in some(links, 20) if not target.endswith(shown)} == set()


def test_modules_that_pages_name_exist() -> None:
    source = DOCS.parent / "src"
    text = "\n".join(page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md"))
    names = set(re.findall(r"`(?:counterply/)?((?:search|games|core|arena|plugins|players|compiling)/[\w/]+\.py)`", text))
    assert len(names) >= 5
    assert not {name for name in names if not (source / "counterply" / name).is_file()}
    groups = re.findall(r"^counterply(\.[a-z_]+) ", registry.__doc__ or "", flags=re.MULTILINE)
    for name in set(re.findall(r"`counterply((?:\.[a-z_]+)+)`", text)) - set(groups):
        parts = name.split(".")[1:]
        places = [source.joinpath("counterply", *parts[:count]) for count in range(1, len(parts) + 1)]
        assert any(place.with_suffix(".py").is_file() or place.is_dir() for place in places) or hasattr(counterply, parts[0]), name


PARTS = ("Question", "Decision", "Instead of", "Cost")  # of a decision, in this order; a part that was not recorded is left out
NAMED = r"(?:\bdecision |decisions/)0*(\d{1,4})\b"


def decisions_on(page: Path) -> list[str]:
    """Return the sections of a page of decisions, each without its two signs of a heading."""
    title, *sections = re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert re.fullmatch(r"# .+\n\n", title), f"{page.name}: a title, and then decisions"
    return sections


def test_decisions_have_one_layout() -> None:
    for page in some(DECISIONS, 20):
        for section in some(decisions_on(page), 1):
            assert re.match(r"\d{4}: ", section), page.name
            found = [part.rstrip(".") for part in re.findall(r"^\*\*([^*]+)\*\*", section, flags=re.MULTILINE)]
            assert found == [part for part in PARTS if part in found], section[:60]
            assert {"Question", "Decision"} <= set(found), section[:60]


def test_decisions_are_some_thirty_pages_by_room() -> None:
    house = DOCS.parent / "src" / "counterply"
    rooms = {path.name for path in (*house.iterdir(), *(house / "plugins").iterdir()) if path.is_dir()} | {"house", "tests"}
    assert len(DECISIONS) <= 32, "a decision is a section of its room's page"
    assert [page.name for page in DECISIONS if re.split(r"-|\.", page.name)[0] not in rooms] == []


def test_decisions_that_are_named_are_there() -> None:
    root, known = DOCS.parent, [int(section[:4]) for page in DECISIONS for section in decisions_on(page)]
    assert len(known) == len(set(known)), "two decisions have one number"
    texts = [
        path for folder in ("src", "docs", "dev", "tests") for path in (root / folder).rglob("*") if path.suffix in (".py", ".md")
    ]
    named = [(path, int(number)) for path in texts for number in re.findall(NAMED, path.read_text(encoding="utf-8"))]
    assert {f"{path.relative_to(root)}: {number}" for path, number in some(named, 20) if number not in known} == set()


MEASURED = ("Question", "Set-up", "Numbers", "Verdict", "Next")


@pytest.mark.parametrize("page", ["measurements.md", "measurements-archive.md"])
def test_measurements_have_one_layout(page: str) -> None:
    """Each is dated and has five lines, in one order; numbers may take several lines, each with its name."""
    entries = re.split(r"^## ", (DEV / page).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    for entry in some(entries, 30):
        title, *lines = entry.splitlines()
        assert re.match(r"\d{4}-\d\d-\d\d: ", title), title
        found = [match[1] for line in lines if (match := re.match(r"- ([A-Z][a-z-]+)[:,]", line))]
        assert list(dict.fromkeys(found)) == list(MEASURED), title
        assert sorted(found, key=MEASURED.index) == found, title


def test_the_glossary_is_in_order_and_has_each_word_once() -> None:
    words = re.findall(r"^\| \*\*(.+?)\*\*", (DOCS / "glossary.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert some(words, 100) == sorted(set(words), key=lambda word: re.sub("[^a-z0-9 ]", "", word.lower()))


IMPORTED = re.compile(r"from (counterply[\w.]*) import \(?([\w, ]+)")
MISSING = "which is not installed"  # of the packages that a bridge needs


def test_what_pages_and_examples_import_of_ours_is_there() -> None:
    """A part that moves to another room is still named on a page, or in a notebook, that runs in slow tests alone."""
    folders = ((DOCS, "md"), (DOCS.parent / "examples", "py"), (DOCS.parent / "examples", "ipynb"))
    files = [DOCS.parent / "README.md", *(path for folder, kind in folders for path in folder.rglob(f"*.{kind}"))]
    named = {(path.name, *found) for path in files for found in IMPORTED.findall(path.read_text(encoding="utf-8"))}
    assert len(named) > 50
    wrong = []
    for page, module, names in sorted(named):
        for name in (words.split()[0] for words in names.split(",") if words.strip()):
            try:
                exec(f"from {module} import {name}", {})
            except (ImportError, counterply.UsageError) as error:
                wrong += [f"{page}: {error}"] * (MISSING not in str(error))
    assert wrong == []
