"""The board in a notebook's cell: it plays where it is shown, in Jupyter, VS Code and Colab, without a server of its own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from counterply.core.aliases import Move, Seat
from counterply.core.drawing import draw, touches
from counterply.core.errors import CounterplyError
from counterply.core.limits import Limit
from counterply.core.optional_packages import extra
from counterply.core.position import AnyPosition, roll_chance
from counterply.core.svg import drawing_json, svg_of
from counterply.core.values import CHANCE
from counterply.hosts.terminal import undo
from counterply.players.named import NamedPlayer

anywidget: Any = extra("anywidget", "notebook", "the board in a cell")
traitlets: Any = extra("traitlets", "notebook", "the board in a cell")


class BoardWidget(anywidget.AnyWidget):  # type: ignore[misc]
    """A game between a person, who touches the board, and a player.

    Attributes
    ----------
    position : the position now
    """

    _esm = Path(__file__).with_name("cell.js")
    state = traitlets.Dict().tag(sync=True)

    def __init__(self, position: AnyPosition, against: str, seat: Seat, limit: Limit, seed: int) -> None:
        self._path = [position]
        self._seat = None if against == "human" else seat  # None: both sides are persons
        self._limit = limit
        self._dice = Random(seed)
        self._other = None if against == "human" else NamedPlayer(against, seed)
        self._touched: list[str] = []
        super().__init__()
        self.on_msg(lambda _, asked, buffers: self.hear(asked))
        self._answer("")

    @property
    def position(self) -> AnyPosition:
        """The position now."""
        return self._path[-1]

    def hear(self, asked: dict[str, str]) -> None:
        """Do what the person has touched or chosen: ``touch``, ``move`` or ``ask`` (undo, new)."""
        if "touch" in asked:
            self._touch(asked["touch"])
        elif "move" in asked:
            self._play(asked["move"])
        elif asked.get("ask") == "undo":
            self._answer("" if undo(self._path, self._seat) else "there is nothing to take back")
        elif asked.get("ask") == "new":
            del self._path[1:]
            if self._other is not None:
                self._other.start(self.position.game, 1 - (self._seat or 0))
            self._answer("")

    def _touch(self, name: str) -> None:
        """Take one more touch; what fits no move begins anew."""
        known = {move: Counter(touches(self.position, move)) for move in self.position.moves()}
        for chosen in ([*self._touched, name], [name]):
            fitting = [move for move, made in known.items() if Counter(chosen) <= made]
            if fitting:
                break
        complete = [move for move in fitting if known[move].total() == len(chosen)]
        if len(complete) == 1:
            return self._play(complete[0])
        self._touched = chosen if fitting else []
        self._show(f"{len(fitting)} moves: touch what comes next, or choose one" if fitting else "no move begins there", fitting)

    def _play(self, move: Move | str) -> None:
        try:
            self._path.append(self.position.play(move))
        except CounterplyError as error:
            return self._show(str(error))
        self._answer("")

    def _answer(self, note: str) -> None:
        """Let chance and the other side move until the person is to move, and show the position."""
        try:
            while not self.position.over and (self.position.turn == CHANCE or self.position.turn != (self._seat or 0)):
                if self.position.turn == CHANCE:
                    self._path.append(self.position.after(roll_chance(self.position, self._dice)))
                elif self._other is None:
                    break
                else:
                    report = self._other.choose(self.position, self._limit)
                    note = f"{self._other.name} plays {report.text}"
                    self._path.append(self.position.after(report.move))
        except CounterplyError as error:
            note = str(error)
        self._touched = []
        over = f"{self.position.winner}: {self.position.reason}" if self.position.over else ""
        self._show("; ".join(filter(None, [note, over])))

    def _show(self, note: str, moves: list[Move] | None = None) -> None:
        drawing = draw(self.position, self._seat)
        shown = self.position.moves() if moves is None else moves
        targets = [
            {"touch": each["touch"], "label": each["label"], "box": each["box"], "marked": each["touch"] in self._touched}
            for each in drawing_json(drawing)["items"]
            if each["cell"] is not None
        ]
        texts = list(map(self.position.move_text, shown))
        self.state = {"svg": svg_of(drawing), "targets": targets, "moves": texts, "note": note}

    def close(self) -> None:
        """End the other side, and the widget."""
        if self._other is not None:
            self._other.close()
        super().close()
