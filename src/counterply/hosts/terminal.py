"""A person at the terminal, as a player, and a game there against another player or person."""

from __future__ import annotations

import sys
from random import Random
from typing import TYPE_CHECKING, Any

from counterply.core.errors import CounterplyError, GameError
from counterply.core.limits import Limit
from counterply.core.position import roll_chance
from counterply.core.report import Report
from counterply.core.rules_in_words import plain_text
from counterply.core.users_text import BY_THE_RULES, say
from counterply.core.values import CHANCE, ONGOING, SEAT_NAMES
from counterply.players.base import BasePlayer, Listener
from counterply.players.named import NamedPlayer

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

SHOWN_MOVES = 60  # that a list of legal moves shows at once
COMMANDS = "a move, or: ? for the rules, moves, undo, hint, resign, quit"
HINT_PLAYER = "engine"
DEFAULT_SECONDS = 1.0  # a move of the player at the other side


def play_on(position: AnyPosition, against: str, seat: int, limit: Limit, seed: int) -> Any:
    """Let a person in `seat` play on from `position`, and return the last one; moves go to stdout, questions to stderr.

    Parameters
    ----------
    against : the other side; 'human' is another person
    limit : of the other side's moves; an unlimited one becomes `DEFAULT_SECONDS`
    """
    limit = Limit(seconds=DEFAULT_SECONDS) if limit.unlimited else limit
    other = None if against == "human" else NamedPlayer(against)
    path = [position]  # the positions of the game, the last one now
    chance = Random(seed)
    try:
        if other is not None:
            other.start(position.game, 1 - seat, seed)
            for text in other.notes:
                say(text)
        while path[-1].outcome() == ONGOING:
            position = path[-1]
            if position.turn == CHANCE:
                path.append(position.after(roll_chance(position, chance)))
            elif other is not None and position.turn != seat:
                report = other.choose(position, limit)
                print(f"{against} plays {position.move_text(report.move)}{_opinion(report)}", flush=True)
                path.append(position.after(report.move))
            else:
                print(position, flush=True)
                if not _persons_turn(path, seat if other is not None else None, limit):
                    return path[-1]
    finally:
        if other is not None:
            other.close()
    end = path[-1]
    result = "a draw" if end.winner == "draw" else f"the {end.winner} player wins"
    print(f"{end}\n{result}" + (f": {end.reason}" if end.reason != BY_THE_RULES else ""))
    return end


def _opinion(report: Report) -> str:
    return "" if report.score is None else f" ({report.score_text}, depth {report.depth})"


def _persons_turn(path: list[Any], seat: int | None, limit: Limit) -> bool:
    """Ask until a move is made or taken back, which changes `path` in place; False if the person leaves."""
    position = path[-1]
    while True:
        text = ask(position, COMMANDS)
        if text in (None, "quit", "q", "exit"):
            return False
        if text == "resign":
            print(f"the {SEAT_NAMES[1 - position.turn]} player wins: the {SEAT_NAMES[position.turn]} player resigns")
            return False
        if text in ("?", "help", "rules"):
            say(plain_text(position.game.rules) + "\n")
        elif text == "moves":
            say(legal_text(position))
        elif text == "hint":
            _hint(position, limit)
        elif text == "undo":
            if undo(path, seat):
                return True
            say("there is nothing to take back")
        elif text:
            try:
                path.append(position.after(position.parse_move(text)))
                return True
            except GameError as error:
                say(str(error))


def undo(path: list[Any], seat: int | None) -> bool:
    """Take back the last move of the person in `seat` (None: in either), in place; return whether there was one."""
    for place in range(len(path) - 2, -1, -1):
        if path[place].turn == seat or (seat is None and path[place].turn != CHANCE):
            del path[place + 1 :]
            return True
    return False


def _hint(position: AnyPosition, limit: Limit) -> None:
    try:
        report = NamedPlayer(HINT_PLAYER if position.game.compiled else "alphabeta").choose(position, limit)
    except CounterplyError as error:
        return say(str(error))
    line = " ".join(position.line_text(report.line[:6]))
    say(f"{position.move_text(report.move)}{_opinion(report)}  {line}")


class HumanPlayer(BasePlayer):
    """Asks for moves on the terminal until it gets a legal one. Limits are not enforced: people are given their time."""

    interactive = True

    def choose(self, position: AnyPosition, limit: Limit, listen: Listener | None = None) -> Report:
        """Show the position, ask, and return the move."""
        say(str(position))
        while True:
            text = ask(position)
            if text is None:
                raise KeyboardInterrupt
            if text == "moves":
                say(legal_text(position))
                continue
            try:
                return Report(move=position.parse_move(text))
            except GameError as error:
                say(str(error))


def ask(position: AnyPosition, commands: str = "moves") -> str | None:
    """Return the person's input, stripped; None, with a message, at the end of the input."""
    print(f"player {position.turn + 1}'s move ({commands}): ", end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        say("")  # the input ended without an end of line
    if not line:
        say("the input has ended")
        return None
    return line.strip()


def legal_text(position: AnyPosition) -> str:
    """Return the legal moves as one line."""
    texts = [position.move_text(move) for move in position.moves()]
    return " ".join(texts[:SHOWN_MOVES]) + (f" ... ({len(texts)} in all)" if len(texts) > SHOWN_MOVES else "")
