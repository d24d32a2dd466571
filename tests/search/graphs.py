"""Games whose rules are a graph in the setup: random graphs, evaluators and hints for each seed, and one machine code for all.

A position is a node of a graph, with the points won so far. What the game may tell a search (`decided`, `required`, `best_margin`,
threats, ...) is a table made from the node's true value, which `graph_truth` knows: exact, or as weak as the contract allows.
Hints that carry no proof are drawn at random, so that nothing true may rest on them.

The game of a file as well: ``counterply analyse tests/search/graphs.py --set kind=hints --set seed=7 "node 12"``.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import graph_truth
import numpy as np

from counterply import FIRST, ONGOING, SECOND, Evaluator, hash_record
from counterply.compiling.kernels import kernel
from counterply.core.contract import LONGEST_LINE, NOISY, SHARP
from counterply.core.errors import GameError
from counterply.core.game import Chance, Game, Hints, Memo, Symmetry, Text
from counterply.core.position import Position
from counterply.core.random import next_random
from counterply.core.values import CHANCE, DRAW, PLY

NODES = 1024  # of all graphs of a world
CODES = 6  # that a move can have
TABLES = 3  # of values, for evaluators
SYMMETRIC = 2  # symmetries, the identity included: a graph and its mirror image
NOTHING = -1

RECORD = np.dtype([("node", np.int64), ("points", np.int64), ("frozen", np.int64)])
SETUP = np.dtype(
    [
        ("turn", np.int8, (NODES,)),
        ("ends", np.int8, (NODES,)),  # the outcome of a finished game, else ONGOING
        ("child", np.int16, (NODES, CODES)),  # by the code of the move; NOTHING: not legal
        ("gain", np.int32, (NODES, CODES)),  # points of the first player
        ("share", np.float64, (NODES, CODES)),  # probability, where it is chance's turn
        ("mirror", np.int16, (NODES,)),
        ("twin", np.int16, (NODES,)),  # the node that neither player can tell from this one, where something is hidden
        ("worth", np.int64, (NODES,)),  # points of the first player still to come under best play
        ("decided", np.int32, (NODES,)),
        ("required", np.int16, (NODES,)),  # NOTHING, or a bit for each code; so are the next three
        ("noisy", np.int16, (NODES,)),
        ("sharp", np.int16, (NODES,)),
        ("candidates", np.int16, (NODES,)),
        ("backwards", np.int8, (NODES,)),  # whether noisy moves are listed from the last code on
        ("order", np.int8, (NODES, CODES)),  # scores of candidates
        ("hopeless", np.int8, (NODES,)),  # a bit for each seat
        ("most", np.int64, (NODES, 2)),  # points that each seat can still win, at most
        ("height", np.int64, (NODES,)),  # points of the first player at a node, where positions repeat and points count
        ("future", np.int64, (NODES,)),  # of the key without points; nodes with the same future may share it
        ("values", np.float64, (TABLES, NODES, 2)),
    ]
)
MEMO = np.dtype([("node", np.int64), ("played", np.int64), ("sum", np.int64), ("journal", np.int16, (LONGEST_LINE + 1,))])


# --- rules


def turn(position, setup):
    return np.int64(setup["turn"][position["node"]])


@kernel
def outcome(position, setup):
    return np.int64(setup["ends"][position["node"]])


@kernel
def outcome_by_points(position, setup):
    if setup["ends"][position["node"]] == ONGOING:
        return ONGOING
    points = position["points"]
    return FIRST if points > 0 else SECOND if points < 0 else DRAW


def margin(position, setup):
    return position["points"]


@kernel
def legal_moves(position, setup, moves):
    count = 0
    for code in range(CODES):
        if setup["child"][position["node"], code] >= 0:
            moves[count] = code
            count += 1
    return count


def outcome_beside_moves(position, setup, moves):
    return outcome(position, setup), legal_moves(position, setup, moves)


def outcome_by_points_beside_moves(position, setup, moves):
    return outcome_by_points(position, setup), legal_moves(position, setup, moves)


def play(position, setup, move):
    node = position["node"]
    position["points"] += setup["gain"][node, move]
    position["node"] = setup["child"][node, move]


def play_frozen(position, setup, move):
    """`play`; in a frozen position chance has no turn: its first outcome is taken."""
    node = position["node"]
    position["points"] += setup["gain"][node, move]
    node = setup["child"][node, move]
    while position["frozen"] and setup["turn"][node] == CHANCE and setup["ends"][node] == ONGOING:
        code = 0
        while setup["child"][node, code] < 0:
            code += 1
        position["points"] += setup["gain"][node, code]
        node = setup["child"][node, code]
    position["node"] = node


def resample(position, setup, viewer, random):
    """Draw one of two twins; which of them it was, leaves no trace."""
    draw_twin(position, setup, random)


def resample_frozen(position, setup, frozen, viewer, random):
    draw_twin(position, setup, random)
    if frozen:
        position["frozen"] = 1


@kernel
def draw_twin(position, setup, random):
    here, there = position["node"], np.int64(setup["twin"][position["node"]])
    position["node"] = min(here, there) if next_random(random) >> np.uint64(63) else max(here, there)


def chance(position, setup, outcomes, probabilities):
    count = 0
    for code in range(CODES):
        if setup["child"][position["node"], code] >= 0:
            outcomes[count] = code
            probabilities[count] = setup["share"][position["node"], code]
            count += 1
    return count


def transform(position, setup, symmetry):
    position["node"] = setup["mirror"][position["node"]]


# --- hints


@kernel
def written(mask, moves, backwards):
    """Write the codes of a mask, in place; return how many, NOTHING if the mask says nothing."""
    if mask < 0:
        return NOTHING
    count = 0
    for index in range(CODES):
        code = CODES - 1 - index if backwards else index
        if mask >> code & 1:
            moves[count] = code
            count += 1
    return count


def decided(position, setup):
    return np.int64(setup["decided"][position["node"]])


def required(position, setup, moves):
    return written(np.int64(setup["required"][position["node"]]), moves, False)


@kernel
def noisy_at(setup, node, reach, moves):
    masks = setup["sharp"] if reach == SHARP else setup["noisy"]
    return written(np.int64(masks[node]), moves, setup["backwards"][node] != 0)


def noisy_moves(position, setup, moves):
    return noisy_at(setup, position["node"], NOISY, moves)


def noisy_within_reach(position, setup, reach, moves):
    return noisy_at(setup, position["node"], reach, moves)


def candidates(position, setup, moves, scores):
    node = position["node"]
    count = written(np.int64(setup["candidates"][node]), moves, False)
    for index in range(count):
        scores[index] = setup["order"][node, moves[index]]
    return count


def best_outcome(position, setup, player):
    return 1 - (setup["hopeless"][position["node"]] >> player & 1)


def best_margin(position, setup, player):
    points = position["points"] if player == 0 else -position["points"]
    return points + setup["most"][position["node"], player]


def key(position, setup, future):
    return np.uint64(setup["future"][position["node"]]) if future else np.uint64(hash_record(position))


def decided_by_points(position, setup):
    node = position["node"]
    points = position["points"] + setup["worth"][node]
    if setup["decided"][node] == ONGOING:
        return ONGOING
    return FIRST if points > 0 else SECOND if points < 0 else DRAW


def required_by_points(position, setup, moves):
    node = position["node"]
    if setup["required"][node] < 0:
        return NOTHING
    count = 0
    for code in range(CODES):
        child = setup["child"][node, code]
        if child >= 0:
            points = position["points"] + setup["gain"][node, code] + setup["worth"][child]
            if (points >= 0) if setup["turn"][node] == 0 else (points <= 0):
                moves[count] = code
                count += 1
    return count


# the same, from a memo that is right only if each move is updated and undone


def decided_by_memo(position, setup, memo):
    return np.int64(setup["decided"][memo["node"]])


def required_by_memo(position, setup, memo, moves):
    return written(np.int64(setup["required"][memo["node"]]), moves, False)


def noisy_by_memo(position, setup, memo, reach, moves):
    return noisy_at(setup, memo["node"], reach, moves)


def candidates_by_memo(position, setup, memo, moves, scores):
    count = written(np.int64(setup["candidates"][memo["node"]]), moves, False)
    for index in range(count):
        scores[index] = setup["order"][memo["node"], moves[index]]
    return count


def refresh(position, setup, memo):
    memo["node"] = position["node"]
    memo["played"] = 0
    memo["sum"] = position["node"] * 7


def update(position, setup, memo, move):
    memo["journal"][memo["played"]] = memo["node"]
    memo["played"] += 1
    memo["node"] = position["node"]
    memo["sum"] = position["node"] * 7


def undo(position, setup, memo, move):
    memo["played"] -= 1
    memo["node"] = memo["journal"][memo["played"]]
    memo["sum"] = memo["node"] * 7


# --- evaluators: one code, many kinds; the weights say which table counts, and how much the points


def looks(position, setup, player, weights):
    points = position["points"] if player == 0 else -position["points"]
    return setup["values"][int(weights[0]), position["node"], player] + weights[1] * points


def spoken(position, setup, player, weights):
    """`looks` for plain Python."""
    points = int(position["points"]) * (1 if player == 0 else -1)
    return float(setup["values"][int(weights[0]), int(position["node"]), player] + weights[1] * points)


SMALL, WILD, BIASED = range(TABLES)
LIARS = ("kind5", "kind6", "kind7")


def evaluators(swings: bool, plain: bool = True) -> list[Evaluator]:
    """Return evaluators of all kinds; `future` is true only where points count once, as `weights` say."""
    kinds: list[dict[str, Any]] = [
        {"weights": (SMALL, 0.0), "antisymmetric": True},
        {"weights": (WILD, 0.0)},
        {"weights": (SMALL, 1.0), "antisymmetric": True, "future": True},
        {"weights": (WILD, 1.0), "future": True},
        {"weights": (BIASED, 1.0), "future": True, "grid": 1},
        {"weights": (WILD, 1.0), "antisymmetric": True, "future": True, "grid": 1 << 18},
        {"weights": (BIASED, 0.0), "antisymmetric": True, "grid": 3},  # says that it is, and is not
        {"weights": (BIASED, 2.0), "future": True},  # nor does this one keep to its word
    ]
    made = [Evaluator(f"kind{number}", looks, **kind) for number, kind in enumerate(kinds)]
    if plain:
        made.append(Evaluator("plain", spoken, weights=(WILD, 1.0), future=True, plain=True))
    if swings:
        made += [Evaluator("swings", looks, weights=(SMALL, 0.0), antisymmetric=True, swing=0.5)]
        made += [Evaluator("leaps", looks, weights=(WILD, 0.0), swing=0.001, grid=7)]
    return made


# --- kinds of games: what they give


ALL_HINTS = {
    "decided": decided,
    "required": required,
    "noisy_moves": noisy_within_reach,
    "candidates": candidates,
    "best_margin": best_outcome,
}
BY_MEMO = {
    "decided": decided_by_memo,
    "required": required_by_memo,
    "noisy_moves": noisy_by_memo,
    "candidates": candidates_by_memo,
}
BY_POINTS = {**ALL_HINTS, "decided": decided_by_points, "required": required_by_points, "best_margin": best_margin}


@dataclass(frozen=True)
class Kind:
    """What a kind of game gives: the machine code is that of its kind."""

    hints: dict[str, Any] = field(default_factory=dict)
    cuts: bool = False
    margin: bool = False
    dice: bool = False
    memo: bool = False
    symmetric: bool = False
    at_once: bool = False
    swings: bool = False
    repeats: bool = False  # every other world, also where points count or dice are rolled
    future: bool = False  # a key that leaves the points out
    freezes: bool = False
    hidden: bool = False


KINDS = {
    "bare": Kind(),
    "hints": Kind(ALL_HINTS),
    "cuts": Kind(ALL_HINTS, cuts=True, swings=True),
    "memo": Kind({**BY_MEMO, "best_margin": best_outcome}, memo=True, symmetric=True),
    "margin": Kind({"best_margin": best_margin, "candidates": candidates}, margin=True, future=True),
    "points": Kind(margin=True, future=True),
    "hinted points": Kind({n: hint for n, hint in BY_POINTS.items() if n != "best_margin"}, True, True, swings=True, future=True),
    "cut margin": Kind(BY_POINTS, cuts=True, margin=True, swings=True, future=True),
    "dice": Kind({name: hint for name, hint in ALL_HINTS.items() if name != "best_margin"}, dice=True),
    "dice for points": Kind({"best_margin": best_margin}, dice=True, margin=True),
    "at once": Kind({"best_margin": best_outcome}, at_once=True),
}
DRAWN = "drawn "


@cache
def kind_of(name: str) -> Kind:
    """Return the kind of a name: one of `KINDS`, or ``drawn 17``, whose features are put together at random."""
    if not name.startswith(DRAWN):
        return KINDS[name]
    chance = random.Random(name)

    def some(share: float = 0.5) -> bool:
        return chance.random() < share

    margin, dice, memo, at_once = some(0.4), some(0.3), some(0.5), some(0.4)
    given = dict(BY_POINTS if margin else ALL_HINTS)
    barred = {"required"} if at_once else set()
    if dice:  # what is true of a mean, the table of the truth does not say
        barred |= {"decided", "required"} if margin else {"best_margin"}
    share = chance.choice([0.3, 0.6, 0.9])
    hints = {hint: function for hint, function in given.items() if hint not in barred and some(share)}
    for hint in hints.keys() & BY_MEMO.keys() if memo else ():
        if some() and not (margin and hint in ("decided", "required")):
            hints[hint] = BY_MEMO[hint]
    if hints.get("noisy_moves") is noisy_within_reach and some():
        hints["noisy_moves"] = noisy_moves
    cuts, future = "candidates" in hints and some(), margin and some(share)
    symmetric, swings = some(0.3), some(0.3)
    hidden = not symmetric and some(0.3)
    return Kind(hints, cuts, margin, dice, memo, symmetric, at_once, swings, True, future, hidden and dice and some(), hidden)


# --- random graphs


@dataclass
class World:
    """Many random graphs in one setup, with what is true of their nodes, and the game."""

    kind: str
    seed: int
    cyclic: bool
    setup: np.ndarray
    truth: graph_truth.Truth
    components: list[range]
    game: Game

    def position(self, node: int, points: int = 0) -> Position:
        """Return the position at a node."""
        record = self.game.empty()
        record["node"], record["points"] = node, points
        return Position(self.game, record)

    def nodes(self) -> list[int]:
        """Return the nodes that a search can be asked about: a player is to move."""
        tables = self.setup[0]
        last = self.components[-1].stop
        return [node for node in range(last) if tables["ends"][node] == ONGOING and tables["turn"][node] != CHANCE]


class Dice:
    """What is drawn for a graph: how it is built, and how its hints speak."""

    def __init__(self, chance: random.Random, kind: Kind, cyclic: bool) -> None:
        self.chance = chance
        self.shape = chance.choice(["near", "far", "chain", "layers", "threats"])
        self.size = chance.choice([4, 6, 9, 14, 20, 28])
        self.ends = chance.choice([0.05, 0.15, 0.3])
        self.draws = chance.choice([0.0, 0.15, 0.5])
        self.turns = chance.choice(["alternate", "random", "runs"])
        self.most = chance.choice([1, 2, 3, 4, CODES])
        self.forced = chance.choice([0.0, 0.2, 0.6])  # nodes with one move
        self.back = chance.choice([0.1, 0.3, 0.8]) if cyclic else 0.0  # moves that lead back
        self.chances = chance.choice([0.1, 0.4]) if kind.dice else 0.0
        self.gains = chance.choice([1, 3, 20, 30_000])
        self.said = chance.choice([0.0, 0.1, 0.4, 1.0])  # nodes of which a sound hint says something
        self.exact = chance.choice([0.0, 0.5, 1.0])  # of them, those of which it says all there is
        self.noise = chance.choice([0.0, 0.3, 0.7, 1.0])  # moves that a heuristic hint names


def draw_graph(tables: Any, first: int, dice: Dice, by_points: bool) -> int:
    """Write a random graph from node `first` on, in place; return the number of its nodes."""
    chance, size = dice.chance, dice.size
    span = {"near": 3, "far": size, "chain": 2, "layers": 4, "threats": 3}[dice.shape]
    seat = chance.randrange(2)
    if by_points and dice.back:
        tables["height"][first : first + size] = [chance.randint(-dice.gains, dice.gains) for _ in range(size)]
    for place in range(size):
        node = first + place
        if dice.turns == "alternate":
            seat = place & 1
        elif dice.turns == "random" or chance.random() < 0.3:
            seat = chance.randrange(2)
        tables["turn"][node] = seat
        tables["mirror"][node] = node
        if place == size - 1 or (place > 0 and chance.random() < dice.ends):
            tables["ends"][node] = DRAW if chance.random() < dice.draws else chance.choice([FIRST, SECOND])
            continue
        if place > 0 and chance.random() < dice.chances:
            tables["turn"][node] = CHANCE
        count = 1 if chance.random() < dice.forced else chance.randint(1, dice.most)
        codes = sorted(chance.sample(range(CODES), count))
        for code in codes:
            if chance.random() < dice.back:
                child = chance.randrange(size)
            else:
                child = chance.randint(place + 1, min(place + span, size - 1))
            tables["child"][node, code] = first + child
            if by_points:
                tables["gain"][node, code] = chance.randint(-dice.gains, dice.gains) if chance.random() < 0.6 else 0
            if by_points and dice.back:  # a circle gains nothing
                tables["gain"][node, code] = tables["height"][first + child] - tables["height"][node]
        shares = [chance.random() + 0.05 for _ in codes]
        tables["share"][node, codes] = [share / sum(shares) for share in shares]
    return size


def mirrored(tables: Any, first: int, size: int, chance: random.Random) -> int:
    """Add a mirror image of a graph, in place, and let some moves lead over to it; return the number of nodes of both."""
    for node in range(first, first + size):
        image = node + size
        for name in ("turn", "ends", "height"):
            tables[name][image] = tables[name][node]
        tables["mirror"][node], tables["mirror"][image] = image, node
        for code in range(CODES):
            child = tables["child"][node, code]
            if child < 0:
                continue
            here, there = (child, child + size) if chance.random() < 0.7 else (child + size, child)
            tables["child"][node, code], tables["child"][image, CODES - 1 - code] = here, there
            for name in ("gain", "share"):
                tables[name][image, CODES - 1 - code] = tables[name][node, code]
    return 2 * size


def twinned(tables: Any, first: int, size: int, chance: random.Random) -> int:
    """Add a twin of a graph, in place, which differs in how games end alone; return the number of nodes of both."""
    for node in range(first, first + size):
        twin = node + size
        for name in ("turn", "height", "share"):
            tables[name][twin] = tables[name][node]
        tables["mirror"][twin] = twin
        tables["twin"][node], tables["twin"][twin] = twin, node
        if tables["ends"][node] != ONGOING:
            tables["ends"][twin] = chance.choice([FIRST, SECOND, DRAW])
        for code in codes_of(tables, node):
            tables["child"][twin, code] = tables["child"][node, code] + size
            tables["gain"][twin, code] = tables["gain"][node, code]
    return 2 * size


def turned(mask: int) -> int:
    """Return a mask of codes turned by the symmetry."""
    return mask if mask < 0 else sum(1 << (CODES - 1 - code) for code in range(CODES) if mask >> code & 1)


def codes_of(tables: Any, node: int) -> list[int]:
    """Return the codes of a node's moves."""
    return [code for code in range(CODES) if tables["child"][node, code] >= 0]


