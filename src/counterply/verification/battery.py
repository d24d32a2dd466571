"""Random games of a compiled game, with a check of each promise in each position."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from counterply.core.aliases import Move, Record
from counterply.core.contract import LONGEST_LINE, MAX_MOVE
from counterply.core.game import Game
from counterply.core.position import Position
from counterply.core.users_text import BY_THE_RULES
from counterply.core.values import CHANCE, FIRST, MAX_MARGIN, ONGOING, OUTCOME_NAMES, SECOND
from counterply.verification.drawings import check_drawing, leaks_in_diagram
from counterply.verification.findings import (
    PLY_CAP,
    BrokenError,
    Finding,
    TooManyError,
    changed_fields,
    check_winners_margin,
    error_line,
    is_long,
    place_text,
    place_told,
    promised,
    short,
)
from counterply.verification.functions import GARBAGE, HINTED_LISTS, CheckedRules, functions_left_out
from counterply.verification.future_keys import check_futures
from counterply.verification.hints import Claim, check_claims, claims_of
from counterply.verification.keys import transpositions
from counterply.verification.notation import check_notation
from counterply.verification.repeated_positions import Past
from counterply.verification.symmetries import check_freezing, check_resampling, check_symmetries

SEEN_DIAGRAMS = 20  # positions, in games with something hidden
ENOUGH_POSITIONS, ENOUGH_GAMES = 20, 30  # random ones, before a game is suspected of unintended behaviour
WRITTEN_PLIES, WRITTEN = 8, 0.2  # of a game, and share of later positions, whose notation is checked
WIDE_GAMES = 20  # random games to see how many moves there can be


class Battery:
    """Plays random games by `rules` and keeps the first breach of each promise."""

    def __init__(self, game: Game, rules: CheckedRules, plain: CheckedRules, random: np.random.Generator) -> None:
        self.game = game
        self.rules = rules
        self.plain = plain
        self.random = random
        self.findings: dict[str, Finding] = {}
        self.here: Position | None = None  # the position that is being checked
        self.visited: list[Position] = []
        self.claims: list[Claim] = []
        self.setup_bytes = game.setup.tobytes()
        self.plain_until = 0.0
        self.begun = False  # whether a player has moved in the game that is played
        self.turns = np.zeros(3, np.int64)  # positions seen with each seat, and chance, to move
        self.redrawn = 0  # positions that `resample` has changed
        self.ends: dict[tuple[int, ...], int] = {}  # outcome of each game that was played to its end

    def broke(self, promise: str, position: Position | None, happened: str, certain: bool = True) -> None:
        """Note a breach, unless the promise is known to break."""
        if promise not in self.findings:
            where = "" if position is None else self.where(position)
            self.findings[promise] = Finding(promise, where, place_told(self.game, promise, happened), certain)

    @property
    def broken(self) -> bool:
        """Whether a promise is certain to be broken."""
        return any(finding.certain for finding in self.findings.values())

    def lost(self, name: str) -> list[Finding]:
        """Return what was found until a call of a function was made from which nothing comes back, and that."""
        numbers = () if self.here is None else self.here.history  # no text: the rules would be asked for it
        promise, said = f"{name} comes to an end", "compiled, it goes on and on here"
        where = "move numbers " + " ".join(map(str, numbers)) if numbers else "start"
        return [*self.findings.values(), Finding(promise, where, place_told(self.game, promise, said))]

    def where(self, position: Position) -> str:
        """Return a position as the command takes it; while nothing has shown that kernels are safe, by plain rules."""
        if not self.rules.plain or not position.history:
            return place_text(position)
        words, before = [], position.origin
        try:
            for move in position.history:
                self.know(before, self.rules.facts(before.record))
                words.append(before.move_text(move))
                before = Position(self.game, self.rules.after_move(before.record, move), before.origin, (*before.history, move))
        except Exception:
            return "move numbers " + " ".join(map(str, position.history))
        return "moves " + " ".join(words)

    def know(self, position: Position, facts: dict[str, Any]) -> None:
        """Fill in, in place, the answers that `position` would ask kernels for."""
        moves = facts["legal_moves"][0] if "legal_moves" in facts else []
        position._moves = np.array(moves, np.int32)
        position._facts = np.array([facts["turn"], facts["outcome"], len(moves), facts.get("margin", 0)], np.int64)

    def walks(self, games: int, deadline: float) -> None:
        """Play random games until something breaks, and no longer than until `deadline`; half of that beside plain rules."""
        self.plain_until = (time.monotonic() + deadline) / 2
        for _ in range(games):
            if self.broken or time.monotonic() > deadline:
                return
            self.walk(deadline)

    def walk(self, deadline: float) -> None:
        """Play one random game, checking each position."""
        try:
            position = self.rules.start()
        except Exception as error:
            return self.broke("start makes the start position", None, error_line(error))
        path = []
        seen = set()
        past = Past(self.rules)
        memo = None
        self.begun = False
        while True:
            facts: dict[str, Any] | None = None
            self.here = position
            try:
                facts = self.check_position(position)
                self.begun |= facts["turn"] != CHANCE
                self.turns[facts["turn"]] += facts["outcome"] == ONGOING
                if self.rules.plain:
                    self.know(position, facts)
                path.append((position, facts))
                if not self.game.repeats and position.record.tobytes() in seen:
                    raise BrokenError("no position occurs twice (repeats=False)", "this one did; give repeats=True if it may")
                seen.add(position.record.tobytes())
                if past.meets(position, facts):
                    break
                if facts["outcome"] != ONGOING:
                    self.check_end(position, facts)
                    self.ends[position.history] = facts["outcome"]
                    break
                if is_long(position) or (time.monotonic() > deadline and position.ply > 0):
                    break
                move, made = self.check_moves(position, facts)
                memo = self.check_memo(position, made, move, memo)
            except TooManyError as broken:
                most = max(broken.count, self.widest(position))
                return self.broke(broken.promise, position, f"{broken.happened}; give max_moves={most} or more")
            except BrokenError as broken:
                return self.broke(broken.promise, position, broken.happened)
            position = Position(self.game, made, position.origin, (*position.history, move))
        self.visited += [position for position, _ in path]
        try:
            self.claims += claims_of(path)
        except BrokenError as broken:
            self.broke(broken.promise, broken.position, broken.happened)

    def widest(self, position: Position) -> int:
        """Return the most moves that random games from `position` on have, in a second and in spite of `max_moves`."""
        most, until = 0, time.monotonic() + 1
        for _ in range(WIDE_GAMES):
            record = position.record
            for _ in range(PLY_CAP):
                try:
                    moves = self.plain.legal_moves(record, most=MAX_MOVE + 1) if self.plain.outcome(record) == ONGOING else []
                    most = max(most, len(moves))
                    if not moves or time.monotonic() > until:
                        break
                    record = self.plain.after_move(record, int(self.random.choice(moves)))
                except BrokenError:
                    break
        return most

    def check_position(self, position: Position) -> dict[str, Any]:
        """Return the facts of a position after checking them; raises `BrokenError`."""
        facts = self.rules.facts(position.record)
        for name, answer in self.rules.facts(position.record, GARBAGE[1]).items():
            if answer != facts[name]:
                raise BrokenError(f"{name} is deterministic", f"asked twice, it says {short(facts[name])} and {short(answer)}")
        if self.rules is not self.plain and time.monotonic() < self.plain_until:
            for name, answer in self.plain.facts(position.record).items():
                if answer != facts[name]:
                    raise BrokenError(
                        f"{name} says the same in plain Python", f"{short(answer)} there, {short(facts[name])} compiled"
                    )
        if self.game.setup.tobytes() != self.setup_bytes:
            raise BrokenError("the setup does not change", "a function wrote into it")
        if abs(facts.get("margin", 0)) > MAX_MARGIN:
            raise BrokenError(f"the margin is at most {MAX_MARGIN:,}", f"it is {facts['margin']:,}")
        if facts["turn"] == CHANCE and not self.game.chance:
            raise BrokenError(
                "turn is CHANCE only in a game that gives chance()",
                "it is 2 (CHANCE), and there is none; a player's turn is 0 or 1",
            )
        if "legal_moves" in facts:
            check_move_lists(facts)
        if self.rules is not self.plain:
            self.check_engine(position, facts)
        if self.game.symmetries > 1:
            check_symmetries(self, position, facts)
        if self.game.hidden and facts["outcome"] == ONGOING:
            check_resampling(self, position, facts)
        if self.game.asks("resample", "frozen") and facts["outcome"] == ONGOING:
            check_freezing(self, position)
        return facts

    def check_engine(self, position: Position, facts: dict[str, Any]) -> None:
        """Check that the engine, which compiles all functions together, sees the same position."""
        position = Position(self.game, position.record)  # what was played before is not the rules' affair
        seen = {"turn": position.turn, "outcome": position.outcome(), "margin": position.margin()}
        if "legal_moves" in facts and position.moves() != facts["legal_moves"][0]:
            raise BrokenError(
                "the engine sees the same moves", f"{short(position.moves())} instead of {short(facts['legal_moves'][0])}"
            )
        for name, value in seen.items():
            if value != facts.get(name, value):
                raise BrokenError(f"the engine sees the same {name}", f"{value} instead of {facts[name]}")

    def check_moves(self, position: Position, facts: dict[str, Any]) -> tuple[int, Record]:
        """Check the legal moves here and their notation; return one move (or chance outcome) at random, and its record."""
        moves = self.chances(position) if facts["turn"] == CHANCE else facts["legal_moves"][0]
        if facts["turn"] != CHANCE and (position.ply < WRITTEN_PLIES or self.random.random() < WRITTEN):
            check_notation(self.game, position, moves)
        move = int(self.random.choice(moves))
        made, again = self.rules.after_move(position.record, move), self.rules.after_move(position.record, move)
        if made.tobytes() == position.record.tobytes():
            raise BrokenError("a move changes the position", f"move {move} leaves it as it was, and whose turn it is too")
        if made.tobytes() != again.tobytes():
            raise BrokenError(
                "play is deterministic", f"move {move} made twice changed {changed_fields(self.game, made.tobytes(), again)}"
            )
        if self.rules is not self.plain and time.monotonic() < self.plain_until:
            replayed = self.plain.after_move(position.record, move)
            if replayed.tobytes() != made.tobytes():
                raise BrokenError(
                    "play does the same in plain Python",
                    f"move {move} compiled differs in {changed_fields(self.game, replayed.tobytes(), made)}",
                )
        return move, made

    def check_memo(self, position: Position, made: Record, move: Move, memo: Record | None) -> Record | None:
        """Check that `memo`, kept from move to move (None: not yet), follows one more move there and back; return it."""
        rules = self.rules
        if "refresh" not in rules.functions:
            return None
        if memo is None or position.ply % (LONGEST_LINE - 1) == 0:
            memo = rules.new_memo(position.record)
        before = memo.copy()
        for step in ("update", "undo", "update"):
            rules.quietly(step, made, memo, move)
            wrong = rules.differing(memo, before) if step == "undo" else rules.differing(memo, rules.new_memo(made))
            if wrong and step == "undo":
                raise BrokenError("undo takes back what update did", f"move {move} and back leaves another {wrong}")
            if wrong:
                raise BrokenError("update leaves the memo that refresh makes", f"move {move} leaves another {wrong}")
        return memo

    def chances(self, position: Position) -> list[int]:
        """Return the outcomes of a chance turn after checking them."""
        size = MAX_MOVE + 1
        outcomes, probabilities = np.full(size, GARBAGE[0], np.int32), np.full(size, np.nan)
        count = int(self.rules.quietly("chance", position.record, outcomes, probabilities))
        if not 0 < count <= size:
            raise BrokenError("chance returns how many outcomes there are", f"it returns {count}")
        if count > self.game.max_moves:
            raise TooManyError("chance", count, self.game.max_moves)
        if self.begun and count > self.game.most_outcomes:
            raise BrokenError("chance has as many outcomes as Chance(outcomes=...) says, or fewer", f"there are {count}")
        listed = outcomes[:count].tolist()
        if sorted(set(listed)) != listed or listed[0] < 0:
            raise BrokenError("chance outcomes are distinct and ascending", f"they are {short(listed)}")
        if not (probabilities[:count] > 0).all() or abs(probabilities[:count].sum() - 1) > 1e-9:
            raise BrokenError("the probabilities are above 0 and sum to 1", f"the sum is {probabilities[:count].sum()}")
        return [int(outcome) for outcome in listed]

    def check_end(self, position: Position, facts: dict[str, Any]) -> None:
        """Check a finished game."""
        if self.game.by_margin:
            check_winners_margin(facts["outcome"], facts["margin"])
        own = self.game.text.reason
        with promised("reason says why a game ended"):
            reason = BY_THE_RULES if own is None else own(position)  # as it is: `Game.reason` makes a text of anything
        if not isinstance(reason, str):
            raise BrokenError("reason says why a game ended", f"it returns {reason!r}")

    def check_drawings(self, deadline: float) -> None:
        """Draw the positions of the games that were played, as many as there is time for."""
        for position in self.visited:
            try:
                check_drawing(position)
            except BrokenError as broken:
                return self.broke(broken.promise, position, broken.happened)
            if time.monotonic() > deadline:
                return

    def suspect(self) -> None:
        """Record findings that break no promise but are probably unintended; after enough random games to tell."""
        total, games = int(self.turns.sum()), len(self.ends)
        outcome = self.game.start().outcome()
        if outcome != ONGOING:
            self.broke("a game begins with a move", None, f"at the start it is over ({OUTCOME_NAMES[outcome]})", certain=False)
        for name in functions_left_out(self.game):
            self.broke(f"Game is given {name}", None, f"the file defines it, and Game has no {name}={name}", certain=False)
        for seat in (0, 1):
            if self.turns[seat] == 0 and total >= ENOUGH_POSITIONS:
                said = f"in {total} positions seat {seat} never did; does play pass the turn on?"
                self.broke("both players move", None, said, certain=False)
        if self.game.hidden and not self.redrawn and total >= ENOUGH_POSITIONS:
            self.broke("resample redraws what is hidden", None, f"it has changed nothing in {total} positions", certain=False)
        if self.game.hidden and not self.broken:
            self.suspect_diagram()
        winners = set(self.ends.values())
        if not self.findings and games >= ENOUGH_GAMES and len(winners) == 1 and winners <= {FIRST, SECOND}:
            said = f"the {OUTCOME_NAMES[winners.pop()]} player won all of {games} random games; is outcome the right way round?"
            self.broke("either player can win", None, said, certain=False)

    def suspect_diagram(self) -> None:
        """Record it if a diagram shows what is hidden from the side to move, to whom `play` prints it."""
        for position in self.sample(SEEN_DIAGRAMS):
            if place := leaks_in_diagram(position):
                said = f"{place}: it tells the side to move what resample redraws for it; one of the two is wrong"
                return self.broke("a diagram shows nothing hidden", position, said, certain=False)

    def sample(self, size: int) -> list[Position]:
        """Return some of the positions that were visited and are not over."""
        return [position for position in self.some(size) if position.outcome() == ONGOING]

    def some(self, size: int) -> list[Position]:
        """Return the first and `size` more of the positions that were visited: by lot, since every nth may be chance's turn."""
        later = np.random.default_rng(size).permutation(np.arange(1, len(self.visited)))[:size]
        return self.visited[:1] + [self.visited[index] for index in np.sort(later)]

    def check_hints(self, deadline: float) -> None:
        """Compare the hints that may carry proofs with plain search, and positions that share a future with each other."""
        if self.broken or self.game.chance:
            return
        try:
            check_claims(self.game, self.rules, self.claims, deadline)
            if self.game.asks("key", "future"):
                check_futures(self.game, self.rules, [*self.visited, *transpositions(self)], self.random, deadline)
        except BrokenError as broken:
            self.broke(broken.promise, broken.position, broken.happened)


