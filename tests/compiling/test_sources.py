"""Machine code is found again only while all sources that it was made of are what they were."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from counterply.compiling import code_sources
from counterply.compiling.code_sources import PACKAGE, compiling_files, digest_of, files_of, is_compiling
from some import some

DECLARING = [path for path in PACKAGE.rglob("*.py") if b"\n@cached_kernel\n" in path.read_bytes()]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package of the same name, with a module that has kernels."""
    folder = tmp_path / PACKAGE.name
    (folder / "core").mkdir(parents=True)
    for name in ("__init__", "core/__init__", "core/far", "core/late", "core/other", "web"):
        (folder / f"{name}.py").write_text("")
    (folder / "core/near.py").write_text("from counterply.core.far import THING\n")
    (folder / "core/kernels.py").write_text(
        "from counterply.core import (\n    near,\n    unknown,\n)\n\n\ndef later():\n    from counterply.core import late\n"
    )
    monkeypatch.setattr(code_sources, "PACKAGE", folder)
    monkeypatch.setattr(code_sources, "STARTED", math.inf)  # else what is written here is newer than this process
    forget()
    yield folder
    forget()


def forget() -> None:
    for function in (digest_of, code_sources._read, code_sources._file_of):
        function.cache_clear()


def digest(package: Path) -> str:
    forget()
    return digest_of(str(package / "core/kernels.py"))


def test_what_a_module_is_made_of(package: Path) -> None:
    found = [str(path.relative_to(package)) for path in files_of(package / "core/kernels.py")]
    assert found == ["core/kernels.py", "core/near.py", "core/__init__.py", "core/far.py"]


@pytest.mark.parametrize("name", ["core/kernels", "core/near", "core/far", "core/__init__"])
def test_an_edit_of_what_it_is_made_of_shows(package: Path, name: str) -> None:
    path = package / f"{name}.py"
    before = digest(package)
    path.write_text(path.read_text() + "\n")
    after = digest(package)
    assert after != before
    path.write_text(path.read_text()[:-1])
    assert digest(package) == before


@pytest.mark.parametrize("name", ["core/late", "core/other", "web"])
def test_an_edit_of_something_else_costs_nothing(package: Path, name: str) -> None:
    before = digest(package)
    (package / f"{name}.py").write_text("edited = True\n")
    assert digest(package) == before


def test_modules_that_change_places_show(package: Path) -> None:
    (package / "core/far.py").write_text("THING = 1\n")
    (package / "core/__init__.py").write_text("THING = 2\n")
    before = digest(package)
    (package / "core/far.py").write_text("THING = 2\n")
    (package / "core/__init__.py").write_text("THING = 1\n")
    assert digest(package) != before


def loaded_imports(tree: ast.AST) -> Iterator[str]:
    """Yield the names of ours that a module imports as it is loaded, also within ``if`` and ``try``."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == PACKAGE.name:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level:
            raise AssertionError("a relative import is not understood")
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == PACKAGE.name)
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) and not for_types(node):
            yield from loaded_imports(node)


def for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def files_by_syntax(file: Path) -> set[Path]:
    found = [file]
    for each in found:
        named = [*map(code_sources._file_of, loaded_imports(ast.parse(each.read_bytes())))]
        named += [code_sources.HOOKS] if each == code_sources.PLACES else []
        found += [other for other in dict.fromkeys(named) if other is not None and other not in found]
    return set(found)


@pytest.mark.parametrize("file", some(DECLARING, 7), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_lines_are_read_as_python_reads_them(file: Path) -> None:
    assert set(files_of(file)) == files_by_syntax(file)


def test_all_of_compiling_counts_without_being_named() -> None:
    assert {"compiler.py", "lowering.py", "intrinsics.py"} <= {path.name for path in compiling_files()}
    others = {str(path.relative_to(PACKAGE)) for path in compiling_files() if not is_compiling(str(path))}
    assert others == set(code_sources.REGISTERING)
    assert not is_compiling(str(PACKAGE / "core" / "values.py"))


def test_the_hooks_of_techniques_are_part_of_the_search_that_they_act_in() -> None:
    """A kernel names a place, never a technique."""
    places = "from counterply.search.alphabeta.technique import"
    calling = some([path for path in DECLARING if places in path.read_text(encoding="utf-8")], 1)
    for path in calling:
        assert PACKAGE / "search/alphabeta/quiescence.py" in files_of(path)


def test_what_registers_functions_for_kernels_is_part_of_every_code() -> None:
    """But where it registers for an entry of its own file, which every kernel with a call of it depends on."""
    texts = {path: path.read_bytes() for path in PACKAGE.rglob("*.py")}
    registering = {path for path, text in texts.items() if b"registry.register(" in text}
    assert len(registering) >= 3
    assert {path for path in registering if b"\n@generic\n" not in texts[path]} <= set(compiling_files())
