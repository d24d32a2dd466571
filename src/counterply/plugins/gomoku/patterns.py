"""What a stone on each empty cell would make, kept up to date move by move: the memo of five in a row.

Along one line, a stone on an empty cell would make one *shape* of its colour, from nothing to five (`DEAD` .. `MAKES_FIVE`). It
depends on the five cells on either side alone: a table answers. The four shapes of a cell, in whatever directions, are its
*combination* for that colour, one of 1,820; each combination has a *class* (`NOTHING` .. `FIVE_POINT`). Classes are counted, and
the cells that make fours are kept as bits, so that "has a five", "must answer a five", "has an open four" are look-ups.

How promising a move is by its combinations, and what a position is worth by its classes, was learnt from games: see
`counterply.plugins.gomoku.network`, whose sums over all cells are kept, too.

Half a window is numbered by its cells from the nearest to the farthest, each empty, own or the opponent's; an edge ends it, and a
half is then shorter. Tables for windows of 2 x 5 cells: 364 x 364. Letters: H half windows, K combinations.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import itertools
from functools import cache
from typing import Any

import numpy as np

from counterply.compiling.intrinsics import add_lanes, copy_record, lowest_bit
from counterply.compiling.kernels import kernel
from counterply.core.aliases import Record
from counterply.core.contract import LONGEST_LINE
from counterply.plugins.gomoku.network import CLASSES, KINDS, LEARNT_SIDE, NETWORK, SHAPES, VIEWS, learnt, network_for

MAX_SIDE = 26
CELLS = MAX_SIDE * MAX_SIDE
REACH = 5  # cells on either side of a window
DIAGONALS = 2 * MAX_SIDE - 1
HALVES = sum(3**cells for cells in range(REACH + 1))

# shapes along one line: what a stone here would make
DEAD = 0
CLOSED_ONE, OPEN_ONE = 1, 2  # three more make a four; two more an open three
CLOSED_TWO = 3  # two more make a four
OPEN_TWO, GOOD_TWO = 4, 5  # one more makes an open three, in one or two ways, or in more
CLOSED_THREE = 6  # one more makes a four
OPEN_THREE, GOOD_THREE = 7, 8  # one more makes an open four, in one way, or in more
FOUR = 9  # one more makes five
OPEN_FOUR = 10  # and the opponent cannot prevent it
MAKES_FIVE = 11
FORBIDDEN = 12  # for renju's Black: an overline, or two fours in one line
GOOD_TWO_WAYS = 3

# classes of a cell: what a stone here would make in all directions together, the weaker first
NOTHING = 0
FOUR_POINT = 26  # this class and better ones make a four
FOUR_AND_CLOSED_THREE = 28
FOUR_AND_THREE = 29
OPEN_FOUR_POINT = 30  # an open four, or two fours
FIVE_POINT = 31
FORBIDDEN_POINT = 32
MAYBE_FORBIDDEN = 12  # the class of renju's Black for two open threes

COMBINATIONS = list(itertools.combinations_with_replacement(range(SHAPES), 4))  # of four shapes, ascending
POLICY_UNIT = 64

EMPTY, OWN, OTHER, OFF = range(4)

POINT = np.dtype(
    [
        ("pattern", np.uint32),  # a shape of 4 bits by direction, Black's below White's; all 0 where a stone stands
        ("combinations", np.uint16, (2,)),  # by colour
        ("classes", np.uint16, (2,)),  # uint16 leaves no padding, whose bytes are undefined
    ],
    align=True,
)
TOTALS = np.dtype(
    [
        ("counts", np.int32, (2, CLASSES)),  # by colour: cells of each class
        ("views", VIEWS),  # Black's view of all cells and White's: the sums of `vectors`
        ("worths", np.int32, (2,)),  # in either view, the sum of the worths
        ("fours", np.uint32, (2, MAX_SIDE)),  # by colour and row: bit column where a stone makes a four or more
    ],
    align=True,
)
JOURNAL = np.dtype(
    [
        ("top", np.int64),  # points in it
        ("depth", np.int64),  # updates in it
        ("begin", np.int32, (LONGEST_LINE + 1,)),  # where the points of each of them begin
        ("totals", TOTALS, (LONGEST_LINE + 1,)),  # what they were before each of them
        ("cells", np.uint16, (LONGEST_LINE * (8 * REACH + 1),)),
        ("points", POINT, (LONGEST_LINE * (8 * REACH + 1),)),  # what `points` held there
    ],
    align=True,
)
MEMO = np.dtype(
    [
        # by direction, line and colour: bit REACH + place along the line; off the board set for both colours
        ("lines", np.uint64, (4, DIAGONALS, 2)),
        ("points", POINT, (CELLS,)),
        ("totals", TOTALS),
        ("journal", JOURNAL),
    ],
    align=True,
)
TABLES = np.dtype(
    [
        ("reach", np.int64),  # cells on either side that a shape depends on; 0: no patterns for this length of line
        ("half", np.uint16, (2, 1 << (2 * REACH))),  # by the bits of 5 black and 5 white cells, left and right of a cell: number
        ("shapes", np.uint8, (HALVES * HALVES,)),  # by left * HALVES + right: Black's shape + 16 x White's
        ("combinations", np.uint16, (1 << 16,)),  # by four shapes of 4 bits: number
        ("classes", np.uint8, (2, KINDS)),  # by colour and combination
        ("attack", np.int32, (KINDS,)),  # how promising a move is by what it makes: POLICY_UNIT is one
        ("defence", np.int32, (KINDS,)),  # and by what the opponent would make there
        ("network", NETWORK),
    ],
    align=True,
)


# --- tables


@cache
def half_windows() -> tuple[list[tuple[int, ...]], dict[tuple[int, ...], int]]:
    """Return all half windows, nearest cell first, without what is off the board, and their numbers."""
    windows = [cells for size in range(REACH + 1) for cells in itertools.product((EMPTY, OWN, OTHER), repeat=size)]
    return windows, {cells: number for number, cells in enumerate(windows)}


def half_table(reach: int) -> np.ndarray:
    """Return the number of each half window by its bits: uint16[2, 1024], left and right of a cell, first colour as OWN.

    Cells beyond `reach` are left out, so that the tables that are looked at stay small.
    """
    _, numbers = half_windows()
    table = np.zeros((2, 1 << (2 * REACH)), np.uint16)
    for bits in range(1 << (2 * REACH)):
        states = [(bits >> place & 1) + 2 * (bits >> (place + REACH) & 1) for place in range(REACH)]
        for side, cells in enumerate((states[::-1], states)):
            board = tuple(itertools.takewhile(lambda state: state != OFF, cells[:reach]))
            table[side, bits] = numbers[board] if all(state == OFF for state in cells[len(board) : reach]) else 0
    return table


@cache
def line_shapes(length: int, exact: bool, ends: bool, forbids: bool) -> np.ndarray:
    """Return the shape of each window for the colour that is OWN in it: uint8[H, H].

    Parameters
    ----------
    length, exact, ends : what wins, as in the rules: line length, whether a longer one is no win, whether opponent's stones at both
        ends spoil it
    forbids : renju's Black
    """
    windows, numbers = half_windows()
    none = HALVES  # stands for a cell that is not empty
    placed = np.full((HALVES + 1, REACH), none)  # half window after an own stone on its k-th cell
    blocked = np.full((HALVES + 1, REACH), none)  # and after an opponent's
    runs, beyond = np.zeros(HALVES, np.int64), np.zeros(HALVES, np.int64)
    for number, cells in enumerate(windows):
        runs[number] = next((place for place, state in enumerate(cells) if state != OWN), len(cells))
        beyond[number] = cells[runs[number]] if runs[number] < len(cells) else OFF
        for place, state in enumerate(cells):
            if state == EMPTY:
                placed[number, place] = numbers[(*cells[:place], OWN, *cells[place + 1 :])]
                blocked[number, place] = numbers[(*cells[:place], OTHER, *cells[place + 1 :])]
    run = 1 + runs[:, None] + runs[None, :]
    spoilt = ends & (beyond[:, None] == OTHER) & (beyond[None, :] == OTHER)
    five = ((run == length) & ~spoilt) | ((run > length) & (not exact))

    def ways(good: np.ndarray, after: np.ndarray) -> np.ndarray:
        """Return in how many ways one stone leads to a window that is `good`."""
        padded = np.zeros((HALVES + 1, HALVES + 1), bool)
        padded[:HALVES, :HALVES] = good
        count = np.zeros((HALVES, HALVES), np.int8)
        for place in range(REACH):
            count += padded[after[:HALVES, place], :HALVES]
            count += padded[:HALVES, after[:HALVES, place]]
        return count

    shape = np.zeros((HALVES, HALVES), np.uint8)
    fives = ways(five, placed)
    fours, open_fours = fives == 1, fives >= 2
    if ends:  # a stone at the end of a line may spoil it without standing in it
        empty = np.array([cells.count(EMPTY) for cells in windows])
        open_fours &= ways(fives >= 1, blocked) == empty[:, None] + empty[None, :]
        fours = (fives >= 1) & ~open_fours
    shape[fours], shape[open_fours] = FOUR, OPEN_FOUR
    if forbids:
        shape[open_fours & (run != length - 1)] = FORBIDDEN
        shape[run > length] = FORBIDDEN
    shape[five] = MAKES_FIVE

    def fill(rest: np.ndarray, made: int, better: int) -> None:
        free = shape == DEAD
        shape[free & (rest >= 1)] = made
        if better != made:
            shape[free & (rest >= (GOOD_TWO_WAYS if better == GOOD_TWO else 2))] = better

    threes = ways(shape == OPEN_FOUR, placed)
    closed_threes = ways((shape == FOUR) | (shape == OPEN_FOUR), placed)
    fill(threes, OPEN_THREE, GOOD_THREE)
    fill(closed_threes, CLOSED_THREE, CLOSED_THREE)
    twos = ways((shape == OPEN_THREE) | (shape == GOOD_THREE), placed)
    closed_twos = ways((shape >= CLOSED_THREE) & (shape <= GOOD_THREE), placed)
    fill(twos, OPEN_TWO, GOOD_TWO)
    fill(closed_twos, CLOSED_TWO, CLOSED_TWO)
    ones = ways((shape == OPEN_TWO) | (shape == GOOD_TWO), placed)
    closed_ones = ways((shape >= CLOSED_TWO) & (shape <= GOOD_TWO), placed)
    fill(ones, OPEN_ONE, OPEN_ONE)
    fill(closed_ones, CLOSED_ONE, CLOSED_ONE)
    return shape


@cache
def combination_numbers() -> np.ndarray:
    """Return the number of each combination by its four shapes of 4 bits, in any order: uint16[65536]."""
    numbers = np.zeros((16,) * 4, np.uint16)
    for number, shapes in enumerate(COMBINATIONS):
        for order in set(itertools.permutations(shapes)):
            numbers[order] = number
    return numbers.ravel()


@cache
def point_classes(forbids: bool) -> np.ndarray:
    """Return the class of each combination: uint8[K]."""
    counts = np.array([[shapes.count(shape) for shapes in COMBINATIONS] for shape in range(FORBIDDEN + 1)])
    threes, twos = counts[OPEN_THREE] + counts[GOOD_THREE], counts[OPEN_TWO] + counts[GOOD_TWO]
    fours, closed, good = counts[FOUR], counts[CLOSED_THREE], counts[GOOD_THREE] > 0
    small = counts[CLOSED_TWO] + counts[OPEN_ONE]
    classes = np.zeros(len(COMBINATIONS), np.uint8)
    rules = [  # the first that holds
        (FIVE_POINT, counts[MAKES_FIVE] > 0),
        (FORBIDDEN_POINT, counts[FORBIDDEN] > 0),
        (OPEN_FOUR_POINT, (counts[OPEN_FOUR] > 0) | (fours > 1)),
        (FOUR_AND_THREE, (fours > 0) & (threes > 0)),
        (FOUR_AND_CLOSED_THREE, (fours > 0) & (closed > 0)),
        (27, (fours > 0) & (twos > 0)),
        (FOUR_POINT, fours > 0),
        (25, threes > 1),
        (24, good & (closed > 0)),
        (23, (threes > 0) & (closed > 0)),
        (22, good & (twos > 0)),
        (21, (threes > 0) & (twos > 0)),
        (20, good),
        (19, threes > 0),
        (18, closed > 1),
        (17, (closed > 0) & (twos > 1)),
        (16, (closed > 0) & (twos > 0)),
        (15, twos > 2),
        (14, counts[GOOD_TWO] > 1),
        (13, twos > 1),
        (12, closed > 0),
        (11, (counts[GOOD_TWO] > 0) & (small > 1)),
        (10, counts[GOOD_TWO] > 0),
        (9, (twos > 0) & (small > 1)),
        (8, twos > 0),
        (7, counts[CLOSED_TWO] > 1),
        (6, (counts[CLOSED_TWO] > 0) & (counts[OPEN_ONE] > 0)),
        (5, counts[CLOSED_TWO] > 0),
        (4, counts[OPEN_ONE] > 2),
        (3, counts[OPEN_ONE] > 1),
        (2, counts[OPEN_ONE] > 0),
        (1, counts[CLOSED_ONE] > 0),
    ]
    for number, holds in reversed(rules):
        classes[holds] = number
    if forbids:
        made_five = classes == FIVE_POINT
        classes[threes > 1] = MAYBE_FORBIDDEN
        classes[(fours > 0) & (threes > 1)] = FOUR_POINT
        classes[(counts[OPEN_FOUR] > 0) & (threes > 1)] = FOUR_POINT
        classes[(fours + counts[OPEN_FOUR] > 1) | (counts[FORBIDDEN] > 0)] = FORBIDDEN_POINT
        classes[made_five] = FIVE_POINT
    return classes


def rule_of(exact: tuple[bool, bool], forbids: bool) -> str:
    """Return the rule whose numbers serve: caro takes standard's or freestyle's."""
    return "renju" if forbids else "standard" if all(exact) else "freestyle"


@cache
def tables_for(length: int, exact: tuple[bool, bool], ends: bool, forbids: bool) -> np.ndarray:
    """Return the tables of a rule, without its network: TABLES[1]; lines longer than five have none."""
    tables = np.zeros(1, TABLES)
    if length > REACH:
        return tables
    reach = REACH if any(exact) or ends else length - 1
    tables["reach"], tables["half"] = reach, half_table(reach)
    windows, numbers = half_windows()
    swap = np.array([0, 2, 1])
    swapped = np.array([numbers[tuple(swap[list(cells)])] if cells else 0 for cells in windows])
    black, white = (line_shapes(length, exact[player], ends, forbids and player == 0) for player in range(2))
    tables["shapes"] = (black + 16 * white[np.ix_(swapped, swapped)]).ravel()
    tables["combinations"] = combination_numbers()
    tables["classes"] = point_classes(forbids), point_classes(False)
    rule = learnt(rule_of(exact, forbids))
    tables["attack"], tables["defence"] = rule["attack"], rule["defence"]
    return tables


def set_network(tables: np.ndarray, rule: str, width: int, height: int) -> None:
    """Put the network of a rule into tables, in place, for a board: TABLES[1]."""
    if tables["reach"] > 0:
        tables["network"] = network_for(rule)
        (square, worth), (board, other) = (empty_sums(tables, *sides) for sides in ((LEARNT_SIDE, LEARNT_SIDE), (width, height)))
        tables["network"]["begin"]["numbers"], tables["network"]["worths_begin"] = square - board, worth - other


def empty_sums(tables: np.ndarray, width: int, height: int) -> tuple[np.ndarray, np.ndarray]:
    """Return both views of an empty board, int64[2 VIEW], and the sums of its worths in them, int64[2]."""
    reach, numbers = int(tables["reach"][0]), half_windows()[1]
    halves = np.array([numbers[(EMPTY,) * cells] for cells in range(reach + 1)])
    rows, columns = np.mgrid[:height, :width]
    left, up, right, down = columns, rows, width - 1 - columns, height - 1 - rows
    ways = (
        (left, right),
        (up, down),
        (np.minimum(left, up), np.minimum(right, down)),
        (np.minimum(right, up), np.minimum(left, down)),
    )
    pattern = np.zeros((2, height, width), np.int64)
    for direction, (before, after) in enumerate(ways):
        shapes = tables["shapes"][0, halves[np.minimum(before, reach)] * HALVES + halves[np.minimum(after, reach)]]
        pattern += np.stack([shapes & 15, shapes >> 4]).astype(np.int64) << 4 * direction
    kinds = tables["combinations"][0, pattern]
    black, white = (tables["classes"][0, colour][kinds[colour]] for colour in range(2))
    network, cells = tables["network"][0], (0, 1)
    views = network["vectors"]["numbers"][black, white].sum(axis=cells, dtype=np.int64)
    return views, np.array([sum(network["worths"][kinds[side ^ part], part].sum() for part in range(2)) for side in range(2)])


# --- keeping the memo

HALF_MASK = np.uint64((1 << REACH) - 1)
SHAPE_BITS = np.uint32(0x000F_000F)
LOW_SHAPE = np.uint32(15)
LOW_PATTERN = np.uint32(0xFFFF)
ONE = np.uint64(1)
ONE_32 = np.uint32(1)
FIVE_BITS = np.uint64(REACH)
RIGHT_HALF = np.uint64(REACH + 1)


@kernel
def shapes_at(tables: Any, black: int, white: int, place: int) -> int:
    """Return both colours' shapes at a place along a line with these words: Black's + 16 x White's."""
    shift = np.uint64(place)
    black, white = black >> shift, white >> shift
    left = (black & HALF_MASK) | ((white & HALF_MASK) << FIVE_BITS)
    right = ((black >> RIGHT_HALF) & HALF_MASK) | (((white >> RIGHT_HALF) & HALF_MASK) << FIVE_BITS)
    number = np.int64(tables["half"][0, left]) * HALVES + np.int64(tables["half"][1, right])
    return np.uint32(tables["shapes"][number])