def mask_of(codes: list[int]) -> int:
    """Return a bit for each code."""
    return sum(1 << code for code in codes)


def say(tables: Any, node: int, truth: graph_truth.Truth, dice: Dice, lies: bool) -> None:
    """Write what the hints say of a node, in place: sound ones true or weaker, or with `lies` as they please; others at random."""
    chance, moves = dice.chance, codes_of(tables, node)
    result, seat = int(truth.outcomes[node]), int(tables["turn"][node])
    if chance.random() < dice.said and seat != CHANCE:
        distance = int(truth.distances[node])
        plies = 0
        if distance > 0 and result != DRAW and chance.random() < 0.6:
            plies = distance if chance.random() < dice.exact else distance + chance.randint(0, 6)
        if chance.random() < 0.4 and result != ONGOING:
            tables["decided"][node] = result + PLY * plies
    lost = SECOND if seat == 0 else FIRST
    if chance.random() < dice.said and seat != CHANCE:
        keep = [code for code in moves if truth.outcomes[tables["child"][node, code]] != lost]
        if not keep and chance.random() >= dice.exact:  # where all lose, it may name those that resist longest
            length = {code: int(truth.distances[tables["child"][node, code]]) for code in moves}
            keep = [chance.choice([code for code in moves if length[code] == max(length.values())])]
        if chance.random() >= dice.exact and (keep or not moves):
            keep = sorted({*keep, *(code for code in moves if chance.random() < 0.5)})
        if lies and chance.random() < 0.5:
            keep = [code for code in moves if chance.random() < 0.5]
        tables["required"][node] = mask_of(keep)
    for name in ("noisy", "sharp"):
        wanted = [code for code in moves if chance.random() < dice.noise]
        tables[name][node] = mask_of(wanted) if chance.random() < 0.9 else NOTHING
    wanted = [code for code in moves if chance.random() < 0.6] or moves[-1:]
    tables["candidates"][node] = mask_of(wanted) if chance.random() < 0.9 else NOTHING
    tables["backwards"][node] = chance.randrange(2)
    tables["order"][node] = [chance.randint(-3, 3) for _ in range(CODES)]
    for player in (0, 1):
        if result != (FIRST, SECOND)[player] and chance.random() < dice.said:
            tables["hopeless"][node] |= 1 << player
        slack = 0 if chance.random() < dice.exact else chance.choice([0, 1, 5, 1000])
        tables["most"][node, player] = int(truth.most[node][player]) + slack


