"""What a fingerprint tells apart and what it does not, and games of one process that share functions, kernels and tables."""

from __future__ import annotations

import builtins
import enum
import functools
import math
import operator
import os
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from counterply import FIRST, ONGOING, Game, GameError, kernel, player, solve
from counterply.compiling import fingerprint as module
from counterply.compiling.cache import NUMBA
from counterply.compiling.dispatch import generic
from counterply.compiling.fingerprint import is_library, reach
from counterply.compiling.kernels import PLAIN
from counterply.usercode.loading import load_game

RECORD = np.dtype([("total", np.int64), ("turn", np.int64)])


def naming(value: Any) -> Callable[[], Any]:
    """Return a function that names a value, otherwise the same each time."""

    def rule() -> Any:
        return value

    return rule


def attribute(name: str) -> Callable[[], Any]:
    """Return a function that reads an attribute of a library's module."""
    scope: dict[str, Any] = {"math": math, "np": np}
    exec(f"def rule():\n    return {name}", scope)
    return scope["rule"]  # type: ignore[no-any-return]


class Colour(enum.Enum):
    RED = 1


def colour(base: type[enum.Enum]) -> Any:
    """Return an enumeration that is otherwise `Colour`."""
    made = base("Colour", {"RED": 1}, module=__name__)  # type: ignore[call-overload]
    return made


DIFFERENT = [
    [max, min, abs, len, int, float, math.floor, math.ceil, operator.add, operator.sub, str.upper, str.lower, print, Exception],
    [
        np.floor,
        np.ceil,
        np.sum,
        np.prod,
        np.int32,
        np.int64,
        np.zeros,
        np.ones,
        np.random.randint,
        np.random.random,
        np.linalg.norm,
    ],
    [1, True, 1.0, 1 + 0j, "1", b"1", (1,), [1], {1}, frozenset({1}), {1: 1}, np.int64(1), np.float64(1), np.array(1), None, ...],
    [0.0, -0.0, math.nan, -math.nan, complex(0, -0.0), complex(-0.0, 0), np.float64(-0.0), -np.float64(math.nan), (0.0,), (-0.0,)],
    [
        10**5000,
        10**5000 + 1,
        range(3),
        range(4),
        slice(1),
        slice(2),
        slice(1, None, 2),
        np.dtype("i4"),
        np.dtype("i8"),
        np.dtype(">i4"),
    ],
    [math, np, operator, types, np.random, np.linalg, types.ModuleType("math"), Colour, colour(enum.IntEnum), Colour.RED],
    [
        functools.partial(max, 1),
        functools.partial(min, 1),
        functools.partial(max, 2),
        staticmethod(max),
        classmethod(max),
        property(len),
    ],
    [{"a": max}, {"a": min}, [max], [min], (max, 1), (min, 1), ((max,),), ((min,),), naming(max), naming(min), naming(naming(min))],
]


@pytest.mark.parametrize("values", DIFFERENT, ids=lambda values: str(type(values[0]).__name__))
def test_different_values_have_different_fingerprints(values: list[Any]) -> None:
    found: dict[str, Any] = {}
    for value in values:
        digest = reach(naming(value)).digest
        assert digest not in found, f"{value!r} and {found[digest]!r}"
        assert digest == reach(naming(value)).digest, f"another function with {value!r} is the same"
        found[digest] = value


def test_modules_of_one_name_are_not_one() -> None:
    fakes = [types.ModuleType("math"), types.ModuleType("math")]
    fakes[0].floor, fakes[1].floor = math.floor, math.ceil  # type: ignore[attr-defined]
    rules = [attribute("math.floor") for _ in range(3)]
    for rule, fake in zip(rules, [*fakes, math], strict=True):
        rule.__globals__["math"] = fake
    assert len({reach(rule).digest for rule in rules}) == 3


@pytest.fixture(params=[(math, "floor", math.ceil), (np, "floor", np.ceil), (np, "sum", np.prod), (builtins, "max", min)])
def patched(request: Any, monkeypatch: pytest.MonkeyPatch) -> tuple[Callable[[], Any], Callable[[], Any]]:
    holder, name, other = request.param
    short = {"numpy": "np.", "math": "math.", "builtins": ""}[holder.__name__]
    return attribute(f"{short}{name}"), lambda: monkeypatch.setattr(holder, name, other)


