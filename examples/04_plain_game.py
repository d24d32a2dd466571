"""A game in plain Python: any immutable object with turn, moves, after and outcome. The plain searches play it.

python examples/04_plain_game.py
counterply verify examples/04_plain_game.py
"""

from __future__ import annotations

from dataclasses import dataclass

from counterply import FIRST, ONGOING, SECOND, PlainGame

LONGEST = 6  # letters
WORDS = ("ant", "antler", "bat", "bath", "cat", "cart", "car", "cargo")


@dataclass(frozen=True)
class Ghost:
    """In turn, add a letter so that some word still begins like this; whoever completes a word loses."""

    letters: str = ""

    @property
    def turn(self) -> int:
        """The first player adds the first letter."""
        return len(self.letters) % 2

    def moves(self) -> list[str]:
        """The letters that lead to a word. A move may be anything that can be put into a set."""
        size = len(self.letters)
        return sorted({word[size] for word in WORDS if word.startswith(self.letters) and len(word) > size})

    def after(self, move: str) -> Ghost:
        """Return a new position; this one does not change."""
        return Ghost(self.letters + move)

    def outcome(self) -> int:
        """Whoever is to move after a complete word has won."""
        if self.letters not in WORDS:
            return ONGOING
        return FIRST if self.turn == 0 else SECOND

    def __str__(self) -> str:
        return f"{self.letters}..."


game = PlainGame("ghost", Ghost, max_plies=LONGEST)


def best(position: Ghost, player: int) -> int:
    """Plain minimax in five lines: 1 if `player` wins, else -1."""
    if position.outcome() != ONGOING:
        return 1 if (position.outcome() == FIRST) == (player == 0) else -1
    values = [best(position.after(move), player) for move in position.moves()]
    return max(values) if position.turn == player else min(values)


if __name__ == "__main__":
    start = game.start()
    for move in start.moves():
        result = "wins" if best(start.after(move).record, 0) > 0 else "loses"
        print(f"beginning with {start.move_text(move)!r} the first player {result}")
