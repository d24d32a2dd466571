"""No wrong proof: the finder's random games through every door, and each kind of fault ever found, on a graph of its own."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from functools import reduce
from itertools import combinations
from operator import xor
from pathlib import Path
from types import SimpleNamespace

import claims
import finder
import graphs
import numpy as np
import pytest

import counterply as cp
from counterply import FIRST, SECOND, Limit
from counterply.cli import run
from counterply.core.report import Line, Report
from counterply.core.values import CHANCE, DEFAULT_GRID, DRAW, EXACT, HEURISTIC_LIMIT, INFINITE, LOWER, PLY, proven_win
from counterply.players import make_player
from counterply.search import proof_check
from counterply.search.alphabeta import context
from counterply.search.alphabeta.engine import MAX_DEPTH, Engine
from counterply.search.alphabeta.root_lines import Deepening
from counterply.search.alphabeta.techniques import ALPHABETA_ONLY, Techniques
from counterply.search.choose import Wishes, search_for
from counterply.search.exact.cannot_win import hold
from counterply.search.exact.margins import move_worth, prove_margin
from counterply.search.exact.outcomes import DRAW_VALUE, LOSS, WIN, prove_outcome
from counterply.search.exact.solve import solve
from counterply.search.phases import Phases, Sight
from counterply.search.request import SearchRequest
from counterply.search.worlds import WorldSearch, WorldSettings
from counterply.verification import verify
from some import some

WORLDS = 5  # of each kind; benchmarks/find_wrong_proofs.py looks at as many as you like
ROUNDED = 4  # a mean of means, each rounded to a whole score
WON, LOST, DRAWN = {"ends": FIRST}, {"ends": SECOND}, {"ends": DRAW}


def last(reports):
    *_, report = reports
    return report


# each kind is compiled for itself; what these give, the others give together with more
PARTS = ("bare", "points", "dice for points", "at once", "hinted points", "cut margin", "hints", "margin", "memo")


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=pytest.mark.slow) if kind in PARTS else kind for kind in graphs.KINDS])
def test_nothing_that_is_called_proven_is_wrong(kind):
    asking = finder.Finder(7)
    found = [fault for seed in range(WORLDS) for fault in asking.world_faults(kind, seed)]
    assert not found, min(found, key=lambda fault: fault.size)
    assert asking.asked[kind] > 50
    if kind != "dice for points":  # a mean is no proof
        assert sum(asking.claimed.values()) > 20


@pytest.mark.slow
@pytest.mark.parametrize("kinds", ["--drawn=25", "--kinds=drawn 100,drawn 28,drawn 83"])  # dice and cuts; trees and points, twice
def test_nothing_is_wrong_where_features_are_put_together_at_random(kinds):
    """As Python: each kind would be compiled for itself."""
    finder = [sys.executable, str(Path(__file__).parents[2] / "benchmarks" / "find_wrong_proofs.py"), "--positions=250", kinds]
    done = subprocess.run(finder, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, ["nothing wrong"]), done.stdout + done.stderr


# where points count, to lose by as few as possible
@pytest.mark.parametrize(
    "kind", ["dice", *(pytest.param(kind, marks=pytest.mark.slow) for kind in ("margin", "points", "hinted points"))]
)
def test_a_lost_position_is_resisted_longest(kind):
    player, asked = make_player("engine"), 0
    for seed in range(4):
        world = graphs.world(kind, seed)
        player.start(world.game, 0, 1)
        for node in world.nodes():
            position = world.position(node)
            worth = resistance(world, node, position)
            if len(set(worth.values())) > 1:
                report = player.choose(position, Limit(nodes=20_000))
                assert worth[report.move] == max(worth.values()) or not report.proven, (seed, node, report)
                asked += report.proven
    assert asked > 100


def resistance(world, node, position):
    """What each move of a lost position is worth to its mover: plies to the end or, where they count, points; else nothing."""
    truth, tables, mover = world.truth, world.setup[0], position.turn
    children = {move: int(tables["child"][node][move]) for move in position.moves()}
    if truth.margins is None:
        lost = truth.outcomes[node] == SECOND - mover
        return {move: truth.distances[child] for move, child in children.items()} if lost else {}
    sign = 1 if mover == 0 else -1
    worth = {move: sign * (int(tables["gain"][node][move]) + truth.margins[child]) for move, child in children.items()}
    return worth if max(worth.values()) < 0 else {}


@pytest.mark.slow
def test_the_command_says_what_is_true(capsys):
    """The graphs are a file's game as well; what is printed is compared as Python's answers are."""
    for kind, seed in (("hints", 7), ("cuts", 4)):
        world = graphs.world(kind, seed)
        for node in world.nodes()[:40:20]:
            where = [graphs.__file__, f"node {node}", "--set", f"kind={kind}", "--set", f"seed={seed}", "--nodes", "500", "--json"]
            assert run(["analyse", *where]) == 0
            told = json.loads(capsys.readouterr().out)["lines"][0]
            far = "" if told["distance"] is None else f" in {'at most ' * told['at_most']}{told['distance']}"
            result = "draw" if told["score"] == 0 else f"{'win' if told['score'] > 0 else 'loss'}{far}"
            if told["proven"]:
                assert not list(claims.wrong_value(world, world.position(node), result))
                assert not list(claims.wrong_line(world, world.position(node), result, [int(move) for move in told["pv"]], False))
            assert run(["solve", *where]) == 0
            told = SimpleNamespace(**json.loads(capsys.readouterr().out))
            assert not list(claims.wrong_solution(world, world.position(node), told))


def endless_values(world):
    """The evaluators of a world that see infinities."""
    return [each.name for each in world.game.evaluators if each.weights[0] == graphs.WILD and not each.plain]


@pytest.mark.parametrize("value", [np.inf, *(pytest.param(value, marks=pytest.mark.slow) for value in (-np.inf, 1e300, 524_287.0))])
def test_a_value_that_is_too_large_for_a_score_proves_no_margin(value):
    """The same position is reached with other points won: nothing is added to a score that was cut off."""
    seen = {"values": {graphs.WILD: (value, -value)}}
    nodes = [{"moves": {0: 1, 1: 1, 2: 1}, "gains": {0: -7, 1: 0, 2: 7}}]
    nodes += [{"turn": place & 1, "moves": {0: place + 1}, **seen} for place in range(1, 6)]
    world = graphs.graph("hinted points", *nodes, WON)
    for name in some(endless_values(world)):
        for depth in range(1, 6):
            for lines in (1, 3):
                for report in cp.analyse(world.position(0), depth=depth, lines=lines, eval=name):
                    assert not list(claims.wrong_report(world, world.position(0), report))
        solution = solve(world.position(0), Limit(nodes=500), evaluator(world, name), memory_mb=1)
        assert not list(claims.wrong_solution(world, world.position(0), solution))


@pytest.mark.parametrize("points", [(0, 2_100), (2_100, 0)])  # a fine grid's scores end at 2,048 points
def test_what_is_remembered_with_other_points_is_cut_off_as_a_score_is(points):
    """A node's entry leaves out the points won before it, and they are added again."""
    world = graphs.graph("hinted points", {"moves": {0: 1}}, {"turn": 1, "moves": {0: 2}}, {"moves": {0: 3}, "gains": {0: 10}}, WON)
    asked = engine(world, "kind5")
    reports = {won: last(asked.deepen(world.position(0, won), Limit(depth=4))) for won in points}
    said = {won: (report.score, report.score_text, report.proven) for won, report in reports.items()}
    assert said == {0: (10 << 18, "win by 10", True), 2_100: (HEURISTIC_LIMIT, "+inf", False)}


