"""A game in plain Python, one or two of some stones, who takes the last one wins; loaded by tests as a user's file too."""


class Nim:
    def __init__(self, stones=9, turn=0):
        self.stones, self.turn = stones, turn

    def moves(self):
        return [take for take in (1, 2) if take <= self.stones]

    def after(self, take):
        return Nim(self.stones - take, 1 - self.turn)

    def outcome(self):
        return 0 if self.stones else 2 - self.turn


game = Nim()
