"""What arguments must be: of their annotated kinds, and of the names that they have now; else a line says which one is not."""

from __future__ import annotations

import builtins
import inspect
import reprlib
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, wraps
from itertools import islice
from numbers import Integral, Real
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Self, TypeVar, Union, get_args, get_origin

from counterply.core.errors import GameError, UsageError
from counterply.core.users_text import unknown
from counterply.registry import public

Function = TypeVar("Function", bound=Callable[..., Any])

RENAMED = {  # arguments of before, and what is given for them now
    "legal": "give it as legal_moves=, beside moves=N",
    "outcome_and_moves": "give it as outcome=",
    "freeze": "let resample do it, with a parameter 'frozen' after the position and the setup",
    "transform_move": "leave it out",
    "hopeless": "give best_margin=, which returns 0 for such a player",
    "future_key": "let key do it, with a parameter 'future' after the position and the setup",
    "sharp_moves": "let noisy_moves list them where its parameter 'reach', after setup and memo, is SHARP",
    "threats": "leave it out: the engine's own search finds wins by such moves",
}

LISTS = (Sequence, Collection, Iterable, list, tuple)
KINDS: dict[Any, tuple[Any, str]] = {  # by annotation: what is one, in a word
    int: (Integral, "a whole number"),
    float: (Real, "a number"),
    bool: (bool, "True or False"),
    str: (str, "text"),
    Path: (Path, "a path"),
    Callable: (Callable, "a function"),
    Mapping: (Mapping, "a dictionary"),
    type: (type, "a class"),
}
WORDS: dict[frozenset[Any], str] = {}  # of unions that have a name of their own, by their kinds without None


class Arguments:
    """What refuses, in a line, arguments that have another name now, and those that are not of their annotated kinds."""

    def __new__(cls, *args: Any, **given: Any) -> Self:
        """Raise `GameError` for an argument, or a function given by its place, of such a name, and for one of another kind."""
        for name in (*given, *(getattr(each, "__name__", "") for each in args)):
            if name in RENAMED:
                raise GameError(f"{cls.__name__} takes no {name} any more: {RENAMED[name]}")
        if Arguments in cls.__bases__:  # a class of somebody's own takes what it likes
            known = inspect.signature(cls.__init__).parameters
            for name in given.keys() - known:
                owners = [each.__name__ for each in Arguments.__subclasses__() if name in inspect.signature(each).parameters]
                if owners:
                    raise GameError(f"{cls.__name__} takes no {name}: it is an argument of {' and of '.join(owners)}")
                raise GameError(f"{cls.__name__}: {unknown('argument', name, [*known][1:])}")
            for name, words, value in misfits(cls.__init__, (None, *args), given):
                raise GameError(f"{cls.__name__}: {name} is {words}, not {value}")
        return super().__new__(cls)


def checked(function: Function) -> Function:
    """Return a function that raises `UsageError`, in a line that names it, for an argument that is not of its annotated kind."""

    @wraps(function)
    def called(*args: Any, **given: Any) -> Any:
        for name, words, value in misfits(function, args, given):
            raise UsageError(f"{name} must be {words}, not {value}")
        return function(*args, **given)

    return called  # type: ignore[return-value]


def misfits(function: Callable[..., object], args: Sequence[object], given: Mapping[str, object]) -> Iterator[tuple[str, str, str]]:
    """Yield the name of each argument that is not of its annotated kind, the kind in words, and the value in brief."""
    kinds = kinds_of(function)
    for name, value in (*zip(kinds, args, strict=False), *given.items()):
        if not fits(value, kinds.get(name, Any)):
            yield name, in_words(kinds[name]), in_brief(value)


@cache
def kinds_of(function: Callable[..., object]) -> dict[str, Any]:
    """Return what the arguments of a function are, in the order of their places; `Any` where only readers are told."""
    names = _Names(getattr(inspect.unwrap(function), "__globals__", {}))
    parameters = inspect.signature(function).parameters.values()
    places = {each.name: each.annotation for each in parameters if each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)}
    return {
        name: Any if kind is inspect.Parameter.empty else eval(kind, {}, names) if isinstance(kind, str) else kind
        for name, kind in places.items()
    }


