"""Look for wrong proofs in random games with known truth, through every door; print each fault, and the smallest case.

python benchmarks/find_wrong_proofs.py [--positions 100000] [--seed 0] [--kinds hints,cuts] [--lies]
python benchmarks/find_wrong_proofs.py --histories 1000                  draws by repetition and by a counter
python benchmarks/find_wrong_proofs.py --edits 100 [--kinds "a closure"]     what rules name is edited or swapped between questions,
                                         [--minutes 10]                      for so long at most; Ctrl-C ends it too

One machine code for each kind of game: the graphs, hints and evaluators are data (`tests/search/graphs.py`). 100,000 positions take
about an hour on one core; an edit takes 12 s of CPU, as its processes compile.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests" / folder) for folder in ("search", "compiling", ".")]

import edits  # noqa: E402
import finder  # noqa: E402
import graphs  # noqa: E402
import histories  # noqa: E402

TELLING_SECONDS = 60.0  # between two words of how far it is


def look_for_stale_code(arguments: argparse.Namespace) -> int:
    """Return 1 if an answer after an edit, or a swap, is that of other rules."""
    found: list[str] = []
    begin = said = time.monotonic()
    until = begin + 60 * arguments.minutes if arguments.minutes else float("inf")
    with contextlib.suppress(KeyboardInterrupt), tempfile.TemporaryDirectory() as folder:
        asking = edits.Stale(Path(folder), Path(finder.cp.__file__).parents[1])
        for edit in itertools.islice(edits.drawn(arguments.seed, arguments.kinds or ""), arguments.edits):
            for fault in asking.faults(edit):
                found.append(fault)
                print(fault, flush=True)
            now = time.monotonic()
            if now - said > TELLING_SECONDS:
                said, done = now, asking.asked.total()
                left = max(0, min(until - now, (arguments.edits - done) * (now - begin) / done)) / 60
                print(f"{done:,} of {arguments.edits:,}, {len(found)} faults, {left:.0f} minutes left", file=sys.stderr)
            if (found and arguments.first) or now > until:
                break
    print(f"{asking.asked.total():,} edits of {dict(asking.asked)}")
    print(f"{len(found)} faults; smallest: {found[0]}" if found else "nothing stale")
    return int(bool(found))


def look_in_histories(worlds: int, seed: int) -> int:
    """Return 1 if something wrong is proven where draws depend on the moves before."""
    asked: Counter[str] = Counter()
    found = 0
    for number in range(worlds):
        for fault in histories.faults(seed * 1_000_000 + number, asked, trees=True):
            found += 1
            print(fault, flush=True)
    print(f"{worlds:,} worlds, {dict(asked)}: {found} faults")
    return int(found > 0)


def main() -> int:
    """Return 1 if something wrong was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kinds", help="default is all")
    parser.add_argument("--edits", type=int, default=0, help="look for stale code instead: after so many edits")
    parser.add_argument(
        "--minutes", type=float, default=0.0, help="look at edits for so long at most; Ctrl-C says too what was done"
    )
    parser.add_argument("--drawn", type=int, default=0, help="so many kinds whose features are put together at random, instead")
    parser.add_argument("--world", type=int, help="ask about this world of each kind alone, as a fault names it")
    parser.add_argument("--lies", action="store_true", help="let `required` lie: what is then wrong is the game's own fault")
    parser.add_argument("--first", action="store_true", help="end with the first world that has a fault")
    parser.add_argument("--shown", type=int, default=10, help="how many faults to print as they are found")
    parser.add_argument(
        "--histories", type=int, default=0, help="games with draws by repetition and by a counter, so many, instead"
    )
    arguments = parser.parse_args()
    if arguments.histories:
        return look_in_histories(arguments.histories, arguments.seed)
    if arguments.edits:
        return look_for_stale_code(arguments)
    kinds, begin, found = (arguments.kinds or ",".join(graphs.KINDS)).split(","), time.process_time(), []
    if arguments.drawn:
        kinds = [f"{graphs.DRAWN}{arguments.seed * 1000 + number}" for number in range(arguments.drawn)]
    asking, number = finder.Finder(arguments.seed, arguments.lies, trees=True), 0
    while asking.asked.total() < arguments.positions and (arguments.world is None or number < len(kinds)):
        kind, seed = kinds[number % len(kinds)], arguments.seed * 1_000_000 + number // len(kinds)
        seed = seed if arguments.world is None else arguments.world
        for fault in asking.world_faults(kind, seed):
            found.append(fault)
            if len(found) <= arguments.shown:
                print(fault, flush=True)
        number += 1
        if found and arguments.first:
            break
    spent = time.process_time() - begin
    print(f"{asking.asked.total():,} positions of {dict(asking.asked)}, {spent:.0f} s of CPU; claims: {dict(asking.claimed)}")
    if not found:
        print("nothing wrong")
        return 0
    print(f"{len(found)} faults, by kind and door: {dict(Counter((fault.kind, fault.door.split()[0]) for fault in found))}")
    print(f"smallest: {min(found, key=lambda fault: fault.size)}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
