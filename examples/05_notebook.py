"""What one does in a notebook: positions and reports print themselves. Each block here would be a cell.

python examples/05_notebook.py
"""

# %% A position knows its game and the moves so far. It never changes: `after` and `play_text` return new ones.
from counterply import Limit
from counterply.core.loading import load_game
from counterply.search.alphabeta.engine import analyse

game = load_game("tic_tac_toe")
position = game.position("moves 0,0 1,1 2,2")
print(repr(position))
print("legal:", *[position.move_text(move) for move in position.moves()])

# %% The engine answers with a Report: move, score, line of play, depth, nodes, and whether that is proven.
report = analyse(position, Limit(depth=9), lines=3)
print(report)
print("best move:", position.move_text(report.move), "| score:", report.score_text, "| proven:", report.proven)

# %% Several lines, the best first.
for line in report.lines:
    print(position.move_text(line.move), *position.line_text(line.moves)[1:])

# %% Play on from there.
while position.moves():
    position = position.after(analyse(position, Limit(depth=9)).move)
print(position, game.reason(position), sep="\n")