@kernel
def with_shapes(pattern: int, shapes: int, direction: int) -> int:
    """Return a cell's pattern with other shapes in one direction."""
    shift = np.uint32(4 * direction)
    both = (shapes & LOW_SHAPE) | ((shapes >> np.uint32(4)) << np.uint32(16))
    return np.uint32((pattern & ~(SHAPE_BITS << shift)) | (both << shift))


@kernel
def shape_of(pattern: int, player: int, direction: int) -> int:
    """Return the shape of a colour in one direction."""
    return np.int64(pattern >> np.uint32(16 * player + 4 * direction) & LOW_SHAPE)


@kernel
def set_pattern(tables: Any, memo: Record, cell: int, pattern: int) -> None:
    """Give a cell another pattern, and all that follows from it, in place."""
    where = np.uint64(cell)
    point, totals = memo["points"][where], memo["totals"]
    point["pattern"] = pattern
    black, white, worths = point["classes"][0], point["classes"][1], tables["network"]["worths"]
    for colour in range(2):
        shapes = (pattern >> np.uint32(16)) if colour else (pattern & LOW_PATTERN)
        before, after = point["combinations"][colour], tables["combinations"][shapes]
        if before == after:
            continue
        point["combinations"][colour] = after
        for side in range(2):
            totals["worths"][side] += worths[after, side ^ colour] - worths[before, side ^ colour]
        old, new = point["classes"][colour], tables["classes"][colour, after]
        if old != new:
            point["classes"][colour] = new
            totals["counts"][colour, old] -= 1
            totals["counts"][colour, new] += 1
            if (old >= FOUR_POINT) != (new >= FOUR_POINT):
                row = where // np.uint64(MAX_SIDE)
                totals["fours"][colour, row] ^= ONE_32 << np.uint32(where - row * np.uint64(MAX_SIDE))
    black_now, white_now = point["classes"][0], point["classes"][1]
    if black != black_now or white != white_now:
        vectors = tables["network"]["vectors"]
        add_lanes(totals["views"], vectors[black_now, white_now], vectors[black, white])


