"""Stores of one run's parts put together, for batch systems that share a disk and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from counterply.arena.store import Store
from counterply.core.errors import StoreError, UsageError
from counterply.core.identity import require_same


@dataclass(frozen=True)
class Merged:
    """How many games were taken, how many there were already, and how many the plan has in all."""

    taken: int
    known: int
    total: int


def merge(out: Path, folders: Sequence[Path], game: str | None = None) -> Merged:
    """Put the games of some stores into the one in `out`, which is made if it is not there; of a game that comes twice the first.

    Raises
    ------
    StoreError
        if a folder holds no run, or they are not parts of one run; nothing is changed then
    UsageError
        without folders, and if the game, players or evaluators of the parts differ
    """
    if not folders:
        raise UsageError("merge takes a folder for the whole run, and those of its parts")
    with ExitStack() as opened:
        parts = [opened.enter_context(Store.open(folder, game)) for folder in folders]
        identity, plan = parts[0].identity(), max((part.plan() for part in parts), key=lambda plan: plan.games)
        for folder, part in zip(folders, parts, strict=True):
            if (own := part.identity()) != identity:
                name = next((name for name in identity if own.get(name) != identity[name]), "identity")
                require_same(f"the games in {folder}", own, identity, force=False)
                other = f"its {name} is {own.get(name)}, not {identity.get(name)}"
                raise StoreError(f"{folder} holds another run than {folders[0]}: {other}")
        with Store.start(out, plan, identity) as whole, whole.transaction():
            known = whole.numbers()
            taken = again = 0
            for part in parts:
                machines = part.machines()
                for record in part.records():
                    if record.number in known:
                        again += 1
                        continue
                    whole.add(record)
                    known.add(record.number)
                    taken += 1
                    if record.number in machines:
                        whole.add_machine(record.number, *machines[record.number])
                for note in part.notes():
                    whole.add_note(note)
                for opening, outcome in part.solved().items():
                    whole.add_solved(opening, outcome)
                whole.add_seconds(part.seconds())
    return Merged(taken, again, plan.total)
