"""The textbook's players in games with dice: expectimax, compiled or not, with nothing cut between the outcomes of a roll."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pig
import pytest

import counterply as cp
from counterply.core.limits import Limit
from counterply.core.position import AnyPosition
from counterply.core.report import Report
from counterply.search.alphabeta.techniques import ALPHABETA_ONLY, MINIMAX_ONLY
from counterply.search.choose import Wishes, search_for
from counterply.search.request import SearchRequest
from counterply.search.textbook import evaluation, require_plain_rules
from counterply.search.worlds import worth

PIG = pig.game(goal=5, turns=3)
MINIMAX = Wishes(techniques=MINIMAX_ONLY, memory=1, worlds=None)
ALPHABETA = Wishes(techniques=ALPHABETA_ONLY, memory=1, worlds=None)


def last(position: AnyPosition, wishes: Wishes, depth: int, first_depth: int = 1) -> Report:
    search = search_for(position.game, None, wishes)
    *_, report = search.deepen(SearchRequest(position, Limit(depth=depth), first_depth=first_depth))
    return report


@pytest.mark.parametrize("wishes", [MINIMAX, ALPHABETA], ids=["minimax", "alphabeta"])
def test_compiled_and_in_plain_python_the_same_nodes_give_the_same_values(wishes: Wishes) -> None:
    for moves in ((), ("0", "3"), ("0", "2", "1", "0", "3")):
        position = PIG.start().play(*moves)
        for depth in (1, 2, 3):
            compiled, plain = last(position, wishes, depth), last(position, replace(wishes, plain=True), depth)
            assert (compiled.move, compiled.nodes) == (plain.move, plain.nodes)
            assert compiled.score / compiled.grid == pytest.approx(plain.score / plain.grid, abs=2e-3)
            at_once = last(position, wishes, depth, first_depth=depth)
            assert at_once.score == compiled.score
            assert at_once.nodes < compiled.nodes or depth == 1


@dataclass(frozen=True)
class Tree:
    """A position of a tree: lists are moves, tuples the outcomes of a coin, words who has won."""

    below: Any
    turn: int = 0

    def moves(self) -> list[int]:
        return list(range(len(self.below)))

    def chances(self) -> list[tuple[int, float]]:
        return [(place, 1 / len(self.below)) for place in range(len(self.below))]

    def after(self, move: int) -> Tree:
        below = self.below[move]
        return Tree(below, cp.CHANCE if isinstance(below, tuple) else 1)

    def outcome(self) -> int:
        return {"first": cp.FIRST, "second": cp.SECOND}.get(self.below, cp.ONGOING) if isinstance(self.below, str) else cp.ONGOING


def test_alpha_beta_cuts_moves_by_a_mean_and_no_outcome() -> None:
    even, sure, lost = ("first", "second"), ("first", "first"), ("second", "second")
    position = cp.PlainGame("tree", lambda: Tree([[even, sure], [lost, sure]])).start()
    full, pruned = last(position, MINIMAX, 2, 2), last(position, ALPHABETA, 2, 2)
    assert full.score == pruned.score == 0
    assert full.move == pruned.move == 0
    assert (full.nodes, pruned.nodes) == (14, 11), "the second coin after the second move, and both of its outcomes"


@dataclass(frozen=True)
class Coin:
    """Who is to move may toss: heads win, tails lose, each with probability 1/2; a pass leaves the toss to the other side."""

    passed: int = 0
    tossed: bool = False
    result: int = cp.ONGOING

    @property
    def turn(self) -> int:
        return cp.CHANCE if self.tossed else self.passed % 2

    def moves(self) -> list[str]:
        return ["toss", "pass"] if self.passed < 2 else ["toss"]

    def chances(self) -> list[tuple[str, float]]:
        return [("heads", 0.5), ("tails", 0.5)]

    def after(self, move: str) -> Coin:
        if move == "pass":
            return replace(self, passed=self.passed + 1)
        if move == "toss":
            return replace(self, tossed=True)
        won = self.passed % 2 == (0 if move == "heads" else 1)
        return replace(self, tossed=False, result=cp.FIRST if won else cp.SECOND)

    def outcome(self) -> int:
        return self.result


COIN = cp.PlainGame("coin", Coin)


def test_a_mean_that_was_searched_to_the_end_is_complete_and_no_proof() -> None:
    report = cp.analyse(COIN, depth=9).last()
    assert (report.score, report.proven, report.stopped) == (0, False, "complete")


def test_they_play_a_match() -> None:
    played = cp.match(COIN, "minimax:depth=2", "alphabeta:depth=3", games=4)
    assert not played.failures
    assert 0 <= played.score <= 1


def test_values_are_expected_results_where_dice_decide() -> None:
    position = PIG.start().play("0", "3")
    value, grid = worth(PIG, PIG.evaluators[0])
    assert 0 < value(position, 0) / grid < 1
    assert value(position, 0) == -value(position, 1)
    assert evaluation(PIG, PIG.evaluators[0])(position, 0) == 3 * PIG.evaluators[0].grid


def test_who_can_play_is_said_where_a_proof_or_hidden_information_stands_in_the_way() -> None:
    with pytest.raises(cp.GameError, match=r"pig has chance, which proofs .* cannot handle; minimax, alphabeta and engine can"):
        cp.solve(PIG)
    with pytest.raises(cp.GameError, match="minimax, alphabeta and a player that samples can"):
        cp.solve(COIN)
    with pytest.raises(cp.GameError, match="chance"):
        require_plain_rules(PIG)
