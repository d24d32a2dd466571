"""Onitama, slow and obvious: a dictionary of pieces, and cards in words, written from the rules alone."""

from __future__ import annotations

CARDS = {  # F forward, B back, L to the left, R to the right, each a cell
    **{
        "tiger": "FF B",
        "dragon": "FLL FRR BL BR",
        "frog": "LL FL BR",
        "rabbit": "RR FR BL",
        "crab": "LL F RR",
        "elephant": "L R FL FR",
    },
    **{"goose": "FL L R BR", "rooster": "FR R L BL", "monkey": "FL FR BL BR", "mantis": "FL FR B", "horse": "F L B", "ox": "F R B"},
    **{"crane": "F BL BR", "boar": "F L R", "eel": "FL BL R", "cobra": "FR BR L"},
}
Cell = tuple[int, int]  # column and row, from 1 at the lower left
PIECES = "xX", "oO"  # of each player: students, master
TEMPLES = (3, 1), (3, 5)


def named(cell: Cell) -> str:
    return f"{' abcde'[cell[0]]}{cell[1]}"


class Onitama:
    """Pieces by cell, cards by player, and the one beside."""

    def __init__(self, pieces: dict[Cell, str], hands: tuple[list[str], list[str]], beside: str, turn: int = 0) -> None:
        self.pieces, self.hands, self.beside, self.turn = pieces, hands, beside, turn

    def steps(self) -> list[tuple[str, Cell, Cell]]:
        """The card, from where and to where."""
        found = []
        for card in self.hands[self.turn]:
            for start, piece in self.pieces.items():
                for step in CARDS[card].split():
                    right, forward = step.count("R") - step.count("L"), step.count("F") - step.count("B")
                    if self.turn == 1:
                        right, forward = -right, -forward
                    to = start[0] + right, start[1] + forward
                    inside = 1 <= to[0] <= 5 and 1 <= to[1] <= 5
                    if piece in PIECES[self.turn] and inside and self.pieces.get(to, ".") not in PIECES[self.turn]:
                        found.append((card, start, to))
        return found

    def moves(self) -> list[str]:
        if self.over():
            return []
        found = [f"{card}-{named(start)}{named(to)}" for card, start, to in self.steps()]
        return found or [f"{card}-pass" for card in self.hands[self.turn]]

    def after(self, text: str) -> Onitama:
        card, step = text.split("-")
        pieces, hands = dict(self.pieces), ([*self.hands[0]], [*self.hands[1]])
        for _, start, to in [found for found in self.steps() if f"{named(found[1])}{named(found[2])}" == step][:1]:
            pieces[to] = pieces.pop(start)
        hands[self.turn].remove(card)
        hands[self.turn].append(self.beside)
        return Onitama(pieces, hands, card, 1 - self.turn)

    def over(self) -> bool:
        return self.points() != 0

    def points(self) -> int:
        """1 if the first player has won, -1 if the second one has, else 0."""
        left = [*self.pieces.values()]
        if "O" not in left or self.pieces.get(TEMPLES[1]) == "X":
            return 1
        return -1 if "X" not in left or self.pieces.get(TEMPLES[0]) == "O" else 0


def start(cards: list[str]) -> Onitama:
    """The first position, with the cards of the player who begins, of the other one, and beside."""
    rows = {1: "xxXxx", 5: "ooOoo"}
    pieces = {(column, row): piece for row, line in rows.items() for column, piece in enumerate(line, 1)}
    return Onitama(pieces, (cards[:2], cards[2:4]), cards[4])
