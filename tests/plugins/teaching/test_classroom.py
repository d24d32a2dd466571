"""A class of hand-ins, points by a rubric, the zip for Gradescope, and a search of a notebook."""

import json
import linecache
import os
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path
from types import ModuleType

import pytest
from test_hand_ins import LEAPER, OWN

import counterply as cp
from counterply.cli import run as command
from counterply.plugins.teaching import hand_ins as finding
from counterply.plugins.teaching.check import check
from counterply.plugins.teaching.classroom import Kept, Row
from counterply.plugins.teaching.gradescope import write_zip
from counterply.plugins.teaching.grading import RUBRIC, Rubric, grade
from counterply.plugins.teaching.hand_ins import hand_ins

RIGHT = """\
def search(p, depth, alpha=float("-inf"), beta=float("inf")):
    if depth == 0 or p.over():
        return p.value(p.turn), None
    best, move = float("-inf"), None
    for each in p.moves():
        after = p.after(each)
        if after.turn == p.turn:
            value = search(after, depth - 1, alpha, beta)[0]
        else:
            value = -search(after, depth - 1, -beta, -alpha)[0]
        if value > best:
            best, move = value, each
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best, move
"""
LAST = RIGHT.replace("value > best", "value >= best")
NEVER_PRUNES = RIGHT.replace("            break", "            pass")
KILLS = """\
import os
judge = open(f"/proc/{os.getppid()}/stat").read().rpartition(")")[2].split()[1]
os.kill(int(judge), 9)
"""
CELLS = """\
from math import inf
import random as dice
SCALE, TABLE = 1, {object(): 2}


def worth(p):
    dice.seed(TABLE.get(p))
    return SCALE * p.value(p.turn)


"""
LATE = (
    RIGHT
    + """

def choose(position, seconds):
    import time
    time.sleep(1.5 * seconds)
    return search(position, 1)[1]
"""
)
NO_GAMES = RUBRIC.replace("positions = 24", "positions = 0")


@pytest.fixture
def hand_in_folder(tmp_path):
    folder = tmp_path / "class"
    folder.mkdir()
    for name, text in {"right": RIGHT, "last": LAST, "refused": "x = 1\n"}.items():
        (folder / f"{name}.py").write_text(text)
    return folder


def check_class(folder, capsys, *words):
    code = command(["check", "--each", str(folder), "--positions", "0", "--json", *words])
    said = capsys.readouterr()
    return code, {row["file"]: row for row in json.loads(said.out)["files"]}, said.err


def test_a_class_is_judged_by_several_processes_and_goes_on_with_what_is_missing(hand_in_folder, capsys):
    kept = hand_in_folder.parent / "rows.jsonl"
    code, rows, _ = check_class(hand_in_folder, capsys, "--workers", "2", "--out", str(kept))
    assert code == 1
    assert {name: row["verdict"] for name, row in rows.items()} == {
        "last.py": "wrong",
        "refused.py": "not judged",
        "right.py": "right",
    }
    assert rows["right.py"]["points"] == "240/240"
    with kept.open("a") as stream:
        stream.write('{"file": "brok')  # as a killed process leaves it
    (hand_in_folder / "last.py").write_text(RIGHT)
    _, again, said = check_class(hand_in_folder, capsys, "--out", str(kept))
    assert "2 of 3 are judged already" in said
    assert again["last.py"]["verdict"] == "right"
    assert again["right.py"] == rows["right.py"]
    assert "3 of 3 are judged already" in check_class(hand_in_folder, capsys, "--out", str(kept))[2]
    assert rows["right.py"]["cpu_seconds"] > 0
    asked = {"options": {"positions": 1, "games": (), "options": None}, "rubric": None}  # another question
    with Kept(str(kept), hand_ins(str(hand_in_folder), hand_in_folder / "room")[0], asked) as other:
        assert not other.rows


