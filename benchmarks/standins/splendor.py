"""Splendor's stand-ins: opponents that share nothing with our players but the rules.

    counterply match splendor engine benchmarks/standins/splendor.py:FiveTerms --set variant=host --time 100ms

`FiveTerms` is a fast, plain alpha-beta with a simple evaluation; `Reacher` is a rule player; `OnePly` values what each move leaves;
`Playouts` deals what it cannot see and plays to the end. None of them is used in tuning.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from counterply.compiling.intrinsics import copy_record, monotonic_ns
from counterply.compiling.kernels import kernel
from counterply.core.contract import legal_moves, outcome, play, resample
from counterply.core.limits import NANOSECONDS, Limit, now_ns
from counterply.core.position import Position
from counterply.core.random import next_random
from counterply.core.report import Report
from counterply.core.values import DRAW, FIRST, ONGOING
from counterply.players.base import Listener, Player
from counterply.plugins.splendor.rules import buy_moves, may_give_back, nobles_who_come, take_moves, write
from counterply.plugins.splendor.tables import (
    BUY,
    CARDS,
    COLOUR,
    COLOURS,
    COST,
    GOAL,
    GOLD,
    HAND,
    NOBLE,
    NOBLE_POINTS,
    NOTHING,
    PASS,
    POINTS,
    RESERVE,
    ROW,
    TAKES,
    TOKEN_LIMIT,
    count_of,
    counts_of,
    total,
)

TIME_KEPT = 0.08  # of a limit, for the way back
POLL_NODES = 256
USUAL_NODES = 20_000  # where nothing limits a search

# --- a fast plain alpha-beta with five terms

PER_POINT, PER_CARD, PER_TOKEN, PER_GOLD, PER_RESERVED = 25, 15, 1, 1, -8
WON = 1_000_000
INFINITE = 2_000_000
DEEPEST = 40  # plies
MOST_MOVES = 512
HISTORY = 1 << 16
NODES, POLL_AT, DEADLINE, NODE_LIMIT, OVER = range(5)


@kernel
def side(position: Any, player: int) -> int:
    """Return what a player has, by the five terms."""
    tokens, reserved = position["tokens"][player], 0
    for slot in range(HAND):
        reserved += position["hand"][player, slot] != 0
    return (
        PER_POINT * np.int64(position["score"][player])
        + PER_CARD * np.int64(position["cards"][player])
        + PER_TOKEN * total(tokens)
        + PER_GOLD * count_of(tokens, GOLD)
        + PER_RESERVED * reserved
    )


@kernel
def simple_moves(position: Any, setup: Any, moves: np.ndarray) -> int:
    """Write buys, takes and reserves that give nothing back, in that order; where there are none, all legal moves."""
    mover = np.int64(position["mover"])
    tokens = position["tokens"][mover]
    held = total(tokens)
    nobles = nobles_who_come(position, position["bonus"][mover])
    count = np.int64(0)
    for slot in range(HAND):
        if position["hand"][mover, slot] != 0:
            count = buy_moves(position, setup, np.int64(position["hand"][mover, slot]), False, moves, count)
    for place in range(3 * ROW - 1, -1, -1):
        if position["table"][place] != 0:
            count = buy_moves(position, setup, np.int64(position["table"][place]), False, moves, count)
    piles = 0
    for colour in range(GOLD):
        piles += count_of(position["bank"], colour) > 0
    most = min(3, piles)
    for kind in range(most, 0, -1):
        if held + kind <= TOKEN_LIMIT:
            count = take_moves(position, kind, np.int64(0), nobles, moves, count)
            break
    if held + 2 <= TOKEN_LIMIT:
        count = take_moves(position, np.int64(4), np.int64(0), nobles, moves, count)
    if position["hand"][mover, HAND - 1] == 0 and may_give_back(position, setup, held, np.int64(0)):
        for place in range(3 * ROW - 1, -1, -1):
            if position["table"][place] != 0:
                count = write(RESERVE + np.int64(position["table"][place]), nobles, moves, count)
    return count if count > 0 else legal_moves(position, setup, moves)


@kernel
def five_terms(
    stack: np.ndarray,
    setup: Any,
    lists: np.ndarray,
    history: np.ndarray,
    state: np.ndarray,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """Return the value of the position at `ply` for its mover; `state` counts nodes and says when it is over."""
    position = stack[ply]
    result = outcome(position, setup)
    mover = np.int64(position["mover"])
    if result != ONGOING:
        return np.int64(0) if result == DRAW else np.int64(WON - ply if (result == FIRST) == (mover == 0) else ply - WON)
    if depth <= 0:
        return np.int64(side(position, mover) - side(position, 1 - mover))
    moves = lists[ply]
    count = simple_moves(position, setup, moves)
    best = np.int64(-INFINITE)
    for index in range(count):
        if depth > 1:
            top = index
            for other in range(index + 1, count):
                if history[moves[other] & (HISTORY - 1)] > history[moves[top] & (HISTORY - 1)]:
                    top = other
            chosen = moves[top]
            while top > index:
                moves[top] = moves[top - 1]
                top -= 1
            moves[index] = chosen
        if state[NODES] >= state[POLL_AT]:
            state[POLL_AT] = state[NODES] + POLL_NODES
            if state[NODES] >= state[NODE_LIMIT] or monotonic_ns() >= state[DEADLINE]:
                state[OVER] = 1
        if state[OVER]:
            return np.int64(0)
        state[NODES] += 1
        copy_record(stack[ply + 1], position)
        play(stack[ply + 1], setup, np.int64(moves[index]))
        value = -np.int64(five_terms(stack, setup, lists, history, state, ply + 1, depth - 1, -beta, -max(alpha, best)))
        if value > best:
            best = value
            if best >= beta:
                history[moves[index] & (HISTORY - 1)] += depth * depth
                break
    return best


@kernel
def five_terms_root(
    stack: np.ndarray, setup: Any, lists: np.ndarray, history: np.ndarray, state: np.ndarray, order: np.ndarray, depth: int
) -> int:
    """Search the root moves in `order`, bring the best to the front in place, and return how many were searched."""
    best = np.int64(-INFINITE)
    for index in range(len(order)):
        state[NODES] += 1
        copy_record(stack[1], stack[0])
        move = order[index]
        play(stack[1], setup, np.int64(move))
        value = -np.int64(five_terms(stack, setup, lists, history, state, np.int64(1), depth - 1, -np.int64(INFINITE), -best))
        if state[OVER]:
            return np.int64(index)
        if value > best:
            best = value
            for place in range(index, 0, -1):
                order[place] = order[place - 1]
            order[0] = move
    state[OVER] = np.int64(abs(best) > WON - DEEPEST)
    return np.int64(len(order))


class FiveTerms(Player):
    """Deepening alpha-beta without a table: 25 a point, 15 a card, 1 a token, 1 more a gold one, -8 a reserved card.

    No card comes into places that are emptied; no token is given back, no card reserved unseen. Of equal moves, the first.

    Parameters
    ----------
    share : of the limit that it uses; 5 with a limit of nodes gives it five times as many, for matches that go by nodes
    """

    def __init__(self, share: float = 1.0) -> None:
        self.share = share
        self._game: Any = None

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Compile for a new game."""
        if game is not self._game:
            self._game = game
            self._stack = np.zeros(DEEPEST + 2, game.record)
            self._lists = np.zeros((DEEPEST + 2, max(MOST_MOVES, game.max_moves)), np.int32)
            self._history = np.zeros(HISTORY, np.int64)
            self.choose(first_position(game), Limit(nodes=200))

    def choose(self, position: Position, limit: Limit, listen: Listener | None = None) -> Report:
        """Deepen within the limit."""
        begin = now_ns()
        if position.game is not self._game:
            self.start(position.game, position.turn, 0)
        setup, state = position.game.setup[0], np.zeros(5, np.int64)
        state[DEADLINE], state[NODE_LIMIT] = deadline(limit, begin, self.share), int(node_limit(limit) * self.share)
        self._stack[0] = position.record
        self._stack[0]["frozen"] = 1  # no card is dealt any more
        self._history //= 8
        count = simple_moves(self._stack[0], setup, self._lists[0])
        order = self._lists[0][:count].copy()
        depth = 0
        while depth < min(limit.depth or DEEPEST, DEEPEST) and not state[OVER]:
            depth += 1
            five_terms_root(self._stack, setup, self._lists, self._history, state, order, depth)
        seconds = (now_ns() - begin) / NANOSECONDS
        return Report(int(order[0]), depth=depth - 1, nodes=int(state[NODES]), seconds=seconds)


