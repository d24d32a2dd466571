"""The Splendor spike against recorded games of the course's host."""

import gzip
import json

import numpy as np
import pytest

from contract import splendor
from counterply import DRAW, FIRST, ONGOING, SECOND
from counterply.rules import chance, resample
from counterply.values import CHANCE

TRACES = [json.loads(line) for line in gzip.decompress((splendor.DATA / "traces.jsonl.gz").read_bytes()).splitlines()]
GAME = splendor.game()


def deal(made, state, decks=None):
    position = made.start()
    for number in [*np.ravel(state["table"]).tolist(), *state["nobles"]]:
        assert position.turn == CHANCE
        position = position.after(number)
    if decks is not None:
        position.record["deck"] = 0
        for card in decks:
            splendor.flip_deck(position.record, card)
    return position


def short_decks(trace):
    """The three cards of each deck that a recorded game was cut to: those that it drew, and unseen ones to fill up."""
    table = np.ravel(trace["plies"][0]["s"]["table"]).tolist()
    drawn = [card for ply in trace["plies"] for card in ply["drawn"] if card]
    decks = []
    for tier, size in enumerate(trace["plies"][0]["s"]["deck"]):
        of_tier = range(splendor.TIERS[tier], splendor.TIERS[tier + 1])
        known = [c for c in drawn if c in of_tier]
        decks += (known + [c for c in of_tier if c not in known and c not in table])[:size]
    return decks


def state_of(position):
    record = position.record
    return {
        "bank": record["bank"].tolist(),
        "table": record["table"].reshape(3, 4).tolist(),
        "deck": [int(splendor.deck_size(record, tier)) for tier in range(3)],
        "nobles": [n for n in record["nobles"].tolist() if n],
        "pl": [
            {
                "tok": record["tokens"][p].tolist(),
                "bonus": record["bonus"][p].tolist(),
                "cards": int(record["cards"][p]),
                "res": [c for c in record["hand"][p].tolist() if c],
                "score": int(record["score"][p]),
            }
            for p in (0, 1)
        ],
    }


def recorded(state):
    colour = GAME.setup[0]["colour"]
    players = [
        {
            "tok": p["tok"],
            "bonus": np.bincount(colour[p["cards"]], minlength=5).tolist() if p["cards"] else [0] * 5,
            "cards": len(p["cards"]),
            "res": p["res"],
            "score": p["score"],
        }
        for p in state["pl"]
    ]
    return {**{k: state[k] for k in ("bank", "table", "deck", "nobles")}, "pl": players}


@pytest.mark.parametrize("trace", TRACES, ids=lambda t: f"{t['game']}-{t['policy'].replace(' ', '-')}")
def test_recorded_game(trace):
    plies = trace["plies"]
    position = deal(GAME, plies[0]["s"], short_decks(trace) if trace["removed_from_decks"] else None)
    for number, ply in enumerate(plies):
        assert position.outcome() == ONGOING
        assert position.turn == ply["p"]
        assert state_of(position) == recorded(ply["s"])
        texts = {position.move_text(m).replace(":", " "): m for m in position.moves()}
        assert sorted(texts) == ply["legal"]
        position = position.after(texts[ply["do"]])
        if ply["drawn"] and ply["drawn"][0]:
            assert position.turn == CHANCE, number
            position = position.after(ply["drawn"][0])
    assert state_of(position) == recorded(trace["end"])
    assert position.moves() == []
    assert position.record["passed"].tolist() == trace["passed"]
    first, second = trace["final"]
    assert position.outcome() == (FIRST if first > second else SECOND if second > first else DRAW)


def test_first_position_and_its_chances():
    position = GAME.start()
    outcomes, probabilities = np.zeros(GAME.max_moves, np.int32), np.zeros(GAME.max_moves)
    assert chance(position.record, GAME.setup[0], outcomes, probabilities) == 40
    assert outcomes[:40].tolist() == list(range(1, 41))
    assert probabilities[:40].sum() == pytest.approx(1)
    assert len(deal(GAME, TRACES[0]["plies"][0]["s"]).moves()) == 27
    assert len(deal(splendor.game(blind=True), TRACES[0]["plies"][0]["s"]).moves()) == 30


def test_resampling_keeps_what_is_seen_and_forgets_what_is_hidden():
    made = splendor.game(blind=True)
    start = deal(made, TRACES[0]["plies"][0]["s"])
    setup = made.setup[0]

    def after_blind(card):
        return start.after(splendor.BLIND * 4).after(card)

    drawn, seen = set(), start.record["table"].tolist()
    for seed in range(200):
        images = []
        for card in (1, 2):
            record = after_blind(card).copy_record()
            resample(record, setup, 1, np.array([seed], np.uint64))
            images.append(record.tobytes())
        assert images[0] == images[1]
        drawn.add(int(record["hand"][0, 0]))
        assert splendor.deck_size(record, 0) == 35
    assert drawn == set(range(1, 41)) - set(seen)
    own = after_blind(1).copy_record()
    resample(own, setup, 0, np.array([1], np.uint64))
    assert own.tobytes() == after_blind(1).record.tobytes()
