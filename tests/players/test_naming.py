"""Names that people type: the player grammar, options, nearest matches."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given, strategies as st

from counterply.core.errors import UsageError
from counterply.core.users_text import unknown
from counterply.usercode.names import call_with_options, convert, option_texts, split_name
from examples import examples


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("engine", "engine", {}),
        ("minimax:depth=3,eval=open", "minimax", {"depth": "3", "eval": "open"}),
        ('gomocup:cmd="./pbrain-x --fast, now"', "gomocup", {"cmd": "./pbrain-x --fast, now"}),
        ("mine.py:Clever", "mine.py:Clever", {}),
        ("dir/mine.py:Clever:depth=2", "dir/mine.py:Clever", {"depth": "2"}),
        ("alphabeta:eval=heuristics.py:improved", "alphabeta", {"eval": "heuristics.py:improved"}),
    ],
)
def test_the_grammar(text: str, name: str, options: dict[str, str]) -> None:
    assert split_name(text) == (name, options)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("engine:", "ends in ':'"),
        ("engine:table", "'table' in 'engine:table' is not key=value"),
        ("engine:=off", "is not key=value"),
        ("engine:a=1,a=2", "'a' is given twice"),
        ('engine:cmd="x', "a quote is not closed"),
        ("mine.py:depth=2", "names a file, but no function or class in it"),
    ],
)
def test_what_is_not_in_the_grammar(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=r"^[^\n]*$") as raised:
        split_name(text)
    assert said in str(raised.value)


words = st.text("abcdefgh_.-/ ,", min_size=1).filter(lambda text: text == text.strip())


@examples(60)
@given(st.dictionaries(st.text("abcdef", min_size=1), words, max_size=4))
def test_quoted_values_come_back(options: dict[str, str]) -> None:
    text = "name" + (":" if options else "") + ",".join(f'{key}="{value}"' for key, value in options.items())
    assert split_name(text) == ("name", options)


def factory(
    width: int = 7, slow: bool = False, rate: float = 0.5, rules: Literal["h7", "h99"] = "h7", file: str | None = None
) -> tuple:
    """A function with one option of each kind."""
    return width, slow, rate, rules, file


def test_options_get_their_types() -> None:
    texts = {"width": "11", "slow": "on", "rate": "2.5", "rules": "h99", "file": "x.txt"}
    assert call_with_options(factory, texts, "it") == (11, True, 2.5, "h99", "x.txt")
    assert call_with_options(factory, {}, "it") == (7, False, 0.5, "h7", None)
    assert option_texts(factory) == ["width=7", "slow=off", "rate=0.5", "rules=h7", "file="]


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("widht", "3", "unknown option of it 'widht'; did you mean 'width'?"),
        ("width", "wide", "width of it is a number, not 'wide'"),
        ("slow", "perhaps", "slow of it is on or off, not 'perhaps'"),
        ("rules", "h98", "unknown value of rules of it 'h98'; did you mean"),
    ],
)
def test_options_that_cannot_be_used(key: str, value: str, said: str) -> None:
    with pytest.raises(UsageError) as raised:
        call_with_options(factory, {key: value}, "it")
    assert said in str(raised.value)


def test_a_parameter_without_a_type_has_that_of_its_default() -> None:
    def bare(low=False, size=3, rate=0.5, name="a", seed=None):  # type: ignore[no-untyped-def]  # as users write it
        return low, size, rate, name, seed

    words = {"low": "false", "size": "4", "rate": "2", "name": "7", "seed": "8"}
    assert call_with_options(bare, words, "it") == (False, 4, 2.0, "7", "8")
    with pytest.raises(UsageError, match="low of it is on or off, not 'maybe'"):
        call_with_options(bare, {"low": "maybe"}, "it")


def test_what_exists_is_listed() -> None:
    error = unknown("game", "isolatoin", ["isolation", "gomoku"])
    assert str(error) == "unknown game 'isolatoin'; did you mean 'isolation'? (known: isolation, gomoku)"
    assert "known: none" in str(unknown("game", "x", []))


def test_numbers_may_be_grouped() -> None:
    assert convert("10_000", int, "nodes") == 10_000
