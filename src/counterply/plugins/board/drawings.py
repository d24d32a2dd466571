"""A drawing as the page reads it."""

from __future__ import annotations

from typing import Any

from counterply.core.drawing import Drawing
from counterply.core.svg import corner, number, primitives, said, shape_class


def drawing_json(drawing: Drawing) -> dict[str, Any]:
    """Return a drawing as the page reads it."""
    return {
        "box": [float(number(length)) for length in drawing.box],
        "title": drawing.title,
        "items": [
            {
                "id": item.id,
                "class": shape_class(item),
                "at": corner(item),
                "box": [float(number(length)) for length in (item.x, item.y, item.w, item.h)],
                "parts": primitives(item),
                "label": item.label or said(item, drawing.items),
                "cell": item.cell,
                "touch": item.touch or item.id,
            }
            for item in drawing.items
        ],
    }
