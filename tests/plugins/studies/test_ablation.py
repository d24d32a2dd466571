"""The ladder of players: what each rung is, and exact numbers of small searches."""

from __future__ import annotations

import dataclasses
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import small_nim
from counterply import CounterplyError, Limit
from counterply.arena.variants import Games
from counterply.cli import run
from counterply.compiling.kernels import PLAIN
from counterply.core.evaluator import ZERO
from counterply.core.limits import Stop
from counterply.players import make_player
from counterply.plugins.studies import ablation
from counterply.search.alphabeta.technique import Technique
from counterply.search.alphabeta.techniques import Techniques
from counterply.search.perft import perft
from counterply.search.textbook import Count, evaluation, minimax
from counterply.usercode.loading import load_game
from counterply.work.place import HERE

slow_in_plain_mode = pytest.mark.skipif(PLAIN, reason="minutes in plain mode")


def measured(game: str, limit: Limit, **options: Any) -> ablation.Ablation:
    study = ablation.new_ablation(Games(game, {}, 0), limit, **options)
    ablation.measure(study, Stop())
    assert study.measured == study.rungs
    return study


# --- the rungs


def test_every_rung_adds_to_the_one_before() -> None:
    rungs = ablation.ladder(load_game("connect_four"))
    assert [rung.name for rung in rungs] == [
        "plain minimax",
        "+ alpha-beta",
        "+ deepening",
        "+ ordering",
        "+ table",
        "+ the rest",
        "+ proofs",
    ]
    assert rungs[0].text(5) == "minimax:depth=5,deepening=off"
    off = [set(re.findall(r"(\w+)=off", rung.text(5))) for rung in rungs[3:]]
    assert all(later < earlier for earlier, later in pairwise(off))
    ordered = {"pruning", "killers", "history", "hint", "distance"}
    assert off[0] == {each.name for each in dataclasses.fields(Techniques)} - ordered | {"proof"}, "a new one is of the rest"
    assert off[0] - off[1] == {"table"}
    assert rungs[-1].text(5) == "engine"


def test_a_game_that_cannot_be_searched_to_its_end_has_no_rung_for_proofs() -> None:
    assert ablation.ladder(load_game("blocker"))[-1].name == "+ the rest"


def test_rungs_are_players_of_the_grammar_with_the_evaluator() -> None:
    for rung in ablation.ladder(load_game("isolation"), "improved"):
        player: Any = make_player(rung.text(3))
        assert player.evaluator_name == "improved"
    assert ablation.ladder(load_game("isolation"), "a, b.py:f")[0].text(2) == 'minimax:eval="a, b.py:f",depth=2,deepening=off'


def test_without_deepening_a_depth_is_searched_at_once() -> None:
    game = load_game("tic_tac_toe")
    position = game.position("moves 1,1 0,0 2,2 0,2")
    for name, plain in (("minimax", "off"), ("minimax", "on"), ("alphabeta", "off"), ("alphabeta", "on")):
        deep = make_player(f"{name}:depth=3,plain={plain}")
        at_once = make_player(f"{name}:depth=3,plain={plain},deepening=off")
        for player in (deep, at_once):
            player.start(game, 0, 1)
        all_depths, last_only = deep.choose(position, Limit()), at_once.choose(position, Limit())
        assert last_only.depth == all_depths.depth == 3
        assert last_only.score == all_depths.score
        assert last_only.nodes < all_depths.nodes
    with pytest.raises(CounterplyError, match="needs a depth"):
        make_player("alphabeta:deepening=off")


# --- what is measured


def test_minimax_counts_what_perft_counts() -> None:
    study = measured("tic_tac_toe", Limit(nodes=100), depth=4)
    minimaxed = study.rungs[0]
    assert minimaxed.nodes == sum(sum(perft(position, 4)) for position in study.positions)
    assert minimaxed.player == "minimax:depth=2,deepening=off", "8 + 56 nodes; 336 more would be over 100"
    assert minimaxed.depth_within == 2


@slow_in_plain_mode
def test_exact_numbers_of_connect_four() -> None:
    study = measured("connect_four", Limit(nodes=1_000), depth=5, positions=4)
    assert [(worth.rung.name, worth.nodes, worth.depth_within, worth.proven) for worth in study.rungs] == CONNECT_FOUR
    again = measured("connect_four", Limit(nodes=1_000), depth=5, positions=4)
    assert [worth.nodes for worth in again.rungs] == [worth.nodes for worth in study.rungs]


CONNECT_FOUR = [
    ("plain minimax", 78427, 3.0, 0.0),
    ("+ alpha-beta", 14258, 4.0, 0.0),
    ("+ deepening", 15872, 3.75, 0.0),
    ("+ ordering", 5824, 4.0, 0.0),
    ("+ table", 4374, 4.25, 0.0),
    ("+ the rest", 4300, 4.25, 0.0),
    ("+ proofs", 4300, 4.0, 0.5),
]


