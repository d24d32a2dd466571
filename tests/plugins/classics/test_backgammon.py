"""Backgammon beside whole turns that are listed from the rules alone, and what its positions are known for."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import counterply as cp
from counterply import CHANCE, FIRST, ONGOING, SECOND, GameError, Position
from counterply.compiling.kernels import PLAIN
from counterply.core.limits import Limit
from counterply.plugins.classics.backgammon import BASE, PASS, equity
from counterply.search.choose import Wishes, search_for
from counterply.search.request import SearchRequest
from counterply.search.worlds import WorldSettings
from counterply.usercode.loading import load_game
from counterply.verification import verify
from oracles.backgammon import Board, Men, men, turns

GAME = load_game("backgammon")
ROLLS = [(one, other) for one in range(1, 7) for other in range(1, one + 1)]
START = {24: 2, 13: 5, 8: 3, 6: 5}


def placed(white: Men, black: Men, turn: int = 0, roll: str = "") -> Position:
    """A position by each player's own numbers, 25 the bar; whoever is not named is off."""
    record = GAME.empty()
    record["mover"] = turn
    for me, side in enumerate((white, black)):
        for point, count in side.items():
            record["men"][me, point] = count
        record["men"][me, 0] = 15 - sum(side.values())
    return Position(GAME, record).play(*([roll] if roll else []))


def sides(position: Position) -> tuple[Men, Men]:
    both: list[Men] = [{int(at): int(side[at]) for at in np.flatnonzero(side)} for side in position["men"]]
    return both[0], both[1]


def texts(position: Position) -> list[str]:
    return sorted(map(position.move_text, position.moves()))


def ends(position: Position, mover: int) -> set[Board]:
    """The boards at the end of the mover's turn, the mover's men first."""
    if position.over or position.turn == CHANCE:
        both = sides(position)
        return {(men(both[mover]), men(both[1 - mover]))}
    return {board for move in position.moves() for board in ends(position.after(move), mover)}


