"""Our player at a stand-in for the course's Fishing Derby program: how long it takes to answer, at the host's end.

PYTHONPATH=src:tests:tests/plugins/fishing_derby python benchmarks/derby_host.py [TURNS] [SCENARIOS' FISH]
"""

import sys
import tempfile
from pathlib import Path

from test_kth import helper_command, play_at_the_stand_in, turns

MOVES_OF_A_GAME = 400


def main() -> None:
    count, fish = (int(word) for word in (*sys.argv[1:], *("400", "5")[len(sys.argv) - 1 :]))
    positions = []
    for seed in range(1 + count // MOVES_OF_A_GAME):
        positions += turns(seed, fish, 900, MOVES_OF_A_GAME)
    with tempfile.TemporaryDirectory() as folder:
        result, _ = play_at_the_stand_in(Path(folder), sys.executable, positions[:count], helper_command(Path(folder)), wait=6)
    seconds = sorted(time for _, time in result["answers"])
    fallback = sum(answer["search_time"] is None for answer, _ in result["answers"])
    late = sum(time > 0.075 for time in seconds)
    print(
        f"{len(seconds)} turns: median {1000 * seconds[len(seconds) // 2]:.1f} ms, worst {1000 * seconds[-1]:.1f} ms (wall), "
        f"{late} over 75 ms, {fallback} answered without a search"
    )
    worst = max(range(len(result["answers"])), key=lambda turn: result["answers"][turn][1])
    unsearched = [turn for turn, (answer, _) in enumerate(result["answers"]) if answer["search_time"] is None]
    print(f"the worst is turn {worst}; without a search: {unsearched[:5]} ... {unsearched[-1:]}")


if __name__ == "__main__":
    main()