def value_of(chance: random.Random, wild: bool) -> float:
    """Return a random value, now and then one that no grid holds."""
    if wild and chance.random() < 0.4:
        return chance.choice([np.inf, -np.inf, 1e300, -1e300, 5e8, -5e8, 524_287.0, -524_287.9, 600_000.0, -0.0, 1e-300])
    return chance.choice([chance.uniform(-3, 3), float(chance.randint(-3, 3))])


def draw_values(tables: Any, node: int, chance: random.Random) -> None:
    """Write what evaluators see at a node, in place."""
    small, wild = value_of(chance, False), [value_of(chance, True) for _ in range(2)]
    tables["values"][SMALL, node] = small, -small
    tables["values"][WILD, node] = wild if chance.random() < 0.5 else (wild[0], -wild[0])
    tables["values"][BIASED, node] = chance.uniform(-2, 5), chance.uniform(-2, 5)


def mirror_hints(tables: Any, first: int, size: int) -> None:
    """Let the hints of a graph's mirror image say the same, in place: the second half of `size` nodes is that of the first."""
    for node in range(first, first + size // 2):
        image = node + size // 2
        for name in ("decided", "hopeless", "backwards", "most"):
            tables[name][image] = tables[name][node]
        for name in ("required", "noisy", "sharp", "candidates"):
            tables[name][image] = turned(int(tables[name][node]))
        tables["order"][image] = tables["order"][node][::-1]
        tables["values"][:, image] = tables["values"][:, node]


@cache
def world(kind: str, seed: int, lies: bool = False, most: int = NODES) -> World:
    """Return the world of a kind and a seed: as many random graphs as `most` nodes hold."""
    what = kind_of(kind)
    chance = random.Random(f"{kind} {seed}")
    cyclic = (what.repeats or not (what.margin or what.dice)) and seed % 2 == 1
    setup = np.zeros(1, SETUP)
    tables = setup[0]
    for name in ("child", "required", "noisy", "sharp", "candidates"):
        tables[name] = NOTHING
    components, dices, first = [], [], 0
    while True:
        dice = Dice(chance, what, cyclic)
        if first + 2 * dice.size > most:
            break
        size = draw_graph(tables, first, dice, what.margin)
        if what.symmetric:
            size = mirrored(tables, first, size, chance)
        if what.hidden:
            size = twinned(tables, first, size, chance)
        components.append(range(first, first + size))
        dices.append(dice)
        first += size
    heights = tables["height"] if cyclic else None
    truth = graph_truth.solve(
        tables["turn"], tables["ends"], tables["child"], tables["gain"] if what.margin else None, first, heights
    )
    if truth.margins is not None and not what.dice:
        tables["worth"][:first] = truth.margins
    for nodes, dice in zip(components, dices, strict=True):
        half = len(nodes) // 2 if what.symmetric else len(nodes)
        for node in nodes[:half]:
            draw_values(tables, node, chance)
            if tables["ends"][node] == ONGOING:
                say(tables, node, truth, dice, lies)
        if what.symmetric:
            mirror_hints(tables, nodes.start, len(nodes))
    if not what.cuts:
        for node in range(first):  # only orders them all
            tables["candidates"][node] = mask_of(codes_of(tables, node)) if tables["candidates"][node] >= 0 else NOTHING
    tables["future"] = np.random.default_rng(seed).integers(1, 1 << 62, NODES)
    made = game_of(kind, seed, setup, None if cyclic else max(1, truth.longest))
    return World(kind, seed, cyclic, setup, truth, components, made)


def graph(kind: str, *nodes: dict[str, Any]) -> World:
    """Return the world of one graph, node by node; a node says what is not so by default.

    Parameters
    ----------
    nodes : ``ends``, or ``turn`` and ``moves`` (a child for each code) and ``gains``; hints by their names, as lists of codes or
        as numbers; ``values`` by table, for the player who is asked for
    """
    setup = np.zeros(1, SETUP)
    tables = setup[0]
    masks = ("required", "noisy", "sharp", "candidates")
    for name in ("child", *masks):
        tables[name] = NOTHING
    for number, node in enumerate(nodes):
        for code, child in node.get("moves", {}).items():
            tables["child"][number, code] = child
            tables["gain"][number, code] = node.get("gains", {}).get(code, 0)
        for table, value in node.get("values", {}).items():
            tables["values"][table, number] = value
        for name, value in node.items():
            if name not in ("moves", "gains", "values"):
                tables[name][number] = mask_of(value) if name in masks else value
    tables["future"] = np.arange(1, NODES + 1) * 0x9E3779B97F4A7
    truth = graph_truth.solve(
        tables["turn"], tables["ends"], tables["child"], tables["gain"] if kind_of(kind).margin else None, len(nodes)
    )
    if kind_of(kind).margin:
        tables["most"][: len(nodes)] = truth.most
    made = game_of(kind, 0, setup, len(nodes))
    return World(kind, 0, False, setup, truth, [range(len(nodes))], made)


def start(position: Any, setup: Any) -> None:
    """Begin at the first node that a player moves from."""
    for node in range(NODES):
        if setup["ends"][node] == ONGOING and setup["turn"][node] != CHANCE:
            position["node"] = node
            return


def read(text: str, record: Any, setup: Any) -> None:
    """Read ``node 12 points -3``; the points may be left out."""
    found = re.fullmatch(r"node (\d{1,4})(?: points (-?\d{1,9}))?", " ".join(text.split()))
    if found is None or int(found[1]) >= NODES:
        raise GameError(f"no node of a graph: {text!r}")
    record["node"], record["points"] = int(found[1]), int(found[2] or 0)


def game_of(kind: str, seed: int, setup: np.ndarray, max_plies: int | None) -> Game:
    """Return the game of a kind over the graphs in `setup`."""
    what = kind_of(kind)
    more: dict[str, Any] = {}
    if what.at_once:
        more["outcome"] = outcome_by_points_beside_moves if what.margin else outcome_beside_moves
    else:
        more |= {"legal_moves": legal_moves, "outcome": outcome_by_points if what.margin else outcome}
    if what.margin:
        more |= {"margin": margin, "objective": "margin"}
    if what.dice or what.hidden:
        hides = resample_frozen if what.freezes else resample
        more["chance"] = Chance(chance if what.dice else None, hides if what.hidden else None)
    if what.symmetric:
        more["symmetry"] = Symmetry(SYMMETRIC, transform)
    if what.memo:
        more["memo"] = Memo(MEMO, refresh, update, undo)
    if what.future:
        more["key"] = key
    if what.hints:
        more["hints"] = Hints(**what.hints, cuts=what.cuts)
    made = Game(
        f"graph {kind}",
        RECORD,
        play=play_frozen if what.freezes else play,
        turn=turn,
        max_moves=CODES,
        max_plies=max_plies,
        repeats=max_plies is None,
        start=start,
        setup=setup,
        options={"kind": kind, "seed": seed},
        text=Text(read=read, diagram=lambda position: f"node {position['node']} points {position['points']}"),
        evaluators=evaluators(what.swings),
        **more,
    )
    made.source, made.source_options = str(Path(__file__).resolve()), {"kind": kind, "seed": str(seed)}
    return made


def game(kind: str = "bare", seed: int = 0) -> Game:
    """Return the game of a world, for the command, which refuses evaluators that do not keep their word."""
    made = world(kind, seed).game
    made.evaluators = [each for each in made.evaluators if each.name not in LIARS]
    return made
