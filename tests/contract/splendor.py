"""Splendor for two in a course host's variant: a spike of the contract for chance, hidden cards and many moves.

Colours W U G R K, then gold. The first deal and every replaced card are chance turns, whose outcomes are card numbers (1 to 90)
or, at the end of the first deal, noble numbers (1 to 10). Decks have no order: they are sets. Option `blind` adds the official
rules' reserving from the top of a deck, which the opponent may not see.

A move is ``base * 4 + noble``: noble 0 is none, 1 to 3 the slot of the noble who comes.
"""

import csv
import itertools
from pathlib import Path

import numpy as np

from counterply import DRAW, FIRST, ONGOING, SECOND, Game, kernel
from counterply.rules import next_random
from counterply.values import CHANCE

DATA = Path(__file__).parent.parent / "data" / "splendor"
GOLD = 5
CARDS, NOBLES = 90, 10
TIERS = np.array([1, 41, 71, 91])  # first card of each tier
HAND_LIMIT, TOKEN_LIMIT, CARD_LIMIT, GOAL = 3, 10, 7, 15


def take_table():
    """Return int8[485, 2, 6], what each take collects and returns, and its groups {(kind, excess): range}; kind 4 is two alike."""
    rows, bounds = [], np.zeros((5, 4, 2), np.int64)
    for kind in (1, 2, 3, 4):
        sets = [(c, c) for c in range(5)] if kind == 4 else list(itertools.combinations(range(5), kind))
        for excess in range(3 if kind == 4 else kind + 1):
            bounds[kind, excess, 0] = len(rows)
            for taken in sets:
                others = [c for c in range(6) if c not in taken]
                for back in itertools.combinations_with_replacement(others, excess):
                    rows.append([[taken.count(c) for c in range(6)], [back.count(c) for c in range(6)]])
            bounds[kind, excess, 1] = len(rows)
    return np.array(rows, np.int8), bounds


TAKES, TAKE_BOUNDS = take_table()
RESERVE = len(TAKES)  # + slot * 6 + returned colour (0 none, else colour + 1)
BUY = RESERVE + 12 * 6
BUY_HAND = BUY + 12
PASS = BUY_HAND + HAND_LIMIT
BLIND = PASS + 1  # + tier * 6 + returned colour
MAX_MOVES = (375 + 18) * 3  # with 10 tokens: takes 25 + 100 + 100 + 75, reserves 60, buys 15, and each with one of 3 nobles

DEAL_DONE, DEAL_NOBLE, DEAL_BLIND = 0, 13, 16  # 1 .. 12: the table's slot + 1; 13 .. 15: noble slots; 16 .. 18: tier to the hand

RECORD = np.dtype(
    [
        ("deck", np.uint64, (2,)),  # bit c: card c is in its tier's deck
        ("bank", np.int8, (6,)),
        ("table", np.int8, (12,)),  # card, 0 for an empty slot; tier 1 first
        ("nobles", np.int8, (3,)),
        ("tokens", np.int8, (2, 6)),
        ("bonus", np.int8, (2, 5)),
        ("cards", np.int8, (2,)),  # how many were bought
        ("score", np.int8, (2,)),
        ("hand", np.int8, (2, 3)),
        ("blind", np.uint8, (2, 3)),  # whether the opponent has not seen it
        ("passed", np.uint8, (2,)),
        ("mover", np.int8),
        ("dealing", np.int8),
        ("first_deal", np.uint8),
    ]
)
SETUP = np.dtype(
    [
        ("blind", np.int64),
        ("cost", np.int8, (CARDS + 1, 5)),
        ("colour", np.int8, (CARDS + 1,)),
        ("points", np.int8, (CARDS + 1,)),
        ("noble", np.int8, (NOBLES + 1, 5)),
    ]
)
COLOURS = ("white", "blue", "green", "red", "black")


def tables(blind):
    setup = np.zeros(1, SETUP)
    setup["blind"] = blind
    for number, row in enumerate(csv.DictReader((DATA / "cards.csv").read_text().splitlines()), 1):
        setup["cost"][0, number] = [row[f"cost_{c}"] for c in COLOURS]
        setup["colour"][0, number] = COLOURS.index(row["bonus"])
        setup["points"][0, number] = row["points"]
    for number, row in enumerate(csv.DictReader((DATA / "nobles.csv").read_text().splitlines()), 1):
        setup["noble"][0, number] = [row[f"req_{c}"] for c in COLOURS]
    return setup


