"""Our players inside the Splendor program of the University of Melbourne's course COMP90054.

An agent's file there, ``agents/NAME/myTeam.py``, becomes ``from counterply.plugins.splendor.melbourne import myAgent``. The
program runs on Python 3.8 to 3.11, Counterply on 3.11 and later: take 3.11.

The program shows its agents the decks. They are not looked at, beyond how many cards there are: what a card is that comes next, our
players do not know.

`ReportPlayer` is the player of a course report: alpha-beta with deepening over the few moves that pass its filter. Each legal move
gets a score; those within 4 of the best are kept, five at most. Two terms are not mirrored: the program takes its own tokens for
what a take makes affordable, and the opponent's for what is worth taking away, at the opponent's turns as well. So the seat that
searches is part of the setup.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from counterply.compiling.kernels import kernel
from counterply.core.aliases import Record
from counterply.core.contract import NO_HORIZON, candidates
from counterply.core.errors import GameError
from counterply.core.game import Game, Hints
from counterply.core.limits import Limit
from counterply.core.position import Position, position_with
from counterply.core.report import Report
from counterply.core.values import HEURISTIC_LIMIT
from counterply.hosts.start import fresh_seed
from counterply.players import make_player_here
from counterply.players.base import BasePlayer, Listener, Pauses, ask, first_turn, last_of, only_move
from counterply.plugins.splendor import rules as splendor
from counterply.plugins.splendor.rules import legal_moves
from counterply.plugins.splendor.tables import (
    BLIND,
    BUY,
    CARDS,
    COLOUR,
    COLOUR_TOKENS,
    COST,
    GOAL,
    GOLD,
    GOLD_SHIFT,
    HAND,
    MOST_GOLD,
    NOBLE,
    NOBLES,
    NOTHING,
    PASS,
    PAY,
    PAYMENTS,
    POINTS,
    RESERVE,
    ROW,
    SHOWN,
    TAKES,
    TIER,
    TIER_START,
    TOKEN_LIMIT,
    count_of,
    counts_of,
    covers,
    one_of,
    purse,
    shortfall,
    smaller,
    total,
)
from counterply.search.alphabeta.engine import Engine
from counterply.search.alphabeta.techniques import ALPHABETA_ONLY
from counterply.usercode.faults import one_line
from counterply.usercode.loading import load_evaluator, load_game

DEFAULT_PLAYER = "engine:memory=16"  # MB of table, as much as a move can fill
MOVE_SECONDS = 0.8  # of the program's 1 s, which is wall time on a machine that others use too
LEAST_SECONDS = 0.01
WARM_LIMIT = Limit(seconds=0.3)
WARM_UPS = 2  # searches before the game: the first one compiles
LOG_FILE = "counterply_splendor.log"
NAMES = ("white", "blue", "green", "red", "black", "yellow")  # W U G R K and gold

CARD_NUMBER = {(int(TIER[n]), int(COLOUR[n]), int(POINTS[n]), int(COST[n])): n for n in range(1, CARDS + 1)}
NOBLE_NUMBER = {int(NOBLE[n]): n for n in range(1, NOBLES + 1)}
TAKE_NUMBER = {(int(taken), int(back)): base for base, (taken, back, _) in enumerate(TAKES)}


# --- the program's objects as ours


def purse_of(gems: dict[str, int]) -> int:
    """Return the purse that a dictionary of colours holds; raises `GameError` for unknown colours and impossible counts."""
    if not set(gems) <= set(NAMES) or not all(0 <= int(count) <= TOKEN_LIMIT for count in gems.values()):
        raise GameError(f"these are not tokens of {', '.join(NAMES)}: {gems!r}")
    return purse([int(gems.get(name, 0)) for name in NAMES])


def card_number(card: Any) -> int:
    """Return our number of the program's card; raises `GameError` if there is none."""
    known = (int(card.deck_id), NAMES.index(card.colour), int(card.points), purse_of(card.cost))
    if known not in CARD_NUMBER:
        raise GameError(f"no such card: {card.code!r}")
    return CARD_NUMBER[known]