@kernel
def change(tables: Any, memo: Record, cell: int, pattern: int) -> None:
    """Give a cell another pattern in place, with a note in the journal."""
    journal = memo["journal"]
    top = np.int64(journal["top"])
    journal["cells"][top] = cell
    copy_record(journal["points"][top], memo["points"][cell])
    journal["top"] += 1
    set_pattern(tables, memo, cell, pattern)


@kernel
def update_line(tables: Any, memo: Record, direction: int, at: tuple[int, int, int], cell: int, player: int) -> None:
    """Put a stone of `player` on a cell, and bring the empty cells around it up to date, in place.

    `at` is the cell's line in this direction, its place there, and the step from it to the next cell.
    """
    line, place, step = at
    words = memo["lines"][direction, line]
    words[player] |= ONE << np.uint64(place + REACH)
    black, white = words[0], words[1]
    reach = tables["reach"]
    for side in range(2):
        sign = 1 - 2 * side
        for distance in range(1, reach + 1):
            here = place + sign * distance
            bit = np.uint64(here + REACH)
            taken_black, taken_white = (black >> bit) & ONE, (white >> bit) & ONE
            if taken_black & taken_white:
                break
            if taken_black | taken_white:
                continue
            other = cell + sign * distance * step
            old = memo["points"][other]["pattern"]
            new = with_shapes(old, shapes_at(tables, black, white, here), direction)
            if new != old:
                change(tables, memo, other, new)


