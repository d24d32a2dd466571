"""Splendor as a picture: nobles, the three rows of cards with their decks, the bank, and each player's panel.

A person touches: the gems to take, then those to give back; a card to buy it; a card and the gold to reserve it; a deck to
reserve its top card unseen; own gems to pay with more gold than need be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from counterply.core.drawing import Item
from counterply.plugins.splendor.tables import (
    BLIND,
    BUY,
    CARDS,
    COLOUR,
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
    TIERS,
    counts_of,
)
from counterply.plugins.splendor.text import NAMES, seen_hand

if TYPE_CHECKING:
    from counterply.core.aliases import Record

WIDE, HIGH, GAP = 2.0, 2.8, 0.22  # of a card, in cells
BANK_LEFT = 5 * (WIDE + GAP) + 0.3  # where the bank begins
GEM = 1.3  # of the bank
NOBLE_LEFT = BANK_LEFT + 3.2
NOBLE_WIDE = 2.1
PANEL, PANEL_WIDE = 2.9, NOBLE_LEFT + NOBLE_WIDE  # height and width of a player's panel
GEMS_LEFT, GEM_STEP = 3.6, 1.13  # of a player
HAND_LEFT = 10.9
PRICE = 0.74  # of a gem that a card costs
CUT = "M.28 0 H.72 L1 .34 L.5 1 L0 .34 Z"  # a cut gem


def drawing(position: Any, viewer: int) -> list[Item]:
    """Return the table as seat `viewer` sees it: of the other one's cards that were reserved unseen, only the tier."""
    record = position.record
    bottom = 3 * (HIGH + GAP)
    items = [Item("table", -0.3, -0.3, PANEL_WIDE + 0.6, bottom + 2 * (PANEL + GAP) + 0.4, role="table")]
    if record["dealing"]:
        return [*items, Item("deal", 0, bottom / 2, PANEL_WIDE, 1, "text", "ink", text="the cards are dealt", size=0.7)]
    for place in range(SHOWN):
        if noble := int(record["nobles"][place]):
            items += noble_items(noble, place * (HIGH + GAP), (place + 1, 7))
    for row, tier in enumerate((2, 1, 0)):
        y = row * (HIGH + GAP)
        items += deck_items(tier, int(record["left"][tier]), y, row + 1)
        for place in range(ROW):
            x, card = (place + 1) * (WIDE + GAP), int(record["table"][ROW * tier + place])
            items.append(Item(f"slot {tier} {place}", x, y, WIDE, HIGH, role="slot"))
            if card:
                items += card_items(card, x, y, (row + 1, place + 1))
    items += bank_items(record)
    for line, player in enumerate((1 - viewer, viewer)):
        items += player_items(record, player, viewer, bottom + line * (PANEL + GAP), 4 + 2 * line)
    return items


def price_items(name: str, price: Any, x: float, y: float, size: float) -> list[Item]:
    """Return a price as discs with numbers: two in a row, from (x, y) upwards."""
    items = []
    priced = [(colour, count) for colour, count in enumerate(counts_of(price)) if count]
    for index, (colour, count) in enumerate(priced):
        row, column = divmod(index, 2)
        corner = (x + column * size * 1.1, y - (row + 1) * size * 1.05)
        items.append(Item(f"{name} {LETTERS[colour]}", *corner, size, size, "disc", gem(colour), text=str(count), size=size * 0.66))
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

    def part(name: str, box: tuple[float, ...], shape: Any, role: str, text: str = "", letters: float = 0.0) -> Item:
        box = (x + box[0] * size, y + box[1] * size, box[2] * size, box[3] * size)
        return Item(f"{name} {card}", *box, shape, role, text, letters * size, CUT if shape == "path" else "")

    items = [
        Item(f"card {card}", x, y, wide, high, role="card", label=label, cell=cell),
        part("band", (0.08, 0.08, 1.84, 0.84), "rect", f"{gem(colour)} band"),
        part("gives", (1.04, 0.1, 0.84, 0.8), "path", "card"),
        part("letter", (1.04, 0.12, 0.84, 0.64), "text", "ink strong", LETTERS[colour], 0.42),
        part("number", (1.0, 0.93, 0.88, 0.26), "text", "dim end", str(card), 0.27),
    ]
    if points:
        items.append(part("points", (0.16, 0.16, 0.66, 0.68), "text", f"{gem(colour)} strong on", str(points), 0.74))
    return items + price_items(f"price {card}", COST[card], x + 0.14 * size, y + high - 0.06 * size, PRICE * size)