def noble_number(noble: Any) -> int:
    """Return our number of the program's noble, a pair of code and requirements; raises `GameError` if there is none."""
    wanted = purse_of(noble[1])
    if wanted not in NOBLE_NUMBER:
        raise GameError(f"no such noble: {noble!r}")
    return NOBLE_NUMBER[wanted]


def ascending(numbers: Iterable[int], places: int) -> list[int]:
    """Return numbers in ascending order, zeros behind them; raises `GameError` if they do not fit."""
    listed = sorted(numbers)
    if len(listed) > places:
        raise GameError(f"{len(listed)} cards or nobles where there is room for {places}")
    return listed + [0] * (places - len(listed))


def position_of(game: Game, state: Any, seat: int) -> Position:
    """Return the program's state as a position with `seat` to move; the decks hold the unseen cards, in order.

    Raises
    ------
    GameError
        for cards that do not exist or exist twice, and for tokens that are not those of the game
    """
    record, board = game.empty(), state.board
    shown = []
    for tier, row in enumerate(board.dealt):
        numbers = [card_number(card) for card in row if card is not None]
        record["table"][ROW * tier : ROW * tier + ROW] = ascending(numbers, ROW)
        shown += numbers
    record["nobles"] = ascending([noble_number(noble) for noble in board.nobles], SHOWN)
    record["bank"] = purse_of(board.gems)
    for player in (0, 1):
        agent = state.agents[player]
        record["tokens"][player] = purse_of(agent.gems)
        bought = [card_number(card) for name in NAMES[:GOLD] for card in agent.cards[name]]
        reserved = [card_number(card) for card in agent.cards["yellow"]]
        record["bonus"][player] = purse(np.bincount(COLOUR[bought], minlength=GOLD).tolist() if bought else [0])
        record["cards"][player] = len(bought)
        record["hand"][player] = ascending(reserved, HAND)
        record["score"][player] = int(agent.score)
        record["passed"][player] = bool(agent.passed)
        shown += bought + reserved
    record["mover"] = seat
    for tier in range(3):
        first, last = int(TIER_START[tier]), int(TIER_START[tier + 1])
        unseen = sorted(set(range(first, last)) - set(shown))
        record["left"][tier] = len(unseen)
        record["deck"][first - 1 : first - 1 + len(unseen)] = unseen
    check_state(state, record, shown)
    return Position(game, record)


def check_state(state: Any, record: Record, shown: list[int]) -> None:
    """Raise `GameError` if a state cannot be a position of the game."""
    if len(set(shown)) < len(shown):
        raise GameError("a card is in two places")
    tokens = [counts_of(word) for word in (record["bank"], *record["tokens"])]
    together = [sum(counts) for counts in zip(*tokens, strict=True)]
    if together != [COLOUR_TOKENS] * GOLD + [MOST_GOLD] or max(map(sum, tokens[1:])) > TOKEN_LIMIT:
        raise GameError(f"the game has {COLOUR_TOKENS} tokens of each colour and {MOST_GOLD} of gold, not {together}")
    if [len(deck) for deck in state.board.decks] != record["left"].tolist():
        raise GameError(f"the decks hold {[len(deck) for deck in state.board.decks]} cards, {record['left'].tolist()} are unseen")
    if max(record["score"]) >= GOAL and record["mover"] == 0:
        raise GameError("the game is over")


def move_of(action: dict[str, Any], record: Record) -> int:
    """Return the program's action as a move; raises `GameError` or `KeyError` if it is none."""
    kind = action["type"]
    place = 0
    if action.get("noble") is not None:
        place = 1 + record["nobles"].tolist().index(noble_number(action["noble"]))
    if kind == "pass":
        base = PASS
    elif kind in ("collect_diff", "collect_same"):
        base = TAKE_NUMBER[purse_of(action["collected_gems"]), purse_of(action["returned_gems"])]
        assert base < NOTHING
    elif kind == "reserve":
        returned = counts_of(purse_of(action["returned_gems"]))
        back = returned.index(1) + 1 if 1 in returned else 0
        base = RESERVE + back * (CARDS + 1) + card_number(action["card"])
    elif kind in ("buy_available", "buy_reserve"):
        base = BUY + card_number(action["card"])
    else:
        raise GameError(f"an unknown type of action: {kind!r}")
    return base * 4 + place


