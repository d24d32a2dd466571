"""How long a search may go on: seconds, a clock, depth, nodes, simulations, and a word that stops it at once."""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass, field, fields, replace

import numpy as np

from counterply.compiling.intrinsics import monotonic_ns
from counterply.core.aliases import Json
from counterply.core.errors import UsageError

NANOSECONDS = 1_000_000_000
LONGEST_SECONDS = 1e9  # 30 years; more is as good as no limit, and does not fit a clock of nanoseconds
PAUSE_NS = 500_000  # searches count the times between two looks at the clock by length, in such steps
PAUSES = 512  # lengths; what is longer counts as the longest
CLOCK_SHARE = 25  # of a clock without a move count, a move gets this part, and most of its increment
UNREACHED = 2**62  # nodes or plies, which 64 bits hold
CLOCK_CAP = 3  # and never more than this part of the time left


class Stop:
    """A request to stop, which kernels poll while they run. One thread sets it, another searches."""

    def __init__(self) -> None:
        self.word = np.zeros(1, np.int64)

    @property
    def address(self) -> int:
        """The address of the word, for kernels."""
        return int(self.word.ctypes.data)

    def set(self) -> None:
        """Ask the search to stop; it does so within a millisecond."""
        self.word[0] = 1

    def clear(self) -> None:
        """Withdraw the request."""
        self.word[0] = 0

    def __bool__(self) -> bool:
        return bool(self.word[0])

    @classmethod
    def of(cls, given: Stop | None) -> Stop:
        """Return the given one, or a new one; ``given or Stop()`` would drop one that is not set yet, as it is false."""
        return cls() if given is None else given


