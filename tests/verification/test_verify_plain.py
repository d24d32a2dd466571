"""`verify` runs plain Python all the way down: helpers with @kernel too, on records that refuse what they cannot hold."""

import numpy as np
import pytest

from counterply import Game, kernel
from counterply.verification.checked_records import WatchedRecord
from counterply.verification.copies import Copies, reached_from
from counterply.verification.findings import BrokenError
from counterply.verification.functions import CheckedRules, check_functions
from counterply.verification.time_limit import EndlessError, Watch

RECORD = np.dtype([("hash", np.uint64), ("cells", np.int8, (4,)), ("small", np.uint8), ("turn", np.int8)])
EVEN = np.uint64(0x5555_5555_5555_5555)


@kernel
def put(position, cell, value):
    position["cells"][cell] = value


@kernel
def turned_off(bits):
    """Numba gives a uint64 back as a Python integer, whose complement is negative."""
    return ~bits & EVEN


@kernel
def down(number):
    return 0 if number == 0 else down(number - 1)


def legal(position, move):
    return position["cells"][move] == 0


def play(position, move):
    put(position, move, 1)
    position["hash"] ^= turned_off(turned_off(position["hash"]))
    position["turn"] = 1 - position["turn"]


def beyond(position, move):
    put(position, move + 4, 1)


def fraction(position, move):
    put(position, move, 0.5)


def too_large(position, move):
    position["small"] = position["cells"][move] + 256


def in_full(position, move):
    position["cells"][:] = np.array([1, 2, 3, 400])


def on_and_on(position, move):
    while True:
        down(3)


def rules_of(play):
    return CheckedRules(Game("twins", RECORD, legal_moves=legal, moves=4, play=play))


def test_unsigned_helpers_raise_no_alarm():
    record = rules_of(play).after_move(np.zeros(1, RECORD)[0], 2)
    assert record["cells"].tolist() == [0, 0, 1, 0]
    assert record["turn"] == 1


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (beyond, "IndexError: index 4 is out of bounds"),
        (fraction, "0.5 is a fraction, and the field 'cells' holds whole numbers"),
        (too_large, "256 does not fit the field 'small' \\(uint8: 0 to 255\\)"),
        (in_full, "does not fit the field 'cells'"),
    ],
)
def test_what_goes_wrong_in_a_helper_is_said_with_its_line(wrong, said):
    with pytest.raises(BrokenError, match=rf"test_verify_plain.py:\d+: .*{said}"):
        rules_of(wrong).after_move(np.zeros(1, RECORD)[0], 0)


def test_small_numbers_do_not_overflow_in_plain_python_where_they_do_not_in_kernels():
    def add(position, move):
        position["cells"][0] = (position["cells"][0] + 100) // 2

    record = np.zeros(1, RECORD)[0]
    record["cells"][0] = 100
    assert rules_of(add).after_move(record, 0)["cells"][0] == 100


def test_a_sum_over_cells_is_a_number_as_in_kernels():
    cells = WatchedRecord(np.ones(1, RECORD)[0])["cells"]
    found = 7 + cells.sum() + cells[1:].max()
    assert isinstance(found, int | np.integer)
    assert found == 12


def test_a_function_that_does_not_come_back_is_interrupted():
    endless = Copies().of(on_and_on)
    watch = Watch(seconds=0.3)
    with watch.here():
        watch(True)
        with pytest.raises(EndlessError):
            endless(None, 0)


def test_twins_reach_helpers_of_helpers_and_themselves():
    assert Copies().of(down)(5) == 0
    assert {function.__name__ for function in reached_from(play)} == {"play", "put", "turned_off"}


def test_what_functions_take_is_seen_before_anything_runs():
    def loud(position, move):
        print(move)

    (found,) = check_functions(Game("twins", RECORD, legal_moves=legal, moves=4, play=loud))
    assert "take the print out" in found.happened