@pytest.mark.parametrize("edited", ["class/utility.py", "mine.py"])
def test_a_hand_in_is_judged_again_after_an_edit_of_what_it_imports_or_plays(hand_in_folder, edited):
    folder = hand_in_folder.parent
    (hand_in_folder / "utility.py").write_text("best = max\n")
    (hand_in_folder / "last.py").write_text("import utility\n" + LAST)
    (folder / "mine.py").write_text("game = None\n")
    options = {"games": (str(folder / "mine.py"),), "options": None}
    every = [each for each in hand_ins(str(hand_in_folder), hand_in_folder / "room")[0] if each.name in ("last.py", "right.py")]
    with Kept(str(folder / "rows"), every, {"options": options, "rubric": None}) as kept:
        for each in every:
            kept.add(Row.not_judged(each.name, ""))
    with (folder / edited).open("a") as stream:
        stream.write("best = min\n")
    with Kept(str(folder / "rows"), every, {"options": options, "rubric": None}) as kept:
        assert [*kept.rows] == (["right.py"] if edited == "class/utility.py" else [])


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="finds the judge by Linux's /proc")
def test_a_hand_in_that_ends_its_judge_leaves_the_others_theirs(tmp_path, capsys):
    (tmp_path / "a.py").write_text(KILLS)
    (tmp_path / "b.py").write_text(RIGHT)
    _, rows, _ = check_class(tmp_path, capsys, "--workers", "1")
    assert "the process that judges it ends" in rows["a.py"]["about"]
    assert (rows["a.py"]["verdict"], rows["b.py"]["verdict"]) == ("not judged", "right")


def test_a_file_that_was_not_written_by_a_class_is_left_alone(hand_in_folder, capsys):
    notes = hand_in_folder.parent / "notes.txt"
    notes.write_text("my notes\n")
    assert command(["check", "--each", str(hand_in_folder), "--out", str(notes)]) == 2
    assert "notes.txt, line 1" in capsys.readouterr().err
    assert notes.read_text() == "my notes\n"


def test_a_pattern_names_a_file_in_each_students_folder(tmp_path):
    for name in ("ada", "bob"):
        (tmp_path / name).mkdir()
        for file in ("agent.py", "util.py"):
            (tmp_path / name / file).write_text("")
    found, _ = hand_ins(f"{tmp_path}/*/agent.py:Player", tmp_path / "room")
    assert [(each.name, each.file) for each in found] == [
        (f"{name}/agent.py", f"{tmp_path}/{name}/agent.py:Player") for name in ("ada", "bob")
    ]


@pytest.mark.usefixtures("inside")
def zip_of(files, file=None):
    """Return a zip of texts, or of zips, by their names, and write it into a file."""
    file = BytesIO() if file is None else file
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in files.items():
            made.writestr(name, text)
    return None if isinstance(file, Path) else file.getvalue()


def test_zips_are_judged_as_folders(tmp_path, capsys, monkeypatch):
    (tmp_path / "class").mkdir()
    monkeypatch.setattr(finding, "MOST_BYTES", 100_000)
    zip_of({"work/agent.py": LAST, "__MACOSX/work/._agent.py": "", "work/__pycache__/agent.py": ""}, tmp_path / "class/Jörg M.zip")
    zip_of({"../../out.py": RIGHT}, tmp_path / "class/leaves.zip")
    zip_of({"report.pdf": ""}, tmp_path / "class/nothing.zip")
    zip_of({"large.py": "0" * 200_000}, tmp_path / "class/bomb.zip")
    (tmp_path / "class/broken.zip").write_bytes(b"PK")
    kept = tmp_path / "rows.jsonl"
    _, rows, _ = check_class(tmp_path / "class", capsys, "--out", str(kept))
    assert {name: row["verdict"] for name, row in rows.items()} == {
        "Jörg M.zip/work/agent.py": "wrong",
        "leaves.zip/out.py": "right",
        **dict.fromkeys(("nothing.zip", "bomb.zip", "broken.zip"), "not judged"),
    }
    assert [name for name, row in rows.items() if "unpacked" in row["about"]] == ["bomb.zip", "broken.zip"]
    assert not [*tmp_path.parent.rglob("out.py")]
    assert "5 of 5 are judged already" in check_class(tmp_path / "class", capsys, "--out", str(kept))[2]