def plain_choice(actions: list[Any]) -> Any:
    """Return an action without any search: buy for most points, else take most tokens, else the first."""

    def worth(action: Any) -> tuple[int, int]:
        try:
            if action["type"].startswith("buy"):
                return 2, int(action["card"].points)
            return 1, sum(action["collected_gems"].values()) - sum(action["returned_gems"].values())
        except Exception:
            return 0, 0

    return max(actions, key=worth)


# --- the agent


class myAgent:  # noqa: N801 - the program looks for this name
    """An agent of the course's program; it compiles when it is made, and never raises.

    Attributes
    ----------
    player : the player's name
    seconds : a move may take, from the program's call to the answer
    log_file : where failures are written, with the time
    seed : decides all that is random; None is one from the system
    """

    player = DEFAULT_PLAYER
    seconds = MOVE_SECONDS
    log_file = LOG_FILE
    seed: int | None = None

    def __init__(self, _id: int) -> None:
        self.id = _id
        self._seed = fresh_seed() if self.seed is None else self.seed
        self._player: Any = None
        self._moves = 0
        try:
            game = load_game("splendor", {"variant": "host"})
            assert isinstance(game, Game)
            self._game = game
            self._player = make_player_here(self.player)
            self._player.start(game, _id, self._seed)
            for _ in range(WARM_UPS):
                ask(self._player, first_turn(game), WARM_LIMIT, self._seed)
            self._player.start(game, _id, self._seed)
        except Exception as error:
            self._player = None
            self.note("cannot play", error)

    def SelectAction(self, actions: list[Any], game_state: Any) -> Any:  # noqa: N802 - the program's name
        """Return one of `actions`."""
        begin = time.monotonic()
        self._moves += 1
        try:
            if self._player is not None and len(actions) > 1:
                return self.choose_action(actions, game_state, begin)
        except Exception as error:
            self.note(f"move {self._moves} is made without a search", error)
        return plain_choice(actions)

    def choose_action(self, actions: list[Any], game_state: Any, begin: float) -> Any:
        """Return the action that the player chooses."""
        position = position_of(self._game, game_state, self.id)
        by_move = {move_of(action, position.record): action for action in actions}
        left = max(LEAST_SECONDS, self.seconds - (time.monotonic() - begin))
        move = int(ask(self._player, position, Limit(seconds=left), self._seed + self._moves).move)
        if move not in by_move:
            raise GameError(f"the program does not list {position.move_text(move)}")
        return by_move[move]

    def note(self, what: str, error: Exception) -> None:
        """Append a line to the log file; to one in the folder for temporary files where that cannot be written."""
        said = one_line(error)
        line = f"{time.strftime('%Y-%m-%d %H:%M:%S')} agent {self.id}: {what}: {said}\n"
        for path in (Path(self.log_file), Path(tempfile.gettempdir()) / LOG_FILE):
            try:
                with path.open("a", encoding="utf-8") as log:
                    log.write(line)
                return
            except OSError:
                continue


# --- the move filter of a course report's program


SETUP = np.dtype([*splendor.SETUP.descr, ("searcher", np.int64)])  # the seat that the program plays for

KEPT = 5  # moves
WITHIN = 4  # of the best score; the scores below are the program's
NOBLE_COMES = 100 + 20 * 3
POINT = 20
BUYING = 20
FROM_HAND = 2
TOKEN = 2
DENIED, DENIED_POINT, DENIED_NOBLES = 7, 10, 60
AFFORDABLE = 3  # a card, plus the demand of nobles for its colour; half of it up to `NEARLY` tokens short
NEARLY = 2
DOUBLE = 2  # scores are kept doubled, so that halves are whole