@dataclass(frozen=True, repr=False)
class Limit:
    """Limits of a search; None is unlimited. Several limits hold at once: the first one reached ends the search.

    Attributes
    ----------
    seconds : wall time for this move
    clock, increment : seconds left for the rest of the game, and seconds added after each move
    depth : plies of nominal depth
    nodes : calls of `play` in the search; exact
    simulations : playouts, for players that search by sampling
    stop : a request that another thread may set
    reserve : seconds to keep of the time for this move
    begin : when the limit began to run, on the clock of `now_ns`; 0: it begins when a search takes it up
    """

    seconds: float | None = None
    clock: float | None = None
    increment: float = 0.0
    depth: int | None = None
    nodes: int | None = None
    simulations: int | None = None
    stop: Stop | None = field(default=None, compare=False)
    reserve: float = field(default=0.0, compare=False, repr=False)
    begin: int = field(default=0, compare=False, repr=False)

    def __post_init__(self) -> None:
        for name in ("seconds", "clock", "increment", "depth", "nodes", "simulations"):
            value, whole = getattr(self, name), name in ("depth", "nodes", "simulations")
            if value is None and name != "increment":
                continue
            if isinstance(value, bool) or not hasattr(value, "__float__"):
                raise UsageError(f"{name} is a {'whole number' if whole else 'number of seconds'}, not {value!r}")
            if value != value or ((whole or name == "seconds") and value <= 0):  # not even equal to itself: NaN
                raise UsageError(f"{name} must be above 0, not {value}")
            if name == "increment" and value < 0:
                raise UsageError(f"increment must be 0 or more, not {value}")
            if whole and not hasattr(value, "__index__"):
                raise UsageError(f"{name} is a whole number, not {value!r}")
            if whole:
                object.__setattr__(self, name, min(operator.index(value), UNREACHED))
            elif isinstance(value, np.generic):  # which no document holds
                object.__setattr__(self, name, value.item())
        if self.stop is not None and not isinstance(self.stop, Stop):
            raise UsageError(f"stop is a Stop, not {self.stop!r}")

    @property
    def move_seconds(self) -> float | None:
        """The wall time for this move: `seconds`, or a share of the clock, whichever is less."""
        shares = [] if self.seconds is None else [self.seconds]
        if self.clock is not None:
            share = self.clock / CLOCK_SHARE + 0.8 * self.increment
            shares.append(max(0.001, min(share, self.clock / CLOCK_CAP)))
        return min(shares) if shares else None

    def begun(self) -> Limit:
        """Return the limit as one that runs: from now on, if it does not yet."""
        return self if self.begin else self.with_(begin=now_ns())

    @property
    def deadline(self) -> int | None:
        """The end of a running limit's time, on the clock of `now_ns`; None if the time is unlimited."""
        seconds = self.move_seconds
        return None if seconds is None else self.begin + duration_ns(seconds - self.reserve)

    @property
    def unlimited(self) -> bool:
        """Whether nothing but a stop request would end a search."""
        return all(v is None for v in (self.seconds, self.clock, self.depth, self.nodes, self.simulations))

    @property
    def endless(self) -> bool:
        """Whether nothing but a stop request would end a search that runs no simulations."""
        return self.with_(simulations=None).unlimited

    @classmethod
    def of(cls, limit: Limit | None, **parts: float | None) -> Limit:
        """Return `limit`, or the limit of `parts` by name; raises `UsageError` for both at once, and for anything else."""
        given = {name: value for name, value in parts.items() if value is not None}
        if limit is None:
            return cls(**given)  # type: ignore[arg-type]
        if not isinstance(limit, Limit):
            raise UsageError(f"limit is a Limit, such as Limit(seconds=2), not {limit!r}")
        if given:
            words = " and ".join(given)
            raise UsageError(f"limit is the whole limit: put {words} into it, or leave it out")
        return limit

    def with_(self, **changes: object) -> Limit:
        """Return a copy with some fields changed."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def at_most(self, **parts: float | None) -> Limit:
        """Return this limit with parts that are no larger than these; None is no bound."""
        return self.with_(**{name: min(most, getattr(self, name) or most) for name, most in parts.items() if most is not None})

    def scaled(self, factor: float) -> Limit:
        """Return a copy whose times are `factor` times as long."""
        times = {name: getattr(self, name) for name in ("seconds", "clock", "increment")}
        return self.with_(**{name: value * factor for name, value in times.items() if value is not None})

    def part(self, count: int) -> Limit:
        """Return a copy with one of `count` equal parts of its times and nodes."""
        return self.scaled(1 / count).with_(nodes=None if self.nodes is None else max(1, self.nodes // count))

    def json(self) -> Json:
        """Return the limit without its stop request, and whether it runs."""
        return {field.name: getattr(self, field.name) for field in fields(self) if field.compare}

    def __repr__(self) -> str:
        said = ((field.name, getattr(self, field.name), field.default) for field in fields(self) if field.repr)
        return f"Limit({', '.join(f'{name}={value!r}' for name, value, usual in said if value != usual)})"

    def __str__(self) -> str:
        parts = []
        if self.seconds is not None:
            parts.append(f"{self.seconds * 1000:g}ms")
        if self.clock is not None:
            parts.append(f"clock {self.clock:g}s+{self.increment:g}s")
        for name in ("depth", "nodes", "simulations"):
            if getattr(self, name) is not None:
                parts.append(f"{name} {getattr(self, name):,}")
        return ", ".join(parts) or "unlimited"


DURATION = re.compile(r"(\d+\.?\d*|\.\d+)\s*(us|ms|s|m|min|h)?")
UNITS = {"us": 1e-6, "ms": 1e-3, "s": 1.0, None: 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}


def parse_duration(text: str) -> float:
    """Return the seconds that a text such as ``150ms``, ``2s`` or ``1.5`` says.

    >>> parse_duration("150ms")
    0.15
    """
    match = DURATION.fullmatch(text.strip().lower())
    if not match or float(match[1]) <= 0:
        raise UsageError(f"not a duration: {text!r}; write it as 150ms, 2s or 1.5 (seconds)")
    return float(match[1]) * UNITS[match[2]]


def duration_ns(seconds: float) -> int:
    """Return a duration in nanoseconds, for ever being 30 years."""
    return int(min(seconds, LONGEST_SECONDS) * NANOSECONDS)


def now_ns() -> int:
    """Return the clock that limits are read on, in nanoseconds."""
    return monotonic_ns()
