"""Golden numbers of Blocker: nodes of the searches, and small budgets of `solve`."""

from __future__ import annotations

import pytest
from test_cli import document
from test_counts import assert_engine_is_the_textbook

from counterply import Limit
from counterply.cli import run
from counterply.compiling.kernels import PLAIN
from counterply.search.counts import count_nodes, uniform_branching
from counterply.search.exact.solve import solve
from counterply.usercode.loading import load_evaluator, load_game

BLOCKER = {
    "minimax": (5, 16, 47, 123, 337, 827, 2017, 5043, 12919, 31643, 76701, 187645),
    "course": (5, 11, 25, 44, 85, 138, 247, 388, 855, 1301, 2344, 3678),
    "figure": (5, 11, 25, 44, 85, 139, 251, 397, 696, 1084, 1878, 2911),
}


@pytest.mark.parametrize("board", ["course", "figure"])
def test_nodes_of_blocker(board):
    start = load_game("blocker", {"board": board}).start()
    deepest = 9 if PLAIN else 12
    found = list(count_nodes(start, range(1, deepest + 1), evaluator=load_evaluator("zero", start.game)))
    assert [c.alphabeta for c in found] == list(BLOCKER[board])[:deepest]
    if board == "course":
        assert [c.minimax for c in found] == list(BLOCKER["minimax"])[:deepest]
    for counts in found:
        assert counts.minimax >= counts.best_possible * 0.99
        assert uniform_branching(counts.minimax, counts.depth) == counts.branching


def test_engine_without_techniques_is_the_textbook() -> None:
    assert_engine_is_the_textbook("blocker", {}, "", 8)


@pytest.mark.parametrize("nodes", [1, 2, 3, 4, 7, 20, 101])
def test_solve_keeps_a_budget_of_any_size(nodes: int) -> None:
    solution = solve(load_game("blocker").start(), Limit(nodes=nodes))
    assert solution.nodes <= nodes
    assert solution.lower <= solution.upper


def test_the_textbooks_best_states_by_depth(capsys: pytest.CaptureFixture[str]) -> None:
    from counterply.search.textbook import Count, evaluation, minimax

    told = document(capsys, "analyse", "blocker", "--search", "minimax", "--eval", "assignment", "--boards", "2,4")
    game = load_game("blocker")
    evaluator = next(evaluator for evaluator in game.evaluators if evaluator.name == "assignment")
    assert [board["depth"] for board in told["boards"]] == [2, 4]
    for board in told["boards"]:
        truth = minimax(game.start(), board["depth"], evaluation(game, evaluator), 0, Count())
        assert board["pv"] == game.start().line_text(truth.line)
        assert board["board"] == str(truth.position)
    assert run(["analyse", "blocker", "--search", "mini"]) == 2
    assert "unknown search 'mini'; did you mean 'minimax'?" in capsys.readouterr().err
