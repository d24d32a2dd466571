"""Tokens of code by room: what one person has to hold. Raising a line of ``dev/budgets.toml`` is a choice with a reason."""

from __future__ import annotations

import ast
import io
import tokenize
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "counterply"
BUDGETS = tomllib.loads((ROOT / "dev" / "budgets.toml").read_text(encoding="utf-8"))
STARTS, ENDS = ({getattr(tokenize, f"{kind}STRING_{end}", None) for kind in "FT"} for end in ("START", "END"))
SAY_WHY = "make the room simpler, or raise its line in dev/budgets.toml, with the reason in the commit"
CODE = {tokenize.NAME, tokenize.OP, tokenize.NUMBER, tokenize.STRING} | ENDS


parsed = cache(ast.parse)


def tokens_of(text: str) -> int:
    """Count the tokens of a module, imports, comments and docstrings aside; a string is one, as to Python 3.11.

    >>> tokens_of('import os\\ndef f(x):\\n    "Doc."\\n    return x + 1  # more')
    10
    >>> tokens_of('f"{x + 1!r:{y}} of {z}" + y')
    3
    """
    aside: set[int] = set()
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            aside.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        elif isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node, False
        ):
            aside.update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    count = inside = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        inside -= token.type in ENDS
        count += not inside and token.type in CODE and token.start[0] not in aside
        inside += token.type in STARTS
    return count


def room_of(path: Path) -> str:
    """Return the room of the core, or the plug-in, that a file belongs to; its own name above the rooms."""
    parts = path.relative_to(SOURCE).parts
    return "/".join(parts[:2]) if parts[0] == "plugins" and len(parts) > 2 else parts[0] if len(parts) > 1 else "."


@cache
def counted() -> tuple[Counter[str], Counter[str]]:
    """Return the tokens and the modules of each room."""
    tokens: Counter[str] = Counter()
    modules: Counter[str] = Counter()
    for path in SOURCE.rglob("*.py"):
        tokens[room_of(path)] += tokens_of(path.read_text(encoding="utf-8"))
        modules[room_of(path)] += 1
    return tokens, modules


def of_core(counts: Counter[str]) -> int:
    return sum(count for room, count in counts.items() if not room.startswith("plugins"))


def test_each_room_keeps_to_its_budget() -> None:
    tokens, _ = counted()
    there = {room for room in BUDGETS["rooms"] if room in tokens or not room.startswith("plugins")}
    assert tokens.keys() <= BUDGETS["rooms"].keys(), "a new room has a budget"
    over = {room: (tokens[room], BUDGETS["rooms"][room]) for room in there if tokens[room] > BUDGETS["rooms"][room]}
    assert over == {}, SAY_WHY


@pytest.mark.parametrize("room", BUDGETS["rooms"])
def test_a_budget_is_not_much_more_than_what_is_there(room: str) -> None:
    tokens, _ = counted()
    if room in tokens:
        assert BUDGETS["rooms"][room] <= tokens[room] * 1.05 + 300, "what was saved is not to be spent unseen: lower the line"


def annotations_of(path: Path) -> list[ast.expr]:
    """Return the annotations of all parameters and returned values in a module that have one."""
    nodes = ast.walk(parsed(path.read_text(encoding="utf-8")))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    arguments = [node.args for node in functions]
    every = [each for args in arguments for each in (*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg)]
    kinds = [each.annotation for each in every if each is not None] + [function.returns for function in functions]
    return [kind for kind in kinds if kind is not None]


def any_share(kinds: list[ast.expr]) -> float:
    """Return the percentage of annotations that are `Any`."""
    return 100 * sum(isinstance(kind, ast.Name) and kind.id == "Any" for kind in kinds) / max(len(kinds), 1)


def test_the_share_of_types_that_say_nothing_does_not_rise() -> None:
    kinds: dict[str, list[ast.expr]] = {}
    for path in SOURCE.rglob("*.py"):
        kinds.setdefault(room_of(path), []).extend(annotations_of(path))
    assert any_share([kind for each in kinds.values() for kind in each]) <= BUDGETS["any"]["whole"]
    over = {
        room: share
        for room, each in kinds.items()
        if (share := any_share(each)) > BUDGETS["any"].get(room, BUDGETS["any"]["whole"])
    }
    assert over == {}, "give what is new a type; core/aliases.py names the usual ones"


def test_the_core_and_the_whole_keep_to_theirs() -> None:
    tokens, modules = counted()
    assert of_core(tokens) <= BUDGETS["core"]["tokens"], SAY_WHY
    assert of_core(modules) <= BUDGETS["core"]["modules"]
    assert sum(tokens.values()) <= BUDGETS["whole"]["tokens"], SAY_WHY
