"""The mistakes that have a name: each a sentence for the student, and the quirks of `reference` that make it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from counterply.judge.reference import ABOVE, EQUAL, MINIMAX, Cut, Maximise, Place, Quirks, Window
from counterply.judge.trees import DEEPEST_CASE


@dataclass(frozen=True)
class Family:
    """A mistake that many make: its name, and in one sentence what it is. The first one that explains all is named."""

    name: str
    sentence: str
    quirks: tuple[Quirks, ...]


def _both(quirks: Iterable[Quirks]) -> tuple[Quirks, ...]:
    """Return each of them in both ways to test for a cut."""
    return tuple(each for one in quirks for each in (one, replace(one, by_window=True)))


def _on(bases: Sequence[Quirks], **changes: object) -> tuple[Quirks, ...]:
    return tuple(replace(base, **changes) for base in bases)  # type: ignore[arg-type]


def _with_leaves(bases: Sequence[Quirks], **changes: object) -> tuple[Quirks, ...]:
    """Return each of them with a table of inner nodes, and with one of leaves too."""
    return _on((*bases, *_on(bases, remembers_leaves=True)), **changes)


ALWAYS = Family("always the same value", "It always returns the same value, whatever the leaves are worth.", ())
PRUNING = (EQUAL, ABOVE)
ALL = (MINIMAX, *PRUNING)
_RULES: tuple[Cut, ...] = ("own bound", "own bound, other way", "other bound")
_RIGHT: tuple[Cut, ...] = ("equal", "above", "never")
_BY_DEPTH: tuple[Maximise, ...] = ("root and even depth", "root and odd depth", "even depth", "odd depth")
_LEAVING: tuple[Cut, ...] = (*_RIGHT, "at once")


def _wrong_cuts() -> Iterator[Quirks]:
    for one in (*_RIGHT, *_RULES):
        for two in (*_RIGHT, *_RULES):
            if one in _RULES or two in _RULES:
                yield Quirks(cut_max=one, cut_min=two)


def _lax(quirks: Sequence[Quirks]) -> tuple[Quirks, ...]:
    """Return each of them, and those that prune also fail-hard or without a window that is passed on at the root."""
    pruning = [each for each in quirks if each.cut_max != "never"]
    at_root = [replace(each, root_window=True) for each in pruning]
    return (*quirks, *at_root, *(replace(each, hard="own", by_window=True) for each in (*pruning, *at_root)))


def _wrong_windows() -> Iterator[Quirks]:
    windows: tuple[Window, ...] = ("as is", "negated", "exchanged")
    places: tuple[Place, ...] = ("everywhere", "below the root", "root")
    for window in windows:
        for place in places:
            for each in _lax(_on(PRUNING, window=window, window_where=place)):
                yield from (each, replace(each, root_cuts=False))


FAMILIES = (
    Family(
        "one ply whatever the depth",
        "It looks only one ply ahead, whatever the depth: the position after each move is to be searched, depth - 1 plies deep.",
        _on(ALL, most=1),
    ),
    Family(
        "searches to the end",
        "It goes on to the end of the game, whatever the depth: where no depth is left, a position is judged.",
        _on(ALL, deeper=DEEPEST_CASE),
    ),
    Family(
        "depth - 1",
        "It searches one ply less than it is asked to: at depth 1 the positions after each move are the leaves.",
        (*_on(ALL, deeper=-1), *_on(ALL, deeper=-1, least=1)),
    ),
    Family(
        "depth + 1",
        "It searches one ply more than it is asked to: with depth 0 a position is judged, not searched.",
        _on(ALL, deeper=1),
    ),
    Family(
        "depth counts the moves of one side",
        "It counts depth in moves of one side: a ply is a move of either side, and each one makes the depth less by 1.",
        (*_on(ALL, plies="root's"), *_on(ALL, plies="other's")),
    ),
    Family(
        "evaluates inner nodes",
        "It evaluates inner nodes too: only positions at depth 0 and finished ones are judged, the others get theirs from below.",
        _on(ALL, judge_inner=True),
    ),
    Family(
        "both sides maximise",
        "Both sides take the larger value: the opponent chooses what is worst for you.",
        (*_on(ALL, maximise="always"), *_on(ALL, maximise="always", judge="mover"), *_on(ALL, maximise="always", judge="first")),
    ),
    Family(
        "both sides minimise",
        "Both sides take the smaller value: on your own turns you want the larger one.",
        _on(ALL, maximise="never"),
    ),
    Family(
        "roles exchanged",
        "Max and min are exchanged: at the root, and whenever it is the same side's turn, the larger value is wanted.",
        _on(ALL, maximise="other's turn"),
    ),
    Family(
        "evaluates for the side to move",
        "It evaluates leaves for the side to move there: all values must be in one view, that of the side to move at the root.",
        (*_on(ALL, judge="mover"), *_on(ALL, judge="waiting")),
    ),
    Family(
        "negamax for one seat",
        "Its leaves are judged for the same player at every ply, and negamax changes the sign at every ply: a leaf's value must be "
        "that of the side to move there.",
        tuple(each for judge in ("first", "root", "second") for each in _lax(_on(ALL, judge=judge, by_ply=True))),
    ),
    Family(
        "negamax without the minus",
        "The values of the children are not negated: what is good for the side to move there is bad for the one that moves here.",
        (
            *_both(_on(PRUNING, maximise="always", judge="mover", window="as is")),
            *_on(ALL, maximise="always", judge="mover", minus_at_root=True),
            *_lax(_both(_on(PRUNING, maximise="always", judge="mover", minus_at_root=True, window="as is"))),
        ),
    ),
    Family(
        "smallest at the root",
        "At the root it takes the smallest value: the side to move there takes the largest, in its own view.",
        _on(ALL, maximise="root's turn below the root"),
    ),
    Family(
        "plays for one seat",
        "It plays always for the same seat: the player is the one whose turn it is at the root, which may be either.",
        (*_on(ALL, maximise="root and first's turn", judge="first"), *_on(ALL, maximise="root and second's turn", judge="second")),
    ),
    Family(
        "roles exchanged below the root",
        "Below the root max and min are exchanged: after a move at the root the other side moves, and takes the smaller value.",
        _on(ALL, maximise="root and other's turn"),
    ),
    Family(
        "does not see the end of the game",
        "It does not see that a game is over: a finished position has no moves, and is to be judged whatever depth is left.",
        _on(ALL, unfinished=True),
    ),
    Family(
        "leaves after the first move",
        "It leaves a node after the first move: a return, or a break, stands inside the loop and should stand behind it.",
        tuple(Quirks(one, two) for one in _LEAVING for two in _LEAVING if "at once" in (one, two)),
    ),
    Family("leaves out a move", "It leaves out a move, the first or the last one, of each node.", _on(ALL, leaves_out=True)),
    Family(
        "begins with 0",
        "The best value begins with 0, so that worse moves never count: begin with minus infinity, and on the other side's turns "
        "with plus infinity.",
        (*_on(ALL, begin=0.0), *_on(ALL, begin=0.0, begin_at_root=True)),
    ),
    Family(
        "one window for all",
        "Alpha and beta are kept in one place for the whole search: what is narrowed in one branch holds for that branch alone.",
        _both(_on(PRUNING, shared=True)),
    ),
    Family(
        "remembers bounds as values",
        "It remembers what a position was worth after a cut, and takes that for its value later: it is only a bound.",
        _with_leaves(PRUNING, remembers="bounds"),
    ),
    Family(
        "remembers without the depth",
        "It remembers what a position is worth without the depth that was left: with more depth it must be searched again.",
        _with_leaves(ALL, remembers="any depth"),
    ),
    Family(
        "evaluates for one seat",
        "It evaluates leaves always for the same seat: right would be the side to move at the root, which may be either.",
        (*_on(ALL, judge="first"), *_on(ALL, judge="second")),
    ),
    Family(
        "takes the last of equal moves",
        "Of two moves that look equal it takes the last one, and after a cut a value is only a bound: take a move only if it is "
        "better than all before.",
        (*_on(PRUNING, last=True), *_on(PRUNING, last=True, hard="both"), *_on(PRUNING, last=True, hard="own")),
    ),
    Family(
        "remembers upper bounds as values",
        "It remembers what a position was worth where no move was cut off, and takes that for its value later; but where no move "
        "reached alpha, it is only a bound.",
        _with_leaves(PRUNING, remembers="upper bounds"),
    ),
    Family("never prunes", "It never prunes: it looks at every node, as minimax does.", (MINIMAX,)),
    Family(
        "window not passed on",
        "The window is not passed on at the root: what the first move is worth should be alpha when the next one is searched.",
        _on(PRUNING, root_window=True),
    ),
    Family(
        "window not narrowed",
        "The window is not narrowed below the root: after each child, alpha becomes the largest value so far at a maximising node, "
        "and beta the smallest at a minimising one.",
        _both(
            (
                *_on(PRUNING, raise_max=False),
                *_on(PRUNING, raise_min=False),
                *_on(PRUNING, raise_max=False, raise_min=False),
                *_on(PRUNING, raise_max=False, root_window=True),
                *_on(PRUNING, raise_min=False, root_window=True),
            )
        ),
    ),
    Family(
        "window not exchanged and negated",
        "The window that a child gets is wrong: in negamax it is (-beta, -alpha), both bounds with another sign and in each "
        "other's place.",
        _both(tuple(_wrong_windows())),
    ),
    Family(
        "one side never prunes",
        "Only one side prunes: a maximising node is left when its value reaches beta, and a minimising one when it reaches alpha.",
        _both((*_on(PRUNING, cut_max="never"), *_on(PRUNING, cut_min="never"))),
    ),
    Family(
        "cuts at the wrong bound",
        "It cuts at the wrong bound: a maximising node is left when its value is at least beta, a minimising one when it is "
        "at most alpha.",
        _both(_wrong_cuts()),
    ),
    Family(
        "max and min by the depth",
        "Whether a node is max or min goes by the depth that is left, odd or even; a search may begin at any depth. Ask whose turn "
        "it is.",
        tuple(each for kind in _BY_DEPTH for each in _on(ALL, maximise=kind)),
    ),
    Family(
        "wrong sign",
        "The value that it returns has the wrong sign: it should be in the view of the side to move at the root.",
        _on(ALL, negative=True),
    ),
)
