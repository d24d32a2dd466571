"""Splendor in text: moves and positions as people read them.

WUG  WW  WU-K  UG-YY    take these; give those back            none    a take that changes nothing
r45  r45-K  rII         reserve card 45; giving one back; the top card of deck II, unseen
b45  b45:WWY            buy card 45; with more gold than need be, the tokens paid
...+n3                  and noble 3 comes
pass
deal:017                chance: three digits of the deal's number
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from counterply.core.position import Position
from counterply.plugins.splendor.tables import (
    BLIND,
    BUY,
    CARDS,
    COLOUR,
    COLOURS,
    COST,
    GOAL,
    GOLD,
    HAND,
    LETTERS,
    NOBLE,
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
    letters,
    purse,
)

if TYPE_CHECKING:
    from counterply.core.aliases import Record

RULES = """\
Collect gems, buy cards with them, and score points. In turn, each player does one of these:

    take gems        three of different colours, or two of one colour if at least four of it are there
    reserve a card   take a card from the table, or the top card of a deck, into your hand (three at most), and get a gold token
    buy a card       from the table or from your hand: pay the gems at its bottom left corner

A card gives the colour at its top: from then on it is one gem of that colour, in every purchase. The
number at the top left is its points. A gold token stands for any gem. You can keep ten tokens; the rest
goes back in the same turn.

A noble is worth three points. At the end of a turn, a noble comes to a player who owns the cards that it asks for;
one a turn.

When a player has 15 points, the round is finished. Most points win, then fewest cards; else it is a draw. On the
board, touch the gems to take one after the other; touch a card to buy it, or the card and then the gold to reserve
it.
"""
NAMES = (*COLOURS, "gold")
PLACE = 22  # characters of a card in the diagram


def payment_text(record: Record, card: int, replaced: int) -> str:
    """Return the tokens that the mover pays for a card when gold stands for the purse `replaced`."""
    mover = int(record["mover"])
    price = [max(0, c - b) for c, b in zip(counts_of(COST[card]), counts_of(record["bonus"][mover]), strict=True)]
    paid = [min(p, t) - r for p, t, r in zip(price, counts_of(record["tokens"][mover]), counts_of(replaced), strict=True)]
    paid[GOLD] = sum(price) - sum(paid[:GOLD])
    return letters(purse(paid))


def base_text(record: Record, base: int) -> str:
    """Return a move without its noble."""
    if base < NOTHING:
        taken, given = letters(TAKES[base, 0]), letters(TAKES[base, 1])
        return f"{taken}-{given}" if given else taken
    if base == NOTHING:
        return "none"
    if base < BUY:
        back, card = divmod(base - RESERVE, CARDS + 1)
        return f"r{card}" + (f"-{LETTERS[back - 1]}" if back else "")
    if base < PASS:
        return f"b{base - BUY}"
    if base == PASS:
        return "pass"
    if base < PAY:
        back, tier = divmod(base - BLIND, 3)
        return f"r{TIERS[tier]}" + (f"-{LETTERS[back - 1]}" if back else "")
    card, payment = divmod(base - PAY, PAYMENTS.shape[1])
    return f"b{card}:{payment_text(record, card, PAYMENTS[card, payment])}"


def move_text(position: Position, move: int) -> str:
    """Return a legal move, or a chance outcome, as text."""
    record = position.record
    if record["dealing"]:
        return f"deal:{move:03}"
    base, place = divmod(move, 4)
    text = base_text(record, base)
    return f"{text}+n{record['nobles'][place - 1]}" if place else text


def words(position: Position, move: int) -> str:
    """Return a legal move, or a chance outcome, in words."""
    record = position.record
    if record["dealing"]:
        return f"deal {move}"
    base, place = divmod(move, 4)
    noble = f"; noble {record['nobles'][place - 1]} comes" if place else ""
    return base_words(record, base) + noble


def base_words(record: Record, base: int) -> str:
    """Return a move without its noble in words."""
    if base < NOTHING:
        return f"take {gem_words(TAKES[base, 0])}{back_words(gem_words(TAKES[base, 1]))}"
    if base in (NOTHING, PASS):
        return "take nothing" if base == NOTHING else "pass"
    if base < BUY:
        back, card = divmod(base - RESERVE, CARDS + 1)
        return f"reserve {card_words(card)}{back_words(NAMES[back - 1] if back else '')}"
    if base < PASS:
        return f"buy {card_words(base - BUY)}"
    if base < PAY:
        back, tier = divmod(base - BLIND, 3)
        return f"reserve the top card of deck {TIERS[tier]}{back_words(NAMES[back - 1] if back else '')}"
    card, payment = divmod(base - PAY, PAYMENTS.shape[1])
    paid = payment_text(record, card, PAYMENTS[card, payment])
    counts = [f"{paid.count(letter)} {name}" for letter, name in zip(LETTERS, NAMES, strict=True) if letter in paid]
    return f"buy {card_words(card)}, paying {', '.join(counts)}"


def gem_words(taken: Any) -> str:
    """Return gems in words: 'white, blue, green' or '2 red'."""
    return ", ".join(f"{count} {name}" if count > 1 else name for name, count in zip(NAMES, counts_of(taken), strict=True) if count)


def back_words(given: str) -> str:
    """Return which gems are given back, in words."""
    return f", give back {given}" if given else ""


def card_words(card: int) -> str:
    """Return a card in words: its number, colour and points."""
    points = int(POINTS[card])
    return f"card {card} ({NAMES[COLOUR[card]]}{f', {points} point' + 's' * (points != 1) if points else ''})"


def price_text(price: Any) -> str:
    """Return a price as ``W4 U2``."""
    return " ".join(f"{letter}{count}" for letter, count in zip(LETTERS, counts_of(price), strict=True) if count)


def card_text(card: int) -> str:
    """Return a card as ``45 K 2p W5 U3``: number, colour, points and price."""
    points = f"{POINTS[card]}p " if POINTS[card] else ""
    return f"{card} {LETTERS[COLOUR[card]]} {points}{price_text(COST[card])}"


def seen_hand(record: Record, player: int, viewer: int) -> tuple[list[int], list[str]]:
    """Return the reserved cards of `player` that `viewer` sees, and the tiers of the others, sorted: their order tells nothing."""
    cards = [(int(record["hand"][player, slot]), record["blind"][player, slot] and player != viewer) for slot in range(HAND)]
    return [card for card, unseen in cards if card and not unseen], sorted(TIERS[TIER[card]] for card, unseen in cards if unseen)


def hand_text(record: Record, player: int) -> str:
    """Return a player's reserved cards as the player on move sees them."""
    cards, tiers = seen_hand(record, player, record["mover"])
    return ", ".join([*map(card_text, cards), *(f"{tier}?" for tier in tiers)])


