"""Kernels of every kind that machine code on disk must serve; see `test_machine`."""

import json
import sys

import numpy as np

from counterply.compiling.kernels import cached_kernel, helper, kernel

PAIR = np.dtype([("a", np.int64), ("b", np.uint8, (3,))])


@cached_kernel
def shapes(record, table, whole, large, half, truth):
    """Every shape of argument: a record, an array of two dimensions, and each kind of number."""
    record["a"] += whole
    table[1, 2] = half
    return np.uint64(large) + np.uint64(record["b"][1]) + np.uint64(truth)


@cached_kernel
def allocates(count):
    """An array is made and freed by Numba's runtime."""
    squares = np.zeros(count, np.int64)
    for index in range(count):
        squares[index] = index * index
    return squares.sum()


@kernel
def even(number):
    return True if number == 0 else odd(number - 1)


@kernel
def odd(number):
    return False if number == 0 else even(number - 1)


@cached_kernel
def is_even(number):
    """Two functions that call each other."""
    return even(number)


@cached_kernel
def is_odd(number):
    """The second of them is compiled on behalf of the first one."""
    return odd(number)


@cached_kernel
def counts(number):
    """Always the same number."""
    return 1000


@cached_kernel
def speaks(number):
    """Printing needs the interpreter."""
    print("in a kernel:", number)
    return number + 1


@helper
def checked(number):
    if number < 0:
        raise ValueError("a number is positive")  # this line is in the traceback
    return 1.0 / number


@cached_kernel
def raises(number):
    """What a kernel raises arrives in Python."""
    return checked(number)


def main():
    record, table = np.zeros(1, PAIR), np.zeros((2, 3))
    record["b"][0] = 1, 2, 3
    top = shapes(record[0], table, np.int32(5), np.uint64((1 << 64) - 9), np.float64(0.5), np.bool_(True))
    answer = [top, int(record["a"][0]), table.tolist(), is_even(7), is_even(1000), is_odd(7), counts(7)]
    answer += [allocates(4), speaks(2), even(4)] if "more" in sys.argv else []
    try:
        raises(-1)
    except ValueError as error:
        place = error.__traceback__
        while place.tb_next is not None:
            place = place.tb_next
        answer.append([str(error), place.tb_frame.f_code.co_filename == __file__, place.tb_lineno])
    answer.append(raises(0))
    found = [made.hits for made in (shapes, is_even, counts, raises, allocates, speaks)]
    print(json.dumps([answer, found, "numba" in sys.modules]))


if __name__ == "__main__":
    main()
