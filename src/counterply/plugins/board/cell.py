"""The board in a notebook's cell: it plays where it is shown, in Jupyter, VS Code and Colab, without a server of its own."""

from __future__ import annotations

import re
import time
from math import inf
from pathlib import Path
from random import Random
from typing import Any

from counterply.arena.match import Clock
from counterply.core.aliases import Seat
from counterply.core.drawing import Drawing, draw, touches
from counterply.core.errors import CounterplyError
from counterply.core.limits import Limit
from counterply.core.machine import extra
from counterply.core.position import AnyPosition, roll_chance
from counterply.core.svg import STYLE_FILE
from counterply.core.values import CHANCE
from counterply.hosts.terminal import undo
from counterply.players.named import NamedPlayer
from counterply.plugins.board.drawings import drawing_json
from counterply.plugins.board.requests import VERDICTS
from counterply.plugins.board.rules import moves_json, players_json, seat_json
from counterply.plugins.board.search import SearchProcess, report_json
from counterply.search.request import SearchRequest

anywidget: Any = extra("anywidget", "notebook", "the board in a cell")
traitlets: Any = extra("traitlets", "notebook", "the board in a cell")

STATIC = Path(__file__).with_name("static")
STYLES = (STYLE_FILE, STATIC / "marks.css", Path(__file__).with_name("cell.css"))
IMPORT = re.compile(r'^import .* from "/(.+)";\n', re.MULTILINE)
LINES_SECONDS = 1.0  # for the engine's lines, where a move's limit is a clock


def module(name: str, taken: set[str]) -> str:
    """Return a module of the page behind those that it imports, as one: a cell has no server to ask for them. Adds to `taken`."""
    taken.add(name)
    text = (STATIC / name).read_text(encoding="utf-8")
    before = [module(each, taken) for each in IMPORT.findall(text) if each not in taken]
    return "\n".join([*before, IMPORT.sub("", text)])


