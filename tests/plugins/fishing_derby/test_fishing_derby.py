"""Fishing Derby against the course's search tree: recorded walks, counted trees, worked examples."""

import gzip
import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from counterply import DRAW, FIRST, ONGOING, CounterplyError, UsageError
from counterply.compiling.intrinsics import copy_record
from counterply.compiling.kernels import kernel
from counterply.core.contract import legal_moves, outcome, play
from counterply.core.position import Position
from counterply.plugins.fishing_derby.game import game
from counterply.plugins.fishing_derby.rules import LONGEST_CHASE, MOVE_NAMES, NO_FISH, SIZE, fish_cell, fish_left
from counterply.plugins.fishing_derby.scenarios import SURFACE, read_scenario, scenario_of
from counterply.plugins.fishing_derby.text import fish_places
from counterply.usercode.loading import load_game

DATA = Path(__file__).parent / "data"
WALKS = json.loads(gzip.decompress((DATA / "tree_walks.json.gz").read_bytes()))
PERFT = [entry for entry in json.loads((DATA / "perft.json").read_text()) if entry["test"] != 0]  # test_0's file is not ours
CHECKSUM = 1_000_003


def scenario_file(folder, fish, players=((0, 10), (10, 10)), codes=None, length=14):
    file = folder / "scenario.json"
    file.write_text(json.dumps(scenario_of(fish, players, codes, length)))
    return str(file)


def state_of(position):
    """The state as the course's tree shows it."""
    record = position.record
    return {
        "player": position.turn,
        "hooks": [[int(record["hook_x"][p]), int(record["hook_y"][p])] for p in (0, 1)],
        "caught": [None if record["rod"][p] == NO_FISH else int(record["rod"][p]) for p in (0, 1)],
        "scores": record["score"].tolist(),
        "fish": {str(index): list(place) for index, place in fish_places(position).items()},
    }


def walk_game(folder, walk):
    root = walk["root"]
    numbers = range(len(walk["values"]))
    assert [str(i) for i in numbers] == sorted(root["fish"], key=int)
    fish = [(tuple(root["fish"][str(i)]), walk["values"][str(i)]) for i in numbers]
    codes = {i: walk["observations"][str(i)] for i in numbers}
    hooks = tuple(map(tuple, root["hooks"]))
    scenario = scenario_file(folder, fish, hooks, codes, length=len(codes[0]))
    return game(scenario=scenario, mode="host_tree", first=("green", "red")[root["player"]])


BLOCKS = range(0, len(WALKS), 20)


@pytest.mark.parametrize("block", [*BLOCKS[::3], *(pytest.param(each, marks=pytest.mark.slow) for each in BLOCKS if each % 60)])
def test_recorded_walks(tmp_path, block):
    for walk in WALKS[block : block + 20]:
        made = walk_game(tmp_path, walk)
        position = made.start()
        assert state_of(position) == walk["root"]
        for step in walk["path"]:
            assert [position.move_text(m) for m in position.moves()] == step["legal"]
            position = position.play_text([step["move"]])
            assert state_of(position) == step["state"]
            again = made.position(str(position))
            assert again.key() == position.key()
        assert (position.outcome() != ONGOING) == (len(walk["path"]) == len(walk["observations"]["0"]))
        assert position.margin() == position.record["score"][0] - position.record["score"][1]