def test_a_zip_of_all_holds_a_file_of_each(tmp_path):
    inner = zip_of({"agent.py": "", "util.py": "", "self.zip": b""})
    zip_of({"ada/agent.py": "", "ada/util.py": "", "bob.zip": inner, "cy.zip": zip_of({})}, tmp_path / "all.zip")
    found, _ = hand_ins(f"{tmp_path}/all.zip/agent.py:Player", tmp_path / "room")
    assert [(each.name, each.fault) for each in found] == [
        ("all.zip/ada/agent.py", ""),
        ("all.zip/bob.zip/agent.py", ""),
        ("all.zip/cy.zip", "it holds no file agent.py"),
    ]
    assert all(each.file.endswith("agent.py:Player") for each in found if not each.fault)


@pytest.mark.parametrize("name", ["nowhere", "nowhere.zip", "no*where.py", "nowhere.py:Player"])
def test_a_class_that_is_not_there_is_named(tmp_path, name):
    with pytest.raises(cp.UsageError, match=r"no folder, and no file, .*(nowhere|no\*where)"):
        hand_ins(f"{tmp_path}/{name}", tmp_path)


def test_points_go_by_what_was_looked_at(tmp_path):
    file = tmp_path / "mine.py"
    rubric = Rubric.read(NO_GAMES)
    file.write_text(RIGHT)
    assert grade(file, rubric).points == 100
    file.write_text(LAST)
    moves, values, pruning, style = grade(file, rubric).lines
    assert 0 < moves.points < 50
    assert (values.points, pruning.points, style.points) == (20, 20, 10)
    file.write_text(NEVER_PRUNES)
    moves, values, pruning, style = grade(file, rubric).lines
    assert (moves.points, values.points, pruning.points, style.points) == (50, 20, 0, 10)
    file.write_text(LATE)
    late, *others = grade(file, rubric).lines
    assert (late.points, late.why.partition(":")[0]) == (0, "It oversteps its time")
    assert sum(line.points for line in others) == 50
    verdict = check(file, positions=0).verdict
    assert verdict.right_cases < verdict.cases
    file.write_text("x = 1\n")
    refused = grade(file, rubric)
    assert refused.not_judged
    assert "a person has to look at it" in refused.lines[0].why
    assert (refused.points, refused.most) == (0, 100)


