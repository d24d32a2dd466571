"""A student's player with a clock: whether it answers in time, and with the best move of the last depth that it finished.

It is asked about trees whose positions take a while to make, by a clock that goes by its work (`dialects.steady_clock`), so that it
comes as deep on any machine, however busy. One that measures time in another way sleeps for each position. Which depths it has
finished is read from its log: a pass over the tree ends where a move of the root is made again, and the last one may be cut short.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from counterply.plugins.explanations.text_trees import Case, Flat
from counterply.plugins.teaching.judge.observation import JUDGED, MADE, passes_of
from counterply.plugins.teaching.judge.process import Answer
from counterply.plugins.teaching.judge.trees import full_tree
from counterply.plugins.teaching.judge.truth import values_of

ANSWERS = 16  # and as many again where one of them is wrong, which may be an accident of how the log is read
ROOT_MOVES = 6
HEIGHT = 8  # plies of the trees; more than a search reaches in time
PAUSE = 0.0005  # seconds that a position takes to make
TOLERANCE = {True: 0.05, False: 0.1}  # of the limit, by which half of the answers are late before it is a fault; see `by_work`
UNWRITTEN = "it returns no move, and looks at no position: it is not written yet"
OVER = (
    "it looks at its clock and at no position: for it, its time is over at once. Give it more (--limit), if it keeps back as much"
)
FEWEST_WRONG = 2  # moves
SEED = 1


@dataclass(frozen=True)
class Timed:
    """A player's use of its clock.

    Attributes
    ----------
    player : as it is called
    limit : seconds for an answer
    seconds : that each answer took
    depths : the last one finished before each answer
    wrong : answers whose move is not the best one of that depth
    behind : those of them whose move is the best one of the depth before
    first : answers that are the first legal move
    straight : answers before which some moves of the root are searched, to the end of the game, and others not begun
    failure : why an answer is missing, else ''
    unseen : whether that is no fault
    by_work : it has looked at the clock that goes by its work
    """

    player: str
    limit: float
    seconds: tuple[float, ...]
    depths: tuple[int, ...]
    wrong: int
    behind: int
    first: int
    straight: int
    failure: str
    unseen: bool = False
    by_work: bool = False

    @property
    def fault(self) -> str:
        """The fault in one sentence; '' if there is none."""
        if self.failure:
            return f"With a clock, {self.failure}."
        late = sorted(self.seconds)[len(self.seconds) // 2]
        if late > self.latest:
            has = f"{1000 * self.limit:.0f} ms"
            return f"It oversteps its time: half of its answers take {1000 * late:.0f} ms and more, and it has {has}."
        if self.straight == len(self.seconds):
            return "With a clock, its first search goes to the end of the game, and is never finished: begin with depth 1."
        if self.wrong >= FEWEST_WRONG:
            share = f"With a clock, {self.wrong} of {len(self.seconds)} moves"
            if self.first == len(self.seconds):
                return "With a clock, it always plays the first legal move: play that of the last depth that it finished."
            if self.behind == self.wrong:
                return f"{share} are the best of the depth before the last one that it finished: play the move of the last one."
            return f"{share} are not the best of the last depth that it finished: a depth that is cut short is not to be trusted."
        return ""

    @property
    def latest(self) -> float:
        """The seconds after which an answer is late."""
        return (1 + TOLERANCE[self.by_work]) * self.limit

    @property
    def asked(self) -> int:
        """How many answers it was asked for."""
        return len(self.seconds) + bool(self.failure)

    @property
    def missed(self) -> int:
        """How many of them it does not get right, all where it fails."""
        return self.asked if self.failure else max(self.wrong, self.straight, sum(each > self.latest for each in self.seconds))

    @property
    def text(self) -> str:
        """A summary in one line."""
        worst = 1000 * max(self.seconds, default=0.0)
        text = f"{self.player}: with {1000 * self.limit:.0f} ms it answers after {worst:.0f} ms at most"
        if not any(self.depths):
            return f"{text}; it does not deepen, so nothing is known of its moves"
        return f"{text}, and finishes depth {min(self.depths)} to {max(self.depths)}"


def check_clock(player: str, limit: float, ask: Callable[[Case], Answer]) -> Timed:
    """Ask a player with a clock, and return its use of the clock."""
    random = Random(SEED)
    seconds: list[float] = []
    depths: list[int] = []
    wrong = behind = first = straight = 0
    unseen = by_work = False
    for number in range(2 * ANSWERS):
        if number >= ANSWERS and not 0 < wrong < FEWEST_WRONG:
            break
        case = Case(full_tree(random, HEIGHT, number % 2, ROOT_MOVES), HEIGHT)
        answer = ask(case)
        idle = not (answer.failure or answer.events) and answer.seconds < limit and (answer.clock or not answer.move)
        unseen |= answer.unseen or idle
        by_work |= answer.clock
        silent = OVER if answer.clock else UNWRITTEN
        failure = answer.failure or (silent if idle else "" if answer.move else "it returns no move")
        if failure:
            break
        flat = Flat.of(case.tree)
        depth, good = right_moves(flat, answer.events)
        seconds.append(answer.seconds)
        depths.append(depth)
        at = next((child for child in flat.children[0] if flat.move[child] == answer.move), 0)
        first += at == flat.children[0][0]
        straight += goes_straight_down(flat, answer.events)
        if good and at not in good:
            wrong += 1
            behind += at in best_moves(flat, depth - 1, flat.children[0])
    return Timed(player, limit, tuple(seconds), tuple(depths), wrong, behind, first, straight, failure, unseen, by_work)


def right_moves(flat: Flat, events: Sequence[tuple[int, int]]) -> tuple[int, set[int]]:
    """Return the last depth that was certainly finished, and the moves that a player may then choose; none where no depth was.

    It is unknown whether the last pass was finished. So the best move of the depth beyond is right too: of all moves, or of
    those that were searched before the clock ended it, if the best one of the depth before is among them.
    """
    *before, last = passes_of(flat, events)
    passes = Counter(depth_of(flat, part) for part in before)
    often = min((passes[depth] for depth in passes if depth < max(passes)), default=0)  # as where each depth is searched twice
    whole = max((depth for depth in passes if passes[depth] >= often), default=0)
    if not whole:
        return 0, set()
    begun = [number for kind, number in last if kind == MADE and not flat.parent[number]]
    every = flat.children[0]
    best = best_moves(flat, whole, every)
    good = best | best_moves(flat, max(whole, depth_of(flat, last)), every)
    for moves in (every, begun, begun[:-1]):
        if not best.isdisjoint(moves):
            good |= best_moves(flat, whole + 1, moves)
    return whole, good


def goes_straight_down(flat: Flat, events: Sequence[tuple[int, int]]) -> bool:
    """Tell whether only positions at the end of the game were judged, and not all moves of the root begun."""
    begun = {number for kind, number in events if kind == MADE and not flat.parent[number]}
    return 0 < len(begun) < len(flat.children[0]) and {flat.ply[number] for kind, number in events if kind == JUDGED} == {HEIGHT}


def depth_of(flat: Flat, part: Sequence[tuple[int, int]]) -> int:
    """Return how deep a pass judged positions."""
    return max((flat.ply[number] for kind, number in part if kind == JUDGED), default=0)


def best_moves(flat: Flat, depth: int, moves: Sequence[int]) -> set[int]:
    """Return the best of some moves of the root, searched `depth` plies deep."""
    values = values_of(flat, depth)
    best = max(values[move] for move in moves)
    return {move for move in moves if values[move] == best}
