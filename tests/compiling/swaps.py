# ruff: noqa: E501
"""Pairs of rules that differ in what a name stands for, and in nothing else; more of `constructs`.

Each pair is a kind of value, such as `max` or `min`, at a kind of place, such as a default argument. Some values that Numba refuses
at a place are asked about too: their fingerprints differ, and nobody runs them.
"""

from __future__ import annotations

from constructs import NUMBA, Construct

CHOICE = "({five}) if $N == 5 else ({seven})"
IMPORTS = (
    "import builtins, cmath, collections, enum, functools, math, operator\nimport numpy as np\nfrom counterply import kernel\n"
    + NUMBA
)

# what stands for 5, what stands for 7, and an expression that tells them apart
VALUES: dict[str, tuple[str, str, str]] = {
    "built-in functions": ("max", "min", "5 if {f}(2, 3) == 3 else 7"),
    "built-in types": ("int", "float", "5 if {f}(2.75) == 2 else 7"),
    "functions of sequences": ("len", "sum", "5 if {f}((4, 5)) == 2 else 7"),
    "functions of math": ("math.floor", "math.ceil", "5 if {f}(2.5) == 2 else 7"),
    "a function of math and a built-in one": ("math.floor", "abs", "5 if {f}(-2.5) < 0 else 7"),
    "ufuncs": ("np.minimum", "np.maximum", "5 if {f}(2, 3) == 2 else 7"),
    "ufuncs of one argument": ("np.floor", "np.ceil", "5 if {f}(2.5) == 2 else 7"),
    "functions of NumPy": ("np.sum", "np.prod", "5 if {f}(np.array([2, 3])) == 5 else 7"),
    "operators": ("operator.add", "operator.mul", "5 if {f}(2, 3) == 5 else 7"),
    "types of NumPy": ("np.float32", "np.float64", "5 if np.float64({f}(0.1)) != 0.1 else 7"),
    "types of Numba": ("numba.float32", "numba.float64", "5 if np.float64({f}(0.1)) != 0.1 else 7"),
    "kernels of one factory": ("among(max)", "among(min)", "5 if {f}(2, 3) == 3 else 7"),
    "ufuncs of one factory": ("wave(np.minimum)", "wave(np.maximum)", "5 if {f}(2, 3) == 2 else 7"),
}
FACTORIES = (
    "\ndef among(g):\n    return njit(lambda a, b: g(a, b))\n"
    "def wave(g):\n    @numba.vectorize\n    def each(a, b):\n        return g(a, b)\n    return each\n"
)

# the step, what stands before the rules, and the neighbour's text
PLACES: dict[str, tuple[str, str, str]] = {
    "a global": ("{ask:f}", "f = {choice}", ""),
    "a global of a kernel": ("step()", "f = {choice}\n@kernel\ndef step():\n    return {ask:f}", ""),
    "a global of Numba's function": ("step()", "f = {choice}\n@njit\ndef step():\n    return {ask:f}", ""),
    "a default argument": ("step()", "@kernel\ndef step(f={choice}):\n    return {ask:f}", ""),
    "a default argument by name": ("step(1)", "@njit\ndef step(one, two=2, f={choice}):\n    return {ask:f}", ""),
    "a closure": (
        "step()",
        "def make(f):\n    @kernel\n    def step():\n        return {ask:f}\n    return step\nstep = make({choice})",
        "",
    ),
    "a closure in a closure": (
        "step()",
        "def make(f):\n    @njit\n    def inner():\n        return {ask:f}\n    @njit\n    def step():\n        return inner()\n    return step\nstep = make({choice})",
        "",
    ),
    "a lambda": ("step()", "f = {choice}\nstep = kernel(lambda: {ask:f})", ""),
    "an attribute of a module": ("{ask:helper.f}", "import helper", "f = {choice}"),
    "an attribute set from outside": ("{ask:helper.f}", "import helper\nhelper.f = {choice}", "f = 1"),
    "an imported name": ("{ask:better}", "from helper import f as better", "f = {choice}"),
    "a neighbour's kernel": ("step()", "from helper import step", "f = {choice}\n@kernel\ndef step():\n    return {ask:f}"),
    "a tuple": ("{ask:fs[1]}", "fs = (1, {choice})", ""),
    "an attribute by its text": ("{ask:getattr(helper, 'f')}", "import helper", "f = {choice}"),
}