def update(position: Record, setup: Record, memo: Record, move: int) -> None:
    """Bring the memo up to date in place, after a stone on cell `move`."""
    tables, journal = setup["tables"], memo["journal"]
    depth = journal["depth"]
    journal["begin"][depth] = journal["top"]
    copy_record(journal["totals"][depth], memo["totals"])
    journal["depth"] = depth + 1
    player = 1 - np.int64(position["turn"])
    row, column = move // MAX_SIDE, move % MAX_SIDE
    change(tables, memo, move, np.uint32(0))
    update_line(tables, memo, 0, (row, column, 1), move, player)
    update_line(tables, memo, 1, (column, row, MAX_SIDE), move, player)
    update_line(tables, memo, 2, (column - row + MAX_SIDE - 1, row, MAX_SIDE + 1), move, player)
    update_line(tables, memo, 3, (column + row, row, MAX_SIDE - 1), move, player)


def undo(position: Record, setup: Record, memo: Record, move: int) -> None:
    """Take back the last `update`, in place."""
    journal = memo["journal"]
    depth = journal["depth"] - 1
    journal["depth"] = depth
    begin, top = np.int64(journal["begin"][depth]), journal["top"]
    while top > begin:
        top -= 1
        copy_record(memo["points"][journal["cells"][top]], journal["points"][top])
    copy_record(memo["totals"], journal["totals"][depth])
    journal["top"] = begin
    player = 1 - np.int64(position["turn"])
    row, column = move // MAX_SIDE, move % MAX_SIDE
    turn_on_lines(memo, row, column, player)


