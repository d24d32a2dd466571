"""A run on a cluster holds the games of a run in one process, whatever happens to the workers."""

from __future__ import annotations

import importlib.util
import json
import os
import random
import signal
import socket
import ssl
import stat
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import counterply as cp
from counterply.arena.cluster import Cluster
from counterply.arena.cluster.batches import UnpackedProcess
from counterply.arena.cluster.bundle import Unpacked
from counterply.arena.match import play_game
from counterply.arena.report.machines import Machines as ByMachine
from counterply.arena.report.machines import misfit
from counterply.arena.report.page import write_report
from counterply.arena.schedule import Plan
from counterply.arena.store import Store
from counterply.arena.tournament import run
from counterply.cli import run as command
from counterply.core.errors import GameError, UsageError
from counterply.core.limits import Limit
from counterply.usercode.loading import load_game

ROOT = Path(__file__).resolve().parents[2]
there = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None or importlib.util.find_spec("cryptography") is None,
    reason="needs counterply[cluster]",
)


def benchmark(name):
    """Return a module of the benchmarks."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "benchmarks" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


PLAYERS = ("greedy:eval=zero", "minimax:depth=3")


def plan(**changes):
    return Plan(**({"game": "tic_tac_toe", "players": PLAYERS, "games": 30, "limit": Limit(nodes=400), "seed": 4} | changes))


@pytest.fixture(scope="module")
def kills():
    pytest.importorskip("distributed")
    return benchmark("cluster_kills")


@pytest.fixture(scope="module")
def machines(kills, tmp_path_factory):
    """Return a cluster of two workers on this machine."""
    with kills.Machines(tmp_path_factory.mktemp("cluster"), 2, ROOT / "src") as made:
        yield made


@there
def test_killed_workers_cost_no_game(machines, kills, tmp_path):
    run(plan(), tmp_path / "alone", workers=1)
    told = kills.killed_run(plan(), tmp_path / "cluster", machines, kills=3, seed=2)
    assert len(told) == 3
    assert kills.games(tmp_path / "cluster") == kills.games(tmp_path / "alone")
    with Store.open(tmp_path / "cluster") as store:
        played_on = store.machines()
    assert played_on.keys() == set(range(30))
    assert all(played_on[number] == played_on[number + 1] for number in range(0, 30, 2)), "a pair is played on one machine"
    assert "Machines</h2>" in write_report(tmp_path / "cluster")[0].read_text()


@there
def test_players_in_files_travel_with_their_neighbours(machines, kills, tmp_path, monkeypatch):
    here = tmp_path / "here"
    here.mkdir()
    (here / "helper.py").write_text("def last(moves):\n    return moves[-1]\n")
    (here / "mine.py").write_text("from helper import last\n\ndef player(position, limit):\n    return last(position.moves())\n")
    monkeypatch.chdir(here)
    the_plan = plan(players=("random", "mine.py:player"), games=4)
    alone = run(the_plan, tmp_path / "alone", workers=1)
    cluster = run(the_plan, tmp_path / "cluster", elsewhere=kills.Cluster(bare(machines), machines.certificate))
    assert kills.games(tmp_path / "cluster") == kills.games(tmp_path / "alone")
    assert cluster.pairings[0].standing == alone.pairings[0].standing


@there
def test_faults_of_players_in_files_are_recorded_as_at_home(machines, kills, tmp_path, monkeypatch):
    (tmp_path / "bad.py").write_text(
        "import os\n\ndef ends(position, limit):\n    os._exit(3)\n\ndef raises(position, limit):\n    raise BaseException('no')\n"
    )
    monkeypatch.chdir(tmp_path)
    the_plan = plan(players=("bad.py:ends", "bad.py:raises"), against=("random",), games=2)
    run(the_plan, tmp_path / "alone", workers=1)
    results = run(the_plan, tmp_path / "cluster", elsewhere=kills.Cluster(bare(machines), machines.certificate))
    assert kills.games(tmp_path / "cluster") == kills.games(tmp_path / "alone")
    assert [(failed.player, failed.games) for failed in results.failures] == [("bad.py:ends", 2), ("bad.py:raises", 2)]
    assert "has ended with exit code 3" in results.failures[0].reason
    assert "raised BaseException: no (bad.py:7)" in results.failures[1].reason


def bare(machines):
    return machines.address.removeprefix("tls://")


@pytest.mark.slow
@there
def test_a_machine_that_would_play_otherwise_is_refused_and_named(machines, kills, tmp_path, monkeypatch):
    """The client claims another signature: to it, all machines are the odd ones."""
    from counterply.arena.cluster import client

    ours = client.environment(plan())
    other = ours | {"Bench signature": "0"}
    monkeypatch.setattr(client, "environment", lambda _: other)
    said = []

    def tell(line):
        said.append(line)
        if line.startswith("waiting for machines") and len(said) > 2:
            raise NobodyIsLeftError

    with pytest.raises(NobodyIsLeftError):
        run(plan(), tmp_path, elsewhere=kills.Cluster(bare(machines), machines.certificate, tell=tell))
    refused = [line for line in said if "is refused" in line]
    assert len(refused) == 2
    assert all("Bench signature is" in line and line.startswith("worker") for line in refused)
    for worker in machines.workers:
        assert worker.wait(60) == 2, "they were sent away"
    assert "would play other games than the run's own: Bench signature is" in machines.logs()
    machines.workers = [machines.join(), machines.join()]


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="a process cannot be given fewer cores")
def test_a_machine_with_fewer_cores_than_a_player_wants_cannot_play():
    """It says so before the first game, so that it is refused, and others play."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        with pytest.raises(UsageError, match="threads is 1 to 1, the cores of this machine, not 2"):
            UnpackedProcess(Unpacked(plan(players=("engine:threads=2", "random")), {}), 0.0)
    finally:
        os.sched_setaffinity(0, cores)


