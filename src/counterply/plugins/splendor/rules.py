"""Splendor for two: gems buy cards, cards make later ones cheaper, points win.

In turn, take gems (three different ones, or two alike from a pile of four), reserve a card, or buy one. A bought card is one gem of
its colour for ever; nobles come to a player with the cards that they like. When a player has 15 points the round is finished; most
points win, then the fewest cards. Rules: Marc André's rule book (Space Cowboys, 2014), and as variant `host` the game of the
University of Melbourne's course COMP90054, which differs in details (docs/plugins/splendor/splendor.md).

    nobles                 three of ten
    III   71 .. 90         a row of four cards each and a face-down deck
    II    41 .. 70         cards, nobles and moves have the numbers of `counterply.plugins.splendor.tables`
    I      1 .. 40

Chance is where a game begins: two chance turns of 1,000 outcomes each number the deal, which shuffles decks and nobles. From then
on the decks lie in the record, hidden. `resample` redraws those that a seat may not see, and cards that were reserved unseen.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type,operator"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.compiling.intrinsics import lowest_bit
from counterply.compiling.kernels import kernel
from counterply.core.aliases import Record
from counterply.core.random import random_below
from counterply.core.values import CHANCE, DRAW, FIRST, ONGOING, SECOND
from counterply.plugins.splendor.tables import (
    BLIND,
    BUY,
    CARDS,
    COLOUR,
    COLOUR_TOKENS,
    COST,
    GOAL,
    GOLD,
    GOLD_SHIFT,
    HAND,
    HOST_CARD_LIMIT,
    MOST_GOLD,
    NOBLE,
    NOBLE_POINTS,
    NOBLES,
    NOTHING,
    PASS,
    PAY,
    PAYMENTS,
    PAYMENTS_UP_TO,
    POINTS,
    RESERVE,
    ROW,
    SHOWN,
    TAKE_BOUNDS,
    TAKES,
    TIER,
    TIER_START,
    TOKEN_LIMIT,
    count_of,
    covers,
    one_of,
    purse,
    shortfall,
    total,
)

DEALS = 1000  # outcomes of each of the two chance turns that number a deal
DEAL_TURNS = 2
DECK = 97  # places for 90 cards, so that the record is made of whole words
NO_NOBLE = 1  # of the bits that say which noble comes: none
MAX_MOVES_HOST = 375 * SHOWN  # with 10 tokens: 300 takes, 60 reserves, 15 cards to buy; each with one of three nobles
MAX_MOVES = (301 + 12 * 6 + 3 * 6 + 15 * 24) * SHOWN  # and 24 payments a card: (1+2)(1+1)(1+1)(1+1) ways to put 5 gold for 5 tokens

RECORD = np.dtype(
    [
        ("random", np.uint64, (1,)),  # while the deal is being numbered; then 0
        ("tokens", np.uint64, (2,)),  # purses
        ("bonus", np.uint64, (2,)),  # purses: cards bought of each colour
        ("bank", np.uint64),  # purse
        ("score", np.int8, (2,)),  # points
        ("cards", np.int8, (2,)),  # how many were bought
        ("hand", np.int8, (2, HAND)),  # cards reserved, ascending, then 0
        ("blind", np.uint8, (2, HAND)),  # 1: the opponent has not seen it
        ("table", np.int8, (3 * ROW,)),  # tier I first; in each row ascending, then 0 for empty places
        ("nobles", np.int8, (SHOWN,)),  # 0 for one who has come
        ("left", np.int8, (3,)),  # cards in each deck
        ("passed", np.uint8, (2,)),  # 1: the player's last move was a pass
        ("mover", np.int8),  # 0 or 1
        ("dealing", np.int8),  # chance turns until the deal is numbered
        ("frozen", np.uint8),  # 1: no card is dealt any more (see `resample`)
        ("deck", np.int8, (DECK,)),  # tier t from TIER_START[t] - 1, top card last, then 0. Hidden
    ]
)
SETUP = np.dtype([("host", np.int64)])  # 1: the host's variant

Purse = Any


# --- dealing


@kernel
def shuffle(position: Record, tier: int, count: int, random: np.ndarray) -> None:
    """Shuffle the first `count` cards of a deck, in place."""
    first = TIER_START[tier] - 1
    for place in range(count - 1, 0, -1):
        other = random_below(random, place + 1)
        card = position["deck"][first + place]
        position["deck"][first + place] = position["deck"][first + other]
        position["deck"][first + other] = card


@kernel
def draw(position: Record, tier: int) -> int:
    """Take the top card off a deck that is not empty, in place, and return it."""
    position["left"][tier] -= 1
    place = TIER_START[tier] - 1 + position["left"][tier]
    card = position["deck"][place]
    position["deck"][place] = 0
    return card


@kernel
def refill(position: Record, tier: int) -> None:
    """Deal a card to the row of a tier, in place, if the deck has one; the row's last place is empty."""
    if position["frozen"] or position["left"][tier] == 0:
        return
    card = draw(position, tier)
    place = ROW * tier + ROW - 1
    while place > ROW * tier and (position["table"][place - 1] == 0 or position["table"][place - 1] > card):
        position["table"][place] = position["table"][place - 1]
        place -= 1
    position["table"][place] = card