@kernel
def weigh(position, setup):
    """The golden checksum of one node, its score, and whether a fish is on a rod."""
    value = np.int64(position["turn"])
    for p in range(2):
        value += (3 + 4 * p) * np.int64(position["hook_x"][p]) + (5 + 6 * p) * np.int64(position["hook_y"][p])
        value += (13 + 4 * p) * np.int64(position["score"][p]) + (19 + 4 * p) * (np.int64(position["rod"][p]) + 1)
    left = fish_left(position)
    for f in range(setup["fish"]):
        if left >> np.uint64(f) & np.uint64(1):
            cell = fish_cell(position, setup, f)
            value += (f + 1) * (29 * (f + 1) + 31 * (cell % SIZE) + 37 * (cell // SIZE))
    return value * value % CHECKSUM


@kernel
def count(stack, setup, moves, depth, ply, sums):
    """Add to `sums`, in place: nodes, checksum, score sum and nodes with a fish on a rod, `depth` plies below stack[ply]."""
    position = stack[ply]
    if depth == 0:
        sums[0] += 1
        sums[1] = (sums[1] + weigh(position, setup)) % CHECKSUM
        sums[2] += np.int64(position["score"][0]) - np.int64(position["score"][1])
        sums[3] += position["rod"][0] >= 0 or position["rod"][1] >= 0
        return np.int64(0)
    if outcome(position, setup) == ONGOING:
        for index in range(legal_moves(position, setup, moves[ply])):
            copy_record(stack[ply + 1], position)
            play(stack[ply + 1], setup, moves[ply, index])
            count(stack, setup, moves, depth - np.int64(1), ply + np.int64(1), sums)
    return np.int64(0)


@pytest.mark.parametrize("golden", PERFT, ids=lambda g: f"test_{g['test']}-{('green', 'red')[g['first_player']]}")
def test_counted_trees(golden):
    made = game(scenario=f"test_{golden['test']}", mode="host_tree", first=("green", "red")[golden["first_player"]])
    for level in golden["levels"]:
        if level["depth"] > 4 and not hasattr(count, "py_func"):
            continue  # slow in plain mode
        stack, moves, sums = np.zeros(8, made.record), np.zeros((8, 5), np.int32), np.zeros(4, np.int64)
        copy_record(stack[0], made.start().record)
        count(stack, made.setup[0], moves, np.int64(level["depth"]), np.int64(0), sums)
        assert sums.tolist() == [level["nodes"], level["checksum"], level["score_sum"], level["with_catch"]], level["depth"]


def put(folder, hooks, fish=(((15, 0), 1),), codes=None, rods=(NO_FISH, NO_FISH), first="green", mode="true", length=14):
    made = game(scenario=scenario_file(folder, list(fish), hooks, codes, length), first=first, mode=mode)
    position = made.start()
    position.record["rod"] = rods
    position.record["free"] = sum(1 << index for index in range(len(fish)) if index not in rods)
    return Position(made, position.record)


def hooks_of(position):
    return state_of(position)["hooks"]


def test_hooks_wrap_and_block(tmp_path):
    assert hooks_of(put(tmp_path, ((0, 10), (5, 10))).play_text(["left"]))[0] == [19, 10]
    assert hooks_of(put(tmp_path, ((0, 10), (19, 10))).play_text(["left"]))[0] == [0, 10]
    assert hooks_of(put(tmp_path, ((5, 10), (6, 4))).play_text(["right"]))[0] == [5, 10]
    assert hooks_of(put(tmp_path, ((5, 0), (9, 19))).play_text(["down", "up"])) == [[5, 0], [9, 19]]


def test_reel_in(tmp_path):
    position = put(tmp_path, ((5, 16), (12, 12)), [((5, 15), 3), ((0, 0), 1)]).play_text(["down"])
    assert state_of(position)["caught"] == [0, None]
    for y in (16, 17, 18, 19):
        assert len(position.moves()) == 5
        position = position.play_text(["stay"])
        assert [position.move_text(m) for m in position.moves()] == ["up"]
        position = position.play_text(["up"])
        assert hooks_of(position)[0] == [5, y]
    assert state_of(position)["scores"] == [3, 0]
    assert "0" not in state_of(position)["fish"]


def test_a_fish_swims_onto_a_hook_in_the_opponents_ply(tmp_path):
    position = put(tmp_path, ((5, 15), (12, 12)), [((5, 13), 3)], {0: [0, 0]}).play_text(["stay", "stay"])
    assert state_of(position)["caught"] == [0, None]
    assert [position.move_text(m) for m in position.moves()] == ["up"]
    position = position.play_text(["up"])
    assert (hooks_of(position)[0], state_of(position)["fish"]["0"]) == ([5, 16], [5, 16])


def test_hook_and_fish_that_swap_cells_do_not_meet(tmp_path):
    position = put(tmp_path, ((5, 15), (12, 12)), [((5, 14), 3)], {0: [0]}).play_text(["down"])
    assert state_of(position)["caught"] == [None, None]


def test_surface_fish_is_landed_at_once(tmp_path):
    position = put(tmp_path, ((5, 19), (12, 12)), [((6, 19), -4)]).play_text(["right"])
    assert (state_of(position)["scores"], state_of(position)["fish"]) == ([-4, 0], {})
    assert position.game.reason(position) == "no fish is left"


def test_lowest_number_is_caught(tmp_path):
    fish = [((0, 0), 1)] * 2 + [((5, 12), 1)] + [((0, 0), 1)] * 4 + [((5, 12), 2)]
    assert state_of(put(tmp_path, ((5, 11), (12, 12)), fish).play_text(["up"]))["caught"] == [2, None]


def test_clamped_diagonals_keep_their_x(tmp_path):
    position = put(tmp_path, ((5, 11), (12, 12)), [((0, 19), 1), ((19, 0), 1)], {0: [4], 1: [7]}).play_text(["stay"])
    assert state_of(position)["fish"] == {"0": [19, 19], "1": [0, 0]}


@pytest.mark.parametrize(("mode", "cells"), [("host_tree", ([10, 9], [13, 10])), ("true", ([11, 10], [12, 11]))])
def test_slip_of_the_hosts_tree(tmp_path, mode, cells):
    fish = [((5, 19), 3), ((10, 10), 1), ((12, 10), 1)]
    position = put(tmp_path, ((5, 18), (0, 0)), fish, {0: [8, 1, 1], 1: [8, 3, 3], 2: [8, 0, 0]}, mode=mode).play_text(
        ["up", "stay"]
    )
    assert (state_of(position)["fish"]["1"], state_of(position)["fish"]["2"]) == cells


def test_only_the_movers_rod_rises(tmp_path):
    position = put(tmp_path, ((5, 12), (9, 12)), [((5, 12), 1), ((9, 12), 1)], rods=(0, 1)).play_text(["up"])
    assert state_of(position)["fish"] == {"0": [5, 13], "1": [9, 12]}
    assert state_of(position.play_text(["up"]))["fish"] == {"0": [5, 13], "1": [9, 13]}


def test_two_landings_in_one_ply(tmp_path):
    fish = [((5, 18), 7), ((9, 18), -7)]
    position = put(tmp_path, ((5, 18), (9, 19)), fish, {1: [0]}, rods=(0, NO_FISH)).play_text(["up"])
    assert (state_of(position)["scores"], state_of(position)["fish"]) == ([7, -7], {})
    assert (position.outcome(), position.margin()) == (FIRST, 14)


def test_time_is_up(tmp_path):
    position = put(tmp_path, ((5, 12), (9, 12)), length=2).play_text(["stay"])
    assert position.outcome() == ONGOING
    position = position.play_text(["stay"])
    assert (position.outcome(), position.moves(), position.game.reason(position)) == (DRAW, [], "time is up")


def test_the_host_begins_with_a_dummy_ply_and_red():
    position = game(scenario="test_2").start()
    assert (position.turn, int(position.record["time"]), position.margin()) == (1, 1, -10)
    final = game(scenario="test_3").position("moves left right stay left stay down stay up")
    assert (final.record["score"].tolist(), final.outcome(), final.game.reason(final)) == ([13, 10], FIRST, "no fish is left")


def test_all_moves_are_texts_and_land_on_the_board():
    position = game().start()
    assert [position.move_text(m) for m in position.moves()] == list(MOVE_NAMES)
    assert position.game.cell(position, 4) == (0, 6)


def broken(change):
    data = scenario_of([((1, 1), 1), ((2, 2), 2)], ((0, 0), (5, 5)), length=5)
    change(data)
    return data


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda d: d.pop("sequence"), "has 'sequence'"),
        (lambda d: d["init_fishes"]["1"].update(score=0), "fish 1 is worth -7 to -1 or 1 to 11, not 0"),
        (lambda d: d["init_fishes"]["0"].update(init_pos=[1, 20]), "fish 0 is at"),
        (lambda d: d["sequence"]["1"].pop(), "equally many codes"),
        (lambda d: d["sequence"]["1"].__setitem__(0, 9), "sequence: fish 1, ply 0: a code is 0 to 8, not 9"),
        (lambda d: d["init_players"].update({"1": [0, 3]}), "both boats are in column 0"),
        (lambda d: d["init_fishes"].clear(), "1 to 64 fish"),
    ],
)
def test_bad_scenarios(tmp_path, change, says):
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(broken(change)))
    with pytest.raises(CounterplyError, match=says):
        game(scenario=str(file))