COLOURED = (np.uint64(1) << GOLD_SHIFT) - np.uint64(1)


@kernel
def demand(position: Any, colour: int) -> int:
    """Return how many cards of a colour the nobles on the table ask for together."""
    wanted = np.int64(0)
    for place in range(SHOWN):
        wanted += count_of(NOBLE[position["nobles"][place]], colour)
    return wanted  # type: ignore[return-value]


@kernel
def denial(position: Any, opponent: int, card: int) -> int:
    """Return the worth of reserving a card that the opponent could pay for without gold."""
    bonus = position["bonus"][opponent]
    if not covers(bonus + (position["tokens"][opponent] & COLOURED), COST[card]):
        return 0
    worth = DENIED + DENIED_POINT * POINTS[card] + demand(position, COLOUR[card])
    for place in range(SHOWN):
        noble = position["nobles"][place]
        if noble != 0 and not covers(bonus + one_of(COLOUR[card]), NOBLE[noble]):
            return worth  # type: ignore[no-any-return]
    return worth + DENIED_NOBLES  # type: ignore[no-any-return]


@kernel
def usefulness(position: Any, player: int, purse: Any) -> int:
    """Return twice the worth of the best card that bonuses and tokens of `purse` pay for, or nearly."""
    best = np.int64(0)
    for place in range(3 * ROW + HAND):
        card = position["table"][place] if place < 3 * ROW else position["hand"][player, place - 3 * ROW]
        if card != 0:
            short = total(shortfall(COST[card], purse))
            worth = AFFORDABLE + demand(position, COLOUR[card])
            best = max(best, DOUBLE * worth if short == 0 else worth if short <= NEARLY else np.int64(0))
    return best  # type: ignore[return-value]


@kernel
def filter_score(position: Any, searcher: int, move: int) -> int:
    """Return twice the program's score of a legal move."""
    base, mover = move // 4, position["mover"]
    score = np.int64(DOUBLE * NOBLE_COMES if move % 4 > 0 else 0)
    if base < NOTHING:
        taken, back = TAKES[base, 0], TAKES[base, 1]
        score += DOUBLE * TOKEN * (total(taken) - total(back))
        own = position["bonus"][searcher] + ((position["tokens"][searcher] + taken) & COLOURED)
        return score + usefulness(position, searcher, own - smaller(back & COLOURED, own))  # type: ignore[no-any-return]
    if RESERVE <= base < BUY or BLIND <= base < PAY:
        gold = count_of(position["bank"], GOLD) > 0
        back = (base - RESERVE) // (CARDS + 1) if base < BUY else (base - BLIND) // 3
        score += DOUBLE * TOKEN * (np.int64(gold) - np.int64(back > 0))
        if base < BUY:
            score += DOUBLE * denial(position, 1 - searcher, (base - RESERVE) % (CARDS + 1))
    elif base >= BUY and base != PASS:
        card = base - BUY if base < PASS else (base - PAY) // PAYMENTS.shape[1]
        held = position["hand"][mover, 0] == card or position["hand"][mover, 1] == card or position["hand"][mover, 2] == card
        score += DOUBLE * (POINT * POINTS[card] + BUYING + 2 * demand(position, COLOUR[card]) + FROM_HAND * np.int64(held))
        score -= DOUBLE * TOKEN * total(shortfall(COST[card], position["bonus"][mover]))
    return score  # type: ignore[return-value]


def filtered_moves(position: Record, setup: Record, moves: np.ndarray, scores: np.ndarray) -> int:
    """Return the moves that pass the filter, by score; of equal ones, those that are listed first."""
    count = legal_moves(position, setup, moves)
    for index in range(count):
        scores[index] = filter_score(position, setup["searcher"], np.int64(moves[index]))
    kept = 0
    while kept < min(KEPT, count):
        best = kept
        for index in range(kept + 1, count):
            if scores[index] > scores[best]:
                best = index
        if scores[best] < scores[0] - DOUBLE * WITHIN:
            break
        move, score = moves[best], scores[best]
        for index in range(best, kept, -1):
            moves[index], scores[index] = moves[index - 1], scores[index - 1]
        moves[kept], scores[kept] = move, score
        kept += 1
    return kept


