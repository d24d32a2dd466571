"""A watched search's tree in lists, read in several ways; and the watch itself, which the game before does not end."""

from __future__ import annotations

import gc
import sys
from math import inf
from types import SimpleNamespace

import pytest

from counterply.plugins.dialects.told_trees import ToldTree
from counterply.plugins.dialects.watching import CallRecorder, Place, values_of, ways_of
from counterply.plugins.fishing_derby import kth_dialect


def leaf(value, turn=1, early=False):
    """Return a position that was judged; the other side moves there."""
    return [turn, value, [], [], early]


def of(turn, *children):
    """Return a position with moves a, b, c, ..."""
    return [turn, 0.0, list("abc"[: len(children)]), list(children), False]


def best(root, early=False, mover=False):
    """Return the moves that are best as the tree is read in one way."""
    return [move for move in root[2] if ToldTree(root, early, mover).is_best(move)]


def test_values_are_of_the_side_at_the_root_or_of_the_side_to_move():
    assert best(of(0, leaf(3), leaf(-1), leaf(3))) == ["a", "c"]
    assert best(of(0, leaf(3), leaf(-1), leaf(3)), mover=True) == ["b"]
    assert best(of(0, of(1, leaf(4, 0), leaf(-2, 0)), leaf(1))) == ["b"]


def test_what_is_not_known_speaks_against_the_move():
    assert best(of(0, leaf(None), leaf(-5))) == []
    assert best(of(0, leaf(None), leaf(-inf))) == ["a"]
    assert best(of(0, of(1, leaf(None, 0), leaf(-5, 0)), leaf(-3))) == ["b"]
    shallow = of(0, leaf(9, early=True), leaf(2))
    assert (best(shallow), best(shallow, early=True)) == ([], ["a"])


def test_ranks_keep_the_order_and_nothing_is_beyond_infinity():
    assert ToldTree(of(0, leaf(-7.5), leaf(2), leaf(None)), False, False).ranks == {-inf: -2, -7.5: -1, 0.0: 0, 2.0: 1, inf: 2}
    assert ToldTree(of(0, leaf(-inf), leaf(2)), False, False).ranks == {-inf: -1, 0.0: 0, 2.0: 1, inf: 2}
    assert ToldTree(of(1, leaf(3, 0)), False, True).ranks[-3.0] == -1


class Pairs:
    """A game of four plies with two moves in each; `ends`: after which it is over earlier."""

    def __init__(self, *ends):
        self.ends = ends

    def turn(self, path):
        return len(path) % 2

    def moves(self, path):
        return [] if path in self.ends or len(path) == 4 else "ab"

    def key(self, path):
        return path

    def may_end(self, path):
        return not self.moves(path)

    def name(self, move):
        return move


def at(path):
    """Return a position."""
    made = Place()
    made._path = path
    return made


def searched(game, depth, value, counts):
    """Return the depths, and the root's values by the first way, of a minimax to some depths whose values consist of two counts."""

    def mine(position):
        return counts(position._path)[0]

    def others(position):
        return counts(position._path)[1]

    def minimax(position, left):
        watch.made(position._path)
        if not game.moves(position._path):
            return 9
        if not left:
            return value(mine(position), others(position))
        best = min if game.turn(position._path) else max
        return best(minimax(at((*position._path, move)), left - 1) for move in game.moves(position._path))

    with CallRecorder((Place,), __file__) as watch:
        for deep in depth:
            minimax(at(()), deep)
    ways = ways_of(watch, game, values_of(watch.calls, game))["ways"]
    tree = ToldTree(ways[0]["tree"], False, False)
    return [way["depth"] for way in ways], [tree.worth(child, inf) for child in tree.root[3]]


def test_a_game_that_is_over_earlier_is_no_depth_to_which_a_search_goes():
    ends = ("a", "b", "a"), ("b", "b", "b")
    assert searched(Pairs(*ends), (2, 4), lambda mine, others: mine, lambda path: (len(path), 0))[0] == [4, 2]
    assert searched(Pairs(("a",), ("b",)), (3,), lambda mine, others: mine, lambda path: (len(path), 0))[0] == [1]


def test_a_part_of_a_value_is_not_taken_for_it_where_they_happen_to_be_alike():
    counts = {"aa": (2, 4), "ab": (3, 0), "ba": (3, 1), "bb": (5, 2)}
    told = searched(Pairs(), (2,), lambda mine, others: mine - others, lambda path: counts["".join(path)])
    assert told == ([2], [-2.0, 2.0])


class Stops(kth_dialect.PlayerController):
    """A player that stops in its first turn, and holds its game in a circle."""

    def player_loop(self):
        self.myself = self
        self.receiver()
        self.receiver()
        raise ValueError("in its first turn")


def test_a_game_that_ends_in_an_error_does_not_end_the_watch_of_the_next():
    module = SimpleNamespace(__file__=__file__, PlayerControllerMinimax=Stops)
    judged = kth_dialect.Judged(module, "PlayerControllerMinimax.player_loop")
    gc.disable()
    try:
        with pytest.raises(ValueError, match="in its first turn"):
            judged.ask({"number": 0})
        del judged
        with CallRecorder((), "nowhere"):
            gc.collect()
            assert sys.getprofile() is not None
    finally:
        gc.enable()
        sys.setprofile(None)
