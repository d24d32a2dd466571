"""The pages name each field of each document that a command prints; tests/conftest.py asks that of every document of every test."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click
import pytest

from counterply.cli import add_commands, app, run
from documents import Watch, described, not_described, of_another_type
from some import some


def commands(group: click.Group = app, before: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    add_commands()
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, (*before, name))
        else:
            yield (*before, name), command


def test_each_command_with_a_document_is_on_the_page() -> None:
    printing = [names for names, command in commands() if any(each.name == "json" for each in command.params)]
    assert [names for names in some(printing, 20) if names[0] not in described()] == []


def test_a_field_that_no_page_names_is_found_wherever_it_is() -> None:
    assert not_described("perft", {"counts": [9], "finished": True, "odd": 1}) == {"odd"}
    assert not_described("nodes", {"rows": [{"depth": 1, "odd": 1}], "finished": True}) == {"odd"}
    assert not_described("match", {"endings": {"odd": 1}, "games": 1, "conversion": None, "value_lost": None}) == set()
    assert not_described("perft", {"lines": []}) == {"lines"}, "which another command has"


def test_a_field_that_changes_its_type_is_found() -> None:
    assert of_another_type("perft", {"counts": [9, 72], "finished": True}) == set()
    assert of_another_type("perft", {"counts": ["9"], "finished": None}) == {"perft counts[] text"}
    assert of_another_type("perft", {"counts": 9, "finished": "yes"}) == {"perft counts number", "perft finished text"}
    assert of_another_type("match", {"endings": {"line": "3"}}) == {"match endings.* text"}


def test_what_a_command_prints_is_watched(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    watch = Watch()
    monkeypatch.setattr(json, "dumps", watch)
    assert run(["perft", "tic_tac_toe", "--depth", "1", "--json"]) == 0
    assert watch.printed == [("perft", json.loads(capsys.readouterr().out))]
