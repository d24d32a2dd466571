"""The finder of wrong proofs: it asks every door about positions of random games whose truth is known, and says what is wrong."""

from __future__ import annotations

import random
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

import claims
import graphs

import counterply as cp
from counterply import Evaluator, Limit
from counterply.compiling.kernels import PLAIN
from counterply.core.errors import GameError
from counterply.core.values import CHANCE
from counterply.players.named import NamedPlayer
from counterply.registry import players, plugins
from counterply.search.alphabeta import engine as engines
from counterply.search.alphabeta.engine import Engine
from counterply.search.alphabeta.techniques import ALPHABETA_ONLY, MINIMAX_ONLY, Techniques
from counterply.search.choose import Search, Wishes, search_for
from counterply.search.exact import solve as exact
from counterply.search.exact.cannot_win import hold
from counterply.search.exact.solve import solve
from counterply.search.perft import perft
from counterply.search.request import SearchRequest
from counterply.search.worlds import WorldSettings

QUESTIONS = 3  # to different doors, for each position
POSITIONS = 12  # of each world
KEPT = 24  # searches with their memory
# of the doors
WEIGHTS = {"analyse": 6, "deepen": 4, "engine": 4, "solve": 4, "player": 3, "cp": 1, "perft": 1}
if "board" in plugins("commands"):
    WEIGHTS |= {"why": 1, "board": 1}
TREE_WEIGHT = 2  # of the players with a tree, whose kernels take as long to compile as all others
SHORT_TURN = exact.MARGIN_PART  # nodes, so that each of a solver's searches has its turn with positions as small as these
PLENTY = 50_000  # nodes, with which a solver finds out all about positions as small as these
PLAYERS = ("engine", "engine:resist=off", "engine:proof=off", "alphabeta", "minimax:depth=4", "alphabeta:plain=on")
TREES = (
    "mcts:memory=1",
    "mcts:memory=1,leaf=eval,prior=eval",
    "mcts:memory=1,prior=none,minimax=0.3",
    "mcts:memory=1,leaf=eval,chance=frozen",
    "hybrid:memory=1",
    "hybrid:memory=1,depth=4",
)
TREES = tuple(name for name in TREES if name.partition(":")[0] in players())
SWITCHED = [field.name for field in fields(Techniques) if field.type == "bool"]  # techniques that are on or off


@dataclass(frozen=True)
class Fault:
    """A wrong claim: where it was made, by whom, and how many nodes the graph below has."""

    kind: str
    seed: int
    node: int
    points: int
    door: str
    text: str
    size: int

    def __str__(self) -> str:
        return f'{self.kind} {self.seed} "node {self.node} points {self.points}" ({self.size} nodes), {self.door}: {self.text}'


@contextmanager
def turns_of(nodes: int, positions: int, plies: int) -> Iterator[None]:
    """Inside a ``with``, let a solver's first turns have so many nodes, and its first list so many positions.

    `plies`: games with cuts that may be longer are searched to the end only when deepening has nothing left to do.
    """
    before = exact.FIRST_TURN, exact.FIRST_POSITIONS, engines.LONGEST_UNCUT
    exact.FIRST_TURN, exact.FIRST_POSITIONS, engines.LONGEST_UNCUT = nodes, positions, plies
    try:
        yield
    finally:
        exact.FIRST_TURN, exact.FIRST_POSITIONS, engines.LONGEST_UNCUT = before


def drawn_techniques(chance: random.Random) -> Techniques | None:
    """Return techniques: all, the textbook's, or each on or off."""
    drawn = chance.random()
    if drawn < 0.4:
        return None
    if drawn < 0.55:
        return chance.choice([ALPHABETA_ONLY, MINIMAX_ONLY, Techniques(reductions=True)])
    rare = chance.choice([0.1, 0.5])
    names = [field.name for field in fields(Techniques) if field.name != "reductions"]
    off = {name: chance.random() >= rare for name in names}
    return Techniques(**off, reductions=chance.choice([None, True, False]))


def differences(techniques: Techniques | None) -> str:
    """Return what is off, and not so by default."""
    if techniques is None:
        return "all"
    changed = {field.name: getattr(techniques, field.name) for field in fields(techniques)}
    return "with " + ",".join(f"{name}={value}" for name, value in changed.items() if value != getattr(Techniques(), name))


