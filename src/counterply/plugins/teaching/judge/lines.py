"""Which lines of a student's file to look at: the statements where the search that explains a mistake is not the right one.

Such a search differs from the right one by hooks (`reference.Hooks`), and each hook has its place in a search as people write it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from counterply.plugins.dialects.search_text import called, first_calls, functions_of
from counterply.plugins.dialects.signatures import ALPHAS, BETAS, COLOURS, DEPTHS, MAXIMISING, SEATS
from counterply.plugins.teaching.judge.judgement import RIGHT
from counterply.plugins.teaching.judge.mistakes.sides import EXCHANGED
from counterply.plugins.teaching.judge.reference import MINIMAX, Hooks

MOST_LINES = 3  # that are worth a look; more say nothing
BOUNDS, SIDES = ALPHAS | BETAS, MAXIMISING | COLOURS | SEATS | {"turn", "to_move", "active_player", "get_player", "agentIndex"}
TABLES = {"table", "memo", "cache", "tt", "seen", "known", "transpositions", "transposition_table", "visited"}
JUDGES = ("value", "eval", "score", "utility", "heuristic", "worth")
LARGE = 999
NUMBER = re.compile(r"return -?[\d.]+")
ORDERS = (ast.Gt, ast.Lt, ast.GtE, ast.LtE)


@dataclass(frozen=True)
class Line:
    """A line of a file."""

    number: int
    text: str

    def __str__(self) -> str:
        return f"line {self.number}: {self.text}"


def words_in(node: ast.AST) -> set[str]:
    """Return the names that are used."""
    found = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    return found | {each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)}


def _tests(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        yield node.test


def _set_in(node: ast.AST) -> set[str]:
    """Return the names that a statement assigns to, or that an expression chooses."""
    if isinstance(node, ast.expr):
        return words_in(node)
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
    return {word for target in targets for word in words_in(target)}


def _is_move(word: str) -> bool:
    return any(part in word.lower() for part in ("move", "action", "chosen", "choice"))


def _is_large(node: ast.AST) -> bool:
    """Tell whether an expression is what a search begins with: infinity, or a large number."""
    words = {word.lower() for word in words_in(node)}
    texts = {each.value for each in ast.walk(node) if isinstance(each, ast.Constant)}
    large = any(isinstance(text, int | float) and abs(text) >= LARGE for text in texts)
    return large or any("inf" in word or "max" in word for word in words) or bool({"inf", "-inf"} & texts) or None in texts


class Places:
    """Where in a search's functions each hook has its place: kinds of statements, the likeliest first."""

    def __init__(self, functions: Sequence[ast.FunctionDef]) -> None:
        names = {function.name for function in functions}
        self._all = [node for function in functions for node in ast.walk(function)]
        self._calls = [node for node in self._all if isinstance(node, ast.Call) and called(node) in names]
        judged = [node for node in self._all if any(word in called(node).lower() for word in JUDGES) and node not in self._calls]
        loose = {id(node.value) for node in self._all if isinstance(node, ast.Expr)}
        dropped = [node for node in judged if id(node) in loose]
        bounds = self._assigned(lambda word, _: word in BOUNDS)
        depths = self._tested(DEPTHS), self._argument(DEPTHS)
        taken = self._taken()
        keeps = [test for test, body in taken if any(_is_move(word) for each in body for word in _set_in(each))]
        better = [test for test, body in taken if any(map(_set_in, body))], [test for test, _ in taken]
        sides = [*self._tested(SIDES), *self._argument(SIDES)]
        begins = self._assigned(lambda word, value: word not in BOUNDS and _is_large(value))
        moves = self._assigned(lambda word, _: _is_move(word))
        ends = [[node for node in ast.walk(each) if isinstance(node, ast.Return)][-1:] for each in functions]
        returned = [node for each in ends for node in each]
        loops = [node.iter for node in self._all if isinstance(node, ast.For)]
        tables = [
            node for node in self._all if isinstance(node, ast.Subscript | ast.Compare | ast.Call) and words_in(node) & TABLES
        ]
        self.of: dict[str, tuple[Sequence[ast.AST], ...]] = {
            "depth": ([*depths[0], *depths[1]], depths[0]),
            "left": (depths[1], depths[0]),
            "stop": (self._tested(BOUNDS), bounds),
            "window": (bounds, self._argument(BOUNDS, alone=True)),
            "narrow": (bounds,),
            "begin": (begins,),
            "leaf": ([node for node in self._all if isinstance(node, ast.Return) and NUMBER.fullmatch(ast.unparse(node))], judged),
            "take": better,
            "larger": (*better, sides),
            "sides": ([*first_calls(functions), *better[0]], *better),
            "child": (dropped, self._calls),
            "moves": (dropped, loops),
            "visit": (tables,),
            "start": ([loop for loop in loops if called(loop) == "range"],),
            "pick": (keeps, moves),
            "notes": (moves,),
            "give": (returned,),
            "answer": (returned,),
        }

    def _argument(self, words: set[str], alone: bool = False) -> list[ast.AST]:
        """Return the calls of the search with such a name in an argument: within an expression, or by itself, too."""

        def given(call: ast.Call) -> list[ast.expr]:
            return [*call.args, *(each.value for each in call.keywords)]

        return [
            call
            for call in self._calls
            if any(words & words_in(each) and (alone or not isinstance(each, ast.Name)) for each in given(call))
        ]

    def _tested(self, words: set[str]) -> list[ast.AST]:
        return [test for node in self._all for test in _tests(node) if words & words_in(test)]

    def _assigned(self, wanted: Callable[[str, ast.expr], bool]) -> list[ast.AST]:
        made = [node for node in self._all if isinstance(node, ast.Assign | ast.AugAssign)]
        return [node for node in made if any(wanted(word, node.value) for word in _set_in(node))]

    def _taken(self) -> list[tuple[ast.AST, Sequence[ast.AST]]]:
        """Return the comparisons of a value with the best one, with what they decide, and the calls of max and min."""
        found: list[tuple[ast.AST, Sequence[ast.AST]]] = []
        for node in self._all:
            for test in _tests(node):
                if isinstance(test, ast.Compare) and isinstance(test.ops[0], ORDERS) and not words_in(test) & (BOUNDS | DEPTHS):
                    found.append((test, [node.body] if isinstance(node, ast.IfExp) else getattr(node, "body", ())))
            if called(node) in ("max", "min"):
                found.append((node, ()))
        return found


def hooks_changed(hooks: Hooks) -> list[str]:
    """Return the hooks by which a search differs from the right one that is nearest to it."""
    each = [
        [name for name in Hooks._fields if getattr(hooks, name) != getattr(right, name)]
        for right in (MINIMAX, *(r for r, _ in RIGHT))
    ]
    return min(filter(None, each), key=len, default=[])


def lines_of(file: str, name: str, hooks: Hooks) -> tuple[Line, ...]:
    """Return the lines to look at for the search that explains a mistake; none where too many may be meant."""
    try:
        text = Path(file).expanduser().read_text(encoding="utf-8", errors="replace")
        places = Places(functions_of(text, name))
    except (OSError, SyntaxError, ValueError):
        return ()
    changed = ["sides"] if hooks.larger in EXCHANGED else hooks_changed(hooks)
    for nodes in (kind for hook in changed for kind in places.of[hook]):
        found = {int(node.lineno) for node in nodes if isinstance(node, ast.expr | ast.stmt)}
        if 0 < len(found) <= MOST_LINES:
            return tuple(Line(number, text.splitlines()[number - 1].strip()) for number in sorted(found))
    return ()