def test_a_margin_that_is_too_large_for_a_score_is_a_bound():
    world = graphs.graph("hinted points", {"moves": {0: 1, 1: 1}, "gains": {0: 30_000, 1: 29_000}}, WON)
    grids = {each.grid for each in world.game.evaluators}
    assert max(grids) * 29_000 > 1 << 30
    for each in world.game.evaluators:
        report = last(engine(world, each.name).deepen(world.position(0), Limit(depth=3)))
        assert report.proven == (each.grid * 30_000 < 1 << 29)
        assert not report.proven or report.score_text == "win by 30000"
        *_, played = search_for(world.game, each, Wishes(proof=True)).deepen(SearchRequest(world.position(0), Limit(nodes=300)))
        assert (played.fault, played.proven, played.move) == ("", report.proven, report.move)


def test_a_game_of_points_has_no_forced_win():
    """Its threats and replies are about winning; the margin is the objective."""
    root = {"moves": {0: 1, 1: 2}, "gains": {0: 1, 1: 9}, "required": [0, 1], "noisy": [0]}
    world = graphs.graph("hinted points", root, WON, WON)
    report = last(engine(world, "kind0").deepen(world.position(0), Limit(depth=3)))
    assert (report.score_text, report.move) == ("win by 9", 1)


def test_a_lost_root_is_as_far_from_its_end_as_all_its_moves_say():
    """`required` says that it is lost, `candidates` names the quick loss alone."""
    slow = [{"turn": 1, "moves": {0: 4}}, {"moves": {0: 5}}, {"turn": 1, "moves": {0: 1}}]
    world = graphs.graph(
        "cuts", {"moves": {0: 2, 3: 3}, "required": [], "candidates": [0]}, LOST, {"turn": 1, "moves": {0: 1}}, *slow
    )
    solution = solve(world.position(0), Limit(nodes=5_000), memory_mb=1)
    assert (solution.outcome, solution.distance, solution.at_most) == ("second", 4, False)
    assert not list(claims.wrong_solution(world, world.position(0), solution))


