"""Counts calls of `play` apart from the searches' own count, in plain Python; test_limits_of_search.py reads what is printed.

    NUMBA_DISABLE_JIT=1 python tests/search/count_plays.py GAME...

A line of JSON for each search: game, position, kind of search, limit of nodes, nodes reported, calls of `play`, why it stopped.
"""

import json
import random
import sys
from dataclasses import dataclass

import hashed
from counterply import GameError, Limit
from counterply.core import position as positions
from counterply.core.contract import play
from counterply.players import make_player
from counterply.registry import players
from counterply.search import choose, worlds
from counterply.search.alphabeta.context import FORCES
from counterply.search.alphabeta.engine import Engine
from counterply.search.choose import Wishes, search_for
from counterply.search.exact.cannot_win import hold
from counterply.search.exact.outcomes import prove_outcome
from counterply.search.request import SearchRequest, Spending
from counterply.usercode.loading import load_evaluator, load_game
from sampled import GALLERY

LIMITS = (1, 7, 30)
PLIES = (3, 14)  # random moves before a search
LEVELS = ("level:strength=1", "level:strength=2", "level:strength=5")
PLAYERS = (
    *("mcts:memory=1", "mcts:memory=1,leaf=rollout", "mcts:memory=1,prior=eval", "hybrid:memory=1", "engine:memory=1"),
    *("minimax", "minimax:depth=2,deepening=off", "alphabeta", "report", *LEVELS),
)
BY_HAND = ("random", "greedy", "greedy:careful=on", "host_greedy", "uct", "minimax:plain=on", "alphabeta:plain=on")
ELSEWHERE = {"gomocup", "mp2", "uci", "openspiel", "human"}  # other programs' players, and people
assert {name.partition(":")[0] for name in PLAYERS + BY_HAND} | ELSEWHERE >= players().keys()
PLAYERS, BY_HAND = ([name for name in names if name.partition(":")[0] in players()] for names in (PLAYERS, BY_HAND))
SEEDS = range(5)  # of the game that is a hash, which gives every optional function
# small boards, where plain Python is quick
SMALL = {"gomoku": {"size": "7"}, "hex": {"size": "5"}, "amazons": {"width": "5", "height": "5"}}
OPTIONS = {"connect_four": {"book": "off"}, **SMALL}


@dataclass
class Plays:
    """Calls of `play` by searches; moves that only lead to another position to be searched are none, but `by_hand` they are."""

    counted: int = 0
    navigating: bool = False
    by_hand: bool = False


PLAYS = Plays()


def count_plays():
    """Let every game's `play`, and the one door of resistance, be counted."""
    implementations = play.registry._implementations
    for dtype, (implementation, places) in list(implementations.items()):
        if not hasattr(implementation, "counts"):

            def counting(*args, implementation=implementation):
                PLAYS.counted += not PLAYS.navigating
                return implementation(*args)

            counting.counts = True
            implementations[dtype] = counting, places


def aside(function, by_hand_too=False):
    def called(*args):
        before = PLAYS.navigating
        PLAYS.navigating = before or by_hand_too or not PLAYS.by_hand
        answer = function(*args)
        PLAYS.navigating = before
        return answer

    return called


def priced(budget_play):
    def playing(*args):
        after = budget_play(*args)
        PLAYS.counted += not PLAYS.by_hand
        return after

    return playing


Engine.warm_up = lambda search, position: None  # nothing is compiled
worlds.measured_scale = lambda *_: 1.0  # from games played at random, which take long in plain Python
if "mcts" in players():
    from counterply.plugins.monte_carlo import search as tree_search

    tree_search.TreeSearch.warm_up, tree_search.measured_scale = Engine.warm_up, worlds.measured_scale
positions.advance = aside(positions.advance)
choose.witnessed = aside(choose.witnessed, by_hand_too=True)  # it plays a proof once it is found
Spending.play = priced(Spending.play)


def after_random_moves(game, plies):
    """The position after so many moves, chance included, or fewer where the game ends."""
    position, chooser = game.start(), random.Random(plies)
    while len(position.history) < plies or (not position.over and position.turn not in (0, 1)):
        moves = positions.possible_moves(position)
        if not moves:
            break
        position = position.after(chooser.choice(moves))
    return position


def searches(game, evaluator):
    """Yield names, and functions of position and limit that search and return nodes and why it stopped."""

    def reported(reports):
        *_, report = reports
        return report.nodes, report.stopped

    search = search_for(game, evaluator, Wishes(memory=1, proof=True, resist=True))

    def searched(position, limit):
        search.forget()
        return reported(search.deepen(SearchRequest(position, limit)))

    yield "search", searched
    for name in PLAYERS + BY_HAND:
        player = make_player(name)
        try:
            for seat in (0, 1):
                player.start(game, seat, 0)
        except GameError:  # not for this game
            continue
        count_plays()  # of a narrower game that it may have made

        def chosen(position, limit, player=player, by_hand=name in BY_HAND):
            player.start(game, position.turn, 0)
            PLAYS.counted, PLAYS.by_hand = 0, by_hand
            report = player.choose(position, limit)
            PLAYS.by_hand = False
            return report.nodes, report.stopped

        yield name, chosen
    if game.chance or game.hidden:
        return
    engine = Engine(game, evaluator, memory_mb=1)

    def several(position, limit):
        engine.forget()
        return reported(engine.deepen(position, limit, lines=3))

    def forced(position, limit):
        engine.forget()
        engine.forced_win(position, limit)
        return int(engine.context["nodes"]), "nodes" if engine.context["status"] else ""

    def held(position, limit):
        engine.forget()
        found = hold(engine, position, 0, limit)
        return found.nodes, "nodes" if engine.context["status"] else ""

    yield "lines", several
    if FORCES in (engine.context.dtype.names or ()):
        yield "forced", forced
    yield "hold", held
    if game.objective == "outcome" and not game.repeats:

        def proven(position, limit):
            engine.forget()
            proof = prove_outcome(engine, position, limit)
            return proof.nodes, "nodes" if proof.cut_short else ""

        yield "prove", proven


def ask(name, place, position, kinds):
    for kind, search in kinds:
        for nodes in LIMITS:
            PLAYS.counted = 0
            reported, stopped = search(position, Limit(nodes=nodes, depth=40))
            print(json.dumps([name, place, kind, nodes, reported, PLAYS.counted, stopped]), flush=True)


def main():
    for name in sys.argv[1:]:
        if name == "everything":
            ask_everything()
            continue
        game = load_game(name, OPTIONS.get(name))
        count_plays()
        kinds = list(searches(game, load_evaluator(None, game)))
        for plies in PLIES[:1] if name in GALLERY else PLIES:
            position = after_random_moves(game, plies)
            if not position.over:
                ask(name, plies, position, kinds)


def ask_everything():
    """Ask about the game with every optional function."""
    game = hashed.make("everything", **hashed.EVERYTHING, decided=hashed.decided, max_plies=6)
    count_plays()
    kinds = list(searches(game, load_evaluator(None, game)))
    for seed in SEEDS:
        position = hashed.start(game, seed, most=5, ends=20)
        if not position.over:
            ask("everything", seed, position, kinds)


if __name__ == "__main__":
    main()
