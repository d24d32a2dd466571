"""Fishing Derby: two boats on a sea that wraps from side to side; a hook on the line of each; fish of value -7 to 11.

    y = 19   the surface, where the boats are and fish are landed
    ...      x = 0 .. 19 from left to right, column 19 is beside column 0
    y = 0    the sea floor

A player is a hook (x, y), its boat above it. A move is 0 stay, 1 up, 2 down, 3 left, 4 right; one that has no effect is legal
too, and whoever has a fish on the rod can only reel in (up). In a ply

1. every fish swims by its code for this time: a fish on the mover's rod goes up, one on the other's rod stays; x wraps, and at
   surface and floor y stays while x changes;
2. the mover's hook moves; boats may not share a column;
3. both players' hooks are looked at, the first player's first: a fish on the rod that has come to the surface is landed; an
   empty hook takes the fish of the lowest number in its cell (at the surface it lands it at once). A landed fish counts its
   value, which may be negative.

How the fish swim is announced to the end of the game: `n` codes for each fish, so a game has `n` plies. It also ends when no
fish is left. More points win, and the number of points is the objective.

The rules are those of the program in the course DD2380 at KTH. Its search tree (option ``mode=host_tree``) slips: once a fish
has been landed below the tree's root, a fish is moved by the code of the root's fish of the same rank, and it goes on when no
fish is left. Its program begins with a dummy ply in which the first player stays, and then the second player moves
(``first=host``, the default).
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Literal

import numpy as np

from counterply.naming import UsageError
from counterply.position import Position
from counterply.rules import Game, GameError
from counterply.values import DRAW, FIRST, ONGOING, SECOND

SIZE = 20  # cells in x and in y
SURFACE = SIZE - 1
MAX_FISH = 64
FISH_CLASSES = (8, 16, MAX_FISH)  # fish in a record
MAX_CODES = 1000  # plies
LOWEST_VALUE, HIGHEST_VALUE = -7, 11
NO_FISH = -1

STAY, UP, DOWN, LEFT, RIGHT = range(5)
MOVE_NAMES = ("stay", "up", "down", "left", "right")
MOVE_X = np.array([0, 0, 0, -1, 1], np.int64)
MOVE_Y = np.array([0, 1, -1, 0, 0], np.int64)
# fish codes: up, down, left, right, up-left, up-right, down-left, down-right, stay
CODE_X = np.array([0, 0, -1, 1, -1, 1, -1, 1, 0], np.int64)
CODE_Y = np.array([1, -1, 0, 0, 1, 1, -1, -1, 0], np.int64)
REST = 8

TRUE, HOST_TREE = 0, 1


def record_type(fish: int) -> np.dtype:
    """Return the record of a position with at most `fish` fish."""
    return np.dtype(
        [
            ("time", np.int16),  # plies since the scenario's start: which code the fish swim by now
            ("score", np.int16, (2,)),  # points
            ("hook_x", np.int8, (2,)),
            ("hook_y", np.int8, (2,)),
            ("rod", np.int8, (2,)),  # the fish on each player's rod, or NO_FISH
            ("turn", np.int8),
            ("is_left", np.uint8, (fish,)),  # whether the fish is still in the game
            ("is_root", np.uint8, (fish,)),  # mode host_tree: whether it was at the tree's root; otherwise never
            ("fish_x", np.int8, (fish,)),  # 0 once landed
            ("fish_y", np.int8, (fish,)),
        ]
    )


SETUP = np.dtype(
    [
        ("fish", np.int64),
        ("length", np.int64),  # plies
        ("mode", np.int64),  # TRUE or HOST_TREE
        ("first", np.int64),  # who moves first
        ("dummy", np.bool_),  # whether the game begins after one ply of staying
        ("value", np.int64, (MAX_FISH,)),  # points
        ("code", np.int8, (MAX_FISH, MAX_CODES)),
        ("fish_x", np.int8, (MAX_FISH,)),  # the start
        ("fish_y", np.int8, (MAX_FISH,)),
        ("hook_x", np.int8, (2,)),
        ("hook_y", np.int8, (2,)),
    ]
)


def legal_moves(position: Any, moves: np.ndarray) -> int:
    """All five, or nothing but up with a fish on the rod."""
    if position["rod"][position["turn"]] != NO_FISH:
        moves[0] = UP
        return 1
    for move in range(5):
        moves[move] = move
    return 5


def play(position: Any, setup: Any, move: int) -> None:
    """Let the fish swim, the hook move, and land what is to be landed, in place."""
    mover = np.int64(position["turn"])
    other = 1 - mover
    time, fish = np.int64(position["time"]), setup["fish"]
    fish_x, fish_y, is_left, code = position["fish_x"], position["fish_y"], position["is_left"], setup["code"]

    # 1. fish; in the host's tree a fish reads the code of the root's fish of its own rank (`source`)
    source = np.int64(-1)
    for index in range(fish):
        if not is_left[index]:
            continue
        if setup["mode"] == HOST_TREE:
            source += 1
            while not position["is_root"][source]:
                source += 1
        else:
            source = np.int64(index)
        step_x, step_y = CODE_X[code[source, time]], CODE_Y[code[source, time]]
        if index == position["rod"][mover]:
            step_x, step_y = np.int64(0), np.int64(1)
        elif index == position["rod"][other]:
            step_x, step_y = np.int64(0), np.int64(0)
        fish_x[index] = (fish_x[index] + step_x + SIZE) % SIZE
        fish_y[index] = min(max(fish_y[index] + step_y, 0), SURFACE)

    # 2. the mover's hook
    x = (position["hook_x"][mover] + MOVE_X[move] + SIZE) % SIZE
    if x != position["hook_x"][other]:
        position["hook_x"][mover] = x
    position["hook_y"][mover] = min(max(position["hook_y"][mover] + MOVE_Y[move], 0), SURFACE)

    # 3. both hooks
    for player in range(2):
        x, y = np.int64(position["hook_x"][player]), np.int64(position["hook_y"][player])
        caught = np.int64(position["rod"][player])
        if caught == NO_FISH:
            for index in range(fish):
                if is_left[index] and fish_x[index] == x and fish_y[index] == y:
                    caught = np.int64(index)
                    break
        if caught != NO_FISH and fish_y[caught] >= SURFACE:
            position["score"][player] += setup["value"][caught]
            is_left[caught] = 0
            fish_x[caught] = fish_y[caught] = 0
            caught = np.int64(NO_FISH)
        position["rod"][player] = caught

    position["time"] = time + 1
    position["turn"] = other


def outcome(position: Any, setup: Any) -> int:
    """When time is up or no fish is left: more points."""
    if position["time"] < setup["length"]:
        if setup["mode"] == HOST_TREE:
            return ONGOING
        for index in range(setup["fish"]):
            if position["is_left"][index]:
                return ONGOING
    difference = np.int64(position["score"][0]) - np.int64(position["score"][1])
    return FIRST if difference > 0 else SECOND if difference < 0 else DRAW


def margin(position: Any) -> int:
    """The first player's points minus the second's; a fish on a rod does not count yet."""
    return np.int64(position["score"][0]) - np.int64(position["score"][1])  # type: ignore[return-value]


# --- start positions, text in and out


def start(position: Any, setup: Any) -> None:
    """Fill `position` in place with the scenario's start; with a dummy ply played if the setup says so."""
    fish = int(setup["fish"])
    position["turn"] = setup["first"]
    position["rod"] = NO_FISH
    for name in ("hook_x", "hook_y"):
        position[name] = setup[name]
    for name in ("fish_x", "fish_y"):
        position[name][:fish] = setup[name][:fish]
    position["is_left"][:fish] = 1
    if setup["dummy"]:
        position["turn"] = 0
        play(position, setup, STAY)
    if setup["mode"] == HOST_TREE:
        position["is_root"] = position["is_left"]


