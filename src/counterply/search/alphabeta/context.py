"""What kernels know of a search's context: its facts, its status and limits, and the entries of the transposition table."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import mmap
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from counterply.compiling.intrinsics import load_word, monotonic_ns, store_word
from counterply.compiling.kernels import apart, helper, inlined, unsigned_indices
from counterply.core.aliases import Depth, Move, Ply, Record, Score, Seat
from counterply.core.contract import LONGEST_LINE
from counterply.core.limits import PAUSE_NS, PAUSES, Limit, Stop, now_ns

if TYPE_CHECKING:
    from counterply.core.evaluator import Evaluator
    from counterply.core.game import Game

Node: TypeAlias = tuple[Ply, Depth, Seat, int]  # ply, depth, mover, and the distance from the root, where it counts
Window: TypeAlias = tuple[Score, Score]  # alpha and beta; or the lowest and the highest score that can be reached
Trial: TypeAlias = tuple[Score, Depth]  # a move's first search, in place of beta and of the full depth: its bound, the plies less
TablePlace: TypeAlias = tuple[int, bool, Score]  # a salted key, whether it is a symmetric image's, and the points already won
PLIES = LONGEST_LINE  # the longest line that a search can follow
NO_MOVE = -1

# facts about a game. Each is a field of no bytes in the context, so that kernels are compiled for it (`has_field`); a function
# that the game gives is such a field too, named ``gives_`` and the function.
MARGIN_COUNTS = "margin_counts"  # the margin is the game's objective
LEAVES_MOVES_OUT = "leaves_moves_out"  # the game's hint does: a loss is no proof, and a proof must widen
RANKS_MOVES = "ranks_moves"  # the hint's order is good enough to reduce its late moves, or to skip them
DICE = "dice"  # chance turns may come at any time
SOUND_HINTS = "sound_hints"  # outcomes or replies that the game is sure of
FORCES = "forces"  # the search can look for wins by noisy moves alone
HAS_REACH = "has_reach"  # and asks for fewer of them than usual
HAS_SYMMETRIES = "has_symmetries"
KNOWS_BUCKET = "knows_bucket"  # the key in the table is cheap, and the same for every search
LISTS_AT_ONCE = "lists_at_once"  # one function gives outcome and moves, which stay listed until they are searched
HAS_SWING = "has_swing"  # an evaluator declares how much one move changes its value
TRACED = "traced"  # the search writes a record of each node

# context["status"]
RUNNING = 0
NODES_SPENT = 1
TIME_SPENT = 2
STOP_ASKED = 3
EVALUATOR_FAILED = 4
FINISHED_ELSEWHERE = 5  # another thread has
ENDED_BY = {RUNNING: "", NODES_SPENT: "nodes", TIME_SPENT: "time", STOP_ASKED: "stop"}  # by status, as reports say it

NEVER = (1 << 63) - 1  # nodes or ns, without a limit
POLL_NS = 200_000  # between two looks at the clock and the stop word; 0.2 ms
MOST_NODES_BETWEEN_POLLS = 512  # nodes of one search may differ a hundredfold in cost; a poll costs as much as one or two
FORGET_SLOWEST = 64  # polls after which a slow evaluation is mostly forgotten
PAUSE_NODES = 8  # with fewer nodes between two polls, the evaluator explains a long gap, not a pause of the process

# An entry of the table is two words, and other threads may write either at any time. The second one is its data, from low bits to
# high ones: bound (2), whether it has a move, whether it was searched to the end of the game, age (4), plies searched below (8),
# move (16), score (32) in the view of the side to move; a proven score counts plies from this position, a margin points from those
# won (FUTURE). The first word is the data xor the position's lock: two halves of different entries open to no position
# (Hyatt and Mann, "A lock-less transposition-table implementation for parallel search", ICGA Journal 25, 2002).
ENTRY = np.dtype([("lock", np.int64), ("data", np.int64)])
WORD = 8  # bytes
BOUND_BITS = 3
HAS_MOVE = 4
COMPLETE = 8
AGE_SHIFT = 4
AGES = 16
DEPTH_SHIFT, DEPTH_BITS = 8, 0xFF
MOVE_SHIFT, MOVE_BITS = 16, 0xFFFF
SCORE_SHIFT = 32
NOTHING = 0  # the data of no entry: an exact score has a depth above 0
# Salts for the keys of entries of one kind, so that none is taken for an entry of another kind. Several may be mixed
# into one key, so none of these random numbers is the xor of others.
SEAT_SALTS = (0, 0x9E3779B97F4A7C15, 0x3C6EF372FE94F82A)  # scores for either side, and those for the one that is asked for
PROOF_SALT = 0x94D049BB133111EB  # outcomes
WIDE_SALT = 0x165667B19E3779F9  # margins that all moves lead to, not the candidates alone
FORCING_SALT = np.uint64(0xE7037ED1A0B428DB)  # looks for a forced win
HOLD_SALTS = (0xC2B2AE3D27D4EB4F, 0xA5A3564E27F8862F)  # whether a seat is kept from winning
LOCK_FACTOR = np.uint64(0xFF51AFD7ED558CCD)  # murmur3's first multiplier, and its shift
LOCK_SHIFT = np.uint64(33)
LARGE_PAGE = 2 << 20  # bytes; a table begins on one
SMALL_RECORD = 64  # bytes that are hashed in no more time than a miss of the table takes
BUCKET = 2  # entries of a bucket: 32 bytes, never across two cache lines
BUCKET_BYTES = BUCKET * ENTRY.itemsize
POLLED: list[tuple[Any, ...]] = [  # fields that `poll` reads and writes, in a tree search's context too
    ("nodes", np.int64),
    ("next_poll", np.int64),  # node at which to look at limits again
    ("node_limit", np.int64),
    ("status", np.int64),
    ("announced", np.int64),  # address of the threads' announcements (`busy_moves`); 0: one thread
    ("deadline", np.int64),  # ns on the monotonic clock
    ("stop", np.int64),  # address of the stop word
    ("last_poll", np.int64),  # ns
    ("poll_interval", np.int64),  # nodes
    ("pauses", np.int64, (PAUSES,)),  # gaps between two polls that were not due to a slow evaluator, by length
    ("longest_wait", np.int64),  # ns a node between two recent polls, the longest; it may include a pause of the machine
    ("slowest_node", np.int64),  # the second longest, which is trusted: ns of an evaluation, where that is long
]
EVALUATOR: list[tuple[Any, ...]] = [  # fields for calls of the evaluator, in a tree search's context too
    ("evaluate", np.int64),  # address of the evaluator
    ("weights", np.int64),  # address of its weights record
    ("grid", np.int64),  # steps of the score grid in a point
    ("player", np.int64),  # the seat that values are asked for: the mover at the root
    ("failure", np.int64),  # the evaluator's answer when it failed
]


def facts_of(game: Game, evaluator: Evaluator) -> tuple[str, ...]:
    """Return the facts about a game and its functions, as names of fields of no bytes in the context."""
    facts = {
        MARGIN_COUNTS: game.by_margin,
        LEAVES_MOVES_OUT: game.cuts,
        RANKS_MOVES: game.cuts,  # no other game says so much of its order: decision 15
        DICE: game.dice,
        SOUND_HINTS: game.objective == "outcome" and (game.has("decided") or game.has("required")),
        FORCES: game.objective == "outcome" and game.has("noisy_moves") and game.has("required") and game.repetition is None,
        HAS_REACH: game.asks("noisy_moves", "reach"),
        HAS_SYMMETRIES: game.symmetries > 1,
        KNOWS_BUCKET: (game.has("key") or game.record.itemsize <= SMALL_RECORD) and not game.asks("key", "future"),
        LISTS_AT_ONCE: game.lists_at_once and not game.has("required"),
        HAS_SWING: any(other.swing > 0 for other in (evaluator, *game.evaluators)),
    }
    return (*(f"gives_{name}" for name in game.functions), *(name for name, holds in facts.items() if holds))


def large_pages(size: int) -> np.ndarray:
    """Return `size` zero bytes, on large pages if the system grants them: to what is written before it is read.

    With pages of 4 KB, most probes of a table of 16 MB miss the processor's page cache, and the search is four times slower.
    The memory is private: shared memory, Python's default, gets large pages only where the system allows that separately.
    """
    memory = mmap.mmap(-1, size + LARGE_PAGE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):
            memory.madvise(mmap.MADV_HUGEPAGE)
    raw = np.frombuffer(memory, np.uint8)
    skip = -raw.ctypes.data % LARGE_PAGE
    return raw[skip : skip + size]


def set_limits(context: Record, limit: Limit, stop: Stop) -> None:
    """Write the limits that `poll` reads, in place, for a search within `limit`; `stop` serves a limit without a stop request."""
    deadline = limit.begun().deadline
    context["nodes"] = context["next_poll"] = 0
    context["pauses"][:] = 0
    context["status"] = RUNNING
    context["poll_interval"] = max(1, int(context["poll_interval"]) // 2)
    context["longest_wait"] = context["slowest_node"]  # a single long gap may have been a compilation or a pause
    context["slowest_node"] //= 2
    context["node_limit"] = min(limit.nodes or NEVER, NEVER)
    context["deadline"] = NEVER if deadline is None else deadline
    context["stop"] = (stop if limit.stop is None else limit.stop).address
    context["last_poll"] = now_ns()


def allow_a_start(context: Record) -> None:
    """Give a search that begins late the time between two polls, in place: enough for a depth, or some simulations."""
    context["deadline"] = max(int(context["deadline"]), now_ns() + POLL_NS)


@helper
@apart
def poll(context: Record) -> None:
    """Look at the limits and write `status` and `next_poll`, in place.

    The next poll is scheduled by measured time, so that polls are 0.2 ms apart with any evaluator. If an evaluation takes
    longer than the time left, the search ends before it. Only two slow evaluations count: a single one may have been a pause of
    the machine.
    """
    nodes = context["nodes"]
    if nodes >= context["node_limit"]:
        context["status"] = NODES_SPENT
        return
    if load_word(context["stop"]) != 0:
        context["status"] = STOP_ASKED
        return
    if context["announced"] != 0 and load_word(context["announced"]) != 0:
        context["status"] = FINISHED_ELSEWHERE
        return
    now = monotonic_ns()
    gap = now - context["last_poll"]
    context["last_poll"] = now
    interval = context["poll_interval"]
    if interval < PAUSE_NODES:
        wait, longest, slowest = gap // interval, context["longest_wait"], context["slowest_node"]
        context["longest_wait"] = max(wait, longest - longest // FORGET_SLOWEST)
        context["slowest_node"] = max(min(wait, longest), slowest - slowest // FORGET_SLOWEST)
    else:
        context["longest_wait"] = context["slowest_node"] = 0
        context["pauses"][min(gap // PAUSE_NS, PAUSES - 1)] += 1
    if gap > 2 * POLL_NS:
        interval = max(1, interval // 2)
    elif gap < POLL_NS and nodes > 0:
        interval = min(MOST_NODES_BETWEEN_POLLS, 2 * interval)
    if now + context["slowest_node"] * interval >= context["deadline"]:
        context["status"] = TIME_SPENT
        return
    context["poll_interval"] = interval
    context["next_poll"] = min(nodes + interval, context["node_limit"])


@helper
def lock_of(key: int) -> int:
    """Return the lock of a position's entry: its key, mixed, so that keys that differ in few bits do not match the same data."""
    mixed = (key ^ (key >> LOCK_SHIFT)) * LOCK_FACTOR
    return np.int64(mixed ^ (mixed >> LOCK_SHIFT))


