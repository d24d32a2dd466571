"""What single calls of a search are asked, whatever game it plays, and whether its searches are what its calls make of their ends.

Runs in the student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from counterply.plugins.dialects.asked_functions import CHANGED, Functions, roles_of_known
from counterply.plugins.dialects.signatures import INFINITY, code_of
from counterply.plugins.dialects.views import AnswerError, NotSeenError
from counterply.plugins.own_boards.choosers import parameters_of
from counterply.plugins.own_boards.first_call import ROLES
from counterply.plugins.own_boards.line_games import Moves
from counterply.plugins.own_boards.objects import set_missing
from counterply.plugins.own_boards.one_call import Answer, OneCall, State, numbers_of, parts_of
from counterply.plugins.own_boards.searches import boards_in, partner_of
from counterply.plugins.own_boards.states import OPEN, SAME_DEPTH, SAME_SIDE, Called, NotReachedError, Window
from counterply.plugins.own_boards.way import SCRIPTS, Way
from counterply.usercode.faults import one_line

WINDOWS: tuple[Window, ...] = (OPEN, (-0.3, 0.3), (0.3, INFINITY), (-INFINITY, -0.3))
MOST_MOVES = 9
KINDS = {"max": max, "min": min}
BOUNDS = "It keeps a value that a cut has made a bound only, and answers it for a wider window: keep what kind of value it is, too."
DEPTHS = "It keeps a value, and answers it for a deeper search: keep the depth, too."

T = TypeVar("T")


class SingleCalls(Functions):
    """A file's search, and a function beside it that chooses a move by it.

    Attributes
    ----------
    words : what parameters are for, by their names
    """

    words: ClassVar[Mapping[str, set[str]]] = ROLES

    def __init__(self, module: Any, name: str, chooser: str = "") -> None:
        set_missing(module)
        self._name, self._chooser = name, chooser
        self._owner = getattr(module, name.rpartition(".")[0]) if "." in name else None
        around = self._owner or module
        own = name.rpartition(".")[2]
        self._call = OneCall(around, [own, *filter(None, [partner_of(own, vars(around))])], module)
        self._roles = roles_of_known(self._call.function, dict(self.words))
        if {"a", "b"} <= {*self._roles}:
            self._roles["b"] = "beta"
        if "board" not in self._roles.values():
            self._roles |= dict.fromkeys(boards_in(self._call.function, self._roles), "board")
        parts = {name: ", ".join([*self._call.signature.parameters][self._owner is not None :])}
        if chooser:
            told = parameters_of(self.function(chooser)) or {}
            parts[chooser] = ", ".join(word for word, role in told.items() if role == "board")
        super().__init__(module, Path(module.__file__).name, parts, "cases; what its evaluator is worth was not looked at")
        self.facts["guessed"] = True
        self._way: Way | None = None
        self._chances, self._cuts, self._narrowed = set[str](), set[str](), set[str]()  # where it might cut, does, and narrows
        self._guessed: tuple[str, ...] = ()

    def function(self, name: str) -> Any:
        """Return the search, or the function that chooses by it."""
        return code_of(attrgetter(name)(self._call.module))

    # --- how values are read

    def settle(self, way: Way, games: Sequence[Moves]) -> str:
        """Learn from some games how values are read, and return the fault of this, or ''."""
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

    def unless_guessed(self, judge: Callable[[], T]) -> T:
        """Return what is asked for; raises `NotSeenError` where what it raises may be due to a guess, or to an answer of ours."""
        try:
            return judge()
        except Exception as error:
            ours = "".join(f"nobody says what {name} is; " for name in self._guessed[:1])
            if (ours and not isinstance(error, AnswerError)) or Answer.__name__ in str(error):
                raise NotSeenError(f"{ours}it raises {one_line(error)}") from None
            raise

    @staticmethod
    def told(judge: Callable[[], str]) -> str:
        """Return a fault, or what is raised."""
        try:
            return judge()
        except Exception as error:  # it is the student's
            return one_line(error)

    # --- single calls

    def more(self, name: str) -> str:
        """Return what its pruning lacks."""
        for kind in sorted(self._chances):
            where = "" if kind == "neg" else f" where {kind} moves"
            if kind not in self._cuts:
                return f"The values are right, but it never cuts{where}: alpha-beta leaves the loop when alpha reaches beta."
            if kind not in self._narrowed:
                return f"The values are right, but it hands its window on as it came{where}: alpha-beta narrows it after each move."
        return ""

    def one(self, way: Way, moves: Moves) -> str:
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
        if fault := self.asked_fault(way, moves, calls):
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

    def asked_fault(self, way: Way, moves: Moves, calls: list[Called]) -> str:
        """Return what is wrong with what it tells itself of the depth and of the side, or ''."""
        if way.step and any(call.depth is not None and call.depth == way.depth_after(moves) for call in calls):
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

    def searched(self, way: Way, moves: Moves, depth: Any) -> str:
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