def scenario_of(
    fish: list[tuple[tuple[int, int], int]],
    players: tuple[tuple[int, int], tuple[int, int]],
    codes: dict[int, list[int]] | None = None,
    length: int = 900,
) -> dict[str, Any]:
    """Return a scenario as the course's files hold it: fish as (cell, value), the hooks' cells, and codes of fish that move."""
    return {
        "custom": True,
        "init_fishes": {str(i): {"init_pos": list(cell), "score": value} for i, (cell, value) in enumerate(fish)},
        "init_players": {str(i): list(cell) for i, cell in enumerate(players)},
        "params": {"n_seq": length},
        "sequence": {str(i): ((codes or {}).get(i, []) + [REST] * length)[:length] for i in range(len(fish))},
    }


# the course's three test scenarios
SCENARIOS = {
    "test_1": scenario_of([((1, 19), -1), ((2, 19), 3), ((4, 19), 1)], ((0, 19), (5, 19))),
    "test_2": scenario_of(
        [((0, 19), 9), ((2, 14), -2), ((2, 13), -2), ((2, 19), 10), *(((3, y), -3) for y in range(19, 14, -1))],
        ((1, 19), (2, 19)),
        {1: [8, 0, 0, 0, 0, 0, 3], 2: [8, 0, 0, 0, 0, 0, 0]},
    ),
    "test_3": scenario_of([((0, 18), 11), ((1, 19), 2), ((2, 19), 10)], ((0, 19), (3, 19))),
}