def first_position(game: Any) -> Position:
    """Return a dealt position."""
    position = game.start()
    while position.chances():
        position = position.after(position.chances()[0][0])
    return position


def deadline(limit: Limit, begin: int, share: float) -> int:
    """Return when a search must end, on the clock of `now_ns`."""
    seconds = limit.move_seconds
    return (1 << 62) if seconds is None else begin + int(seconds * share * (1 - TIME_KEPT) * NANOSECONDS)


def node_limit(limit: Limit) -> int:
    """Return how many nodes a search may visit."""
    if limit.nodes is not None:
        return limit.nodes
    return USUAL_NODES if limit.move_seconds is None and limit.depth is None else 1 << 62


# --- a rule player: reach and nobles


class Reacher(Player):
    """Buys what it can, points and nobles first; else takes what brings the card nearest that it wants most. Plain Python.

    It wants a card by (2 + 3 points + nobles that like its colour) for each turn that the card needs; it reserves only to keep a
    card of 3 points or more from an opponent who can pay for it, or when three turns bring it nothing.
    """

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Seed the choice among equals."""
        self.random = random.Random(seed * 7 + 3)

    def choose(self, position: Position, limit: Limit, listen: Listener | None = None) -> Report:
        """Rank the moves by rules."""
        view = View(position.record)
        rest = getattr(self, "random", random.Random(0))
        return Report(max(position.moves(), key=lambda move: (self.rank(view, move), rest.random())))

    def rank(self, view: View, move: int) -> float:
        """Return how good a move is; a buy is 100 or more."""
        base, noble = move // 4, move % 4
        bonus = 50.0 if noble else 0.0
        if BUY <= base < PASS:
            card = base - BUY
            last = view.points + int(POINTS[card]) + (NOBLE_POINTS if noble else 0) >= GOAL
            return 100.0 + bonus + 10 * view.want(card) + (1000.0 if last else 0.0) - 0.2 * view.price(card, view.bonus)
        if RESERVE <= base < BUY:
            card = (base - RESERVE) % (CARDS + 1)
            danger = POINTS[card] >= 3 and view.other_lacks(card) == 0
            return bonus + (60.0 if danger and view.lacks(card, view.tokens) > 0 else 0.5 * view.want(card) - 1.0)
        if base < NOTHING:
            gained, back = counts_of(TAKES[base, 0]), counts_of(TAKES[base, 1])
            tokens = [have + more - less for have, more, less in zip(view.tokens, gained, back, strict=True)]
            return bonus + max(view.want(card) / (1 + view.lacks(card, tokens)) for card in view.cards) - 0.05 * sum(back)
        return bonus - 100.0


class View:
    """What the rule player reads in a position, as lists of W U G R K and gold."""

    def __init__(self, record: Any) -> None:
        mover = int(record["mover"])
        self.tokens, self.bonus = counts_of(record["tokens"][mover]), counts_of(record["bonus"][mover])
        self.other_tokens, self.other_bonus = counts_of(record["tokens"][1 - mover]), counts_of(record["bonus"][1 - mover])
        self.points = int(record["score"][mover])
        self.nobles = [counts_of(NOBLE[noble]) for noble in record["nobles"].tolist() if noble]
        shown = [card for card in record["table"].tolist() if card]
        self.cards = shown + [card for card in record["hand"][mover].tolist() if card] or [1]

    def price(self, card: int, bonus: list[int]) -> int:
        """Return how many tokens a card costs."""
        return sum(max(cost - have, 0) for cost, have in zip(counts_of(COST[card]), bonus, strict=True))

    def lacks(self, card: int, tokens: list[int]) -> int:
        """Return how many tokens are missing for a card."""
        costs, colours = counts_of(COST[card]), range(len(COLOURS))
        return max(sum(max(costs[c] - self.bonus[c] - tokens[c], 0) for c in colours) - tokens[GOLD], 0)

    def other_lacks(self, card: int) -> int:
        """Return how many tokens the opponent misses for a card."""
        costs, colours = counts_of(COST[card]), range(len(COLOURS))
        return max(sum(max(costs[c] - self.other_bonus[c] - self.other_tokens[c], 0) for c in colours) - self.other_tokens[GOLD], 0)

    def want(self, card: int) -> float:
        """Return what a card is worth for each turn that its tokens take."""
        colour = int(COLOUR[card])
        liked = sum(1.0 for noble in self.nobles if noble[colour] > self.bonus[colour])
        return (2.0 + 3.0 * float(POINTS[card]) + liked) / (1.0 + self.price(card, self.bonus) / 3.0)


# --- one ply, all moves


class OnePly(Player):
    """Looks at the position after each legal move, in plain Python: points, income by colour, cards in reach, nobles."""

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Seed the choice among equals."""
        self.random = random.Random(seed * 11 + 5)

    def choose(self, position: Position, limit: Limit, listen: Listener | None = None) -> Report:
        """Play the move after which its value is highest."""
        rest, mover, moves = getattr(self, "random", random.Random(0)), position.turn, position.moves()
        return Report(max(moves, key=lambda move: (self.value(position.after(move), mover), rest.random())), nodes=len(moves))

    def value(self, after: Position, mover: int) -> float:
        """Return what a position is worth to `mover`."""
        result = after.outcome()
        if result != ONGOING:
            return 0.0 if result == DRAW else 1e6 if (result == FIRST) == (mover == 0) else -1e6
        record = after.record
        own, other = (self.estate(record, seat) for seat in (mover, 1 - mover))
        return own - 0.8 * other

    def estate(self, record: Any, seat: int) -> float:
        """Return what a side has: bonuses, each worth less than the last of its colour, points, the best two cards in reach."""
        tokens, bonus, score = counts_of(record["tokens"][seat]), counts_of(record["bonus"][seat]), int(record["score"][seat])
        income = sum(sum(1.0 / (1.0 + 0.3 * step) for step in range(have)) for have in bonus[:GOLD])
        hand = [card for card in record["hand"][seat].tolist() if card]
        reach = []
        for card in [card for card in record["table"].tolist() if card] + hand:
            costs = counts_of(COST[card])
            missing = max(sum(max(costs[c] - bonus[c] - tokens[c], 0) for c in range(GOLD)) - tokens[GOLD], 0)
            reach.append((1.0 + 1.5 * float(POINTS[card])) / (1.0 + missing) ** 1.3)
        reach.sort(reverse=True)
        nobles = 0.0
        for noble in record["nobles"].tolist():
            if noble:
                wanted = counts_of(NOBLE[noble])
                missing = sum(max(wanted[c] - bonus[c], 0) for c in range(GOLD))
                nobles += 3.0 / (1.0 + missing) ** 1.5
        spread = sum(min(have, 3) for have in tokens[:GOLD]) * 0.15 + tokens[GOLD] * 0.35
        return score * (1.0 + score / 20.0) + 3.0 * income + sum(reach[:2]) + nobles + spread - 0.3 * len(hand)


