"""How Gomoku's network is taught: what is kept in whole numbers says what was learnt, and each engine's scores have a scale."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy as np
import pytest

from counterply.plugins.gomoku.game import game as gomoku
from counterply.plugins.gomoku.network import KINDS, LARGEST_NUMBER
from counterply.search.alphabeta.engine import Engine

sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks"))
import gomoku_games
from gomoku_fit import PAIRS, SURE, Network, Rows, exact, rounded, stretched
from gomoku_stages import sigmoid

MANY, CELLS, FEW = 4000, 30, 40
WORTHS = 5  # of a network's weights


def rows_of(score: np.ndarray, folder: np.ndarray, result: np.ndarray) -> Rows:
    """Return rows of games with random cells."""
    pick = np.random.default_rng(3)
    many, nothing = len(score), np.zeros(len(score), int)
    counts = pick.integers(0, 3, (many, PAIRS), dtype=np.uint8)
    counts[:, 0] = 0
    attack, defence = pick.integers(0, FEW, (2, many, CELLS), dtype=np.uint16)
    stones, no = pick.integers(0, 120, many), np.zeros(many, bool)
    return Rows(np.arange(many), folder, stones, result, score, counts, attack, defence, no, nothing, np.abs(score) < SURE, no)


def a_network() -> tuple[Network, list[np.ndarray], np.ndarray]:
    """Return a network of fifty rows, weights one of whose pairs counts far more than the others, and the rows."""
    nothing, weights = np.zeros(50), [part.astype(np.float64) for part in Network.random()]
    weights[0][0], weights[0][7] = 0, 15 * weights[0][7]
    weights[WORTHS][1:] = np.random.default_rng(4).normal(size=(KINDS - 1, 2)) * 0.02
    return Network(rows_of(nothing, nothing, np.linspace(0, 1, 50))), weights, np.arange(50)


def test_numbers_in_whole_steps_say_what_was_learnt():
    network, weights, every = a_network()
    learnt = network.values(weights, every)
    assert network.values(stretched(weights), every) == pytest.approx(learnt, abs=1e-5)
    kept = rounded(stretched(weights))
    assert (np.abs(kept["vectors"]).max(axis=(0, 1)) == LARGEST_NUMBER).all()  # all steps are used, and no number is cut
    missed = [np.abs(network.values(exact(rounded(each)), every) - learnt).max() for each in (stretched(weights), weights)]
    assert missed[0] < missed[1] / 2


def test_the_descent_goes_by_the_slopes_of_the_numbers_that_are_kept(monkeypatch):
    monkeypatch.setattr("gomoku_fit.NETWORK_PULL", 0.0)
    network, weights, every = a_network()
    pick = np.random.default_rng(6)

    def lost(weights: list[np.ndarray]) -> float:
        value = network.values(weights, every)
        return float(((np.logaddexp(0, value) - network.target * value) * network.weight).mean())

    for at, slope in enumerate(network.slopes(weights, every)):
        way = pick.normal(size=slope.shape) * 1e-5
        if at == WORTHS:
            way[0] = 0  # what nothing is worth stays 0
        there, back = ([*weights[:at], weights[at] + sign * way, *weights[at + 1 :]] for sign in (1, -1))
        assert lost(there) - lost(back) == pytest.approx(2 * (slope * way).sum(), rel=1e-2)
    in_the_file = exact(rounded(stretched(weights)))
    wanted = network.slopes([in_the_file[0], *stretched(weights)[1:]], every)
    network.in_steps = True
    for made, slope in zip(network.slopes(stretched(weights), every), wanted, strict=True):
        assert made == pytest.approx(slope, abs=1e-9)


def test_scores_of_two_engines_have_a_scale_each():
    pick, folder = np.random.default_rng(5), np.repeat([0, 1], MANY)
    true = pick.normal(size=2 * MANY) * 2
    result = (pick.random(2 * MANY) < sigmoid(true)).astype(float)
    score = np.where(folder == 0, true, true / 3)
    score[::50] = SURE

    def missed(folder: np.ndarray, chosen: slice | np.ndarray) -> float:
        said = rows_of(score, folder, result).targets() - result / 2
        return float(np.abs(said - sigmoid(np.where(score == SURE, SURE, true)) / 2)[chosen].mean())

    proven = score == SURE
    assert missed(folder, proven) == pytest.approx(0)  # a proof is no matter of scale
    assert missed(folder, ~proven) < 0.015 < 0.035 < missed(0 * folder, ~proven)


def test_a_game_that_nobody_wins_teaches_a_draw(monkeypatch):
    monkeypatch.setattr(gomoku_games, "MOST_STONES", 9)  # where such a game is left
    monkeypatch.setattr(gomoku_games, "CHANCE_OF_STRAY", 0.0)
    game = gomoku()
    player = gomoku_games.Player(game, Engine(game, game.evaluators[0]), 40, random.Random(1))
    position = game.start()
    for text in ("h8", "h9", "i8", "g8", "g9"):
        position = position.after(position.parse_move(text))
    rows = gomoku_games.play_one(player, position, 0)
    assert [row["stones"] for row in rows] == [5, 6, 7, 8, 9]
    assert [(row["result"], row["stray"], row["proven"]) for row in rows] == [(0.5, False, False)] * 5