class BoardWidget(anywidget.AnyWidget):  # type: ignore[misc]
    """A game between a person, who touches the board, and a player.

    Attributes
    ----------
    position : the position now
    """

    _esm = module("cell.js", set())
    _css = "\n".join(path.read_text(encoding="utf-8") for path in STYLES)
    state = traitlets.Dict().tag(sync=True)

    def __init__(self, position: AnyPosition, against: str, seat: Seat, limit: Limit, lines: int, seed: int) -> None:
        self._path = [position]
        self._seat = None if against == "human" else seat  # None: both sides are persons
        self._limit = limit
        self._dice = Random(seed)
        self._other = None if against == "human" else NamedPlayer(against, seed)
        self._lines, self._searching = lines, SearchProcess()
        self._report: dict[str, Any] | None = None  # the engine's lines here
        self._clocks = [Clock(Limit(clock=limit.clock, increment=limit.increment)) for _ in (0, 1)]
        self._times = [self._left]  # those of each position of the path
        self._since: float | None = None  # when the person's clock began to run
        self._late: int | None = None  # whose time has run out
        super().__init__()
        self.on_msg(lambda _, asked, buffers: self.hear(asked))
        if self._other is not None:
            self._other.start(position.game, 1 - seat)
        self._answer("")

    @property
    def position(self) -> AnyPosition:
        """The position now."""
        return self._path[-1]

    def __repr__(self) -> str:
        return f"<a board of {self.position.game.full_name}, for a notebook's cell>\n{self.position}"

    @property
    def _left(self) -> list[float | None]:
        return [clock.left for clock in self._clocks]

    def hear(self, asked: dict[str, str]) -> None:
        """Do what the person has chosen: ``move`` or ``ask`` (undo, new, flag: a clock has run out)."""
        ask = asked.get("ask")
        if ask == "undo" and not undo(self._path, self._seat):
            self._show("there is nothing to take back")
        elif ask == "undo":
            self._go_on()
        elif ask == "new":
            del self._path[1:]
            if self._other is not None:
                self._other.start(self.position.game, 1 - (self._seat or 0))
            self._go_on()
        elif self._late is not None:
            self._show("")
        elif ask == "flag":
            self._fall()
        elif "move" in asked:
            self._play(asked["move"])

    def _go_on(self) -> None:
        """Let the game go on from the end of the path, with the clocks as they were there."""
        self._late = None
        del self._times[len(self._path) :]
        for clock, left in zip(self._clocks, self._times[-1], strict=True):
            clock.left = left
        self._answer("")

    def _play(self, move: str) -> None:
        try:
            after = self.position.play(move)
        except CounterplyError as error:
            return self._show(str(error))
        if self._spend(0.0 if self._since is None else time.monotonic() - self._since):
            self._to(after)
        self._answer("")

    def _to(self, position: AnyPosition) -> None:
        self._path.append(position)
        self._times.append(self._left)

    def _spend(self, seconds: float) -> bool:
        """Run the clock of the side to move, in place, and tell whether its move came in time."""
        seat = self.position.turn
        if self._clocks[seat].left is not None and self._clocks[seat].overrun(seconds) > 0:
            self._late = seat
        return self._late is None

    def _fall(self) -> None:
        """Let the person to move lose if the time is over."""
        if self._seconds_left() == 0:
            self._late = self.position.turn
        self._show("")

    def _answer(self, note: str) -> None:
        """Let chance and the other side move until the person is to move, and show the position, then the engine's lines."""
        self._since = self._report = None
        try:
            while self._goes_on and (self.position.turn == CHANCE or self.position.turn != (self._seat or 0)):
                if self.position.turn == CHANCE:
                    self._to(self.position.after(roll_chance(self.position, self._dice)))
                elif self._other is None:
                    break
                else:
                    begin = time.monotonic()
                    report = self._other.choose(self.position, self._limit.with_(clock=self._left[self.position.turn]))
                    if self._spend(time.monotonic() - begin):
                        note = f"{self._other.name} plays {report.text}"
                        self._to(self.position.after(report.move))
            if self._lines and self._goes_on:
                self._show(note)
                self._report = self._analysed()
        except CounterplyError as error:
            note = str(error)
        if self._goes_on and self._left[0] is not None:
            self._since = time.monotonic()
        self._show(note)

    @property
    def _goes_on(self) -> bool:
        return self._late is None and not self.position.over

    def _analysed(self) -> dict[str, Any]:
        """Return the engine's lines as the page has them; each search has the limit of a move."""
        place = self.position.seen_by(self.position.turn, 0)
        search, chances = self._searching.prepared(self.position, {})
        limit = self._limit.with_(clock=None)
        *_, report = search.analyse(SearchRequest(place, Limit(seconds=LINES_SECONDS) if limit.endless else limit, self._lines))
        return report_json(report, self.position, chances)

    def _show(self, note: str) -> None:
        place, drawing = self.position, draw(self.position, self._seat)
        legal = list(place.moves()) if self._goes_on else []
        names = [name for name, _ in place.game.players]
        over = f"{place.winner}: {place.reason}" if place.over else ""
        late = "" if self._late is None else f"{names[self._late]} ran out of time: {names[1 - self._late]} won"
        self.state = {
            "view": {
                "drawing": drawing_json(drawing),
                "moves": moves_json(place, legal, drawing),
                "turn": seat_json(place.turn),
                "last": self._last(drawing),
            },
            "note": "; ".join(filter(None, [note, over, late])),
            "report": self._report,
            "clock": self._clock(),
            "players": players_json(place.game),
            "verdicts": VERDICTS,
        }

    def _last(self, drawing: Drawing) -> list[str]:
        """Return the touches of the last move, unless the drawing shows it, or it could reveal what is hidden."""
        told = len(self._path) > 1 and not self.position.game.hidden and self._path[-2].turn != CHANCE
        shown = any("last" in item.role.split() for item in drawing.items)
        return list(touches(self._path[-2], self.position.history[-1])) if told and not shown else []

    def _clock(self) -> dict[str, Any] | None:
        """Return the milliseconds that are left, and whose clock runs."""
        if self._left[0] is None:
            return None
        running = None if self._since is None or not self._goes_on else self.position.turn
        left = [self._seconds_left() if seat == running else max(0.0, clock.left or 0.0) for seat, clock in enumerate(self._clocks)]
        return {"left": [round(1000 * seconds) for seconds in left], "seat": running}

    def _seconds_left(self) -> float:
        """Return what is left on the clock of the person who is to move."""
        left = self._left[self.position.turn]
        return inf if left is None or self._since is None else max(0.0, left - (time.monotonic() - self._since))

    def close(self) -> None:
        """End the other side, and the widget."""
        if self._other is not None:
            self._other.close()
        super().close()
