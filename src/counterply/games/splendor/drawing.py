"""Splendor as a picture: nobles, the three rows of cards with their decks, the bank, and what each player has.

What a person touches: the gems to take, then those to give back; a card to buy it; a card and the gold to reserve it; a deck to
reserve its top card unseen; own gems to pay with more gold than need be.
"""

from __future__ import annotations

from typing import Any

from counterply.core.drawing import Item
from counterply.games.splendor.tables import (
    BLIND,
    BUY,
    CARDS,
    COLOUR,
    COLOURS,
    COST,
    GOLD,
    HAND,
    LETTERS,
    NOBLE,
    NOBLE_POINTS,
    NOTHING,
    PASS,
    PAY,
    PAYMENTS,
    POINTS,
    RESERVE,
    ROW,
    SHOWN,
    TAKES,
    TIER,
    TIERS,
    counts_of,
)

WIDE, HIGH, GAP = 2.0, 2.7, 0.22  # of a card, in cells
NAMES = (*COLOURS, "gold")
RIGHT = 5 * (WIDE + GAP)  # where the bank begins
HAND_LEFT = 9.1
PANEL, PANEL_WIDE = 2.9, 14.2  # height and width of what a player has
TOP = 2.3  # of the rows of cards


def drawing(position: Any, viewer: int) -> list[Item]:
    """Return the table as seat `viewer` sees it: of the other one's cards that were reserved unseen, only the tier."""
    record = position.record
    bottom = TOP + 3 * (HIGH + GAP)
    items = [Item("table", -0.3, -0.3, PANEL_WIDE + 0.6, bottom + 2 * (PANEL + GAP) + 0.4, role="table")]
    if record["dealing"]:
        return [*items, Item("deal", 0, bottom / 2, PANEL_WIDE, 1, "text", "ink", text="the cards are dealt", size=0.7)]
    for place in range(SHOWN):
        if noble := int(record["nobles"][place]):
            items += noble_items(noble, WIDE + GAP + place * (1.9 + GAP), 0, (0, place))
    for row, tier in enumerate((2, 1, 0)):
        y = TOP + row * (HIGH + GAP)
        items += deck_items(tier, int(record["left"][tier]), y, row + 1)
        for place in range(ROW):
            x, card = (place + 1) * (WIDE + GAP), int(record["table"][ROW * tier + place])
            items.append(Item(f"slot {tier} {place}", x, y, WIDE, HIGH, role="slot"))
            if card:
                items += card_items(card, x, y, (row + 1, place + 1))
    items += bank_items(record, RIGHT + 0.35, TOP)
    for line, player in enumerate((1 - viewer, viewer)):
        items += player_items(record, player, viewer, bottom + line * (PANEL + GAP), 4 + 2 * line)
    return items


def price_items(name: str, price: Any, x: float, y: float, size: float, vertical: bool = True) -> list[Item]:
    """Return a price as discs with numbers, upwards from (x, y), or to the right."""
    items = []
    priced = [(colour, count) for colour, count in enumerate(counts_of(price)) if count]
    for index, (colour, count) in enumerate(priced):
        left, top = (x, y - (index + 1) * size) if vertical else (x + index * size, y)
        part = Item(
            f"{name} {LETTERS[colour]}", left, top, size * 0.92, size * 0.92, "disc", gem(colour), text=str(count), size=size * 0.62
        )
        items.append(part)
    return items


def gem(colour: int) -> str:
    """Return the role of a colour."""
    return f"gem {LETTERS[colour]}"


def price_name(price: Any) -> str:
    """Return a price in words: 'red 2, black 1'."""
    return ", ".join(f"{NAMES[colour]} {count}" for colour, count in enumerate(counts_of(price)) if count) or "nothing"


