"""Files of weights as they are written; `counterply.core.weights` reads them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counterply.core.evaluator import Evaluator
from counterply.core.files import write_text
from counterply.core.weights import FORMAT, VERSION, code_of, short_name

if TYPE_CHECKING:
    from counterply.core.game import Game


def document_of(game: Game, evaluator: Evaluator, weights: Sequence[float], made: dict[str, Any]) -> dict[str, Any]:
    """Return the document of some weights; `made` says how they were made."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "evaluator": short_name(evaluator),
        "code": code_of(evaluator),
        "features": list(evaluator.feature_names),
        "weights": [float(weight) for weight in weights],
        "made": made,
    }


def write_document(file: Path, document: dict[str, Any]) -> None:
    """Write a document, whole or not at all.

    Raises
    ------
    GameError
        if there is no such folder, or `file` is one
    """
    write_text(file, json.dumps(document, indent=1, allow_nan=False) + "\n")