def read_scenario(scenario: str) -> dict[str, Any]:
    """Return a built-in scenario or the contents of a scenario file."""
    if scenario in SCENARIOS:
        return SCENARIOS[scenario]
    path = Path(scenario).expanduser()
    if not path.is_file():
        raise UsageError(f"there is no scenario {scenario!r}: give a file, or one of {', '.join(SCENARIOS)}")
    try:
        return json.loads(path.read_text())  # type: ignore[no-any-return]
    except (OSError, ValueError) as error:
        raise UsageError(f"the scenario file {scenario} is not JSON: {error}") from None


def put_scenario(data: Any, source: str, setup: Any) -> None:
    """Write a scenario into `setup`, in place.

    Raises
    ------
    GameError
        with what is wrong in the file
    """

    def need(condition: bool, message: str) -> None:
        if not condition:
            raise GameError(f"{source}: {message}")

    def cell(value: Any, what: str) -> tuple[int, int]:
        whole = isinstance(value, list) and len(value) == 2 and all(type(v) is int and 0 <= v < SIZE for v in value)
        need(whole, f"{what} is at [x, y], each 0 to {SIZE - 1}, not {value!r}")
        return value[0], value[1]

    for name in ("init_fishes", "init_players", "sequence"):
        need(isinstance(data, dict) and isinstance(data.get(name), dict), f"a scenario has {name!r}, an object with one entry each")
    fishes, players, sequence = data["init_fishes"], data["init_players"], data["sequence"]
    need(1 <= len(fishes) <= MAX_FISH, f"a scenario has 1 to {MAX_FISH} fish, not {len(fishes)}")
    need(set(fishes) == {str(i) for i in range(len(fishes))}, f"the fish are numbered from 0, not {', '.join(fishes)}")
    need(set(sequence) == set(fishes), "'sequence' has one list of codes for each fish")
    need(set(players) == {"0", "1"}, f"the players are 0 and 1, not {', '.join(players)}")
    lengths = {len(codes) if isinstance(codes, list) else 0 for codes in sequence.values()}
    need(len(lengths) == 1, f"all fish have equally many codes, not {sorted(lengths)}")
    length = lengths.pop()
    need(1 <= length <= MAX_CODES, f"a fish has 1 to {MAX_CODES} codes, not {length}")
    setup["fish"], setup["length"] = len(fishes), length
    for player in range(2):
        setup["hook_x"][player], setup["hook_y"][player] = cell(players[str(player)], f"player {player}")
    need(setup["hook_x"][0] != setup["hook_x"][1], f"both boats are in column {setup['hook_x'][0]}")
    for index in range(len(fishes)):
        fish = fishes[str(index)]
        need(isinstance(fish, dict), f"fish {index} has 'init_pos' and 'score'")
        setup["fish_x"][index], setup["fish_y"][index] = cell(fish.get("init_pos"), f"fish {index}")
        value = fish.get("score")
        in_range = type(value) is int and LOWEST_VALUE <= value <= HIGHEST_VALUE and value != 0
        need(in_range, f"fish {index} is worth {LOWEST_VALUE} to -1 or 1 to {HIGHEST_VALUE}, not {value!r}")
        setup["value"][index] = value
        codes = sequence[str(index)]
        need(all(type(code) is int and 0 <= code <= REST for code in codes), f"fish {index}: a code is 0 to {REST}")
        setup["code"][index, :length] = codes


COLOURS = ("green", "red")


def diagram(position: Position) -> str:
    """Return the sea, surface on top, and below it all that `read` needs."""
    record, setup = position.record, position.game.setup[0]
    cells = [["  ."] * SIZE for _ in range(SIZE)]
    left = [i for i in range(int(setup["fish"])) if record["is_left"][i]]
    for i in reversed(left):
        cells[record["fish_y"][i]][record["fish_x"][i]] = f"{setup['value'][i]:3}"
    lines = []
    for player, colour in enumerate(COLOURS):
        x, y, rod = int(record["hook_x"][player]), int(record["hook_y"][player]), int(record["rod"][player])
        cells[y][x] = f"{'GR'[player]:>3}"
        lines.append(f"{colour} at {x},{y}, score {record['score'][player]}, on the rod {'nothing' if rod == NO_FISH else rod}")
    for i in left:
        lines.append(f"fish {i} at {record['fish_x'][i]},{record['fish_y'][i]}")
    if setup["mode"] == HOST_TREE:
        lines.append("fish at the root " + ",".join(str(i) for i in np.flatnonzero(record["is_root"])))
    lines.append(f"{COLOURS[position.turn]} to move at time {record['time']} of {setup['length']}")
    sea = ["".join(row) + f"  {y}" for y, row in reversed(list(enumerate(cells)))]
    return "\n".join([*sea, *lines])


