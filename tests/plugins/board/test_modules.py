"""The page's modules: each has one subject, imports go one way, and every name that is imported is there and used."""

from __future__ import annotations

import re
from pathlib import Path

from some import some

STATIC = Path(__file__).parents[3] / "src" / "counterply" / "plugins" / "board" / "static"
MODULES = {f"/{path.name}": path.read_text(encoding="utf-8") for path in STATIC.glob("*.js")}
IMPORT = re.compile(
    r'^import \{ ([^}]*) \} from "(/[^"]+)";$|^import "(/[^"]+)";$|^ *import\("(/[^"]+)"\)\.then\(\(\{ ([^}]*) \}\)', re.MULTILINE
)
LONGEST = 500  # lines


def imports(text: str) -> dict[str, list[str]]:
    """The names that a module imports, by module."""
    found = IMPORT.findall(text)
    return {
        path or other or later: (names or lent).split(", ") if names or lent else [] for names, path, other, later, lent in found
    }


def test_imports_go_one_way() -> None:
    left = {name: {path for path in imports(text) if path in MODULES} for name, text in MODULES.items()}
    while free := [name for name, paths in left.items() if not paths]:
        left = {name: paths - set(free) for name, paths in left.items() if name not in free}
    assert left == {}


def test_names_are_exported_where_they_are_imported_from_and_used() -> None:
    exported = {
        name: set(re.findall(r"^export (?:async )?(?:function|const|let|class) (\w+)", text, re.MULTILINE))
        for name, text in MODULES.items()
    }
    imported: dict[str, set[str]] = {}
    for name, text in MODULES.items():
        body = IMPORT.sub("", text)
        for path, names in imports(text).items():
            imported.setdefault(path, set()).update(names)
            assert path not in exported or set(names) <= exported[path], (name, path)
            assert [each for each in names if not re.search(rf"(?<![\w$]){each}(?!\w)", body)] == [], name
    assert {name: names - imported.get(name, set()) for name, names in exported.items()} == {name: set() for name in exported}


def test_modules_are_short_and_say_what_they_are() -> None:
    for name, text in some(MODULES.items(), 20):
        assert text.startswith("// "), name
        assert len(text.splitlines()) < LONGEST, name


def test_a_width_that_is_calculated_has_its_unit() -> None:
    """Chromium and WebKit take a mere number for pixels, Firefox drops the line: a cross became a hair."""
    styles = "".join(
        path.read_text(encoding="utf-8") for path in [*STATIC.glob("*.css"), STATIC.parents[2] / "core" / "drawing.css"]
    )
    widths = re.findall(r"stroke-width: calc\(([^;}]*)[;}]", styles)
    assert [width for width in some(widths, 2) if "px" not in width] == []