def test_of_a_draw_that_a_proof_found_no_guessed_line_is_told():
    """Deepening takes the second player's blunder for best play, and does not see the end; the proof does."""
    chains = [{"turn": place // 2 & 1, "moves": {0: place + 2, 3: place + 2}} for place in range(2, 40)]
    for blunder in chains[::2]:
        blunder["values"] = {graphs.SMALL: (-3.0, 3.0)}
    root, answer = {"moves": {0: 1, 3: 42}}, {"turn": 1, "moves": {0: 2, 3: 3}}
    world = graphs.graph("cuts", root, answer, *chains, WON, DRAWN, LOST)
    request = SearchRequest(world.position(0), Limit(nodes=800))
    *guesses, report = Phases(engine(world, "kind0"), None, request, Sight.NEAR).run()
    assert guesses[-1].line[:2] == (0, 0)
    assert (report.score_text, report.proven, report.line) == ("draw", True, (0,))


@pytest.mark.parametrize("plies", [0, 36])  # 0: of a game that is too long for more than the moves that its hint leaves
def test_a_draw_that_a_hint_hides_is_proven_by_searching_to_the_end(plies, monkeypatch):
    """Deepening sees candidates alone, and ends at its largest depth with few nodes."""
    monkeypatch.setattr("counterply.search.alphabeta.engine.LONGEST_UNCUT", plies)
    world = graphs.graph("cuts", {"moves": {0: 1, 3: 2}, "candidates": [0]}, DRAWN, DRAWN)
    solution = solve(world.position(0), Limit(nodes=finder.PLENTY), memory_mb=1)
    assert (solution.outcome, len(solution.line)) == ("draw", 1)


def test_the_line_of_a_held_draw_keeps_it():
    """Deepening had few nodes, and would play the first move, which loses."""
    circle = {"turn": 1, "moves": {0: 0}, "candidates": [0], "hopeless": 3}
    losing = {"turn": 1, "moves": {0: 2}, "candidates": [0]}
    world = graphs.graph("cuts", {"moves": {0: 1, 3: 3}, "candidates": [0, 3]}, losing, LOST, circle)
    world = replace(world, game=graphs.game_of("cuts", 0, world.setup, None))  # positions repeat
    with finder.turns_of(16, 1, 36):
        solution = solve(world.position(0), Limit(nodes=finder.PLENTY), memory_mb=1)
    assert (solution.outcome, solution.line[:1]) == ("draw", ("3",))


def test_a_lost_game_is_not_held_by_playing_on():
    """It would be the winner's turn, who has no move."""
    over = {"turn": 0, "ends": FIRST}
    world = graphs.graph("cuts", {"turn": 1, "moves": {0: 1, 1: 2}}, over, {"moves": {0: 1}})
    assert not hold(engine(world, "kind0"), world.position(0), 0, Limit(depth=4)).proven


def plies_to_hold(world, attacker):
    """By node, in how many plies the other seat can force an ending that the attacker does not win, or what is hopeless for it."""
    tables, found = world.setup[0], {}
    for node in range(graphs.NODES):
        ended = int(tables["ends"][node])
        if ended not in (graphs.ONGOING, FIRST if attacker == 0 else SECOND) or (
            not ended and tables["hopeless"][node] >> attacker & 1
        ):
            found[node] = 0
    plies, size = 0, -1
    while size < len(found):
        plies, size, known = plies + 1, len(found), set(found)
        for node in {*world.nodes()} - known:
            children = [int(tables["child"][node][code]) in known for code in graphs.codes_of(tables, node)]
            if all(children) if tables["turn"][node] == attacker else any(children):
                found[node] = plies
    return found


def test_a_seat_is_held_within_the_plies_that_were_asked_for():
    world = graphs.graph("cuts", {"turn": 1, "moves": {3: 1}}, {"moves": {0: 2}}, {"turn": 1, "moves": {0: 3, 3: 4}}, LOST, DRAWN)
    for depth in (1, 2, 3, 9):
        answer = hold(engine(world, "kind0"), world.position(0), 0, Limit(depth=depth))
        assert (answer.proven, answer.depth, answer.move) == ((True, 3, 3) if depth >= 3 else (False, depth, None))


def test_what_a_limit_cut_short_is_tried_again():
    """An answer that was not found in time is not remembered as a no."""
    world = graphs.world("cuts", 1)
    plies, tried = plies_to_hold(world, 0), 0
    for node in [node for node in world.nodes() if 3 <= plies.get(node, 0) <= 4][:12]:
        for nodes in range(2, 40, 3):
            asked = engine(world, "kind0")
            held = hold(asked, world.position(node), 0, Limit(nodes=nodes))
            if not held.proven:
                assert held.depth < plies[node]
                held = hold(asked, world.position(node), 0, Limit(depth=4), first_depth=held.depth + 1)
                tried += 1
            assert held.proven
            assert held.depth <= plies[node]
    assert tried > 50


@pytest.mark.parametrize("seeds", [(0, 1), pytest.param((2, 3), marks=pytest.mark.slow)])
def test_who_can_be_kept_from_winning_is_kept_in_as_few_plies(seeds):
    held = 0
    for seed in seeds:
        world = graphs.world("cuts", seed)
        asked = engine(world, "kind0")
        for attacker in (0, 1):
            plies = plies_to_hold(world, attacker)
            for node in world.nodes()[::5]:
                asked.forget()
                answer = hold(asked, world.position(node), attacker, Limit(depth=6, nodes=50_000))
                if node not in plies or plies[node] > 6:
                    assert answer.proven <= (node in plies), (seed, node, answer)  # sooner than it can be forced, by the table
                    continue
                assert answer.proven, (seed, node, answer)
                assert answer.depth <= plies[node]
                if answer.depth and world.setup[0]["turn"][node] != attacker:
                    assert int(world.setup[0]["child"][node][answer.move]) in plies
                held += answer.depth > 0
    assert held > 30


def longer_than_a_search(kind, end, **first):
    """A game without a choice, whose end lies 5 plies beyond the longest line of a search."""
    nodes = [{"turn": place & 1, "moves": {0: place + 1}} for place in range(MAX_DEPTH + 5)]
    return graphs.graph(kind, {**nodes[0], **first}, *nodes[1:], end)


@pytest.mark.parametrize("end", [WON, LOST, DRAWN])
def test_what_lies_beyond_the_longest_line_proves_no_outcome(end):
    world = longer_than_a_search("cuts", end)
    proof = prove_outcome(engine(world, "kind0"), world.position(0), Limit())
    assert (proof.lower, proof.upper, proof.value, proof.cut_short) == (LOSS, WIN, None, False)
    near = prove_outcome(engine(world, "kind0"), world.position(10), Limit())
    assert near.value == {FIRST: WIN, SECOND: LOSS, DRAW: DRAW_VALUE}[end["ends"]]
    world = longer_than_a_search("cuts", WON, moves={0: 1, 3: MAX_DEPTH + 5})  # of a win no more need be seen
    proof = prove_outcome(engine(world, "kind0"), world.position(0), Limit())
    assert (proof.value, proof.move) == (WIN, 3)


@pytest.mark.parametrize("end", [WON, LOST])
def test_what_lies_beyond_the_longest_line_proves_no_margin(end):
    world = longer_than_a_search("hinted points", end)
    for points in (-3, 0, 2):
        asked = engine(world, "kind0")
        known, _ = prove_margin(asked, world.position(0, points), Limit())
        assert (known.lower, known.upper, known.value) == (None, None, None)
        assert {move_worth(asked, world.position(0, points), points + more, Limit())[0] for more in (-1, 0, 1)} == {None}
        near, asked = world.position(10, points), engine(world, "kind0")
        assert prove_margin(asked, near, Limit())[0].value == points
        assert [move_worth(asked, near, worth, Limit())[0] for worth in (points - 1, points, points + 1)] == [0, 0, None]


def test_a_margin_among_candidates_is_not_proven_by_a_limit():
    """The candidates are searched to the end, and a limit ends the search of all moves that follows."""
    reply = {"turn": 1, "moves": {0: 2, 3: 2}, "gains": {0: 5, 3: -5}, "candidates": [0]}
    world = graphs.graph("hinted points", {"moves": {0: 1}, "candidates": [0]}, reply, WON)
    for nodes in range(1, 16):
        report = last(engine(world, "kind0").deepen(world.position(0), Limit(depth=3, nodes=nodes)))
        assert not list(claims.wrong_report(world, world.position(0), report))
    assert report.score_text == "loss by 5"


@pytest.mark.slow
def test_a_hint_that_is_asked_to_time_a_win_has_its_memo():
    """The techniques of the engine's own search read none."""
    world = graphs.world("memo", 0)
    own = Techniques(hint=False, sound=False, forcing=False, quiescence=False)
    asked = engine(world, "kind0", own)
    for node in world.nodes()[:20]:
        with asked.timing():
            report = last(asked.deepen(world.position(node), Limit(depth=5, nodes=300)))
        assert not list(claims.wrong_report(world, world.position(node), report))


def test_no_kind_of_entry_is_taken_for_another():
    """Two kinds had one salt: a root where a player was held was called won in two."""
    salts = [*context.SEAT_SALTS[1:], context.PROOF_SALT, context.WIDE_SALT, context.FORCING_SALT, *context.HOLD_SALTS]
    mixed = {reduce(xor, map(int, some), 0) for count in range(len(salts) + 1) for some in combinations(salts, count)}
    assert len(mixed) == 2 ** len(salts)


@pytest.mark.slow
def test_verify_asks_for_the_longest_resistance():
    """The list may hold losing moves, but then the one that resists longest."""
    quick, slow = {"turn": 1, "moves": {0: 1}}, {"turn": 1, "moves": {0: 4}}
    for named, said in (([0], ["required keeps the longest resistance"]), ([3], []), ([0, 3], [])):
        root = {"moves": {0: 2, 3: 3}, "required": named}
        world = graphs.graph("cuts", root, LOST, quick, slow, {"moves": {0: 5, 1: 5}}, quick)
        findings = verify(world.game, games=5, seconds=3)
        assert [each.promise for each in findings if each.certain and "required" in each.promise] == said


def test_a_distance_says_whether_it_is_a_bound():
    """A long win of forced moves is seen first, a shorter one at a greater depth."""
    world = long_and_short()
    report = last(engine(world, "kind0").deepen(world.position(0), Limit(depth=9)))
    assert (report.score_text, report.distance, report.at_most) == ("win in at most 7", 7, True)
    document = report.json()["lines"][0]
    assert (document["proven"], document["distance"], document["at_most"]) == (True, 7, True)
    report = cp.analyse(world.position(0), nodes=5_000).last()
    assert (report.score_text, report.distance, report.at_most) == ("win in 3", 3, False)
    assert json.loads(json.dumps(report.json()))["lines"][0]["at_most"] is False
    solution = cp.solve(world.position(0), nodes=5_000)
    assert (solution.distance, solution.at_most, solution.json()["at_most"]) == (3, False, False)


def test_without_distances_a_win_has_none():
    world = long_and_short()
    report = last(engine(world, "kind0", Techniques(distance=False)).deepen(world.position(0), Limit(depth=9)))
    assert (report.score_text, report.distance, report.proven) == ("win", None, True)


def long_and_short():
    """A win in 7 by forced moves, and one in 3 against three answers."""
    forced = [{"turn": (place + 1) & 1, "moves": {0: place + 1}} for place in range(1, 7)]
    short = [{"turn": 1, "moves": {0: 9, 1: 10, 2: 11}}, *({"moves": {0: 7, 4: 12}} for _ in range(3)), LOST]
    forced = [{"turn": place & 1, "moves": {0: place + 1}} for place in range(1, 7)]
    return graphs.graph("cuts", {"moves": {0: 1, 1: 8}}, *forced, WON, *short)


@pytest.mark.parametrize(
    ("shares", "values", "means"),
    [
        ([1 / 6] * 6, (1, 1, 3, 3, 0, 0), {(1 / 2 + 3 / 4 + 0) / 3}),  # two outcomes for each sample
        ([1 / 6] * 6, (0, 1, 3, 3, 3, 3), {1 / 2, (1 / 2 + 3 / 4 + 3 / 4) / 3}),  # either of the first two
        ([2 / 3, *[1 / 15] * 5], (1, 3, 3, 3, 3, 3), {(1 / 2 + 1 / 2 + 3 / 4) / 3}),  # the first one twice
    ],
)
def test_of_many_outcomes_one_of_each_stretch_is_looked_at(shares, values, means):
    leaves = [{"moves": {0: 8}, "values": {graphs.SMALL: (value, -value)}} for value in values]
    roll = {"turn": CHANCE, "moves": {code: 2 + code for code in range(graphs.CODES)}, "share": shares}
    world = graphs.graph("dice", {"moves": {0: 1}}, roll, *leaves, WON)
    settings = WorldSettings(worlds=1, outcomes=4, samples=3, scale=1.0)
    search = WorldSearch(world.game, evaluator(world, "kind0"), settings, memory_mb=1)
    seen = set()
    for seed in range(12):
        search.forget()
        seen.add(last(search.deepen(world.position(0), Limit(depth=1), seed=seed)).score)
    assert seen == {round(mean * DEFAULT_GRID) for mean in means}


def test_a_cut_at_a_chance_turn_keeps_the_window():
    """What a search with a window says is no better, and no worse, than the value that all outcomes have."""
    cut = 0
    for seed in range(3):
        world = graphs.world("dice", seed)
        search = WorldSearch(world.game, evaluator(world, "kind0"), WorldSettings(scale=1.0), ALPHABETA_ONLY, memory_mb=1)
        for node in world.nodes()[::4]:
            position = world.position(node)
            search.engine.prepare(position, Limit(depth=3), position.moves())
            search.engine.use()
            value, nodes = search.engine.search_root(3, -INFINITE, INFINITE), int(search.engine.context["nodes"])
            for below in (1 << 20, -(1 << 20)):
                search.engine.prepare(position, Limit(depth=3), position.moves())
                found = search.engine.search_root(3, value - below, value - below + 1)
                low, high = (value - below + 1, value) if below > 0 else (value, value - below)
                assert low - ROUNDED <= found <= high + ROUNDED, (seed, node, value, found)
                cut += int(search.engine.context["nodes"]) < nodes
    assert cut > 50


# --- a proof is played before it is shown


def line(*moves, plies=None, score=None, bound=EXACT):
    score = proven_win(plies) if score is None else score
    return Line(moves[0], score, moves, bound, proven=True)


def test_a_line_that_does_not_stand():
    world = long_and_short()
    position = world.position(0)
    assert proof_check.fault_of(position, line(1, 0, 0, plies=3)) == ""
    assert proof_check.fault_of(position, line(1, plies=3)) == ""  # the rest is in the table
    assert proof_check.fault_of(position, line(1, 0, 0, plies=5, bound=LOWER)) == ""
    assert "has 3 plies" in proof_check.fault_of(position, line(1, 0, 0, plies=5))
    assert "has 3 plies" in proof_check.fault_of(position, line(1, 0, 0, plies=2, bound=LOWER))
    assert "5 is no legal move after 1 plies" in proof_check.fault_of(position, line(1, 5, plies=3))
    assert "the game is over after 3 plies" in proof_check.fault_of(position, line(1, 0, 0, 0, plies=9))
    assert "a win of the second player" in proof_check.fault_of(position, line(1, 0, 4, plies=3))
    assert "goes on after the whole line" in proof_check.fault_of(position, line(0, 0, plies=2))
    assert "does not begin with the move" in proof_check.fault_of(position, Line(0, proven_win(3), (1, 0, 0), proven=True))


def test_a_claim_that_does_not_stand_is_withdrawn_and_reported():
    world = long_and_short()
    position = world.position(0)
    wrong = Report(4, int(proven_win(3)), proven=True, line=(4, 0, 0), stopped="proven", position=position)
    shown = proof_check.witnessed(position, wrong)
    assert (shown.proven, shown.score, shown.move, shown.stopped) == (False, 0, 0, "withdrawn")
    assert "4 is no legal move" in shown.fault
    assert "please report it" in shown.json()["fault"]
    assert "please report it" in str(shown)
    right = Report(1, int(proven_win(3)), proven=True, line=(1, 0, 0), position=position)
    assert proof_check.witnessed(position, right) == right


def test_every_door_plays_proofs(monkeypatch):
    """Analyses, players, the board's analysis and solutions: a search that lies is detected by each."""
    world = long_and_short()
    position = world.position(0)
    lie = Line(0, int(proven_win(1)), (0,), proven=True)
    monkeypatch.setattr(Deepening, "_line_of", lambda self, index, depth, bound, complete=False: lie)
    assert "whole line" in cp.analyse(position, depth=4).last().fault
    assert "whole line" in cp.player("engine").choose(position, depth=4).fault
    solution = cp.solve(position, nodes=2_000)
    assert not solution.proven
    assert "whole line" in solution.fault
    assert "please report it" in str(solution)


def evaluator(world, name):
    """The evaluator of a name."""
    return next(each for each in world.game.evaluators if each.name == name)


def engine(world, name, techniques=None):
    return Engine(world.game, evaluator(world, name), techniques, memory_mb=1)


def test_decided_plies_may_be_too_many():
    """The game says at most 9, and it takes 1."""
    world = graphs.graph("cuts", {"moves": {0: 1, 1: 1}}, {"turn": 0, "moves": {0: 2, 1: 3}, "decided": FIRST + PLY * 9}, WON, LOST)
    report = cp.analyse(world.position(0), depth=2).last()
    assert (report.score_text, report.line) == ("win in 2", (0, 0))