# --- determinised playouts

EXPLORE = 1.0
BUY_SHARE = 0.8  # of the playout's turns in which it buys if it can
PLAYOUT_PLIES = 120


@kernel
def playout(position: Any, setup: Any, moves: np.ndarray, rng: np.ndarray) -> int:
    """Play to the end, in place, and return the outcome (a draw where it takes too long)."""
    for _ in range(PLAYOUT_PLIES):
        result = outcome(position, setup)
        if result != ONGOING:
            return result
        count = legal_moves(position, setup, moves)
        buys = first = np.int64(0)
        for index in range(count):
            if BUY <= moves[index] // 4 < PASS:
                if buys == 0:
                    first = np.int64(index)
                buys += 1
        word = next_random(rng) >> np.uint64(32)
        if buys > 0 and float(next_random(rng) >> np.uint64(40)) < BUY_SHARE * (1 << 24):
            move = moves[first + np.int64((word * np.uint64(buys)) >> np.uint64(32))]
        else:
            move = moves[np.int64((word * np.uint64(count)) >> np.uint64(32))]
        play(position, setup, np.int64(move))
    return np.int64(DRAW)


@kernel
def sample(
    root: Any,
    child: Any,
    setup: Any,
    viewer: int,
    order: np.ndarray,
    wins: np.ndarray,
    visits: np.ndarray,
    moves: np.ndarray,
    rng: np.ndarray,
    count: int,
) -> None:
    """Add `count` playouts, each from a root dealt anew, to the wins and visits of the root moves, in place (UCB1)."""
    for _ in range(count):
        best, top = np.int64(0), -1.0
        all_visits = visits.sum() + 1.0
        for index in range(len(order)):
            if visits[index] == 0:
                value = 1e9
            else:
                value = wins[index] / visits[index] + EXPLORE * np.sqrt(np.log(all_visits) / visits[index])
            if value > top:
                best, top = np.int64(index), value
        copy_record(child, root)
        resample(child, setup, viewer, rng)
        play(child, setup, np.int64(order[best]))
        result = playout(child, setup, moves, rng)
        visits[best] += 1.0
        if result == DRAW:
            wins[best] += 0.5
        elif (result == FIRST) == (viewer == 0):
            wins[best] += 1.0