@kernel
def turn_on_lines(memo: Record, row: int, column: int, player: int) -> None:
    """Put a stone of `player` on the four lines of a cell, or take it away, in place."""
    across, along = ONE << np.uint64(column + REACH), ONE << np.uint64(row + REACH)
    memo["lines"][0, row, player] ^= across
    memo["lines"][1, column, player] ^= along
    memo["lines"][2, column - row + MAX_SIDE - 1, player] ^= along
    memo["lines"][3, column + row, player] ^= along


@kernel
def fill_lines(position: Record, setup: Record, memo: Record) -> None:
    """Write all lines, in place."""
    memo["lines"][:] = ~np.uint64(0)
    for row in range(setup["height"]):
        for column in range(setup["width"]):
            bit = np.uint32(column + 1)
            for player in range(2):
                if (position["stones"][player, row + 1] >> bit) & ONE_32 == 0:
                    turn_on_lines(memo, row, column, player)


@kernel
def set_nothing(point: Any) -> None:
    """Clear a point, in place."""
    point["pattern"] = 0
    point["combinations"][:] = 0
    point["classes"][:] = 0


def refresh(position: Record, setup: Record, memo: Record) -> None:
    """Fill the memo from the position, in place."""
    tables = setup["tables"]
    memo["journal"]["top"] = 0
    memo["journal"]["depth"] = 0
    for cell in range(CELLS):
        set_nothing(memo["points"][cell])
    totals = memo["totals"]
    totals["views"]["numbers"][:] = tables["network"]["begin"]["numbers"]
    totals["worths"][:] = tables["network"]["worths_begin"]
    totals["fours"][:] = 0
    totals["counts"][:] = 0
    totals["counts"][0, 0] = totals["counts"][1, 0] = CELLS
    fill_lines(position, setup, memo)
    if tables["reach"] == 0:
        return
    lines = memo["lines"]
    for row in range(setup["height"]):
        for column in range(setup["width"]):
            taken = position["stones"][0, row + 1] | position["stones"][1, row + 1]
            if (taken >> np.uint32(column + 1)) & ONE_32:
                continue
            falling, rising = column - row + MAX_SIDE - 1, column + row
            pattern = with_shapes(np.uint32(0), shapes_at(tables, lines[0, row, 0], lines[0, row, 1], column), 0)
            pattern = with_shapes(pattern, shapes_at(tables, lines[1, column, 0], lines[1, column, 1], row), 1)
            pattern = with_shapes(pattern, shapes_at(tables, lines[2, falling, 0], lines[2, falling, 1], row), 2)
            pattern = with_shapes(pattern, shapes_at(tables, lines[3, rising, 0], lines[3, rising, 1], row), 3)
            set_pattern(tables, memo, row * MAX_SIDE + column, pattern)


@kernel
def points_of(memo: Record, player: int, kind: int) -> int:
    """Return how many cells have a class for a player."""
    return memo["totals"]["counts"][player, kind]


@kernel
def class_of(memo: Record, player: int, cell: int) -> int:
    """Return the class of a cell for a player."""
    return memo["points"][cell]["classes"][player]


@kernel
def cells_of(rows: np.ndarray, moves: np.ndarray) -> int:
    """Write the cells that `rows` has bits for, ascending; return how many."""
    count = 0
    for row in range(MAX_SIDE):
        bits = rows[row]
        while bits:
            moves[count] = row * MAX_SIDE + lowest_bit(bits)
            count += 1
            bits &= bits - ONE_32
    return count