def check_move_lists(facts: dict[str, Any]) -> None:
    """Check the moves of an ongoing position, and the hints about them; raises `BrokenError`."""
    legal = facts["legal_moves"][0]
    if not legal:
        raise BrokenError("there is no move only when the game is over", "legal_moves wrote none, and outcome is ONGOING")
    if sorted(set(legal)) != legal:
        raise BrokenError("legal moves are distinct and ascending", f"they are {short(legal)}")
    if legal[0] < 0 or legal[-1] > MAX_MOVE:
        raise BrokenError(f"a move is 0 to {MAX_MOVE:,}", f"they are {short(legal)}")
    for name in facts:
        if name.split()[0] not in HINTED_LISTS:  # a hint that asks for the depth says at which one
            continue
        listed = facts[name][0]
        stray = [move for move in listed if move not in set(legal)]
        if stray:
            raise BrokenError(f"{name} names legal moves only", f"{short(stray)} is not legal")
        if len(set(listed)) != len(listed):
            raise BrokenError(f"{name} names each move once", f"it names {short(listed)}")
        if name.startswith("candidates") and not listed:
            raise BrokenError(f"{name} leaves at least one move", "it names none")
    if "required" in facts and sorted(facts["required"][0]) != facts["required"][0]:
        raise BrokenError("required moves are ascending", f"they are {short(facts['required'][0])}")
