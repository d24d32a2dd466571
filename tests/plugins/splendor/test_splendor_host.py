"""Splendor's variant `host` against recorded games of the course's program: legal moves, transitions, ends, final scores."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from counterply import DRAW, FIRST, ONGOING, SECOND
from counterply.cli import run
from counterply.core.position import Position
from counterply.plugins.splendor import game as splendor, tables as splendor_tables
from counterply.plugins.splendor.tables import COLOUR, LETTERS, TIER, TIER_START, counts_of, purse

DATA = Path(__file__).parent / "data"
TRACES = [json.loads(line) for line in gzip.decompress((DATA / "traces.jsonl.gz").read_bytes()).splitlines()]
GAME = splendor.game("host")


def decks_of(trace):
    """The decks of a recorded game, top card last: the cards as they were drawn; under them, in games cut short, unseen ones."""
    first = trace["plies"][0]["s"]
    drawn = [card for ply in trace["plies"] for card in ply["drawn"] if card]
    decks = []
    for tier, size in enumerate(first["deck"]):
        known = [card for card in drawn if TIER[card] == tier]
        others = set(range(TIER_START[tier], TIER_START[tier + 1])) - set(known) - set(first["table"][tier])
        decks.append((known + sorted(others))[:size][::-1])
    return decks


def position_of(state, decks):
    """A position from a recorded state and decks."""
    record = GAME.empty()
    record["bank"] = purse(state["bank"])
    record["table"] = [card for row in state["table"] for card in sorted(row, key=lambda card: card or 99)]
    record["nobles"] = sorted(state["nobles"], key=lambda noble: noble or 99)
    for tier, deck in enumerate(decks):
        record["left"][tier] = len(deck)
        record["deck"][TIER_START[tier] - 1 : TIER_START[tier] - 1 + len(deck)] = deck
    return Position(GAME, record)


def seen(position):
    """What the recorded games say about a position, the places of cards aside."""
    record = position.record
    return {
        "bank": counts_of(record["bank"]),
        "table": [[int(card) for card in row if card] for row in record["table"].reshape(3, 4)],
        "deck": record["left"].tolist(),
        "nobles": [noble for noble in record["nobles"].tolist() if noble],
        "players": [
            {
                "tokens": counts_of(record["tokens"][player]),
                "bonus": counts_of(record["bonus"][player])[:5],
                "cards": int(record["cards"][player]),
                "hand": [card for card in record["hand"][player].tolist() if card],
                "score": int(record["score"][player]),
            }
            for player in (0, 1)
        ],
    }


def recorded(state):
    """The same of a recorded state."""
    return {
        "bank": state["bank"],
        "table": [sorted(card for card in row if card) for row in state["table"]],
        "deck": state["deck"],
        "nobles": sorted(state["nobles"]),
        "players": [
            {
                "tokens": player["tok"],
                "bonus": np.bincount(COLOUR[player["cards"]], minlength=5).tolist() if player["cards"] else [0] * 5,
                "cards": len(player["cards"]),
                "hand": sorted(player["res"]),
                "score": player["score"],
            }
            for player in state["pl"]
        ],
    }


def own_text(action, position):
    """A recorded action in this project's notation."""
    kind, *words = action.split()
    noble = f"+n{words[-1]}" if words[-1] != "0" else ""
    letters = ["".join(letter * int(count) for letter, count in zip(LETTERS, word, strict=False)) for word in words]
    if kind in "DS":
        return letters[0] + (f"-{letters[1]}" if letters[1] else "") + noble
    if kind == "R":
        assert int(words[1]) == (counts_of(position.record["bank"])[5] > 0)
        return f"r{words[0]}" + (f"-{letters[2]}" if letters[2] else "") + noble
    if kind == "P":
        return "pass" + noble
    assert letters[1] == splendor_tables.letters(payment(position, int(words[0])))
    assert (kind == "H") == (int(words[0]) in position.record["hand"][position.turn])
    return f"b{words[0]}" + noble


def payment(position, card):
    """The purse that buying `card` costs: what `play` takes from the mover."""
    mover = position.turn
    code = next(move for move in position.moves() if move // 4 == splendor_tables.BUY + card)
    return int(position.record["tokens"][mover]) - int(position.after(code).record["tokens"][mover])


@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: f"{trace['game']}-{trace['policy'].replace(' ', '-')}")
def test_a_recorded_game(trace):
    plies = trace["plies"]
    position = position_of(plies[0]["s"], decks_of(trace))
    for ply in plies:
        assert position.outcome() == ONGOING
        assert position.turn == ply["p"]
        assert seen(position) == recorded(ply["s"])
        texts = {position.move_text(move): move for move in position.moves()}
        assert sorted(texts) == sorted({own_text(action, position) for action in ply["legal"]})
        assert len(texts) == len(ply["legal"])
        position = position.after(texts[own_text(ply["do"], position)])
    assert seen(position) == recorded(trace["end"])
    assert position.moves() == []
    assert position.record["passed"].tolist() == trace["passed"]
    first, second = trace["final"]
    assert position.outcome() == (FIRST if first > second else SECOND if second > first else DRAW)
    assert final_scores(position) == trace["final"]


def final_scores(position):
    """The host's final scores: half a point more for the leaders with the fewest cards, where the lead is shared."""
    score, cards = position.record["score"].tolist(), position.record["cards"].tolist()
    if score[0] != score[1]:
        return score
    return [points + 0.5 * (cards[player] == min(cards)) for player, points in enumerate(score)]


@pytest.mark.slow  # compiles the engine for its variant
def test_a_picture_exists_where_chance_is_to_move(tmp_path, capsys):
    assert run(["analyse", "splendor", "--set", "variant=host", "--nodes", "2000", "--svg", str(tmp_path / "p.svg")]) == 0
    assert "chance to move" in (tmp_path / "p.svg").read_text()
    assert "of 1,000 outcomes, mean" in capsys.readouterr().out
