"""A compiler's error in the user's words: the file, the line, and the reason in one line."""

from __future__ import annotations

import ast
import difflib
import inspect
import re
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path

from counterply.compiling.cache import NUMBA
from counterply.compiling.code_sources import PACKAGE
from counterply.compiling.definitions import Function, as_written

FOREIGN = (str(PACKAGE), str(NUMBA))  # whose lines say nothing to the author of a game
PLACE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
ANSI = re.compile(r"\x1b\[[0-9;]*m")
RAISED = re.compile(r"Raised from (?P<file>\S+) \((?P<line>\d+)\)")
MOST_FIELDS = 20  # that a line lists: a search's context has some sixty
RECORD = re.compile(r"Record\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")  # with two levels of parentheses inside


def explain(error: BaseException, function: Function | None = None) -> str:
    """Return ``FILE:LINE: reason`` for a Numba error raised while `function` was compiled."""
    text = ANSI.sub("", str(error))
    place = ""
    for match in (*RAISED.finditer(text), *PLACE.finditer(text)):  # the innermost comes first
        if not str(Path(match["file"]).resolve()).startswith(FOREIGN):
            place = f"{Path(match['file']).name}:{match['line']}: "
            break
    if not place and function is not None and hasattr(as_written(function), "__code__"):
        place = f"{place_of(function, _line_of_name(error, function))}: "
    return place + reason(text, type(error).__name__)


def place_of(function: Function, line: int | None = None) -> str:
    """Return ``FILE:LINE`` of a function, or of a line in it."""
    function = as_written(function)
    code = function.__code__
    return f"{Path(code.co_filename).name}:{line or code.co_firstlineno}"


def _tree(function: Function) -> ast.AST | None:
    """Return the syntax tree of a function with the line numbers of its file; None where there is no source."""
    function = as_written(function)
    try:
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError):
        return None
    return ast.increment_lineno(tree, first - 1)


def _line_of_name(error: BaseException, function: Function) -> int | None:
    """Return the line where the name stands that `error`, which names no line, is about."""
    quoted = re.findall(r"'([^']+)'", str(error))
    tree = _tree(function)
    if tree is None or not quoted:
        return None
    for node in ast.walk(tree):
        if (isinstance(node, ast.Attribute) and node.attr == quoted[-1]) or (isinstance(node, ast.Name) and node.id == quoted[-1]):
            return node.lineno
    return None


def usual_mistakes(function: Function, fields: Iterable[str]) -> list[str]:
    """Return ``FILE:LINE: reason`` for each misspelt field of a position, which the source shows before any compilation.

    The function's first parameter is the position; `fields` are the record's, its mark last.
    """
    known = list(fields)[:-1]
    function = as_written(function)
    tree = _tree(function)
    first = next(iter(inspect.signature(function).parameters), None)
    if tree is None or first is None:
        return []
    found = []
    for node in ast.walk(tree):
        value = getattr(node, "value", None)
        if not (isinstance(value, ast.Name) and value.id == first):
            continue
        if isinstance(node, ast.Attribute):
            near = difflib.get_close_matches(node.attr, known, n=1)
            meant = node.attr if node.attr in known else near[0] if near else None
            right = f'write {first}["{meant}"]' if meant else f'a field is {first}["{known[0]}"], and there is nothing else in it'
            found.append(f"{place_of(function, node.lineno)}: {first}.{node.attr} cannot be used in a kernel; {right}")
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and node.slice.value not in known:
            found.append(f"{place_of(function, node.lineno)}: {no_field(str(node.slice.value), known)}")
    return found


def prints(function: Function) -> str:
    """Return ``FILE:LINE: reason`` if a function prints, which a search would do millions of times; else ''."""
    for node in ast.walk(_tree(function) or ast.Module([], [])):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            return f"{place_of(function, node.lineno)}: a search would print at every position; take the print out"
    return ""


def no_field(name: str, known: Iterable[str]) -> str:
    """Return the message about a field that the record does not have."""
    known = list(known)
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    more = ", ..." * (len(known) > MOST_FIELDS)
    return f"the record has no field {name!r}{hint} (known: {', '.join(known[:MOST_FIELDS])}{more})"


def reason(text: str, kind: str = "") -> str:
    """Return the reason of a Numba error message in one line, with the remedy where it is known."""
    for pattern, say in KNOWN:
        match = pattern.search(text)
        if match:
            return _shorter(say(match))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    skipped = ("Failed in nopython", "During:", "File ", "def ", "There are", "<source", "^")
    told = [line for line in lines if not line.startswith(skipped)]
    said = told[0] if told else (lines[0] if lines else "cannot be compiled")
    if kind == "KeyError":
        return _shorter(f"compiled code gets a position's record, which has no {said}")
    return _shorter(re.sub(r"\s*(, defined at|Raised from) \S+ \(\d+\)", "", said))


def _shorter(text: str) -> str:
    """Return a message with Numba's names of types as people say them."""
    text = RECORD.sub("the position", text)
    for pattern, word in (
        (r"Literal\[str\]\(([^)]*)\)", r"'\1'"),
        (r"Literal\[\w+\]\(([^)]*)\)", r"\1"),
        (r"<iv=None>", ""),
        (r"\bunicode_type\b", "text"),
        (r"nestedarray", "array"),
    ):
        text = re.sub(pattern, word, text)
    return " ".join(text.split())