@kernel
def deal(position: Record) -> None:
    """Shuffle and deal by the random state in the record, in place."""
    random = position["random"]
    for tier in range(3):
        shuffle(position, tier, position["left"][tier], random)
        for _ in range(ROW):
            refill(position, tier)
    for place in range(SHOWN):
        noble = 1 + random_below(random, NOBLES - place)
        for before in range(place):  # number `noble` of those who are not here yet; they stand in ascending order
            noble += position["nobles"][before] <= noble
        slot = place
        while slot > 0 and position["nobles"][slot - 1] > noble:
            position["nobles"][slot] = position["nobles"][slot - 1]
            slot -= 1
        position["nobles"][slot] = noble
    position["random"][0] = np.uint64(0)


def turn(position: Record) -> int:
    """Chance numbers the deal, then the players alternate."""
    return CHANCE if position["dealing"] else np.int64(position["mover"])


def chance(position: Record, outcomes: np.ndarray, probabilities: np.ndarray) -> int:
    """Return the three digits of the deal's number that come next, each as likely as another."""
    for number in range(DEALS):
        outcomes[number] = number
        probabilities[number] = 1.0 / DEALS
    return DEALS


def resample(position: Record, frozen: bool, viewer: int, random: np.ndarray) -> None:
    """Shuffle each deck together with the opponent's unseen cards of its tier, in place, and give as many back.

    Frozen, no card is dealt any more: emptied places on the table stay empty.
    """
    if frozen:
        position["frozen"] = 1
    owner = 1 - viewer
    hand, blind = position["hand"][owner], position["blind"][owner]
    for tier in range(3):
        first = TIER_START[tier] - 1
        cards, count = np.uint64(0), np.int64(position["left"][tier])
        for place in range(count):
            cards |= np.uint64(1) << np.uint64(position["deck"][first + place] - first - 1)
        for slot in range(HAND):
            if blind[slot] and TIER[hand[slot]] == tier:
                cards |= np.uint64(1) << np.uint64(hand[slot] - first - 1)
                count += 1
        for place in range(count):
            position["deck"][first + place] = first + 1 + lowest_bit(cards)
            cards &= cards - np.uint64(1)
        shuffle(position, tier, count, random)
        for slot in range(HAND):
            if blind[slot] and TIER[hand[slot]] == tier:
                count -= 1
                hand[slot] = position["deck"][first + count]
                position["deck"][first + count] = 0
    sort_hand(position, owner)


# --- the hand


@kernel
def sort_hand(position: Record, player: int) -> None:
    """Put a hand into ascending order, in place, empty places last."""
    hand, blind = position["hand"][player], position["blind"][player]
    for end in range(1, HAND):
        card, unseen, place = hand[end], blind[end], end
        while place > 0 and card != 0 and (hand[place - 1] == 0 or hand[place - 1] > card):
            hand[place], blind[place] = hand[place - 1], blind[place - 1]
            place -= 1
        hand[place], blind[place] = card, unseen