def test_scenarios_that_cannot_be_read(tmp_path):
    (tmp_path / "text.json").write_text("fish")
    with pytest.raises(CounterplyError, match="is not JSON"):
        game(scenario=str(tmp_path / "text.json"))
    with pytest.raises(CounterplyError, match="no scenario 'test_9'"):
        game(scenario="test_9")


def evaluated(position, player=0):
    made = load_game("fishing_derby")
    return {e.name: e.bind(position.game).grid_value(position.record, player) / e.grid for e in made.evaluators}


def test_evaluators(tmp_path):
    fish = [((5, 12), 4), ((9, 13), -2)]
    position = put(tmp_path, ((5, 12), (9, 12)), fish, rods=(0, NO_FISH))
    position.record["score"] = (3, 5)
    sums = 4 / 1 - 4 / (2 * 4 + 1) + -2 / (5 + 1) - -2 / (2 * 1 + 1)
    expected = {"certain": 2, "score": -2, "report_listing": sums, "report": sums - 2}
    assert {name: value for name, value in evaluated(position).items() if name != "race"} == pytest.approx(expected, abs=0.001)
    other = 4 / (4 + 1) - 4 / (2 * 0 + 1) + -2 / (1 + 1) - -2 / (2 * 5 + 1)
    assert evaluated(position, 1)["report_listing"] == pytest.approx(other, abs=0.001)


