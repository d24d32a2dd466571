"""Random games of a compiled game, with a check of each promise in each position."""

from __future__ import annotations

import inspect
import time
from dataclasses import replace
from typing import Any

import numpy as np

from counterply.compiling.diagnosis import place_of
from counterply.core.contract import LONGEST_LINE, MAX_MOVE, takes_memo, takes_setup
from counterply.core.errors import CounterplyError
from counterply.core.evaluator import BoundEvaluator, Evaluator
from counterply.core.game import Game
from counterply.core.position import Position
from counterply.core.values import CHANCE, FIRST, MAX_MARGIN, ONGOING, OUTCOME_NAMES, SECOND
from counterply.verification.drawings import check_drawing
from counterply.verification.findings import PLY_CAP, BrokenError, Finding, TooManyError, difference, error_line, place_text, short
from counterply.verification.functions import GARBAGE, Rules, functions_left_out
from counterply.verification.futures import check_futures
from counterply.verification.hints import Claim, check_claims, claims_of
from counterply.verification.twins import EndlessError

PLAIN_SAMPLE = 12  # positions that evaluators see as plain Python
ENOUGH_POSITIONS, ENOUGH_GAMES = 20, 30  # random ones, to suspect that something is not what was meant
WIDE_GAMES = 20  # random games to see how many moves there can be


