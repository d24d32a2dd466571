"""UCI for any game: our players behind it, other programs' as players, and both ends together."""

import contextlib
import os
import subprocess
import sys
import threading
import time
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import pytest

import counterply as cp
from counterply.core.limits import Limit, Stop
from counterply.plugins.bridges import uci
from counterply.plugins.bridges.uci import Session, limit_of
from counterply.plugins.bridges.uci_player import UciPlayer
from counterply.usercode.program import ProgramFailed

FAKE = f"{sys.executable} {Path(__file__).with_name('fake_uci.py')}"
OURS = f"{sys.executable} -m counterply host uci"


class Talk:
    """A session in this process, and what it has said since it was last asked."""

    def __init__(self, game="tic_tac_toe", player="engine", **options):
        self.said, self.stop = [], Stop()
        self.session = Session(game, options, player, lambda text: self.said.extend(text.split("\n")), self.stop)

    def __call__(self, *lines):
        self.said.clear()
        for line in lines:
            assert self.session.hear(line)
        return list(self.said)


@pytest.fixture(scope="module")
def talk():
    return Talk()


def test_it_greets_and_is_ready(talk):
    greeting = talk("uci")
    assert greeting[0].startswith("id name Counterply")
    assert "option name UCI_Variant type combo default tic_tac_toe var tic_tac_toe" in greeting
    assert greeting[-1] == "uciok"
    assert talk("ugi")[-1] == "ugiok"
    assert talk("isready") == ["readyok"]
    assert talk("what is this", "ponderhit") == []


def test_it_plays_what_the_engine_plays():
    talk = Talk("isolation", width="5", height="5")
    position = cp.game("isolation", width=5, height=5).position("moves 2,2 1,3 0,1")
    for limit in ({"depth": 3}, {"nodes": 400}):
        player = cp.player("engine")
        player.start(position.game, position.turn, 0)
        report = player.choose(position, **limit)
        said = talk("ucinewgame", "position startpos moves 2,2 1,3 0,1", f"go {' '.join(map(str, *limit.items()))}")
        assert said[-1] == f"bestmove {report.text}"
        words = said[-2].split()
        told = dict(pairwise(words))
        assert int(told["depth"]) == report.depth
        assert int(told["cp"]) == round(100 * report.score / report.grid)
        assert int(told["nodes"]) == report.nodes
        assert " ".join(report.best.texts) in said[-2]


def test_a_proven_win_is_told_in_moves(talk):
    said = talk("position startpos moves 0,0 1,0 0,1 2,2", "go depth 3")
    assert said[-1] == "bestmove 0,2"
    assert "score mate 1 " in said[-2]
    said = talk("position startpos moves 0,0 1,1 2,2", "query p1turn", "query result", "query gameover")
    assert said == ["response false", "response none", "response false"]
    assert talk("position startpos moves 0,0 1,0 0,1 2,2 0,2", "query result", "go depth 2") == [
        "response p1win",
        "info string the game is over",
        "bestmove (none)",
    ]


def test_a_diagram_is_a_position(talk):
    assert talk("position fen X X .\\nO O .\\n. . . moves 0,2", "query result") == ["response p1win"]
    assert talk("position fen XX.OO....", "go depth 1")[-1] == "bestmove 0,2"


def test_what_cannot_be_understood_is_told(talk):
    said = talk("position startpos moves 0,0 0,0", "go depth 1")
    assert said[0].startswith("info string illegal move '0,0'")
    assert said[1:] == ["info string no position", "bestmove (none)"]
    assert talk("position startpos", "go depth 1")[-1].startswith("bestmove ")
    assert talk("setoption name Ponder value true") == ["info string there is no option Ponder true"]


def test_options_of_the_game_and_of_the_engine_are_set():
    talk = Talk("isolation")
    said = talk("setoption name width value 4", "setoption name height value 3", "setoption name Hash value 2", "uci")
    assert "option name width type string default 4" in said
    assert "option name Hash type spin default 2 min 1 max 65536" in said
    assert talk.session.player == "engine:memory=2"
    assert talk("position startpos moves 3,0")[0].startswith("info string illegal move '3,0'")
    assert "width" in talk("setoption name width value 99")[0]
    assert talk("setoption name width value 5", "position startpos moves 2,4") == []


def test_the_words_after_go_are_limits():
    assert limit_of(["infinite"], 0).unlimited
    assert limit_of(["movetime", "1500", "depth", "3", "nodes", "70"], 0) == Limit(seconds=1.5, depth=3, nodes=70)
    assert limit_of(["wtime", "5000", "btime", "9000", "winc", "10", "binc", "20"], 0) == Limit(clock=5.0, increment=0.01)
    assert limit_of(["p1time", "5000", "p2time", "9000", "p1inc", "10", "p2inc", "20"], 1) == Limit(clock=9.0, increment=0.02)
    assert limit_of(["wtime", "5000", "btime", "9000", "movestogo", "10"], 1) == Limit(seconds=0.9, clock=9.0)


