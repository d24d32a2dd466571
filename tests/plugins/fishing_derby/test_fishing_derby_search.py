"""Fishing Derby searched: margins, shared points, margins out of reach, the shipped opponent."""

import math
import re
from random import Random

import pytest

import counterply as cp
from counterply import ONGOING, CounterplyError, Limit
from counterply.compiling.kernels import PLAIN
from counterply.core import contract
from counterply.core.contract import best_margin
from counterply.core.evaluator import ZERO
from counterply.core.position import Position
from counterply.players import make_player
from counterply.plugins.fishing_derby.game import game, game_of
from counterply.plugins.fishing_derby.generator import generate
from counterply.plugins.fishing_derby.rules import NO_FISH, SIZE
from counterply.plugins.fishing_derby.scenarios import random_scenario, read_scenario, scenario_of, write_scenario
from counterply.search import textbook
from counterply.search.alphabeta.engine import Engine
from counterply.search.alphabeta.techniques import Techniques
from counterply.search.exact.solve import solve
from counterply.usercode.loading import load_evaluator, load_game
from examples import PART


def random_position(made, random, plies):
    position = made.start()
    for _ in range(plies):
        after = position.after(random.choice(position.moves()))
        if after.outcome() != ONGOING:
            break
        position = after
    return position


def small_game(seed, fish=3, length=7, first="green"):
    """Return a game in which something happens soon: the boats are beside each other, the fish below them."""
    random = Random(seed)
    cells = [(x, y) for x in range(2, 7) for y in range(16, 20)]
    hooks = ((3, 18), (5, 18))
    places = random.sample([cell for cell in cells if cell not in hooks], fish)
    scenario = scenario_of(
        [(place, random.choice((-3, -1, 2, 4, 5))) for place in places],
        hooks,
        {i: random.choices(range(9), k=length) for i in range(fish)} if seed % 2 else {},
        length,
    )
    return game_of(scenario, first=first)


