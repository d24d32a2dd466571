"""An evaluator for a game that comes with Counterply."""

from counterply import Record, Seat

CORNERS = 0b101000101  # of the nine cells, row by row


def corners(position: Record, player: Seat) -> float:
    """Corners that a player has."""
    count = 0.0
    for cell in range(9):
        count += CORNERS >> cell & position["stones"][player] >> cell & 1
    return count