def test_a_patched_function_of_a_library_shows(patched: Any) -> None:
    rule, patch = patched
    before = reach(rule)
    patch()
    assert before.trouble(), "code that is compiled now is not that of the fingerprint"
    assert reach(rule).digest != before.digest


def test_another_value_under_a_library_s_name_is_not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    def replacement(x: float) -> float:
        return x

    functools.update_wrapper(replacement, np.sum)
    before = reach(attribute("np.sum"))
    monkeypatch.setattr(np, "sum", replacement)
    after = reach(attribute("np.sum"))
    assert replacement.__module__ == "numpy"
    assert before.digest != after.digest, "its code is a program's"
    monkeypatch.setitem(module.NAMED, "math.floor", math.ceil)
    assert reach(attribute("math.floor")).unknown


def test_a_library_is_known_by_its_folders() -> None:
    inside = [NUMBA / "core" / "types.py", Path(np.__file__), Path(os.__file__), Path(os.__file__).parent / "json" / "decoder.py"]
    beside = [NUMBA.parent / name for name in ("numba_stats/a.py", "numba_helpers.py", "numpy_financial/a.py", "numbast.py")]
    beside += [Path(os.__file__).parent / "site-packages" / "other.py", Path(f"{Path(os.__file__).parent}-mine/a.py")]
    assert [is_library(str(file)) for file in (*inside, *beside)] == [True] * len(inside) + [False] * len(beside)


GAME = """
import math, numpy as np
from counterply import FIRST, ONGOING, Game, GameError, kernel, player, solve
import helper
RECORD = np.dtype([("total", np.int64), ("turn", np.int64)])
TABLE, LIST, FS = np.arange(9), (1.5, "x", (max, math.floor)), {"a": np.floor}
def make(f):
    @kernel
    def step(a, b=LIST):
        return f(a, TABLE[1]) + helper.step()
    return step
step = make(max)
def legal_moves(position, moves):
    moves[0] = 0
    return 1
def play(position, move):
    position["total"] += step(1)
    position["turn"] = 1 - position["turn"]
def outcome(position):
    return FIRST if position["total"] > FS["a"](9) and LIST else ONGOING
def game():
    return Game("adder", RECORD, legal_moves=legal_moves, play=play, outcome=outcome, max_moves=1)
"""
HELPER = "from counterply import kernel\nimport math\n@kernel\ndef step():\n    return math.floor(2.5)\n"


