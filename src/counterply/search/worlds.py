"""Search where there is chance or hidden information: in several worlds at once, with one answer for all of them.

A *world* is the position with all that is hidden from the mover redrawn. In each world the engine's search, or alpha-beta with
chance nodes where dice can fall, gives the root moves their scores; then the worlds vote, or the moves' values are averaged.

The model has a limit: in each world both sides play as if they saw everything (strategy fusion, Frank and Basin 1998). Such a
search sees no value in a move that gains information, and treats a plan that needs a guess as certain.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Literal

import numpy as np

from counterply.compiling.intrinsics import copy_record
from counterply.core.aliases import Depth, Score
from counterply.core.errors import GameError
from counterply.core.evaluator import Evaluator
from counterply.core.game import Game
from counterply.core.limits import Limit
from counterply.core.plain_game import PlainGame
from counterply.core.position import roll_chance, searched_moves
from counterply.core.report import Line, Report
from counterply.core.rule_queries import redraw
from counterply.core.users_text import positive
from counterply.core.values import (
    CHANCE,
    DECIDED_WIN,
    DEFAULT_GRID,
    HEURISTIC_LIMIT,
    INFINITE,
    MAX_DISTANCE,
    ONGOING,
    PROVEN_LIMIT,
    is_proven,
    squash,
)
from counterply.search.alphabeta.context import RUNNING, allow_a_start
from counterply.search.alphabeta.engine import DEFAULT_MEMORY, MAX_DEPTH, WARM_UP_NODES, Engine, require_compiled_rules
from counterply.search.alphabeta.techniques import Techniques
from counterply.search.request import deepen
from counterply.search.textbook import Evaluate, evaluation

Answer = Literal["vote", "mean"]
Chance = Literal["outcomes", "frozen"]

WORLD_FACTOR = 0x9E3779B97F4A7C15  # golden ratio: keeps the worlds' random states apart
USUAL_WORLDS = 8
WORD_MASK = (1 << 64) - 1
CLIP = 0.25  # below the best move's value, from -1 to 1: worse moves are only known to be so
SCALE_GAMES = 20  # random games that tell how large an evaluator's values are
SCALE_SEED = 1
SCALE_PLIES = 200
LARGEST_VALUE = 1.0 - 1e-6  # of an evaluator's value; a sure result is farther out


@dataclass(frozen=True)
class WorldSettings:
    """How a search treats chance and hidden information.

    Attributes
    ----------
    worlds : how many; one is enough where nothing is hidden and no outcome is sampled. None: one with the simple model, else eight
    answer : 'vote', for the move that is best in most worlds, or 'mean', for the best value on average
    chance : 'outcomes', every outcome of a chance turn or a sample of many; 'frozen', the game's simple model: nothing new comes;
        None: 'frozen' where the game has such a model
    outcomes : of a chance turn, up to which all are looked at
    samples : outcomes looked at where there are more
    star : cut chance nodes as soon as they cannot come back into the window
    scale : an evaluator's value that is half of a sure win, where means are formed; None: measured
    """

    worlds: int | None = None
    answer: Answer = "mean"
    chance: Chance | None = None
    outcomes: int = 21
    samples: int = 4
    star: bool = True
    scale: float | None = None

    def __post_init__(self) -> None:
        if self.worlds is not None:
            positive(self.worlds, "worlds")
        positive(self.samples, "samples")


class WorldEngine(Engine):
    """The engine's memory, for games with chance or hidden information too."""

    require_rules = staticmethod(require_compiled_rules)


@dataclass
class World:
    """One world: its position, and the root moves with their values in the last search of it, best first.

    A search that a limit has ended speaks of the moves that it reached; the others keep their place behind them.
    """

    record: Any
    moves: list[int]
    values: dict[int, float]  # -1 to 1, in the mover's view
    seed: int
    settled: bool = False  # whether deeper searches would find the same

    @property
    def lost(self) -> bool:
        """Whether each of its moves is known to lose."""
        return bool(self.values) and max(self.values.values()) < -LARGEST_VALUE


