"""What one does in a notebook: positions and reports print themselves. Each block here would be a cell.

python examples/05_notebook.py
"""

# %% A position knows its game and the moves so far. It never changes: `play` returns a new one.
import counterply as cp

position = cp.game("tic_tac_toe").start().play("0,0", "1,1", "2,2")
print(repr(position))
print("legal:", *[position.move_text(move) for move in position.moves()])

# %% The engine answers with reports, one for each depth: move, score, line of play, nodes, and whether that is proven.
report = cp.analyse(position, depth=9, lines=3).last()
print(report)
print("best move:", report.best.text, "| score:", report.value, "| proven:", report.proven)

# %% Several lines, the best first.
for line in report.ranked:
    print(*line.texts)

# %% Play on from there.
engine = cp.player("engine")
while not position.over:
    position = position.play(engine.choose(position, depth=9).move)
print(position, position.winner, position.reason, sep="\n")
