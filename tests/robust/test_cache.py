"""The kernel cache deletes nothing but what it wrote, loads nothing but what it wrote, and trusts no folder of others."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from counterply.compiling import cache, object_files
from counterply.compiling.cache import TAG, TAG_NAME, UNUSED_DAYS
from counterply.compiling.kernels import PLAIN

ROOT = Path(__file__).resolve().parents[2]
LONG_AGO = time.time() - (UNUSED_DAYS + 10) * 86400


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "h"
    monkeypatch.setenv("COUNTERPLY_CACHE", str(folder))
    monkeypatch.setattr(cache.tempfile, "tempdir", str(tmp_path))
    return folder


def aged(folder: Path) -> Path:
    os.utime(folder, (LONG_AGO, LONG_AGO))
    return folder


def test_folders_of_others_are_never_removed(root: Path) -> None:
    project = root / "project"
    (project / "src").mkdir(parents=True)
    (project / "src" / "thesis.txt").write_text("three years of work")
    (project / "a.code").write_text("somebody else's")
    other_cache = root / "0123456789abcdef"
    other_cache.mkdir()
    (other_cache / TAG_NAME).write_text(TAG.splitlines()[0] + "\n# made by another program\n")
    link = root / "link"
    link.symlink_to(project)
    for folder in (project, other_cache):
        aged(folder)
    os.utime(link, (LONG_AGO, LONG_AGO), follow_symlinks=False)
    assert not cache.open_cache().trouble
    assert (project / "src" / "thesis.txt").read_text() == "three years of work"
    assert (project / "a.code").exists()
    assert other_cache.exists()
    assert link.is_symlink()


def test_an_unused_cache_of_ours_is_removed_but_not_what_others_put_there(root: Path) -> None:
    first = cache.open_cache().folder
    old, shared = first.rename(root / "1111111111111111"), root / "2222222222222222"
    for folder in (old, shared):
        (folder / "search").mkdir(parents=True)
        (folder / TAG_NAME).write_text(TAG)
        for name in ("f-1a2b.code", "f-1a2b.code.tmp.0123456789ab", "1a2b.checked"):
            (folder / "search" / name).write_text("")
    (shared / "search" / "notes.txt").write_text("mine")
    outside = root.parent / "outside.code"
    outside.write_text("outside")
    (old / "search" / "a.code").symlink_to(outside)
    (shared / "elsewhere").symlink_to(root.parent)
    for folder in (old, shared):
        aged(folder)
    assert cache.open_cache().folder == first
    assert not old.exists()
    assert sorted(path.name for path in shared.rglob("*")) == ["elsewhere", "notes.txt", "search"]
    assert outside.read_text() == "outside"


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o1777])
def test_a_cache_that_others_can_write_to_is_refused(root: Path, mode: int) -> None:
    root.mkdir()
    root.chmod(mode)
    opened = cache.open_cache()
    assert opened.unsafe
    assert str(root) in opened.trouble
    assert root not in opened.folder.parents
    opened.release()
    assert not opened.folder.exists()


def test_an_engine_folder_that_others_can_write_to_is_refused(root: Path) -> None:
    cache.open_cache().folder.chmod(0o770)
    assert cache.open_cache().unsafe


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_cache_of_another_user_is_refused(root: Path) -> None:
    root.mkdir(mode=0o700)
    os.chown(root, 12345, -1)
    assert "belongs to another user" in cache.open_cache().trouble


def test_our_own_folders_are_private_whatever_the_umask(root: Path) -> None:
    before = os.umask(0o002)
    try:
        for _ in range(2):
            assert not cache.open_cache().trouble
    finally:
        os.umask(before)


def test_no_home_is_no_traceback(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("COUNTERPLY_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(cache.Path, "home", homeless)
    assert "no home" in cache.open_cache().trouble


def test_temporary_caches_go_with_their_process_and_those_of_killed_ones_later(root: Path) -> None:
    root.write_text("a file, not a folder")
    killed = root.parent / "counterply-killed"
    killed.mkdir(mode=0o700)
    (killed / TAG_NAME).write_text(TAG)
    users = root.parent / "counterply-thesis"
    users.mkdir()
    (users / "chapter.code").write_text("")
    first = cache.open_cache()
    second = cache.open_cache()
    assert not killed.exists()
    assert users.exists()
    assert first.folder.exists(), "its process lives"
    for opened in (first, second, second):
        opened.release()
    assert not first.folder.exists()
    assert not second.folder.exists()


def test_without_room_for_a_temporary_cache_it_says_so(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(prefix: str) -> str:
        raise OSError(27, "File too large")

    root.write_text("a file, not a folder")
    monkeypatch.setattr(cache.tempfile, "mkdtemp", full)
    opened = cache.open_cache()
    assert opened.unsafe
    assert opened.trouble == "machine code can be kept nowhere: File too large"


def test_entries_with_a_flipped_bit_or_of_others_are_not_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(object_files, "CACHE", cache.Cache(tmp_path))
    code, shapes = object_files.Code("entry", "int64", ("memcpy",), bytes(200)), (np.dtype([("a", np.int64)]), int)

    def kept() -> Path:
        object_files.save_code(kept, shapes, code)
        (file,) = tmp_path.rglob("*.code")
        assert object_files.load_code(kept, shapes) == code
        assert object_files.load_code(kept, shapes[:1]) is None
        return file

    for place in range(0, kept().stat().st_size, 3):
        file = kept()
        damaged = bytearray(file.read_bytes())
        damaged[place] ^= 1 << place % 8
        file.write_bytes(damaged)
        assert object_files.load_code(kept, shapes) is None, f"bit {place % 8} of byte {place}"
    for planted in (b"short", hashlib.sha256(b"\x80 no code").digest() + b"\x80 no code", hashlib.sha256(b"{}").digest() + b"{}"):
        kept().write_bytes(planted)
        assert object_files.load_code(kept, shapes) is None
    kept().chmod(0o666)
    assert object_files.load_code(kept, shapes) is None


def test_an_entry_does_not_pass_for_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole and valid file is refused under another name, and in another engine's folder."""
    one, two = tmp_path / "one", tmp_path / "two"
    code, shapes, others = object_files.Code("entry", "int64", (), bytes(200)), (int,), (float,)
    files = {}
    for folder in (one, two):
        folder.mkdir()
        monkeypatch.setattr(object_files, "CACHE", cache.Cache(folder))
        for kinds in (shapes, others):
            object_files.save_code(answer, kinds, code)
            files[folder, kinds] = object_files._path(answer, kinds)
    for other in ((two, others), (one, shapes)):
        files[two, shapes].write_bytes(files[other].read_bytes())
        assert object_files.load_code(answer, shapes) is None, other
    assert object_files.load_code(answer, others) == code