@helper
def bucket_of(context: Record, key: int) -> int:
    """Return the address of the bucket of `key`."""
    return context["table"] + np.int64(key & context["table_mask"]) * BUCKET_BYTES


@helper
def probe(context: Record, key: int) -> int:
    """Return the data of the table's entry for `key`, or NOTHING."""
    place, lock = bucket_of(context, key), lock_of(key)
    for word in range(place, place + BUCKET_BYTES, 2 * WORD):
        data = load_word(word + WORD)
        if load_word(word) ^ data == lock:
            return data
    return NOTHING


@helper
def score_in(data: int) -> Score:
    """Return the score of an entry's data."""
    return data >> SCORE_SHIFT


@helper
def bound_in(data: int) -> int:
    """Return the bound of an entry's data."""
    return data & BOUND_BITS


@helper
def depth_in(data: int) -> Depth:
    """Return to how many plies the position of an entry was searched."""
    return data >> DEPTH_SHIFT & DEPTH_BITS


@helper
def move_in(data: int) -> Move:
    """Return the move of an entry's data, or NO_MOVE."""
    return data >> MOVE_SHIFT & MOVE_BITS if data & HAS_MOVE else NO_MOVE


@helper
@inlined
def store(context: Record, key: int, score: Score, move: Move, depth: Depth, tag: int) -> None:
    """Write an entry, in place: over the same position's, else over an older or shallower one, else over the second one.

    Parameters
    ----------
    key : uint64, salted
    score : proven scores count plies from this position
    move : NO_MOVE if none is known to be best; then the entry keeps the move it had
    tag : bound, and COMPLETE where no heuristic value entered the score
    """
    place, lock, age = bucket_of(context, key), lock_of(key), context["age"]
    known = load_word(place + WORD)
    same = load_word(place) ^ known == lock
    if not same:
        second = load_word(place + 3 * WORD)
        same = load_word(place + 2 * WORD) ^ second == lock
        if same or (known >> AGE_SHIFT & (AGES - 1) == age and depth_in(known) > depth):
            place, known = place + 2 * WORD, second
    data = np.int64(score) << SCORE_SHIFT | np.int64(depth) << DEPTH_SHIFT | age << AGE_SHIFT | tag
    if move != NO_MOVE:
        data |= np.int64(move) << MOVE_SHIFT | HAS_MOVE
    elif same:
        data |= known & (MOVE_BITS << MOVE_SHIFT | HAS_MOVE)
    store_word(place, data ^ lock)
    store_word(place + WORD, data)


@helper
@unsigned_indices
def remember_line(context: Record, ply: Ply, move: Move) -> None:
    """Write `move`, followed by the child's line, as the line at `ply`, in place."""
    length = context["line_length"][ply + 1]
    context["line"][ply][0] = move
    for index in range(length):
        context["line"][ply][index + 1] = context["line"][ply + 1][index]
    context["line_length"][ply] = length + 1
