"""What a stone makes along one line, by the words of the rules: a line is a string of ``X``, ``O``, ``.`` and ``#`` for the edge.

Slow, in plain Python, and without anything of the package. The stone in question is an ``X`` that stands already.
"""

from functools import cache

SHAPES = (
    *("DEAD", "CLOSED_ONE", "OPEN_ONE", "CLOSED_TWO", "OPEN_TWO", "GOOD_TWO", "CLOSED_THREE", "OPEN_THREE", "GOOD_THREE"),
    *("FOUR", "OPEN_FOUR", "MAKES_FIVE", "FORBIDDEN"),
)


def run_of(line, place):
    """The first and the last place of the unbroken row of X that the stone is part of."""
    first = last = place
    while line[first - 1] == "X":
        first -= 1
    while line[last + 1] == "X":
        last += 1
    return first, last


def wins(line, place, rule):
    """Whether the row through the stone wins; `rule` is renju for its Black, for whom six are none."""
    first, last = run_of(line, place)
    length = last - first + 1
    blocked = line[first - 1] == line[last + 1] == "O"
    return {
        "freestyle": length >= 5,
        "standard": length == 5,
        "renju": length == 5,
        "caro": length > 5 or (length == 5 and not blocked),
        "caro_strict": length == 5 and not blocked,
    }[rule]


def with_stone(line, place, stone):
    return line[:place] + stone + line[place + 1 :]


def empty(line):
    return [place for place, cell in enumerate(line) if cell == "."]


@cache
def fives_next(line, place, rule):
    """The cells where one more stone makes a winning row with this one."""
    return [more for more in empty(line) if wins(with_stone(line, more, "X"), place, rule)]


def cannot_be_stopped(line, place, rule):
    """Whether one more stone makes a winning row whatever single stone the opponent puts on this line."""
    return all(fives_next(with_stone(line, reply, "O"), place, rule) for reply in empty(line))


@cache
def shape(line, place, rule):
    """The name of what the stone makes, as in `counterply.plugins.gomoku.patterns`."""
    first, last = run_of(line, place)
    fives = fives_next(line, place, rule)
    if wins(line, place, rule):
        return "MAKES_FIVE"
    if rule == "renju":
        fours = {frozenset(range(*span)) - {more} for more in fives for span in [five_span(line, more)]}
        if last - first + 1 > 5 or len(fours) > 1:
            return "FORBIDDEN"
    if fives:
        return "OPEN_FOUR" if cannot_be_stopped(line, place, rule) else "FOUR"
    more = [shape(with_stone(line, next_one, "X"), place, rule) for next_one in empty(line)]
    for made, better, ways, wanted in (
        ("OPEN_THREE", "GOOD_THREE", 2, ("OPEN_FOUR",)),
        ("CLOSED_THREE", "CLOSED_THREE", 1, ("FOUR", "OPEN_FOUR")),
        ("OPEN_TWO", "GOOD_TWO", 3, ("OPEN_THREE", "GOOD_THREE")),
        ("CLOSED_TWO", "CLOSED_TWO", 1, ("CLOSED_THREE", "OPEN_THREE", "GOOD_THREE")),
        ("OPEN_ONE", "OPEN_ONE", 1, ("OPEN_TWO", "GOOD_TWO")),
        ("CLOSED_ONE", "CLOSED_ONE", 1, ("CLOSED_TWO", "OPEN_TWO", "GOOD_TWO")),
    ):
        count = sum(name in wanted for name in more)
        if count:
            return better if count >= ways else made
    return "DEAD"


def five_span(line, more):
    """The places, as a range's ends, of the row of five that one more stone makes."""
    first, last = run_of(with_stone(line, more, "X"), more)
    return first, last + 1


def forget():
    """Drop what is remembered of lines."""
    shape.cache_clear()
    fives_next.cache_clear()