class _Names(dict[str, Any]):
    """The names of a module, those of Python, and those that the package offers; any other is `Any`."""

    def __missing__(self, name: str) -> Any:
        try:
            return getattr(builtins, name, None) or public(name)
        except KeyError:
            return Any


def fits(value: Any, kind: Any) -> bool:
    """Tell whether a value is of an annotated kind; any sequence is a tuple, and of a record type whoever reads it tells."""
    whole, inner = get_origin(kind) or kind, get_args(kind)
    if whole in (Union, UnionType):
        return any(fits(value, each) for each in inner)
    if whole is Literal:
        return isinstance(value, str) and value in inner
    if whole in LISTS:
        several = isinstance(value, Iterable if whole is Iterable else Collection) and not isinstance(value, str | bytes)
        return several and (not isinstance(value, Collection) or _each_fits(value, inner))
    real, _ = KINDS.get(whole, (whole, ""))
    if whole is Any or whole is of_numpy("dtype") or not isinstance(real, type):
        return True
    if whole is bool:
        return isinstance(value, (bool, of_numpy("bool_")))
    return isinstance(value, real) and not isinstance(value, bool)


def in_brief(value: object) -> str:
    """Return a value's `repr`, shortened, in one line."""
    return " ".join(reprlib.repr(value).split())


def of_numpy(name: str) -> Any:
    """Return a class of NumPy's; where nobody has imported it nothing is one, and () is what `isinstance` takes for that."""
    return getattr(sys.modules.get("numpy"), name, ())


def _each_fits(values: Collection[Any], inner: tuple[Any, ...]) -> bool:
    """Tell whether the elements of a list, or those of an array, which has some dimension, are of an annotated kind."""
    fixed = len(inner) > 1 and inner[-1] is not Ellipsis
    if getattr(values, "ndim", 1) == 0 or (fixed and len(values) != len(inner)):
        return False
    of_one_kind = isinstance(values, of_numpy("ndarray")) and values.dtype != object  # a learnt evaluator's: millions
    return all(fits(each, inner[0]) for each in islice(values, 1 if of_one_kind else None))


def in_words(kind: Any) -> str:
    """Return what a kind is called; None is left out.

    >>> in_words(int | None), in_words(Sequence[str]), in_words(Literal["a", "b"]), in_words(Arguments)
    ('a whole number', 'a list of text', "'a' or 'b'", 'an Arguments')
    >>> in_words(Sequence[float | Path])
    'a list of numbers or paths'
    """
    whole, inner = get_origin(kind) or kind, get_args(kind)
    if (own := words_of_union(kind)) is not None:
        return own
    if whole in (Union, UnionType, Literal):
        words = map(repr if whole is Literal else in_words, [each for each in inner if each is not NoneType])
        return " or ".join(dict.fromkeys(words))
    if whole in LISTS:
        if (own := words_of_union(inner[0])) is not None:
            return f"a list, each {own}"
        each = in_words(inner[0]).replace("a class", "classes").split(" or ")
        return "a list of " + " or ".join(f"{one.partition(' ')[2]}s" if one.startswith(("a ", "an ")) else one for one in each)
    name = getattr(whole, "__name__", "")
    return KINDS[whole][1] if whole in KINDS else f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}"


def name_union(union: object, words: str) -> None:
    """Say what a union is called, whether it may be None or not."""
    WORDS[_kinds_in(union)] = words


def words_of_union(kind: object) -> str | None:
    """Return what a union is called; None for one without a name of its own, and for any other kind."""
    return WORDS.get(_kinds_in(kind)) if get_origin(kind) in (Union, UnionType) else None


def _kinds_in(union: object) -> frozenset[Any]:
    return frozenset(get_args(union)) - {NoneType}
