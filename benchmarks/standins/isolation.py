"""Isolation's stand-ins: opponents that share nothing with our players but the rules; plain Python, under the wall clock.

    counterply match isolation engine benchmarks/standins/isolation.py:Deepener --time 150ms

`Course` is a student's alpha-beta with the course's `improved` on the course's kind of board, `Deepener` the same on bit sets, four
times as fast; `Spreader` values what is reached within two leaps and knows that equal colours favour the side to move; `Hunter`
plays against the opponent's leaps; `Flooder` values who is first at each cell and has a table; `Roller` samples; `Walker`
walks as far as it gets; `Wobbler` errs at random. `Cautious` and `Hasty` are to tune on, the others are kept for claims.
"""

from __future__ import annotations

import random
from math import log, sqrt
from typing import Any

from counterply.core.limits import NANOSECONDS, Limit, now_ns
from counterply.core.position import Position
from counterply.core.report import Report
from counterply.players.base import Listener, Player
from counterply.plugins.isolation.rules import UNPLACED, targets_of

TIME_KEPT = 0.010  # seconds, as the course's players keep; at most half of the limit
WIN = 10_000.0
LEAPS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]  # rows and columns
USUAL_NODES = 5_000

Cell = tuple[int, int]  # row, column


class OutOfTime(Exception):
    """The limit is reached."""


class PlainSearcher(Player):
    """Deepening alpha-beta on bit sets of plain Python integers; subclasses say how moves are ordered, valued and chosen.

    Parameters
    ----------
    seconds : a limit of its own; 0: the match's. With one, `forfeit` of the match does not hold it to another
    nodes : the same in nodes, whatever the match's limit is: a clock that does not depend on what else the machine does
    """

    def __init__(self, seconds: float = 0.0, nodes: int = 0) -> None:
        self.seconds = seconds
        self.own_nodes = nodes
        self.random = random.Random(0)
        self._shape: tuple[int, int] | None = None

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Make the tables of leaps."""
        self.random = random.Random(seed * 13 + 7)
        setup = game.setup[0]
        shape = int(setup["width"]), int(setup["height"])
        if shape != self._shape:
            self._shape, cells = shape, shape[0] * shape[1]
            self.leaps = [sum(1 << target for target in targets_of(cell, *shape)) for cell in range(cells)]
            self.colours = [sum(divmod(cell, shape[0])) % 2 for cell in range(cells)]
            self.board = (1 << cells) - 1
            self.leaps.extend([self.board] * (UNPLACED + 1 - cells))
            self.colours.extend([0] * (UNPLACED + 1 - cells))

    def choose(self, position: Position, limit: Limit, listen: Listener | None = None) -> Report:
        """Deepen until the time is nearly up; play the best move of the last depth that was finished."""
        begin = now_ns()
        if self._shape is None:
            self.start(position.game, position.turn, 0)
        limit = Limit(nodes=self.own_nodes) if self.own_nodes else limit
        seconds = self.seconds or limit.move_seconds
        kept = min(TIME_KEPT, (seconds or 0.0) / 2)
        self.deadline = (1 << 62) if seconds is None else begin + int((seconds - kept) * NANOSECONDS)
        most = limit.nodes or (USUAL_NODES if seconds is None and limit.depth is None else 1 << 62)
        record = position.record
        free = sum(int(word) << 64 * index for index, word in enumerate(record["open"]))
        mover = int(record["turn"])
        own, other = int(record["cells"][mover]), int(record["cells"][1 - mover])
        moves = self.moves(free, own)
        self.nodes, self.most = 0, most
        best, depth, finished = self.random.choice(moves), 0, 0
        try:
            while depth < min(limit.depth or 99, free.bit_count()):
                depth += 1
                best, value = self.root(free, own, other, moves, depth)
                finished = depth
                if abs(value) >= WIN:
                    break
        except OutOfTime:
            pass
        return Report(best, depth=finished, nodes=self.nodes, seconds=(now_ns() - begin) / NANOSECONDS, plain=True)

    def root(self, free: int, own: int, other: int, moves: list[int], depth: int) -> tuple[int, float]:
        """Return the best move and its value."""
        chosen, best = moves[0], -float("inf")
        for move in self.ordered(moves, free, other):
            value = -self.search(free & ~(1 << move), other, move, depth - 1, -float("inf"), -best)
            if value > best:
                chosen, best = move, value
        return chosen, best

    def search(self, free: int, own: int, other: int, depth: int, alpha: float, beta: float) -> float:
        """Return the value for the side to move, which stands on `own`."""
        moves, known = self.enter(free, own, other, depth)
        if known is not None:
            return known
        best = -float("inf")
        for move in self.ordered(moves, free, other):
            value = -self.search(free & ~(1 << move), other, move, depth - 1, -beta, -max(alpha, best))
            if value > best:
                best = value
                if best >= beta:
                    break
        return best

    def enter(self, free: int, own: int, other: int, depth: int) -> tuple[list[int], float | None]:
        """Count a node; return its moves, and its value if none of them is to be searched."""
        self.nodes += 1
        if self.nodes >= self.most or (self.nodes & 15 == 0 and now_ns() >= self.deadline):
            raise OutOfTime
        moves = self.moves(free, own)
        if not moves:
            return moves, -WIN - depth
        return moves, self.value(free, own, other) if depth <= 0 else None

    def moves(self, free: int, own: int) -> list[int]:
        """Return the cells that a knight on `own` may go to, as the course lists them: column by column."""
        left, found = free & self.leaps[own], []
        while left:
            low = left & -left
            found.append(low.bit_length() - 1)
            left ^= low
        assert self._shape is not None
        width = self._shape[0]
        found.sort(key=lambda cell: (cell % width, cell // width))
        return found

    def mobility(self, free: int, cell: int) -> int:
        """Return how many leaps a player on `cell` has."""
        return (free & self.leaps[cell]).bit_count()

    def ordered(self, moves: list[int], free: int, other: int) -> list[int]:
        """Return the moves in the order to try them."""
        return moves

    def value(self, free: int, own: int, other: int) -> float:
        """Return what a position is worth to the side to move."""
        raise NotImplementedError


class Deepener(PlainSearcher):
    """A student's player: `improved` (own leaps minus the opponent's), moves shuffled as the course's program does."""

    def ordered(self, moves: list[int], free: int, other: int) -> list[int]:
        """Return the moves in random order."""
        shuffled = moves[:]
        self.random.shuffle(shuffled)
        return shuffled

    def value(self, free: int, own: int, other: int) -> float:
        """Return own leaps minus the opponent's."""
        return float(self.mobility(free, own) - self.mobility(free, other))


