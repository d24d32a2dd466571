"""The verb of the board in a notebook's cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Unpack

from counterply.api.by_name import AGame, APlayer, player_text, position_of
from counterply.api.option_records import MoveLimits, limit_of
from counterply.core.described_options import Option, described
from counterply.core.position import AnyPosition

if TYPE_CHECKING:
    from counterply.plugins.board.cell import BoardWidget


class WidgetOptions(MoveLimits, total=False):
    """Options of the board in a cell."""

    second: Annotated[bool, Option(False, "The other side moves first.")]
    lines: Annotated[int, Option(0, "Lines of play that the engine shows, with their numbers on the board.", "N", least=0)]
    seed: Annotated[int, Option(0, "Decides the other side's choices, and chance.", "S")]


@described
def widget(position: AnyPosition | AGame, against: APlayer = "engine", **options: Unpack[WidgetOptions]) -> BoardWidget:
    """Return a board that plays in the cell of a notebook that shows it; its `position` is the position now.

    The other side has a second for each move if nothing is said; with ``limit=cp.Limit(clock=300, increment=2)`` both sides have a
    clock, and whose time runs out has lost. It needs ``pip install 'counterply[notebook]'``.

    Parameters
    ----------
    position : a position, or a game
    against : the other side, as for `player`; 'human' is another person

    Raises
    ------
    UsageError
        without the package `anywidget`
    """
    from counterply.plugins.board.cell import BoardWidget

    limit = limit_of(options, 1.0)
    return BoardWidget(
        position_of(position), player_text(against), int(options["second"]), limit, options["lines"], options["seed"]
    )
