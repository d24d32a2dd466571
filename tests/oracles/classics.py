"""Games that everybody knows, slow and obvious: dictionaries and lists, written from the rules alone.

Each has `turn`, `moves()` (texts), `play(text)`, `points()` (1, 0 or -1 for the first player) and `over()`.
"""

from __future__ import annotations

from itertools import pairwise, product

MILLS = [
    *(["a7", "d7", "g7"], ["b6", "d6", "f6"], ["c5", "d5", "e5"], ["a4", "b4", "c4"], ["e4", "f4", "g4"], ["c3", "d3", "e3"]),
    *(["b2", "d2", "f2"], ["a1", "d1", "g1"], ["a7", "a4", "a1"], ["b6", "b4", "b2"], ["c5", "c4", "c3"], ["d7", "d6", "d5"]),
    *(["d3", "d2", "d1"], ["e5", "e4", "e3"], ["f6", "f4", "f2"], ["g7", "g4", "g1"]),
]
LINKS = {pair for mill in MILLS for one, other in pairwise(mill) for pair in ((one, other), (other, one))}
AROUND = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


class Morris:
    """Points by name, and the sixteen mills as they stand in books."""

    def __init__(self) -> None:
        self.men: dict[str, int] = {}
        self.hand, self.turn = [9, 9], 0

    def in_mill(self, men: dict[str, int], point: str) -> bool:
        return any(point in mill and all(men.get(other) == men[point] for other in mill) for mill in MILLS)

    def steps(self) -> list[tuple[str, dict[str, int], str]]:
        empty = sorted({point for mill in MILLS for point in mill} - self.men.keys())
        own = [point for point, owner in self.men.items() if owner == self.turn]
        if self.hand[self.turn]:
            return [(to, {**self.men, to: self.turn}, to) for to in empty]
        if len(own) < 3:
            return []
        found = []
        for start, to in product(own, empty):
            if len(own) == 3 or (start, to) in LINKS:
                men = {point: owner for point, owner in self.men.items() if point != start}
                found.append((f"{start}-{to}", {**men, to: self.turn}, to))
        return found

    def moves(self) -> list[str]:
        found = []
        for text, men, to in self.steps():
            if not self.in_mill(men, to):
                found.append(text)
                continue
            theirs = [point for point, owner in men.items() if owner != self.turn]
            loose = [point for point in theirs if not self.in_mill(men, point)]
            found += [f"{text}x{point}" for point in loose or theirs]
        return found

    def play(self, text: str) -> None:
        step, _, taken = text.partition("x")
        start, dash, to = step.rpartition("-")
        if dash:
            del self.men[start]
        else:
            self.hand[self.turn] -= 1
        self.men[to] = self.turn
        self.men.pop(taken, None)
        self.turn = 1 - self.turn

    def over(self) -> bool:
        return not self.moves()

    def points(self) -> int:
        return -1 if self.turn == 0 else 1


