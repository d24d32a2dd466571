"""How many winnable scenarios of Fishing Derby a player wins, from either colour, by node counts that a busy machine cannot change.

    python benchmarks/derby_conversion.py --scenarios 100

Random scenarios, shortened so that `solve` finds who wins them, green and red moving first in turn. The player gets the winning
side against each opponent; `race` makes 250,000 nodes in some 30 of the host's 55 ms. Prints how many of those games were won, for
each colour that wins, and how many scenarios were drawn or not solved.
"""

import argparse

from counterply import ONGOING, Limit
from counterply.players import make_player
from counterply.search.exact.solve import solve
from counterply.usercode.loading import load_game

FISH, LENGTHS = (3, 4, 5), (40, 60)  # plies
COLOURS = ("green", "red")
SOLVE_NODES = 4_000_000
MEMORY_MB = 64


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("opponents", nargs="*", default=["engine:eval=report", "alphabeta:eval=race"])
    parser.add_argument("--player", default="engine")
    parser.add_argument("--nodes", nargs=2, type=int, default=[250_000, 250_000], help="of the player and of the opponents")
    parser.add_argument("--scenarios", type=int, default=60)
    parser.add_argument("--seed", type=int, default=5000)
    chosen = parser.parse_args()
    player, opponents = make_player(chosen.player), [make_player(name) for name in chosen.opponents]
    won = {(name, colour): [0, 0] for name in chosen.opponents for colour in COLOURS}  # games won, games
    left = {"draw": 0, None: 0}
    for index in range(chosen.scenarios):
        fish, length, seed = FISH[index % len(FISH)], LENGTHS[index // len(FISH) % len(LENGTHS)], chosen.seed + index
        options = {"scenario": f"random:fish={fish},seed={seed},length={length}", "first": COLOURS[index % 2]}
        game = load_game("fishing_derby", options)
        winner = solve(game.start(), Limit(nodes=SOLVE_NODES), memory_mb=MEMORY_MB).outcome
        if winner in left:
            left[winner] += 1
            continue
        seat = ("first", "second").index(winner)
        for name, opponent in zip(chosen.opponents, opponents, strict=True):
            player.start(game, seat, index)
            opponent.start(game, 1 - seat, index + 1)
            position = game.start()
            while position.outcome() == ONGOING:
                ours = position.turn == seat
                mover, nodes = (player, chosen.nodes[0]) if ours else (opponent, chosen.nodes[1])
                position = position.after(mover.choose(position, Limit(nodes=nodes)).move)
            tally = won[name, COLOURS[seat]]
            tally[0] += position.winner == winner
            tally[1] += 1
            if position.winner != winner:
                print(f"{options} against {name}: {position.winner}, not {winner}", flush=True)
    for (name, colour), (wins, games) in won.items():
        print(f"{chosen.player} ({chosen.nodes[0]:,} nodes) as {colour} against {name}: {wins} of {games} won")
    print(f"{chosen.scenarios} scenarios, {left['draw']} drawn, {left[None]} not solved")


if __name__ == "__main__":
    main()
