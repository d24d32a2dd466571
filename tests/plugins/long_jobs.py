"""One small piece of each kind of long work, by the name of its verb: what it finds, for comparison."""

from __future__ import annotations

import counterply as cp

NIM = "tic_tac_toe"


def tournament(out, **place):
    played = cp.tournament(NIM, ["random", "greedy:eval=zero", "engine"], games=8, nodes=20, solving=None, out=out, **place)
    return played.results.json()["table"]


def match(out, **place):
    return cp.match(NIM, "engine", "greedy", games=12, nodes=30, out=out, **place).results.json()["table"]


def learn(out, **place):
    made = cp.learn(NIM, games=3_000, size="small", match=0, seed=3, batch=4_000, out=out.with_suffix(".learnt"), **place)
    return made._run._learner.tables.tolist()


def tune(out, **place):
    made = cp.tune("isolation", "territory", games=48, nodes=20, validation=8, out=out.with_suffix(".json"), **place)
    return made.weights, made.document["validation"]["score"]


def ablate(out, **place):
    study = cp.ablate(NIM, nodes=60, depth=3, positions=2, games=4, **place)
    return [(row.rung.name, row.nodes, row.depth_within, row.against and row.against.standing) for row in study.rungs]


def accuracy(out, **place):
    measured = cp.accuracy(NIM, ["zero"], games=6, nodes=200, examples=0, **place).json()
    return measured["evaluators"], measured["positions"]


def portrait(out, **place):
    made = cp.portrait(NIM, nodes=40, games=4, proof=0, out=out, **place)
    return [(finding.name, finding.answer) for finding in made.findings]


def generate(out, **place):
    made = cp.generate("blocker", size="6x6", food=4, count=2, nodes=20_000, seed=1, out=out, **place)
    return made.rows, made.looked_at


JOBS = {job.__name__: job for job in (tournament, match, learn, tune, ablate, accuracy, portrait, generate)}