def filtered_game(game: Game, searcher: int) -> Game:
    """Return Splendor as the program searches it for one seat: its moves only, and everything on the table taken as known."""
    setup = np.zeros(1, SETUP)
    setup["host"], setup["searcher"] = game.setup["host"], searcher
    return Game(
        "splendor",
        splendor.RECORD,
        turn=splendor.turn,
        legal_moves=splendor.legal_moves,
        play=splendor.play,
        outcome=splendor.outcome,
        margin=splendor.margin,
        hints=Hints(candidates=filtered_moves, cuts=True),
        setup=setup,
        options=game.options,
        max_moves=game.max_moves,
        repeats=True,
    )


# --- the player of that report


FILTERED_ALPHABETA = replace(ALPHABETA_ONLY, hint=True)


@kernel
def pass_filter(position: Record, setup: Record, memo: Record, moves: np.ndarray, scores: np.ndarray) -> int:
    """Write the moves that pass the filter and their scores; return how many. A kernel, so that its machine code is kept."""
    return candidates(position, setup, memo, NO_HORIZON, moves, scores)  # type: ignore[no-any-return]


def passing_moves(position: Position) -> list[int]:
    """Return the moves of a position that pass the filter, the best first."""
    moves, scores = np.empty(position.game.max_moves, np.int32), np.empty(position.game.max_moves, np.int32)
    count = int(pass_filter(position.record, position.setup, position.game.memo_of(position), moves, scores))
    return moves[:count].tolist()  # type: ignore[no-any-return]


def without_proof(report: Report) -> Report:
    """Return a report whose score claims no proof: a win there depends on cards that are yet to come."""
    if report.score is None:
        return report
    return replace(report, score=min(max(report.score, -HEURISTIC_LIMIT), HEURISTIC_LIMIT), proven=False)


class ReportPlayer(BasePlayer):
    """Alpha-beta over the filtered moves, no table, every card that comes taken as known; compiled, and without its crash.

    A pass crashed the original, and an interrupted depth could give it any move: here the last complete depth stands.

    Parameters
    ----------
    eval : the evaluator's name; the original's is `report_coded`
    depth : plies, at most
    """

    def __init__(self, eval: str = "report_coded", depth: int | None = None) -> None:
        self.eval = eval
        self.depth = depth
        self._game: Any = None
        self._engines: dict[int, Engine] = {}
        self._pauses = Pauses()
        self._seed = 0

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Refuse other games; compile the search once for each seat."""
        if game.name != "splendor":
            raise GameError(f"report plays splendor only, not {game.name}")
        if game is not self._game:
            self._game, self._engines = game, {}
        if seat not in self._engines:
            self._engines[seat] = Engine(filtered_game(game, seat), load_evaluator(self.eval, game), FILTERED_ALPHABETA, 1)
            known = self._known(first_turn(game), seat)
            self._engines[seat].warm_up(known)
            passing_moves(known)  # compiled here too, before a limit runs
        self._seed = seed

    def _known(self, position: Any, seat: int) -> Position:
        """Return a position of the filtered game that is the same."""
        return position_with(self._engines[seat].game, position.record)

    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Search within the limit."""
        limit = limit.at_most(depth=self.depth).begun()
        if position.game is not self._game or position.turn not in self._engines:
            self.start(position.game, position.turn, 0)
        if limit.endless:
            raise GameError(f"{self.name} needs a limit: seconds, nodes or depth")
        engine = self._engines[position.turn]
        known = self._known(position, position.turn)
        moves = passing_moves(known)
        if len(moves) == 1:
            return only_move(moves[0], limit.begin)
        random.Random(self._seed + position.ply).shuffle(moves)
        limit = self._pauses.reserved(limit)
        report = last_of(map(without_proof, engine.deepen(known, limit, order=moves)), listen)
        self._pauses.note(limit, report, engine.context["pauses"])
        return report