def drawn_player(chance: random.Random) -> str:
    """Return a player that searches: one of `PLAYERS`, or the engine without some techniques."""
    if chance.random() < 0.5:
        return chance.choice(PLAYERS)
    off = [f"{name}=off" for name in chance.sample(SWITCHED, chance.choice([1, 1, 2, 4]))]
    return "engine:" + ",".join([*off, *chance.choice([[], ["proof=off"], ["resist=off"]])])


def drawn_settings(chance: random.Random, frozen: bool) -> WorldSettings:
    """Return how a search treats dice and what is hidden; `frozen`: whether the game has a simple model."""
    return WorldSettings(
        worlds=chance.choice([None, 1, 2, 5]),
        answer=chance.choice(["vote", "mean"]),
        chance=chance.choice([None, "outcomes", *(["frozen"] if frozen else [])]),
        outcomes=chance.choice([1, 3, 21]),
        samples=chance.choice([1, 2, 4]),
        star=chance.random() < 0.7,
    )


def ended(report: Any, limit: Limit) -> bool:
    """Tell whether an analysis has had nodes enough to play its line to the end."""
    return bool(report.stopped) and limit.nodes is not None and limit.nodes >= 1000


def drawn_limit(chance: random.Random) -> Limit:
    """Return a limit: of depth, of nodes, few or many."""
    if chance.random() < 0.45:
        return Limit(depth=chance.choice([1, 2, 3, 4, 5, 6, 8, 12]), nodes=20_000)
    return Limit(nodes=chance.choice([1, 3, 10, 30, 100, 120, 300, 1000, 3000, *(chance.randint(1, 200) for _ in range(4))]))


@cache
def reach(world: graphs.World, node: int) -> int:
    """Return how many nodes can be reached."""
    seen, waiting = {node}, [node]
    while waiting:
        for child in world.setup[0]["child"][waiting.pop()]:
            if child >= 0 and int(child) not in seen:
                seen.add(int(child))
                waiting.append(int(child))
    return len(seen)


def uncertain(world: graphs.World) -> bool:
    """Tell whether a world has dice, or something hidden."""
    return bool(world.game.chance or world.game.hidden)


def twin_of(world: graphs.World, position: Any) -> Any:
    """Return the position that neither player can tell from this one."""
    return world.position(int(world.setup[0]["twin"][position["node"]]), int(position["points"]))


def told_apart(report: Any, other: Any, how: str) -> Iterator[tuple[str, str]]:
    """Yield what is wrong about the answers for two positions that neither player can tell apart."""
    if (other.move, other.score, other.nodes) != (report.move, report.score, report.nodes):
        yield f"{report}, but {other} where something else is hidden", how


graphs.World.__hash__ = object.__hash__  # type: ignore[assignment]


