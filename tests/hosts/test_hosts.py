"""What every host needs: lines that are heard as they come, a player that gets ready meanwhile, moves that are taken back."""

from __future__ import annotations

import os
import threading

import pytest

from counterply import Stop
from counterply.api.by_name import game
from counterply.hosts.lines import LONGEST_LINE, LineReader
from counterply.hosts.start import Preparation
from counterply.hosts.terminal import undo


def lines_of(text: bytes, greet=lambda line: False) -> tuple[list[str], LineReader]:
    """Return the lines that a reader gives on of what is written at once, and the reader."""
    theirs, ours = os.pipe()
    reader = LineReader(theirs, greet)
    writer = threading.Thread(target=lambda: (os.write(ours, text), os.close(ours)))
    writer.start()
    heard = [line for line, _ in reader]
    writer.join()
    os.close(theirs)
    return heard, reader


def test_a_line_without_end_is_cut_and_answered_once() -> None:
    text = b"START 15\n" + b"y" * (5 * LONGEST_LINE) + b"\nBEGIN\n" + b"z" * (3 * LONGEST_LINE)
    heard, _ = lines_of(text)
    assert [line[:5] for line in heard] == ["START", "yyyyy", "BEGIN", "zzzzz"]
    assert max(map(len, heard)) < 3 * LONGEST_LINE


def test_what_the_greeting_answers_is_not_given_on_and_it_is_asked_until_it_has_no_answer() -> None:
    asked: list[str] = []

    def greet(line: str) -> bool:
        asked.append(line)
        return line.startswith("hello")

    heard, reader = lines_of(b"hello 1\r\nhello 2\ngo\nhello 3\nno end", greet)
    assert asked == ["hello 1", "hello 2", "go"]
    assert heard == ["go", "hello 3", "no end"]
    noticed: list[str] = []
    reader.notice(noticed.append)
    assert noticed == heard


def test_a_preparation_waits_no_longer_than_asked_and_says_what_went_wrong() -> None:
    go, stop = threading.Event(), Stop()
    work = Preparation(lambda: go.wait(60))
    assert not work.done(0.01)
    stop.set()
    assert not work.done(60, stop)
    go.set()
    assert work.done()
    with pytest.raises(ZeroDivisionError):
        Preparation(lambda: 1 / 0).done()


def test_a_person_takes_back_the_answer_with_the_own_move() -> None:
    start = game("tic_tac_toe").start()
    path = [start]
    for move in (4, 0, 8, 2):
        path.append(path[-1].after(path[-1].parse_move(start.move_text(move))))
    alone = list(path)
    assert undo(path, seat=0)
    assert path == alone[:3]
    assert undo(alone, seat=None)
    assert len(alone) == 4
    assert not undo([start], seat=0)