class CourseBoard:
    """The course's kind of board: a list of blocked cells and two knights, copied for each move.

    Parameters
    ----------
    blocked : column by column
    places : (row, column) of the player to move and of the other, None before the placement
    """

    def __init__(self, height: int, blocked: list[bool], places: tuple[Cell | None, Cell | None], rng: random.Random) -> None:
        self.height = height
        self.blocked = blocked
        self.places = places
        self.rng = rng

    def is_open(self, cell: Cell) -> bool:
        """Tell whether a cell is on the board, and open."""
        row, column = cell
        width = len(self.blocked) // self.height
        return 0 <= row < self.height and 0 <= column < width and not self.blocked[row + column * self.height]

    def legal_moves(self, player: int) -> list[Cell]:
        """Return the moves of the player to move (0) or of the other (1), in another order each time."""
        place = self.places[player]
        if place is None:
            return [divmod(index, self.height)[::-1] for index, taken in enumerate(self.blocked) if not taken]
        moves = [(place[0] + down, place[1] + right) for down, right in LEAPS]
        moves = [move for move in moves if self.is_open(move)]
        self.rng.shuffle(moves)
        return moves

    def forecast(self, move: Cell) -> CourseBoard:
        """Return the board after a move, with the other player to move."""
        blocked = self.blocked[:]
        blocked[move[0] + move[1] * self.height] = True
        return CourseBoard(self.height, blocked, (self.places[1], move), self.rng)


