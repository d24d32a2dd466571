"""Games of a network against itself, and learning from them: TD(lambda) on afterstates, whole games in a kernel.

An afterstate is the position after a move. After each game, every afterstate's sum is moved towards its lambda-return, the last
one first. The network's prediction is the tanh of the sum, from -1, lost, to 1, won, in the first player's view; where the margin
counts, the sum is the margin in units of twice the usual one, and its tanh keeps rare large margins from drowning the rest. The
error itself is the gradient of the cross entropy (times the slope of tanh, it would stop learning where a wrong value is sure of
itself).

Games are played in *batches*: the tables stay as they are while the games of a batch are played, so that several threads can play
them at once, and then each game is learnt from, one after the other.

Letters: M moves in a position, P plies of a game, L lookups. `context` is a record of `context_type`,
`net` one of `counterply.plugins.networks.network.net_type` whose tables are of `LEARNT_ENTRY` entries.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.compiling.intrinsics import add_lanes, copy_record, lowest_bit, popcount, prefetch, record_at, record_like
from counterply.compiling.kernels import cached_kernel, helper
from counterply.core.aliases import Record
from counterply.core.contract import chance, legal_moves, margin, outcome, play, refresh, resample, turn
from counterply.core.random import next_random, random_below, random_fraction, random_outcome
from counterply.core.values import CHANCE, DRAW, FIRST, ONGOING
from counterply.plugins.networks.network import (
    BITS,
    LEARNT_BYTES,
    LEARNT_ENTRY,
    ONE,
    WORDS,
    bits_on,
    feature_of,
    group_of,
    lanes_type,
    note_changes,
    prepare_features,
    row_of,
    see,
    seen_type,
    take_seen,
    view_of_mover,
    word_of,
)

if TYPE_CHECKING:
    from counterply.core.game import Game

GAME, TRIAL, REPLY, BEFORE = 0, 1, 2, 3  # records: the game, an afterstate as the mover sees it, one more, the game a ply ago
BOARD = 4
WON = 1e6  # the sum of a game that is won; no table's sum comes near it
LOSES = -1e5  # of a move after which the opponent can win at once
TIE = 1e-6  # of random numbers that break ties
GAME_FACTOR = np.uint64(0xD1B54A32D192ED03)  # odd; spreads the games' numbers over the seeds
NO_GROUP = NOBODY = NO_MOVE = -1
DUEL_OPENING = 4  # plies at random that a game of `duel` begins with


def noted_type(lookups: int) -> np.dtype:
    """Return the record type of what a trial's sum takes: `count` entries of a group of tables, and `rest`."""
    return np.dtype(
        [
            ("places", np.int32, (lookups,)),
            ("count", np.int64),
            ("begin", np.int64),  # address of the group
            ("rest", np.float64),
            ("weighted", np.float64),  # features
            ("view", np.int64),
        ]
    )


