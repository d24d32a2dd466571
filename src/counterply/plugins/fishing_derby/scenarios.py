"""Scenarios of Fishing Derby: the course's files read and written, three built-in ones, and random ones by seed.

A scenario file is one JSON object, as in the course's program::

    {"custom": true,
     "init_fishes": {"0": {"init_pos": [x, y], "score": value}, ...},
     "init_players": {"0": [x, y], "1": [x, y]},          where the hooks are; player 0 is green
     "params": {"n_seq": codes for each fish},
     "sequence": {"0": [code, ...], ...}}
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from counterply.core.errors import GameError, UsageError
from counterply.core.files import input_path, make_folder, write_text
from counterply.usercode.names import call_with_options, split_name

SIZE = 20  # cells in x and in y
SURFACE = SIZE - 1
MAX_FISH = 64
MAX_CODES = 1000  # plies
LOWEST_VALUE, HIGHEST_VALUE = -7, 11
VALUES = tuple(value for value in range(LOWEST_VALUE, HIGHEST_VALUE + 1) if value)  # the host has as many types of fish
REST = 8  # the code of a fish that stays; 0 to 7 are the eight directions
DEFAULT_LENGTH = 900  # codes for each fish in the course's files
RANDOM = "random"

Cell = tuple[int, int]


def scenario_of(
    fish: list[tuple[Cell, int]],
    players: tuple[Cell, Cell],
    codes: dict[int, list[int]] | None = None,
    length: int = DEFAULT_LENGTH,
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


# --- random ones


def random_scenario(fish: int = 5, seed: int = 0, moving: bool = True, length: int = DEFAULT_LENGTH) -> dict[str, Any]:
    """Return a random scenario, the same for the same arguments.

    The hooks are at the surface, in different columns. The fish are in different cells below; their values are drawn from all
    18 there are, each as likely.

    Parameters
    ----------
    fish : how many, 1 to 64
    seed : decides all that is random
    moving : whether the fish swim, by a code drawn anew for each ply, or stay
    length : codes for each fish, 1 to 1000; a game has as many plies

    Raises
    ------
    UsageError
        for numbers out of range
    """
    _need_range("fish", fish, MAX_FISH)
    _need_range("length", length, MAX_CODES)
    random = Random(seed)
    columns = random.sample(range(SIZE), 2)
    cells = random.sample(range(SIZE * SURFACE), fish)
    places = [((cell % SIZE, cell // SIZE), random.choice(VALUES)) for cell in cells]
    codes = {i: random.choices(range(REST + 1), k=length) for i in range(fish)} if moving else {}
    return scenario_of(places, ((columns[0], SURFACE), (columns[1], SURFACE)), codes, length)


def _need_range(name: str, value: int, most: int) -> None:
    if not 1 <= value <= most:
        raise UsageError(f"{name} of a scenario is 1 to {most}, not {value}")


# --- files


def read_scenario(scenario: str) -> dict[str, Any]:
    """Return a checked scenario: a file, a built-in one by its name, or ``random:fish=5,seed=0,moving=on,length=900``.

    Raises
    ------
    GameError
        if there is none of this name, or with the place in the file that is wrong
    """
    if scenario in SCENARIOS:
        return SCENARIOS[scenario]
    name, colon, _ = scenario.partition(":")
    if name == RANDOM:
        options = split_name(scenario)[1] if colon else {}
        return call_with_options(random_scenario, options, "random scenarios")  # type: ignore[no-any-return]
    path = input_path(scenario)
    if not path.is_file():
        known = ", ".join([*SCENARIOS, f"{RANDOM}:fish=5,seed=0,moving=on"])
        raise UsageError(f"there is no scenario {scenario!r}: give a file, or one of {known}")
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise UsageError(f"{scenario}, line {error.lineno}: the scenario file is not JSON: {error.msg}") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{scenario}: the scenario file is not JSON: it is not text (byte {error.start})") from None
    except RecursionError:
        raise UsageError(f"{scenario}: the scenario file is nested too deeply") from None
    except ValueError:
        raise UsageError(f"{scenario}: the scenario file holds a number of thousands of digits") from None
    check_scenario(data, scenario)
    return data  # type: ignore[no-any-return]


def write_scenario(data: dict[str, Any], file: Path) -> None:
    """Write a scenario as a file of the course's program; a file that is there is replaced only by a complete one.

    Raises
    ------
    GameError
        if the scenario is not sound, or the file cannot be written
    """
    check_scenario(data, str(file))
    make_folder(file.parent)
    write_text(file, json.dumps(data))


def check_scenario(data: Any, source: str) -> None:
    """Raise `GameError` with the place and what was expected there, if `data` is not a scenario."""

    def need(condition: bool, message: str) -> None:
        if not condition:
            raise GameError(f"{source}: {message}")

    def need_cell(value: Any, what: str) -> None:
        whole = isinstance(value, list) and len(value) == 2 and all(type(v) is int and 0 <= v < SIZE for v in value)
        need(whole, f"{what} is at [x, y], each 0 to {SIZE - 1}, not {value!r}")

    for name in ("init_fishes", "init_players", "sequence"):
        need(isinstance(data, dict) and isinstance(data.get(name), dict), f"a scenario has {name!r}, an object with one entry each")
    fishes, players, sequence = data["init_fishes"], data["init_players"], data["sequence"]
    need(1 <= len(fishes) <= MAX_FISH, f"init_fishes: a scenario has 1 to {MAX_FISH} fish, not {len(fishes)}")
    need(set(fishes) == {str(i) for i in range(len(fishes))}, f"init_fishes: the fish are numbered from 0, not {', '.join(fishes)}")
    odd = sorted(set(sequence) ^ set(fishes))
    need(not odd, f"sequence: one list of codes for each fish of init_fishes; fish {', '.join(odd)} is only in one of the two")
    need(set(players) == {"0", "1"}, f"init_players: the players are 0 and 1, not {', '.join(players)}")
    for player, place in players.items():
        need_cell(place, f"init_players: player {player}")
    need(players["0"][0] != players["1"][0], f"init_players: both boats are in column {players['0'][0]}")

    for index in range(len(fishes)):
        fish, codes = fishes[str(index)], sequence[str(index)]
        need(isinstance(fish, dict), f"init_fishes: fish {index} has 'init_pos' and 'score', not {fish!r}")
        need_cell(fish.get("init_pos"), f"init_fishes: fish {index}")
        value = fish.get("score")
        need(
            type(value) is int and value in VALUES,
            f"init_fishes: fish {index} is worth {LOWEST_VALUE} to -1 or 1 to {HIGHEST_VALUE}, not {value!r}",
        )
        said = len(codes) if isinstance(codes, list) else repr(codes)
        need(
            isinstance(codes, list) and 1 <= len(codes) <= MAX_CODES,
            f"sequence: fish {index} has a list of 1 to {MAX_CODES} codes, not {said}",
        )
        wrong = next((ply for ply, code in enumerate(codes) if not (type(code) is int and 0 <= code <= REST)), None)
        if wrong is not None:
            need(False, f"sequence: fish {index}, ply {wrong}: a code is 0 to {REST}, not {codes[wrong]!r}")
    lengths = {len(codes): fish for fish, codes in sequence.items()}
    need(
        len(lengths) == 1,
        "sequence: all fish have equally many codes, not " + " and ".join(f"{n} (fish {i})" for n, i in sorted(lengths.items())),
    )
    length = next(iter(lengths))
    params = data.get("params", {})
    need(isinstance(params, dict), f"params: an object with 'n_seq', not {params!r}")
    promised = params.get("n_seq", length)
    need(promised == length, f"params: n_seq is {promised!r}, but each fish has {length} codes")