@kernel
def in_deck(position, card):
    return (position["deck"][card >> 6] >> np.uint64(card & 63)) & np.uint64(1)


@kernel
def flip_deck(position, card):
    position["deck"][card >> 6] ^= np.uint64(1) << np.uint64(card & 63)


@kernel
def deck_size(position, tier):
    count = 0
    for card in range(TIERS[tier], TIERS[tier + 1]):
        count += in_deck(position, card) != 0
    return count


def turn(position):
    return CHANCE if position["dealing"] != DEAL_DONE else np.int64(position["mover"])


@kernel
def noble_comes(position, setup, slot, bonus_colour):
    """Whether the mover's bonuses, with one more of `bonus_colour` if that is not -1, meet the noble in `slot`."""
    noble = position["nobles"][slot]
    if noble == 0:
        return False
    for colour in range(5):
        owned = position["bonus"][position["mover"], colour] + (colour == bonus_colour)
        if owned < setup["noble"][noble, colour]:
            return False
    return True


@kernel
def with_nobles(position, setup, base, bonus_colour, moves, count):
    """Write `base` with each noble who may come, or with none; return the new count."""
    first = count
    for slot in range(3):
        if noble_comes(position, setup, slot, bonus_colour):
            moves[count] = base * 4 + slot + 1
            count += 1
    if count == first:
        moves[count] = base * 4
        count += 1
    return count


@kernel
def gold_needed(position, setup, card):
    """Return the gold that the mover must pay for `card`, or -1 if it cannot be bought."""
    mover = position["mover"]
    if position["bonus"][mover, setup["colour"][card]] >= CARD_LIMIT:
        return np.int64(-1)
    gold = np.int64(0)
    for colour in range(5):
        price = setup["cost"][card, colour] - position["bonus"][mover, colour]
        gold += max(price - position["tokens"][mover, colour], 0) if price > 0 else 0
    return gold if gold <= position["tokens"][mover, GOLD] else np.int64(-1)


@kernel
def take_moves(position, setup, kind, held, moves, count):
    mover = position["mover"]
    excess = max(held + (2 if kind == 4 else kind) - TOKEN_LIMIT, 0)
    for base in range(TAKE_BOUNDS[kind, excess, 0], TAKE_BOUNDS[kind, excess, 1]):
        fits = True
        for colour in range(6):
            taken, back = TAKES[base, 0, colour], TAKES[base, 1, colour]
            needed = 4 if taken == 2 else taken
            if position["bank"][colour] < needed or position["tokens"][mover, colour] < back:
                fits = False
                break
        if fits:
            count = with_nobles(position, setup, base, -1, moves, count)
    return count


@kernel
def reserve_moves(position, setup, base, held, moves, count):
    """Write the ways to reserve whose codes begin at `base`: with nothing returned, or at the limit one token per colour held."""
    if held < TOKEN_LIMIT or position["bank"][GOLD] == 0:
        return with_nobles(position, setup, base, -1, moves, count)
    for colour in range(5):
        if position["tokens"][position["mover"], colour] > 0:
            count = with_nobles(position, setup, base + colour + 1, -1, moves, count)
    return count


def legal_moves(position, setup, moves):
    mover = position["mover"]
    held, piles, reserved, count = 0, 0, 0, 0
    for colour in range(6):
        held += position["tokens"][mover, colour]
        piles += colour < GOLD and position["bank"][colour] > 0
    for slot in range(HAND_LIMIT):
        reserved += position["hand"][mover, slot] != 0
    most = min(3, piles)
    least = max(1, min(most, 3 if held <= 7 else 2 if held == 8 else 1))
    for kind in range(least, most + 1):
        count = take_moves(position, setup, kind, held, moves, count)
    count = take_moves(position, setup, 4, held, moves, count)
    if reserved < HAND_LIMIT:
        for slot in range(12):
            if position["table"][slot] != 0:
                count = reserve_moves(position, setup, RESERVE + slot * 6, held, moves, count)
    for slot in range(12 + HAND_LIMIT):
        card = position["table"][slot] if slot < 12 else position["hand"][mover, slot - 12]
        if card != 0 and gold_needed(position, setup, card) >= 0:
            count = with_nobles(position, setup, BUY + slot, setup["colour"][card], moves, count)
    if setup["blind"] and reserved < HAND_LIMIT:
        for tier in range(3):
            if deck_size(position, tier) > 0:
                count = reserve_moves(position, setup, BLIND + tier * 6, held, moves, count)
    if count == 0:
        count = with_nobles(position, setup, PASS, -1, moves, count)
    return count


