"""Random small games in which a repeated position, or a counter, is a draw; their truth by full history; and what doors say of it.

A position is a node of a graph in the setup, and a counter. Moves within a layer can be taken back, moves to a later layer cannot.
``python benchmarks/find_wrong_proofs.py --histories 1000`` asks about many of them.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from counterply import DRAW, FIRST, ONGOING, SECOND, Evaluator, Game, Limit, Repetition
from counterply.core.position import Position
from counterply.players.named import NamedPlayer
from counterply.registry import players as known_players
from counterply.search import textbook
from counterply.search.alphabeta.engine import Engine
from counterply.search.alphabeta.techniques import ALPHABETA_ONLY, MINIMAX_ONLY, Techniques
from counterply.search.exact.cannot_win import hold
from counterply.search.exact.solve import solve

NODES, CODES = 24, 4
RULES = ((3, 9), (2, 7), (0, 5), (3, 4), (2, 12), (4, 10))  # times and plies
RECORD = np.dtype([("node", np.int64), ("quiet", np.int64)])
SETUP = np.dtype(
    [
        ("turn", np.int8, (NODES,)),
        ("ends", np.int8, (NODES,)),
        ("child", np.int16, (NODES, CODES)),
        ("layer", np.int8, (NODES,)),
        ("values", np.float64, (NODES,)),
        ("plies", np.int64),
    ]
)
WORTH = {FIRST: 1, SECOND: -1, DRAW: 0}


def turn(position: Any, setup: Any) -> Any:
    return setup["turn"][position["node"]]


def legal_moves(position: Any, setup: Any, moves: np.ndarray) -> Any:
    count = 0
    for code in range(CODES):
        if setup["child"][position["node"], code] >= 0:
            moves[count] = code
            count += 1
    return count


def play(position: Any, setup: Any, move: int) -> None:
    child = setup["child"][position["node"], move]
    again = setup["layer"][child] == setup["layer"][position["node"]]
    position["quiet"] = position["quiet"] + 1 if again else 0
    position["node"] = child


def outcome(position: Any, setup: Any) -> Any:
    ended = setup["ends"][position["node"]]
    if ended == ONGOING and position["quiet"] >= setup["plies"]:
        return DRAW
    return np.int64(ended)


def worth(position: Any, setup: Any, player: int) -> Any:
    value = setup["values"][position["node"]]
    return value if player == 0 else -value


def world(seed: int) -> Game:
    """Return the game of a seed."""
    chance = random.Random(f"history {seed}")
    times, plies = RULES[seed % len(RULES)]
    setup = np.zeros(1, SETUP)
    tables = setup[0]
    tables["plies"], tables["child"] = plies, -1
    size, kinds = chance.choice([5, 8, 12, NODES]), chance.choice([1, 2, 4])
    layers = sorted(chance.randrange(kinds) for _ in range(size)) + [kinds] * (NODES - size)
    tables["layer"] = layers
    alternate, back = chance.random() < 0.4, chance.choice([0.3, 0.6, 0.9])
    ends, most = chance.choice([0.0, 0.05, 0.15]), chance.choice([2, 2, CODES])
    for node in range(size):
        tables["turn"][node] = node & 1 if alternate else chance.randrange(2)
        tables["values"][node] = chance.uniform(-2, 2)
        if node and (node == size - 1 or chance.random() < ends):
            tables["ends"][node] = chance.choice([FIRST, FIRST, FIRST, SECOND, DRAW])
            continue
        for code in chance.sample(range(CODES), chance.randint(1, most)):
            same = [other for other in range(size) if layers[other] == layers[node] and other != node]
            later = range(node + 1, size)
            tables["child"][node, code] = chance.choice(same if same and chance.random() < back else later)
    return Game(
        "histories",
        RECORD,
        play=play,
        turn=turn,
        legal_moves=legal_moves,
        outcome=outcome,
        max_moves=CODES,
        repeats=Repetition(times, plies),
        setup=setup,
        evaluators=[Evaluator("worth", worth, antisymmetric=True)],
    )


class Truth:
    """Plain minimax over whole histories: outcome for the first player, and plies to the end of a game that is won."""

    def __init__(self, game: Game) -> None:
        self.tables, self.rule = game.setup[0], game.repetition
        self.known = cache(self._value)

    def of(self, position: Position) -> tuple[int, int]:
        """Return outcome and distance of a position with its history."""
        nodes, quiet = [0], 0  # kept apart from what `Position` knows of its past
        for move in position.history:
            child = int(self.tables["child"][nodes[-1], move])
            quiet = quiet + 1 if self.tables["layer"][child] == self.tables["layer"][nodes[-1]] else 0
            nodes.append(child)
        return self.known(nodes[-1], quiet, tuple(sorted(nodes[len(nodes) - 1 - quiet :])))

    def _value(self, node: int, quiet: int, passed: tuple[int, ...]) -> tuple[int, int]:
        ended = int(self.tables["ends"][node])
        if ended != ONGOING:
            return WORTH[ended], 0
        assert self.rule is not None
        if quiet >= self.rule.plies or (self.rule.times and passed.count(node) >= self.rule.times):
            return 0, 0
        sign = 1 if self.tables["turn"][node] == 0 else -1
        found = []
        for child in self.tables["child"][node]:
            if child >= 0:
                again = self.tables["layer"][child] == self.tables["layer"][node]
                state = (int(child), quiet + 1, tuple(sorted((*passed, int(child))))) if again else (int(child), 0, (int(child),))
                value, distance = self.known(*state)
                found.append((sign * value, -distance if sign * value > 0 else distance))
        value, distance = max(found)
        return sign * value, abs(distance) + 1


def wrong_report(truth: Truth, position: Position, report: Any) -> Iterator[str]:
    """Yield what is wrong about what a report calls proven, and about its distance."""
    value, distance = truth.of(position)
    mine = value if position.turn == 0 else -value
    if report.proven and (report.score > 0) - (report.score < 0) != mine:
        yield f"{report}, but it is {mine}"
    wrong = report.distance is not None and (report.distance < distance or not (report.best.at_most or report.distance == distance))
    if report.proven and mine and wrong:
        yield f"{report}, but the distance is {distance}"


def faults(seed: int, asked: Counter[str], trees: bool = False) -> Iterator[str]:
    """Play random games of a world, ask doors on the way, with their memory kept from move to move; yield what is wrong."""
    game, chance = world(seed), random.Random(seed)
    truth, evaluator = Truth(game), game.evaluators[0]
    engines = [Engine(game, evaluator, each, memory_mb=1) for each in (None, Techniques(extensions=False), ALPHABETA_ONLY)]
    asking = ("engine", "mcts", "hybrid") if trees else ("engine",)
    players = [NamedPlayer(f"{name}:memory=1") for name in asking if name in known_players()]
    minimax = Engine(game, evaluator, MINIMAX_ONLY, memory_mb=1)
    for player in players:
        player.start(game, 0, seed)
    for _ in range(3):
        position = game.start()
        while not position.over:
            for engine in engines:
                for report in engine.deepen(position, Limit(depth=chance.randint(1, 14), nodes=3000)):
                    asked["proven"] += report.proven
                    yield from (f"{seed} {position!r} engine: {text}" for text in wrong_report(truth, position, report))
            for player in players:
                report = player.choose(position, Limit(nodes=chance.choice([30, 300, 2000])))
                asked["proven"] += report.proven
                yield from (f"{seed} {position!r} {player.name}: {text}" for text in wrong_report(truth, position, report))
            solution = solve(position, Limit(nodes=chance.choice([300, 20_000])), evaluator, memory_mb=1, distance=True)
            value, distance = truth.of(position)
            asked["solved"] += solution.proven
            if solution.proven and {"first": 1, "second": -1, "draw": 0}[str(solution.outcome)] != value:
                yield f"{seed} {position!r} solve: {solution}, but it is {value}"
            timed = solution.proven and value and solution.distance is not None and not solution.at_most
            if timed and solution.distance != distance:
                yield f"{seed} {position!r} solve: {solution}, but the distance is {distance}"
            for seat in (0, 1):
                held = hold(engines[0], position, seat, Limit(nodes=300, depth=8))
                asked["held"] += held.proven
                if held.proven and value == (1, -1)[seat]:
                    yield f"{seed} {position!r} hold: seat {seat} wins"
            depth = chance.randint(1, 5)
            *_, found = minimax.deepen(position, Limit(depth=depth), first_depth=depth)
            count = textbook.Count.within(Limit(), evaluator.grid)
            plain = textbook.minimax(position, depth, textbook.evaluation(game, evaluator), position.turn, count)
            asked["compared"] += 1
            if found.score != plain.score:
                yield f"{seed} {position!r} minimax to {depth}: {found.score}, in plain Python {plain.score}"
            calm = [move for move in position.moves() if position.after(move)["quiet"]]
            position = position.after(chance.choice(calm if calm and chance.random() < 0.7 else position.moves()))
        if truth.of(position)[0] != WORTH[position.outcome()]:
            yield f"{seed} {position!r} ends as {position.winner}"