@pytest.mark.parametrize("seed", range(4 if PLAIN else 30 // PART))
def test_to_the_end_the_engine_finds_the_margin_of_plain_alphabeta(seed):
    made = small_game(seed, length=4 if PLAIN else 6)
    position = made.start()
    evaluator = load_evaluator("certain", load_game("fishing_derby"))
    *_, truth = textbook.deepen(position, Limit(depth=6), evaluator.grid, textbook.evaluation(made, evaluator))
    for techniques in (Techniques(), Techniques(sound=False), Techniques(future=False), Techniques(table=False, pvs=False)):
        *_, report = Engine(made, evaluator, techniques).deepen(position, Limit(depth=60))
        assert (report.score, report.proven, report.stopped) == (truth.score, True, "proven")
    assert truth.proven


@pytest.mark.parametrize("name", ["certain", "score", "report", "report_listing"])
def test_at_every_depth_the_engine_agrees_with_plain_alphabeta(name):
    made = small_game(3, fish=4, length=40)
    evaluator = load_evaluator(name, load_game("fishing_derby"))
    plain = textbook.evaluation(made, evaluator)
    manners = Techniques(sound=False, extensions=False, table=False), Techniques(False, False, sound=False, extensions=False)
    for seed in range(2):
        position = random_position(made, Random(seed), seed)
        for truth in textbook.deepen(position, Limit(depth=3 if PLAIN else 5), evaluator.grid, plain):
            for techniques in manners:
                limit = Limit(depth=truth.depth)
                *_, report = Engine(made, evaluator, techniques).deepen(position, limit, first_depth=truth.depth)
                assert report.score == truth.score


def test_a_margin_hoped_for_and_one_that_is_certain_have_one_scale():
    made = small_game(0)
    position = made.start()
    *_, report = Engine(made, load_evaluator("certain", load_game("fishing_derby"))).deepen(position, Limit(depth=60))
    points = abs(report.score) // 1024
    assert report.proven
    assert report.score % 1024 == 0
    assert report.score_text == ("draw" if points == 0 else f"{'win' if report.score > 0 else 'loss'} by {points}")
    assert report.distance is None


def test_no_margin_is_out_of_what_was_said_to_be_reach():
    for seed in range(3 if PLAIN else 40 // PART):
        made = game_of(random_scenario(6, seed, seed % 3 > 0, 60))
        random, position, bounds = Random(seed), made.start(), []
        while position.outcome() == ONGOING:
            bounds.append([int(best_margin(position.record, made.setup[0], player)) for player in (0, 1)])
            position = position.after(random.choice(position.moves()))
        assert all(-second <= position.margin() <= first for first, second in bounds)
        assert all(best_margin(position.record, made.setup[0], player) == (1, -1)[player] * position.margin() for player in (0, 1))


def test_the_key_of_the_future_leaves_out_points_and_keeps_what_matters():
    made = game(scenario="random:fish=4,seed=1,length=60", first="green")
    position = random_position(made, Random(1), 12)

    def key(**changes):
        record = position.copy_record()
        for name, (index, value) in changes.items():
            if index is None:
                record[name] = value
            else:
                record[name][index] = value
        return int(contract.key(record, made.setup[0], 1))

    assert key(score=(0, 77)) == key(score=(1, -5)) == key()
    others = [
        {"time": (None, 20)},
        {"turn": (None, 1 - position.turn)},
        {"rod": (0, 3)},
        {"free": (None, 1)},
        *({name: (p, 7)} for name in ("hook_x", "hook_y") for p in (0, 1) if position.record[name][p] != 7),
    ]
    assert len({key(), *(key(**other) for other in others)}) == 1 + len(others)


def test_while_no_fish_moves_and_the_end_is_far_the_time_does_not_matter():
    made = game(scenario="test_1", first="green")
    here, later = made.start(), made.start().play_text(["stay", "stay", "left", "right", "right", "left"])
    assert (here.record["time"], later.record["time"]) == (0, 6)
    assert contract.key(here.record, made.setup[0], 1) == contract.key(later.record, made.setup[0], 1)
    assert here.key() != later.key()
    near_end = later.copy_record()
    near_end["time"] = 896
    assert contract.key(near_end, made.setup[0], 1) != contract.key(here.record, made.setup[0], 1)


# --- scenarios as files


def test_generated_files_are_read_as_they_were_made(tmp_path):
    files = generate(tmp_path, count=3, seed=5, fish=64, moving=False, length=30)
    assert [file.name for file in files] == ["fishing_derby-5.json", "fishing_derby-6.json", "fishing_derby-7.json"]
    for seed, file in zip((5, 6, 7), files, strict=True):
        assert read_scenario(str(file)) == random_scenario(64, seed, False, 30)
        assert int(game(scenario=str(file)).setup["fish"][0]) == 64
    (one,) = generate(tmp_path / "new" / "one.json", seed=2)
    assert read_scenario(str(one)) == read_scenario("random:seed=2,fish=5,moving=on")
    assert not list(tmp_path.glob("**/.fishing*"))


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("random:fish=65", "fish of a scenario is 1 to 64, not 65"),
        ("random:length=0", "length of a scenario is 1 to 1000, not 0"),
        ("random:boats=3", "unknown option of random scenarios 'boats'"),
        ("random:moving=perhaps", "moving of random scenarios is on or off"),
    ],
)
def test_random_scenarios_that_cannot_be(name, says):
    with pytest.raises(CounterplyError, match=says):
        game(scenario=name)


def test_files_that_cannot_be_written(tmp_path):
    with pytest.raises(CounterplyError, match="2 scenarios go into a folder"):
        generate(tmp_path / "one.json", count=2)
    broken = random_scenario() | {"params": {"n_seq": 3}}
    with pytest.raises(CounterplyError, match="params: n_seq is 3, but each fish has 900 codes"):
        write_scenario(broken, tmp_path / "broken.json")
    assert list(tmp_path.iterdir()) == []


# --- the shipped opponent


def rule_of_the_host(position):
    """The rule as it was found by experiment, told anew."""
    moves = position.moves()
    if len(moves) == 1:
        return moves[0]
    setup, scores = position.game.setup[0], []
    for move in moves:
        record = position.after(move).record
        me, you = position.turn, 1 - position.turn
        left = {f: None for f in range(int(setup["fish"])) if f in record["rod"] or int(record["free"]) >> f & 1}
        hooked = [f for f in record["rod"] if f != NO_FISH]
        base = 100 * (
            int(record["score"][me])
            - int(record["score"][you])
            + sum(int(setup["value"][f]) * (1 if f == record["rod"][me] else -1) for f in hooked)
        )
        if set(left) <= set(hooked):
            scores.append(math.copysign(math.inf, base) if base else 0.0)
            continue
        near = [0.0, 0.0]
        for f in sorted(set(left) - set(hooked)):
            y, x = divmod(int(setup["cell"][record["time"], f]), SIZE)
            for side, q in enumerate((me, you)):
                dx, dy = abs(x - int(record["hook_x"][q])), abs(y - int(record["hook_y"][q]))
                near[side] += int(setup["value"][f]) * math.exp(-2 * (min(dx, 20 - dx) + dy))
        scores.append(base + near[0] - near[1])
    return 0 if max(scores) == -math.inf else moves[scores.index(max(scores))]


def test_host_greedy_plays_by_the_hosts_rule():
    player = make_player("host_greedy")
    for seed in range(5 if PLAIN else 60 // PART):
        made = game_of(random_scenario(1 + seed % 5, seed, True, 200))
        player.start(made, 0, 0)
        position = random_position(made, Random(seed), seed)
        assert player.choose(position, Limit()).move == rule_of_the_host(position)


def test_host_greedy_refuses_other_games():
    with pytest.raises(CounterplyError, match="host_greedy plays fishing_derby only, not isolation"):
        make_player("host_greedy").start(load_game("isolation"), 0, 0)


def test_a_search_counts_a_fish_that_will_be_landed():
    made = game_of(scenario_of([((3, 4), 9), ((9, 9), -1)], ((3, 5), (12, 5)), length=60))
    *_, report = Engine(made, load_evaluator("certain", load_game("fishing_derby"))).deepen(made.start(), Limit(depth=1))
    assert made.start().move_text(report.move) == "down"
    assert report.score == 9 * 1024


def test_events_tell_who_catches_and_lands_what():
    position = game(scenario="test_3").start()
    told = []
    for word in ["left", "right", "stay", "left", "stay", "down", "stay", "up"]:
        move = position.parse_move(word)
        told += position.game.events(position, move)
        position = position.after(move)
    assert told == [
        "red lands fish 2 (+10)",
        "green lands fish 1 (+2)",
        "green has fish 0 (+11) on the rod",
        "green lands fish 0 (+11)",
    ]


def test_diagrams_are_read_again():
    made = game(scenario="random:fish=7,seed=3,length=80")
    for seed in range(5):
        position = random_position(made, Random(seed), 50)
        again = made.position(str(position))
        assert (again.key(), str(again)) == (position.key(), str(position))
    with pytest.raises(CounterplyError, match="fish 0 of this scenario is at"):
        made.position(re.sub("fish 0 at .*", "fish 0 at 0,0", str(made.start())))
    assert isinstance(position, Position)


def ending(seed):
    """Return a position of one or two fish, up to 40 plies before the end."""
    random = Random(seed)
    made = game_of(random_scenario(1 + seed % 2, seed, seed % 4 < 2, 40), first="green")
    return random_position(made, random, random.randrange(36))


@pytest.mark.skipif(PLAIN, reason="slow in plain mode")
def test_endings_are_played_as_they_are_solved():
    evaluator = load_evaluator("race", load_game("fishing_derby"))
    for seed in range(24):
        position = ending(seed)
        *_, report = Engine(position.game, evaluator, memory_mb=4).deepen(position, Limit(nodes=50_000))
        margins = [solve(p, Limit(nodes=2_000_000), evaluator, memory_mb=4).margin for p in (position, position.after(report.move))]
        assert margins[0] == margins[1] is not None


def test_the_race_sees_who_comes_first():
    made = game_of(scenario_of([((3, 15), 9), ((12, 15), 5)], ((4, 19), (13, 19)), length=100))
    evaluator = load_evaluator("race", load_game("fishing_derby")).bind(made)
    start = made.start()
    value = evaluator.grid_value(start.record, 0) / 1024
    assert 2 < value < 4
    assert evaluator.grid_value(start.record, 1) == -evaluator.grid_value(start.record, 0)
    assert evaluator.grid_value(start.play_text(["left"]).record, 0) > evaluator.grid_value(start.play_text(["right"]).record, 0)


# margin of green with best play in the window program's order, with green first, with red first (found by full-width search)
BEST_MARGINS = {"test_1": (1, 2, 1), "test_2": (1, 1, 1), "test_3": (3, 3, 3)}
QUICK = [("test_1", "engine"), ("test_3", "host_greedy")]


@pytest.mark.skipif(PLAIN, reason="slow in plain mode")
@pytest.mark.parametrize(
    ("scenario", "opponent"),
    [
        pytest.param(scenario, opponent, marks=() if (scenario, opponent) in QUICK else pytest.mark.slow)
        for scenario in BEST_MARGINS
        for opponent in ("engine", "host_greedy", "alphabeta:eval=report,depth=4")
    ],
)
def test_as_green_the_engine_wins_the_built_in_scenarios(scenario, opponent):
    green, red = make_player("engine"), make_player(opponent)
    for first, least in zip(("host", "green", "red"), BEST_MARGINS[scenario], strict=True):
        position = load_game("fishing_derby", {"scenario": scenario, "first": first}).start()
        for seat, player in enumerate((green, red)):
            player.start(position.game, seat, 1)
        while position.outcome() == ONGOING:
            position = position.after((green, red)[position.turn].choose(position, Limit(nodes=2_000)).move)
        assert position.margin() >= least


@pytest.mark.parametrize("seed", range(3 if PLAIN else 12))
def test_bounds_hold_the_margin_of_plain_alphabeta_and_meet_there(seed):
    made = small_game(seed)
    position = made.start()
    *_, truth = textbook.deepen(position, Limit(), ZERO.grid, textbook.evaluation(made, ZERO))
    margin = round(truth.score / truth.grid) * (1 if position.turn == 0 else -1)
    for nodes in (1, 10, 100, 1000):
        solution = solve(position, Limit(nodes=nodes), memory_mb=4)
        assert solution.lower <= margin <= solution.upper
    assert solve(position, memory_mb=4).margin == margin


@pytest.mark.skipif(PLAIN, reason="slow in plain mode")
def test_bounds_solve_at_once_what_a_search_to_the_end_cannot():
    solution = solve(
        load_game("fishing_derby", {"scenario": "test_3", "first": "green"}).start(), Limit(nodes=300_000), memory_mb=4
    )
    assert (solution.outcome, solution.margin, solution.lower, solution.upper) == ("first", 3, 3, 3)
    open_one = solve(load_game("fishing_derby", {"scenario": "test_2"}).start(), Limit(nodes=10_000), memory_mb=4)
    assert open_one.outcome is None
    assert open_one.lower < 1 < open_one.upper


def test_scenarios_that_one_side_wins_are_won(tmp_path):
    made = cp.generate("fishing_derby", count=2, fish=3, length=30, winnable=6, out=tmp_path)
    assert made.looked_at >= len(made.files) == 2
    for row in made.rows:
        assert row["depth"] >= 6
        winner = cp.solve(cp.game("fishing_derby", scenario=row["file"]).start()).outcome
        assert row["winner"] == ("green", "red")[("first", "second").index(winner)]


def test_race_says_nothing_hopeful_of_a_side_that_is_certain_to_lose():
    """Of a fish of 1 point, near a boat that is 3 points behind, nearness alone made more than 0 in the past."""
    made = cp.game("fishing_derby", scenario="random:fish=6,seed=3,length=60")
    race = cp.evaluator(made, "race")
    sure = 0
    for seed in range(12):
        position, dice = made.start(), Random(seed)
        while not position.over:
            for seat in range(2):
                most = best_margin(position.record, made.setup[0], seat)
                assert race(position, seat) <= most + 1 / 1024
                sure += most < 0
            position = position.after(dice.choice(position.moves()))
    assert sure


def test_a_weight_is_explained_by_what_the_value_loses_without_it():
    made = cp.game("fishing_derby")
    report, start = cp.evaluator(made, "report"), made.start()
    terms = report.explain(start)
    assert [name for name, _, _ in terms] == ["own pull", "opponent's pull", "opponent's distance", "the rest"]
    assert sum(value * weight for _, value, weight in terms) == pytest.approx(report(start), abs=0.01)
    without = cp.evaluator(made, "report", (0.0, 1.0, 2.0))(start)
    assert terms[0][1] == pytest.approx(report(start) - without, abs=0.01)
