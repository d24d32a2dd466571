"""A program of somebody who uses all verbs: type checkers find no fault in it, and know what each result holds. It is not run."""

from __future__ import annotations

from pathlib import Path

import counterply as cp
from counterply.plugins.bridges.gymnasium import Env
from counterply.plugins.bridges.openspiel_games import register
from counterply.plugins.bridges.pettingzoo import env, raw_env


class Mine(cp.Player):
    def choose(self, position: cp.Position, limit: cp.Limit) -> cp.Report | str | int:
        return position.moves()[0]


def chooser(position: cp.Position, limit: cp.Limit) -> int:
    return position.moves()[-1]


def main() -> None:
    game = cp.game("connect_four")
    position = game.start().play("4", "4")
    engine = cp.player("engine")
    while not position.over:
        report = engine.choose(position, nodes=1000)
        position = position.play(report.move)
    print(position.winner, position.reason)
    for each in cp.analyse(position, seconds=2, lines=3):
        value = each.value
        if value is not None and value > 1.5:
            print(each.best.text, each.value, each.proven, each.nodes)
    settings = {"width": 5, "height": 5}
    print(Env("isolation", options=settings).reset(seed=1)[1], register("isolation", options=settings))
    print(env("isolation", options=settings), raw_env(game))
    dice = cp.rolls("backgammon", depth=1)
    print(dice.mean, [(roll.probability, roll.value) for roll in dice.rolls])
    answer = cp.solve(position)
    winner: str | None = answer.winner
    distance: int | None = answer.distance
    print(winner, distance, answer.line[0].upper())
    match = cp.match(game, "engine", Mine(), games=100, nodes=1000)
    low, high = match.interval
    print(match.score + low + high, match.elo)
    page: Path = match.report("m.html")
    frame = match.to_frame("games", library="pandas")
    print(page, frame, match.to_frame())
    t = cp.tournament("isolation", ["engine", "greedy"], games=4, part="1/2", out="x")
    for record in t.games():
        print(record.number, record.moves[0])
    w = cp.tune(game, "territory", games=4000)
    print(w.verdict, w.weights[0] + 1)
    w.save("w.json")
    learnt = cp.learn("mine.py", games=100)
    print(learnt.score, learnt.evaluator.name)
    print(cp.learnt(learnt.file).verdict)
    table = cp.solve_all("tic_tac_toe")
    print(len(table), table.plot("x.png"))
    counts = cp.perft("tic_tac_toe", 3).counts
    print(sum(counts), [row.minimax for row in cp.nodes(game, [1, 2]).rows])
    tree = cp.tree(position, 3)
    print(tree.visits[0], tree.svg())
    why = cp.why(position, "3")
    print(why.best, why.chosen.text)
    print(cp.luck("backgammon", "31").luck)
    print(cp.accuracy(game, ["zero"]).evaluators[0].phases[0].right)
    print(cp.ablate(game).rungs[0].nodes)
    print(cp.portrait(game).findings[0].value)
    print(cp.verify(game).kept, cp.check("x.py").grade)
    replayed = cp.replay("x", 3)
    print(replayed.positions[0].moves(), replayed.moves[0])
    print([entry.name for entry in cp.list_games().games], cp.list_games("go").rules)
    print(cp.merge("x", ["y"]).taken, cp.export("x")[0].name, cp.report("x").name)
    print(cp.generate("blocker", count=3).files[0].name)
    board = cp.widget("isolation")
    print(board.position)
    served = cp.board("isolation")
    served.close()
    print(position["x"], position.turn + 1, position.ply, position == game.start(), position.history)
    made = cp.new("x")
    print(made.name)
    lim = cp.Limit(nodes=3)
    print(lim.nodes)
    cp.play(position, "greedy")
    print(cp.bench(["tic_tac_toe"])["signature"], cp.lessons("x")[0].name, [each.name for each in cp.list_players(game).players])
    print(cp.export_bot(game, "x").name)
    ev = cp.evaluator("connect_four", "zero")
    print(ev.evaluator.name)