def test_a_player_whose_evaluator_judges_for_one_seat_loses_the_points_for_values(tmp_path):
    file = tmp_path / "my_custom_player.py"
    file.write_text(LEAPER.replace(OWN, "own, other = state.locs[0], state.locs[1]"))
    lines = grade(file, Rubric.read(NO_GAMES)).lines  # whether it prunes is not seen of its own turns
    assert [(line.name.rpartition(" ")[2], line.share) for line in lines] == [("moves", 1), ("values", 0), ("style", 1)]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("moves = 50", "mooves = 50", "did you mean 'moves'"),
        ("moves = 50", 'moves = "50"', "moves is a number, not '50'"),
        ('visibility = "visible"', 'visibility = "never"', "after_due_date"),
        ("[[search]]", "[search]", "write [[search]]"),
        ("least = 0.8", "least = 2", "from 0 to 1"),
        ('file = "*.py"', "file = ", "line"),
    ],
)
def test_a_rubric_with_a_mistake_is_refused_in_one_line(before, after, said):
    with pytest.raises(cp.UsageError) as raised:
        Rubric.read(RUBRIC.replace(before, after), "rubric.toml")
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("text", [b"[[search", b"\xff\xfe"])
def test_a_class_is_not_judged_by_a_broken_rubric(tmp_path, capsys, text):
    """What is wrong with the rubric is not said of each hand-in."""
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "a.py").write_text(RIGHT)
    (tmp_path / "rubric.toml").write_bytes(text)
    assert command(["check", "--each", str(folder), "--rubric", str(tmp_path / "rubric.toml")]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n"), "rubric.toml" in said.err) == ("", 1, True)


def require_published_format(document):
    """Hold a document against https://gradescope-autograders.readthedocs.io/en/latest/specs/."""
    visibilities = {"hidden", "after_due_date", "after_published", "visible"}
    kinds = {"score": (int, float), "output": str, "visibility": str, "stdout_visibility": str, "tests": list, "extra_data": dict}
    kinds_of_test = {"name": str, "score": (int, float), "max_score": (int, float), "status": str, "output": str, "visibility": str}
    for each, known in [(document, kinds | {"leaderboard": list}), *((test, kinds_of_test) for test in document["tests"])]:
        assert set(each) <= set(known)
        assert all(isinstance(value, known[key]) for key, value in each.items())
        assert each["visibility"] in visibilities
    assert {test["status"] for test in document["tests"]} <= {"passed", "failed"}
    assert document["score"] == pytest.approx(sum(test["score"] for test in document["tests"]), abs=0.01)
    for place in document.get("leaderboard", ()):
        assert set(place) == {"name", "value", "order"}
        assert place["order"] in ("asc", "desc")


@pytest.mark.skipif(os.name == "nt", reason="Gradescope runs Linux")
def test_the_zip_runs_in_a_folder_laid_out_as_gradescopes(tmp_path):
    games = '[leaderboard]\ngame = "tic_tac_toe"\nagainst = ["random"]\ngames = 2\ndepth = 2\n'
    (tmp_path / "mine.toml").write_text(NO_GAMES + games)
    write_zip(tmp_path / "course.zip", tmp_path / "mine.toml")
    with zipfile.ZipFile(tmp_path / "course.zip") as made:
        assert {name for name in made.namelist() if "/" not in name} >= {"setup.sh", "run_autograder", "rubric.toml"}
        assert made.getinfo("run_autograder").external_attr >> 16 == 0o755
        made.extractall(tmp_path / "source")
    subprocess.run(["bash", "-n", tmp_path / "source/setup.sh"], check=True)
    python = tmp_path / "counterply/bin/python"  # in place of what setup.sh installs
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    (tmp_path / "submission/code").mkdir(parents=True)
    (tmp_path / "submission/code/mysearch.py").write_text(LAST)
    run = ["bash", str(tmp_path / "source/run_autograder")]
    subprocess.run(run, env={**os.environ, "AUTOGRADER": str(tmp_path)}, check=True, capture_output=True)
    document = json.loads((tmp_path / "results/results.json").read_text())
    require_published_format(document)
    assert 80 < document["score"] < 100
    assert 0 <= document["leaderboard"][0]["value"] <= 100
    assert "Of two moves that look equal" in document["output"]


@pytest.mark.slow
def test_a_function_of_a_notebook_is_checked_with_what_it_names(monkeypatch):
    text = CELLS + RIGHT.replace('float("inf")', "inf").replace("p.value(p.turn)", "worth(p)")
    cell = ModuleType("cell")
    monkeypatch.setitem(sys.modules, "cell", cell)
    monkeypatch.setitem(linecache.cache, "<cell>", (len(text), None, text.splitlines(True), "<cell>"))
    exec(compile(text, "<cell>", "exec"), vars(cell))
    cp.check(cell.search, positions=0).require()
    cell.SCALE = -1
    with pytest.raises(AssertionError, match="wrong"):
        cp.check(cell.search, positions=0).require()
    cell.SCALE = cp.Limit(depth=1)
    with pytest.raises(cp.UsageError, match="SCALE"):
        cp.check(cell.search, positions=0)
    with pytest.raises(cp.UsageError, match="no name"):
        cp.check(lambda position, depth: 0)


def test_a_row_tells_of_a_file_that_nobody_could_judge():
    assert Row.not_judged("a.py", "why").verdict == "not judged"