def answer(arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    everything = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **environment}
    return subprocess.run(
        [sys.executable, "-m", "counterply", *arguments.split()], env=everything, capture_output=True, text=True, check=False
    )


def test_the_command_refuses_an_unsafe_cache_in_one_line(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    done = answer("games", COUNTERPLY_CACHE=str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [
        f"counterply: the cache folder {tmp_path} can be written to by other users; chmod go-w makes it safe"
    ]


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_numba_is_silent_in_a_host_that_logs_at_debug(tmp_path: Path) -> None:
    program = (
        "import logging; logging.basicConfig(level=logging.DEBUG); from counterply import kernel; "
        "f = kernel(lambda x: x + 1); print(f(1))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "COUNTERPLY_CACHE": str(tmp_path / "cache")}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("2\n", "")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks /proc")
def test_a_home_on_a_network_keeps_its_cache_on_a_local_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(
        f"disk / ext4 rw 0 0\nserver:/home {tmp_path}/my\\040home nfs4 rw 0 0\ndisk {tmp_path}/my\\040home/scratch xfs rw 0 0\n"
    )
    home = tmp_path / "my home"
    assert [cache.file_system(path, mounts) for path in (tmp_path, home / "ann", home / "scratch")] == ["ext4", "nfs4", "xfs"]
    assert cache.file_system(home, tmp_path / "none") == ""
    monkeypatch.delenv("COUNTERPLY_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(home))
    assert cache.cache_root() == home / ".cache" / "counterply"
    monkeypatch.setattr(cache, "file_system", lambda _: "nfs4")
    assert cache.cache_root() == Path(f"/var/tmp/counterply-{os.getuid()}")