PLAYER_LINE = re.compile(r"(green|red) at (\d+),(\d+), score (-?\d+), on the rod (nothing|\d+)")
FISH_LINE = re.compile(r"fish (\d+) at (\d+),(\d+)")
ROOT_LINE = re.compile(r"fish at the root ([\d,]*)")
TURN_LINE = re.compile(r"(green|red) to move at time (\d+) of \d+")


def read(text: str, record: Any, setup: Any) -> None:
    """Fill `record` in place from the lines below a diagram's sea; the sea itself is for people."""
    fish = int(setup["fish"])
    record["rod"] = NO_FISH
    seen = set()
    for line in map(str.strip, text.split("\n")):
        if found := PLAYER_LINE.fullmatch(line):
            player = COLOURS.index(found[1])
            record["hook_x"][player], record["hook_y"][player] = _cell(found[2], found[3])
            record["score"][player] = int(found[4])
            record["rod"][player] = NO_FISH if found[5] == "nothing" else _number(found[5], fish)
            seen.add(found[1])
        elif found := FISH_LINE.fullmatch(line):
            index = _number(found[1], fish)
            record["fish_x"][index], record["fish_y"][index] = _cell(found[2], found[3])
            record["is_left"][index] = 1
        elif found := ROOT_LINE.fullmatch(line):
            for word in found[1].split(","):
                record["is_root"][_number(word, fish)] = 1
        elif found := TURN_LINE.fullmatch(line):
            record["turn"], record["time"] = COLOURS.index(found[1]), min(int(found[2]), int(setup["length"]))
            seen.add("time")
    if seen != {"green", "red", "time"}:
        raise GameError(
            "a fishing derby diagram needs 'green at 0,19, score 0, on the rod nothing', the same for red, "
            "'fish 0 at 1,19' for each fish left, and 'green to move at time 0 of 900'"
        )
    for player, colour in enumerate(COLOURS):
        if record["rod"][player] != NO_FISH and not record["is_left"][record["rod"][player]]:
            raise GameError(f"fish {record['rod'][player]} on {colour}'s rod is not in the sea")
    if setup["mode"] == HOST_TREE:
        record["is_root"] |= record["is_left"]


def _number(word: str, fish: int) -> int:
    if int(word or 0) >= fish:
        raise GameError(f"there is no fish {word}: the scenario has {fish}")
    return int(word or 0)


def _cell(x: str, y: str) -> tuple[int, int]:
    if int(x) >= SIZE or int(y) >= SIZE:
        raise GameError(f"there is no cell {x},{y}: the sea is {SIZE} by {SIZE}")
    return int(x), int(y)


def cell(position: Position, move: int) -> tuple[int, int]:
    """Row from the surface and column of the mover's hook after its move."""
    player = position.turn
    after = position.after(move).record
    return SURFACE - int(after["hook_y"][player]), int(after["hook_x"][player])


def game(
    scenario: str = "test_1",
    mode: Literal["true", "host_tree"] = "true",
    first: Literal["host", "green", "red"] = "host",
) -> Game:
    """Fishing Derby.

    Parameters
    ----------
    scenario : a scenario file, or 'test_1', 'test_2' or 'test_3'
    mode : 'true', or 'host_tree' for the course's search tree with its slip
    first : who moves first; 'host': red, after a ply in which green stays
    """
    setup = np.zeros(1, SETUP)
    put_scenario(read_scenario(scenario), scenario, setup[0])
    setup["mode"] = HOST_TREE if mode == "host_tree" else TRUE
    setup["first"] = 1 if first == "red" else 0
    setup["dummy"] = first == "host"
    given = {"scenario": scenario, "mode": mode, "first": first}
    defaults = {"scenario": "test_1", "mode": "true", "first": "host"}
    fish = int(setup["fish"][0])
    return Game(
        "fishing_derby",
        record_type(next(size for size in FISH_CLASSES if fish <= size)),
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        margin=margin,
        start=start,
        setup=setup,
        options={name: value for name, value in given.items() if value != defaults[name]},
        max_moves=len(MOVE_NAMES),
        max_plies=int(setup["length"][0]),
        objective="margin",
        move_text=lambda position, move: MOVE_NAMES[move],
        diagram=diagram,
        read=read,
        reason=lambda p: "time is up" if p.record["time"] >= p.game.setup[0]["length"] else "no fish is left",
        board=(SIZE, SIZE),
        cell=cell,
    )
