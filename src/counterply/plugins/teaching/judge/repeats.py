"""Mistakes that show only when a search is asked again in another way, and the attributes of all mistakes."""

from __future__ import annotations

from dataclasses import dataclass

from counterply.plugins.teaching.judge.reference import Searches


@dataclass(frozen=True)
class Mistake:
    """A common mistake: its name and a one-sentence description. The first one that explains all observations is named.

    Attributes
    ----------
    searches : the wrong searches, any of which is this mistake
    answers : it shows in the answers; else only in the nodes that are looked at
    needs_value : it is told only of a search that answers a value
    may_be_meant : some do so on purpose, to get the value of each move
    deepens : it is told only of a search that goes over the tree once for each depth
    """

    name: str
    sentence: str
    searches: Searches = ()
    answers: bool = True
    needs_value: bool = False
    may_be_meant: bool = False
    deepens: bool = False


ALWAYS = Mistake("always the same value", "It always returns the same value, whatever the leaves are worth.")
NO_MOVE = Mistake(
    "no move",
    "Its values are right, but in the place of the move it returns None: keep the best move with the best value, and return both. "
    "A function inside another one sets a variable of that one only if it declares it nonlocal.",
)
KEEPS = Mistake(
    "keeps values from one question to the next",
    "Asked each question alone, it is right: what goes wrong is kept between calls, as in a global table, an object, or a "
    "parameter's default. Begin each search with an empty one, or keep only what is true of any position.",
)
MEETS_AGAIN = Mistake(
    "goes wrong where a position comes twice",
    "Where no position comes twice it is right: it goes wrong with a position that it has met before, as with a table that holds "
    "another value for it, or a list of positions to skip.",
)
SHARES_SLOTS = Mistake(
    "different positions share a slot",
    "Different positions share a slot of its table, as when its key is a remainder, a list of moves or an evaluation, or leaves "
    "out whose turn it is; or what it keeps of one, such as a move by its name, is used for another. Store position.key(), which "
    "only equal positions share, and compare it before the value is used.",
)
PREFERS_LATE = Mistake(
    "prefers late wins",
    "It takes the later one of two wins, or the earlier one of two losses: what is added for the distance has the wrong sign, and "
    "such a player puts off its win for ever.",
)
BOTH_WAYS = Mistake(
    "the distance counts for losses as for wins",
    "What it takes off for the distance it takes off losses too, so that it hurries to lose: a loss is to be worth more the later "
    "it comes, and all other values are to be those of the leaves.",
)
ONE_GHOST = Mistake(
    "one ghost only",
    "With one ghost it is right, and with more it is not: all ghosts move after each other, each once a round, and getNumAgents() "
    "says how many there are.",
)
