"""A plan for another machine: with it travel the texts of the user's files that it names, and of their neighbours."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from counterply.arena.schedule import Plan, files_named
from counterply.core.errors import GameError
from counterply.core.files import user_path
from counterply.core.identity import files_with


@dataclass(frozen=True)
class Bundle:
    """A plan with the files that it needs.

    Attributes
    ----------
    plan : as JSON, as it was given
    files : contents by place, a relative path
    places : the place of each file that the plan names, by the name that it has there
    key : a hash of all that
    """

    plan: str
    files: dict[str, bytes]
    places: dict[str, str]
    key: str


@dataclass(frozen=True)
class Unpacked:
    """A plan on another machine, with the players' texts rewritten for it."""

    plan: Plan
    texts: dict[str, str]


def pack(plan: Plan) -> Bundle:
    """Return a plan with its files.

    Raises
    ------
    GameError
        if a file cannot be read
    """
    files = {}
    places = {}
    for number, name in enumerate(sorted(files_named(plan))):
        path = user_path(name).resolve()
        for file in files_with(name):
            if not file.is_relative_to(path.parent):
                continue  # a library's, or one that the other machine has at the same place
            try:
                files[f"{number}/{file.relative_to(path.parent)}"] = file.read_bytes()
            except OSError as error:
                raise GameError(f"{file} cannot be sent to other machines: {error.strerror}") from error
        places[name] = f"{number}/{path.name}"
    text = plan.text
    return Bundle(text, files, places, hashlib.sha256(repr((text, sorted(files.items()))).encode()).hexdigest())


def unpack(bundle: Bundle, folder: Path) -> Unpacked:
    """Return the plan of a bundle, its files written into a folder."""
    for place, content in bundle.files.items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    plan = Plan.read(bundle.plan)
    local = _renamer({name: str(folder / place) for name, place in bundle.places.items()})
    there = replace(
        plan,
        game=local(plan.game),
        players=tuple(map(local, plan.players)),
        against=None if plan.against is None else tuple(map(local, plan.against)),
        options={key: local(value) for key, value in plan.options.items()},
        openings=local(plan.openings),
    )
    return Unpacked(there, {text: local(text) for text in plan.texts})


def _renamer(names: dict[str, str]) -> Callable[[str], str]:
    """Return a function that gives the files in a text other names."""
    if not names:
        return lambda text: text
    longest_first = sorted(names, key=len, reverse=True)
    pattern = re.compile(rf"(?<![\w./~-])({'|'.join(map(re.escape, longest_first))})(?![\w/-])")
    return lambda text: pattern.sub(lambda found: names[found[1]], text)
