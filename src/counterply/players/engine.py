"""The engine as a player: it deepens, proves and resists; where somebody does not see everything it searches sampled worlds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from counterply.core.errors import UsageError
from counterply.core.limits import NANOSECONDS, Limit, now_ns
from counterply.core.loading import load_evaluator
from counterply.core.report import Report
from counterply.core.values import DECIDED_DISTANCE, EXACT, is_loss, proven_win
from counterply.players.base import SEED_FACTOR, Listener, endless, first_turn, reserve_of
from counterply.players.searching import SearchingPlayer
from counterply.search.alphabeta.engine import (
    DEFAULT_MEMORY,
    LOSS,
    WIN,
    Engine,
    Techniques,
    can_be_searched_to_the_end,
    require_engine_rules,
)
from counterply.search.resistance import Budget, Resistance
from counterply.search.worlds import Answer, Chance, WorldSearch, WorldSettings

LOST_SHARE = 0.04  # of a limit, to see whether the position is lost
RESIST_AFTER = 0.05  # for deepening in a lost position, before the best resistance is sought
FIRST_SHARE = 0.25  # for deepening before a proof is tried
PROOF_SHARE = 0.5  # for the proof
MOST_MEMORY = 1 << 20  # MB; far more than any machine has today
FEWEST_NODES = 100  # with a lower limit, all of it goes to deepening


def share(limit: Limit, seconds: float | None, part: float, spent: int = 0) -> Limit | None:
    """Return the limit for what may go on until `part` of the whole is used, when `spent` nodes are; None if that is nothing."""
    nodes = None if limit.nodes is None else int(limit.nodes * part) - spent
    if nodes is not None and nodes <= 0:
        return None
    return Limit(seconds=None if seconds is None else seconds * part, nodes=nodes, stop=limit.stop)


class EnginePlayer(SearchingPlayer):
    """The engine with all its techniques, each of which can be switched off; it samples worlds where something is hidden.

    Parameters
    ----------
    worlds : how many worlds are sampled where something is hidden; None: one with the simple model of chance, else eight
    answer : of several worlds: the best 'mean' of the values, or a cheaper 'vote' for the move best in most of them
    chance : 'outcomes', every outcome of a chance turn or a sample of many; 'still', the game's simple model: nothing new comes;
        None: 'still' where the game has such a model
    samples : outcomes that are looked at where there are more than 21
    star : cut chance nodes early
    reductions : search late moves one ply less deep first; None: where something is hidden or left to chance
    """

    def __init__(
        self,
        eval: str | None = None,
        memory: int = DEFAULT_MEMORY,
        table: bool = True,
        pvs: bool = True,
        aspiration: bool = True,
        killers: bool = True,
        history: bool = True,
        hint: bool = True,
        sound: bool = True,
        future: bool = True,
        distance: bool = True,
        reductions: bool | None = None,
        extensions: bool = True,
        quiescence: bool = True,
        forcing: bool = True,
        static: bool = True,
        late: bool = True,
        pruning: bool = True,
        proof: bool = True,
        resist: bool = True,
        worlds: int | None = None,
        answer: Answer = "mean",
        chance: Chance | None = None,
        samples: int = 4,
        star: bool = True,
        weights: str | None = None,
    ) -> None:
        self._world_settings = WorldSettings(worlds=worlds, answer=answer, chance=chance, samples=samples, star=star)
        self._worlds: WorldSearch | None = None
        self._reduces_in_worlds = reductions is not False
        self.proof = proof
        self.resist = resist
        self._resistance: Resistance | None = None
        techniques = Techniques(
            table=table,
            pvs=pvs,
            aspiration=aspiration,
            killers=killers,
            history=history,
            hint=hint,
            sound=sound,
            future=future,
            distance=distance,
            reductions=bool(reductions),
            extensions=extensions,
            quiescence=quiescence,
            forcing=forcing,
            static=static,
            late=late,
            pruning=pruning,
        )
        if not 1 <= memory <= MOST_MEMORY:
            raise UsageError(f"the memory of engine is 1 to {MOST_MEMORY:,} MB, not {memory:,}")
        super().__init__(eval, weights, techniques, memory, plain=False)

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Forget the last game; take the search that is right for the game: in sampled worlds where nobody knows everything."""
        if game.compiled and (game.chance or game.hidden):
            self._start_worlds(game, seed)
            return
        require_engine_rules(game)
        self._worlds = None
        before = self._engine
        super().start(game, seat, seed)
        if self._engine is not before:
            able = self.proof and self.resist and can_be_searched_to_the_end(game)
            self._resistance = Resistance(game, self._engine) if able and self._engine is not None else None
        elif self._resistance is not None:
            self._resistance.forget_game()

    def _start_worlds(self, game: Any, seed: int) -> None:
        if self._worlds is None or self._worlds.game is not game:
            self.evaluator = load_evaluator(self.evaluator_name, game, self.weights)
            techniques = replace(self.techniques, reductions=self._reduces_in_worlds)
            self._worlds = WorldSearch(game, self.evaluator, self._world_settings, techniques, self.memory)
            self._worlds.warm_up(first_turn(game))
            self.notes = (self._worlds.bound.note,) if self._worlds.bound.note else ()
            self._engine, self._resistance = None, None
        else:
            self._worlds.forget()
        self._game, self._seed = game, seed

    def reports(self, position: Any, limit: Limit, begin: int) -> Iterator[Report]:
        """Yield a report for each completed depth."""
        if self._worlds is None:
            yield from super().reports(position, limit, begin)
            return
        order = position.moves()
        seed = (self._seed + 1) * SEED_FACTOR + position.ply
        random.Random(seed).shuffle(order)
        reserve = reserve_of(limit, max(self._pauses, default=0.0))
        yield from self._worlds.deepen(position, limit, order=order, seed=seed, reserve=reserve, begin=begin)
        self._pauses.append(self._worlds.longest_pause)

    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Search within the limit, and watch how the opponent answers."""
        if self._game is not position.game:
            self.start(position.game, position.turn, 0)
        resistance = self._resistance
        if resistance is None:
            return super().choose(position, limit, listen)
        if resistance.first_move and limit.nodes is not None:
            resistance.forget_opponent()
        resistance.answered(position)
        report = super().choose(position, limit, listen)
        resistance.moved(position, report)
        return report

    def search(self, engine: Engine, position: Any, limit: Limit, order: list[int], reserve: float, begin: int) -> Iterator[Report]:
        """Deepen, then try to prove the outcome, then go on deepening; where the loss is proven, resist.

        A share of the limit goes to the proof: a search to the end of the game for the outcome alone sees a won game many plies
        before a search that also wants the distance.
        """
        few = limit.nodes is not None and limit.nodes < FEWEST_NODES
        if not (self.proof and can_be_searched_to_the_end(position.game)) or limit.depth is not None or endless(limit) or few:
            yield from super().search(engine, position, limit, order, reserve, begin)
            return
        engine.size_table(limit)
        seconds, spent, lost = limit.move_seconds, 0, False

        # 1. Is it lost, as an earlier proof may have left in the table? Then there is nothing to deepen for but a good order.
        part = share(limit, seconds, LOST_SHARE) if self._resistance is not None else None
        if part is not None:
            proof = engine.prove(position, part, order=order, reserve=reserve, begin=begin)
            spent, lost = proof.nodes, proof.upper == LOSS

        # 2. Deepen.
        part = share(limit, seconds, RESIST_AFTER if lost else FIRST_SHARE, spent) or limit.with_(nodes=1)
        for report in engine.deepen(position, part, order=order, reserve=reserve, begin=begin):
            report = replace(report, nodes=spent + report.nodes)
            yield report
        spent = report.nodes
        best_first = engine.root_order()
        known_loss = report.score is not None and report.proven and is_loss(report.score)
        if report.stopped == "stop" or (report.proven and not (known_loss and self._resistance is not None)):
            return

        # 3. Prove.
        part = share(limit, seconds, FIRST_SHARE + PROOF_SHARE, spent)
        if not (lost or known_loss) and part is not None:
            proof = engine.prove(position, part, order=best_first, reserve=reserve, begin=begin)
            spent, lost = spent + proof.nodes, proof.upper == LOSS
            if proof.lower == WIN:
                yield replace(
                    report,
                    move=proof.move,
                    line=(proof.move,),
                    score=int(proven_win(DECIDED_DISTANCE)),
                    proven=True,
                    lines=(),
                    nodes=spent,
                    seconds=(now_ns() - begin) / NANOSECONDS,
                    stopped="proven",
                )
                return

        # 4. Resist, or go on deepening.
        if self._resistance is not None and (lost or known_loss):
            choice = self._resistance.choose(position, best_first, budget := Budget(limit, begin, reserve, spent))
            same = known_loss and choice.move == report.move
            yield replace(
                report,
                move=choice.move,
                line=report.line if same else (choice.move,),
                score=report.score if same else -int(proven_win(DECIDED_DISTANCE)),
                bound=EXACT,
                proven=True,
                lines=(),
                nodes=budget.nodes,
                seconds=(now_ns() - begin) / NANOSECONDS,
                stopped="resists",
            )
            return
        rest = share(limit, seconds, 1.0, spent)
        if rest is None:
            return
        deeper = report.depth + 1
        for last in engine.deepen(position, rest, order=best_first, reserve=reserve, begin=begin, first_depth=deeper):
            better = last if last.score is not None else report
            yield replace(better, nodes=spent + last.nodes, seconds=last.seconds, stopped=last.stopped)
