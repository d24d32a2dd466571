"""Exact outcomes where play can go on for ever, in plain Python: no queue, no counters, sweeps until nothing changes."""

from counterply import DRAW, FIRST, ONGOING, SECOND


def reachable(position):
    """Every position by the bytes of its record, with the bytes of its successors."""
    known, waiting = {}, [position]
    while waiting:
        here = waiting.pop()
        name = here.record.tobytes()
        if name in known:
            continue
        after = [here.after(move) for move in here.moves()]
        known[name] = (here, [child.record.tobytes() for child in after])
        waiting += after
    return known


def exact(known):
    """Outcome and distance of every position: sweep number n finds the wins and losses in n plies."""
    values = {name: (here.outcome(), 0) for name, (here, _) in known.items() if here.outcome() != ONGOING}
    plies = 0
    while True:
        plies += 1
        found = {}
        for name, (here, after) in known.items():
            if name in values:
                continue
            own, lost = (FIRST, SECOND) if here.turn == 0 else (SECOND, FIRST)
            outcomes = [values[child][0] if child in values else None for child in after]
            if own in outcomes:
                found[name] = (own, plies)
            elif all(outcome == lost for outcome in outcomes):
                found[name] = (lost, plies)
        if not found:
            return {name: values.get(name, (DRAW, -1)) for name in known}
        values |= found