class Playouts(Player):
    """Flat Monte Carlo: for each playout the decks are dealt anew; UCB1 over the root moves; the move visited most is played.

    Where nodes are limited, a playout counts for 50 of them.
    """

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Seed the playouts; compile."""
        self._rng = np.array([(seed * 2654435761 + 12345) % (1 << 64)], np.uint64)
        if game is not getattr(self, "_game", None):
            self._game = game
            self.choose(first_position(game), Limit(nodes=100))

    def choose(self, position: Position, limit: Limit, listen: Listener | None = None) -> Report:
        """Sample within the limit."""
        begin = now_ns()
        if position.game is not getattr(self, "_game", None):
            self.start(position.game, position.turn, 0)
        end, most = deadline(limit, begin, 1.0), max(1, node_limit(limit) // 50)
        order = np.array(position.moves(), np.int64)
        wins, visits = np.zeros(len(order)), np.zeros(len(order))
        child, moves = np.zeros(1, position.game.record), np.zeros(position.game.max_moves, np.int32)
        root, done = position.copy_record(), 0
        while done < most and (done == 0 or now_ns() < end):
            step = min(8, most - done)
            sample(root, child[0], position.game.setup[0], position.turn, order, wins, visits, moves, self._rng, step)
            done += step
        return Report(int(order[int(visits.argmax())]), simulations=done, seconds=(now_ns() - begin) / NANOSECONDS)