class Course(PlainSearcher):
    """A student's player in the course's program: `improved`, a board of its own for each node, moves in random order."""

    def root(self, free: int, own: int, other: int, moves: list[int], depth: int) -> tuple[int, float]:
        """Return the best move and its value."""
        assert self._shape is not None
        width, height = self._shape
        blocked = [not free >> (row * width + column) & 1 for column in range(width) for row in range(height)]
        places = [None if cell == UNPLACED else divmod(cell, width) for cell in (own, other)]
        board = CourseBoard(height, blocked, (places[0], places[1]), self.random)
        choices = board.legal_moves(0)
        chosen, best = choices[0], -float("inf")
        for move in choices:
            value = -self.deepen(board.forecast(move), depth - 1, -float("inf"), -best)
            if value > best:
                chosen, best = move, value
        return chosen[0] * width + chosen[1], best

    def deepen(self, board: CourseBoard, depth: int, alpha: float, beta: float) -> float:
        """Return the value for the side to move."""
        self.nodes += 1
        if self.nodes >= self.most or now_ns() >= self.deadline:
            raise OutOfTime
        moves = board.legal_moves(0)
        if not moves:
            return -float("inf")
        if depth <= 0:
            return float(len(moves) - len(board.legal_moves(1)))
        for move in moves:
            alpha = max(alpha, -self.deepen(board.forecast(move), depth - 1, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha


class Hunter(PlainSearcher):
    """Own leaps minus twice the opponent's, the moves row by row; what an unfinished depth has found is played."""

    def root(self, free: int, own: int, other: int, moves: list[int], depth: int) -> tuple[int, float]:
        """Return the best move and its value; when the limit is reached, those of the moves that were tried."""
        chosen, best = moves[0], -float("inf")
        for move in sorted(moves):
            try:
                value = -self.search(free & ~(1 << move), other, move, depth - 1, -float("inf"), -best)
            except OutOfTime:
                if best == -float("inf"):
                    raise
                return chosen, best
            if value > best:
                chosen, best = move, value
        return chosen, best

    def value(self, free: int, own: int, other: int) -> float:
        """Return own leaps minus twice the opponent's."""
        return float(self.mobility(free, own) - 2 * self.mobility(free, other))


class Spreader(PlainSearcher):
    """Values what each side reaches within two leaps and nothing but itself, and the colour law; tries narrow cells first."""

    def ordered(self, moves: list[int], free: int, other: int) -> list[int]:
        """Return the moves with the fewest onward leaps first (Warnsdorff)."""
        return sorted(moves, key=lambda cell: self.mobility(free, cell) or 99)

    def value(self, free: int, own: int, other: int) -> float:
        """Return the cells within two leaps that only one side has, and 3 for the colours that favour the side to move."""
        mine, theirs = self.within_two(free, own), self.within_two(free, other)
        lawful = 3.0 if self.colours[own] == self.colours[other] else -3.0
        return (mine & ~theirs).bit_count() - (theirs & ~mine).bit_count() + lawful

    def within_two(self, free: int, cell: int) -> int:
        """Return the cells that are one or two leaps away."""
        first = reach = free & self.leaps[cell]
        while first:
            low = first & -first
            reach |= free & self.leaps[low.bit_length() - 1]
            first ^= low
        return reach


class Cautious(PlainSearcher):
    """To tune on: own leaps minus three times the opponent's, late in the game own leaps twice; most leaps first."""

    def ordered(self, moves: list[int], free: int, other: int) -> list[int]:
        """Return the moves with most onward leaps first."""
        return sorted(moves, key=lambda cell: -self.mobility(free, cell))

    def value(self, free: int, own: int, other: int) -> float:
        """Return weighted leaps."""
        weight = 2 if free.bit_count() < 20 else 1
        return float(weight * self.mobility(free, own) - 3 * self.mobility(free, other))


class Hasty(PlainSearcher):
    """To tune on: no deeper than four plies, one move in eight at random; `improved` with the distance from the centre."""

    def choose(self, position: Position, limit: Limit, listen: Listener | None = None) -> Report:
        """Search four plies at most, or play a random move."""
        if self.random.random() < 0.125:
            return Report(self.random.choice(position.moves()))
        return super().choose(position, limit.with_(depth=4))

    def value(self, free: int, own: int, other: int) -> float:
        """Return own leaps minus the opponent's, and a little for being nearer to the centre."""
        return self.mobility(free, own) - self.mobility(free, other) + 0.2 * (self.off_centre(other) - self.off_centre(own))

    def off_centre(self, cell: int) -> float:
        """Return how far a cell is from the centre, in rows and columns."""
        if cell == UNPLACED:
            return 0.0
        assert self._shape is not None
        width, height = self._shape
        return abs(cell // width - (height - 1) / 2) + abs(cell % width - (width - 1) / 2)


class Flooder(PlainSearcher):
    """Values the cells that one side reaches in fewer leaps than the other; a table and empty windows (NegaScout)."""

    def root(self, free: int, own: int, other: int, moves: list[int], depth: int) -> tuple[int, float]:
        """Return the best move and its value; the best one of the depth before comes first."""
        if depth == 1:
            self.known: dict[tuple[int, int, int], int] = {}
        chosen, best = super().root(free, own, other, self.first(moves, self.known.get((free, own, other))), depth)
        self.known[free, own, other] = chosen
        return chosen, best

    def search(self, free: int, own: int, other: int, depth: int, alpha: float, beta: float) -> float:
        """Return the value for the side to move; the first move with the whole window, others with an empty one first."""
        moves, known = self.enter(free, own, other, depth)
        if known is not None:
            return known
        best, chosen = -float("inf"), moves[0]
        for index, move in enumerate(self.first(moves, self.known.get((free, own, other)))):
            place, low = free & ~(1 << move), max(alpha, best)
            value = -self.search(place, other, move, depth - 1, -beta if index == 0 else -low - 1, -low)
            if index > 0 and low < value < beta:
                value = -self.search(place, other, move, depth - 1, -beta, -low)
            if value > best:
                best, chosen = value, move
                if best >= beta:
                    break
        self.known[free, own, other] = chosen
        return best

    def first(self, moves: list[int], known: int | None) -> list[int]:
        """Return the moves in random order, the `known` best one first."""
        self.random.shuffle(moves)
        return moves if known is None else [known, *(move for move in moves if move != known)]

    def value(self, free: int, own: int, other: int) -> float:
        """Return how many cells the side to move reaches first, less those that the other one does."""
        mine, theirs, taken, total = 1 << own, 1 << other, ~free, 0
        while mine or theirs:
            mine, theirs = self.spread(mine) & ~taken, self.spread(theirs) & ~taken
            taken |= mine | theirs
            total += (mine & ~theirs).bit_count() - (theirs & ~mine).bit_count()
        return float(total)

    def spread(self, cells: int) -> int:
        """Return the cells one leap away from any of `cells`."""
        found = 0
        while cells:
            low = cells & -cells
            found |= self.leaps[low.bit_length() - 1]
            cells ^= low
        return found


class Roller(PlainSearcher):
    """Monte Carlo tree search (UCT): random games instead of a value; each leap is a node."""

    def root(self, free: int, own: int, other: int, moves: list[int], depth: int) -> tuple[int, float]:
        """Return the move that was tried most, when the limit is reached."""
        self.tree: dict[tuple[int, int, int], list[list[float]]] = {}
        try:
            while len(moves) > 1:
                self.sample(free, own, other)
        except OutOfTime:
            pass
        tries = [count for count, _ in self.tree.get((free, own, other), [])] or [0.0]
        return moves[tries.index(max(tries))], WIN

    def sample(self, free: int, own: int, other: int) -> bool:
        """Play one game from here, in the tree while it is known; return whether the side to move won, and note it."""
        self.nodes += 1
        if self.nodes >= self.most or now_ns() >= self.deadline:
            raise OutOfTime
        moves, place = self.moves(free, own), (free, own, other)
        if not moves:
            return False
        if place not in self.tree:
            self.tree[place] = [[0.0, 0.0] for _ in moves]
            return self.roll(free, own, other)
        counts = self.tree[place]
        total = sum(count for count, _ in counts)
        scores = [float("inf") if count == 0 else won / count + sqrt(log(total) / count) for count, won in counts]
        index = scores.index(max(scores))
        won = not self.sample(free & ~(1 << moves[index]), other, moves[index])
        counts[index][0] += 1
        counts[index][1] += won
        return won

    def roll(self, free: int, own: int, other: int) -> bool:
        """Return whether the side to move wins a random game."""
        won = False
        while moves := self.moves(free, own):
            self.nodes += 1
            move = self.random.choice(moves)
            free, own, other, won = free & ~(1 << move), other, move, not won
        return won


class Walker(PlainSearcher):
    """Values how far each side gets alone by a walk to the narrowest cell; the cells nearest to the opponent first."""

    def ordered(self, moves: list[int], free: int, other: int) -> list[int]:
        """Return the moves with those nearest to the opponent first."""
        assert self._shape is not None
        width = self._shape[0]
        row, column = divmod(other, width)
        return sorted(moves, key=lambda cell: abs(cell // width - row) + abs(cell % width - column))

    def value(self, free: int, own: int, other: int) -> float:
        """Return the steps of the own walk, less the opponent's."""
        return float(self.walk(free, own) - self.walk(free, other))

    def walk(self, free: int, cell: int) -> int:
        """Return the steps of a walk that always goes to the cell with the fewest leaps onward."""
        steps = 0
        while moves := self.moves(free, cell):
            cell = min(moves, key=lambda move: self.mobility(free, move))
            free &= ~(1 << cell)
            steps += 1
        return steps


class Wobbler(PlainSearcher):
    """Own leaps and half of those after them, with noise drawn anew each time; what was refuted least comes first."""

    def root(self, free: int, own: int, other: int, moves: list[int], depth: int) -> tuple[int, float]:
        """Return the best move and its value; what was refuted is forgotten before each move."""
        if depth == 1:
            self.refuted = dict.fromkeys(range(len(self.leaps)), 0)
        return super().root(free, own, other, moves, depth)

    def search(self, free: int, own: int, other: int, depth: int, alpha: float, beta: float) -> float:
        """Return the value for the side to move; note how often the last leap was refuted."""
        value = super().search(free, own, other, depth, alpha, beta)
        if value >= beta:
            self.refuted[other] += depth * depth
        return value

    def ordered(self, moves: list[int], free: int, other: int) -> list[int]:
        """Return the moves with those refuted least first."""
        return sorted(moves, key=lambda cell: self.refuted[cell])

    def value(self, free: int, own: int, other: int) -> float:
        """Return the leaps of each side, and half of the leaps after them, with noise."""
        return self.room(free, own) - self.room(free, other) + self.random.uniform(-1.5, 1.5)

    def room(self, free: int, cell: int) -> float:
        """Return the leaps of a player, and half of those after them."""
        moves = self.moves(free, cell)
        return len(moves) + sum(self.mobility(free, move) for move in moves) / 2
