"""Splendor's rules: the rule book against a slow oracle, worked examples, what is hidden, dealing, notation."""

import random

import numpy as np
import pytest
import splendor_oracle as oracle
from hypothesis import given, settings, strategies as st

from counterply import CHANCE, DRAW, FIRST, ONGOING, SECOND, GameError, Position
from counterply.core.contract import UNKNOWN, candidates, resample
from counterply.core.rule_queries import redraw
from counterply.plugins.splendor import game as splendor
from counterply.plugins.splendor.tables import COLOUR, COST, LETTERS, NOBLE, POINTS, TIER, TIER_START, counts_of, purse
from counterply.usercode.loading import load_evaluator, load_game

GAMES = {variant: splendor.game(variant) for variant in ("official", "host")}
CARDS = {n: (counts_of(COST[n])[:5], int(COLOUR[n]), int(POINTS[n])) for n in range(1, 91)}
NOBLES = {n: counts_of(NOBLE[n])[:5] for n in range(1, 11)}


def tokens(text):
    return purse([text.count(letter) for letter in LETTERS])


def card(text):
    """The card that costs `text`, such as WWWKKKKK."""
    return next(n for n in CARDS if COST[n] == tokens(text))


def noble(text):
    return next(n for n in NOBLES if NOBLE[n] == tokens(text))


def dealt(variant="host", deal=(1, 2)):
    position = GAMES[variant].start()
    for number in deal:
        position = position.after(number)
    return position


def with_(position, balanced=True, **fields):
    """The position with fields of the record changed; `bank` gets what the players do not have."""
    record = position.copy_record()
    for name, value in fields.items():
        record[name] = value
    if balanced and "bank" not in fields:
        held = [sum(counts) for counts in zip(*(counts_of(word) for word in record["tokens"]), strict=True)]
        record["bank"] = purse([total - count for total, count in zip([4, 4, 4, 4, 4, 5], held, strict=True)])
    return Position(position.game, record)


def texts(position):
    return [position.move_text(move) for move in position.moves()]


def kinds(position):
    """How many takes of different colours, takes of two alike, and reserves there are."""
    listed = [text.split("-")[0] for text in texts(position)]
    alike = sum(len(text) == 2 and text[0] == text[1] for text in listed)
    reserves = sum(text[0] == "r" for text in listed)
    return sum(text[0] in LETTERS for text in listed) - alike, alike, reserves


# --- the rule book, by brute force


def seen_table(record, mover):
    rows = record["table"].reshape(3, 4).tolist()
    decks = [record["deck"][TIER_START[t] - 1 : TIER_START[t] - 1 + record["left"][t]].tolist() for t in range(3)]
    return oracle.Table(
        tuple(counts_of(record["tokens"][mover])),
        tuple(counts_of(record["bank"])),
        tuple(counts_of(record["bonus"][mover])[:5]),
        frozenset(c for c in record["hand"][mover].tolist() if c),
        tuple(frozenset(c for c in row if c) for row in rows),
        tuple(tuple(deck) for deck in decks),
        frozenset(n for n in record["nobles"].tolist() if n),
        int(record["score"][mover]),
        int(record["cards"][mover]),
    )


def random_table(dice):
    """A deal with tokens, bonuses and reserved cards handed out at random, near the limits that make rules interesting."""
    position = dealt("official", (dice.randrange(1000), dice.randrange(1000)))
    record = position.copy_record()
    supply = [4, 4, 4, 4, 4, 5]
    for player in (0, 1):
        held = [0] * 6
        for _ in range(dice.choice([3, 7, 8, 9, 10, 10, 10])):
            colour = dice.choice([c for c in range(6) if supply[c]] + [5] * (2 * (supply[5] > 0)))
            supply[colour] -= 1
            held[colour] += 1
        record["tokens"][player] = purse(held)
        record["bonus"][player] = purse([dice.choice([0, 1, 2, 3, 4]) for _ in range(5)])
    record["bank"] = purse(supply)
    position = Position(position.game, record)
    for _ in range(dice.choice([0, 2, 4, 6])):
        reserves = [move for move in position.moves() if position.move_text(move).startswith("r")]
        position = position.after(dice.choice(reserves)) if reserves else position
    return position


