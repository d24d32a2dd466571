"""Techniques that another package brings, each in three places: its file, its entry point, and its test."""

import json
import os
import subprocess
import sys

import pytest

from counterply.compiling.kernels import PLAIN

FILE = '''
import numpy as np
from counterply import kernel
from counterply.search.alphabeta.technique import HINT_UNIT, Memory, Technique

SLOTS = 4096

@kernel
def order_bonus(context, ply, mover, move, ranked):
    """Try the move that refuted the one before the last time."""
    if ply == 0 or context["answers"][context["path"][ply] % SLOTS] != move:
        return 0
    return 8 * HINT_UNIT

@kernel
def note_cut(context, ply, mover, move, depth):
    if ply > 0:
        context["answers"][context["path"][ply] % SLOTS] = move

ANSWERS = Technique(
    "answers",
    "try first the move that answered the last one elsewhere",
    orders=True,
    keeps_value=True,
    memory=(Memory("answers", np.int32, (SLOTS,), -1),),
    hooks={"order_bonus": order_bonus, "note_cut": note_cut},
)
'''
SECOND = '''
from counterply import kernel
from counterply.search.alphabeta.numbers import PLY_PARTS
from counterply.search.alphabeta.technique import Technique

@kernel
def reduction(context, ply, mover, depth, index):
    return 2 * PLY_PARTS if index > 0 else 0

@kernel
def leaves_out(context, ply, index, best):
    """Search one move where the side to move does not lose with it."""
    return index > 0 and best >= 0

HASTE = Technique("haste", "search the first move", hooks={"reduction": reduction, "leaves_out": leaves_out})
NOWHERE = Technique(
    "nowhere", "search the first move of dice", where=("dice",), hooks={"reduction": reduction, "leaves_out": leaves_out}
)
'''
ENTRY_POINTS = """[counterply.techniques]
answers = ideas:ANSWERS
haste = more_ideas:HASTE
nowhere = more_ideas:NOWHERE
"""
ASK = """
import json
import counterply as cp
from counterply.core.limits import Limit
from counterply.core.evaluator import ZERO
from counterply.search.alphabeta.engine import Engine
from counterply.search.alphabeta.techniques import Techniques

position, found = cp.game("tic_tac_toe").start(), []
for name in ("", "answers", "haste", "nowhere"):
    techniques = Techniques(**({name: True} if name else {}))
    *_, report = Engine(position.game, ZERO, techniques, 1).deepen(position, Limit(depth=5))
    found.append([report.score, report.nodes, report.proven])
nodes = cp.player("engine:answers=on").choose(position, nodes=100).nodes
print(json.dumps([found, Techniques().answers, "answers : try first" in Techniques.__doc__, nodes]))
"""


def ask(folder, **more):
    done = subprocess.run(
        [sys.executable, "-c", ASK], env={**os.environ, "PYTHONPATH": folder, **more}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("plain", ["1", pytest.param("0", marks=pytest.mark.slow)])
def test_a_technique_of_another_package_is_an_option_that_is_off(tmp_path, plain):
    """As Python, and as machine code."""
    if PLAIN and plain == "0":
        pytest.skip("is the same")
    (tmp_path / "ideas.py").write_text(FILE)
    (tmp_path / "more_ideas.py").write_text(SECOND)
    facts = tmp_path / "ideas-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: ideas\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(ENTRY_POINTS)
    (without, own, haste, nowhere), by_default, told, nodes = ask(str(tmp_path), NUMBA_DISABLE_JIT=plain)
    assert own[0] == without[0]
    assert own[1] != without[1]
    assert haste[1] < without[1] // 2
    assert nowhere == without
    assert not by_default
    assert told
    assert nodes > 0
