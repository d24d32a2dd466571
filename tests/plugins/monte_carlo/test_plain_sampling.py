"""Monte Carlo tree search, with leaves that are played out, judged or searched, of games in plain Python, dice included."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

import counterply as cp
from counterply.plugins.monte_carlo.textbook import expectiminimax
from counterply.search.textbook import Count, minimax
from small_nim import Nim

GOAL = 4


@dataclass(frozen=True)
class Race:
    """Step by one, or throw a coin for three or nothing; who has four first wins."""

    steps: tuple[int, int] = (0, 0)
    mover: int = 0
    thrown: bool = False

    @property
    def turn(self) -> int:
        return cp.CHANCE if self.thrown else self.mover

    def moves(self) -> list[str]:
        return ["step", "throw"]

    def chances(self) -> list[tuple[str, float]]:
        return [("nothing", 0.5), ("three", 0.5)]

    def after(self, move: str) -> Race:
        if move == "throw":
            return replace(self, thrown=True)
        own = self.steps[self.mover] + {"step": 1, "three": 3, "nothing": 0}[move]
        return Race((own, self.steps[1]) if self.mover == 0 else (self.steps[0], own), 1 - self.mover)

    def outcome(self) -> int:
        return next((won for own, won in zip(self.steps, (cp.FIRST, cp.SECOND), strict=True) if own >= GOAL), cp.ONGOING)


def lead(position: Any, player: int) -> float:
    return float(position.steps[player] - position.steps[1 - player])


RACE = cp.PlainGame("race", Race, evaluators=[cp.Evaluator("lead", lead)])
PLAYERS = ("mcts:simulations=400", "mcts:simulations=400,leaf=rollout", "hybrid:simulations=60", "uct:simulations=400")


def truth(race: Race, depth: int) -> float:
    """The expected result for the first player under best play, 0 where no depth is left."""
    if race.outcome() != cp.ONGOING or depth == 0:
        return {cp.FIRST: 1.0, cp.SECOND: -1.0}.get(race.outcome(), 0.0)
    if race.turn == cp.CHANCE:
        return sum(chance * truth(race.after(move), depth) for move, chance in race.chances())
    return (max, min)[race.turn](truth(race.after(move), depth - 1) for move in race.moves())


@pytest.mark.parametrize("depth", range(5))
def test_expectiminimax_is_the_mean_of_chance_and_the_best_of_moves(depth: int) -> None:
    for steps in ((0, 0), (1, 2), (3, 1)):
        position = cp.PlainGame("race", lambda steps=steps: Race(steps)).start()
        value = expectiminimax(position, depth, lambda place: truth(place.record, 0), 0, Count())
        assert value == pytest.approx(truth(Race(steps), depth))


def test_without_chance_it_is_minimax() -> None:
    position = cp.PlainGame("nim", lambda: Nim(7)).start()
    for depth in range(8):
        value = expectiminimax(position, depth, lambda place: {1: 1.0, 2: -1.0}.get(place.outcome(), 0.0), 0, Count())
        score = minimax(position, depth, lambda place, player: 0, 0, Count()).score
        assert (value > 0) - (value < 0) == (score > 0) - (score < 0)


@pytest.mark.parametrize("name", PLAYERS)
def test_players_that_sample_play_games_with_dice(name: str) -> None:
    assert cp.verify(RACE, games=5, seconds=1).kept
    near = cp.PlainGame("race", lambda: Race((3, 1)), evaluators=RACE.evaluators)
    report = cp.player(name, seed=1).choose(near.start(), nodes=20_000)
    assert report.move == "step", "it wins at once"
    assert report.plain
    played = cp.match(RACE, name, "random", games=6, nodes=2_000)
    assert not played.failures
    assert played.score > 0.5


def test_leaves_are_judged_by_the_evaluator_and_by_a_search() -> None:
    def backwards(position: Any, player: int) -> float:
        return -lead(position, player)

    start = cp.PlainGame("race", lambda: Race((0, 0)), evaluators=[cp.Evaluator("backwards", backwards)]).start()
    judged, searched = (cp.player(name, seed=2).choose(start, simulations=30) for name in ("mcts", "hybrid:depth=3"))
    assert judged.nodes < searched.nodes
    assert judged.simulations == searched.simulations == 30


def test_what_cannot_average_says_who_can() -> None:
    with pytest.raises(cp.GameError, match=r"race has chance, .*; minimax, alphabeta and a player that samples can, in a match"):
        cp.solve(RACE)
    player = cp.player("mcts:simulations=10")
    player.choose(RACE.start())
    assert player.notes == ("mcts:simulations=10 searches in plain Python, without priors, proofs, or a tree that is kept",)


def test_verify_adds_the_probabilities_up() -> None:
    class Loaded(Race):
        def chances(self) -> list[tuple[str, float]]:
            return [("nothing", 0.5), ("three", 0.4)]

        def after(self, move: str) -> Race:
            made = super().after(move)
            return Loaded(made.steps, made.mover, made.thrown)

    found = cp.verify(cp.PlainGame("race", Loaded), games=5, seconds=1)
    assert "sum to 1" in str(found)