def agrees(position: Position, roll: tuple[int, int]) -> None:
    mover, both = int(position["mover"]), sides(position)
    boards, first = turns(dict(both[mover]), dict(both[1 - mover]), *roll)
    rolled = position.play(f"{roll[0]}{roll[1]}")
    assert {(move // BASE, move % BASE) for move in rolled.moves() if move != PASS} == first
    assert ends(rolled, mover) == boards


def after_random_plies(dice: random.Random, plies: int) -> Position:
    """Some position in which a roll is next."""
    position = GAME.start()
    while not position.over and (position.ply < plies or position.turn != CHANCE):
        outcomes = [outcome for outcome, _ in position.chances()]
        position = position.after(dice.choice(outcomes or position.moves()))
    return position


def scattered(dice: random.Random) -> Position:
    """Some of each player's men anywhere, so that points are held, men wait on the bar and are borne off."""
    farthest = dice.choice((6, 12, 25))
    white: Men = {}
    black: Men = {}
    for mine, theirs in ((white, black), (black, white)):
        for _ in range(dice.randint(1, 15)):
            point = dice.randint(1, farthest)
            if point == 25 or not theirs.get(25 - point):
                mine[point] = mine.get(point, 0) + 1
    return placed(white, black, dice.randint(0, 1))


@pytest.mark.parametrize("kind", ["played", "scattered"])
def test_turns_are_those_of_the_rules(kind: str) -> None:
    dice, few = random.Random(5), 5 if PLAIN else 200
    for _ in range(few):
        position = scattered(dice) if kind == "scattered" else after_random_plies(dice, dice.randint(1, 150))
        if not position.over and position["mover"] != 2 and all(sides(position)):
            roll = dice.choice(ROLLS)
            agrees(position, roll if roll[0] != roll[1] or dice.random() < 0.3 else (6, 5))


PLAYS = {  # positions that a roll can lead to from the start
    **{"21": 15, "31": 16, "41": 14, "51": 8, "61": 10, "32": 17, "42": 18, "52": 8, "62": 14, "43": 17, "53": 9, "63": 14},
    **{"54": 9, "64": 14, "65": 7, "11": 42, "22": 75, "33": 73, "44": 52, "55": 4, "66": 11},
}


@pytest.mark.skipif(PLAIN, reason="minutes in plain mode")
@pytest.mark.parametrize("roll", PLAYS)
def test_as_many_plays_of_each_roll_as_can_be_counted(roll: str) -> None:
    assert len(ends(placed(START, START, roll=roll), 0)) == PLAYS[roll]
    assert len(turns(START, START, *map(int, roll))[0]) == PLAYS[roll]


def test_the_higher_die_begins_and_no_double() -> None:
    start = GAME.start()
    rolls = {start.move_text(outcome): chance for outcome, chance in start.chances()}
    assert len(rolls) == 30
    assert "33" not in rolls
    assert sum(rolls.values()) == pytest.approx(1)
    assert (start.play("31").turn, start.play("13").turn) == (0, 1)
    assert texts(start.play("31")) == texts(start.play("13"))
    later = start.play("31", "8/5", "6/5")
    assert {later.move_text(outcome): round(36 * chance) for outcome, chance in later.chances()} == {
        f"{one}{other}": 1 if one == other else 2 for one, other in ROLLS
    }


def test_as_many_dice_are_played_as_can_be() -> None:
    blocked = {25 - 12: 2, 25 - 5: 2}  # Black holds White's 12 and 5
    assert texts(placed({18: 1, 11: 1}, blocked, roll="65")) == ["18/13"]  # after 11/6 no six can be played
    only_first = placed({13: 1}, {25 - 2: 2, 25 - 8: 2}, roll="65")
    assert texts(only_first) == ["13/7"]  # and no five: 13/8 and 7/2 are held
    assert only_first.play("13/7").turn == CHANCE


def test_of_two_dice_that_exclude_each_other_the_higher_one_is_played() -> None:
    position = placed({20: 1}, {25 - 9: 2}, roll="65")  # 20/14 or 20/15, and then 9 is held
    assert texts(position) == ["20/14"]


def test_a_double_is_played_four_times_and_the_turn_passes() -> None:
    position = placed(START, START, roll="11")
    for text in ("8/7", "8/7", "6/5", "6/5"):
        assert position.turn == 0
        position = position.play(text)
    assert (position.turn, position["mover"]) == (CHANCE, 1)


def test_a_man_on_the_bar_enters_first_or_the_player_passes() -> None:
    assert texts(placed({25: 1, 6: 5}, {6: 2}, roll="61")) == ["bar/24"]  # Black's 6 is White's 19
    closed = placed({25: 1, 6: 5}, dict.fromkeys(range(1, 7), 2), roll="61")
    assert texts(closed) == ["pass"]
    assert closed.play("pass")["mover"] == 1


def test_a_hit_sends_a_blot_to_the_bar_with_a_star_or_without() -> None:
    position = placed({8: 2}, {20: 1, 1: 2}, roll="31")
    assert "8/5*" in texts(position)
    for text in ("8/5*", "8/5"):
        assert position.play(text)["men"][1, 25] == 1


def test_men_are_borne_off_by_the_die_or_from_the_highest_point() -> None:
    assert texts(placed({5: 1, 2: 2}, {1: 2}, roll="63")) == ["5/2", "5/off"]
    assert texts(placed({6: 1, 4: 1}, {1: 2}, roll="54")) == ["4/off", "6/1", "6/2"]
    assert "4/off" not in texts(placed({7: 1, 4: 2}, {1: 2}, roll="43"))


@pytest.mark.parametrize(
    ("loser", "points", "reason"),
    [
        ({6: 14}, 1, "all men are off"),
        ({6: 15}, 2, "a gammon"),
        ({6: 14, 19: 1}, 3, "a backgammon"),
        ({6: 14, 18: 1}, 2, "a gammon"),
        ({6: 14, 25: 1}, 3, "a backgammon"),
        ({6: 13, 25: 1}, 1, "all men are off"),
    ],
)
@pytest.mark.parametrize("winner", [0, 1])
def test_a_win_counts_one_two_or_three(loser: Men, points: int, reason: str, winner: int) -> None:
    both = ({1: 1}, loser) if winner == 0 else (loser, {1: 1})
    position = placed(*both, turn=winner, roll="21")
    assert position.outcome() == ONGOING
    over = position.play("1/off")
    assert (over.outcome(), over.margin(), over.reason) == ((FIRST, SECOND)[winner], (points, -points)[winner], reason)


def test_reads_and_writes_positions_of_other_programs() -> None:
    text = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
    position = GAME.position(text)
    assert position.key() == GAME.start().play("31").key()
    assert str(position).endswith(f"White to play 3 1, {text}")
    dice = random.Random(2)
    for plies in range(1, 60):
        place = after_random_plies(dice, plies)
        for shown in (place, place.after(place.chances()[0][0]), place.play("33")):
            assert shown.over or GAME.position(str(shown)).key() == shown.key()


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "XGID=-b----E-C---eE---c-e----B-:0:0:2:31",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:71",
        "XGID=-b----Z-C---eE---c-e----B-:0:0:1:31",
        "XGID=-b----O-C---eE---c-e----B-:0:0:1:31",
        "XGID=Bb----E-C---eE---c-e------:0:0:1:31",
    ],
)
def test_refuses_what_is_no_position(text: str) -> None:
    with pytest.raises(GameError, match=r"XGID=-b|is no board"):
        GAME.position(text)