def _global_name(match: re.Match[str]) -> str:
    name, kind = match["name"], match["kind"] or ""
    if "function" in kind:
        return f"{name!r} is a plain function, which a kernel cannot call; put @kernel above it"
    if "dict" in kind or "list" in kind or "set" in kind:
        word = kind.strip("<>").split()[-1].strip("'")
        return f"{name!r} is a {word}, which kernels cannot use; make it a NumPy array or a tuple"
    if "module" in kind:
        return f"the module {name!r} cannot be used in a kernel (NumPy and math can)"
    if "type" in kind:
        return f"{name!r} is a class, which kernels cannot use"
    return f"{name!r} cannot be used in a kernel: it is {kind.strip('<>') or 'no number, array, tuple or @kernel function'}"


def _parts(types: str) -> list[str]:
    """Return types separated by commas, those inside of brackets aside."""
    parts, depth = [""], 0
    for letter in types:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _no_implementation(match: re.Match[str]) -> str:
    called, types = match["called"], _shorter(match["types"])
    rejected = re.search(r"(?:Typing|Unsupported)Error: (.+)", match.string)
    parts = _parts(types)
    if called in ("getitem", "static_getitem"):
        if parts[0].startswith(("int", "uint", "bool")) and parts[1].startswith("'"):
            return f"a number has no field {parts[1]}; the position is the first parameter of a game's functions"
        return f"{parts[0]} cannot be indexed by {', '.join(parts[1:])}"
    if called in ("setitem", "static_setitem"):
        if parts[0].startswith("readonly"):
            return "a kernel cannot change an array from outside of it; what changes in a game is a field of its record"
        if parts[0].startswith(("DictType", "LiteralStrKeyDict", "list", "reflected", "LiteralList")):
            return "lists and dictionaries of mixed values cannot be used in a kernel; write numbers into a field of the record"
        return f"cannot store {', '.join(parts[2:])} in {parts[0]} at {parts[1]}; fill arrays element by element"
    why = f": {rejected[1]}" if rejected else ""
    return f"{called}({types}) is not supported in a kernel{why}"


KNOWN: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"Untyped global name '(?P<name>[^']+)':?(?: Cannot determine Numba type of (?P<kind><[^>]+>))?"), _global_name),
    (re.compile(r"Untyped global name '(?P<name>[^']+)'(?P<kind>)"), _global_name),
    (re.compile(r"(?:NameError: )?(?:global )?name '([^']+)' is not defined"), lambda m: f"name {m[1]!r} is not defined"),
    (
        re.compile(r"Field '([^']+)' was not found in record with fields \(([^)]*)\)"),
        lambda m: no_field(m[1], re.findall(r"'([^']+)'", m[2])[:-1]),
    ),
    (
        re.compile(r"Cannot unify (.+) and (.+) for '([^'.]+)[^']*'"),
        lambda m: f"{'what it returns' if m[3].startswith('$') else repr(m[3])} is {m[1]} in one place and {m[2]} in another",
    ),
    (
        re.compile(r"Can't unify return type from the following types: (.+)"),
        lambda m: f"it returns {' in one place and '.join(m[1].split(', '))} in another",
    ),
    (
        re.compile(r"Cannot infer the type of variable '([^'.]+)[^']*'.*imprecise type: (list|dict|set|reflected)"),
        lambda m: f"{m[1]!r} is a {m[2]} that starts empty, which kernels cannot use; write into an array such as `moves`",
    ),
    (
        re.compile(r"The use of a reflected list.*?'([^']+)' in globals", re.DOTALL),
        lambda m: f"{m[1]!r} is a list, which kernels cannot use; make it a NumPy array or a tuple",
    ),
    (
        re.compile(r"Use of unsupported NumPy function '([^']+)'"),
        lambda m: f"{m[1]} is not supported in kernels, or not with these arguments; write a loop",
    ),
    (
        re.compile(r"Cannot bind 'args=.*' to signature '(\(.*\))(?: -> .*)?' due to \"TypeError: ([^\"]+)\""),
        lambda m: f"wrong number of arguments: {m[2].rstrip('.')}; it takes {re.sub(r': [^,)]+', '', m[1])}",
    ),
    (re.compile(r"IMPORT_NAME"), lambda m: "import at the top of the file, not inside a function that is compiled"),
    (re.compile(r"yield in a closure"), lambda m: "a generator expression cannot be compiled; write a loop"),
    (
        re.compile(r"Exception matching is limited"),
        lambda m: "`except` cannot name an exception in a kernel; test the value before it fails",
    ),
    (re.compile(r"Unknown attribute '([^']+)' of type (.+)"), lambda m: f"there is no {m[1]!r} in {m[2]}"),
    (
        re.compile(
            r"No implementation of function Function\(<(?:\S+ ){0,2}?'?(?P<called>[\w.]+)'?(?: at \w+)?>\) found for "
            r"signature:\s+>>> [\w.]+\((?P<types>.*)\)\n"
        ),
        _no_implementation,
    ),
)
