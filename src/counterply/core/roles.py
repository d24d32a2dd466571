"""The words that an item's role is made of, and their meanings; ``drawing.css`` styles each on every shape.

A role has one word that says what the item is, and may have more that say how it is shown: ``cell dark``, ``first win``.
"""

from __future__ import annotations

PLAYERS = (("Player 1", "first"), ("Player 2", "second"))  # their names, and the roles of their pieces

ROLES: dict[str, str] = {
    "cell": "a cell of a board; with `light` or `dark`, of a checkered one",
    "floor": "a cell with an edge, as of a maze",
    "board": "what lies under all cells",
    "felt": "a cell of a green board, as for Othello",
    "brown": "a cell of a brown board; with `light` or `dark`, of a checkered one, as for chess",
    "wood": "a board of lines, as for Go",
    "frame": "a board with holes",
    "hole": "a hole in it",
    "gridline": "a line of a board of lines",
    "point": "a point of a board of lines that is marked",
    "rule": "a strong line between cells",
    "wall": "what nothing passes",
    "gone": "a cell that is no longer there",
    "gone-mark": "a mark on such a cell",
    "water": "a sea or a river",
    "deep": "deep water",
    "sky": "the air above water",
    "first": "the first player's",
    "second": "the second player's",
    "black": "a black piece",
    "white": "a white piece",
    "green": "a green piece, of a player who is called so",
    "red": "a red piece, of a player who is called so",
    "food": "something to eat or to collect",
    "good": "what is worth something",
    "bad": "what costs something",
    "fish": "a fish; with `good` or `bad`, one that is worth something, or costs something",
    "last": "the last move",
    "through": "a line through what has won",
    "table": "a table that cards lie on",
    "slot": "a place on it, or a player's part of it",
    "place": "an empty place for a card",
    "card": "a card",
    "deck": "the back of a card, or a deck of them",
    "noble": "a card of another kind",
    "gem W": "a white gem; U blue, G green, R red, K black, Y gold",
    "gem U": "",
    "gem G": "",
    "gem R": "",
    "gem K": "",
    "gem Y": "",
    "ink": "what is written or drawn",
    "dim": "what is written, and matters less",
    "edge": "the names of rows and columns beside a board",
    "leaf": "a leaf on food",
    "eye": "an eye of a piece",
    "foam": "the edge of water",
    "swell": "a wave",
    "rope": "a rope",
    "hook": "a hook",
}

PIECES = frozenset(
    ("first", "second", "black", "white", "green", "red", "food", "wall", "gone", "last")
)  # said of a cell they lie on


MODIFIERS: dict[str, str] = {
    "light": "of `cell`: the lighter one of two",
    "dark": "of `cell`: the darker one of two",
    "stone": "a piece whose text is its mark",
    "win": "a piece that has won",
    "outline": "drawn as a thick line",
    "inner": "a ring within a piece",
    "reach": "where a piece can go",
    "mover": "of the side to move",
    "band": "without an edge, a part of a card",
    "none-left": "of which there are none",
    "on": "of a text: it lies on something of this role",
    "strong": "of a text: bold",
    "fixed": "of a text: in letters of one width",
    "start": "of a text: it begins at the item's left side",
    "end": "of a text: it ends at the item's right side",
}

WORDS = frozenset(word for role in ROLES for word in role.split()) | set(MODIFIERS)


def unknown_words(role: str) -> list[str]:
    """Return the words of a role that mean nothing.

    >>> unknown_words("cell dark"), unknown_words("celll pink")
    ([], ['celll', 'pink'])
    """
    return [word for word in role.split() if word not in WORDS]