class Checkers:
    """Rows and columns, and squares by their numbers in notation only."""

    def __init__(self) -> None:
        dark = [(row, column) for row, column in product(range(8), repeat=2) if (row + column) % 2]
        self.number = {cell: str(number) for number, cell in enumerate(dark, 1)}
        self.cell = {number: cell for cell, number in self.number.items()}
        self.pieces = {cell: (0 if cell[0] < 3 else 1, False) for cell in dark if cell[0] not in (3, 4)}
        self.turn, self.jumper, self.quiet = 0, None, 0

    def ways(self, cell: tuple[int, int]) -> list[tuple[int, int]]:
        player, king = self.pieces[cell]
        return [(down, right) for down, right in product((-1, 1), repeat=2) if king or down == (1 if player == 0 else -1)]

    def jumps(self, cell: tuple[int, int]) -> list[tuple[int, int]]:
        found = []
        for down, right in self.ways(cell):
            over, to = (cell[0] + down, cell[1] + right), (cell[0] + 2 * down, cell[1] + 2 * right)
            if self.pieces.get(over, (self.turn,))[0] != self.turn and to in self.number and to not in self.pieces:
                found.append(to)
        return found

    def moves(self) -> list[str]:
        own = [cell for cell, (player, _) in self.pieces.items() if player == self.turn and self.jumper in (None, cell)]
        found = [(cell, to) for cell in own for to in self.jumps(cell)]
        if not found:
            around = [(cell, (cell[0] + down, cell[1] + right)) for cell in own for down, right in self.ways(cell)]
            found = [(cell, to) for cell, to in around if to in self.number and to not in self.pieces]
        return [f"{self.number[cell]}-{self.number[to]}" for cell, to in found]

    def play(self, text: str) -> None:
        start, to = (self.cell[number] for number in text.split("-"))
        player, king = self.pieces.pop(start)
        jumped = abs(start[0] - to[0]) == 2
        if jumped:
            del self.pieces[(start[0] + to[0]) // 2, (start[1] + to[1]) // 2]
        crowned = not king and to[0] == (7 if player == 0 else 0)
        self.pieces[to] = player, king or crowned
        self.quiet = 0 if jumped or not king else self.quiet + 1
        again = jumped and not crowned and self.jumps(to)
        self.jumper = to if again else None
        self.turn = player if again else 1 - player

    def over(self) -> bool:
        return not self.moves() or self.quiet >= 80

    def points(self) -> int:
        return 0 if self.moves() else -1 if self.turn == 0 else 1


class Ataxx:
    """A dictionary of stones."""

    def __init__(self) -> None:
        self.stones = {(0, 0): 0, (0, 6): 1, (6, 0): 1, (6, 6): 0}
        self.turn, self.quiet = 0, 0

    def texts(self, player: int) -> list[str]:
        found = []
        for row, column in product(range(7), repeat=2):
            if (row, column) in self.stones:
                continue
            to, near = f"{'abcdefg'[column]}{7 - row}", False
            for (r, c), owner in self.stones.items():
                far = max(abs(row - r), abs(column - c))
                near = near or (owner == player and far == 1)
                if owner == player and far == 2:
                    found.append(f"{'abcdefg'[c]}{7 - r}{to}")
            found += [to] if near else []
        return found

    def moves(self) -> list[str]:
        gone = len({*self.stones.values()}) < 2
        own, other = self.texts(self.turn), self.texts(1 - self.turn)
        return [] if gone else own or (["pass"] if other else [])

    def play(self, text: str) -> None:
        self.quiet = 0 if len(text) == 2 else self.quiet + 1
        if text != "pass":
            cells = [(7 - int(text[at + 1]), "abcdefg".index(text[at])) for at in range(0, len(text), 2)]
            if len(cells) == 2:
                del self.stones[cells[0]]
            row, column = cells[-1]
            self.stones[row, column] = self.turn
            for down, right in AROUND:
                if (row + down, column + right) in self.stones:
                    self.stones[row + down, column + right] = self.turn
        self.turn = 1 - self.turn

    def over(self) -> bool:
        return not self.moves() or self.quiet >= 100

    def points(self) -> int:
        if self.moves():
            return 0
        lead = sum(1 - 2 * owner for owner in self.stones.values())
        return (lead > 0) - (lead < 0)


class Go:
    """Sets of points; a position is the frozen dictionary of its stones."""

    def __init__(self) -> None:
        self.stones: dict[tuple[int, int], int] = {}
        self.turn, self.passes, self.ply = 0, 0, 0
        self.stood: set[frozenset] = set()

    def beside(self, point: tuple[int, int]) -> list[tuple[int, int]]:
        row, column = point
        around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return [(r, c) for r, c in around if 0 <= r < 9 and 0 <= c < 9]

    def region(self, stones: dict[tuple[int, int], int], start: tuple[int, int]) -> tuple[set, set]:
        """The points that are joined to one and have the same on them, and what is on the points next to those."""
        inside, waiting, edge = {start}, [start], set()
        while waiting:
            for near in self.beside(waiting.pop()):
                if stones.get(near) == stones.get(start) and near not in inside:
                    inside.add(near)
                    waiting.append(near)
                elif near not in inside:
                    edge.add(stones.get(near))
        return inside, edge

    def after(self, point: tuple[int, int]) -> dict[tuple[int, int], int]:
        stones = {**self.stones, point: self.turn}
        for colour in (1 - self.turn, self.turn):
            for near in [*self.beside(point), point]:
                if stones.get(near) == colour:
                    inside, edge = self.region(stones, near)
                    if None not in edge:
                        stones = {each: owner for each, owner in stones.items() if each not in inside}
        return stones

    def moves(self) -> list[str]:
        free = [point for point in product(range(9), repeat=2) if point not in self.stones]
        found = ["pass"]
        for point in free:
            stones = self.after(point)
            if point in stones and frozenset(stones.items()) not in self.stood:
                found.append(f"{'abcdefghj'[point[1]]}{9 - point[0]}")
        return [] if self.over() else found

    def play(self, text: str) -> None:
        self.passes = self.passes + 1 if text == "pass" else 0
        if text != "pass":
            self.stones = self.after((9 - int(text[1]), "abcdefghj".index(text[0])))
        self.stood.add(frozenset(self.stones.items()))
        self.turn, self.ply = 1 - self.turn, self.ply + 1

    def over(self) -> bool:
        return self.passes >= 2 or self.ply >= 200

    def points(self) -> int:
        area = [0, 0]
        for point in product(range(9), repeat=2):
            owner = self.stones.get(point)
            edge = {owner} if owner is not None else self.region(self.stones, point)[1]
            if len(edge) == 1:
                area[edge.pop()] += 1
        lead = area[0] - area[1] - 7
        return (lead > 0) - (lead < 0)


TWINS = {  # by game: its twin, and how many random games they play side by side
    "nine_mens_morris": (Morris, 6),
    "checkers": (Checkers, 8),
    "ataxx": (Ataxx, 4),
    "go": (Go, 3),
}
