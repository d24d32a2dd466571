"""A tuning as people and programs read it: tables, a line, a document."""

from __future__ import annotations

from typing import Any

from counterply.shown.tables import Column, Table, table_of


def public_document(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document of weights without the state that only a continuation needs."""
    kept = {name: document[name] for name in ("game", "evaluator", "features", "weights", "made", "validation")}
    if "fit" in document:
        kept["fit"] = document["fit"]
    return kept


def names_of(document: dict[str, Any]) -> list[str]:
    """Return the names of the weights."""
    return document["features"] or [f"weight {number}" for number in range(1, len(document["weights"]) + 1)]


def tables_of(document: dict[str, Any], width: int | None = None) -> list[Table]:
    """Return the weights before and after."""
    made, name = document["made"], document["evaluator"]
    columns = [
        Column("feature", names_of(document), left=True),
        Column("start", [f"{weight:.4g}" for weight in made["start"]]),
        Column("now", [f"{weight:.4g}" for weight in document["weights"]]),
    ]
    if "fit" in document:
        columns.append(Column("standard error", [f"{error:.2g}" for error in document["fit"]["errors"]]))
    title = f"{name} of {document['game']}, {made['method']}, {made['games']:,} games, {made['seconds']:.0f} s"
    return [table_of(columns, width, title)]


def validation_line(document: dict[str, Any]) -> str:
    """Return in one line how the weights did against the start."""
    found = document["validation"]
    if found is None:
        return "against the start: not played"
    against = f"against the start: {found['verdict']}"
    if not found["games"]:
        return against
    share = f"{100 * found['score']:.1f} % (95 %: {100 * found['score_low']:.1f} to {100 * found['score_high']:.1f} %)"
    return f"{against}: +{found['wins']} ={found['draws']} -{found['losses']} of {found['games']}, {share}"
