"""Machines of a run whose results do not fit those of the others."""

from __future__ import annotations

import random
from dataclasses import replace

from counterply.arena.match import play_game
from counterply.arena.schedule import Plan
from counterply.core.limits import Limit
from counterply.plugins.reporting.machines import Machines, misfit
from counterply.usercode.loading import load_game


def test_a_machine_whose_results_do_not_fit_is_found():
    """On made-up runs 5 % of honest ones are suspected at 95 %, and those with a dishonest machine always."""
    stub = play_game(load_game("tic_tac_toe"), [First(), First()], Limit(nodes=1))
    the_plan = Plan("tic_tac_toe", ("a", "b", "c"), games=100, limit=Limit(nodes=400), seed=4)

    def confidence(seed, cheat):
        luck, played_on, records = random.Random(seed), {}, []
        for number in range(the_plan.total):
            pair, swapped = divmod(number, 2)
            round_, pairing = divmod(pair, 3)
            if not swapped:
                machine = luck.choice(["pc1", "pc2", "pc2", "pc3"])
            won = luck.random() < (0.3 + 0.2 * pairing if not cheat or machine != "pc1" else 0.95)
            played_on[number] = (machine, "x86")
            changes = {"number": number, "pairing": pairing, "round": round_, "swapped": bool(swapped)}
            records.append(replace(stub, **changes, outcome=1 if won != bool(swapped) else 2))
        found = Machines(the_plan, played_on)
        for record in records:
            found.add(record)
        return misfit(found.all())

    assert sum(confidence(seed, cheat=False) > 0.95 for seed in range(100)) <= 12
    assert all(confidence(seed, cheat=True) > 0.99 for seed in range(10))
    assert misfit(Machines(the_plan, {}).all()) is None


class First:
    name = "first"

    def choose(self, position, limit):
        return position.moves()[0]
