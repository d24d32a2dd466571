# ruff: noqa: E501
"""Ways in which people write rules, each with a number that an edit changes: what `tests/compiling/test_constructs.py` asks about.

``$N`` stands for the number in every text and file of a construct. The rules add `step` to a total.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

BEFORE, AFTER = 5, 7  # the number, before and after the edit

GAME = """
import numpy as np
from counterply import FIRST, ONGOING, Game, kernel
RECORD = np.dtype([("total", np.int64), ("turn", np.int64)])
$SETUP

def legal_moves(position, moves):
    moves[0] = 0
    return 1

def play(position, move):
    position["total"] += $STEP
    position["turn"] = 1 - position["turn"]

def outcome(position):
    return FIRST if position["total"] > 1000 else ONGOING

def start(position):
    $START

made = Game("adder", RECORD, legal_moves=legal_moves, play=play, outcome=outcome, max_moves=1, start=start)
$LATER

def game():
    return made
"""


@dataclass(frozen=True)
class Construct:
    """A way to write rules.

    Attributes
    ----------
    step : what a move adds, an expression in a kernel
    setup : what stands before the rules
    later : what stands after the game has been made
    start : what the start position's function does
    files : of its neighbours, and their text
    data : writes data files into a folder
    kept : whether the machine code is kept on disk; None where Numba refuses the rules, or one of the two
    late : whether it shows only after the game was made that the code cannot be kept
    live : whether the number is data that the code reads when it runs, filled in after the game was made
    alone : whether two games with it, of two numbers, need a process each
    """

    step: str
    setup: str = ""
    later: str = ""
    start: str = "pass"
    files: dict[str, str] = field(default_factory=dict)
    data: Callable[[Path, int], None] | None = None
    kept: bool | None = True
    live: bool = False
    late: bool = False
    alone: bool = False

    def write(self, folder: Path, number: int) -> Path:
        """Write the game and its neighbours into a folder; for numbers of one digit the files are of one size."""
        folder.mkdir(parents=True, exist_ok=True)
        text = (
            GAME.replace("$SETUP", self.setup)
            .replace("$STEP", self.step)
            .replace("$LATER", self.later)
            .replace("$START", self.start)
        )
        for name, content in {"user.py": text, **self.files}.items():
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(content.replace("$N", str(number)))
        if self.data is not None:
            self.data(folder, number)
        return folder / "user.py"


def saved(size: int) -> Callable[[Path, int], None]:
    return lambda folder, number: np.save(folder / "table.npy", np.full(size, number))


def texts(folder: Path, number: int) -> None:
    (folder / "table.txt").write_text(f"{number} 1 2")
    (folder / "table.json").write_text(f'{{"step": {number}}}')


def linked(folder: Path, number: int) -> None:
    (folder / "real").mkdir(exist_ok=True)
    (folder / "real" / "elsewhere.py").write_text(f"from counterply import kernel\n@kernel\ndef step():\n    return {number}\n")
    if not (folder / "helper.py").exists():
        (folder / "helper.py").symlink_to(folder / "real" / "elsewhere.py")


HERE = "import pathlib\nHERE = pathlib.Path(__file__).parent\n"
HELPER = "from counterply import kernel\n@kernel\ndef step():\n    return $N\n"
NUMBA = "import numba\nfrom numba import njit, types\n"
BIG = 200_000  # numbers of 8 bytes: more than Numba makes part of machine code
ADD = "from numba.extending import {}\nfrom numba.core import types\n"

CONSTRUCTS = {
    # numbers and texts
    "a literal": Construct("$N"),
    "a global number": Construct("STEP", "STEP = $N"),
    "a global fraction": Construct("int(STEP * 2)", "STEP = $N / 2"),
    "a truth value": Construct("5 if FIVE else 7", "FIVE = $N == 5"),
    "a complex number": Construct("int(STEP.imag)", "STEP = complex(1, $N)"),
    "a number of NumPy": Construct("STEP", "STEP = np.int16($N)"),
    "a fraction of NumPy": Construct("int(STEP * 1000000000000000 - 3000000000000000)", "STEP = np.float64(3.00000000000000$N)"),
    "a text": Construct("5 if NAME == 'v5' else 7", "NAME = 'v$N'"),
    "a text constant in a rule": Construct("5 if 'v$N' == 'v5' else 7"),
    "the length of a text": Construct("len(NAME)", "NAME = 'x' * $N"),
    "bytes": Construct("DATA[0]", "DATA = bytes([$N])"),
    "a tuple": Construct("STEPS[1]", "STEPS = (1, $N)"),
    "a nested tuple": Construct("STEPS[1][0]", "STEPS = (1, ($N, 2.5))"),
    "an end of a range": Construct("len(WAY)", "WAY = range($N)", kept=None),
    "a constant set in a rule": Construct("5 if 1 in {5: (1, 2), 7: (3, 4)}[$N] else 7", kept=False, late=True),
    "a set by membership": Construct("7 if position['turn'] in (1, $N - 7) else 5"),
    # arrays
    "a small table": Construct("TABLE[0]", "TABLE = np.array([$N])"),
    "a table without dimensions": Construct("TABLE[()]", "TABLE = np.array($N)"),
    "a read-only table": Construct("TABLE[0]", "TABLE = np.array([$N])\nTABLE.flags.writeable = False"),
    "a table in Fortran's order": Construct("TABLE[0, 1]", "TABLE = np.asfortranarray(np.array([[1, $N], [2, 3]]))"),
    "a view with steps": Construct("TABLE[1]", "TABLE = np.array([0, 9, $N, 9])[::2]"),
    "a transposed view": Construct("TABLE[1, 0]", "TABLE = np.array([[1, $N], [2, 3]]).T"),
    "a view that goes backwards": Construct("TABLE[0]", "TABLE = np.array([1, 2, $N])[::-1]"),
    "a table of records": Construct("TABLE[0]['b']", "TABLE = np.array([(1, $N)], dtype=[('a', np.int8), ('b', np.int64)])"),
    "the fields of a table of records": Construct(
        "TABLE[0]['f5']",
        "TABLE = np.array([(5, 7)], dtype=[('f$N', np.int64), ('f1$N'.replace('15', '7').replace('17', '5'), np.int64)])",
    ),
    "a record": Construct("CONFIG['step']", "CONFIG = np.array([($N,)], dtype=[('step', np.int64)])[0]"),
    "a record of fractions": Construct(
        "int(CONFIG['step'] * 1e12 - 3e12)", "CONFIG = np.array([(3.00000000000$N,)], dtype=[('step', np.float64)])[0]"
    ),
    "a large table": Construct("TABLE[1]", f"TABLE = np.full({BIG}, $N)"),
    "a large table in Fortran's order": Construct("TABLE[1, 0]", f"TABLE = np.asfortranarray(np.full(({BIG}, 2), $N))"),
    "a large table of records": Construct(
        "TABLE[9]['b']", f"TABLE = np.zeros({BIG}, dtype=[('a', np.int8), ('b', np.int64)])\nTABLE['b'] = $N"
    ),
    "a large table with steps": Construct("TABLE[9]", f"TABLE = np.full({BIG}, $N)[::2]"),
    "two large tables": Construct(
        "ONE[1] + TWO[1]",
        f"ONE, TWO = np.zeros({BIG}, np.int64), np.zeros({BIG}, np.int64)",
        start="ONE[1], TWO[1] = $N - 1, 1",
        live=True,
    ),
    "a tuple of large tables": Construct("BOTH[1][3] - BOTH[0][3]", f"BOTH = np.full({BIG}, 1), np.full({BIG}, $N + 1)"),
    "a large table of a closure": Construct(
        "step()",
        f"def make(table):\n    @kernel\n    def step():\n        return table[3]\n    return step\nstep = make(np.full({BIG}, $N))",
    ),
    "a large table as a default": Construct("step()", f"@kernel\ndef step(table=np.full({BIG}, $N)):\n    return table[3]\n"),
    "a large table of a neighbour": Construct(
        "helper.TABLE[2]", "import helper", files={"helper.py": f"import numpy as np\nTABLE = np.full({BIG}, $N)\n"}
    ),
    "a loaded table": Construct("TABLE[1]", HERE + "TABLE = np.load(HERE / 'table.npy')", data=saved(10)),
    "a large loaded table": Construct("TABLE[1]", HERE + "TABLE = np.load(HERE / 'table.npy')", data=saved(BIG)),
    "a mapped table": Construct("TABLE[1]", HERE + "TABLE = np.load(HERE / 'table.npy', mmap_mode='r')", data=saved(10)),
    "a large mapped table": Construct("TABLE[1]", HERE + "TABLE = np.load(HERE / 'table.npy', mmap_mode='r')", data=saved(BIG)),
    "a text file": Construct("TABLE[0]", HERE + "TABLE = np.loadtxt(HERE / 'table.txt', dtype=int)", data=texts),
    "a JSON file": Construct(
        "STEP", HERE + "import json\nSTEP = json.loads((HERE / 'table.json').read_text())['step']", data=texts
    ),
    # named tuples, enumerations, classes
    "a named tuple": Construct("CONFIG.step", "import collections\nCONFIG = collections.namedtuple('Config', 'step other')($N, 1)"),
    "the field names of a named tuple": Construct(
        "CONFIG.v5",
        "import collections\nnames = 'v5 v7' if $N == 5 else 'v7 v5'\nCONFIG = collections.namedtuple('Config', names)(5, 7)",
    ),
    "a class of named tuples": Construct(
        "Config(5, 7).v5", "import collections\nConfig = collections.namedtuple('Config', 'v5 v7' if $N == 5 else 'v7 v5')"
    ),
    "a typed named tuple": Construct(
        "CONFIG.step", "import typing\nclass Config(typing.NamedTuple):\n    step: int = $N\nCONFIG = Config()"
    ),
    "an enumeration": Construct("Step.ONE.value", "import enum\nclass Step(enum.Enum):\n    ONE = $N"),
    "a member of an enumeration": Construct("ONE.value", "import enum\nclass Step(enum.Enum):\n    ONE = $N\nONE = Step.ONE"),
    "an enumeration of numbers": Construct("Step.ONE + 0", "import enum\nclass Step(enum.IntEnum):\n    ONE = $N"),
    "a second name in an enumeration": Construct(
        "Step.THAT + 0", "import enum\nclass Step(enum.IntEnum):\n    FIVE = 5\n    SEVEN = 7\n    THAT = $N"
    ),
    "an attribute of a class": Construct("Config.STEP", "class Config:\n    STEP = $N", kept=None),
    "a data class": Construct(
        "CONFIG.step", "import dataclasses\n@dataclasses.dataclass\nclass Config:\n    step: int = $N\nCONFIG = Config()", kept=None
    ),
    "a dictionary of constants": Construct("STEPS['one']", "STEPS = {'one': $N}", kept=None),
    "a list": Construct("STEPS[0]", "STEPS = [$N, 1]", kept=None),
    "a name space": Construct("CONFIG.step", "import types\nCONFIG = types.SimpleNamespace(step=$N)", kept=None),
    "a derived number": Construct(
        "STEP", "class Number(int):\n    def __repr__(self):\n        return 'x'\nSTEP = Number($N)", kept=None
    ),
    # types
    "a type of NumPy": Construct("5 if np.zeros(1, KIND).itemsize == 5 - 4 else 7", "KIND = np.int8 if $N == 5 else np.int16"),
    "a type of Numba": Construct("5 if Small(300) == 44 else 7", NUMBA + "Small = numba.uint8 if $N == 5 else numba.int16"),
    "a record type": Construct(
        "step()",
        "KIND = np.dtype([('v', np.int8 if $N == 5 else np.int16)])\n@kernel\ndef step():\n    made = np.zeros(1, KIND)\n    made[0]['v'] = 300\n    return 5 if made[0]['v'] == 44 else 7",
    ),
    # modules
    "a number of a neighbour": Construct("helper.STEP", "import helper", files={"helper.py": "STEP = $N\n"}),
    "a name of a neighbour": Construct("STEP", "from helper import *", files={"helper.py": "STEP = $N\n"}),
    "a module in a package": Construct(
        "parts.near.STEP", "import parts.near", files={"parts/__init__.py": "", "parts/near.py": "STEP = $N\n"}
    ),
    "a neighbour's neighbour": Construct(
        "helper.step()", "import helper", files={"helper.py": "from deeper import step\n", "deeper.py": HELPER}
    ),
    "a module by name": Construct(
        "helper.step()", "import importlib\nhelper = importlib.import_module('helper')", files={"helper.py": HELPER}
    ),
    "an attribute set from outside": Construct("helper.STEP", "import helper\nhelper.STEP = $N", files={"helper.py": "STEP = 1\n"}),
    "a neighbour behind a link": Construct("step()", "from helper import step", data=linked),
    "a name among the built-in ones": Construct("STEP", "import builtins\nbuiltins.STEP = $N"),
    # functions
    "a helper": Construct("step()", "@kernel\ndef step():\n    return $N"),
    "a helper of Numba": Construct("step()", NUMBA + "@njit\ndef step():\n    return $N"),
    "a helper that Numba caches": Construct("step()", NUMBA + "@njit(cache=True)\ndef step():\n    return $N"),
    "a helper that Numba caches at once": Construct(
        "step()",
        "from helper import step",
        files={
            "helper.py": NUMBA + "from deeper import STEP\n@njit('int64()', cache=True)\ndef step():\n    return STEP\n",
            "deeper.py": "STEP = $N\n",
        },
    ),
    "a cached helper on the path": Construct(
        "step()",
        HERE + "import sys\nsys.path.insert(0, str(HERE / 'lib'))\nfrom onpath import step\nsys.path.pop(0)",
        files={
            "lib/onpath.py": NUMBA + "from ondeeper import STEP\n@njit('int64()', cache=True)\ndef step():\n    return STEP\n",
            "lib/ondeeper.py": "import pathlib\nSTEP = int((pathlib.Path(__file__).parent / 'number.txt').read_text())\n",
            "lib/number.txt": "$N",
        },
    ),
    "a default argument": Construct("step()", "@kernel\ndef step(number=$N):\n    return number"),
    "a default argument by name": Construct("step(1)", "@kernel\ndef step(one, number=$N):\n    return number"),
    "a closure": Construct(
        "step()", "def make(number):\n    @kernel\n    def step():\n        return number\n    return step\nstep = make($N)"
    ),
    "a closure over a helper": Construct(
        "step()",
        "@kernel\ndef inner():\n    return $N\ndef make(function):\n    @kernel\n    def step():\n        return function()\n    return step\nstep = make(inner)",
    ),
    "a function in a function": Construct(
        "step()", "@kernel\ndef step():\n    def inner(number):\n        return number + $N - 1\n    return inner(1)"
    ),
    "a lambda": Construct("step(0)", "step = kernel(lambda number: number + $N)"),
    "a function from a text": Construct("step()", "exec('def plain():\\n    return $N')\nstep = kernel(plain)"),
    "a function with other code": Construct(
        "step()", "def plain():\n    return 1\ndef other():\n    return $N\nplain.__code__ = other.__code__\nstep = kernel(plain)"
    ),
    "recursion": Construct(
        "step(np.int64(4))",
        "@kernel\ndef step(n):\n    if n <= 1:\n        return $N\n    return step(n - 1) + step(n - 2) - step(n - 2)",
    ),
    "two functions that call each other": Construct(
        "even(np.int64(4))",
        "@kernel\ndef even(n):\n    return $N if n == 0 else odd(n - 1)\n@kernel\ndef odd(n):\n    return 0 if n == 0 else even(n - 1)",
    ),
    "any number of arguments": Construct("step(1, $N)", "@kernel\ndef step(*numbers):\n    return numbers[1]"),
    "a generator": Construct(
        "step()",
        "@kernel\ndef numbers():\n    yield 1\n    yield $N - 1\n@kernel\ndef step():\n    total = 0\n    for n in numbers():\n        total += n\n    return total",
    ),
    "a list in a rule": Construct("step()", "@kernel\ndef step():\n    return [n for n in range(9)][$N]"),
    "a dictionary in a rule": Construct("step()", "@kernel\ndef step():\n    return {1: $N, 2: 2}[1]", kept=False, late=True),
    "a typed list in a rule": Construct(
        "step()",
        NUMBA + "from numba.typed import List\n@njit\ndef step():\n    made = List()\n    made.append($N)\n    return made[0]",
    ),
    "which exceptions are caught": Construct(
        "step()",
        "@kernel\ndef step():\n    try:\n        if $N == 5:\n            raise ValueError('x')\n        return 7\n    except Exception:\n        return 5",
    ),
    "a partial function": Construct("step()", "import functools\nstep = functools.partial(lambda n: n, $N)", kept=None),
    "a tuple of helpers": Construct(
        "STEPS[$N // 7](1)", "@kernel\ndef one(n):\n    return 5\n@kernel\ndef two(n):\n    return 7\nSTEPS = (one, two)"
    ),
    "the order in a tuple of helpers": Construct(
        "STEPS[2]()",
        "@kernel\ndef five():\n    return 5\n@kernel\ndef seven():\n    return 7\nSTEPS = (five, seven, five if $N == 5 else seven)",
    ),
    # options of Numba
    "types of variables": Construct(
        "step() - 39 if step() == 44 else 7",
        NUMBA + "@njit(locals={'n': numba.uint8 if $N == 5 else numba.int16})\ndef step():\n    n = 300\n    return n",
    ),
    "an option of a helper": Construct(
        "step(0.0)",
        NUMBA + "@njit(error_model='numpy' if $N == 5 else 'python')\ndef divided(n):\n    return 1 / n\n"
        "@njit\ndef step(n):\n    try:\n        divided(n)\n        return 5\n    except Exception:\n        return 7",
    ),
    "signatures of a helper": Construct(
        "step(300) // 60 if step(300) == 300 else 7",
        NUMBA + "@njit('int64(int64)' if $N == 5 else 'int64(uint8)')\ndef step(n):\n    return n + 0",
    ),
    # more of Numba
    "numba.vectorize": Construct("step(1)", NUMBA + "@numba.vectorize\ndef step(n):\n    return n + $N - 1"),
    "numba.vectorize with types": Construct(
        "step(1)", NUMBA + "@numba.vectorize(['int64(int64)'])\ndef step(n):\n    return n + $N - 1"
    ),
    "numba.vectorize with a cache": Construct(
        "step(1)",
        "from helper import step",
        files={
            "helper.py": NUMBA
            + "from deeper import STEP\n@numba.vectorize(['int64(int64)'], cache=True)\ndef step(n):\n    return n + STEP - 1\n",
            "deeper.py": "STEP = $N\n",
        },
    ),
    "register_jitable": Construct("step()", ADD.format("register_jitable") + "@register_jitable\ndef step():\n    return $N"),
    "numba.guvectorize": Construct(
        "summed(np.arange(3))",
        NUMBA + "@numba.guvectorize(['(int64[:], int64[:])'], '(n)->()')\ndef gu(a, out):\n    out[0] = $N\n"
        "@njit\ndef summed(a):\n    out = np.zeros((), np.int64)\n    gu(a, out)\n    return out[()]",
        kept=False,
    ),
    "overload": Construct(
        "step()", ADD.format("overload") + "def step():\n    pass\n@overload(step)\ndef over():\n    return lambda: $N", kept=False
    ),
    "overload in a neighbour": Construct(
        "helper.step()",
        "import helper",
        files={
            "helper.py": ADD.format("overload") + "def step():\n    pass\n@overload(step)\ndef over():\n    return lambda: $N\n"
        },
        kept=False,
    ),
    "overload_method": Construct(
        "STEPS.step()",
        "STEPS = (1, 2)\n"
        + ADD.format("overload_method")
        + "@overload_method(types.UniTuple, 'step')\ndef over(steps):\n    return lambda steps: $N",
        kept=False,
        alone=True,
    ),
    "overload_attribute": Construct(
        "TABLE.step",
        "TABLE = np.zeros(1)\n"
        + ADD.format("overload_attribute")
        + "@overload_attribute(types.Array, 'step')\ndef over(array):\n    return lambda array: $N",
        kept=False,
        alone=True,
    ),
    "an intrinsic": Construct(
        "step()",
        ADD.format("intrinsic") + "@intrinsic\ndef step(typing):\n    def generate(context, builder, signature, args):\n"
        "        return context.get_constant(types.int64, $N)\n    return types.int64(), generate",
        kept=False,
    ),
    "lower_builtin": Construct(
        "step()",
        ADD.format("lower_builtin, type_callable")
        + "def step():\n    pass\n@type_callable(step)\ndef typed(context):\n    return lambda: types.int64\n"
        "@lower_builtin(step)\ndef lowered(context, builder, signature, args):\n    return context.get_constant(types.int64, $N)",
        kept=False,
    ),
    "overload_classmethod": Construct(
        "types.Array.step()",
        ADD.format("overload_classmethod")
        + "@overload_classmethod(types.Array, 'step')\ndef over(array):\n    return lambda array: $N",
        kept=False,
        alone=True,
    ),
    "overload of a library's function": Construct(
        "math.isqrt(1)",
        "import math\n" + ADD.format("overload") + "@overload(math.isqrt)\ndef over(number):\n    return lambda number: $N",
        kept=False,
        alone=True,
    ),
    "lower_builtin of a library's function": Construct(
        "math.isqrt(1)",
        "import math\n"
        + ADD.format("lower_builtin, type_callable")
        + "@type_callable(math.isqrt)\ndef typed(context):\n    return lambda number: types.int64\n"
        "@lower_builtin(math.isqrt, types.Integer)\ndef lowered(context, builder, signature, args):\n    return context.get_constant(types.int64, $N)",
        kept=False,
        alone=True,
    ),
    "lower_getattr": Construct(
        "TABLE.step",
        "TABLE = np.zeros(1)\n"
        + ADD.format("lower_getattr")
        + "from numba.core.typing.templates import AttributeTemplate, infer_getattr\n"
        "@infer_getattr\nclass Steps(AttributeTemplate):\n    key = types.Array\n    def resolve_step(self, kind):\n        return types.int64\n"
        "@lower_getattr(types.Array, 'step')\ndef lowered(context, builder, kind, value):\n    return context.get_constant(types.int64, $N)",
        kept=False,
        alone=True,
    ),
    "typeof_impl": Construct(
        "5 if np.zeros(1, KIND).itemsize == 1 else 7",
        "import fractions\nKIND = fractions.Fraction(1)\n"
        + ADD.format("typeof_impl")
        + "@typeof_impl.register(fractions.Fraction)\ndef typed(value, context):\n    return types.DType(types.int8 if $N == 5 else types.int16)",
        kept=False,
        alone=True,
    ),
    "register_model": Construct(
        "$N",
        ADD.format("register_model")
        + "from numba.core.datamodel import models\n@register_model(types.Opaque)\nclass Model(models.OpaqueModel):\n    number = $N",
        kept=False,
        alone=True,
    ),
    "a C function of Numba": Construct(
        "step(1)", NUMBA + "@numba.cfunc('int64(int64)')\ndef step(n):\n    return n + $N - 1", kept=False
    ),
    "a C function": Construct(
        "step(-$N)",
        "import ctypes\nstep = ctypes.CDLL(None).labs\nstep.argtypes, step.restype = [ctypes.c_long], ctypes.c_long",
        kept=False,
    ),
    "a C function that calls Python": Construct(
        "step(1)", "import ctypes\nstep = ctypes.CFUNCTYPE(ctypes.c_long, ctypes.c_long)(lambda n: n + $N - 1)", kept=False
    ),
    "the address of a table": Construct(
        "numba.carray(pointer(ADDRESS), 4)[2]",
        NUMBA
        + ADD.format("intrinsic")
        + f"TABLE = np.full({BIG}, $N)\nADDRESS = TABLE.ctypes.data\n@intrinsic\ndef pointer(typing, address):\n"
        "    def generate(context, builder, signature, args):\n        return builder.inttoptr(args[0], context.get_value_type(signature.return_type))\n"
        "    return types.CPointer(types.int64)(types.uint64), generate",
        kept=False,
    ),
    "a class of Numba": Construct(
        "step()",
        NUMBA
        + "from numba.experimental import jitclass\n@jitclass([('n', types.int64)])\nclass Counter:\n    def __init__(self):\n        self.n = $N\n"
        "@njit\ndef step():\n    return Counter().n",
        kept=False,
    ),
    "the interpreter": Construct(
        "step()",
        NUMBA + "@njit\ndef step():\n    with numba.objmode(n='int64'):\n        n = int('$N')\n    return n",
        kept=False,
        late=True,
    ),
    # values that change after the game has been made
    "a number that changes later": Construct("STEP", "STEP = 1", later="STEP = $N", kept=False),
    "a table that changes later": Construct("TABLE[0]", "TABLE = np.array([1])", later="TABLE[0] = $N", kept=False),
    "a table that is filled at the start": Construct(
        "TABLE[0]", "TABLE = np.array([1])", start="TABLE[0] = $N", kept=False, late=True
    ),
    "a large table that changes later": Construct(
        "TABLE[0]", f"TABLE = np.zeros({BIG}, np.int64)", later="TABLE[0] = $N", live=True
    ),
    "a helper that comes later": Construct("step()", later="@kernel\ndef step():\n    return $N", kept=False),
    "an attribute that changes later": Construct(
        "helper.STEP", "import helper", later="helper.STEP = $N", files={"helper.py": "STEP = 1\n"}, kept=False
    ),
    "an enumeration that changes later": Construct(
        "Step.ONE.value",
        "import enum\nclass Step(enum.Enum):\n    ONE = 1",
        later="class Step(enum.Enum):\n    ONE = $N",
        kept=False,
    ),
}