@kernel
def put_in_hand(position: Record, player: int, card: int, unseen: int) -> None:
    """Add a card to a hand that has room, in place."""
    position["hand"][player, HAND - 1] = card
    position["blind"][player, HAND - 1] = unseen
    sort_hand(position, player)


@kernel
def take_from_hand(position: Record, player: int, slot: int) -> None:
    """Remove the card in `slot` from a hand, in place."""
    hand, blind = position["hand"][player], position["blind"][player]
    for place in range(slot, HAND - 1):
        hand[place], blind[place] = hand[place + 1], blind[place + 1]
    hand[HAND - 1], blind[HAND - 1] = 0, 0


@kernel
def take_from_table(position: Record, card: int) -> None:
    """Remove a card from the table and deal the next one, in place."""
    tier = np.int64(TIER[card])
    table, place = position["table"], ROW * tier
    while place < ROW * tier + ROW - 1 and table[place] != card:
        place += 1
    while place < ROW * tier + ROW - 1:
        table[place] = table[place + 1]
        place += 1
    table[place] = 0
    refill(position, tier)


# --- legal moves


@kernel
def nobles_who_come(position: Record, bonus: Purse) -> int:
    """Return the nobles who come to these bonuses, as bits 1 to 3; NO_NOBLE if none does."""
    bits = 0
    for place in range(SHOWN):
        noble = position["nobles"][place]
        if noble != 0 and covers(bonus, NOBLE[noble]):
            bits |= 2 << place
    return bits if bits else NO_NOBLE


@kernel
def write(base: int, nobles: int, moves: np.ndarray, count: int) -> int:
    """Write `base` with each noble who may come, or with none, into `moves`; return the new count."""
    if nobles == NO_NOBLE:
        moves[count] = base * 4
        return count + 1
    for noble in range(1, SHOWN + 1):
        if nobles >> noble & 1:
            moves[count] = base * 4 + noble
            count += 1
    return count


@kernel
def price_of(position: Record, player: int, card: int) -> Purse:
    """Return the price of a card for a player after bonuses."""
    return shortfall(COST[card], position["bonus"][player])


@kernel
def gold_needed(position: Record, setup: Record, player: int, card: int) -> int:
    """Return the gold that a player must pay for a card, or -1 if it cannot be bought."""
    bonus, tokens = position["bonus"][player], position["tokens"][player]
    if setup["host"] and count_of(bonus, COLOUR[card]) >= HOST_CARD_LIMIT:
        return np.int64(-1)
    gold = total(shortfall(COST[card], bonus + (tokens & ((np.uint64(1) << GOLD_SHIFT) - np.uint64(1)))))
    return gold if gold <= count_of(tokens, GOLD) else np.int64(-1)


@kernel
def take_moves(position: Record, kind: int, excess: int, nobles: int, moves: np.ndarray, count: int) -> int:
    """Write the takes of one kind that give back `excess` tokens; return the new count."""
    bank, tokens = position["bank"], position["tokens"][position["mover"]]
    for base in range(TAKE_BOUNDS[kind, excess, 0], TAKE_BOUNDS[kind, excess, 1]):
        row = np.uint64(base)
        if covers(bank, TAKES[row, 2]) and (excess == 0 or covers(tokens, TAKES[row, 1])):
            count = write(base, nobles, moves, count)
    return count


