"""A student's file as a module, read from its text: alone with its neighbours, or as a module of the package that it lies in.

Runs in the student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import json
import linecache
import os
import re
import sys
import warnings
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from counterply.core.identity import package_of
from counterply.plugins.dialects.course_modules import NOBODY_THERE, course_modules, is_in_python_2
from counterply.plugins.dialects.steady_clock import CLOCK

PREFIX = "student_"  # of the names of modules that are students' files
CUT_SHORT = "__cut_short__"  # by which of them a module was
NOTEBOOK = ".ipynb"
DIVIDED = "__divided__"  # the function that divides as Python 2 did
MAGIC = re.compile(r"^(\s*)[%!?].*$", re.MULTILINE)  # a line that is for the notebook's program
ABOVE = 4  # folders, its own among them, in which a program's modules may lie
MAKERS = {"float", "int", "set", "frozenset", "dict", "list", "tuple", "range", "namedtuple"}  # what a constant may be made by


class Notebook(SourceFileLoader):
    """Reads what a notebook's cells define: imports, functions, classes and constants. What they run is left out."""

    def get_data(self, path: str) -> bytes:
        """Return the text of a file; who asks for that of a function finds it in the cells, not in the notebook's JSON."""
        data = super().get_data(path)
        if not path.endswith(NOTEBOOK):
            return data
        cells = [MAGIC.sub(r"\1pass", "".join(cell["source"])) for cell in json.loads(data)["cells"] if cell["cell_type"] == "code"]
        text = "\n\n".join(ast.unparse(each) for cell in cells for each in _statements(cell) if _defines(each))
        linecache.cache[path] = len(text), None, text.splitlines(keepends=True), path
        return text.encode()


class OlderPython(SourceFileLoader):
    """Reads a file whose course's program is in Python 2: there / of whole numbers leaves the rest out."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of the file, compiled anew."""
        tree = Divisions().visit(ast.parse(self.get_data(self.path)))
        return compile(ast.fix_missing_locations(tree), self.path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        """Run the file."""
        vars(module)[DIVIDED] = lambda one, other: one // other if isinstance(one, int) and isinstance(other, int) else one / other
        super().exec_module(module)


class Divisions(ast.NodeTransformer):
    """Calls a function for each division."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:  # noqa: D102 - Python calls it so
        self.generic_visit(node)
        call = ast.Call(ast.Name(DIVIDED, ast.Load()), [node.left, node.right], [])
        return ast.copy_location(call, node) if isinstance(node.op, ast.Div) else node


def divides_as_python_2(path: Path) -> bool:
    """Tell whether a file divides, and something that lies beside it can be read by Python 2 alone."""
    with contextlib.suppress(SyntaxError, ValueError):  # it will say so itself
        text = path.read_bytes()
        if any(isinstance(node, ast.Div) for node in ast.walk(ast.parse(text))) and b"import division" not in text:
            return any(map(is_in_python_2, path.parent.glob("*.py")))
    return False


def _statements(text: str) -> list[ast.stmt]:
    """Return the statements of a cell; none of one in another language."""
    with contextlib.suppress(SyntaxError):
        return ast.parse(text).body
    return []


def _defines(each: ast.stmt) -> bool:
    makers = {ast.unparse(call.func).rpartition(".")[2] for call in ast.walk(each) if isinstance(call, ast.Call)}
    constant = isinstance(each, ast.Assign | ast.AnnAssign) and makers <= MAKERS
    return constant or isinstance(each, ast.Import | ast.ImportFrom | ast.FunctionDef | ast.ClassDef)


def module_of(path: Path) -> ModuleType:
    """Return the module in a file, which may import its neighbours; when it is read again, so are they."""
    folder = str(path.parent)
    for name, neighbour in list(sys.modules.items()):
        if name != "__main__" and os.path.dirname(getattr(neighbour, "__file__", None) or "/") == folder:
            del sys.modules[name]
    root, within = package_of(path)
    sys.path[:0] = [place for place in dict.fromkeys((str(root), folder)) if place not in sys.path]
    sys.dont_write_bytecode = True
    own = f"{PREFIX}{path.stem}"
    package = within.rpartition(".")[0]
    with course_modules(watched=True, notebook=path.suffix == NOTEBOOK), CLOCK.known(), warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # the student has not printed it
        return _read(path, f"{package}.{own}" if package else own)


def _read(path: Path, name: str) -> ModuleType:
    kind = Notebook if path.suffix == NOTEBOOK else OlderPython if divides_as_python_2(path) else None
    loader = kind and kind(name, str(path))
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except ModuleNotFoundError as error:
        top = str(error.name).partition(".")[0]
        above = [place for place in path.parents[1:ABOVE] if (place / top).is_dir() or (place / f"{top}.py").is_file()]
        if not above or str(above[0]) in sys.path:
            raise
        sys.path.append(str(above[0]))  # its program is run from there
        for known in [each for each in sys.modules if each.partition(".")[0] == top]:  # another one of that name, without this part
            del sys.modules[known]
        return _read(path, name)
    except Exception as error:
        if type(error).__name__ not in NOBODY_THERE:
            raise
        vars(module)[CUT_SHORT] = error
    return module
