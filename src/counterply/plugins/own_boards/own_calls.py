"""Connect four and tic-tac-toe on any board: a search is judged by what it asks of itself, one call at a time.

Each call is given positions of games that are known, and the values that come back to it are chosen here: so its best value, its
move, its window and its cuts are right or wrong whatever its board looks like and whatever its evaluator says. What finished games
are worth, and the searches of a few plies, are its own. Runs in the student's process.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from itertools import islice
from pathlib import Path
from statistics import correlation
from typing import Any

from counterply.plugins.dialects.asked_functions import CHANGED, Cases
from counterply.plugins.dialects.views import AnswerError, NotSeenError
from counterply.plugins.own_boards.choosers import chosen_fault, is_for_other_side, parameters_of
from counterply.plugins.own_boards.first_call import OTHERS, SET_LATER, Given, beginnings, marks_of
from counterply.plugins.own_boards.line_games import Moves, games_of, line_games
from counterply.plugins.own_boards.one_call import State, numbers_of
from counterply.plugins.own_boards.single_calls import SingleCalls
from counterply.plugins.own_boards.states import SAME_SIDE, Called, NotReachedError
from counterply.plugins.own_boards.way import Way
from counterply.usercode.faults import one_line

FOUR = re.compile("connect|four|drop|column", re.I)  # words of the game in which pieces drop
PLIES = {True: (4, 7, 12, 17), False: (2, 3, 4, 3)}  # of the games after which one call is looked at, if pieces drop, or not
MOST_SECONDS = 30  # of the processor's time, to learn which board it searches
USUAL_DEPTH = 4  # to play with, where no call in the file says one
NODES = 16  # of these
LOOKED_AT = 8  # lines that tell whether a game ends with one
SEARCHED = {2: 6, 3: 2}  # positions that are searched, by depth
TO_THE_END = 4  # plies of a small game that is searched to its end
SURE = 0.3  # how much the values of boards must go against what is nearly won
UNKNOWN_BOARD = (
    "which board it searches cannot be learnt: a class or a function of its file that makes an empty one, without arguments, "
    "would show it"
)
SIGN = (
    "At its last depth, {} to move, what max is about to win is worth less to it than what min is: a value is always that to one "
    "side."
)
UNKNOWN_MARKS = "which pieces are whose cannot be learnt"
OTHER_SIDE = "it is told that one side maximises, and wins of the other one are worth more to it; nobody says which is meant"
PLAYS_ON = (
    "it goes on after a line, as where the most lines on a full board win, and only games that end with the first are asked about"
)


class OnLines(SingleCalls):
    """A search in a game of lines."""

    def __init__(self, module: Any, name: str, chooser: str = "") -> None:
        super().__init__(module, name, chooser)
        self._largest, self._worths = cache(self._largest_of), cache(self._worths_of)

    # --- what is learnt

    def learn(self) -> Way:
        """Learn what its positions look like; raises `NotSeenError`."""
        told, started = UNKNOWN_BOARD, time.process_time()
        text = Path(self._module.__file__).read_text(encoding="utf-8", errors="replace")
        four = bool(FOUR.search(text))
        for game in sorted([*games_of(vars(self._module)), *line_games()], key=lambda game: game.drops != four):
            waiting, tried = marks_of(self._call), list[tuple[Any, Any]]()
            while waiting:
                marks = waiting.pop(0)
                tried.append(marks)
                for begin in beginnings(self._call, self._roles, game, self._owner, marks):
                    if time.process_time() - started > MOST_SECONDS:
                        raise NotSeenError(told)
                    try:
                        way = Way(self._call, begin, game, self._roles)
                        if not way.learn():
                            continue
                    except AnswerError as error:
                        lists = any(isinstance(held, list) for held in begin.given.values())
                        if str(error) == CHANGED and "numpy" in text and lists:
                            told = f"{UNKNOWN_BOARD}; copies of a list of lists are no copies"
                            continue
                        raise
                    except NotSeenError as error:
                        told = str(error)
                        continue
                    except Exception as error:  # it is the student's, or this is not what it is given
                        told = told if told != UNKNOWN_BOARD else f"{UNKNOWN_BOARD}; it raises {one_line(error)}"
                        continue
                    one, other = way.marks
                    if {one, other} == {*marks} or isinstance(one, tuple):
                        lines = islice(way.game.ended, LOOKED_AT * bool(begin.guessed))
                        if not all(self._sees(way, each) for each, _ in lines):
                            told = PLAYS_ON
                            continue
                        self._guessed = begin.guessed
                        self._way = self._other(way)
                        return self._way
                    told = UNKNOWN_MARKS
                    waiting = [pair for pair in ((one, other), (other, one)) if pair not in tried] + waiting
                    break
        raise NotSeenError(told)

    def _sees(self, way: Way, moves: Moves) -> bool:
        """Tell whether it ends a game with a line."""
        with suppress(NotReachedError):
            return self._worths_of(way, moves)[0] is not None
        return True

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
            faults = [sum(bool(self.told(partial(self._if_reached, judge))) for judge in judges) for judges in asked]
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
        games = [next(way.game.unfinished(plies)) for plies in PLIES[way.game.drops][:2]]
        return self.settle(way, [games[0], games[0][:-1], games[1], games[1][:-1]])

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
        for shown, judge in self.unless_guessed(lambda: [*self._ended(way), *self._single(way), *self._searches(way)]):
            yield shown, partial(self.unless_guessed, judge)

    def _choices(self, way: Way) -> Cases:
        """Yield the choices of the side whose mark it puts."""
        if not way.kinds[0]:
            self._settle(way)
        chooser, odd = self.function(self._chooser), way.kinds[0] == "min"
        roles = parameters_of(chooser) or {}
        games = [next(way.game.unfinished(plies + (plies % 2 != odd))) for plies in PLIES[way.game.drops]]
        other = is_for_other_side(way, chooser, roles, games[0])
        sign = -1 if other or "neg" in way.kinds else 1
        for moves in [next(way.game.unfinished(len(each) + 1)) for each in games] if other else games:
            yield self._drawn(way, moves), partial(chosen_fault, way, chooser, roles, moves, sign)

    def _drawn(self, way: Way, moves: Moves) -> str:
        """Return a board in lines."""
        cells, game = way.game.cells(moves), way.game
        marks = [".", *map(str, way.names)]
        rows = [" ".join(marks[cell] for cell in cells[row : row + game.columns]) for row in range(0, game.size, game.columns)]
        return "\n".join(reversed(rows) if game.drops else rows)

    def _ended(self, way: Way) -> Iterator[tuple[str, Callable[[], str]]]:
        """Yield finished games."""
        if not way.kinds[0]:
            self.told(lambda: self._settle(way))
        largest = self._largest(way)
        for moves, what in way.game.ended:
            yield self._drawn(way, moves), partial(self._if_reached, partial(self._finished, way, moves, what, largest))
        if way.leaf is not None:
            for odd, mover in enumerate(("first", "second")):
                yield f"three in a line, the {mover} side to move", partial(self._viewed, way, odd)

    def _largest_of(self, way: Way) -> float:
        """Return the largest value that it says of games that go on."""
        still = islice(way.game.unfinished(PLIES[way.game.drops][1]), NODES)
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
        mark = way.names[side < 0]
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
            plies = PLIES[way.game.drops][number % 4]
            moves = next(islice(way.game.unfinished(plies), number // 4, None))
            yield f"{self._drawn(way, moves)}\none call", partial(self.one, way, moves)

    def asked_fault(self, way: Way, moves: Moves, calls: list[Called]) -> str:
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
        return super().asked_fault(way, moves, calls)

    def _searches(self, way: Way) -> Iterator[tuple[str, Callable[[], str]]]:
        """Yield searches of a few plies, or of small games to the end."""
        if way.leaf is None and not way.game.drops:
            for moves in islice(way.game.unfinished(way.game.size - TO_THE_END), SEARCHED[2]):
                yield self._drawn(way, moves), partial(self.searched, way, moves, way.depth_after(moves) if way.step else None)
        for plies, several in SEARCHED.items() if way.leaf is not None else ():
            for moves in islice(way.game.unfinished(PLIES[way.game.drops][0]), several):
                yield f"{self._drawn(way, moves)}\ndepth {plies}", partial(self.searched, way, moves, way.leaf - way.step * plies)
