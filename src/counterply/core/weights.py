"""Files of weights: JSON documents that say which evaluator of which game they are for, and how they were made.

A file is written beside its place and put there whole: there is never a part of one.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from counterply.core.errors import UsageError
from counterply.core.evaluator import Evaluator
from counterply.core.files import input_path, user_path
from counterply.core.identity import PYTHON, of_code

if TYPE_CHECKING:
    from counterply.core.aliases import Json
    from counterply.core.plain_game import AnyGame

FORMAT = "counterply weights"
VERSION = 1
LONGEST_SHOWN = 80  # letters of a file's name in a message


def code_of(evaluator: Evaluator) -> dict[str, str]:
    """Return what a file of weights says of the evaluator they belong to: Python's version, and the fingerprint of its code."""
    return {"python": PYTHON, "fingerprint": of_code(evaluator.code)}


def short_name(evaluator: Evaluator) -> str:
    """Return an evaluator's name without the file that it is from."""
    return evaluator.name.rpartition(":")[2]


def require_format(file: str | Path, document: object, kind: str, version: int, fault: str) -> None:
    """Raise `UsageError`, with the `fault`, unless a document says that it is of a `kind`, and of a `version` that we read."""
    if not isinstance(document, dict) or document.get("format") != kind:
        raise UsageError(f"{file} is {fault}: it does not say {kind!r}")
    if document.get("version") != version:
        raise UsageError(f"{file} is of version {document.get('version')}, and this program reads version {version}")


def read_document(file: str | Path) -> Json:
    """Return the document in a file of weights.

    Raises
    ------
    UsageError
        if there is no such file, or it holds no weights, or is damaged
    """
    path = user_path(file)
    try:
        text = path.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise UsageError(f"there is no file of weights {str(file)[:LONGEST_SHOWN]} ({error.strerror})") from None
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{file} is not a file of weights, or damaged: {' '.join(str(error).split())}") from None
    require_format(file, document, FORMAT, VERSION, "not a file of weights")
    weights = document.get("weights")
    kinds = {"game": str, "evaluator": str, "code": dict, "features": list, "weights": list, "made": dict}
    for name, kind in kinds.items():
        if not isinstance(document.get(name), kind):
            raise UsageError(f"{file} is damaged: its {name!r} is {'missing' if name not in document else 'of the wrong kind'}")
    if not all(isinstance(weight, int | float) and math.isfinite(weight) for weight in weights or ()):
        raise UsageError(f"{file} is damaged: a weight is not a finite number")
    return document  # type: ignore[no-any-return]


def check_document(file: str | Path, document: Json, game: AnyGame, evaluator: Evaluator) -> None:
    """Raise `UsageError` if a document's weights are of another game, evaluator, version of it, or length."""
    name = short_name(evaluator)
    if document["game"] != game.name:
        raise UsageError(f"{file} holds weights of {document['game']}, not of {game.name}")
    if document["evaluator"] != name:
        raise UsageError(f"{file} holds weights of evaluator {document['evaluator']}, not of {name}")
    if len(document["weights"]) != len(evaluator.weights):
        raise UsageError(f"{file} holds {len(document['weights'])} weights, and evaluator {name} takes {len(evaluator.weights)}")
    if document["features"] != list(evaluator.feature_names):
        raise UsageError(f"{file} holds weights of other features of {name}: {', '.join(map(str, document['features']))}")
    ours, theirs = code_of(evaluator), document["code"]
    if theirs.get("python") == ours["python"] and theirs.get("fingerprint") != ours["fingerprint"]:
        raise UsageError(f"{file} holds weights of another version of evaluator {name}: its code has changed since; tune again")


def numbers_of(text: str) -> list[float] | None:
    """Return the numbers in a text such as ``1 0.5 -2``; None if it is anything else, such as a file's name."""
    try:
        numbers = [float(word) for word in text.split()]
    except ValueError:
        return None
    return numbers if numbers and all(map(math.isfinite, numbers)) else None


def text_of(weights: Sequence[float]) -> str:
    """Return weights as the players' grammar takes them; `numbers_of` reads them back exactly.

    >>> numbers_of(text_of([0.1, 30.0]))
    [0.1, 30.0]
    """
    return " ".join(repr(float(weight)) for weight in weights)


def require_weights(evaluator: Evaluator, game: AnyGame) -> None:
    """Raise a UsageError, which names those of the game that have some, if an evaluator has no weights."""
    if not evaluator.weights:
        others = ", ".join(short_name(each) for each in game.evaluators if each.weights)
        raise UsageError(f"evaluator {short_name(evaluator)} of {game.name} has no weights (with weights: {others or 'none'})")


def with_weights(evaluator: Evaluator, text: str, game: AnyGame) -> Evaluator:
    """Return an evaluator with the weights that `text` is or names: numbers with blanks between them, or a file.

    Raises
    ------
    UsageError
        if the evaluator has no weights, or these are not for it
    """
    name = short_name(evaluator)
    require_weights(evaluator, game)
    numbers = numbers_of(text)
    if numbers is None:
        document = read_document(input_path(text))
        check_document(text, document, game, evaluator)
        numbers = document["weights"]
    elif len(numbers) != len(evaluator.weights):
        raise UsageError(f"evaluator {name} takes {len(evaluator.weights)} weights, not {len(numbers)}: {text!r}")
    return evaluator.with_weights(numbers)
