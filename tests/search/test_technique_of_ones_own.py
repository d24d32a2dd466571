"""Techniques that another package brings, each in three places: its file, its entry point, and its test."""

import json
import os
import pydoc
import subprocess
import sys

import pytest

from counterply.compiling.kernels import PLAIN
from counterply.core import contract
from counterply.search.alphabeta import technique

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
    return context["use"]["answers_steps"] * HINT_UNIT

@kernel
def note_cut(context, ply, mover, move, depth):
    if ply > 0:
        context["answers"][context["path"][ply] % SLOTS] = move

ANSWERS = Technique(
    "answers",
    "try first the move that answered the last one elsewhere",
    orders=True,
    keeps_value=True,
    numbers={"answers_steps": 8},
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
for asked in ({}, {"answers": True}, {"haste": True}, {"nowhere": True}, {"answers": True, "answers_steps": 0}):
    techniques = Techniques(**asked)
    *_, report = Engine(position.game, ZERO, techniques, 1).deepen(position, Limit(depth=5))
    found.append([report.score, report.nodes, report.proven])
nodes = cp.player("engine:answers=on,answers_steps=3").choose(position, nodes=100).nodes
print(json.dumps([found, Techniques().answers, "answers : try first" in Techniques.__doc__, nodes]))
"""


def install(folder, points):
    facts = folder / "ideas-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: ideas\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(points)


def run(folder, program, **more):
    path = os.pathsep.join([folder, os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path, **more}
    return subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)


def ask(folder, **more):
    done = run(folder, ASK, **more)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("plain", ["1", pytest.param("0", marks=pytest.mark.slow)])
def test_a_technique_of_another_package_is_an_option_that_is_off(tmp_path, plain):
    """As Python, and as machine code."""
    if PLAIN and plain == "0":
        pytest.skip("is the same")
    (tmp_path / "ideas.py").write_text(FILE)
    (tmp_path / "more_ideas.py").write_text(SECOND)
    install(tmp_path, ENTRY_POINTS)
    (without, own, haste, nowhere, of_no_weight), by_default, told, nodes = ask(str(tmp_path), NUMBA_DISABLE_JIT=plain)
    assert own[0] == without[0]
    assert own[1] != without[1]
    assert haste[1] < without[1] // 2
    assert nowhere == of_no_weight == without
    assert not by_default
    assert told
    assert nodes > 0


PLAY = "import counterply as cp\nprint(cp.player('engine{}').choose(cp.game('tic_tac_toe').start(), nodes=100).nodes)"


@pytest.mark.parametrize(
    ("made", "why"),
    [
        ('"a text"', "it is of type str, not Technique"),
        ('Technique("killers", "another one")', "its name is killers, and that of its entry point new"),
        ('Technique("new", "", hooks={"no_place": print})', "there is no place no_place for a hook (known: table_depth, "),
        ('Technique("new", "", hooks={"leaves_out": lambda ply: 0})', "the hook leaves_out takes (context, ply, index, best)"),
        ('Technique("new", "", memory=(Memory("moves", "i4", (3,)),))', "its moves needs a name that begins with new"),
        ('Technique("new", "", numbers={"steps": 3})', "its steps needs a name that begins with new"),
        ('Technique("new", "", numbers={"new": 3})', "there is a technique or a number new already"),
        ('Technique("new", "", memory=(Memory("new", "no type", (3,)),))', "data type 'no type' not understood"),
        ('Technique("new", "", margin=3)', "unexpected keyword argument 'margin'"),
    ],
)
def test_what_is_no_technique_is_said_and_the_engine_plays_on(tmp_path, made, why):
    (tmp_path / "ideas.py").write_text(f"from counterply.search.alphabeta.technique import *\nIDEA = {made}\n")
    install(tmp_path, "[counterply.techniques]\nnew = ideas:IDEA\nkillers = ideas:IDEA\n")
    done = run(str(tmp_path), PLAY.format(""), NUMBA_DISABLE_JIT="1")
    assert done.returncode == 0, done.stderr
    assert "ideas:IDEA of an installed package cannot be used: " in done.stderr
    assert why in done.stderr


CANNOT_BE_COMPILED = """
from counterply import kernel
from counterply.search.alphabeta.technique import Technique

@kernel
def order_bonus(context, ply, mover, move, ranked):
    return context["usr"]

BAD = Technique("bad", "looks for what is not there", hooks={"order_bonus": order_bonus})
"""


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_a_technique_that_cannot_be_compiled_is_a_line_and_in_nobodys_way_who_does_not_ask_for_it(tmp_path):
    (tmp_path / "ideas.py").write_text(CANNOT_BE_COMPILED)
    install(tmp_path, "[counterply.techniques]\nbad = ideas:BAD\n")
    assert run(str(tmp_path), PLAY.format("")).returncode == 0
    match = "from counterply.cli import run\nraise SystemExit(run('match tic_tac_toe engine:bad=on random --games 2'.split()))"
    asked = run(str(tmp_path), match)
    assert asked.returncode == 2, asked.stderr
    why = "ideas.py:7: the record has no field 'usr'; did you mean 'use'? (known: nodes, "
    assert asked.stderr.splitlines()[-1].startswith(f"counterply: the search with bad (ideas:BAD) cannot be compiled: {why}"), (
        asked.stderr
    )


def test_pydoc_shows_the_places_and_the_functions_of_the_contract():
    for module, names in ((technique, technique.PLACES), (contract, contract.CONTRACT)):
        shown = pydoc.plain(pydoc.render_doc(module))
        missing = [name for name in names if f"\n    {name}(" not in shown]
        assert not missing, module


def test_a_run_does_not_go_on_after_an_edit_of_a_technique_that_plays_in_it(tmp_path):
    install(tmp_path, "[counterply.techniques]\nanswers = ideas:ANSWERS\n")
    match = "import counterply as cp\ncp.match('tic_tac_toe', 'engine:answers=on', 'random', games={}, nodes=20, out=r'{}')"
    (tmp_path / "ideas.py").write_text(FILE)
    first = run(str(tmp_path), match.format(2, tmp_path / "run"), NUMBA_DISABLE_JIT="1")
    assert first.returncode == 0, first.stderr
    (tmp_path / "ideas.py").write_text(FILE.replace("* HINT_UNIT", "* 2 * HINT_UNIT"))
    assert "ideas.py" in run(str(tmp_path), match.format(4, tmp_path / "run"), NUMBA_DISABLE_JIT="1").stderr.splitlines()[-1]


def test_a_run_names_the_package_of_its_technique_and_does_not_go_on_after_another_version(tmp_path):
    install(tmp_path, "[counterply.techniques]\nanswers = ideas:ANSWERS\n")
    (tmp_path / "ideas.py").write_text(FILE)
    program = "import counterply as cp\nrun = cp.match('tic_tac_toe', 'engine:answers=on', 'random', games={}, nodes=20, out=r'{}')"
    program += "\nprint(run.results.versions['ideas'])"
    first = run(str(tmp_path), program.format(2, tmp_path / "run"), NUMBA_DISABLE_JIT="1")
    assert first.stdout == "1.0\n", first.stderr
    facts = tmp_path / "ideas-1.0.dist-info" / "METADATA"
    facts.write_text(facts.read_text().replace("Version: 1.0", "Version: 1.1"))
    again = run(str(tmp_path), program.format(4, tmp_path / "run"), NUMBA_DISABLE_JIT="1")
    assert "began, ideas is 1.1, not 1.0; give another --out" in again.stderr.splitlines()[-1]
