"""What `make release` looks at, without the package index: what is in a wheel, README's first screen, what is left to do."""

from __future__ import annotations

import doctest
import importlib.util
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]


def program(name: str) -> ModuleType:
    """Return a program of `.ci` as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / ".ci" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def release() -> ModuleType:
    return program("release")


@pytest.mark.parametrize(("name", "least"), [("release", 2), ("changes", 3)])
def test_its_examples_are_true(name: str, least: int) -> None:
    done = doctest.testmod(program(name))
    assert done.attempted >= least
    assert done.failed == 0


def test_each_change_says_what_kind_it_is_and_the_log_takes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changes = program("changes")
    assert changes.main() == 0, "the files in dev/changes"
    folder, log = tmp_path / "changes", tmp_path / "CHANGELOG.md"
    folder.mkdir()
    log.write_text("# Log\n\n")
    (folder / "README.md").write_text("No change.\n")
    (folder / "one.new.md").write_text("A game.\n")
    monkeypatch.setattr(changes, "ROOT", tmp_path)
    monkeypatch.setattr(changes, "FOLDER", folder)
    assert changes.main() == 2
    (folder / "one.new.md").rename(folder / "one.added.md")
    assert changes.main("0.3.0") == 0
    assert log.read_text() == "# Log\n\n## [0.3.0] - unreleased\n\n### Added\n\n* A game.\n"
    assert [path.name for path in folder.iterdir()] == ["README.md"]


def test_a_wheel_holds_the_package_and_nothing_else(release: ModuleType, tmp_path: Path) -> None:
    wheel = tmp_path / "counterply-1-py3-none-any.whl"
    package = ROOT / "src" / "counterply"
    files = [path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts]

    def build(paths: list[Path], more: list[str]) -> list[str]:
        with zipfile.ZipFile(wheel, "w") as archive:
            for path in paths:
                archive.writestr(f"counterply/{path.relative_to(package)}", "")
            for name in more:
                archive.writestr(name, "")
        return release.faults_of_wheel(wheel)  # type: ignore[no-any-return]

    licence = "counterply-1.dist-info/licenses/LICENSE"
    assert build(files, [licence]) == []
    assert build(files, []) == [f"{wheel.name} lacks the licence"]
    assert build([path for path in files if path.name != "drawing.css"], [licence]) == [
        f"{wheel.name} lacks counterply/core/drawing.css"
    ]
    assert build(files, [licence, "tests/conftest.py"]) == [f"{wheel.name} holds tests/conftest.py"]


def test_what_is_left_shrinks_as_it_is_done(release: ModuleType) -> None:
    urls = {"Source": "https://example.org"}
    everything = release.left_to_do("0.1.0", "## [Unreleased]", [], {})
    ready = release.left_to_do("0.1.0", "## [0.1.0] - 2026-01-01", ["v0.1.0"], urls)
    assert len(everything) == len(ready) + 3
    assert release.left_to_do("0.1.0", "## [0.1.0] - unreleased", [], {}) == everything
    assert any("twine upload dist" in line for line in ready)