# what Numba does not take there
REFUSED: dict[str, set[str]] = {"a tuple": {name for name in VALUES if name != "kernels of one factory" and "types of" not in name}}


def _filled(text: str, five: str, seven: str, asks: str) -> str:
    """Return a template with the choice, and each question, filled in."""
    choice = CHOICE.format(five=five, seven=seven)
    for name in ("getattr(helper, 'f')", "helper.f", "better", "fs[1]", "f"):
        text = text.replace(f"{{ask:{name}}}", asks.replace("{f}", name))
    return text.replace("{choice}", choice)


def _pairs() -> dict[str, Construct]:
    made = {}
    for place, (step, setup, neighbour) in PLACES.items():
        for values, (five, seven, asks) in VALUES.items():
            files = {"helper.py": IMPORTS + FACTORIES + _filled(neighbour, five, seven, asks)} if neighbour else {}
            before = IMPORTS + FACTORIES + _filled(setup, five, seven, asks)
            refused = values in REFUSED.get(place, VALUES if place == "an attribute by its text" else ())
            made[f"{values} at {place}"] = Construct(
                _filled(step, five, seven, asks), before, files=files, kept=None if refused else True
            )
    return made


def _one(step: str, setup: str = "", kept: bool | None = True, **files: str) -> Construct:
    return Construct(step, IMPORTS + setup, files={f"{name}.py": text for name, text in files.items()}, kept=kept)


SIGN = "5 if math.copysign(1.0, {}) > 0 else 7"
NAN = "(float('nan') if $N == 5 else -float('nan'))"
ZERO = "(0.0 if $N == 5 else -0.0)"