def test_the_depth_is_the_deepest_that_minimax_reaches_within_the_budget() -> None:
    study = measured("tic_tac_toe", Limit(nodes=50), budget=500)
    assert study.depth == 3, "8 + 56 + 336 = 400 nodes from each opening of one ply"
    study = measured("tic_tac_toe", Limit(nodes=50), budget=500, depth=4)
    assert study.rungs[0].nodes is None, "beyond the budget"
    assert study.rungs[0].seconds is None
    assert study.rungs[-1].nodes is not None


@slow_in_plain_mode
def test_small_games_are_proven_within_the_limit() -> None:
    study = measured("tic_tac_toe", Limit(nodes=20_000), depth=2)
    assert [worth.proven for worth in study.rungs[1:]] == [1.0] * 6
    assert [worth.depth_within for worth in study.rungs[1:]] == [None] * 6


def test_a_game_in_plain_python_has_the_textbooks_rungs() -> None:
    study = measured(small_nim.__file__, Limit(nodes=200))
    assert [worth.rung.name for worth in study.rungs] == ["plain minimax", "+ alpha-beta", "+ deepening"]
    count, evaluate = Count(), evaluation(study.game, ZERO)
    for position in study.positions:
        minimax(position, study.depth, evaluate, position.turn, count)
    assert study.rungs[0].nodes == count.nodes


@slow_in_plain_mode
def test_where_scenarios_differ_the_positions_are_their_starts() -> None:
    games = Games("fishing_derby", {"scenario": "random:fish=2,seed=*,length=10"}, 7)
    study = ablation.new_ablation(games, Limit(nodes=20), depth=2, positions=3)
    assert [place.game.options["scenario"] for place in study.positions] == [
        f"random:fish=2,seed={seed},length=10" for seed in (7, 8, 9)
    ]
    ablation.measure(study, Stop())
    assert study.measured == study.rungs
    assert study.rungs[0].nodes == sum(sum(perft(position, 2)) for position in study.positions)


def test_games_are_played_between_neighbours() -> None:
    study = measured("tic_tac_toe", Limit(nodes=100), depth=2)
    ablation.play_all(study, 4, HERE)
    assert study.rungs[0].against is None
    for lower, worth in pairwise(study.rungs):
        assert worth.against is not None
        assert (worth.against.player, worth.against.opponent) == (worth.player, lower.player)
        assert worth.against.standing.games == 4


# --- the command


@slow_in_plain_mode
def test_the_document_is_the_same_each_time(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    documents = []
    table = tmp_path / "ladder.csv"
    for _ in range(2):
        assert run(["ablate", "tic_tac_toe", "--nodes", "60", "--games", "2", "--workers", "1", "--json", "--csv", str(table)]) == 0
        documents.append(json.loads(capsys.readouterr().out))
    for document in documents:
        for rung in document["rungs"]:
            assert rung.pop("seconds") >= 0
    assert documents[0] == documents[1]
    assert documents[0]["positions"] == ["moves 0,1", "moves 2,0", "moves 1,1"]
    assert documents[0]["notes"] == ["3 openings exist, and 10 were asked for"]
    assert documents[0]["rungs"][0]["score"] is None
    assert [row.split(",")[0] for row in table.read_text().splitlines()] == ["rung", *(r["rung"] for r in documents[0]["rungs"])]


@slow_in_plain_mode
def test_ctrl_c_prints_what_is_done(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Any] = []

    def interrupted_run(plan: Any, **options: Any) -> Any:
        if played:
            raise KeyboardInterrupt
        played.append(plan)
        return real_run(plan, **options)

    real_run = ablation.run
    monkeypatch.setattr(ablation, "run", interrupted_run)
    assert run(["ablate", "tic_tac_toe", "--nodes", "60", "--games", "2", "--workers", "1", "--json"]) == 130
    rungs = json.loads(capsys.readouterr().out)["rungs"]
    assert len(rungs) == 7
    assert [rung["score"] is not None for rung in rungs] == [False, True, False, False, False, False, False]


@slow_in_plain_mode
def test_the_table_and_the_plot(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plot = tmp_path / "ladder.png"
    arguments = "--scenario random:fish=2,seed=1,length=20 --nodes 50 --budget 2000 --positions 2 --games 2 --workers 1"
    assert run(["ablate", "fishing_derby", *arguments.split(), "--plot", str(plot)]) == 0
    told = capsys.readouterr().out
    assert "margin" in told
    assert "\n+ the rest      engine\n" in told
    assert plot.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--games", "3"], "games is even"),
        (["--positions", "0"], "--positions must be 1 or more"),
        (["--plot", "x.txt"], "a plot ends in"),
        (["--eval", "nothing"], "unknown evaluator"),
        (["--nodes", "0"], "nodes must be above 0"),
    ],
)
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    assert run(["ablate", "tic_tac_toe", *arguments]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.out == ""


def test_a_technique_of_another_package_has_a_rung(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ablation, "BROUGHT", (Technique("answers", "try answers first"), Technique("haste", "search one move")))
    *_, rest, answers, haste = ablation.ladder(load_game("tic_tac_toe"), "zero")
    assert (rest.name, answers.name, haste.name) == ("+ proofs", "+ answers", "+ haste")
    assert haste.player == "engine:answers=on,haste=on,eval=zero"
