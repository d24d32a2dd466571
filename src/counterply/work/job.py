"""Long work: what its pieces are, and who does them."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from counterply.core.identity import named_files
from counterply.core.limits import Stop

Thing = TypeVar("Thing")
Named = tuple[str, Mapping[str, str]]  # a game, a player or an evaluator, with its options


class Worker(Protocol):
    """Does pieces of a job, one at a time; made of ``(given, stop)``. `stop` ends a piece early, whose answer then does not count.

    One whose pieces share data has `take(shared)`, too, which gets the data before the pieces.
    """

    def do(self, piece: Any) -> Any:
        """Return the answer to a piece. Both are JSON."""

    def close(self) -> None:
        """End what the pieces needed."""


@dataclass(frozen=True)
class Job:
    """Work in pieces.

    Attributes
    ----------
    maker : what makes a `Worker` of `given`, as MODULE:NAME
    given : all that it needs, as JSON
    names : what `given` names; the user's files among them travel to other machines
    game : the game, by which machines are compared; None: no search is part of the work
    title : returns what a piece is, in messages
    together : how many pieces in a row one machine does
    lost : what gives the answer to a piece that two processes have ended in, from the piece and how they ended, as MODULE:NAME;
        None: it is an error. Such a job is never done by the process that asks
    """

    maker: str
    given: Any
    names: tuple[Named, ...] = ()
    game: Named | None = None
    title: Callable[[Any], str] = str
    together: int = 1
    lost: str | None = None

    @property
    def files(self) -> list[str]:
        """The user's files that it names, as it names them."""
        return list(dict.fromkeys(file for name, options in self.names for file in named_files(name, options)))


@dataclass(frozen=True)
class Machine:
    """A machine of a cluster."""

    name: str
    processor: str


@dataclass(frozen=True)
class Done:
    """An answer: to which piece, and which machine of a cluster gave it; None: this one."""

    number: int
    answer: Any
    machine: Machine | None = None


class Session(ABC):
    """A job under way: workers that are kept from one call to the next. A context manager; it ends them."""

    @abstractmethod
    def do(self, pieces: Iterable[object], shared: bytes | None = None) -> Iterator[Done]:
        """Yield the answers to pieces as they come; `stop` ends it early, and so does a caller that asks no more.

        `shared` is data for all of these pieces.
        """

    @abstractmethod
    def close(self) -> None:
        """End the workers."""

    def in_order(self, pieces: Iterable[object], shared: bytes | None = None) -> Iterator[Any]:
        """Yield the answers to pieces in their order."""
        early: dict[int, Any] = {}
        wanted = 0
        with closing(self.do(pieces, shared)) as answers:  # type: ignore[type-var]
            for done in answers:
                early[done.number] = done.answer
                while wanted in early:
                    yield early.pop(wanted)
                    wanted += 1

    def with_answers(self, things: Iterable[Thing], piece_of: Callable[[Thing], object]) -> Iterator[tuple[Thing, Any]]:
        """Yield things with the answers to their pieces, in order."""
        waiting: deque[Thing] = deque()

        def pieces() -> Iterator[object]:
            for thing in things:
                waiting.append(thing)
                yield piece_of(thing)

        for answer in self.in_order(pieces()):
            yield waiting.popleft(), answer

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Here(Session):
    """The process that asks does it all."""

    def __init__(self, job: Job, stop: Stop) -> None:
        self._stop = stop
        self._worker = worker_of(job.maker, job.given, stop)

    def do(self, pieces: Iterable[object], shared: bytes | None = None) -> Iterator[Done]:
        """Yield the answers to pieces in their order."""
        if shared is not None:
            self._worker.take(shared)  # type: ignore[attr-defined]
        for number, piece in enumerate(pieces):
            answer = self._worker.do(piece)
            if self._stop:
                return
            yield Done(number, answer)

    def close(self) -> None:
        """End the worker."""
        self._worker.close()


def named(place: str) -> Any:
    """Return what MODULE:NAME names."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


def worker_of(maker: str, given: object, stop: Stop) -> Worker:
    """Make what does the pieces of a job."""
    made: Worker = named(maker)(given, stop)
    return made
