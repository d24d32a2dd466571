"""Options are described once: the command and the front door have the same ones, with the same defaults."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import Any

import pytest

import counterply as cp
from counterply.cli import add_commands, app, run
from counterply.core.described_options import fields_of, record_of
from some import some

SOURCE = Path(__file__).resolve().parents[2] / "src" / "counterply"
MOST_PARAMETERS = 7
# functions with more, and why
MANY = {
    ("core/game.py", "__init__"): "the contract: each function of a game by name",
    ("core/plain_game.py", "__init__"): "the same of a game in plain Python",
    ("players/engine_player.py", "__init__"): "the options of a player's text, by name",
    ("plugins/bridges/bot_runtime.py", "__init__"): "a bot that runs alone: each function of a game by name",
    (
        "plugins/learning/tuning/objective.py",
        "__init__",
    ): "who plays what, from where, and with whom: by name but for the first five",
    ("plugins/monte_carlo/players.py", "__init__"): "the options of a player's text, by name",
    ("search/exact/retrograde.py", "list_positions"): "a kernel that Python calls: each parameter is an array of its own",
}


def commands() -> dict[str, Any]:
    """Return the functions of the commands that are verbs of the front door, by name."""
    add_commands()
    made = {name: command.callback for name, command in app.commands.items() if command.callback}
    return {name: inspect.unwrap(function) for name, function in made.items() if callable(getattr(cp, name, None))}


def test_both_doors_have_the_same_defaults() -> None:
    compared = 0
    for name, function in commands().items():
        verb, record = inspect.signature(getattr(cp, name)).parameters, record_of(function)
        fields = {} if record is None else fields_of(record)
        for key in verb.keys() & fields.keys():
            if verb[key].default is not inspect.Parameter.empty:
                assert fields[key].option.default == verb[key].default, f"{key} of {name}"
                compared += 1
    assert compared > 40


def test_whatever_a_verb_takes_its_command_takes() -> None:
    for name, function in some(commands().items(), 10):
        verb = getattr(cp, name)
        of_verb, of_command = record_of(verb), record_of(function)
        wanted = {} if of_verb is None else {key: each for key, each in fields_of(of_verb).items() if each.option.command}
        for key, field in wanted.items():
            assert fields_of(of_command)[key] == field, f"{key} of {name}"


def test_what_is_written_in_the_help_is_the_default() -> None:
    parsed = 0
    for name, function in commands().items():
        for field in fields_of(record_of(function)).values() if record_of(function) else ():
            if field.option.parse is not None and field.option.written is not None:
                value, default = field.read(field.option.written), field.option.default
                assert value == (list(default) if isinstance(default, range | tuple) else default), f"{field.name} of {name}"
                parsed += 1
    assert parsed > 2


def test_a_verb_shows_its_options() -> None:
    parameters = inspect.signature(cp.match).parameters
    assert (parameters["games"].default, parameters["seed"].default, parameters["limit"].default) == (100, 0, None)
    assert "games : games of each pairing; even" in (cp.match.__doc__ or "")
    assert "first, second : as for `player`" in (cp.match.__doc__ or "")


def test_an_option_that_does_not_exist_is_one_line() -> None:
    wrong: dict[str, Any] = {"gmaes": 2}
    with pytest.raises(cp.UsageError, match=r"unknown option 'gmaes'; did you mean 'games'\?"):
        cp.match("tic_tac_toe", "random", "random", **wrong)
    with pytest.raises(cp.UsageError, match="games must be 1 or more, not -1"):
        cp.verify("tic_tac_toe", games=-1)
    with pytest.raises(cp.UsageError, match="its options cannot change"):
        cp.match(cp.game("tic_tac_toe"), "random", "random", options={"width": "3"})


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["match", "tic_tac_toe", "random", "random", "--workers", "0"], "--workers must be 1 or more, not 0"),
        (["match", "tic_tac_toe", "random", "random", "--solve", "soon"], "--solve: not a duration: 'soon'"),
        (["match", "tic_tac_toe", "random", "random", "--sprt", "10"], "a sequential test is elo0,elo1"),
        (["analyse", "tic_tac_toe", "--lines", "some"], "--lines is a number or all, not 'some'"),
    ],
)
def test_wrong_values_are_one_line_with_the_name_on_the_command_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == 2
    (line,) = [each for each in capsys.readouterr().err.splitlines() if not each.startswith("compiling")]
    assert said in line


def test_no_function_has_more_parameters_than_people_can_follow() -> None:
    found = {}
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                count = len(given) - (given[:1] != [] and given[0].arg in ("self", "cls"))
                count += (node.args.vararg is not None) + (node.args.kwarg is not None)
                if count > MOST_PARAMETERS:
                    found[str(file.relative_to(SOURCE)), node.name] = count
    assert found.keys() == {place for place in MANY if (SOURCE / place[0]).is_file()}, found
