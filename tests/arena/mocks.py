"""Players and games that misbehave, loaded by tests as a user's file."""

import time

from counterply.core.plain_game import PlainGame
from counterply.core.report import Report
from counterply.players.base import BasePlayer


def first(position, limit):
    return position.moves()[0]


def last(position, limit):
    return position.moves()[-1]


def by_text(position, limit):
    return position.move_text(position.moves()[0])


def illegal(position, limit):
    return 999


def nothing(position, limit):
    return None


def raising(position, limit):
    raise ValueError("no idea\nat all")


def boasting(position, limit):
    return Report(position.moves()[0], score="winning")


def without_a_grid(position, limit):
    return Report(position.moves()[0], score=1, grid=0)


def sure_of_nothing(position, limit):
    return Report(position.moves()[0], score=float("nan"))


def leaving(position, limit):
    raise SystemExit(3)


def slow(position, limit):
    time.sleep(0.03)
    return position.moves()[0]


def slowish(position, limit):
    time.sleep(0.005)
    return position.moves()[-1]


def busy(position, limit):
    end = time.process_time() + 0.03
    while time.process_time() < end:
        pass
    return position.moves()[0]


def talking(position, limit):
    print("look at me")
    return position.moves()[0]


class NeverStarts(BasePlayer):
    def start(self, game, seat, seed):
        raise RuntimeError("not today")

    def choose(self, position, limit, listen=None):
        return Report(position.moves()[0])


class Bare:
    """No base class, no start, no report."""

    def choose(self, position, limit):
        return position.moves()[-1]


class Pile:
    """Take one or two of seven; who takes the last one wins."""

    def __init__(self, left=7, turn=0):
        self.left, self.turn = left, turn

    def moves(self):
        return [f"take {n}" for n in (1, 2) if n <= self.left]

    def after(self, move):
        return Pile(self.left - int(move.split()[1]), 1 - self.turn)

    def outcome(self):
        return 0 if self.left else 2 - self.turn

    def __str__(self):
        return "|" * self.left


game = PlainGame("pile", Pile, max_plies=7)