@settings(max_examples=120, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_every_turn_of_the_rule_book_is_one_move(seed):
    position = random_table(random.Random(seed))
    mover = position.turn
    after = [seen_table(position.after(move).record, mover) for move in position.moves()]
    assert len(set(after)) == len(after)
    assert set(after) == oracle.turns(seen_table(position.record, mover), CARDS, NOBLES)


@pytest.mark.parametrize("seed", range(4))
def test_a_random_game_by_the_rule_book(seed):
    dice, position = random.Random(seed), dealt("official", (seed, 7))
    while position.outcome() == ONGOING and position.ply < 120:
        mover, moves = position.turn, position.moves()
        chosen = random.Random(position.ply).sample(moves, min(12, len(moves)))
        expected = oracle.turns(seen_table(position.record, mover), CARDS, NOBLES)
        assert len(moves) == len(expected)
        assert all(seen_table(position.after(move).record, mover) in expected for move in chosen)
        position = position.after(dice.choice(moves))


# --- worked examples from the host's program


def test_first_moves():
    assert kinds(dealt("host")) == (10, 5, 12)
    assert kinds(dealt("official")) == (10, 5, 15)
    assert len(texts(dealt("host"))) == 27
    assert len(texts(dealt("official"))) == 30


@pytest.mark.parametrize(
    ("held", "different", "alike", "reserves"),
    [("WWUUGGR", 10, 5, 12), ("WWUUGGRK", 30, 5, 12), ("WWUUGGRRK", 61, 20, 12), ("WWUUGGRRKK", 100, 50, 60)],
)
def test_moves_by_tokens_held(held, different, alike, reserves):
    position = with_(dealt(), tokens=[tokens(held), 0], bank=tokens("WUGRK" * 4 + "YYYYY"))
    takes, twos, kept = kinds(position)
    assert (takes, twos, kept) == (different, alike, reserves)


@pytest.mark.parametrize(("bank", "expected"), [("", 0), ("W", 1), ("WU", 1), ("WUG", 1)])
def test_with_few_colours_left_as_many_are_taken_as_there_are(bank, expected):
    position = with_(dealt(), tokens=[tokens("WUGRK"), 0], bank=tokens(bank))
    takes = [text for text in texts(position) if text[0] in LETTERS]
    assert takes == [bank] * expected


def test_two_of_a_kind_need_a_pile_of_four():
    position = with_(dealt(), bank=tokens("WWWWUUUGG"))
    assert [text for text in texts(position) if text in ("WW", "UU", "GG")] == ["WW"]


def test_reserving_with_ten_tokens():
    host = with_(dealt(), tokens=[tokens("WWWWUUUUYY"), 0])
    reserves = [text for text in texts(host) if text[0] == "r"]
    assert len(reserves) == 24
    assert {text[-2:] for text in reserves} == {"-W", "-U"}
    without_gold = with_(host, bank=tokens("GGGG"))
    assert kinds(without_gold)[2] == 12
    moved = without_gold.after(without_gold.parse_move(f"r{without_gold.record['table'][0]}"))
    assert moved.record["tokens"][0] == host.record["tokens"][0]
    official = with_(dealt("official"), tokens=[tokens("WWWWUUUUYY"), 0])
    returned = [text[-2:] for text in texts(official) if text[0] == "r"]
    assert sorted(set(returned)) == ["-U", "-W", "-Y"]
    assert len(returned) == 45


def test_payment():
    red = card("WWWKKKKK")
    position = with_(dealt(), hand=[[red, 0, 0], [0, 0, 0]], bonus=[tokens("WKK"), 0], tokens=[tokens("WKKYYY"), 0])
    after = position.after(position.parse_move(f"b{red}"))
    assert counts_of(after.record["tokens"][0]) == [0, 0, 0, 0, 0, 1]
    rich = with_(position, tokens=[tokens("WWWKKKKYYY"), 0])
    assert counts_of(rich.after(rich.parse_move(f"b{red}")).record["tokens"][0]) == [1, 0, 0, 0, 1, 3]
    assert sum(text.startswith(f"b{red}") for text in texts(rich)) == 1


def test_every_payment_is_a_move_of_the_rule_book():
    red = card("WWWKKKKK")
    fields = {"hand": [[red, 0, 0], [0, 0, 0]], "bonus": [tokens("WKK"), 0]}
    position = with_(dealt("official"), tokens=[tokens("WWKKKYY"), 0], **fields)
    paid = [text for text in texts(position) if text.startswith(f"b{red}")]
    assert paid == [f"b{red}", *(f"b{red}:{tokens}" for tokens in ("WWKKY", "WKKKY", "WWKYY", "WKKYY", "KKKYY"))]
    assert [counts_of(position.after(position.parse_move(text)).record["tokens"][0])[GOLD] for text in paid] == [2, 1, 1, 0, 0, 0]


GOLD = LETTERS.index("Y")


def test_nobles_come_with_the_card_that_they_wait_for():
    table = [noble("GGGGRRRR"), noble("UUUGGGRRR"), noble("GGGRRRKKK")]
    for colour, comes in (("R", f"+n{table[0]}"), ("U", f"+n{table[1]}"), ("K", "")):
        bought = next(n for n in CARDS if LETTERS[COLOUR[n]] == colour and TIER[n] == 0)
        fields = {"nobles": sorted(table), "tokens": [COST[bought], 0], "hand": [[bought, 0, 0], [0, 0, 0]]}
        position = with_(dealt(), bonus=[tokens("GGGGRRRUU"), 0], **fields)
        assert [text for text in texts(position) if text.partition("+")[0] == f"b{bought}"] == [f"b{bought}{comes}"]


def test_a_noble_who_was_left_comes_on_a_later_turn():
    table = sorted([noble("GGGGRRRR"), noble("UUUGGGRRR"), noble("WWWWUUUU")])
    two = [noble("GGGGRRRR"), noble("UUUGGGRRR")]
    position = with_(dealt(), bonus=[tokens("GGGGRRRRUUU"), 0], nobles=table)
    listed = texts(position)
    assert all(text.endswith(tuple(f"+n{n}" for n in two)) for text in listed)
    assert len(listed) == 2 * len({text.split("+")[0] for text in listed})
    after = position.after(position.parse_move(f"WUG+n{two[0]}"))
    assert after.record["score"].tolist() == [3, 0]
    reply = after.after(after.parse_move("WUR"))
    assert all(text.endswith(f"+n{two[1]}") for text in texts(reply))


def test_seven_cards_of_a_colour():
    red = next(n for n in CARDS if COLOUR[n] == 3 and TIER[n] == 0)
    for variant, owned, possible in (("host", 6, True), ("host", 7, False), ("official", 7, True)):
        fields = {"hand": [[red, 0, 0], [0, 0, 0]], "tokens": [tokens("WWUUGGRRKK"), 0]}
        position = with_(dealt(variant), bonus=[purse([0, 0, 0, owned]), 0], **fields)
        assert (f"b{red}" in texts(position)) == possible


def test_the_last_resorts():
    full = {"hand": [sorted([73, 78, 83]), [0, 0, 0]]}
    position = with_(dealt(), tokens=[tokens("WWUUUUGGGG"), 0], bank=tokens("WW"), **full)
    assert [text for text in texts(position) if text[0] in LETTERS] == ["W-U", "W-G"]
    stuck = with_(dealt(), tokens=[tokens("W" * 10), 0], bank=tokens("WW"), table=0, **full)
    assert texts(stuck) == ["pass"]
    both = with_(stuck, tokens=[tokens("W" * 10)] * 2, bank=tokens("WW"), hand=[full["hand"][0], [79, 84, 89]])
    assert texts(both) == ["pass"]
    end = both.after(both.moves()[0])
    assert end.outcome() == ONGOING
    end = end.after(end.parse_move("pass"))
    assert end.outcome() == DRAW
    assert end.game.reason(end) == "both passed, 0-0"


@pytest.mark.parametrize(
    ("score", "cards", "mover", "outcome"),
    [
        ((16, 16), (3, 4), 0, FIRST),
        ((16, 16), (4, 4), 0, DRAW),
        ((16, 16), (5, 4), 0, SECOND),
        ((15, 17), (2, 9), 0, SECOND),
        ((15, 0), (9, 0), 1, ONGOING),  # the round is finished first
        ((0, 15), (0, 9), 0, SECOND),
        ((14, 14), (9, 9), 0, ONGOING),
    ],
)
def test_the_end(score, cards, mover, outcome):
    assert with_(dealt(), score=score, cards=cards, mover=mover).outcome() == outcome


# --- dealing, and what is hidden


def test_a_deal_is_decided_by_its_number():
    starts = [dealt("official", deal).record for deal in ((1, 2), (1, 2), (2, 1), (1, 3))]
    assert starts[0].tobytes() == starts[1].tobytes()
    assert len({record.tobytes() for record in starts}) == 3
    for record in starts:
        on_table, decks = record["table"].tolist(), [c for c in record["deck"].tolist() if c]
        assert sorted(on_table + decks) == list(range(1, 91))
        assert record["left"].tolist() == [36, 26, 16]
        assert on_table == sorted(on_table)
        assert 0 < record["nobles"][0] < record["nobles"][1] < record["nobles"][2] <= 10
        assert record["random"][0] == 0  # the deal's number, which tells the decks, is not kept


def test_deals_are_fair():
    nobles, first = np.zeros(11), np.zeros(91)
    for number in range(400):
        record = dealt("official", (number, 5)).record
        nobles[record["nobles"]] += 1
        first[record["table"][:4]] += 1
    assert nobles[1:].min() > 85  # 120 expected
    assert first[1:41].min() > 15  # 40 expected


def test_both_variants_have_the_same_deals():
    for name in ("table", "deck", "nobles"):
        assert dealt("official").record[name].tolist() == dealt("host").record[name].tolist()


def test_a_blind_reserve_is_seen_by_its_owner_only():
    position = dealt("official")
    after = position.after(position.parse_move("rII"))
    top = int(position.record["deck"][40 + 25])
    assert after.record["hand"][0].tolist() == [top, 0, 0]
    owner, other = set(), set()
    for seed in range(300):
        for viewer, found in ((0, owner), (1, other)):
            record = after.copy_record()
            redraw(record, after.game.setup[0], viewer, np.array([seed], np.uint64), False)
            found.add(int(record["hand"][0, 0]))
            assert record["left"].tolist() == [36, 25, 16]
    assert owner == {top}
    assert other == set(range(41, 71)) - set(position.record["table"].tolist())
    assert f"{top} " not in str(after)
    assert "II?" in str(after)
    shown = after.after(after.parse_move("WUG"))
    assert f"{top} " in str(shown)


def test_frozen_places_stay_empty():
    record = dealt("official").copy_record()
    resample(record, GAMES["official"].setup[0], 1, 0, np.array([1], np.uint64))
    position = Position(GAMES["official"], record)
    first = int(record["table"][0])
    after = position.after(position.parse_move(f"r{first}"))
    assert after.record["table"][:4].tolist() == [*record["table"][1:4].tolist(), 0]
    assert "no card is dealt" in str(after)
    assert texts(position) == texts(dealt("official"))


def test_an_empty_deck_leaves_a_place_empty():
    position = with_(dealt(), left=[0, 26, 16])
    first = int(position.record["table"][0])
    assert position.after(position.parse_move(f"r{first}")).record["table"][3] == 0


# --- evaluation


def owned(record, seat):
    """What `economy` counts for one player, in plain Python."""
    bonus, tokens = counts_of(record["bonus"][seat])[:5], counts_of(record["tokens"][seat])
    best, worth, savings = 0.0, 0.0, [0, 0, 0]
    hand = [int(card) for card in record["hand"][seat] if card]
    for card in [int(card) for card in record["table"] if card] + hand:
        cost, _, points = CARDS[card]
        lacking = sum(max(price - have - held, 0) for price, have, held in zip(cost, bonus, tokens, strict=False))
        reach = 0.75 ** max(lacking - tokens[5], 0)
        savings[TIER[card]] += sum(min(price, have) for price, have in zip(cost, bonus, strict=True))
        best, worth = max(best, reach * (points + 2)), worth + reach * points
    away = [sum(max(wanted - have, 0) for wanted, have in zip(NOBLES[int(n)], bonus, strict=True)) for n in record["nobles"] if n]
    score, bought = int(record["score"][seat]), int(record["cards"][seat])
    nobles = [sum(0.7**count for count in away), sum(count <= 1 for count in away)]
    purse = [sum(tokens[:5]), tokens[5]]
    return [score, max(score + best - 12, 0), bought, bought**2 / 10, *savings, *nobles, *purse, best, worth, len(hand)]


def points_then(record, seat):
    """The points of a player who buys next what brings most, in plain Python."""
    bonus, tokens = counts_of(record["bonus"][seat])[:5], counts_of(record["tokens"][seat])
    score, found = int(record["score"][seat]), [0]
    for card in [int(card) for card in (*record["table"], *record["hand"][seat]) if card]:
        cost, colour, points = CARDS[card]
        if sum(max(price - have - held, 0) for price, have, held in zip(cost, bonus, tokens, strict=False)) <= tokens[5]:
            then = [have + (index == colour) for index, have in enumerate(bonus)]
            met = any(
                n and all(have >= wanted for have, wanted in zip(then, NOBLES[int(n)], strict=True)) for n in record["nobles"]
            )
            found.append(points + 3 * met)
    return score + max(found)


def end_of(record):
    """What `economy` says about the end, for the first player."""
    now, then = record["score"].tolist(), [points_then(record, seat) for seat in (0, 1)]
    first, second = record["cards"].tolist()
    if record["mover"] == 0 and then[0] >= 15:
        return 1 if then[0] > then[1] else 0.5 if then[0] == then[1] else 0
    if record["mover"] == 0:
        return -0.12 if then[1] >= 15 else 0
    if now[0] >= 15:
        return 1 if now[0] > then[1] or (now[0] == then[1] and first <= second) else -1
    return -1 if then[1] >= 15 else 0.06 if then[0] >= 15 else 0


@pytest.mark.parametrize("variant", GAMES)
def test_economy_counts_what_it_says(variant):
    game = load_game("splendor", {"variant": variant})
    evaluator = load_evaluator("economy", game).bind(game)
    dice, position = random.Random(7), dealt(variant)
    for _ in range(80):
        moves = position.moves()
        if not moves:
            break
        buys = [move for move in moves if position.move_text(move)[0] == "b"]
        position = position.after(dice.choice(buys or moves))
        late = max(*(int(score) - 10 for score in position.record["score"]), 0)
        for seat in (0, 1):
            own, other = owned(position.record, seat), owned(position.record, 1 - seat)
            sign = 1 if position.record["mover"] == seat else -1
            expected = [mine - theirs for mine, theirs in zip(own, other, strict=True)] + [sign, sign * late]
            expected.append(end_of(position.record) * (1 if seat == 0 else -1))
            found = [value for _, value, _ in evaluator.explain(position.record, seat)]
            assert found == pytest.approx(expected)


def test_the_second_player_has_the_last_turn():
    evaluator = load_evaluator("economy", GAMES["host"]).bind(GAMES["host"])

    def end(mover, scores, cards=(5, 5)):
        rich, table = {"tokens": [purse([4] * 5)] * 2, "bonus": [purse([3] * 5)] * 2}, [0] * 11 + [72]
        position = with_(dealt("host"), mover=mover, score=scores, cards=cards, table=table, nobles=[0] * 3, bank=0, **rich)
        return evaluator.explain(position.record, 0)[-1][1]

    worth = CARDS[72][2]
    assert end(1, [15, 15 - worth]) == 1.0  # level, with a card more
    assert end(1, [15, 16 - worth]) == -1.0
    assert end(1, [0, 15 - worth]) == -1.0
    assert end(1, [0, 14 - worth]) == 0.0
    assert end(0, [15 - worth, 0]) == 1.0
    assert end(0, [0, 15 - worth]) == -0.12


# --- what is searched


@pytest.mark.parametrize("variant", GAMES)
def test_of_ways_to_give_back_the_cheapest_is_searched(variant):
    position = dealt(variant)
    game, (moves, scores) = position.game, np.zeros((2, position.game.max_moves), np.int32)

    def found():
        return candidates(position.record, game.setup[0], np.zeros(1, game.memo)[0], 1, moves, scores)

    assert found() == UNKNOWN  # nothing is given back
    position = with_(position, tokens=[purse([2, 2, 2, 2, 1, 1]), purse([0])], bank=purse([2, 2, 2, 2, 3, 4]))
    kept = [position.move_text(move) for move in moves[: found()]]
    legal = [position.move_text(move) for move in position.moves()]
    assert set(kept) < set(legal)
    given = [text.partition("-") for text in kept if text[0] not in "br"]
    assert len({taken for taken, _, _ in given}) == len(given)
    assert {text.partition("-")[0] for text in legal} == {text.partition("-")[0] for text in kept}
    assert not any("Y" in back for _, _, back in given)


# --- notation


def test_a_move_that_is_not_legal_is_refused_with_a_hint():
    with pytest.raises(GameError, match=r"illegal move 'WUW' at ply 3.*did you mean"):
        dealt().play_text(["WUW"])


def test_a_position_from_moves():
    position = GAMES["official"].position("moves deal:017 deal:400 WUG rI")
    assert position.ply == 4
    assert position.turn == 0
    assert GAMES["official"].start().turn == CHANCE
