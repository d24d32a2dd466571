"""Fifty game files, each the template of `counterply new` with one mistake that beginners make, and what must be said of it.

A mistake is a name, edits of the template (old text, new text), and a part of the line that `counterply verify` prints.
"""

# ruff: noqa: E501
# (one mistake a line)

from __future__ import annotations

LEGAL = '''def legal(position, move):
    """Whether a move is legal. A move is one number, from 0 to below `moves` (see `game`): here a domino's first cell."""
    return fits(position, move, position["turn"])
'''
LISTED = """def legal_moves(position, moves):
    count = 0
    for cell in range(SIZE * SIZE):
        if fits(position, cell, position["turn"]):
            moves[count] = cell
            count += 1
    return count
"""
BY_LIST = [(LEGAL, LISTED), ("legal_moves=legal,", "legal_moves=legal_moves,"), ("moves=SIZE * SIZE,", "max_moves=SIZE * SIZE,")]
TURN = '    position["turn"] = 1 - player\n'
COVER = '    position["cells"][move] = position["cells"][move + (SIZE if player == 0 else 1)] = player + 1\n'
IMPORT = "from counterply import Board, Evaluator, Game, Item, Text, edge_numbers, kernel\n"
PLAY = "        play=play,\n"
ENDING = "\n\ndef mobility("
OUTCOME = [
    (IMPORT, "from counterply import DRAW, FIRST, ONGOING, SECOND, Board, Evaluator, Game, Item, Text, edge_numbers, kernel\n"),
    (PLAY, "        play=play,\n        outcome=outcome,\n"),
]


def outcome(body: str) -> list[tuple[str, str]]:
    """Give the template an `outcome` of its own."""
    return [*OUTCOME, (ENDING, f"\n\ndef outcome(position):\n{body}\n\n\ndef mobility(")]


def listed(old: str, new: str) -> list[tuple[str, str]]:
    """Change the template with `legal_moves`."""
    return [*BY_LIST, (old, new)]


STUCK = """    for cell in range(SIZE * SIZE):
        if fits(position, cell, position["turn"]):
            return ONGOING
"""