class Battery:
    """Plays random games by `rules` and keeps the first breach of each promise."""

    def __init__(self, game: Game, rules: Rules, plain: Rules, random: np.random.Generator) -> None:
        self.game = game
        self.rules = rules
        self.plain = plain
        self.random = random
        self.findings: dict[str, Finding] = {}
        self.visited: list[Position] = []
        self.claims: list[Claim] = []
        self.setup_bytes = game.setup.tobytes()
        self.plain_until = 0.0
        self.turns = np.zeros(3, np.int64)  # positions seen with each seat, and chance, to move
        self.ends: dict[tuple[int, ...], int] = {}  # outcome of each game that was played to its end

    def broke(self, promise: str, position: Position | None, happened: str, certain: bool = True) -> None:
        """Note a breach, unless the promise is known to break."""
        if promise not in self.findings:
            where = "" if position is None else self.where(position)
            self.findings[promise] = Finding(promise, where, happened, certain)

    @property
    def broken(self) -> bool:
        """Whether a promise is certain to be broken."""
        return any(finding.certain for finding in self.findings.values())

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
        """Tell `position`, in place, what it would ask kernels for."""
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
        path: list[tuple[Position, dict[str, Any]]] = []
        seen: set[bytes] = set()
        memo = None
        cap = PLY_CAP if self.game.max_plies is None else self.game.max_plies
        while True:
            facts: dict[str, Any] | None = None
            try:
                facts = self.check_position(position)
                self.turns[facts["turn"]] += facts["outcome"] == ONGOING
                if self.rules.plain:
                    self.know(position, facts)
                path.append((position, facts))
                if not self.game.repeats and position.record.tobytes() in seen:
                    raise BrokenError("no position occurs twice (repeats=False)", "this one did")
                seen.add(position.record.tobytes())
                if facts["outcome"] != ONGOING:
                    self.check_end(position, facts)
                    self.ends[position.history] = facts["outcome"]
                    break
                if position.ply >= cap:
                    if self.game.max_plies is not None:
                        raise BrokenError(f"the game ends within {cap} plies (max_plies)", "it goes on")
                    break
                if time.monotonic() > deadline and position.ply > 0:
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
            raise BrokenError("turn is CHANCE only in a game that gives chance()", "there is none")
        if "legal_moves" in facts:
            check_move_lists(facts)
        if self.rules is not self.plain:
            self.check_engine(position, facts)
        if self.game.symmetries > 1:
            self.check_symmetries(position, facts)
        if self.game.hidden and facts["outcome"] == ONGOING:
            self.check_resampling(position, facts)
        if self.game.has("freeze") and facts["outcome"] == ONGOING:
            self.check_freezing(position, facts)
        return facts

    def check_engine(self, position: Position, facts: dict[str, Any]) -> None:
        """Check that the engine, which compiles all functions together, sees the same position."""
        seen = {"turn": position.turn, "outcome": position.outcome(), "margin": position.margin()}
        if "legal_moves" in facts and position.moves() != facts["legal_moves"][0]:
            raise BrokenError(
                "the engine sees the same moves", f"{short(position.moves())} instead of {short(facts['legal_moves'][0])}"
            )
        for name, value in seen.items():
            if value != facts.get(name, value):
                raise BrokenError(f"the engine sees the same {name}", f"{value} instead of {facts[name]}")

    def check_moves(self, position: Position, facts: dict[str, Any]) -> tuple[int, Any]:
        """Check what can be played here and how it is written; return one move (or chance outcome) at random, and its record."""
        moves = self.chances(position) if facts["turn"] == CHANCE else facts["legal_moves"][0]
        if facts["turn"] != CHANCE and (position.ply < 8 or self.random.random() < 0.2):
            self.check_notation(position, moves)
        move = int(self.random.choice(moves))
        made, again = self.rules.after_move(position.record, move), self.rules.after_move(position.record, move)
        if made.tobytes() == position.record.tobytes():
            raise BrokenError("a move changes the position", f"move {move} leaves it as it was, and whose turn it is too")
        if made.tobytes() != again.tobytes():
            raise BrokenError(
                "play is deterministic", f"move {move} made twice changed {difference(self.game, made.tobytes(), again)}"
            )
        if self.rules is not self.plain and time.monotonic() < self.plain_until:
            twin = self.plain.after_move(position.record, move)
            if twin.tobytes() != made.tobytes():
                raise BrokenError(
                    "play does the same in plain Python",
                    f"move {move} compiled differs in {difference(self.game, twin.tobytes(), made)}",
                )
        return move, made

    def check_memo(self, position: Position, made: Any, move: int, memo: Any) -> Any:
        """Check that `memo`, kept from move to move (None: not yet), follows one more move there and back; return it."""
        rules = self.rules
        if "refresh" not in rules.functions:
            return None
        if memo is None or position.ply % (LONGEST_LINE - 1) == 0:
            memo = rules.new_memo(position.record)
        before = memo.copy()
        for step in ("update", "undo", "update"):
            rules.keep(step, made, memo, move)
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
        listed = outcomes[:count].tolist()
        if sorted(set(listed)) != listed or listed[0] < 0:
            raise BrokenError("chance outcomes are distinct and ascending", f"they are {short(listed)}")
        if not (probabilities[:count] > 0).all() or abs(probabilities[:count].sum() - 1) > 1e-9:
            raise BrokenError("the probabilities are above 0 and sum to 1", f"the sum is {probabilities[:count].sum()}")
        return [int(outcome) for outcome in listed]

    def check_notation(self, position: Position, moves: list[int]) -> None:
        """Check the texts of moves, the diagram, and the cells of a heatmap."""
        try:
            texts = {move: position.move_text(move) for move in moves}
        except Exception as error:
            raise BrokenError("move_text writes every legal move", error_line(error)) from error
        for move, text in texts.items():
            if not isinstance(text, str) or not text or text.split() != [text]:
                raise BrokenError("a move's text holds no blank", f"move {move} is written {text!r}")
        by_text: dict[str, int] = {}
        for move, text in texts.items():
            if text in by_text:
                raise BrokenError("each move has a text of its own", f"moves {by_text[text]} and {move} are both written {text!r}")
            by_text[text] = move
            cell = self.game.cell(position, move) if self.game.board and self.game.cell else None
            if self.game.board and cell is not None:
                (rows, columns), (row, column) = self.game.board, cell
                if not (0 <= row < rows and 0 <= column < columns):
                    raise BrokenError("cell names a cell of the board", f"move {text} is at ({row}, {column})")
        try:
            shown = str(position)
        except Exception as error:
            raise BrokenError("diagram draws every position", error_line(error)) from error
        if not isinstance(shown, str):
            raise BrokenError("diagram returns text", f"it returns {type(shown).__name__}")

    def check_end(self, position: Position, facts: dict[str, Any]) -> None:
        """Check a finished game."""
        margin = facts.get("margin", 0)
        sign = {FIRST: 1, SECOND: -1}.get(facts["outcome"], 0)
        if self.game.objective == "margin" and margin * sign < 0:
            raise BrokenError("the winner has the better margin", f"{OUTCOME_NAMES[facts['outcome']]} wins by {margin * sign}")
        try:
            own = self.game.text.reason
            reason = "the rules" if own is None else own(position)  # as it is: `Game.reason` makes a text of anything
        except Exception as error:
            raise BrokenError("reason says why a game ended", error_line(error)) from error
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
        """Note what breaks no promise, but is probably not what was meant; after enough random games to tell."""
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
        winners = set(self.ends.values())
        if not self.findings and games >= ENOUGH_GAMES and len(winners) == 1 and winners <= {FIRST, SECOND}:
            said = f"the {OUTCOME_NAMES[winners.pop()]} player won all of {games} random games; is outcome the right way round?"
            self.broke("either player can win", None, said, certain=False)

    # --- symmetries, hidden information

    def check_symmetries(self, position: Position, facts: dict[str, Any]) -> None:
        """Check one symmetry, at random: moves, outcome and play are the same in the image."""
        symmetry = int(self.random.integers(1, self.game.symmetries))
        name = f"symmetry {symmetry}"
        image = self.rules.changed_by("transform", position.record, symmetry)
        seen = self.rules.facts(image)
        for fact in ("turn", "outcome", "margin", "decided"):
            if seen.get(fact) != facts.get(fact):
                raise BrokenError(f"a symmetry keeps the {fact}", f"{name} turns {facts.get(fact)} into {seen.get(fact)}")
        if "legal_moves" not in facts:
            return
        images = [int(self._move_image(move, symmetry)) for move in facts["legal_moves"][0]]
        for listed in ("legal_moves", "required"):
            if listed in facts:
                expected = sorted(int(self._move_image(move, symmetry)) for move in facts[listed][0])
                if expected != seen.get(listed, ([], []))[0]:
                    raise BrokenError(
                        "a symmetry maps moves to moves",
                        f"{name} of {listed} gives {short(expected)}, the image has {short(seen.get(listed, ([], []))[0])}",
                    )
        for move, other in zip(facts["legal_moves"][0], images, strict=True):
            turned_then_played = self.rules.after_move(image, other)
            played_then_turned = self.rules.changed_by("transform", self.rules.after_move(position.record, move), symmetry)
            if turned_then_played.tobytes() != played_then_turned.tobytes():
                raise BrokenError(
                    "a symmetry commutes with play",
                    f"{name} and move {move}: {difference(self.game, played_then_turned.tobytes(), turned_then_played)}",
                )

    def _move_image(self, move: int, symmetry: int) -> Any:
        function = self.rules.functions["transform_move"]
        if self.rules.with_setup["transform_move"]:
            return function(move, self.rules.setup, symmetry)
        return function(move, symmetry)

    def check_resampling(self, position: Position, facts: dict[str, Any]) -> None:
        """Check that a redraw depends on nothing hidden, and keeps what its viewer knows."""
        viewer = int(self.random.integers(2))
        seeds = [int(seed) for seed in self.random.integers(1, 1 << 62, 3)]

        def redraw(record: Any, seed: int) -> Any:
            return self.rules.changed_by("resample", record, viewer, np.array([seed], np.uint64))

        one, other = redraw(position.record, seeds[0]), redraw(position.record, seeds[1])
        if redraw(position.record, seeds[0]).tobytes() != one.tobytes():
            raise BrokenError("resample is decided by its random state", "the same state gave two positions")
        if redraw(one, seeds[2]).tobytes() != redraw(other, seeds[2]).tobytes():
            raise BrokenError("resample leaks nothing hidden", f"for seat {viewer}, the result depends on what it must not know")
        seen = self.rules.facts(one)
        for fact in ("turn", "outcome", *(["legal_moves"] if facts["turn"] == viewer else [])):
            if seen.get(fact) != facts.get(fact):
                raise BrokenError(
                    "resample keeps what its viewer knows",
                    f"{fact} becomes {short(seen.get(fact))}, was {short(facts.get(fact))}",
                )

    def check_freezing(self, position: Position, facts: dict[str, Any]) -> None:
        """Check that letting nothing new appear changes nothing that is there."""
        seen = self.rules.facts(self.rules.changed_by("freeze", position.record))
        for fact in ("turn", "outcome", "margin", "legal_moves"):
            if seen.get(fact) != facts.get(fact):
                raise BrokenError(
                    "freeze changes nothing that is there", f"{fact} becomes {short(seen.get(fact))}, was {short(facts.get(fact))}"
                )

    # --- keys

    def check_keys(self) -> None:
        """Check that equal positions have equal keys however they were reached, and that different ones differ."""
        if not self.visited or self.broken:
            return
        derived = self.key_fields()
        by_state: dict[bytes, Position] = {}
        by_key: dict[int, Position] = {}
        for position in [*self.visited, *self.transpositions()]:
            state = position.copy_record()
            for name in derived:
                state[name] = 0
            known = by_state.setdefault(state.tobytes(), position)
            if known.key() != position.key():
                return self.broke(
                    "equal positions have equal keys", position, f"[{place_text(known)}] is the same position, with another key"
                )
            other = by_key.setdefault(position.key(), position)
            if (other.turn, other.outcome(), other.moves()) != (position.turn, position.outcome(), position.moves()):
                return self.broke(
                    "different positions have different keys", position, f"the key of [{place_text(other)}] is the same"
                )
            if self.game.symmetries > 1 and self.random.random() < 0.2:
                image = self.rules.changed_by("transform", position.record, int(self.random.integers(1, self.game.symmetries)))
                again = Position(self.game, image)
                if again.canonical_key() != position.canonical_key():
                    return self.broke(
                        "symmetric positions share a canonical key",
                        position,
                        "the symmetries are no group, or the key is not made of the position",
                    )

    def key_fields(self) -> list[str]:
        """Return the record's fields that only carry an incremental key: changing them changes nothing but the key."""
        found = []
        for name in self.game.record.names or () if self.game.has("key") else ():
            if self.game.record[name] != np.dtype(np.uint64):
                continue
            only_key = True
            for position in self.visited[:: max(1, len(self.visited) // 8)]:
                record = position.copy_record()
                record[name] ^= np.uint64(0x5555_5555_5555_5555)
                try:
                    facts, other = self.plain.facts(position.record), self.plain.facts(record)
                except (BrokenError, ArithmeticError, ValueError):
                    only_key = False
                    break
                only_key &= other.pop("key") != facts.pop("key")
                only_key &= {**other, "future_key": 0} == {**facts, "future_key": 0}  # which may be made of it
            if only_key:
                found.append(name)
        return found

    def transpositions(self, tries: int = 300) -> list[Position]:
        """Return positions of the random games, reached by another order of moves."""
        found = []
        for _ in range(tries):
            position = self.visited[int(self.random.integers(len(self.visited)))]
            if position.ply < 3:
                continue
            order, place = list(position.history), int(self.random.integers(position.ply - 2))
            order[place], order[place + 2] = order[place + 2], order[place]
            other = self.game.start()
            for move in order:
                if move not in other.moves():
                    break
                other = other.after(move)
            else:
                found.append(other)
        return found

    # --- hints

    def check_hints(self, deadline: float) -> None:
        """Compare the hints that may carry proofs with plain search, and positions that share a `future_key` with each other."""
        if self.broken or self.game.chance:
            return
        try:
            check_claims(self.game, self.rules, self.claims, deadline)
            if self.game.has("future_key"):
                check_futures(self.game, self.rules, [*self.visited, *self.transpositions()], self.random, deadline)
        except BrokenError as broken:
            self.broke(broken.promise, broken.position, broken.happened)

    # --- diagrams and evaluators

    def check_reading(self) -> None:
        """Check that a diagram can be read back, and that nonsense is refused."""
        if self.broken or self.game.text.read is None:
            return
        try:
            self.game.position("no diagram at all")
        except CounterplyError:
            pass
        except Exception as error:
            self.broke("read refuses nonsense with a GameError", None, error_line(error))
        else:
            self.broke("read refuses nonsense with a GameError", None, "'no diagram at all' was read as a position")
        for position in self.visited[:: max(1, len(self.visited) // 100)]:
            text = str(position)
            try:
                again = self.game.position(text)
                same = (again.turn, again.outcome(), again.moves()) == (position.turn, position.outcome(), position.moves())
            except Exception as error:
                return self.broke("read reads what diagram draws", position, error_line(error))
            if not same:
                return self.broke(
                    "read reads what diagram draws",
                    position,
                    f"another position: {difference(self.game, position.record.tobytes(), again.record)}",
                )

    def sample(self, size: int) -> list[Position]:
        """Return some of the positions that were visited and are not over."""
        return [position for position in self.visited[:: max(1, len(self.visited) // size)] if position.outcome() == ONGOING]

    def check_evaluators_in_plain(self) -> None:
        """Run every evaluator as plain Python, where a read or write outside of an array is an error."""
        for evaluator in self.game.evaluators:
            code = self.rules.twins.of(evaluator.code)
            parameters = list(inspect.signature(code).parameters)
            for position in self.sample(PLAIN_SAMPLE):
                takes = [position.record, *([self.rules.setup] if takes_setup(code) else [])]
                takes += [self.rules.new_memo(position.record)] if takes_memo(code) else []
                out, weights = np.zeros(len(evaluator.weights)), np.array(evaluator.weights, float)
                more = [out] if evaluator.features is not None else [weights] if len(parameters) == len(takes) + 2 else []
                if len(parameters) != len(takes) + 1 + len(more):
                    given, wanted = (
                        ", ".join(parameters),
                        "position, player, out" if more and evaluator.features else "position, player",
                    )
                    said = f"{place_of(code)}: it takes ({wanted}), and setup and memo after position, not ({given})"
                    return self.broke(f"evaluator {evaluator.name} takes a position and a player", None, said)
                try:
                    self.rules.watch(True)
                    answers = [code(*takes, player, *more) for player in (0, 1)]
                except EndlessError as error:
                    return self.broke(f"evaluator {evaluator.name} comes to an end", position, error_line(error))
                except Exception as error:
                    does = "answers a number" if evaluator.features is None else f"writes each of its {len(out)} features"
                    return self.broke(f"evaluator {evaluator.name} {does}", position, error_line(error))
                finally:
                    self.rules.watch(False)
                for answer in answers if evaluator.features is None else ():
                    if not isinstance(answer, (int, float, np.number, np.bool_)) or answer != answer:
                        said = f"{place_of(code)}: it returns {'nothing (None)' if answer is None else short(answer)}, not a number"
                        return self.broke(f"evaluator {evaluator.name} answers a number", position, said)

    def check_evaluators(self) -> None:
        """Check every evaluator of the game on positions that are not over."""
        sample = self.sample(150)
        for evaluator in self.game.evaluators:
            if not self.broken:
                self.check_evaluator(evaluator, sample)

    def check_evaluator(self, evaluator: Evaluator, sample: list[Position]) -> None:
        """Check one evaluator: numbers, antisymmetry if declared, features all written, nothing changed."""
        name = f"evaluator {evaluator.name}"
        bound = BoundEvaluator(evaluator, self.game)
        if bound.note:
            self.broke(f"{name} can be compiled, or is declared plain=True", None, bound.note)
        part = "function" if evaluator.features is None else "features"
        spoken: dict[str, Any] = {part: self.rules.twins.of(evaluator.code)}
        plain = BoundEvaluator(replace(evaluator, plain=True, **spoken), self.game)
        for position in sample:
            before = position.record.tobytes()
            wrong = self.features_left_out(plain.evaluator, position) if evaluator.features is not None else ""
            if wrong:
                return self.broke(f"{name} writes each of its {len(evaluator.weights)} features", position, wrong)
            twins = [plain._grid_value(position.record, player, plain._memo_of(position.record)) for player in (0, 1)]
            try:  # in plain Python first: compiled, the same fault could write anywhere in memory
                for twin in twins:
                    plain.check(twin)
                values = [bound.grid_value(position.record, player) for player in (0, 1)]
            except CounterplyError as error:
                return self.broke(f"{name} answers a number", position, str(error))
            if [bound.grid_value(position.record, player) for player in (0, 1)] != values:
                return self.broke(f"{name} is deterministic", position, "asked twice, it gives two answers")
            if position.record.tobytes() != before:
                changed = difference(self.game, before, position.record)
                return self.broke(f"{name} does not change the position", position, f"changed {changed}")
            if evaluator.antisymmetric and values[0] != -values[1]:
                first, second = (value / evaluator.grid for value in values)
                return self.broke(
                    f"{name} is antisymmetric, as declared", position, f"{first:g} for the first player, {second:g} for the second"
                )
            if any(abs(twin - value) > 1 for twin, value in zip(twins, values, strict=True)):
                return self.broke(
                    f"{name} says the same in plain Python", position, f"{twins} there, {values} compiled, in steps of the grid"
                )

    def features_left_out(self, evaluator: Evaluator, position: Position) -> str:
        """Return which features an evaluator does not write, or ''."""
        takes = [position.record]
        if takes_setup(evaluator.code):
            takes.append(self.rules.setup)
        if takes_memo(evaluator.code):
            takes.append(self.rules.new_memo(position.record))
        written = []
        for garbage in GARBAGE:
            out = np.full(len(evaluator.weights), float(garbage))
            try:
                evaluator.code(*takes, 0, out)
            except Exception as error:
                return error_line(error)
            written.append(out)
        names = [name for name, one, other in zip(evaluator.feature_names, *written, strict=True) if one != other]
        return f"{', '.join(names)} depends on what the array held before" if names else ""


def check_move_lists(facts: dict[str, Any]) -> None:
    """Check the moves of an ongoing position, and the hints about them; raises `BrokenError`."""
    legal = facts["legal_moves"][0]
    if not legal:
        raise BrokenError("there is no move only when the game is over", "legal_moves wrote none, and outcome is ONGOING")
    if sorted(set(legal)) != legal:
        raise BrokenError("legal moves are distinct and ascending", f"they are {short(legal)}")
    if legal[0] < 0 or legal[-1] > MAX_MOVE:
        raise BrokenError(f"a move is 0 to {MAX_MOVE:,}", f"they are {short(legal)}")
    for name in ("required", "candidates", "noisy_moves", "sharp_moves", "threats"):
        if name not in facts:
            continue
        listed = facts[name][0]
        stray = [move for move in listed if move not in set(legal)]
        if stray:
            raise BrokenError(f"{name} names legal moves only", f"{short(stray)} is not legal")
        if len(set(listed)) != len(listed):
            raise BrokenError(f"{name} names each move once", f"it names {short(listed)}")
    if "required" in facts and sorted(facts["required"][0]) != facts["required"][0]:
        raise BrokenError("required moves are ascending", f"they are {short(facts['required'][0])}")
    if "candidates" in facts and not facts["candidates"][0]:
        raise BrokenError("candidates leaves at least one move", "it names none")