@kernel
def pay(position, setup, card):
    mover = position["mover"]
    gold = gold_needed(position, setup, card)
    for colour in range(5):
        price = max(setup["cost"][card, colour] - position["bonus"][mover, colour], 0)
        price = min(price, position["tokens"][mover, colour])
        position["tokens"][mover, colour] -= price
        position["bank"][colour] += price
    position["tokens"][mover, GOLD] -= gold
    position["bank"][GOLD] += gold
    position["bonus"][mover, setup["colour"][card]] += 1
    position["cards"][mover] += 1
    position["score"][mover] += setup["points"][card]


@kernel
def put_in_hand(position, player, card, blind):
    for slot in range(HAND_LIMIT):
        if position["hand"][player, slot] == 0:
            position["hand"][player, slot] = card
            position["blind"][player, slot] = blind
            return


@kernel
def reserve(position, returned):
    mover = position["mover"]
    if position["bank"][GOLD] > 0:
        position["bank"][GOLD] -= 1
        position["tokens"][mover, GOLD] += 1
    if returned > 0:
        position["bank"][returned - 1] += 1
        position["tokens"][mover, returned - 1] -= 1


@kernel
def leave_slot(position, slot):
    position["table"][slot] = 0
    if deck_size(position, slot // 4) > 0:
        position["dealing"] = slot + 1


@kernel
def deal(position, number):
    """Put a card or a noble where the chance turn wants it, in place."""
    place = position["dealing"]
    if place < DEAL_NOBLE:
        position["table"][place - 1] = number
        flip_deck(position, number)
    elif place < DEAL_BLIND:
        position["nobles"][place - DEAL_NOBLE] = number
    else:
        put_in_hand(position, 1 - position["mover"], number, 1)
        flip_deck(position, number)
    if position["first_deal"] and place < DEAL_BLIND - 1:
        position["dealing"] = place + 1
    else:
        position["dealing"] = DEAL_DONE
        position["first_deal"] = 0


def play(position, setup, move):
    if position["dealing"] != DEAL_DONE:
        deal(position, move)
        return
    mover = position["mover"]
    base, noble = move // 4, move % 4
    position["passed"][mover] = base == PASS
    if base < RESERVE:
        for colour in range(6):
            change = TAKES[base, 0, colour] - TAKES[base, 1, colour]
            position["bank"][colour] -= change
            position["tokens"][mover, colour] += change
    elif base < BUY:
        slot = (base - RESERVE) // 6
        reserve(position, (base - RESERVE) % 6)
        put_in_hand(position, mover, position["table"][slot], 0)
        leave_slot(position, slot)
    elif base < BUY_HAND:
        pay(position, setup, position["table"][base - BUY])
        leave_slot(position, base - BUY)
    elif base < PASS:
        slot = base - BUY_HAND
        pay(position, setup, position["hand"][mover, slot])
        for after in range(slot, HAND_LIMIT):
            last = after == HAND_LIMIT - 1
            position["hand"][mover, after] = 0 if last else position["hand"][mover, after + 1]
            position["blind"][mover, after] = 0 if last else position["blind"][mover, after + 1]
    elif base >= BLIND:
        reserve(position, (base - BLIND) % 6)
        position["dealing"] = DEAL_BLIND + (base - BLIND) // 6
    if noble > 0:
        position["nobles"][noble - 1] = 0
        position["score"][mover] += 3
    position["mover"] = 1 - mover


def outcome(position):
    over = position["mover"] == 0 and max(position["score"][0], position["score"][1]) >= GOAL
    over = over or (position["passed"][0] and position["passed"][1])
    if position["dealing"] != DEAL_DONE or not over:
        return ONGOING
    difference = np.int64(position["score"][0]) - np.int64(position["score"][1])
    if difference == 0:
        difference = np.int64(position["cards"][1]) - np.int64(position["cards"][0])
    return FIRST if difference > 0 else SECOND if difference < 0 else DRAW


def margin(position):
    return np.int64(position["score"][0]) - np.int64(position["score"][1])


def chance(position, outcomes, probabilities):
    place, count = position["dealing"], 0
    if DEAL_NOBLE <= place < DEAL_BLIND:
        for noble in range(1, NOBLES + 1):
            if position["nobles"][0] != noble and position["nobles"][1] != noble:
                outcomes[count] = noble
                count += 1
    else:
        tier = place - DEAL_BLIND if place >= DEAL_BLIND else (place - 1) // 4
        for card in range(TIERS[tier], TIERS[tier + 1]):
            if in_deck(position, card):
                outcomes[count] = card
                count += 1
    for index in range(count):
        probabilities[index] = 1.0 / count
    return count


def resample(position, viewer, random):
    """Put the opponent's blind cards back into their decks, which are sets, and draw again."""
    owner = 1 - viewer
    tiers = np.zeros(HAND_LIMIT, np.int64)
    for slot in range(HAND_LIMIT):
        if position["blind"][owner, slot]:
            card = position["hand"][owner, slot]
            tiers[slot] = 1 + (card >= TIERS[1]) + (card >= TIERS[2])
            flip_deck(position, card)
            position["hand"][owner, slot] = 0
    for slot in range(HAND_LIMIT):
        if tiers[slot] == 0:
            continue
        wanted = np.int64(next_random(random) >> np.uint64(1)) % deck_size(position, tiers[slot] - 1)
        for card in range(TIERS[tiers[slot] - 1], TIERS[tiers[slot]]):
            if in_deck(position, card):
                if wanted == 0:
                    position["hand"][owner, slot] = card
                    flip_deck(position, card)
                    break
                wanted -= 1


def start(position):
    position["bank"] = [4, 4, 4, 4, 4, 5]
    for card in range(1, CARDS + 1):
        flip_deck(position, card)
    position["dealing"], position["first_deal"] = 1, 1


def digits(values):
    return "".join(str(int(v)) for v in values)


def move_text(position, move):
    """The recorded games' notation, with ':' for blanks."""
    record, setup = position.record, position.game.setup[0]
    if record["dealing"] != DEAL_DONE:
        return f"deal:{move}"
    base, slot = divmod(move, 4)
    noble = record["nobles"][slot - 1] if slot else 0
    gold = int(record["bank"][GOLD] > 0)
    if base < RESERVE:
        kind = "S" if 2 in TAKES[base, 0] else "D"
        return f"{kind}:{digits(TAKES[base, 0, :5])}:{digits(TAKES[base, 1])}:{noble}"
    if base < BUY or base >= BLIND:
        place, back = divmod(base - (BLIND if base >= BLIND else RESERVE), 6)
        what = f"tier{place + 1}" if base >= BLIND else record["table"][place]
        return f"R:{what}:{gold}:{digits(c == back - 1 for c in range(6))}:{noble}"
    if base == PASS:
        return f"P:{noble}"
    mover = int(record["mover"])
    card = record["table"][base - BUY] if base < BUY_HAND else record["hand"][mover, base - BUY_HAND]
    price = np.maximum(setup["cost"][card] - record["bonus"][mover], 0)
    payment = [*np.minimum(price, record["tokens"][mover, :5]), gold_needed(record, setup, card)]
    return f"{'B' if base < BUY_HAND else 'H'}:{card}:{digits(payment)}:{noble}"


def game(blind: bool = False) -> Game:
    return Game(
        "splendor",
        RECORD,
        turn=turn,
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        margin=margin,
        chance=chance,
        resample=resample if blind else None,
        start=start,
        setup=tables(blind),
        options={"blind": "on"} if blind else {},
        max_moves=MAX_MOVES,
        repeats=True,
        move_text=move_text,
    )