MISTAKES: list[tuple[str, list[tuple[str, str]], str]] = [
    # the file
    ("a bracket is missing", [("RECORD = np.dtype([", "RECORD = np.dtype(([")], "SyntaxError"),
    ("indented wrongly", [(TURN, TURN.replace("    ", "      ", 1))], "IndentationError"),
    ("a name with a slip", [("SIZE = 7\n", "SIZES = 7\n")], "name 'SIZE' is not defined"),
    ("an import is missing", [("import numpy as np\n", "")], "name 'np' is not defined"),
    ("imports what is not there", [(IMPORT, IMPORT.replace("Board", "Bord, Board"))], "cannot import name 'Bord'"),
    ("game returns nothing", [("    return Game(\n", "    made = Game(\n")], "returns nothing"),
    ("game has another name", [("def game():", "def my_game():")], "holds no game"),
    # what Game is given
    ("no play", [(PLAY, "")], "missing 1 required keyword-only argument: 'play'"),
    ("no moves", [("        legal_moves=legal,\n", "")], "legal_moves is missing"),
    ("no number of moves", [("        moves=SIZE * SIZE,  # the moves are 0 to 48\n", "")], "goes with moves=N"),
    ("max_moves is left out", listed("        max_moves=SIZE * SIZE,  # the moves are 0 to 48\n", ""), "max_moves is missing"),
    ("play is called", [(PLAY, "        play=play(RECORD, 0),\n")], "TypeError"),
    ("an argument with a slip", [("max_plies=", "max_ply=")], "unknown argument 'max_ply'; did you mean 'max_plies'"),
    ("text where it does not belong", [("text=Text(move_text, diagram)", "diagram=diagram")], "Game takes no diagram: it is an argument of Text"),
    ("a list for a record", [("RECORD = np.dtype([", "RECORD = list([")], "a position is a NumPy record type"),
    ("no field turn", [('("turn", np.int8)', '("player", np.int8)')], "no field 'turn', and no function turn"),
    ("cells of bool", [("np.int8, (SIZE * SIZE,)", "np.bool_, (SIZE * SIZE,)")], "array of bool, which Numba cannot hold"),
    # how a function is written
    ("a dot instead of brackets", [('position["turn"])\n', "position.turn)\n")], 'write position["turn"]'),
    ("a field with a slip", [('    player = position["turn"]\n', '    player = position["trun"]\n')], "did you mean 'turn'?"),
    ("self", [("def play(position, move)", "def play(self, position, move)")], "play takes (position, move), not (self, position, move)"),
    ("a parameter is missing", [("def legal(position, move)", "def legal(position)"), ("fits(position, move,", "fits(position, 0,")],
     "legal_moves takes (position, move), not (position)"),
    ("setup in the wrong place", [("def play(position, move)", "def play(position, move, setup)")], "play takes (position, setup, move)"),
    ("@kernel is missing", [("@kernel\n", "")], "put @kernel above it"),
    ("prints", [(COVER, "    print(move)\n" + COVER)], "take the print out"),
    ("prints in a helper", [("    inside =", '    print("here")\n    inside =')], "take the print out"),
    ("a global array is changed", [("def legal(position, move):", "COUNT = np.zeros(1, np.int64)\n\n\ndef legal(position, move):\n    COUNT[0] += 1")],
     "cannot change an array from outside of it"),
    ("a dictionary of lists", [(COVER, '    seen = {}\n    seen["a"] = [move, "x"]\n' + COVER)], "lists and dictionaries of mixed values"),
    ("parameters in another order", [("def legal(position, move)", "def legal(move, position)")], "the position is the first parameter"),
    # what functions return
    ("legal_moves returns nothing", listed("            count += 1\n    return count\n", "            count += 1\n"), "nothing (None)"),
    ("legal_moves returns a list", listed("    return count\n", "    return list(moves[:count])\n"), "it must return how many moves"),
    ("legal_moves appends to a list", listed("            moves[count] = cell\n", "            moves.append(cell)\n"), "append"),
    ("legal returns nothing", [("    return fits(position, move,", "    fits(position, move,")], "legal_moves returns nothing (None)"),
    ("play returns the position", [(TURN, TURN + "    return position\n")], "returns nothing, but it returns"),
    ("outcome returns nothing", outcome(STUCK), "it must always return an integer"),
    ("outcome returns -1", outcome(STUCK + "    return -1"), "outcome is ONGOING, FIRST, SECOND or DRAW"),
    ("outcome returns a word", outcome(STUCK + '    return "lost"'), "it returns 0 in one place and 'lost' in another"),
    ("outcome is not given", [outcome(STUCK + "    return DRAW")[i] for i in (0, 2)], "the file defines it, and Game has no outcome=outcome"),
    ("no move at the start", [(LEGAL, LEGAL.replace("fits(", "False and fits("))], "at the start it is over (second)"),
    # rules that go wrong
    ("a cell beyond the board", [("if player == 0 else cell % SIZE + 1 < SIZE", "if player == 0 else True")], "IndexError"),
    ("plays beyond the board", [("move + (SIZE if", "move + (5 * SIZE if")], "IndexError"),
    ("the turn is not passed on", [(TURN, "")], "seat 1 never did; does play pass the turn on?"),
    ("a move changes nothing", [(COVER + TURN, "    cells = position['cells'].copy()\n    cells[move] = player + 1\n")], "leaves it as it was"),
    ("a seat of three", [(TURN, '    position["turn"] = player + 1\n')], "turn is"),
    ("a fraction", [(TURN, '    position["turn"] = 1 - player\n    position["cells"][move] = 0.5\n')], "is a fraction"),
    ("too large for its field", [(TURN, TURN + '    position["cells"][move] = 300\n')], "300 does not fit the field 'cells'"),
    ("max_moves too small", listed("max_moves=SIZE * SIZE", "max_moves=3"), "give max_moves=42 or more"),
    ("max_plies too small", [("max_plies=SIZE * SIZE // 2", "max_plies=4")], "the game ends within 4 plies"),
    ("moves twice", listed("            count += 1\n", "            moves[count + 1] = cell\n            count += 2\n"), "names each move once"),
    ("moves in another order", listed("range(SIZE * SIZE):\n        if fits(position, cell, position[\"turn\"]):\n            moves",
     "range(SIZE * SIZE - 1, -1, -1):\n        if fits(position, cell, position[\"turn\"]):\n            moves"), "distinct and ascending"),
    ("goes on without moves", outcome("    return ONGOING"), "there is no move only when the game is over"),
    ("the wrong one wins", outcome(STUCK + "    return FIRST"), "won all of"),
    ("goes on for ever", [(COVER, "    while move >= 0:\n        player = 1 - player\n" + COVER)], "play comes to an end"),
    # texts and evaluators
    ("move_text returns a number", [('return "abcdefg"[move % SIZE] + str(move // SIZE + 1)', "return move")], "move_text returns text, not "),
    ("a move's text has a blank", [('return "abcdefg"[move % SIZE] +', 'return "abcdefg"[move % SIZE] + " " +')], "a move's text holds no blank"),
    ("diagram returns rows", [('return "\\n".join([*rows, ', 'return ([*rows, ')], "diagram returns text, not "),
    ("two moves with one text", [(' + str(move // SIZE + 1)', "")], "each move has a text of its own"),
    ("diagram fails", [('".|-"[cell]', '".|"[cell]')], "diagram draws every position"),
    ("an evaluator returns nothing", [("    return value\n", "")], "evaluator mobility answers a number"),
    ("an evaluator divides by nothing", [("    return value\n", "    return value / (value - value)\n")], "it returns nan"),
    ("an evaluator is not antisymmetric", [("    return value\n", "    return value + 1\n")], "is antisymmetric, as declared"),
    ("an evaluator changes the position", [("    value = 0.0\n", '    value = 0.0\n    position["cells"][0] = 1\n')], "does not change the position"),
]  # fmt: skip