def card_items(card: int, x: float, y: float, cell: tuple[int, int], size: float = 1.0) -> list[Item]:
    """Return a card: its colour as a band above, its points, its price below, its number."""
    wide, high, colour = WIDE * size, HIGH * size, int(COLOUR[card])
    points = int(POINTS[card])
    gives = f"{NAMES[colour]}, {points} point{'s' * (points != 1)}" if points else NAMES[colour]
    label = f"card {card}: gives {gives}; costs {price_name(COST[card])}"
    items = [
        Item(f"card {card}", x, y, wide, high, role="card", label=label, cell=cell),
        Item(f"band {card}", x + 0.08 * size, y + 0.08 * size, wide - 0.16 * size, 0.62 * size, role=f"{gem(colour)} band"),
        Item(
            f"letter {card}",
            x + wide - 0.72 * size,
            y + 0.12 * size,
            0.6 * size,
            0.54 * size,
            "text",
            f"{gem(colour)} on",
            text=LETTERS[colour],
            size=0.42 * size,
        ),
        Item(
            f"number {card}",
            x + wide - 0.9 * size,
            y + high - 0.5 * size,
            0.78 * size,
            0.4 * size,
            "text",
            "dim end",
            text=str(card),
            size=0.36 * size,
        ),
    ]
    if points:
        place = (x + 0.14 * size, y + 0.12 * size, 0.6 * size, 0.54 * size)
        items.append(Item(f"points {card}", *place, "text", f"{gem(colour)} strong on", text=str(points), size=0.56 * size))
    return items + price_items(f"price {card}", COST[card], x + 0.12 * size, y + high - 0.1 * size, 0.45 * size)


def noble_items(noble: int, x: float, y: float, cell: tuple[int, int]) -> list[Item]:
    """Return a noble: its points and the cards it likes."""
    label = f"noble {noble}, {NOBLE_POINTS} points, likes {price_name(NOBLE[noble])}"
    return [
        Item(f"noble {noble}", x, y, 1.9, 1.9, role="noble", label=label, cell=cell),
        Item(f"noble points {noble}", x + 0.1, y + 0.1, 0.6, 0.6, "text", "strong ink", text=str(NOBLE_POINTS), size=0.56),
        Item(f"noble number {noble}", x + 0.85, y + 0.12, 0.9, 0.5, "text", "dim end", text=f"n{noble}", size=0.38),
        *price_items(f"noble price {noble}", NOBLE[noble], x + 0.14, y + 1.22, 0.56, vertical=False),
    ]


def deck_items(tier: int, left: int, y: float, row: int) -> list[Item]:
    """Return a deck: its tier and how many cards are left."""
    if not left:
        return [Item(f"deck {TIERS[tier]}", 0, y, WIDE, HIGH, role="slot", label=f"deck {TIERS[tier]}, empty", cell=(row, 0))]
    return [
        Item(f"deck {TIERS[tier]}", 0, y, WIDE, HIGH, role="deck", label=f"deck {TIERS[tier]}, {left} cards", cell=(row, 0)),
        Item(f"tier {tier}", 0, y + 0.55, WIDE, 0.9, "text", "deck strong on", text=TIERS[tier], size=0.8),
        Item(f"left {tier}", 0, y + 1.6, WIDE, 0.6, "text", "deck on", text=str(left), size=0.46),
    ]