@pytest.mark.parametrize(("length", "first", "value"), [(13, "green", 4), (12, "green", 0), (14, "red", 4), (13, "red", 0)])
def test_a_fish_on_the_rod_counts_only_if_it_can_be_landed(tmp_path, length, first, value):
    position = put(tmp_path, ((5, 12), (9, 12)), [((5, 12), 4), ((0, 0), 1)], rods=(0, NO_FISH), length=length, first=first)
    assert evaluated(position)["certain"] == value
    while position.moves():
        position = position.after(position.moves()[0])
    assert position.margin() == value


@kernel
def best_margin(stack, setup, moves, depth, ply, alpha, beta):
    """The first player's margin under best play, hooked fish counted as landed."""
    position = stack[ply]
    if depth == 0 or outcome(position, setup) != ONGOING:
        value = np.int64(position["score"][0]) - np.int64(position["score"][1])
        for player in range(2):
            if position["rod"][player] >= 0:
                value += (1 - 2 * player) * setup["value"][position["rod"][player]]
        return np.int64(value)
    first = position["turn"] == 0
    for index in range(legal_moves(position, setup, moves[ply])):
        copy_record(stack[ply + 1], position)
        play(stack[ply + 1], setup, moves[ply, index])
        value = best_margin(stack, setup, moves, depth - np.int64(1), ply + np.int64(1), alpha, beta)
        if first:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return np.int64(alpha if first else beta)


@pytest.mark.parametrize(
    ("scenario", "first", "margin"),
    [
        ("test_1", "host", 1),
        ("test_2", "host", 1),
        ("test_3", "host", 3),
        ("test_1", "green", 2),
        ("test_1", "red", 1),
        ("test_3", "green", 3),
        ("test_3", "red", 3),
    ],
)
def test_margins_of_the_courses_scenarios(scenario, first, margin):
    if not hasattr(best_margin, "py_func"):
        pytest.skip("slow in plain mode")
    made = game(scenario=scenario, first=first)
    for depth in (9, 10):
        stack, moves = np.zeros(depth + 1, made.record), np.zeros((depth + 1, 5), np.int32)
        copy_record(stack[0], made.start().record)
        value = best_margin(stack, made.setup[0], moves, np.int64(depth), np.int64(0), np.int64(-999), np.int64(999))
        assert value == margin


def first_catch(setup, fish, hook, ready):
    """Return in how many plies a boat can have a fish that it can land, looking at every cell that it can be in; None: never."""
    reach, length = {hook}, int(setup["length"])
    for time in range(ready, length + 1):
        if (time - ready) % 2 == 1:
            steps = ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0))
            reach = {((x + dx) % SIZE, min(max(y + dy, 0), SURFACE)) for x, y in reach for dx, dy in steps}
        y, x = divmod(int(setup["cell"][time, fish]), SIZE)
        if (x, y) in reach and time + 2 * (SURFACE - y) <= length:
            return time - ready
    return None


@pytest.mark.parametrize("seed", [1, 2])
def test_the_first_catches_are_those_that_a_flood_of_cells_finds(seed):
    game = load_game("fishing_derby", {"scenario": f"random:fish=3,seed={seed},length=121"})
    setup, rng = game.setup[0], Random(seed)
    for _ in range(60):
        fish, ready, hook = rng.randrange(3), rng.randrange(122), (rng.randrange(SIZE), rng.randrange(SIZE))
        plies = int(setup["chase"][ready, hook[1] * SIZE + hook[0], fish])
        assert (plies if plies < LONGEST_CHASE else None) == first_catch(setup, fish, hook, ready)


def test_a_scenario_with_an_endless_number(tmp_path: Path) -> None:
    file = tmp_path / "s.json"
    file.write_text('{"game": ' + "9" * 5000 + "}")
    with pytest.raises(UsageError, match="a number of thousands of digits"):
        read_scenario(str(file))