def require_simple_model(game: Game) -> None:
    """Raise `GameError` for a game without a simple model of chance, in which nothing new comes."""
    if not game.asks("resample", "frozen"):
        raise GameError(f"{game.name} has no simple model of chance (resample with frozen): take chance=outcomes")


def measured_scale(game: Game | PlainGame, evaluator: Evaluator) -> float:
    """Return the median size of an evaluator's values over the positions of some random games, in its units; 1 if it has none."""
    evaluate, grid, random = evaluation(game, evaluator), evaluator.grid, Random(SCALE_SEED)
    sizes = []
    for _ in range(SCALE_GAMES):
        position = game.start()
        while position.outcome() == ONGOING and len(position.history) < SCALE_PLIES:
            if position.turn == CHANCE:
                move = roll_chance(position, random)
            else:
                move = random.choice(position.moves())
                sizes.append(abs(evaluate(position, position.turn)) / grid)
            position = position.after(move)
    known = sorted(size for size in sizes if size > 0)
    return known[len(known) // 2] if known else 1.0


def worth(game: Game | PlainGame, evaluator: Evaluator) -> tuple[Evaluate, int]:
    """Return an evaluation as the textbook's searches need it, and its grid.

    Where dice decide the outcome it gives expected results from -1 to 1, as here: a mean asks for more than the order of values.
    """
    evaluate, grid = evaluation(game, evaluator), evaluator.grid
    if not game.dice or game.by_margin:
        return evaluate, grid
    scale = measured_scale(game, evaluator)
    return lambda position, player: round(HEURISTIC_LIMIT * squash(evaluate(position, player) / grid, scale)), HEURISTIC_LIMIT


class WorldSearch:
    """A search for games with chance or hidden information. Not to be shared between threads."""

    def __init__(
        self,
        game: Game,
        evaluator: Evaluator,
        settings: WorldSettings | None = None,
        techniques: Techniques | None = None,
        memory_mb: int = DEFAULT_MEMORY,
        threads: int = 1,
    ) -> None:
        self.game = game
        self.settings = settings = settings or WorldSettings()
        if settings.chance == "frozen":
            require_simple_model(game)
        self.frozen = game.asks("resample", "frozen") if settings.chance is None else settings.chance == "frozen"
        self.worlds = (1 if self.frozen else USUAL_WORLDS) if settings.worlds is None else settings.worlds
        techniques = replace(techniques or Techniques(), late=False)  # a hint that knows one world ranks too boldly: measured
        if game.dice:  # a roll costs no depth either: passes between rolls, each forced, would be searched for ever
            techniques = replace(techniques, extensions=False)
        self.engine = WorldEngine(game, evaluator, techniques, memory_mb, threads)
        self.bound = self.engine.bound
        self.scale = measured_scale(game, evaluator) if settings.scale is None else settings.scale
        self.margin = game.by_margin
        if game.dice:
            context = self.engine.context
            context["scale"] = self.scale
            context["outcomes"], context["samples"], context["star"] = settings.outcomes, settings.samples, settings.star

    def forget(self) -> None:
        """Clear the results of earlier searches, in place."""
        self.engine.forget()

    def warm_up(self, position: Any) -> None:
        """Compile the kernels that a search from here needs, before a limit runs."""
        list(self.deepen(position, Limit(depth=1, nodes=WARM_UP_NODES)))
        self.forget()

    def _make_worlds(self, position: Any, order: list[int], seed: int) -> list[World]:
        """Return the worlds to search; equal ones only once, unless outcomes will be sampled in them."""
        frozen = self.frozen
        worlds: dict[bytes, World] = {}
        sampled = self.game.dice and not frozen and self.game.most_outcomes > self.settings.outcomes
        for number in range(self.worlds if self.game.hidden or sampled else 1):
            state = (seed + (number + 1) * WORLD_FACTOR) & WORD_MASK
            record = position.copy_record()
            redraw(record, self.game.setup[0], position.turn, np.array([state], np.uint64), frozen)
            name = record.tobytes() + (bytes([number]) if sampled else b"")
            worlds.setdefault(name, World(record, list(order), {}, state))
        return list(worlds.values())

    def deepen(
        self,
        position: Any,
        limit: Limit,
        *,
        lines: int = 1,
        order: list[int] | None = None,
        seed: int = 0,
        first_depth: int = 1,
    ) -> Iterator[Report]:
        """Search all worlds deeper and deeper; yield a `Report` for each depth, the last one with the reason why it stopped.

        When a limit ends a depth, the worlds that have completed it speak with it, and the others with the depth before.

        Parameters
        ----------
        lines : more than one: every move gets a value of its own, which costs more; else those of the others are bounds
        order : the root moves in the order to try them; of equal ones, the first is played. Default: ascending
        seed : decides the worlds and the sampled outcomes
        first_depth : where deepening begins
        """
        limit = limit.begun()
        moves = searched_moves(position) if order is None else order
        engine, context = self.engine, self.engine.context
        engine.prepare(position, limit, moves)
        allow_a_start(context)
        engine.use()
        salt = int(context["salt"])
        worlds = self._make_worlds(position, moves, seed)
        if engine.cuts:
            moves = self._cut_root(worlds, moves)
        rising = lines == 1 and (len(worlds) == 1 or self.settings.answer == "vote")

        def search(depth: Depth, last: Report) -> tuple[Report, str]:
            nonlocal moves
            floor = -1.0 if lines > 1 or not last.several else self._unit(last.several[0].score) - CLIP
            for world in worlds:
                context["salt"] = np.uint64(salt ^ (world.seed if len(worlds) > 1 else 0))
                if not world.settled:
                    self._search_world(world, depth, floor, rising)
                if context["status"] != RUNNING:
                    break
            ended = engine.ended_by()
            if engine.root.cut and all(world.lost for world in worlds):  # a move that the hint left out may be better
                engine.root.widen(position)
                moves = engine.root.order()
                for world in worlds:
                    world.moves, world.settled = moves, False
            report = replace(self._combine(worlds, moves, last, depth - 1 if ended else depth), nodes=int(context["nodes"]))
            settled = "proven" if report.proven else "complete"
            return report, ended or (settled if all(world.settled for world in worlds) else "")

        report = Report(move=moves[0], line=(moves[0],), grid=self._grid, plain=self.bound.plain)
        yield from deepen(search, report, first_depth, limit.at_most(depth=MAX_DEPTH))

    def _cut_root(self, worlds: list[World], moves: list[int]) -> list[int]:
        """Return the candidates of any world, since the hint may read hidden fields; write them into all worlds, in place."""
        engine, context, kept, left_out = self.engine, self.engine.context, set[int](), False
        for world in worlds:
            copy_record(context["stack"][0], world.record)
            kept.update(engine.root.keep_candidates(moves, sort=False))
            left_out |= engine.root.cut
        moves, engine.root.cut = [move for move in moves if move in kept], left_out
        for world in worlds:
            world.moves = list(moves)
        return moves

    def _search_world(self, world: World, depth: Depth, floor: float, rising: bool) -> None:
        """Search a world to `depth` and write its moves' values into it, in place.

        When a limit interrupts the search, the moves that it has finished count where their floor rises; else nothing does.
        """
        context = self.engine.context
        copy_record(context["stack"][0], world.record)
        self.engine.root.set(world.moves)
        context["horizon"] = 0
        lowest = -INFINITE if rising or floor <= -1.0 else self._raw(floor)
        if self.game.dice:
            context["world"] = np.uint64(world.seed)
        self.engine.search_root(depth, lowest, INFINITE, rising=rising)
        if context["status"] == RUNNING and self.engine.is_unsure(context["root_scores"][: len(world.moves)].tolist()):
            self.engine.widen()
            self.engine.search_root(depth, lowest, INFINITE, rising=rising)
        done = int(context["root_done"])
        if done == 0 or (done < len(world.moves) and not rising):
            return
        scores = context["root_scores"][:done].tolist()
        values = {move: self._unit_of(score) for move, score in zip(world.moves, scores, strict=False)}
        best = max(values.values())
        # A rising floor leaves the others a bound, which may equal the best value: of equals the root's best is exact.
        found = int(context["root_best"])
        searched = sorted(values, key=lambda move: (-values[move], found < 0 or move != world.moves[found]))
        world.values = values | {move: min(world.values[move], best) for move in world.moves[done:] if move in world.values}
        world.moves = searched + world.moves[done:]
        sure = is_proven(max(scores)) or all(map(is_proven, scores))
        world.settled = done == len(world.moves) and (int(context["horizon"]) == 0 or (sure and not self.margin))

    # --- scores of the kernels, and values from -1 to 1

    @property
    def _grid(self) -> int:
        return self.bound.evaluator.grid if self.margin else DEFAULT_GRID

    def _unit_of(self, score: Score) -> float:
        """Return a kernel's score as a value from -1 to 1; a nearer win is worth a little more."""
        if is_proven(score):
            distance = PROVEN_LIMIT - abs(score)
            size = 1.0 - (1.0 - LARGEST_VALUE) / 2 * min(distance, MAX_DISTANCE) / MAX_DISTANCE
            return size if score > 0 else -size
        if self.game.dice and not self.margin:
            return score / HEURISTIC_LIMIT
        value = squash(score / self.bound.evaluator.grid, self.scale)
        return min(max(value, -LARGEST_VALUE), LARGEST_VALUE)

    def _raw(self, value: float) -> int:
        """Return a value from -1 to 1 as a kernel's score."""
        if self.game.dice and not self.margin:
            return int(value * HEURISTIC_LIMIT)
        value = min(max(value, -0.99), 0.99)
        return round(value * self.scale / (1 - abs(value)) * self.bound.evaluator.grid)

    def _unit(self, score: Score) -> float:
        """Return a report's score as a value from -1 to 1."""
        if is_proven(score):
            return 1.0 if score > 0 else -1.0
        value = score / self._grid
        return squash(value, self.scale) if self.margin else value

    def _shown(self, value: float) -> int:
        """Return a value from -1 to 1 as a report's score: the expected result, or points where the margin is the objective."""
        if self.margin:
            value = min(max(value, -0.999), 0.999)
            value = value * self.scale / (1 - abs(value))
        return round(value * self._grid)

    def _combine(self, worlds: list[World], moves: list[int], last: Report, depth: Depth) -> Report:
        """Return the common answer of the worlds that have one."""
        known = [world for world in worlds if world.values]
        if not known:
            return last
        means, votes = {}, dict.fromkeys(moves, 0)
        for move in moves:
            values = [world.values[move] for world in known if move in world.values]
            means[move] = sum(values) / len(values) if values else -1.0
        for world in known:
            votes[world.moves[0]] += 1
        if len(known) == 1:
            ranked = known[0].moves
        elif self.settings.answer == "mean":
            ranked = sorted(moves, key=lambda move: -means[move])
        else:
            ranked = sorted(moves, key=lambda move: (-votes[move], -means[move]))
        best = ranked[0]
        settled = len(worlds) == 1 and worlds[0].settled and not (self.game.hidden or self.frozen)
        sure = settled and not self.margin and abs(means[best]) > LARGEST_VALUE
        score = self._shown(means[best])
        if sure:
            score = DECIDED_WIN if means[best] > 0 else -DECIDED_WIN
        lines = tuple(Line(move, score if move == best else self._shown(means[move]), (move,)) for move in ranked)
        return replace(last, move=best, score=score, line=(best,), depth=depth, proven=sure, several=lines)
