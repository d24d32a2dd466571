"""Hints that may carry proofs, compared with plain search where the game is nearly over."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from counterply.core.aliases import Depth, Move, Record, Score, Seat
from counterply.core.game import Game
from counterply.core.position import Position
from counterply.core.values import DRAW, FIRST, ONGOING, OUTCOME_NAMES, PLY, SEAT_NAMES, SECOND
from counterply.verification.findings import BrokenError
from counterply.verification.functions import CheckedRules

SEARCH_NODES = 20_000  # of one search
DEEPEST = 200  # plies of one search
GIVE_UP = 3  # searches in a row that took too long: those farther from the end will too
WINS = (FIRST, SECOND)  # by seat


@dataclass(frozen=True)
class Claim:
    """A position of a random game, not over, with the game's hints on it.

    Attributes
    ----------
    plies : from here to the end of the random game
    outcome, margin : how that game ended; `outcome` is ONGOING where it was broken off
    """

    plies: int
    position: Position
    facts: dict[str, Any]
    outcome: int
    margin: int


def claims_of(path: list[tuple[Position, dict[str, Any]]]) -> list[Claim]:
    """Return the positions of a random game about which a hint says something; those of its last position are its end.

    Raises
    ------
    BrokenError
        if the game ended above a `best_margin`; its position is the third argument
    """
    end, last = path[-1]
    result, margin = last["outcome"], last.get("margin", 0)
    claims = []
    for place, (position, facts) in enumerate(path):
        if facts["outcome"] != ONGOING:
            continue
        if result != ONGOING and position.game.by_margin:
            _check_best_margin(facts, position, margin, margin, end)
        if facts.get("decided", ONGOING) % PLY != ONGOING or left_out(facts) or "best_margin" in facts:
            claims.append(Claim(len(path) - 1 - place, position, facts, result, margin))
    return claims


def left_out(facts: dict[str, Any]) -> list[int]:
    """Return the legal moves that `required` does not name."""
    return sorted({*facts["legal_moves"][0]} - {*facts["required"][0]}) if "required" in facts else []


def check_claims(game: Game, rules: CheckedRules, claims: list[Claim], deadline: float) -> None:
    """Compare `claims` with plain search, those nearest to the end of a game first, until `deadline`.

    Raises
    ------
    BrokenError
        with the promise, the event, and the position
    """
    bounds = check_best_margins if game.by_margin else check_hopeless
    by_hints = {("decided", "required"): check_outcomes, ("best_margin",): bounds}
    checks = [check for hints, check in by_hints.items() if any(map(game.has, hints))]
    for number, check in enumerate(checks):
        now = time.monotonic()
        check(rules, claims, now + (deadline - now) / (len(checks) - number))


def _in_order(claims: list[Claim], deadline: float) -> Iterator[Claim]:
    """Yield each position once, the nearest to the end first, until `deadline`."""
    tried = set()
    for claim in sorted(claims, key=lambda claim: claim.plies):
        if time.monotonic() > deadline:
            return
        state = claim.position.record.tobytes()
        if state not in tried:
            tried.add(state)
            yield claim


def check_outcomes(rules: CheckedRules, claims: list[Claim], deadline: float) -> None:
    """Check `decided` and `required`; raises `BrokenError`."""
    for claim in _in_order(claims, deadline):
        position, facts = claim.position, claim.facts
        search = PlainSearch(rules)
        decided = facts.get("decided", ONGOING) % PLY
        if decided != ONGOING:
            truth = search.outcome(position.record)
            if truth is not None and truth != decided:
                happened = f"{OUTCOME_NAMES[decided]}, but search finds {OUTCOME_NAMES[truth]}"
                raise BrokenError("decided is what best play leads to", happened, position)
        lost = WINS[1 - facts["turn"]]
        for move in left_out(facts):
            truth = search.outcome(rules.after_move(position.record, move))
            if truth is not None and truth != lost:
                happened = f"{position.move_text(move)} is left out, but search finds {OUTCOME_NAMES[truth]}"
                raise BrokenError("required leaves out only moves that lose", happened, position)
        if facts.get("required", (0,))[0] and search.outcome(position.record) == lost:
            _check_resistance(rules, claim)


def _check_resistance(rules: CheckedRules, claim: Claim) -> None:
    """Raise `BrokenError` if a move of a lost position that `required` leaves out resists longer than all that it names."""
    position, facts = claim.position, claim.facts
    search, winner, named = PlainSearch(rules), 1 - facts["turn"], facts["required"][0]

    def resists(move: Move) -> int | None:
        """Return how many plies the game goes on at most after a move; None where it takes too long to find out."""
        child = rules.after_move(position.record, move)
        return 0 if rules.outcome(child) != ONGOING else search.forced_win(child, winner)

    lasting = [resists(move) for move in named]
    longest = None if None in lasting else max(plies for plies in lasting if plies is not None)
    for move in left_out(facts):
        plies = None if longest is None else resists(move)
        if plies is not None and longest is not None and plies > longest:
            happened = (
                f"{position.move_text(move)} is left out and resists {plies} plies, no move that it names more than {longest}"
            )
            raise BrokenError("required keeps the longest resistance", happened, position)


def check_hopeless(rules: CheckedRules, claims: list[Claim], deadline: float) -> None:
    """Look for wins that a player can force although `best_margin` says that it cannot win; raises `BrokenError`."""
    said = [claim for claim in claims if min(claim.facts["best_margin"]) <= 0]
    suspect = [c for c in said if c.outcome in WINS and c.facts["best_margin"][WINS.index(c.outcome)] <= 0]  # it won at random
    half = (time.monotonic() + deadline) / 2
    for claim in chain(_in_order(suspect, half), _in_order(said, deadline)):
        for player, bound in enumerate(claim.facts["best_margin"]):
            plies = PlainSearch(rules).forced_win(claim.position.record, player) if bound <= 0 else None
            if plies is not None:
                happened = f"it is {bound} for the {SEAT_NAMES[player]} player, who can force a win in {plies} plies"
                raise BrokenError("where best_margin is no win, none can be forced", happened, claim.position)


def check_best_margins(rules: CheckedRules, claims: list[Claim], deadline: float) -> None:
    """Compare `best_margin` with every end that can be reached; raises `BrokenError`."""
    failures = 0
    for claim in _in_order(claims, deadline):
        ends = PlainSearch(rules).margins(claim.position.record)
        failures = 0 if ends is not None else failures + 1
        if failures == GIVE_UP:
            return
        if ends is not None:
            _check_best_margin(claim.facts, claim.position, *ends)


def _check_best_margin(facts: dict[str, Any], position: Position, low: Score, high: Score, end: Position | None = None) -> None:
    """Raise `BrokenError` if a margin between `low` and `high`, the ends that were found, is better than `best_margin` says."""
    for player, reached in enumerate((high, -low)):
        if "best_margin" in facts and reached > facts["best_margin"][player]:
            how = "can be reached" if end is None else f"moves {' '.join(end.origin.line_text(end.history))} end so"
            raise BrokenError(
                "no player ends above its best_margin",
                f"{facts['best_margin'][player]} for the {SEAT_NAMES[player]} player, but {reached} {how}",
                position,
            )


class PlainSearch:
    """Plain search with no other help than a memory of positions; None where it takes too long."""

    def __init__(self, rules: CheckedRules) -> None:
        self.rules = rules
        self.nodes = SEARCH_NODES  # that are left
        self._outcomes: dict[bytes, int] = {}
        self._margins: dict[bytes, tuple[int, int]] = {}
        self._cut = False  # whether the last search for a forced win was cut short by its depth or by its nodes

    def _children(self, record: Record) -> Iterator[Record]:
        for move in self.rules.legal_moves(record):
            self.nodes -= 1
            yield self.rules.after_move(record, move)

    def outcome(self, record: Record, depth: Depth = 0) -> int | None:
        """Return the outcome under best play."""
        state = record.tobytes()
        if state in self._outcomes:
            return self._outcomes[state]
        result = self.rules.outcome(record)
        if result == ONGOING:
            best = (FIRST, DRAW, SECOND) if self.rules.turn(record) == 0 else (SECOND, DRAW, FIRST)
            result = best[2]
            for child in self._children(record):
                value = self.outcome(child, depth + 1) if self.nodes > 0 and depth < DEEPEST else None
                if value is None:
                    return None
                if best.index(value) < best.index(result):
                    result = value
                if result == best[0]:
                    break
        self._outcomes[state] = result
        return result

    def margins(self, record: Record, depth: Depth = 0) -> tuple[int, int] | None:
        """Return the least and the greatest margin, first player's minus second's, that any play ends with."""
        state = record.tobytes()
        if state in self._margins:
            return self._margins[state]
        if self.rules.outcome(record) != ONGOING:
            margin = self.rules.margin(record)
            found = margin, margin
        else:
            ends = []
            for child in self._children(record):
                end = self.margins(child, depth + 1) if self.nodes > 0 and depth < DEEPEST else None
                if end is None:
                    return None
                ends.append(end)
            found = min(low for low, _ in ends), max(high for _, high in ends)
        self._margins[state] = found
        return found

    def forced_win(self, record: Record, player: Seat) -> int | None:
        """Return in how many plies `player` can force a win; also right where positions repeat. None: it cannot as far as seen."""
        for plies in range(1, DEEPEST):
            self._cut = False
            if self._wins(record, player, plies, {}):
                return plies
            if self.nodes <= 0 or not self._cut:
                break
        return None

    def _wins(self, record: Record, player: Seat, plies: int, known: dict[tuple[bytes, int], bool]) -> bool:
        """Tell whether `player` can force a win within `plies`; False where it takes too long. Changes `known`."""
        result = self.rules.outcome(record)
        if result != ONGOING or plies == 0 or self.nodes <= 0:
            self._cut |= result == ONGOING
            return result == WINS[player]
        state = record.tobytes(), plies
        if state not in known:
            some = any if self.rules.turn(record) == player else all
            known[state] = some(self._wins(child, player, plies - 1, known) for child in self._children(record))
        return known[state]