@kernel
def all_takes(position: Record, setup: Record, held: int, nobles: int, moves: np.ndarray, count: int) -> int:
    """Write all takes; return the new count.

    One take for each net effect: with 8 tokens or more, giving back a taken token is taking fewer.
    """
    piles = 0
    for colour in range(GOLD):
        piles += count_of(position["bank"], colour) > 0
    most = min(3, piles)
    least = max(1, min(most, 3 if held <= 7 else 2 if held == 8 else 1))
    for kind in range(least, most + 1):
        count = take_moves(position, kind, max(held + kind - TOKEN_LIMIT, 0), nobles, moves, count)
    count = take_moves(position, 4, max(held + 2 - TOKEN_LIMIT, 0), nobles, moves, count)
    if setup["host"] == 0 and held == TOKEN_LIMIT and piles > 0:
        count = write(NOTHING, nobles, moves, count)
    return count


@kernel
def may_give_back(position: Record, setup: Record, held: int, back: int) -> bool:
    """Tell whether reserving may give back `back`: nothing (0) or one of a colour (its number + 1)."""
    if held < TOKEN_LIMIT or count_of(position["bank"], GOLD) == 0:
        return back == 0
    if back == GOLD + 1:
        return setup["host"] == 0
    return back > 0 and count_of(position["tokens"][position["mover"]], back - 1) > 0


@kernel
def buy_moves(position: Record, setup: Record, card: int, more_gold: bool, moves: np.ndarray, count: int) -> int:
    """Write the ways to buy a card: with as little gold as possible, or all that take more; return the new count."""
    mover = position["mover"]
    gold = gold_needed(position, setup, mover, card)
    if gold < 0:
        return count
    nobles = nobles_who_come(position, position["bonus"][mover] + one_of(COLOUR[card]))
    if not more_gold:
        return write(BUY + card, nobles, moves, count)
    tokens = position["tokens"][mover]
    price = price_of(position, mover, card)
    paid = price - shortfall(price, tokens)
    for payment in range(PAYMENTS_UP_TO[count_of(tokens, GOLD) - gold]):
        replaced = PAYMENTS[card, payment]
        if replaced and covers(paid, replaced):
            count = write(PAY + card * PAYMENTS.shape[1] + payment, nobles, moves, count)
    return count


@kernel
def all_buys(position: Record, setup: Record, more_gold: bool, moves: np.ndarray, count: int) -> int:
    """Write the ways to buy each card on the table and in the mover's hand, by card; return the new count."""
    hand, slot = position["hand"][position["mover"]], 0
    for place in range(3 * ROW + 1):
        shown = np.int64(position["table"][place]) if place < 3 * ROW else np.int64(CARDS + 1)
        if shown == 0:
            continue
        while slot < HAND and hand[slot] != 0 and hand[slot] < shown:
            count = buy_moves(position, setup, np.int64(hand[slot]), more_gold, moves, count)
            slot += 1
        if shown <= CARDS:
            count = buy_moves(position, setup, shown, more_gold, moves, count)
    return count


@kernel
def legal_moves(position: Record, setup: Record, moves: np.ndarray) -> int:
    """Takes, reserves, buys; a pass where there is nothing else."""
    mover = position["mover"]
    held = total(position["tokens"][mover])
    nobles = nobles_who_come(position, position["bonus"][mover])
    may_reserve = position["hand"][mover, HAND - 1] == 0
    count = all_takes(position, setup, held, nobles, moves, np.int64(0))
    if may_reserve:
        for back in range(GOLD + 2):
            if may_give_back(position, setup, held, back):
                for place in range(3 * ROW):
                    if position["table"][place] != 0:
                        base = RESERVE + back * (CARDS + 1) + np.int64(position["table"][place])
                        count = write(base, nobles, moves, count)
    count = all_buys(position, setup, False, moves, count)
    if setup["host"] == 0:
        if may_reserve:
            for back in range(GOLD + 2):
                if may_give_back(position, setup, held, back):
                    for tier in range(3):
                        if position["left"][tier] > 0:
                            count = write(BLIND + back * 3 + tier, nobles, moves, count)
        if count_of(position["tokens"][mover], GOLD) > 0:
            count = all_buys(position, setup, True, moves, count)
    if count == 0:
        count = write(PASS, nobles, moves, count)
    return count


# --- playing


