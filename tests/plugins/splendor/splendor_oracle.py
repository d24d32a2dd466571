"""Splendor's rule book, slowly: all that a turn can lead to, by brute force over lists of numbers."""

import itertools
from dataclasses import dataclass, replace

LIMIT, GOLD = 10, 5


@dataclass(frozen=True)
class Table:
    """What lies open after a turn, in a form that does not know places: the mover's things first."""

    tokens: tuple[int, ...]
    bank: tuple[int, ...]
    bonus: tuple[int, ...]
    hand: frozenset[int]
    rows: tuple[frozenset[int], ...]
    decks: tuple[tuple[int, ...], ...]  # top card last
    nobles: frozenset[int]
    points: int
    bought: int


def added(one, other, sign=1):
    return tuple(a + sign * b for a, b in zip(one, other, strict=True))


def purses(total, most):
    """All ways to choose `total` tokens of the six kinds, at most `most` of each."""
    return (p for p in itertools.product(*(range(min(m, total) + 1) for m in most)) if sum(p) == total)


def back_to_the_limit(table):
    """All tables after giving back tokens until the limit is kept."""
    for back in purses(max(0, sum(table.tokens) - LIMIT), table.tokens):
        yield replace(table, tokens=added(table.tokens, back, -1), bank=added(table.bank, back))


def moved(table, taken):
    return replace(table, tokens=added(table.tokens, taken), bank=added(table.bank, taken, -1))


def takes(table):
    piles = [colour for colour in range(5) if table.bank[colour] > 0]
    for colours in itertools.combinations(piles, min(3, len(piles))) if piles else ():
        yield from back_to_the_limit(moved(table, [colour in colours for colour in range(6)]))
    for colour in piles:
        if table.bank[colour] >= 4:
            yield from back_to_the_limit(moved(table, [2 * (other == colour) for other in range(6)]))


def without(table, card):
    """The table after a card was taken from a row, and the next one dealt."""
    tier = next(tier for tier, row in enumerate(table.rows) if card in row)
    rows, decks = list(table.rows), list(table.decks)
    rows[tier] = rows[tier] - {card}
    if decks[tier]:
        rows[tier] = rows[tier] | {decks[tier][-1]}
        decks[tier] = decks[tier][:-1]
    return replace(table, rows=tuple(rows), decks=tuple(decks))


def reserves(table):
    if len(table.hand) == 3:
        return
    gold = [0] * 5 + [int(table.bank[GOLD] > 0)]
    for card in frozenset().union(*table.rows):
        yield from back_to_the_limit(moved(replace(without(table, card), hand=table.hand | {card}), gold))
    for tier, deck in enumerate(table.decks):
        if deck:
            decks = tuple(d[:-1] if t == tier else d for t, d in enumerate(table.decks))
            yield from back_to_the_limit(moved(replace(table, hand=table.hand | {deck[-1]}, decks=decks), gold))


def buys(table, cards):
    """`cards`: for each number its costs, colour and points."""
    for card in frozenset().union(*table.rows) | table.hand:
        cost, colour, points = cards[card]
        due = [max(0, c - b) for c, b in zip(cost, table.bonus, strict=True)]
        for coloured in itertools.product(*(range(min(d, t) + 1) for d, t in zip(due, table.tokens[:5], strict=True))):
            gold = sum(due) - sum(coloured)
            if gold <= table.tokens[GOLD]:
                left = replace(table, hand=table.hand - {card}) if card in table.hand else without(table, card)
                paid = moved(left, [-count for count in (*coloured, gold)])
                bonus = added(table.bonus, [c == colour for c in range(5)])
                yield replace(paid, bonus=bonus, points=table.points + points, bought=table.bought + 1)


def with_nobles(table, nobles):
    """`nobles`: for each number what it asks for. One comes if any can."""
    coming = [n for n in table.nobles if all(b >= wanted for b, wanted in zip(table.bonus, nobles[n], strict=True))]
    for noble in coming:
        yield replace(table, nobles=table.nobles - {noble}, points=table.points + 3)
    if not coming:
        yield table


def turns(table, cards, nobles):
    """All tables that one turn can lead to."""
    after = {*takes(table), *reserves(table), *buys(table, cards)} or {table}
    return {last for made in after for last in with_nobles(made, nobles)}