def value(position: Position, depth: int) -> float:
    """Expected points of White, by the evaluator at so many plays from here; rolls cost no depth."""
    if position.over:
        return float(position.margin())
    if position.turn == CHANCE:
        return sum(chance * value(position.after(outcome), depth) for outcome, chance in position.chances())
    if depth == 0:
        return float(equity(position.record, 0))
    best = max if position.turn == 0 else min
    return best(value(position.after(move), depth - 1) for move in position.moves())


@pytest.mark.skipif(PLAIN, reason="minutes in plain mode")
@pytest.mark.parametrize(
    ("white", "black", "turn", "roll", "depth"),
    [
        (START, START, 0, "65", 2),
        ({6: 2, 3: 1}, {4: 2}, 0, "21", 4),
        ({25: 1, 6: 2}, {5: 2, 3: 2, 20: 1}, 1, "41", 3),
    ],
)
def test_search_finds_the_mean_over_the_rolls(white: Men, black: Men, turn: int, roll: str, depth: int) -> None:
    position = placed(white, black, turn, roll)
    search = search_for(GAME, None, Wishes(worlds=WorldSettings()))
    *_, report = search.analyse(SearchRequest(position, Limit(depth=depth), 1))
    sign = 1 if position.turn == 0 else -1
    assert report.value == pytest.approx(sign * value(position, depth), abs=0.01)


@pytest.mark.skipif(PLAIN, reason="minutes in plain mode")
@pytest.mark.parametrize(("roll", "turn"), [("31", ("8/5", "6/5")), ("42", ("8/4", "6/4")), ("61", ("13/7", "8/7"))])
def test_makes_the_points_that_everybody_makes(roll: str, turn: tuple[str, ...]) -> None:
    position, played = GAME.start().play(roll), []
    while position.turn == 0:
        played.append(cp.player("engine").choose(position, depth=3).text)
        position = position.play(played[-1])
    assert sorted(played) == sorted(turn)


def test_rolls_are_all_looked_at_in_one_world() -> None:
    """There are 30 moves in a position, more than the outcomes up to which all are looked at, but 21 rolls."""
    nodes = {worlds: cp.player(f"engine:worlds={worlds}").choose(GAME.start().play("31"), depth=2).nodes for worlds in (1, 8)}
    assert cp.player("engine").choose(GAME.start().play("31"), depth=2).nodes == nodes[1]


@pytest.mark.skipif(PLAIN, reason="minutes in plain mode")
@pytest.mark.parametrize(("most", "said"), [(21, []), (20, ["chance has as many outcomes as Chance(outcomes=...) says, or fewer"])])
def test_verify_counts_rolls(most: int, said: list[str]) -> None:
    made = load_game("backgammon")
    before, made.most_outcomes = made.most_outcomes, most
    try:
        assert [finding.promise for finding in verify(made, seconds=3, compiled=not said) if finding.certain] == said
    finally:
        made.most_outcomes = before


def test_every_move_has_touches_of_its_own() -> None:
    dice: Any = random.Random(8)
    for plies in range(1, 120, 3):
        position = after_random_plies(dice, plies)
        if position.over:
            continue
        rolled = position.after(dice.choice(position.chances())[0])
        items = {item.id for item in GAME.drawing(rolled)}
        touched = [tuple(sorted(GAME.touches(rolled, move))) for move in rolled.moves()]
        assert len(set(touched)) == len(touched)
        assert {name for each in touched for name in each} <= items