@there
def test_who_has_no_certificate_is_not_let_in(machines, kills, tmp_path):
    from counterply.arena.cluster import make_certificate

    make_certificate(tmp_path / "other.pem")
    begin = time.monotonic()
    with pytest.raises(GameError, match=r"cannot be joined: its certificate is another one"):
        run(plan(), elsewhere=Cluster(bare(machines), tmp_path / "other.pem"))
    assert command(["cluster", "join", bare(machines), "--certificate", str(tmp_path / "other.pem")]) == 2
    assert time.monotonic() - begin < 60, "Dask would go on trying"
    listening = subprocess.run(["ss", "-ltnpH"], capture_output=True, text=True, check=False).stdout
    own = {f"pid={process.pid}," for process in [machines.scheduler, *machines.workers]}
    sockets = [line.split()[3] for line in listening.splitlines() if any(pid in line for pid in own)]
    assert all(socket.startswith("127.0.0.1:") for socket in sockets)
    assert sockets or not listening


@there
def test_the_certificate_is_one_private_file(tmp_path):
    from counterply.arena.cluster import make_certificate, security_of

    file = tmp_path / "folder" / "mine.pem"
    make_certificate(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert security_of(file).require_encryption
    file.chmod(0o640)
    with pytest.raises(UsageError, match=r"can be read by others \(mode 640\); chmod 600"):
        security_of(file)
    (tmp_path / "no.pem").write_text("nothing")
    (tmp_path / "no.pem").chmod(0o600)
    with pytest.raises(UsageError, match="is not a certificate"):
        security_of(tmp_path / "no.pem")
    with pytest.raises(UsageError, match="cluster start"):
        security_of(tmp_path / "none.pem")


@there
def test_a_certificate_that_is_not_good_today_is_one_line_at_once(tmp_path, capsys):
    from counterply.arena.cluster import make_certificate, security_of

    for name, days in (("ended", -1), ("soon", 3), ("long", 100), ("other", 100)):
        make_certificate(tmp_path / f"{name}.pem", days)
    key, certificate = ((tmp_path / f"{name}.pem").read_text().partition("-----BEGIN CERTIFICATE") for name in ("long", "other"))
    (tmp_path / "mixed.pem").write_text(key[0] + certificate[1] + certificate[2])
    (tmp_path / "mixed.pem").chmod(0o600)
    said = []
    assert security_of(tmp_path / "long.pem", said.append).require_encryption
    assert said == []
    assert security_of(tmp_path / "soon.pem", said.append).require_encryption
    assert len(said) == 1
    assert "soon.pem ends on 20" in said[0]
    with pytest.raises(UsageError, match="belongs to another CERTIFICATE"):
        security_of(tmp_path / "mixed.pem")
    ended = str(tmp_path / "ended.pem")
    players = ["tic_tac_toe", "random", "greedy", "--games", "2", "--nodes", "5", "--cluster", "local"]
    for arguments in (["cluster", "start"], ["cluster", "join", "local"], ["tournament", *players]):
        assert command([*arguments, "--certificate", ended]) == 2
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == 1, lines
        assert "ended.pem has ended on 20" in lines[0]


@there
def test_new_certificates_last_for_a_course_and_pass_strict_checks(tmp_path):
    from counterply.arena.cluster import make_certificate, security_of

    end = make_certificate(tmp_path / "mine.pem")
    assert end > datetime.now(UTC) + timedelta(days=700)
    security = security_of(tmp_path / "mine.pem")
    sides = [security.get_connection_args("client")["ssl_context"], security.get_listen_args("scheduler")["ssl_context"]]
    here, there = socket.socketpair()
    for side in sides:
        side.verify_flags |= ssl.VERIFY_X509_STRICT
    with here, there, ThreadPoolExecutor() as pool:
        serving = pool.submit(sides[1].wrap_socket, there, server_side=True)
        with sides[0].wrap_socket(here), serving.result(30):
            pass


@there
def test_what_is_no_cluster_is_one_line(tmp_path, monkeypatch):
    from counterply.arena.cluster import machines as joining
    from counterply.arena.cluster import make_certificate, security_of

    make_certificate(tmp_path / "mine.pem")
    monkeypatch.setattr(joining, "CONNECT_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        with pytest.raises(GameError, match="does not answer"):
            joining.reach(f"tls://127.0.0.1:{silent.getsockname()[1]}", security_of(tmp_path / "mine.pem"))
        silent.accept()
        with ThreadPoolExecutor() as pool:
            pool.submit(lambda: silent.accept()[0].sendall(b"HTTP/1.1 400 no\r\n\r\n"))
            with pytest.raises(GameError, match="it speaks no TLS"):
                joining.reach(f"tls://127.0.0.1:{silent.getsockname()[1]}", security_of(tmp_path / "mine.pem"))


@pytest.mark.slow
@there
def test_a_scheduler_that_dies_ends_the_run_in_one_line_and_the_same_command_goes_on(kills, tmp_path, capfd):
    """Neither workers nor client survive it; the games do."""
    out = tmp_path / "run"
    with kills.Machines(tmp_path, 1, ROOT / "src") as made:
        place = kills.Cluster(bare(made), made.certificate)

        def listen(progress):
            if progress.phase == "playing" and progress.done >= 4:
                made.scheduler.kill()

        with pytest.raises(GameError, match=r"the cluster at .* has gone; the finished games are kept") as caught:
            run(plan(games=400), out, progress=listen, elsewhere=place)
        assert "\n" not in str(caught.value)
        assert "Traceback" not in capfd.readouterr().err, "nor does Dask tell"
        assert made.workers[0].wait(60) is not None, "the worker ends, too"
    with Store.open(out) as store:
        assert 4 <= len(store.numbers()) < 400
    assert run(plan(games=400), out, workers=1).played == 400


@pytest.mark.slow
@there
def test_ctrl_c_lets_a_worker_finish_and_one_that_joins_gets_games(machines, kills, tmp_path):
    """The first worker leaves, another one joins, and the games are those of a run in one process."""
    said = []
    place = kills.Cluster(bare(machines), machines.certificate, tell=said.append)
    leaving = machines.workers[0]

    def listen(progress):
        if progress.phase == "playing" and progress.done == 20:
            os.kill(leaving.pid, signal.SIGINT)
            machines.workers[0] = machines.join()

    run(plan(games=400), tmp_path / "cluster", progress=listen, elsewhere=place)
    assert leaving.wait(60) == 130
    name = leaving.args[leaving.args.index("--name") + 1]
    assert f"{name} leaves after its batches of games" in machines.logs()
    assert "processes died" not in machines.logs()
    run(plan(games=400), tmp_path / "alone", workers=1)
    assert kills.games(tmp_path / "cluster") == kills.games(tmp_path / "alone")
    assert any(line.endswith(": compiling") for line in said)


@there
def test_what_a_sleeping_machine_holds_is_played_elsewhere(machines, kills, tmp_path):
    sleeping = machines.workers[0]
    asleep = []

    def listen(progress):
        if progress.phase == "playing" and progress.done == 200:
            os.kill(sleeping.pid, signal.SIGSTOP)
            asleep.append(sleeping)

    try:
        place = kills.Cluster(bare(machines), machines.certificate)
        assert run(plan(games=400), tmp_path, progress=listen, elsewhere=place).played == 400
    finally:
        os.kill(sleeping.pid, signal.SIGCONT)
    assert asleep
    with Store.open(tmp_path) as store:
        assert len(store.numbers()) == 400


@there
def test_times_are_scaled_by_speed(machines, kills, tmp_path, monkeypatch):
    from counterply.arena.cluster import client

    monkeypatch.setattr(client, "speed", lambda _: 1e9)  # a machine of which there are none
    timed = plan(players=("random", "greedy:eval=zero"), games=4, limit=Limit(seconds=0.05))
    results = run(timed, elsewhere=kills.Cluster(bare(machines), machines.certificate, scale_time=True))
    assert results.played == 4
    assert all("times as long (--scale-time)" in note for note in results.notes)
    assert results.notes
    with pytest.raises(UsageError, match="only where moves are timed"):
        run(plan(), elsewhere=kills.Cluster(bare(machines), machines.certificate, scale_time=True))


@there
def test_a_match_is_played_on_a_cluster_too(machines, capsys):
    place = ["--cluster", bare(machines), "--certificate", str(machines.certificate)]
    words = ["match", "tic_tac_toe", "random", "greedy", "--games", "4", "--nodes", "10", "--json"]
    assert command([*words, *place]) == 0
    elsewhere = capsys.readouterr().out
    assert command([*words, "--workers", "1"]) == 0
    here, there = json.loads(capsys.readouterr().out), json.loads(elsewhere)
    assert there["score"] == here["score"]
    cluster = Cluster(bare(machines), machines.certificate)
    assert cp.match("tic_tac_toe", "random", "greedy", games=4, nodes=10, cluster=cluster).results.played == 4
    with pytest.raises(UsageError, match="in files"):
        cp.match("tic_tac_toe", "random", First, games=4, nodes=10, cluster=cluster)


@there
def test_ssh_lets_machines_join(kills, tmp_path, monkeypatch):
    """An `ssh` that runs its command here stands for the real one: pc2 is there, pc3 is not."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "ssh").write_text('#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\n[ "$2" = pc3 ] && exit 255\nexec sh -c "$3"\n')
    (folder / "ssh").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with kills.Machines(tmp_path, 0, ROOT / "src", "--listen", "127.0.0.1", "--ssh", "pc2", "--ssh", "pc3") as made:
        results = run(plan(games=4), tmp_path / "run", elsewhere=kills.Cluster(bare(made), made.certificate))
        with Store.open(tmp_path / "run") as store:
            assert {name for name, _ in store.machines().values()} == {"pc2"}
        os.kill(made.scheduler.pid, signal.SIGINT)
        assert made.scheduler.wait(60) == 130
        assert "pc3 has left: ssh ended with status 255" in made.logs()
    assert results.played == 4
    assert not list(tmp_path.glob("tmp.*")), "the certificate's copy is gone"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("tournament tic_tac_toe random greedy --cluster local:1 --certificate {pem}", "no cluster answers at 127.0.0.1:1"),
        ("tournament tic_tac_toe random greedy --cluster ':x' --certificate {pem}", "address is local, HOST or HOST:PORT"),
        (
            "tournament tic_tac_toe random greedy --cluster local --certificate {pem} --workers 2",
            "on a cluster workers is not given",
        ),
        ("match tic_tac_toe random greedy --scale-time", "--scale-time is for a cluster: --cluster ADDRESS"),
        ("cluster start --ssh pc2", "--ssh needs --listen ADDRESS"),
        ("tournament tic_tac_toe random greedy --cluster local --certificate none.pem", "there is no certificate none.pem"),
        ("cluster join local:1 --certificate {pem}", "no cluster answers at 127.0.0.1:1"),
        ("cluster join local --slots 0", "--slots must be 1 or more"),
        ("cluster start --listen 192.0.2.1 --certificate {pem}", "a scheduler cannot listen on 192.0.2.1:8786"),
    ],
)
@there
def test_what_cannot_be_gets_one_line(words, said, tmp_path, capsys):
    from counterply.arena.cluster import make_certificate

    make_certificate(tmp_path / "mine.pem")
    assert command(words.format(pem=tmp_path / "mine.pem").replace("'", "").split()) == 2
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error


def test_without_the_package_it_says_what_to_install(monkeypatch, capsys, tmp_path):
    pytest.importorskip("cryptography", reason="what reads the certificate is asked for first")
    from counterply.arena.cluster import make_certificate

    monkeypatch.setitem(sys.modules, "distributed", None)
    pem = tmp_path / "mine.pem"
    make_certificate(pem)
    assert command(["tournament", "tic_tac_toe", "random", "greedy", "--cluster", "local", "--certificate", str(pem)]) == 2
    assert (
        "needs distributed, which is not installed: pip install 'counterply[cluster]', or '.[cluster]' in a clone"
        in capsys.readouterr().err
    )


def test_a_machine_whose_results_do_not_fit_is_found():
    """On made-up runs 5 % of honest ones are suspected at 95 %, and those with a dishonest machine always."""
    stub = play_game(load_game("tic_tac_toe"), [First(), First()], Limit(nodes=1))
    the_plan = plan(players=("a", "b", "c"), games=100)

    def confidence(seed, cheat):
        luck, played_on, records = random.Random(seed), {}, []
        for number in range(the_plan.total):
            pair, swapped = divmod(number, 2)
            round_, pairing = divmod(pair, 3)
            if not swapped:
                machine = luck.choice(["pc1", "pc2", "pc2", "pc3"])
            won = luck.random() < (0.3 + 0.2 * pairing if not cheat or machine != "pc1" else 0.95)
            played_on[number] = (machine, "x86")
            changes = {"number": number, "pairing": pairing, "round": round_, "swapped": bool(swapped)}
            records.append(replace(stub, **changes, outcome=1 if won != bool(swapped) else 2))
        found = ByMachine(the_plan, played_on)
        for record in records:
            found.add(record)
        return misfit(found.all())

    assert sum(confidence(seed, cheat=False) > 0.95 for seed in range(100)) <= 12
    assert all(confidence(seed, cheat=True) > 0.99 for seed in range(10))
    assert misfit(ByMachine(the_plan, {}).all()) is None


class NobodyIsLeftError(Exception):
    pass


class First:
    name = "first"

    def choose(self, position, limit):
        return position.moves()[0]