def context_type(game: Game, lookups: int, count: int, plies: int, games: int, known: int) -> np.dtype:
    """Return the record type of the memory of a batch of `games`, with so many `known` features; the longest game has `plies`."""
    record, max_moves, lanes = game.record, game.max_moves, lanes_type(lookups)
    room = plies * games  # game number i of a batch has its afterstates from i * plies on
    return np.dtype(
        [
            ("board", record, (BOARD,)),
            ("memo", game.memo),
            ("seen", seen_type(record, lookups, count), (2,)),  # the game, as the mover sees it, in either view of the network
            ("trial", lanes),  # indices of the trial
            ("trial_view", np.int64),  # in this view
            ("changes", np.int64),  # cells that are other ones in the trial
            ("unusual", np.int64),  # its cells that are not as usual
            ("mask", np.uint64, (-(-lookups // BITS),)),  # which lookups a move changes
            ("noted", noted_type(lookups), (2,)),  # of a trial, and of the one before
            ("entries", np.float32, (lookups,)),  # of the position seen, in `known_group`
            ("known_group", np.int64),  # twice its number, plus the view
            ("known_sum", np.float64),
            ("history", lanes, (room,)),  # the indices of each afterstate of the games
            ("group", np.int32, (room,)),  # its group of tables
            ("view", np.int8, (room,)),  # and in which view they are looked up
            ("greedy", np.float32, (room,)),  # value of the best move
            ("explored", np.int8, (room,)),  # whether another one was played
            ("features", np.float32, (room, known + 1)),  # its features, each in usual sizes, and 1 for the constant
            ("lengths", np.int64, (games,)),  # plies of each game
            ("reached", np.float64, (games,)),  # the right prediction, by its end
            ("ended", np.int64, (games,)),  # whether it came to an end
            ("moves", np.int32, (max_moves,)),
            ("replies", np.int32, (max_moves,)),
            ("values", np.float64, (max_moves,)),
            ("probabilities", np.float64, (max_moves,)),
            ("random", np.uint64, (1,)),
            ("step", np.float64),  # share of an error that one entry takes
            ("feature_step", np.float64),  # and that the weight of a feature takes,
            ("alone_step", np.float64),  # and an entry of one cell
            ("decay", np.float64),  # lambda
            ("exploration", np.float64),  # share of moves at random
            ("uneven", np.float64),  # in a game one side explores more often by up to this, as a logarithm, and the other side less
            ("openings", np.float64),  # share of games that begin with plies at random
            ("most_random", np.int64),  # how many, at most
            ("unit", np.float64),  # margin that counts as one
            ("margin_counts", np.int64),
            ("careful", np.int64),  # moves after which the opponent wins at once are left out
            ("reads_memo", np.int64),
            ("hides", np.int64),  # who moves does not see everything
            ("longest", np.int64),  # plies after which a game is a draw
            ("plies", np.int64),  # how many the games of the batch have
        ]
    )


@helper
def begin_game(context: Record, start: Any, seed: int, number: int) -> None:
    """Put the start on the board, and set the random state to that of game `number`, in place."""
    random = context["random"]
    random[0] = np.uint64(seed) ^ (np.uint64(number) * GAME_FACTOR)
    next_random(random)
    copy_record(context["board"][GAME], start)


@helper
def drawn_chance(context: Record, setup: Record) -> int:
    """Return a chance outcome of the game on the board, by its probability."""
    outcomes, probabilities = context["replies"], context["probabilities"]
    count = np.int64(chance(context["board"][GAME], setup, outcomes, probabilities))
    return random_outcome(context["random"], outcomes, probabilities, count)


@helper
def end_value(context: Record, position: Record, setup: Record, result: int) -> float:
    """Return the sum that a finished game should have had, in the first player's view."""
    if context["margin_counts"]:
        return float(margin(position, setup)) / context["unit"]
    if result == DRAW:
        return 0.0
    return WON if result == FIRST else -WON


@helper
def prediction(total: float) -> float:
    """Return the prediction of a sum, from -1, lost, to 1, won."""
    return math.tanh(total)


@helper
def note_features(context: Record, position: Record, setup: Record, net: Record) -> None:
    """Let a network over features have those of a position, in place."""
    if net["known"] > 0:
        if context["reads_memo"]:
            refresh(position, setup, context["memo"])
        prepare_features(position, setup, context["memo"], net)


@helper
def entry(net: Record, group: int, place: int) -> Any:
    """Return an entry of a group of tables."""
    return record_at(np.int64(net["tables"]), group * np.int64(net["size"]) + place, LEARNT_ENTRY)


@helper
def group_at(net: Record, group: int) -> int:
    """Return the address of a group of tables."""
    return np.int64(net["tables"]) + group * np.int64(net["size"]) * LEARNT_BYTES


@helper
def taken(begin: int, offsets: Any, numbers: Any, lookup: int) -> Any:
    """Return the entry that a lookup takes, of the group of tables at `begin`."""
    return record_at(begin, np.int64(offsets[lookup]) + np.int64(numbers[lookup]), LEARNT_ENTRY)


@helper
def await_entries(net: Record, group: int, lanes: Any) -> None:
    """Let the processor begin to load the entries at the indices `lanes`; changes nothing."""
    begin, numbers, offsets = group_at(net, group), lanes["numbers"], net["offsets"]
    for lookup in range(len(numbers)):
        prefetch(begin + (np.int64(offsets[lookup]) + np.int64(numbers[lookup])) * LEARNT_BYTES)


@helper
def sum_of(net: Record, group: int, view: int, lanes: Any) -> float:
    """Return the sum of the entries at the indices `lanes` of a view, for the first player."""
    begin, numbers, offsets = group_at(net, group), lanes["numbers"], net["offsets"]
    first = second = third = fourth = 0.0  # four sums at once: one addition need not wait for the one before
    for lookup in range(0, len(numbers), 4):
        first += taken(begin, offsets, numbers, lookup)["number"]
        second += taken(begin, offsets, numbers, lookup + 1)["number"]
        third += taken(begin, offsets, numbers, lookup + 2)["number"]
        fourth += taken(begin, offsets, numbers, lookup + 3)["number"]
    total = (first + second) + (third + fourth)
    return -total if view else total


@helper
def weighted_features(net: Record, group: int) -> float:
    """Return the weighted sum of the features that were noted last, and of the constant."""
    known, total = np.int64(net["known"]), 0.0
    if known > 0:
        place = np.int64(net["weights_at"])
        for feature in range(known):
            total += entry(net, group, place + feature)["number"] * feature_of(net, feature) * net["factors"][feature]
        total += entry(net, group, place + known)["number"]
    return total


@helper
def keep_features(context: Record, net: Record, ply: int) -> None:
    """Keep the features that were noted last as those of an afterstate of the batch, in place."""
    for feature in range(net["known"]):
        context["features"][ply, feature] = feature_of(net, feature) * net["factors"][feature]
    context["features"][ply, net["known"]] = 1.0


@helper
def see_game(context: Record, setup: Record, net: Record, player: int) -> None:
    """Let the network see the game as `player` may know it, in place; ``board[TRIAL]`` is overwritten."""
    view = context["board"][TRIAL]
    copy_record(view, context["board"][GAME])
    if context["hides"]:
        resample(view, setup, True, player, context["random"])
    note_features(context, view, setup, net)
    for number in range(len(net["masks"])):
        see(view, setup, net, context["seen"][number], number)
    context["known_group"] = NO_GROUP


@helper
def change(context: Record, net: Record, cell: int, before: int, after: int) -> None:
    """Let the trial's indices see that the row of a cell has changed, in place, and note which lookups that is."""
    trial, vectors, mask, view = context["trial"], np.int64(net["vectors"]), context["mask"], np.int64(context["trial_view"])
    first_row = view * np.int64(net["exchanged"])
    add_lanes(trial, record_like(vectors, first_row + after, trial), record_like(vectors, first_row + before, trial))
    for number in range(len(mask)):
        mask[number] |= net["masks"][view, cell, number]


@helper
def see_trial(context: Record, setup: Record, net: Record) -> int:
    """Bring the trial's indices up to date with ``board[TRIAL]``, in place, and return its group of tables."""
    trial, mask = context["board"][TRIAL], context["mask"]
    view = view_of_mover(trial, setup, net)
    context["trial_view"], seen = view, context["seen"][view]
    copy_record(context["trial"], seen["lanes"])
    for number in range(len(mask)):
        mask[number] = np.uint64(0)
    unusual = np.int64(seen["unusual"])
    if net["words"] > 0:
        words, first, second, third = seen["words"], word_of(trial, net, 0), word_of(trial, net, 1), word_of(trial, net, 2)
        left = ((first ^ words[0]) | (second ^ words[1]) | (third ^ words[2])) & net["bits"]
        while left:
            bit = np.uint64(lowest_bit(left))
            left &= left - ONE
            row = np.int64(net["bit_row"][bit])
            before, after = bits_on(words[0], words[1], words[2], bit), bits_on(first, second, third, bit)
            change(context, net, np.int64(bit), row + before if before else 0, row + after if after else 0)
            unusual += np.int64(after != 0) - np.int64(before != 0)
    note_features(context, trial, setup, net)
    changes = note_changes(trial, setup, net, seen)
    context["changes"] = changes
    for index in range(changes):
        cell = np.int64(seen["changed"][index])
        before, after = row_of(net, cell, np.int64(seen["cells"][cell])), row_of(net, cell, np.int64(seen["changed_to"][index]))
        if before != after:
            change(context, net, BITS + cell, before, after)
            unusual += np.int64(net["staged"][cell]) * (np.int64(after != 0) - np.int64(before != 0))
    context["unusual"] = unusual
    return group_of(trial, setup, net, unusual)


@helper
def take_trial(context: Record, setup: Record, net: Record) -> None:
    """Let the network see the trial, just seen, as the position, in place."""
    trial, view = context["board"][TRIAL], np.int64(context["trial_view"])
    seen = context["seen"][view]
    take_seen(trial, seen)
    copy_record(seen["lanes"], context["trial"])
    for number in range(WORDS):
        seen["words"][number] = word_of(trial, net, number)
    for index in range(context["changes"]):
        seen["cells"][seen["changed"][index]] = seen["changed_to"][index]
    seen["unusual"] = context["unusual"]
    if net["exchanged"] > 0:
        see(trial, setup, net, context["seen"][1 - view], 1 - view)
    context["known_group"] = NO_GROUP


@helper
def know_entries(context: Record, net: Record, group: int, view: int) -> None:
    """Keep the entries that the position seen has in a group of tables, and their sum, in place."""
    begin, offsets, entries = group_at(net, group), net["offsets"], context["entries"]
    before, total = context["seen"][view]["lanes"]["numbers"], 0.0
    for lookup in range(len(before)):
        entries[lookup] = taken(begin, offsets, before, lookup)["number"]
        total += entries[lookup]
    context["known_sum"], context["known_group"] = total, 2 * group + view


@helper
def note_trial(context: Record, setup: Record, net: Record, number: int) -> None:
    """Note what the sum of ``board[TRIAL]`` takes, in place: that of the position seen, and the entries that change.

    These begin to load, and `noted_sum` reads them after the next trial, so that nothing waits for memory. Where a move changes
    most of them, all are read at once.
    """
    group = see_trial(context, setup, net)
    noted, view = context["noted"][number], np.int64(context["trial_view"])
    mask, numbers, offsets, entries = context["mask"], context["trial"]["numbers"], net["offsets"], context["entries"]
    begin, places, count = group_at(net, group), noted["places"], np.int64(0)
    noted["begin"], noted["weighted"], noted["view"] = begin, weighted_features(net, group), view
    for word in range(len(mask)):
        count += popcount(mask[word])
    if 2 * count > len(numbers):
        noted["count"], noted["rest"] = 0, sum_of(net, group, 0, context["trial"])
        return
    if 2 * group + view != context["known_group"]:
        know_entries(context, net, group, view)
    rest, count = np.float64(context["known_sum"]), np.int64(0)
    for word in range(len(mask)):
        left = np.uint64(mask[word])
        while left:
            lookup = np.uint64(BITS * word) + np.uint64(lowest_bit(left))
            left &= left - ONE
            places[count] = np.int64(offsets[lookup]) + np.int64(numbers[lookup])
            prefetch(begin + np.int64(places[count]) * LEARNT_BYTES)
            rest -= entries[lookup]
            count += 1
    noted["count"], noted["rest"] = count, rest


@helper
def noted_sum(context: Record, number: int) -> float:
    """Return the sum of a trial, for the first player, by what was noted."""
    noted = context["noted"][number]
    begin, places, total = np.int64(noted["begin"]), noted["places"], np.float64(noted["rest"])
    for index in range(noted["count"]):
        total += record_at(begin, np.int64(places[index]), LEARNT_ENTRY)["number"]
    return (-total if noted["view"] else total) + np.float64(noted["weighted"])


@helper
def loses_at_once(context: Record, setup: Record, move: int, seat: int) -> bool:
    """Tell whether the opponent can win at once after a move of the position seen; ``board[TRIAL]`` is overwritten."""
    board, replies = context["board"], context["replies"]
    copy_record(board[TRIAL], context["seen"][0]["position"])
    play(board[TRIAL], setup, move)
    if np.int64(turn(board[TRIAL], setup)) != 1 - seat:
        return False
    for index in range(np.int64(legal_moves(board[TRIAL], setup, replies))):
        copy_record(board[REPLY], board[TRIAL])
        play(board[REPLY], setup, np.int64(replies[index]))
        result = np.int64(outcome(board[REPLY], setup))
        if result != ONGOING and result != DRAW and (result == FIRST) == (seat == 1):
            return True
    return False


@helper
def best_move(context: Record, setup: Record, net: Record, seat: int, careful: bool) -> int:
    """Return the index of the best of the moves of the position seen; writes the values of all for `seat` into ``values``.

    Parameters
    ----------
    careful : leave out moves after which the opponent wins at once
    """
    board, moves, values = context["board"], context["moves"], context["values"]
    sign = 1.0 if seat == 0 else -1.0
    count = np.int64(legal_moves(context["seen"][0]["position"], setup, moves))
    best, waiting, slot = 0, np.int64(NO_MOVE), np.int64(0)
    for index in range(count):
        copy_record(board[TRIAL], context["seen"][0]["position"])
        play(board[TRIAL], setup, np.int64(moves[index]))
        result = np.int64(outcome(board[TRIAL], setup))
        values[index] = TIE * random_fraction(context["random"])
        if result != ONGOING:
            values[index] += sign * end_value(context, board[TRIAL], setup, result)
            continue
        note_trial(context, setup, net, slot)
        slot = 1 - slot
        if waiting != NO_MOVE:
            values[waiting] += sign * noted_sum(context, slot)
        waiting = index
    if waiting != NO_MOVE:
        values[waiting] += sign * noted_sum(context, 1 - slot)
    for index in range(1, count):
        if values[index] > values[best]:
            best = index
    if careful:
        for _ in range(count):
            if values[best] <= LOSES or values[best] >= WON or not loses_at_once(context, setup, np.int64(moves[best]), seat):
                break
            values[best] = 2.0 * LOSES
            for index in range(count):
                if values[index] > values[best]:
                    best = index
    return best


@helper
def play_one(context: Record, setup: Record, net: Record, place: int) -> None:
    """Play a game against itself, and write its afterstates into the context as number `place` of the batch.

    Whether a move loses at once is seen at the next ply, which looks at all replies: it is taken back then, and the best one sought
    with care. Where who moves does not see everything, the game must not tell: all moves are looked at beforehand.
    """
    board, history, random = context["board"], context["history"], context["random"]
    result = np.int64(outcome(board[GAME], setup))
    begin = place * np.int64(context["longest"])
    ply, end = begin, begin + np.int64(context["longest"])
    looked = False  # whether the network has seen the position already, as the last afterstate
    taken_back, last_seat = False, NOBODY  # `last_seat`: whose move led here, and can be taken back
    more = math.exp(context["uneven"] * (2.0 * random_fraction(random) - 1.0))
    often = (context["exploration"] * more, context["exploration"] / more)
    greedy_from = begin
    if random_fraction(random) < context["openings"]:
        greedy_from += random_below(random, np.int64(context["most_random"]) + 1)
    while result == ONGOING and ply < end:
        seat = np.int64(turn(board[GAME], setup))
        context["explored"][ply] = 0
        if seat == CHANCE:  # its outcome is an afterstate, too
            play(board[GAME], setup, drawn_chance(context, setup))
            result = np.int64(outcome(board[GAME], setup))
            if result == ONGOING:
                see_game(context, setup, net, 0)
                seen = context["seen"][0]
                copy_record(history[ply], seen["lanes"])
                group = group_of(seen["position"], setup, net, np.int64(seen["unusual"]))
                context["group"][ply] = group
                keep_features(context, net, ply)
                value = prediction(sum_of(net, group, 0, seen["lanes"]) + weighted_features(net, group))
            else:
                value = prediction(end_value(context, board[GAME], setup, result))
            context["greedy"][ply] = value
            ply += 1
            looked, last_seat = False, NOBODY
            continue
        if not looked:
            see_game(context, setup, net, seat)
        exploring = not taken_back and (ply < greedy_from or random_fraction(random) < often[seat])
        careful = context["careful"] and (exploring or taken_back or context["hides"])
        chosen = best_move(context, setup, net, seat, careful)
        best = np.float64(context["values"][chosen])
        if best >= WON and last_seat == 1 - seat:
            copy_record(board[GAME], board[BEFORE])
            ply, taken_back, looked, last_seat = ply - 1, True, False, NOBODY
            continue
        last_seat = seat if context["careful"] and not (taken_back or context["hides"]) else NOBODY
        taken_back = False
        context["greedy"][ply] = prediction(best if seat == 0 else -best)
        if best < WON and exploring:
            count = np.int64(legal_moves(context["seen"][0]["position"], setup, context["moves"]))
            other = random_below(random, count)
            context["explored"][ply] = np.int64(other != chosen)
            chosen = other
        move = np.int64(context["moves"][chosen])
        copy_record(board[BEFORE], board[GAME])
        play(board[GAME], setup, move)
        result = np.int64(outcome(board[GAME], setup))
        if result == ONGOING:
            copy_record(board[TRIAL], context["seen"][0]["position"])
            play(board[TRIAL], setup, move)
            context["group"][ply] = see_trial(context, setup, net)
            context["view"][ply] = context["trial_view"]
            copy_record(history[ply], context["trial"])
            keep_features(context, net, ply)
            if not context["hides"]:
                take_trial(context, setup, net)
                looked = True
                if ply > begin:  # the next ply's trials are of the same group as those of the one before
                    view = np.int64(context["view"][ply - 1])
                    await_entries(net, np.int64(context["group"][ply - 1]), context["seen"][view]["lanes"])
        ply += 1
    context["plies"] += ply - begin
    context["lengths"][place], context["ended"][place], context["reached"][place] = ply - begin, result != ONGOING, 0.0
    if result != ONGOING or context["margin_counts"]:
        context["reached"][place] = prediction(end_value(context, board[GAME], setup, result))


@cached_kernel
def play_games(context: Record, start: Any, setup: Record, net: Record, seed: int, first: int, last: int) -> None:
    """Play the games `first` to `last` - 1 against itself, as a batch; the tables stay as they are."""
    context["plies"] = 0
    for number in range(first, last):
        begin_game(context, start, seed, number)
        play_one(context, setup, net, number - first)


@helper
def learn_from(context: Record, net: Record, place: int, part: int, parts: int) -> None:
    """Move the sums of a part of the afterstates of game number `place` of the batch to their returns, in place of the tables."""
    step_size, feature_step = np.float64(context["step"]), np.float64(context["feature_step"])
    begin, plies = place * np.int64(context["longest"]), np.int64(context["lengths"][place])
    last = plies - 1 if context["ended"][place] else plies  # a finished game's last position has no tables
    reached, decay = np.float64(context["reached"][place]), np.float64(context["decay"])
    offsets, weights_at = net["offsets"], np.int64(net["weights_at"])
    weighted = np.int64(net["known"]) + np.int64(net["known"] > 0)  # features, and the constant
    for ply in range(begin + last - 1, begin - 1, -1):
        if ply + 1 < begin + plies:
            if context["explored"][ply + 1]:
                reached = np.float64(context["greedy"][ply + 1])
            else:
                reached = (1.0 - decay) * context["greedy"][ply + 1] + decay * reached
        lanes, group, view = context["history"][ply], np.int64(context["group"][ply]), np.int64(context["view"][ply])
        if group % parts != part:
            continue
        coming = max(begin, ply - parts)  # if sides take turns
        await_entries(net, np.int64(context["group"][coming]), context["history"][coming])
        total, features = sum_of(net, group, view, lanes), context["features"][ply]
        for feature in range(weighted):
            total += entry(net, group, weights_at + feature)["number"] * features[feature]
        error = reached - prediction(total)
        for feature in range(weighted):
            entry(net, group, weights_at + feature)["number"] += np.float32(feature_step * error * features[feature])
        error = -error if view else error
        step, alone_step = np.float32(step_size * error), np.float32(np.float64(context["alone_step"]) * error)
        numbers, tables = lanes["numbers"], group_at(net, group)
        for lookup in range(net["alone"]):
            taken(tables, offsets, numbers, lookup)["number"] += step
        for lookup in range(net["alone"], net["lookups"]):
            taken(tables, offsets, numbers, lookup)["number"] += alone_step


@cached_kernel
def learn_games(context: Record, net: Record, games: int, part: int, parts: int) -> None:
    """Learn from the first `games` of the batch, in place of the tables; parts can learn at once, as no two touch the same entry.

    Parameters
    ----------
    part, parts : learn from the afterstates whose group of tables is `part`, modulo `parts`
    """
    for place in range(games):
        learn_from(context, net, place, part, parts)


@cached_kernel
def duel(context: Record, start: Any, setup: Record, net: Record, other: Any, seed: int, numbers: np.ndarray) -> float:
    """Return the points that `net` makes in games of some numbers (int64[games]) against `other`, one ply deep, two an opening."""
    board = context["board"]
    points = 0.0
    for number in numbers:
        begin_game(context, start, seed, number // 2)  # both games of a pair open alike, and have the same chances
        own = number & 1
        result = np.int64(outcome(board[GAME], setup))
        ply = np.int64(0)
        while result == ONGOING and ply < context["longest"]:
            seat = np.int64(turn(board[GAME], setup))
            if seat == CHANCE:
                play(board[GAME], setup, drawn_chance(context, setup))
            elif ply < DUEL_OPENING:
                count = np.int64(legal_moves(board[GAME], setup, context["moves"]))
                play(board[GAME], setup, np.int64(context["moves"][random_below(context["random"], count)]))
            else:
                playing = net if seat == own else other
                see_game(context, setup, playing, seat)
                chosen = best_move(context, setup, playing, seat, context["careful"])
                play(board[GAME], setup, np.int64(context["moves"][chosen]))
            result = np.int64(outcome(board[GAME], setup))
            ply += 1
        if result in (ONGOING, DRAW):
            points += 0.5
        elif (result == FIRST) == (own == 0):
            points += 1.0
    return points


@cached_kernel
def take_mean(tables: np.ndarray, mean: np.ndarray, share: float) -> None:
    """Move float32 entries of `mean` by a share towards those of `tables`, in place."""
    fading = np.float32(share)
    for index in range(len(tables)):
        mean[index] += fading * (tables[index] - mean[index])