def bank_items(record: Any, x: float, y: float) -> list[Item]:
    """Return the bank's gems, one pile below the other."""
    items = []
    for colour, count in enumerate(counts_of(record["bank"])):
        role = gem(colour) + ("" if count else " none-left")
        label = f"bank {NAMES[colour]} {count}"
        row, column = 1 + colour // 2, 5 + colour % 2
        place = (x + (colour % 2) * 1.42, y + (colour // 2) * (HIGH + GAP) + 0.7)
        items.append(
            Item(
                f"bank {LETTERS[colour]}",
                *place,
                1.3,
                1.3,
                "disc",
                role,
                text=str(count),
                size=0.66,
                label=label,
                cell=(row, column),
            )
        )
    return items


def player_items(record: Any, player: int, viewer: int, y: float, row: int) -> list[Item]:
    """Return what a player has: points, cards and gems by colour, reserved cards."""
    mover = " mover" if player == int(record["mover"]) else ""
    role = ("first", "second")[player]
    score, cards = int(record["score"][player]), int(record["cards"][player])
    items = [
        Item(f"panel {player}", 0, y, PANEL_WIDE, PANEL, role=f"slot{mover}"),
        Item(f"seat {player}", 0.14, y + 0.16, 1.9, 0.62, role=role, text="you" if player == viewer else "other", size=0.42),
        Item(f"score {player}", 0.14, y + 0.92, 1.9, 1.0, "text", "ink strong", text=str(score), size=1.05),
        Item(f"cards {player}", 0.14, y + 2.06, 1.9, 0.5, "text", "dim", text=f"{cards} card{'s' * (cards != 1)}", size=0.4),
    ]
    has = zip(counts_of(record["bonus"][player]), counts_of(record["tokens"][player]), strict=True)
    for colour, (bonus, tokens) in enumerate(has):
        x = 2.3 + colour * 1.12
        if colour != GOLD:
            shown = gem(colour) + ("" if bonus else " none-left")
            items.append(
                Item(
                    f"bonus {player} {LETTERS[colour]}",
                    x + 0.1,
                    y + 0.2,
                    0.8,
                    1.05,
                    role=f"{shown} band",
                    text=str(bonus),
                    size=0.52,
                )
            )
        label = f"player {player + 1} {NAMES[colour]}: {tokens} gems, {bonus} cards"
        own = f"own {LETTERS[colour]}" if player == viewer else f"other {LETTERS[colour]}"
        shown = gem(colour) + ("" if tokens else " none-left")
        items.append(Item(own, x, y + 1.55, 1.0, 1.0, "disc", shown, text=str(tokens), size=0.54, label=label, cell=(row, colour)))
    return items + hand_items(record, player, viewer, y, row)


def hand_items(record: Any, player: int, viewer: int, y: float, row: int) -> list[Item]:
    """Return the reserved cards of a player; one that `viewer` may not see shows its tier alone, and its place says nothing."""
    held = [(int(record["hand"][player, slot]), bool(record["blind"][player, slot])) for slot in range(HAND)]
    seen = [card for card, unseen in held if card and not (unseen and player != viewer)]
    backs = sorted(TIERS[TIER[card]] for card, unseen in held if card and unseen and player != viewer)
    items: list[Item] = []
    for slot in range(HAND):
        x, size = HAND_LEFT + slot * 1.72, 0.8
        if slot < len(seen):
            items += card_items(seen[slot], x, y + 0.36, (row, 6 + slot), size)
        elif slot < len(seen) + len(backs):
            tier = backs[slot - len(seen)]
            label = f"a card of deck {tier}, reserved unseen"
            back = (x, y + 0.36, WIDE * size, HIGH * size)
            items.append(
                Item(f"back {player} {slot}", *back, role="deck", text=f"{tier}?", size=0.6, label=label, cell=(row, 6 + slot))
            )
        else:
            items.append(Item(f"place {player} {slot}", x, y + 0.36, WIDE * size, HIGH * size, role="place"))
    return items


def touches(position: Any, move: int) -> tuple[str, ...]:
    """The gems taken and given back, the card, the deck, the noble who comes; nothing to pass."""
    record = position.record
    if record["dealing"]:
        return ()
    base, place = divmod(move, 4)
    noble = (f"noble {int(record['nobles'][place - 1])}",) if place else ()
    return (*base_touches(record, base), *noble)


def base_touches(record: Any, base: int) -> tuple[str, ...]:
    """Return what is touched for a move without its noble."""
    if base < NOTHING:
        return (*gems("bank", TAKES[base, 0]), *gems("own", TAKES[base, 1]))
    if base in (NOTHING, PASS):
        return ()
    if base < BUY:
        back, card = divmod(base - RESERVE, CARDS + 1)
        return (f"card {card}", "bank Y", *((f"own {LETTERS[back - 1]}",) if back else ()))
    if base < PASS:
        return (f"card {base - BUY}",)
    if base < PAY:
        back, tier = divmod(base - BLIND, 3)
        return (f"deck {TIERS[tier]}", *((f"own {LETTERS[back - 1]}",) if back else ()))
    card, payment = divmod(base - PAY, PAYMENTS.shape[1])
    more = counts_of(PAYMENTS[card, payment])
    return (f"card {card}", *["own Y"] * sum(more), *gems("own", PAYMENTS[card, payment]))


def gems(whose: str, purse: Any) -> list[str]:
    """Return one touch for each gem of a purse."""
    return [f"{whose} {LETTERS[colour]}" for colour, count in enumerate(counts_of(purse)) for _ in range(count)]