def test_an_infinite_search_waits_for_stop():
    talk = Talk()
    talk("isready", "position startpos moves 0,0 1,0 0,1 2,2 1,2 0,2 2,0 2,1")  # a single move is left
    threading.Timer(0.2, talk.stop.set).start()
    begin = time.monotonic()
    assert talk("go infinite")[-1] == "bestmove 1,1"
    assert time.monotonic() - begin > 0.15


# --- as a program


def test_a_program_of_ours_is_stopped_and_quits():
    environment = {**os.environ, "PYTHONPATH": str(Path(cp.__file__).parents[1])}
    lines = "uci\nisready\nposition startpos\ngo infinite\nisready\nstop\ngo depth 2\nquit\n"
    done = subprocess.run([*OURS.split(), "isolation"], input=lines, capture_output=True, text=True, timeout=120, env=environment)
    said = [line for line in done.stdout.splitlines() if not line.startswith(("info", "option", "id"))]
    assert [line.split()[0] for line in said] in (
        ["uciok", "readyok", "readyok", "bestmove", "bestmove"],
        ["uciok", "readyok", "bestmove", "readyok", "bestmove"],  # the search had ended before it was asked
    )
    assert done.returncode == 0


@pytest.mark.parametrize("lines", ["isready\nquit\n", "position startpos\ngo infinite\nstop\nquit\n"])
def test_it_quits_while_it_compiles(monkeypatch, lines):
    said = serve_with(monkeypatch, lines, lambda session: threading.Event().wait(60))
    assert said == []


def test_a_search_that_follows_one_that_was_stopped_ends_when_it_quits(monkeypatch):
    said = serve_with(monkeypatch, "go infinite\nstop\ngo infinite\nquit\n")
    assert [line.partition(" ")[0] for line in said if not line.startswith("info")] == ["bestmove", "bestmove"]


def serve_with(monkeypatch, lines, make=Session._make):
    """Return what our end says to lines that come at once, and a player that is made so; fails if it does not end."""
    said, (reads, writes) = [], os.pipe()
    os.write(writes, lines.encode())
    monkeypatch.setattr(Session, "_make", make)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(fileno=lambda: reads))
    monkeypatch.setattr(uci, "output_to_host", lambda: lambda text: said.extend(text.split("\n")))
    monkeypatch.setattr(uci, "ended_by_ctrl_c", contextlib.nullcontext)
    talking = threading.Thread(target=uci.serve, args=("tic_tac_toe", {}, "engine"), daemon=True)
    talking.start()
    talking.join(30)
    os.close(writes)
    assert not talking.is_alive()
    return said


def test_both_ends_play_together(tmp_path):
    player = f'uci:cmd="{OURS} tic_tac_toe --player alphabeta",log={tmp_path / "log"}'
    with cp.player(player) as theirs, cp.player("alphabeta") as ours:
        game = cp.game("tic_tac_toe")
        for moves in ("", "1,1", "0,0 1,1 0,2"):
            position = game.position(f"moves {moves}")
            report = theirs.choose(position, depth=4)
            assert report.score == round(100 * ours.choose(position, depth=4).score / 1024)
            assert (report.depth, report.proven) == (4, False)
    assert "> position startpos moves 1,1" in (tmp_path / "log").read_text()


def test_a_program_is_a_player():
    game = cp.game("tic_tac_toe")
    with cp.player(f'uci:cmd="{FAKE}",set="Strength=3"') as player:
        report = player.choose(game.position("moves 0,0 1,1"), seconds=5)
        assert (report.text, report.depth, report.nodes, report.grid, report.best.texts) == ("0,1", 4, 77, 100, ["0,1", "0,2"])
        assert report.score == -100_000 + 200
        assert player.notes == ("the program says it is Fake 1",)
    results = cp.match(game, f'uci:cmd="{FAKE}"', "random", games=4, seconds=5)
    assert "FAILED" not in str(results)


@pytest.mark.parametrize(("fault", "said"), [("crash", "exit code 3"), ("hang", "not said bestmove")])
def test_a_program_that_fails_is_named(fault, said):
    player = UciPlayer(f"{FAKE} {fault}")
    with pytest.raises(ProgramFailed, match=said):
        player.choose(cp.game("tic_tac_toe").start(), Limit(seconds=0.1))
    player.close()


def test_wrong_programs_and_answers_are_refused():
    game = cp.game("tic_tac_toe")
    with pytest.raises(cp.UsageError, match="plays chess, atomic, not tic_tac_toe"):
        UciPlayer(f"{FAKE} chess").start(game, 0, 0)
    with pytest.raises(cp.UsageError, match="no option Hash; it has Strength"):
        UciPlayer(FAKE, set="Hash=3").start(game, 0, 0)
    with pytest.raises(cp.UsageError, match="no program"):
        UciPlayer("./nobody").start(game, 0, 0)
    with cp.player(f'uci:cmd="{FAKE} illegal"') as player, pytest.raises(cp.GameError, match="illegal move '9,9'"):
        player.choose(game.start(), seconds=5)