SWAPS: dict[str, Construct] = _pairs() | {
    # numbers that are equal, or that show alike
    "the sign of a NaN": _one(SIGN.format("X"), f"X = {NAN}"),
    "the sign of a NaN of NumPy": _one(SIGN.format("X"), f"X = np.float64({NAN})"),
    "the sign of a NaN in a tuple": _one(SIGN.format("X[1]"), f"X = (1, {NAN})"),
    "the sign of a NaN in an array": _one(SIGN.format("X[0]"), f"X = np.array([{NAN}])"),
    "the sign of a NaN by default": _one("step()", f"@kernel\ndef step(x={NAN}):\n    return {SIGN.format('x')}"),
    "the sign of zero": _one(SIGN.format("X"), f"X = {ZERO}"),
    "the sign of an imaginary zero": _one(SIGN.format("X.imag"), f"X = complex(1, {ZERO})"),
    "the sign of zero in a rule": _one(
        "step()", f"exec('@kernel\\ndef step():\\n    return ' + {SIGN.format('%s0.0')!r} % ('' if $N == 5 else '-'))"
    ),
    "the sign of a NaN in a rule": _one(
        "step()", f"exec('@kernel\\ndef step():\\n    return ' + {SIGN.format('%s(1e999 - 1e999)')!r} % ('-' if $N == 5 else ''))"
    ),
    "one, and True": _one("5 if X + X == 2 else 7", "X = 1 if $N == 5 else 1.25"),
    "a number of thousands of digits": _one("5 if X else 7", "X = 10**5000 * ($N == 5)", kept=None),
    "the unit of a range": _one("step()", "@njit\ndef step(way=range(5 if $N == 5 else 7)):\n    return len(way)", kept=None),
    "a slice": _one("np.arange(9)[S].sum()", "S = slice(5, 6) if $N == 5 else slice(7, 8)"),
    # modules
    "a module by another name": _one("5 if m.sqrt(-4.0) != 2j else 7", "m = math if $N == 5 else cmath"),
    "two modules": _one("m.STEP", "import one, two\nm = one if $N == 5 else two", one="STEP = 5", two="STEP = 7"),
    "a module's module": _one(
        "one.m.STEP", "import one", one="import two, three\nm = two if $N == 5 else three", two="STEP = 5", three="STEP = 7"
    ),
    "a module of a package": _one(
        "step()",
        "from parts import step",
        **{
            "parts/__init__": "from .near import step",
            "parts/near": IMPORTS + "f = max if $N == 5 else min\n@njit\ndef step():\n    return 5 if f(2, 3) == 3 else 7",
        },
    ),
    "a module that makes its attributes": Construct(
        "lazy.STEP",
        "import lazy",
        files={
            "lazy.py": "import deep\n\ndef __getattr__(name):\n    if name != 'STEP':\n        raise AttributeError(name)\n    return deep.STEP\n",
            "deep.py": "STEP = $N",
        },
        kept=False,
    ),
    "an attribute by a text": _one("getattr(helper, 'STEP')", "import helper", helper="STEP = $N"),
    "which attribute, by a text": _one(
        "getattr(helper, NAME)", "import helper\nNAME = 'FIVE' if $N == 5 else 'SEVEN'", helper="FIVE, SEVEN = 5, 7"
    ),
    "an attribute by a text in another kernel": _one(
        "step()",
        "import helper\n@njit\ndef step():\n    return getattr(helper, 'STEP')",
        helper="STEP = $N",
    ),
    # classes
    "a member of one of two enumerations": _one(
        "One.A.value",
        "class Two(enum.Enum):\n    A = 5\n    B = 7\nclass Three(enum.Enum):\n    A = 7\nOne = Two if $N == 5 else Three",
    ),
    "a number of an enumeration": _one(SIGN.format("Step.ONE.value"), f"class Step(enum.Enum):\n    ONE = {ZERO}\n    TWO = 1.0"),
    "a static method": _one(
        "step()",
        "class Rules:\n    @staticmethod\n    def step():\n        return f(5, 7)\nf = min if $N == 5 else max\nstep = njit(Rules.step)",
    ),
    "a bound method": _one("step(1)", "class Rules:\n    def step(self, n):\n        return $N\nstep = Rules().step", kept=None),
    "a partial function of a built-in one": _one("step(6)", "step = functools.partial(min if $N == 5 else max, 6)", kept=None),
    "an operator's object": _one("step((5, 7))", "step = operator.itemgetter(0 if $N == 5 else 1)", kept=None),
    "a value of a dictionary": _one(
        "step()",
        "FS = {'a': max, 'b': min}\nf = FS['a' if $N == 5 else 'b']\n@njit\ndef step():\n    return 5 if f(2, 3) == 3 else 7",
    ),
    # types
    "a type in a tuple": _one("5 if np.float64(KINDS[0](0.1)) != 0.1 else 7", "KINDS = (np.float32 if $N == 5 else np.float64, 1)"),
    "the type of a record type": _one(
        "5 if np.zeros(1, D).itemsize == 4 else 7", "D = np.dtype(np.float32 if $N == 5 else np.float64)"
    ),
    "a type's type": _one("5 if np.float64(D.type(0.1)) != 0.1 else 7", "D = np.dtype('f4' if $N == 5 else 'f8')"),
    "the order of bytes": _one("X[0]", "X = np.frombuffer(b'\\x05\\x00\\x07\\x00', '<i2')[0 if $N == 5 else 1:]", kept=True),
    # functions
    "which of two kernels": _one(
        "step()", "@njit\ndef five():\n    return 5\n@njit\ndef seven():\n    return 7\nstep = five if $N == 5 else seven"
    ),
    "a function that a library made": _one(
        "step(1.0)", "def plain(x):\n    return $N\nstep = njit(functools.wraps(math.sqrt)(plain))"
    ),
    "a function of the standard library": _one(
        "5 if step(f) == 1 else 7",
        "import colorsys\nf = 0.5\nrgb = njit(colorsys.hsv_to_rgb if $N == 5 else colorsys.hls_to_rgb)\n@njit\ndef step(f):\n    return round(rgb(0.0, 0.5, 1.0)[1] + 1)",
        kept=None,
    ),
    "code, default arguments and all": _one(
        "step(1)",
        "def one(n, more=4):\n    return n + more\ndef two(n, more=6):\n    return n + more\none.__code__ = (one if $N == 5 else two).__code__\none.__defaults__ = (one if $N == 5 else two).__defaults__\nstep = njit(one)",
    ),
    "what wraps around": _one(
        "step()", "@njit(boundscheck=False, error_model='numpy', fastmath=False)\ndef step():\n    return X // 1\nX = $N"
    ),
}
