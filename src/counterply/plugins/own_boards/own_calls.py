"""Connect four and tic-tac-toe on any board: a search is judged by what it asks of itself, one call at a time.

Each call is given positions of games that are known, and the values that come back to it are chosen here: so its best value, its
move, its window and its cuts are right or wrong whatever its board looks like and whatever its evaluator says. What finished games
are worth, and the searches of a few plies, are its own. Runs in the student's process.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import islice
from operator import attrgetter
from pathlib import Path
from statistics import correlation
from typing import Any, TypeVar

from counterply.plugins.dialects.asked_functions import CHANGED, Cases, Functions, roles_of_known
from counterply.plugins.dialects.signatures import INFINITY, code_of
from counterply.plugins.dialects.views import AnswerError, NotSeenError
from counterply.plugins.own_boards.choosers import chosen_fault, parameters_of
from counterply.plugins.own_boards.first_call import BOARD, OTHERS, ROLES, SET_LATER, Given, beginnings, marks_of
from counterply.plugins.own_boards.line_games import Moves, line_games
from counterply.plugins.own_boards.one_call import Answer, OneCall, State, numbers_of, parts_of
from counterply.plugins.own_boards.searches import HEAPS, partner_of
from counterply.plugins.own_boards.states import OPEN, SAME_DEPTH, SAME_SIDE, Called, NotReachedError, Window
from counterply.plugins.own_boards.way import SCRIPTS, Way
from counterply.usercode.faults import one_line

FOUR = re.compile("connect|four|drop|column", re.I)  # words of the game in which pieces drop
PLIES = {"connect_four": (4, 7, 12, 17), "tic_tac_toe": (2, 3, 4, 3)}  # of the games after which one call is looked at
MOST_SECONDS = 30  # to learn which board it searches
USUAL_DEPTH = 4  # to play with, where no call in the file says one
NODES = 16  # of these
SEARCHED = {2: 6, 3: 2}  # positions that are searched, by depth
TO_THE_END = 4  # plies of a small game that is searched to its end
WINDOWS: tuple[Window, ...] = (OPEN, (-0.3, 0.3), (0.3, INFINITY), (-INFINITY, -0.3))
MOST_MOVES = 9
SURE = 0.3  # how much the values of boards must go against what is nearly won
KINDS = {"max": max, "min": min}
UNKNOWN_BOARD = (
    "which board it searches cannot be learnt: a class or a function of its file that makes an empty one, without arguments, "
    "would show it"
)
SIGN = (
    "At its last depth, {} to move, what max is about to win is worth less to it than what min is: a value is always that to one "
    "side."
)
BOUNDS = "It keeps a value that a cut has made a bound only, and answers it for a wider window: keep what kind of value it is, too."
DEPTHS = "It keeps a value, and answers it for a deeper search: keep the depth, too."
NOT_LINES = "it plays with heaps, as Nim does, and only connect four and tic-tac-toe are asked about"
UNKNOWN_MARKS = "which pieces are whose cannot be learnt"
OTHER_SIDE = "it is told that one side maximises, and wins of the other one are worth more to it; nobody says which is meant"
PLAYS_ON = (
    "it goes on after a line, as where the most lines on a full board win, and only games that end with the first are asked about"
)


T = TypeVar("T")


class OnLines(Functions):
    """A file's search."""

    def __init__(self, module: Any, name: str, chooser: str = "") -> None:
        self._name, self._chooser = name, chooser
        self._owner = getattr(module, name.rpartition(".")[0]) if "." in name else None
        around = self._owner or module
        own = name.rpartition(".")[2]
        self._call = OneCall(around, [own, *filter(None, [partner_of(own, vars(around))])], module)
        self._roles = roles_of_known(self._call.function, ROLES)
        if "board" not in self._roles.values():
            other = [word for word in self._call.signature.parameters if word not in self._roles and BOARD.search(word)]
            self._roles |= dict.fromkeys(other[:1], "board")
        parts = {name: ", ".join([*self._call.signature.parameters][self._owner is not None :])}
        if chooser:
            told = parameters_of(self.function(chooser)) or {}
            parts[chooser] = ", ".join(word for word, role in told.items() if role == "board")
        super().__init__(module, Path(module.__file__).name, parts, "cases; what its evaluator is worth was not looked at")
        self.facts["guessed"] = True
        self._way: Way | None = None
        self._chances, self._cuts, self._narrowed = set[str](), set[str](), set[str]()  # where it might cut, does, and narrows
        self._largest, self._worths = cache(self._largest_of), cache(self._worths_of)
        self._guessed: tuple[str, ...] = ()

    def function(self, name: str) -> Any:
        """Return the search, or the function that chooses by it."""
        return code_of(attrgetter(name)(self._call.module))

    def more(self, name: str) -> str:
        """Return what its pruning lacks."""
        for kind in sorted(self._chances):
            where = "" if kind == "neg" else f" where {kind} moves"
            if kind not in self._cuts:
                return f"The values are right, but it never cuts{where}: alpha-beta leaves the loop when alpha reaches beta."
            if kind not in self._narrowed:
                return f"The values are right, but it hands its window on as it came{where}: alpha-beta narrows it after each move."
        return ""

    # --- what is learnt

    def learn(self) -> Way:
        """Learn what its positions look like; raises `NotSeenError`."""
        told, started = UNKNOWN_BOARD, time.monotonic()
        text = Path(self._module.__file__).read_text(encoding="utf-8", errors="replace")
        four = bool(FOUR.search(text))
        for game in sorted(line_games(), key=lambda game: game.drops != four):
            waiting, tried = marks_of(self._call), list[tuple[Any, Any]]()
            while waiting:
                marks = waiting.pop(0)
                tried.append(marks)
                for begin in beginnings(self._call, self._roles, game, self._owner, marks):
                    if time.monotonic() - started > MOST_SECONDS:
                        raise NotSeenError(told)
                    try:
                        way = Way(self._call, begin, game, self._roles)
                        if not way.learn():
                            continue
                    except AnswerError:
                        raise
                    except NotSeenError as error:
                        told = str(error)
                        continue
                    except Exception as error:  # it is the student's, or this is not what it is given
                        told = told if told != UNKNOWN_BOARD else f"{UNKNOWN_BOARD}; it raises {one_line(error)}"
                        continue
                    one, other = way.marks
                    if {one, other} == {*marks}:
                        self._guessed = begin.guessed
                        self._way = self._other(way)
                        return self._way
                    told = UNKNOWN_MARKS
                    waiting = [pair for pair in ((one, other), (other, one)) if pair not in tried] + waiting
                    break
        raise NotSeenError(NOT_LINES if HEAPS.search(text) and not four else told)

    def _other(self, way: Way) -> Way:
        """Return a way to begin, or the same with the other side maximising, where its board says whose turn it is."""
        names = [name for name, role in self._roles.items() if role == "top"]
        begin = way.after(())
        if not names or not isinstance(begin.given[names[0]], bool | int):
            return way
        both = [way.other(**dict.fromkeys(names, top)) for top in (True, False)]
        for each, top in zip(both, (True, False), strict=True):
            each.top = top
            self._settle(each)
        if both[0].marks == both[1].marks:
            games = way.game.ended[:6]
            asked = [[partial(self._finished, each, *game, 0.0) for game in games] for each in both]
            faults = [sum(bool(self._told(partial(self._if_reached, judge))) for judge in judges) for judges in asked]
            chosen = both[faults[1] < faults[0]]
            if any(mark in way.marks and chosen.top is not (mark == way.marks[0]) for mark in self._own_marks(begin)):
                raise NotSeenError(OTHER_SIDE)
            return chosen
        return both[0]

    def _own_marks(self, begin: State) -> list[Any]:
        """Return the marks that the search's object holds, as far as they may be its own."""
        held = getattr(next(iter(begin.given.values())), "__dict__", {}) if self._owner else {}
        return [value for name, value in held.items() if SET_LATER.search(name) and not OTHERS.search(name)]

    def _settle(self, way: Way) -> str:
        """Learn how values are read, and return the fault of this, or ''."""
        games = [next(way.game.unfinished(plies)) for plies in PLIES[way.game.name][:2]]
        games = [games[0], games[0][:-1], games[1], games[1][:-1]]
        found = [{way.probe(moves) for moves in games if len(moves) % 2 == odd} for odd in (0, 1)]
        known = [next(iter(kinds - {""}), "") for kinds in found]
        wanted = {True: ("max", "min"), False: ("min", "max")}.get(way.top) if way.top is not None else None
        if not any(known):
            answer, calls, _ = way.calls(games[0], lambda number: SCRIPTS[0][number])
            if len(calls) > 1 and any(0 < abs(number) < 1 for number in numbers_of(answer).values()):
                raise NotSeenError("it changes the values that come back to it, so that one call does not tell which is right")
        if wanted:
            way.kinds = wanted
            return ""
        way.kinds = (known[0], known[1])
        pairs = {("max", "min"), ("min", "max"), ("neg", "neg")}
        if way.kinds in pairs:
            return ""
        named = {
            ("max", "max"): "Both sides take the largest value: one has to take the smallest",
            ("min", "min"): "Both sides take the smallest value: one has to take the largest",
        }
        if way.kinds in named:
            return f"{named[way.kinds]}, or values are negated from call to call."
        way.kinds = next(
            (pair for pair in sorted(pairs) if any(a == b for a, b in zip(pair, way.kinds, strict=True))), ("max", "min")
        )
        return ""

    # --- how it plays

    def game_name(self) -> str:
        """Return the game that it plays."""
        return (self._way or self.learn()).game.name

    def play(self, moves: Moves) -> int:
        """Return the move that its search answers after others, or the one of which it says the most."""
        way = self._way or self.learn()
        if not way.kinds[0]:
            self._settle(way)
        depth = self._depth(way)
        answer = self._call.really(way.given(moves, depth=depth))
        place = way.place if len(numbers_of(answer)) > 1 else None
        move = None if way.place == "" else way.told(moves, answer, place)
        return self._best(way, moves, depth) if move is None else move

    def _best(self, way: Way, moves: Moves, depth: Any) -> int:
        """Return the move after which its search says the most."""
        worths: dict[int, float] = {}
        for move in way.game.places(way.game.cells(moves)):
            try:
                state = way.given((*moves, move), depth=None if depth is None else depth + way.step)
            except NotReachedError:  # it looks at a move that wins before it asks itself
                return move
            number = way.number(self._call.really(state))
            worths[move] = (0.0 if number is None else number) * way.sign(len(moves) + 1)
        return max(worths, key=lambda move: worths[move] * (1 - 2 * (len(moves) % 2)))

    def _depth(self, way: Way) -> Any:
        """Return the depth that its file's own calls give, or a usual one; None where it is told none, or counts up."""
        if not way.step:
            return None
        told = Given(self._call).values({}).get(way.depth_name)
        return told if isinstance(told, int) else None if way.step > 0 else way.leaf - way.step * USUAL_DEPTH

    # --- how it is judged

    def cases(self, name: str, function: Callable[..., Any]) -> Cases:
        """Yield cases: how it takes what comes back, finished games, single calls, searches."""
        try:
            way = self._way or self.learn()
        except AnswerError as error:
            fault = f"{error}."
            yield "an empty board", lambda: fault
            return
        yield "an empty board", partial(self._settle, way)
        if name == self._chooser:
            yield from self._choices(way)
            return
        for shown, judge in self._unless_guessed(lambda: [*self._ended(way), *self._single(way), *self._searches(way)]):
            yield shown, partial(self._unless_guessed, judge)

    def _choices(self, way: Way) -> Cases:
        """Yield the choices of the side that takes the largest value."""
        if not way.kinds[0]:
            self._settle(way)
        chooser, odd = self.function(self._chooser), way.kinds[0] == "min"
        roles = parameters_of(chooser) or {}
        for plies in PLIES[way.game.name]:
            moves = next(way.game.unfinished(plies + (plies % 2 != odd)))
            yield self._drawn(way, moves), partial(chosen_fault, way, chooser, roles, moves, "neg" in way.kinds)

    def _unless_guessed(self, judge: Callable[[], T]) -> T:
        """Return what is asked for; raises `NotSeenError` where what it raises may be due to a guess, or to an answer of ours."""
        try:
            return judge()
        except Exception as error:
            ours = "".join(f"nobody says what {name} is; " for name in self._guessed[:1])
            if (ours and not isinstance(error, AnswerError)) or Answer.__name__ in str(error):
                raise NotSeenError(f"{ours}it raises {one_line(error)}") from None
            raise

    @staticmethod
    def _told(judge: Callable[[], str]) -> str:
        try:
            return judge()
        except Exception as error:  # it is the student's
            return one_line(error)

    def _drawn(self, way: Way, moves: Moves) -> str:
        """Return a board in lines."""
        cells, game = way.game.cells(moves), way.game
        marks = [".", *map(str, way.marks)]
        rows = [" ".join(marks[cell] for cell in cells[row : row + game.columns]) for row in range(0, game.size, game.columns)]
        return "\n".join(reversed(rows) if game.drops else rows)

    def _ended(self, way: Way) -> Iterator[tuple[str, Callable[[], str]]]:
        """Yield finished games."""
        if not way.kinds[0]:
            self._told(lambda: self._settle(way))
        largest = self._largest(way)
        for moves, what in way.game.ended:
            yield self._drawn(way, moves), partial(self._if_reached, partial(self._finished, way, moves, what, largest))
        if way.leaf is not None:
            for odd, mover in enumerate(("first", "second")):
                yield f"three in a line, the {mover} side to move", partial(self._viewed, way, odd)

    def _largest_of(self, way: Way) -> float:
        """Return the largest value that it says of games that go on."""
        still = islice(way.game.unfinished(PLIES[way.game.name][1]), NODES)
        return max((abs(self._leaf(way, moves)) for moves in still), default=0.0) if way.leaf is not None else 0.0

    def _leaf(self, way: Way, moves: Moves) -> float:
        """Return what it says at its last depth, for the side that began."""
        number = way.number(way.calls(moves, depth=way.leaf)[0])
        return 0.0 if number is None else number * way.sign(len(moves))

    def _worths_of(self, way: Way, moves: Moves) -> tuple[float | None, ...]:
        """Return what a finished game is worth to the side that began, before its last depth and there; None: it goes on."""
        found: list[float | None] = []
        for depth in (None, way.leaf) if way.leaf is not None else (None,):
            try:
                answer, calls, _ = way.calls(moves, depth=depth)
                ply = len(moves)
            except NotReachedError:  # it looks at a move that wins before it asks itself
                answer, calls, _ = way.calls(moves[:-1], depth=None if depth is None else way.leaf - way.step)
                calls, ply = [], len(moves) - 1
            number = way.number(answer)
            found.append(None if calls or number is None else number * way.sign(ply))
        return tuple(found)

    @staticmethod
    def _if_reached(judge: Callable[[], str]) -> str:
        """Return a fault, or '' where it sees a win on the way that was not taken."""
        with suppress(NotReachedError):
            return judge()
        return ""

    def _finished(self, way: Way, moves: Moves, what: str, largest: float) -> str:
        """Ask about a finished game, and return the fault of its value, or ''."""
        side = 1 if len(moves) % 2 else -1
        drawn = what == "a full board"
        worths = self._worths(way, moves)
        if drawn:
            wins = [worth for each, _ in way.game.ended[:2] if (worth := self._worths(way, each)[0]) is not None]
            good = worths[0] is not None and (len(wins) < 2 or min(wins) < worths[0] < max(wins))
            good = good and (way.leaf is None or abs(worths[0] or 0.0) <= largest)
            said = "nothing, since it goes on" if worths[0] is None else f"{worths[0]:g}"
            return "" if good else f"A draw is worth {said} to it, and boards that are not finished {largest:g} at most."
        mark = way.marks[side < 0]
        if worths[0] is None or not side * worths[0] > largest:
            if worths[0] is None and all(self._worths(way, each)[0] is None for each, _ in islice(way.game.ended, 40)):
                raise NotSeenError(PLAYS_ON)
            said = "it goes on" if worths[0] is None else f"it says {worths[0] * way.sign(0):g}"
            most = f"{largest:g} of boards that are not finished, at most"
            return f"It does not see that {mark!r} has won, with {what}: {said}, and {most}."
        if len(worths) > 1 and (worths[1] is None or not side * worths[1] > min(side * worths[0], largest) / 2):
            said = f"{worths[0]:g}, and at its last depth {worths[1] or 0:g}"
            return f"Where {mark!r} has won it says {said}: ask whether the game is over before you ask for the depth."
        return ""

    def _viewed(self, way: Way, odd: int) -> str:
        """Ask at the last depth about games that are nearly won, one side to move, and return the fault of its view, or ''."""
        games = [moves[:-back] for moves, _ in way.game.ended[:-1] for back in (1, 2) if (len(moves) - back) % 2 == odd]
        games = [moves for moves in games if way.reaches(moves)]
        more = [way.game.promise(moves) for moves in games]
        worths = [self._leaf(way, moves) for moves in games]
        if len({*more}) < 2 or len({*worths}) < 2 or not correlation(more, worths) < -SURE:
            return ""
        top = way.kinds[odd] == "max" or "neg" in way.kinds
        return SIGN.format("max" if top else "min")

    def _single(self, way: Way) -> Iterator[tuple[str, Callable[[], str]]]:
        """Yield single calls."""
        for number in range(NODES):
            plies = PLIES[way.game.name][number % 4]
            moves = next(islice(way.game.unfinished(plies), number // 4, None))
            yield f"{self._drawn(way, moves)}\none call", partial(self._one, way, moves)

    def _one(self, way: Way, moves: Moves) -> str:
        """Ask for single calls about one position, and return their fault, or ''."""
        return self._values_fault(way, moves) or self._move_fault(way, moves) or self._kept_fault(way, moves)

    def _kept_fault(self, way: Way, moves: Moves) -> str:
        """Return what is wrong with what it keeps from a call for the next one about the same position, or ''."""
        kind = way.kinds[len(moves) % 2]
        sign = -1 if kind == "min" else 1
        values = [sign * value for value in SCRIPTS[0][: len(way.game.places(way.game.cells(moves)))]]
        narrow = WINDOWS[2] if kind == "min" else WINDOWS[3]
        for window, plies, told in ((narrow, 0, BOUNDS), (OPEN, 1, DEPTHS)):
            if (plies and way.leaf is None) or not (plies or way.window):
                continue
            first = way.given(moves, window, way.leaf - way.step if plies else None)
            once = way.calls(moves, lambda number: values[number] * (-1 if kind == "neg" else 1), first)[1]
            names = [name for role in ("alpha", "beta", "depth") for name in way.named(role)]
            wide = way.given(moves).given
            again = State({**first.given, **{name: wide[name] for name in names}}, first.kept, first.asked)
            answer, calls, _ = way.calls(moves, lambda number: 0.0, again)
            if once and not calls and (plies or way.number(answer) != sign * max(map(abs, values))):
                return told
        return ""

    def _move_fault(self, way: Way, moves: Moves) -> str:
        """Return what is wrong with the move that it answers, or ''."""
        kind = way.kinds[len(moves) % 2]
        good = 0.75 if kind == "max" else -0.75
        script = [0.5 if kind == "max" else -0.5] * MOST_MOVES

        def parts(best: int) -> tuple[dict[Any, str], list[Called]]:
            answer, calls, _ = way.calls(moves, lambda number: good if number == best else script[number])
            return {place: repr(part) for place, part in parts_of(answer).items() if place != way.place}, calls

        several = len(way.game.places(way.game.cells(moves)))
        asked = [(best, *parts(best)) for best in (*range(several), *range(several))]
        told = [(given, calls[best].move) for best, given, calls in asked]
        fixed = len({tuple(call.move for call in calls) for _, _, calls in asked}) == 1  # it does not shuffle its moves
        for place in told[0][0]:
            pairs = {(given.get(place), move) for given, move in told}
            if len(pairs) == len({text for text, _ in pairs}) == len({move for _, move in pairs}) > 1:
                break
        else:
            again = {str(parts(0)[0]) for _ in range(8)}
            return "It answers a move at random, and not that of its value." if fixed and len(again) > 1 else ""
        answered, calls = parts(MOST_MOVES)
        meant = {move for text, move in pairs if text == answered[place]}
        late = [number for number, call in enumerate(calls) if call.move in meant]
        if not way.window or not late or not late[0]:
            return ""
        window, move = calls[late[0]].window, calls[late[0]].move or 0
        narrow = {"max": window[0] == 0.5, "min": window[1] == -0.5, "neg": window[1] == -0.5}[kind]
        back = -script[0] if kind == "neg" else script[0]
        _, below, _ = way.calls(
            (*moves, move), lambda number: back, window=window, depth=way.depth + way.step if way.step else None
        )
        cuts = narrow and len(below) < len(way.game.places(way.game.cells((*moves, move))))
        return "It takes the last of equal values, and after a cut a value is only a bound." if cuts else ""

    def _values_fault(self, way: Way, moves: Moves) -> str:
        """Return what is wrong with its values and windows, or ''."""
        for window in WINDOWS if way.window else WINDOWS[:1]:
            for script in SCRIPTS:
                if fault := self._call_fault(way, moves, window, script):
                    return fault
        return ""

    def _call_fault(self, way: Way, moves: Moves, window: Window, script: Sequence[float]) -> str:
        kind, negated = way.kinds[len(moves) % 2], "neg" in way.kinds
        sign = -1 if negated else 1
        answer, calls, changed = way.calls(moves, lambda number: sign * script[number], window=window)
        values = script[: len(calls)]
        best = min if kind == "min" else max
        low, high = window
        legal = way.game.places(way.game.cells(moves))
        if changed:
            return f"{CHANGED}."
        if fault := self._asked_fault(way, moves, calls):
            return fault
        reached = [min(values[: n + 1]) <= low if kind == "min" else max(values[: n + 1]) >= high for n in range(len(calls))]
        if len(calls) < len(legal) and not any(reached):
            if len(calls) == 1:
                return "It returns after its first move: its return stands inside the loop."
            return f"It looks at {len(calls)} of {len(legal)} moves, though none of them reaches its window: it cuts wrongly."
        if way.window and (any(reached[:-1]) or len(calls) < len(legal)):
            self._chances.add(kind)
            self._cuts |= {kind} if len(calls) < len(legal) else set()
        self._narrowed |= {kind} if any(call.window not in (window, (-high, -low)) for call in calls) else set()
        number = way.number(answer)
        right = best(values)
        if number is None:
            return "It returns no value."
        ok = number == right or (right >= high and number >= high) or (right <= low and number <= low)
        if not ok:
            return self._value_fault(way, moves, kind, values, right, number)
        return self._window_fault(kind, negated, window, calls, values) if way.window else ""

    def _asked_fault(self, way: Way, moves: Moves, calls: list[Called]) -> str:
        """Return what is wrong with the positions that it asks itself about, or ''."""
        legal = way.game.places(way.game.cells(moves))
        mark = way.marks[len(moves) % 2]
        for call in calls:
            if call.move is None:
                before = way.held(moves)
                new = [cell for cell, held in call.cells.items() if before.get(cell) != held]
                if len(new) > 1:
                    return "A move is still on the board when the next one is looked at: take it out again first."
                return "It makes a move that is none, such as one in a full column."
            if call.cells[legal[call.move]] != mark:
                return f"{SAME_SIDE}."
            if way.step and call.depth is not None and call.depth == way.depth:
                return f"{SAME_DEPTH}."
        if way.top is not None and any(bool(call.top) == (way.top ^ (len(moves) % 2)) for call in calls):
            return f"{SAME_SIDE}."
        return ""

    def _value_fault(self, way: Way, moves: Moves, kind: str, values: Sequence[float], right: float, number: float) -> str:
        other = max(values) if kind == "min" else min(values)
        told = f"Of {', '.join(f'{value:g}' for value in values)} that come back it returns {number:g}; the {kind} is {right:g}."
        if number == other:
            turned = way.probe(moves[:-1]) if moves else ""
            if {turned, kind} == {"max", "min"}:
                return f"Both sides take the {'smallest' if kind == 'max' else 'largest'} value. {told}"
            return f"Max and min are exchanged. {told}"
        if number == 0:
            return f"Its best value begins with 0: begin with minus infinity for max, with infinity for min. {told}"
        if number == values[-1]:
            return f"It returns the last value, and not the best. {told}"
        return told

    def _window_fault(self, kind: str, negated: bool, window: Window, calls: list[Called], values: Sequence[float]) -> str:
        low, high = window
        for number, call in enumerate(calls):
            if kind == "min":
                high = min([window[1], *values[:number]])
            else:
                low = max([window[0], *values[:number]])
            right = (-high, -low) if negated else (low, high)
            given = (float(call.window[0]), float(call.window[1]))
            if given[0] > right[0] or given[1] < right[1]:
                if given == right[::-1]:
                    return "It hands alpha and beta on exchanged."
                shown = " to ".join(f"{each:g}" for each in given)
                return f"It cuts wrongly: the window that it hands on is {shown}, and needed is {right[0]:g} to {right[1]:g}."
        return ""

    def _searches(self, way: Way) -> Iterator[tuple[str, Callable[[], str]]]:
        """Yield searches of a few plies, or of small games to the end."""
        if way.leaf is None and not way.game.drops:
            for moves in islice(way.game.unfinished(way.game.size - TO_THE_END), SEARCHED[2]):
                yield self._drawn(way, moves), partial(self._searched, way, moves, way.depth_after(moves) if way.step else None)
        for plies, several in SEARCHED.items() if way.leaf is not None else ():
            for moves in islice(way.game.unfinished(PLIES[way.game.name][0]), several):
                yield f"{self._drawn(way, moves)}\ndepth {plies}", partial(self._searched, way, moves, way.leaf - way.step * plies)

    def _searched(self, way: Way, moves: Moves, depth: Any) -> str:
        """Ask for a search, and return the fault of its value, or ''."""
        right = self._worth(way, moves, depth)
        number = way.number(self._call.really(way.given(moves, depth=depth)))
        if right is None or number == right:
            return ""
        said = "nothing" if number is None else f"{number:g}"
        return (
            f"Each of its calls is right by itself, but this search returns {said}, and {right:g} is its value: what it keeps from "
            "other positions, such as a table of values that are only bounds, is taken for more than it is."
        )

    def _worth(self, way: Way, moves: Moves, depth: Any) -> float | None:
        """Return the value of a search by its own values of leaves; None where it answers before it asks itself on the way."""
        try:
            answer, calls, _ = way.calls(moves, depth=depth)
        except NotReachedError:
            return None
        if not calls:
            return way.number(answer)
        deeper = None if depth is None else depth + way.step
        found = [self._worth(way, (*moves, move), deeper) for move in way.game.places(way.game.cells(moves))]
        below = [value for value in found if value is not None]
        if len(below) < len(found):
            return None
        kind = way.kinds[len(moves) % 2]
        return max(-value for value in below) if kind == "neg" else KINDS[kind](below)