def noble_items(noble: int, y: float, cell: tuple[int, int]) -> list[Item]:
    """Return a noble: its points and the cards it likes."""
    x = NOBLE_LEFT
    label = f"noble {noble}, {NOBLE_POINTS} points, likes {price_name(NOBLE[noble])}"
    items = [
        Item(f"noble {noble}", x, y, NOBLE_WIDE, HIGH, role="noble", label=label, cell=cell),
        Item(f"noble points {noble}", x + 0.14, y + 0.16, 0.66, 0.68, "text", "strong ink", text=str(NOBLE_POINTS), size=0.74),
        Item(f"noble number {noble}", x + 1.0, y + 0.9, 0.96, 0.3, "text", "dim end", text=f"n{noble}", size=0.28),
    ]
    for index, (colour, count) in enumerate((colour, count) for colour, count in enumerate(counts_of(NOBLE[noble])) if count):
        row, column = divmod(index, 2)
        box = (x + 0.2 + column * 0.92, y + HIGH - 0.86 - row * 0.86, 0.72, 0.76)
        items.append(Item(f"noble price {noble} {LETTERS[colour]}", *box, role=f"{gem(colour)} band", text=str(count), size=0.52))
    return items


def deck_items(tier: int, left: int, y: float, row: int) -> list[Item]:
    """Return a deck: its tier and how many cards are left."""
    if not left:
        return [Item(f"deck {TIERS[tier]}", 0, y, WIDE, HIGH, role="slot", label=f"deck {TIERS[tier]}, empty", cell=(row, 0))]
    return [
        Item(f"deck {TIERS[tier]}", 0, y, WIDE, HIGH, role="deck", label=f"deck {TIERS[tier]}, {left} cards", cell=(row, 0)),
        Item(f"tier {tier}", 0, y + 0.55, WIDE, 0.9, "text", "deck strong on", text=TIERS[tier], size=0.8),
        Item(f"left {tier}", 0, y + 1.6, WIDE, 0.6, "text", "deck on", text=str(left), size=0.46),
    ]


def bank_items(record: Record) -> list[Item]:
    """Return the bank's gems, two beside each row of cards."""
    items = []
    for colour, count in enumerate(counts_of(record["bank"])):
        row, column = divmod(colour, 2)
        place = (BANK_LEFT + column * (GEM + 0.12), row * (HIGH + GAP) + (HIGH - GEM) / 2)
        role, label = gem(colour) + ("" if count else " none-left"), f"bank {NAMES[colour]} {count}"
        cell = (row + 1, 5 + column)
        items.append(Item(f"bank {LETTERS[colour]}", *place, GEM, GEM, "disc", role, str(count), 0.66, label=label, cell=cell))
    return items


def player_items(record: Record, player: int, viewer: int, y: float, row: int) -> list[Item]:
    """Return a player's panel: points, cards and gems by colour, reserved cards."""
    mover = " mover" if player == int(record["mover"]) else ""
    role = ("first", "second")[player]
    score, cards = int(record["score"][player]), int(record["cards"][player])
    items = [
        Item(f"panel {player}", 0, y, PANEL_WIDE, PANEL, role=f"slot{mover}"),
        Item(f"seat {player}", 0.14, y + 0.16, 1.9, 0.62, role=role, text="you" if player == viewer else "other", size=0.42),
        Item(f"score {player}", 0.14, y + 0.92, 1.9, 1.0, "text", "ink strong", text=str(score), size=1.05),
        Item(f"points {player}", 0.14, y + 2.06, 1.9, 0.5, "text", "dim", text=f"point{'s' * (score != 1)}", size=0.42),
        Item(f"cards {player}", 2.1, y + 0.2, 1.3, 1.05, "text", "dim end", text="cards", size=0.42, label=f"{cards} cards"),
        Item(f"gems {player}", 2.1, y + 1.55, 1.25, 1.0, "text", "dim end", text="gems", size=0.42),
    ]
    has = zip(counts_of(record["bonus"][player]), counts_of(record["tokens"][player]), strict=True)
    for colour, (bonus, tokens) in enumerate(has):
        x = GEMS_LEFT + colour * GEM_STEP
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


def hand_items(record: Record, player: int, viewer: int, y: float, row: int) -> list[Item]:
    """Return the reserved cards of a player; one that `viewer` may not see shows only its tier."""
    seen, backs = seen_hand(record, player, viewer)
    items = []
    for slot in range(HAND):
        x, size = HAND_LEFT + slot * (WIDE * 0.8 + 0.14), 0.8
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
    return (*base_touches(base), *noble)


def base_touches(base: int) -> tuple[str, ...]:
    """Return the touches of a move without its noble."""
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