@kernel
def take(position: Record, taken: Purse, back: Purse) -> None:
    """Move tokens between the bank and the mover, in place."""
    mover = position["mover"]
    position["bank"] = position["bank"] - taken + back
    position["tokens"][mover] = position["tokens"][mover] + taken - back


@kernel
def reserve(position: Record, card: int, unseen: int, back: int) -> None:
    """Put a card into the mover's hand with a token of gold if there is one, in place; `back` as in the move's code."""
    taken = one_of(GOLD) if count_of(position["bank"], GOLD) > 0 else np.uint64(0)
    take(position, taken, one_of(back - 1) if back > 0 else np.uint64(0))
    put_in_hand(position, position["mover"], card, unseen)


@kernel
def buy(position: Record, card: int, replaced: Purse) -> None:
    """Pay for a card and own it, in place; `replaced` are tokens that gold stands for although the mover has them."""
    mover = position["mover"]
    tokens = position["tokens"][mover]
    price = price_of(position, mover, card)
    short = shortfall(price, tokens)
    gold = np.uint64(total(short + replaced))
    take(position, np.uint64(0), price - short - replaced + (gold << GOLD_SHIFT))
    position["bonus"][mover] += one_of(COLOUR[card])
    position["cards"][mover] += 1
    position["score"][mover] += POINTS[card]
    for slot in range(HAND):
        if position["hand"][mover, slot] == card:
            take_from_hand(position, mover, slot)
            return
    take_from_table(position, card)


@kernel
def number_the_deal(position: Record, number: int) -> None:
    """Take the next three digits of the deal's number, in place, and deal when it is complete."""
    position["random"][0] = position["random"][0] * np.uint64(DEALS) + np.uint64(number)
    position["dealing"] -= 1
    if position["dealing"] == 0:
        deal(position)


def play(position: Record, move: int) -> None:
    """Take, reserve, buy or pass; then a noble may come. On a chance turn: three digits of the deal's number."""
    if position["dealing"]:
        number_the_deal(position, move)
        return
    mover = position["mover"]
    base, noble = move // 4, move % 4
    if base < NOTHING:
        take(position, TAKES[base, 0], TAKES[base, 1])
    elif base >= PAY:
        card = (base - PAY) // PAYMENTS.shape[1]
        buy(position, card, PAYMENTS[card, (base - PAY) % PAYMENTS.shape[1]])
    elif base >= BLIND:
        reserve(position, draw(position, (base - BLIND) % 3), 1, (base - BLIND) // 3)
    elif PASS > base >= BUY:
        buy(position, base - BUY, np.uint64(0))
    elif BUY > base >= RESERVE:
        card = (base - RESERVE) % (CARDS + 1)
        reserve(position, card, 0, (base - RESERVE) // (CARDS + 1))
        take_from_table(position, card)
    position["passed"][mover] = base == PASS
    if noble > 0:
        position["nobles"][noble - 1] = 0
        position["score"][mover] += NOBLE_POINTS
    position["mover"] = 1 - mover


def outcome(position: Record) -> int:
    """When a round is complete and a player has 15 points, or both have passed: most points, then fewest cards."""
    over = position["mover"] == 0 and max(position["score"][0], position["score"][1]) >= GOAL
    if position["dealing"] or not (over or (position["passed"][0] and position["passed"][1])):
        return ONGOING
    difference = margin(position)
    if difference == 0:
        difference = np.int64(position["cards"][1]) - np.int64(position["cards"][0])
    return FIRST if difference > 0 else SECOND if difference < 0 else DRAW


@kernel
def margin(position: Record) -> int:
    """Return the first player's points minus the second's."""
    return np.int64(position["score"][0]) - np.int64(position["score"][1])


# --- the start


def start(position: Record) -> None:
    """Fill `position` in place: all tokens in the bank, decks in order, the deal not numbered yet."""
    position["bank"] = purse([COLOUR_TOKENS] * 5 + [MOST_GOLD])
    position["deck"][:CARDS] = np.arange(1, CARDS + 1)
    position["left"] = np.diff(TIER_START)
    position["dealing"] = DEAL_TURNS