def test_what_is_equal_keeps_its_fingerprint(tmp_path: Path) -> None:
    """A comment, other line numbers, another folder, the same file read again."""
    found = set()
    for number, (before, spaces) in enumerate([("", ""), ("# a comment\n\n", "  # why"), ("", "")]):
        folder = tmp_path / str(number // 2)
        folder.mkdir(exist_ok=True)
        for name, text in (("user.py", GAME), ("helper.py", HELPER)):
            (folder / name).write_text(before + text.replace("):\n", f"):{spaces}\n"))
        game = load_game(str(folder / "user.py"))
        assert isinstance(game, Game)
        assert not game.unknown
        found.add(game.fingerprint)
    assert len(found) == 1


def test_a_record_type_has_one_function() -> None:
    def stub(position: Any) -> int:
        """Answer."""

    stub.__module__ = generic.__module__  # a contract is ours
    registry = generic(stub).registry
    registry.register(RECORD, naming(max))
    registry.register(RECORD, naming(max))
    with pytest.raises(RuntimeError, match="two different functions"):
        registry.register(RECORD, naming(min))


def legal_moves(position: Any, moves: Any) -> int:
    moves[0] = 0
    return 1


def outcome(position: Any) -> int:
    return FIRST if position["total"] > 20 else ONGOING


def adding(step: Callable[[], int]) -> Game:
    def play(position: Any, move: int) -> None:
        position["total"] += step()
        position["turn"] = 1 - position["turn"]

    return Game("adder", RECORD, legal_moves=legal_moves, play=play, outcome=outcome, max_moves=1)


def total(game: Game) -> int:
    return int(game.start().after(0).record["total"])


def winner(game: Game) -> str | None:
    return solve(game.start().after(0), nodes=200).winner


compiled = pytest.mark.skipif(PLAIN, reason="nothing is compiled")
better: Any = max


@kernel
def best() -> int:
    return better(5, 7)  # type: ignore[no-any-return]


@compiled
def test_a_kernel_is_compiled_again_when_what_it_names_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    import numba

    wave = numba.vectorize(["int64(int64)"])(lambda n: better(5, 7))
    for step in (best, numba.njit(best.py_func), kernel(lambda: wave(1))):
        for f, answer in ((max, 7), (min, 5), (max, 7)):
            monkeypatch.setitem(globals(), "better", f)
            assert total(adding(step)) == answer


@compiled
def test_a_ufunc_that_was_used_is_the_same_as_a_fresh_one() -> None:
    import numba

    whole, real = "int64(int64, int64)", "float64(float64, float64)"

    def made(*types: list[str]) -> Any:
        return numba.vectorize(*types)(lambda a, b: a + b)

    used = made()
    assert used(2, 3) == 5
    assert reach(used).digest == reach(made()).digest
    assert len({reach(each).digest for each in (used, made([whole]), made([whole, real]))}) == 3


@compiled
def test_games_whose_tables_come_to_differ() -> None:
    def made() -> tuple[Game, np.ndarray]:
        table = np.zeros(1, np.int64)
        return adding(kernel(lambda: table[0])), table

    (one, first), (two, second) = made(), made()
    assert one.fingerprint == two.fingerprint
    first[0], second[0] = 5, 7
    assert [total(one), total(two), total(one)] == [5, 7, 5]


@compiled
def test_an_addition_to_the_compiler_that_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba.extending import overload

    made_here: list[object] = []  # forgotten at the end: else all code after this is unknown
    monkeypatch.setattr("counterply.compiling.additions._additions", made_here)

    def made(number: int) -> Game:
        def step() -> int:
            return number

        def written() -> None:
            """Be told what it means."""

        overload(written)(lambda: step_of(number))
        return adding(kernel(lambda: written()))  # type: ignore[func-returns-value]

    def step_of(number: int) -> Callable[[], int]:
        return lambda: number

    assert [total(made(number)) for number in (5, 7)] == [5, 7]


@compiled
def test_a_game_whose_rules_have_changed_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """What changes before the first question counts; what changes later needs another game."""
    table = np.array([1])
    game = adding(kernel(lambda: best() + table[0]))
    table[0] = 0
    assert [total(game), winner(game)] == [7, "first"]
    monkeypatch.setitem(globals(), "better", min)
    with pytest.raises(GameError, match="make the game again"):
        winner(game)
    with pytest.raises(GameError, match="make the game again"):
        player("alphabeta").choose(game.start(), depth=1)
    monkeypatch.undo()
    assert winner(game) == "first"


def test_whether_a_library_has_loaded_its_own_modules_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = attribute("np.random.randint, np.linalg.norm")
    whole = reach(rule)
    monkeypatch.delitem(vars(np), "random")
    assert reach(rule).digest == whole.digest
    monkeypatch.setattr(np.linalg, "norm", np.linalg.det)
    assert reach(rule).digest != whole.digest


def test_an_attribute_is_no_global_of_the_same_name() -> None:
    """A diagram may read ``position.game.setup`` beside a function `game`, which it does not call."""
    scope: dict[str, Any] = {"game": lambda: 1}
    exec("def diagram(position):\n    return position.game.setup", scope)
    other: dict[str, Any] = {**scope, "game": lambda: None}
    exec("def diagram(position):\n    return position.game.setup", other)
    assert reach(scope["diagram"]).digest == reach(other["diagram"]).digest
    exec("def diagram(position):\n    return game().setup", scope)
    exec("def diagram(position):\n    return game().setup", other)
    assert reach(scope["diagram"]).digest != reach(other["diagram"]).digest


def test_modules_that_hold_each_other_are_not_followed_without_end() -> None:
    """There are a million paths through nine of them."""
    names = [f"part_{number}" for number in range(9)]
    modules = {name: types.ModuleType(name) for name in names}
    for each in modules.values():
        vars(each).update(modules)
    exec(f"def rule():\n    return {'.'.join(names)}", modules)  # type: ignore[arg-type]
    assert "beyond all" in reach(modules["rule"]).unknown[0]  # type: ignore[arg-type]


class _Odd:
    """A class of which Python does not know a module by its name."""

    __module__ = property(lambda self: "odd")  # type: ignore[assignment]


def test_what_a_fingerprint_does_not_understand_is_unknown_and_no_error() -> None:
    import numba.core.dispatcher  # noqa: F401  # then Numba's own types are looked for

    for odd in (_Odd, _Odd()):
        assert reach(naming(odd)).unknown, odd