class Finder:
    """Asks; `claimed` counts what was answered, so that a finder that is never told anything shows."""

    def __init__(self, seed: int, lies: bool = False, trees: bool = False) -> None:
        self.seed = seed
        self.lies = lies
        self.doors = {**WEIGHTS, "tree": TREE_WEIGHT} if trees and TREES else WEIGHTS
        self.asked: Counter[str] = Counter()
        self.claimed: Counter[str] = Counter()

    def world_faults(self, kind: str, seed: int, positions: int = POSITIONS) -> Iterator[Fault]:
        """Ask about some positions of a world, and yield what is wrong."""
        self.chance = random.Random(f"{self.seed} {kind} {seed}")  # a world can be asked again alone
        world = graphs.world.__wrapped__(kind, seed, self.lies)
        nodes = world.nodes()
        kept = self.searches(world)
        for node in self.chance.sample(nodes, min(positions, len(nodes))):
            points = self.chance.choice([0, 0, 1, -2, 30]) if graphs.kind_of(kind).margin else 0
            points = int(world.setup[0]["height"][node]) if world.cyclic else points
            position = world.position(node, points)
            self.asked[kind] += 1
            for _ in range(QUESTIONS):
                door = self.chance.choices(list(self.doors), list(self.doors.values()))[0]
                size = reach(world, node)
                try:
                    for text, how in self.ask(world, position, door, kept):
                        yield Fault(kind, seed, node, points, f"{door} {how}", text, size)
                except Exception as error:
                    place = traceback.extract_tb(error.__traceback__)[-1]
                    where = f"{place.name}, line {place.lineno}"
                    yield Fault(kind, seed, node, points, door, f"{type(error).__name__}: {error} ({where})", size)

    def searches(self, world: graphs.World) -> list[tuple[Search, str]]:
        """Return some searches of a world, each with its own techniques, evaluator and threads."""
        found = []
        for _ in range(3):
            techniques = drawn_techniques(self.chance)
            evaluator = self.evaluator(world)
            plain = self.chance.random() < 0.05 and not uncertain(world)
            threads = 2 if self.chance.random() < 0.15 and not evaluator.plain and not plain and not PLAIN else 1
            proof = self.chance.random() < 0.7
            wishes = Wishes(
                techniques,
                memory=1,
                threads=threads,
                plain=plain,
                proof=proof,
                resist=proof and self.chance.random() < 0.3,
                worlds=drawn_settings(self.chance, world.game.asks("resample", "frozen")),
            )
            how = f"{evaluator.name} {differences(techniques)} plain={plain} threads={threads} proof={proof}"
            how += f" {wishes.worlds}" if uncertain(world) else ""
            found.append((search_for(world.game, evaluator, wishes), how))
        return found

    def evaluator(self, world: graphs.World) -> Evaluator:
        """Return one of the world's evaluators."""
        return self.chance.choice(world.game.evaluators)

    def ask(self, world: graphs.World, position: Any, door: str, kept: list[tuple[Search, str]]) -> Iterator[tuple[str, str]]:
        """Yield what is wrong about the answers of a door, and how it was asked."""
        limit = drawn_limit(self.chance)
        lines = self.chance.choice([1, 1, 1, 2, 3])
        if door in ("analyse", "deepen"):
            search, how = self.chance.choice(kept)
            fresh = self.chance.random() < 0.3
            if fresh:
                search.forget()
            request = SearchRequest(position, limit, lines)
            for report in search.analyse(request) if door == "analyse" else search.deepen(request):
                whole = door == "analyse" and lines == 1 and ended(report, limit) and "distance=" not in how
                yield from self.noted(world, position, report, f"{limit} {lines} {how}", whole)
            if fresh and world.game.hidden and "threads=1" in how:
                search.forget()
                *_, other = search.deepen(SearchRequest(twin_of(world, position), limit, lines))
                yield from told_apart(report, other, f"{limit} {lines} {how}")
        elif door == "engine":
            if uncertain(world):
                return
            techniques, evaluator = drawn_techniques(self.chance) or Techniques(), self.evaluator(world)
            engine = Engine(world.game, evaluator, techniques, memory_mb=1)
            for _ in range(2):
                for report in engine.deepen(position, limit, lines=lines):
                    yield from self.noted(world, position, report, f"{limit} {lines} {evaluator.name} {differences(techniques)}")
        elif door == "solve":
            if uncertain(world):
                return
            evaluator = self.evaluator(world)
            limited = Limit(nodes=self.chance.choice([50, 500, 5_000, PLENTY]))
            distance = self.chance.random() < 0.5
            turn, positions = self.chance.choice([(SHORT_TURN, 1), (exact.FIRST_TURN, exact.FIRST_POSITIONS)])
            with turns_of(turn, positions, self.chance.choice([0, engines.LONGEST_UNCUT])):
                solution = solve(position, limited, evaluator, memory_mb=1, distance=distance)
            self.claimed["solved"] += solution.proven
            for text in claims.wrong_solution(world, position, solution):
                yield text, f"{limited} {evaluator.name} {distance}"
            if not solution.proven and (limited.nodes == PLENTY or solution.nodes < (limited.nodes or 0)):
                yield f"gave up after {solution.nodes} nodes", f"{limited} {evaluator.name} {distance}"
            if (
                world.cyclic and world.truth.margins is None
            ):  # a solver seldom comes to it: its list holds positions as few as these
                for text in self.wrongly_held(world, position, Engine(world.game, evaluator, memory_mb=1)):
                    yield text, f"hold {evaluator.name}"
        elif door == "player":
            name = drawn_player(self.chance)
            if uncertain(world) and not name.startswith("engine"):
                return
            player = NamedPlayer(f"{name}{',' if ':' in name else ':'}eval={self.evaluator(world).name}")
            player.start(world.game, position.turn, 1)
            report = player.choose(position, limit)
            yield from self.noted(world, position, report, f"{limit} {name}")
            if world.game.hidden:
                player.start(world.game, position.turn, 1)
                yield from told_apart(report, player.choose(twin_of(world, position), limit), f"{limit} {name}")
        elif door == "tree":
            name = self.chance.choice(TREES)
            if (uncertain(world) and name.startswith("hybrid")) or ("frozen" in name and not world.game.asks("resample", "frozen")):
                return
            player = NamedPlayer(f"{name},eval={self.evaluator(world).name}")
            player.start(world.game, position.turn, self.chance.randrange(1000))
            for _ in range(4):  # the tree is kept from move to move
                limit = Limit(nodes=self.chance.choice([10, 100, 1000, 3000]))
                yield from self.noted(world, position, player.choose(position, limit), f"{limit} {name}")
                if self.chance.random() < 0.2:
                    continue  # asked again
                position = position.after(self.chance.choice(position.moves()))
                if position.over or position.turn == CHANCE:
                    break
        elif door == "why":
            if uncertain(world):
                return
            from counterply.plugins.explanations.why import why

            move, evaluator = self.chance.choice(position.moves()), self.evaluator(world)
            try:
                answer = why(position, move, 5, evaluator, None, Limit(depth=5, nodes=2_000))
            except GameError as error:
                if "leave it out" not in str(error):
                    yield str(error), "why"
                return
            for line in filter(None, (answer.chosen, answer.other)):
                for text in claims.wrong_text(world, position, line.move, line.score_text):
                    yield text, f"{move} {evaluator.name}"
                for text in claims.wrong_line(world, position, line.score_text, line.moves, False):
                    yield text, f"{move} {evaluator.name}"
        elif door == "perft":
            if uncertain(world):
                return
            depth = self.chance.choice([1, 2, 3, 4])
            counts, truth = perft(position, depth), claims.counts(world, position, depth)
            if counts != truth:
                yield f"{counts}, but there are {truth}", "perft"
        elif door == "board":
            yield from self.board(world, position, limit, lines)
        else:
            evaluator = self.evaluator(world)
            analysis = cp.analyse(position, limit=limit, lines=lines, eval=evaluator.name)
            for report in analysis:
                whole = lines == 1 and ended(report, limit)
                yield from self.noted(world, position, report, f"{limit} {lines} {evaluator.name}", whole)

    def wrongly_held(self, world: graphs.World, position: Any, engine: Engine) -> Iterator[str]:
        """Yield what is wrong where the engine says that a seat cannot win; it is asked of both, with one table, and again."""
        for seat, nodes in ((0, 40), (1, 40), (0, 400), (1, 400)):
            held = hold(engine, position, seat, Limit(nodes=nodes, depth=12))
            self.claimed["held"] += held.proven
            reached = [position] if held.move is None else [position, position.after(held.move)]
            if held.proven and any(world.truth.outcomes[int(each["node"])] == claims.WINS[seat] for each in reached):
                yield f"{held}, but seat {seat} wins"

    def board(self, world: graphs.World, position: Any, limit: Limit, lines: int) -> Iterator[tuple[str, str]]:
        """Yield what is wrong about the lines that the board shows; its texts are in the first player's view."""
        from counterply.plugins.board.search import SearchProcess
        from counterply.plugins.explanations.chances import Chances

        evaluator, said = self.evaluator(world), []
        board = SearchProcess()
        chances = Chances(world.game, evaluator)
        chances._ready = True  # of a game with dice they would take ten seconds
        board._chances.known = lambda key, make: chances  # type: ignore[method-assign]
        spent = {"depth": limit.depth, "nodes": limit.nodes}
        request = {"threat": False, "limit": spent, "lines": lines, "terms": False, "eval": evaluator.name}
        board.analyse(position, request, said.append)
        for shown in said:
            for line in shown["lines"]:
                text, moves = line["text"], [int(move) for move in line["pv"]]
                if position.turn == 1:
                    text = line["text"].replace("win", "*").replace("loss", "win").replace("*", "loss")
                for fault in (
                    *claims.wrong_text(world, position, int(line["move"]), text),
                    *claims.wrong_line(world, position, text, moves, False),
                ):
                    yield fault, f"{limit} {lines} {evaluator.name}"

    def noted(self, world: graphs.World, position: Any, report: Any, how: str, whole: bool = False) -> Iterator[tuple[str, str]]:
        """Yield what is wrong about a report; count what it claims."""
        if report.proven:
            self.claimed[report.best.score_text.split()[0]] += 1
            if report.distance is not None:
                self.claimed["at most" if report.best.at_most else "exact"] += 1
        for text in claims.wrong_report(world, position, report, whole):
            yield text, how
        if world.game.hidden:  # what is proven is true of all that may be hidden
            for text in claims.wrong_report(world, twin_of(world, position), report, whole):
                yield f"in the other world: {text}", how
