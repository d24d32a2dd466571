"""Functions and all that they refer to as one plain Python text, without this package: the rules and the evaluator of a bot."""

from __future__ import annotations

import ast
import base64
import builtins
import inspect
import sys
import textwrap
import zlib
from collections.abc import Iterable, Iterator
from types import CodeType, ModuleType
from typing import Any

import numpy as np

from counterply.compiling.definitions import as_written
from counterply.core.contract import Promise, rows_in_order
from counterply.core.errors import GameError

OURS = ("kernel", "helper", "cached_kernel")  # decorators that a plain function does without
FREE = {*sys.stdlib_module_names, "numpy"}  # what a bot may import
CONSTANTS = (int, float, complex, str, bytes, bool, type(None), type(Ellipsis))


class Plain(ast.NodeTransformer):
    """Takes away annotations, docstrings and our decorators, and renames globals."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> Any:
        """Rename."""
        return ast.copy_location(ast.Name(self.names.get(node.id, node.id), node.ctx), node)

    def visit_arg(self, node: ast.arg) -> Any:
        """Leave the annotation out."""
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        """Leave the annotation out; a field of a dataclass keeps one."""
        if node.value is None:
            return ast.copy_location(ast.AnnAssign(node.target, ast.Name("object", ast.Load()), None, node.simple), node)
        return self.generic_visit(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """Leave docstring, return type and decorators out."""
        node.returns = None
        node.decorator_list = [d for d in node.decorator_list if getattr(getattr(d, "func", d), "id", "") not in OURS]
        node.body = _without_docstring(node.body)
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        """Leave the docstring out."""
        dataclass = any("dataclass" in ast.unparse(decorator) for decorator in node.decorator_list)
        node.body = _without_docstring(node.body)
        if dataclass:  # its fields are annotations
            fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
            for each in fields:
                each.annotation = ast.Name("object", ast.Load())
            node.body = [each if each in fields else self.visit(each) for each in node.body]
            return node
        return self.generic_visit(node)


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0]
    told = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    return (body[1:] or [ast.Pass()]) if told else body


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inside in code.co_consts:
        if isinstance(inside, CodeType):
            yield from _codes(inside)


def _definition_of(value: Any) -> Any:
    """Return the definition of a function or a class."""
    return next(
        n for n in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(value)))) if isinstance(n, ast.FunctionDef | ast.ClassDef)
    )


def _lambda_of(value: Any) -> ast.Lambda:
    """Return the lambda of a function without a name: the one at the place of its code."""
    there = {(line, column) for line, _, column, _ in value.__code__.co_positions()}
    tree = ast.parse("".join(inspect.findsource(value)[0]))
    found = (n for n in ast.walk(tree) if isinstance(n, ast.Lambda) and (n.body.lineno, n.body.col_offset) in there)
    return next(found)


class Bundle:
    """Definitions in an order in which each stands behind those that it needs.

    Parameters
    ----------
    functions, rows : the game's own functions of the contract, that others may call by its names, and their rows in it
    reserved : names that nothing may have
    """

    def __init__(self, functions: dict[str, Any], rows: dict[str, Promise], reserved: Iterable[str]) -> None:
        self._own, self._rows = functions, rows
        self._names: dict[int, str] = {}  # by the identity of an object: what it is called here
        self._taken: set[str] = {*dir(builtins), *reserved}
        self._kept: list[Any] = []  # so that no identity is used twice
        self.lines: list[str] = ["import numpy as np"]
        self._names[id(np)] = "np"
        self._taken.add("np")

    def add(self, value: object, name: str = "value") -> str:
        """Define an object, if it is not yet, and return what it is called.

        Raises
        ------
        GameError
            for one that cannot be written as plain Python
        """
        value = as_written(value)
        if id(value) in self._names:
            return self._names[id(value)]
        row = next((row for row in rows_in_order() if row.function is value), None)
        if isinstance(value, (*CONSTANTS, tuple, list, set, frozenset, dict, np.generic, np.dtype, np.ndarray)):
            return self._define(value, name, self._literal(value, name))
        if isinstance(value, ModuleType):
            if value.__name__.partition(".")[0] not in FREE:
                raise GameError(f"a bot imports the standard library and NumPy alone, and this one needs {value.__name__}")
            return self._define(value, name, None, f"import {value.__name__} as {{}}")
        if row is not None:
            return self._contract(row, value)
        if inspect.isfunction(value) or inspect.isclass(value) or inspect.isbuiltin(value):
            if str(value.__module__).partition(".")[0] in FREE:
                return self._define(value, value.__name__, None, f"from {value.__module__} import {value.__name__} as {{}}")
            if not inspect.isbuiltin(value):
                return self._source(value)
        raise GameError(f"{name} is {type(value).__name__!r}, which cannot be written into a bot")

    def array(self, values: np.ndarray, name: str) -> str:
        """Return the expression of an array: packed if it is large."""
        kind = values.dtype.descr if values.dtype.names else values.dtype.str
        data = np.ascontiguousarray(values).tobytes()
        return f"unpacked({base64.b85encode(zlib.compress(data, 9)).decode()!r}, np.dtype({kind!r}), {values.shape!r})"

    def _literal(self, value: Any, name: str) -> str:
        """Return the expression of a constant."""
        if isinstance(value, bool) or value is None or isinstance(value, str | bytes | int) or value is Ellipsis:
            return repr(value)
        if isinstance(value, float | complex):
            return repr(value) if value == value and abs(value) != float("inf") else f"float({str(value)!r})"
        if isinstance(value, np.dtype):
            return f"np.dtype({(value.descr if value.names else value.str)!r})"
        if isinstance(value, np.generic):
            return (
                f"np.{value.dtype.name}({value.item()!r})"
                if value.dtype.names is None
                else f"{self.array(np.array([value]), name)}[0]"
            )
        if isinstance(value, np.ndarray):
            return self.array(value, name)
        if isinstance(value, dict):
            return "{" + ", ".join(f"{self._part(k, name)}: {self._part(v, name)}" for k, v in value.items()) + "}"
        inside = ", ".join(self._part(each, name) for each in value)
        if isinstance(value, tuple):
            return f"({inside}{',' if len(value) == 1 else ''})"
        return f"[{inside}]" if isinstance(value, list) else f"{type(value).__name__}([{inside}])"

    def _part(self, value: object, name: str) -> str:
        constant = isinstance(value, (*CONSTANTS, np.generic, np.dtype, np.ndarray, tuple, list, set, frozenset, dict))
        return self._literal(value, name) if constant else self.add(value, name)

    def _define(self, value: object, name: str, text: str | None, line: str = "") -> str:
        known = self._called(value, name)
        self.lines.append(line.format(known) if text is None else f"{known} = {text}")
        return known

    def _called(self, value: object, name: str) -> str:
        """Return a name of its own for an object."""
        name = "function" if name == "<lambda>" else name
        found, count = name, 1
        while found in self._taken:
            count += 1
            found = f"{name}_{count}"
        self._taken.add(found)
        self._names[id(value)] = found
        self._kept.append(value)
        return found

    def _contract(self, row: Promise, value: Any) -> str:
        """Define the contract's function by the game's own one."""
        if self._rows.get(row.name) is not row:
            raise GameError(f"the evaluator calls {value.__name__}, which the game does not define itself: a bot cannot have it")
        parameters, function = value.registry.parameters, as_written(self._own[row.name])
        known = self._called(value, f"any_{value.__name__}")
        given = [parameters[place] for place in row.places(function)]
        self.lines.append(f"def {known}({', '.join(parameters)}):\n    return {self.add(function)}({', '.join(given)})")
        return known

    def _source(self, value: Any) -> str:
        """Define a function or a class by its text."""
        try:
            node: Any = _lambda_of(value) if value.__name__ == "<lambda>" else _definition_of(value)
        except (OSError, TypeError, SyntaxError, StopIteration) as error:
            raise GameError(f"the text of {value.__qualname__} cannot be read: {error}") from None
        known = self._called(value, value.__name__)
        node = Plain({}).visit(node)
        around = self._around(value, node)
        inner = {} if isinstance(node, ast.Lambda) else {node.name: known}
        names = {name: self.add(found, name) for name, found in around.items()}
        node = Plain({n: new for n, new in {**names, **inner}.items() if n != new}).visit(node)
        if isinstance(node, ast.Lambda):
            self.lines.append(f"{known} = {ast.unparse(node)}")
            return known
        node.name = known
        self.lines.append(ast.unparse(ast.fix_missing_locations(node)))
        return known

    def _around(self, value: Any, node: Any) -> dict[str, Any]:
        """Return the objects that a function or a class refers to by names of its module, or of the function around it."""
        used = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        if inspect.isclass(value):
            space = vars(sys.modules[value.__module__])
            stored = {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load)}
            stored |= {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)} | {value.__name__}
        else:
            closed = inspect.getclosurevars(value).nonlocals
            space = {**value.__globals__, **closed}
            codes = [*_codes(value.__code__)]
            stored = {name for code in codes for name in (*code.co_varnames, *code.co_cellvars)} - {*closed}
        return {name: space[name] for name in sorted(used - stored) if name in space}