def diagram(position: Position) -> str:
    """Return nobles, table, bank and each player's possessions; of a card that the player on move may not see, only the tier."""
    record = position.record
    if record["dealing"]:
        return "not dealt yet"
    nobles = [f"n{n} {price_text(NOBLE[n])}" for n in record["nobles"][:SHOWN].tolist() if n]
    lines = ["nobles  " + "   ".join(nobles)]
    for tier in (2, 1, 0):
        cards = [int(card) for card in record["table"][ROW * tier : ROW * tier + ROW]]
        row = "".join(f"{card_text(card) if card else '-':{PLACE}}" for card in cards)
        lines.append(f"{TIERS[tier]:>3} {record['left'][tier]:2}  {row}".rstrip())
    lines.append("          points cards  " + "".join(f"{letter:>5}" for letter in LETTERS) + "   reserved")
    bank = "".join(f"{count:>5}" for count in counts_of(record["bank"]))
    lines.append(f"bank                    {bank}")
    for player in (0, 1):
        has = zip(counts_of(record["bonus"][player]), counts_of(record["tokens"][player]), strict=True)
        owned = "".join(f"{f'{bonus}+{tokens}' if bonus else tokens:>5}" for bonus, tokens in has)
        counts = f"{record['score'][player]:4}  {record['cards'][player]:4}"
        lines.append(f"player {player + 1}   {counts}   {owned}   {hand_text(record, player)}".rstrip())
    lines.append(f"{int(record['mover']) + 1} to move" + (", no card is dealt any more" if record["frozen"] else ""))
    return "\n".join(lines)


def reason(position: Position) -> str:
    """Return why a finished game ended."""
    record = position.record
    scores = "-".join(str(score) for score in record["score"].tolist())
    if max(record["score"]) < GOAL:
        return f"both passed, {scores}"
    tie = record["score"][0] == record["score"][1]
    cards = "-".join(str(count) for count in record["cards"].tolist())
    return f"{scores}" + (f", cards {cards}" if tie else "")
