"""Files of learnt networks, and the evaluators that they are.

A file is data, never code: a zip archive of NumPy arrays (``header``, a JSON document as bytes; ``weights``, int16, that the
evaluator reads; ``tables`` and ``mean``, float32, with which the learning goes on, and those of each size while sizes are tried).
The header names the game, the network's inputs and its layout; all of it is checked before any kernel uses it.
"""

from __future__ import annotations

import hashlib
import json
import math
import zipfile
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from counterply.compiling.fingerprint import marked, reach
from counterply.compiling.intrinsics import INTEGERS
from counterply.core.errors import UsageError
from counterply.core.evaluator import BoundEvaluator, Evaluator
from counterply.core.files import input_path, user_path, write_whole
from counterply.core.game import Game
from counterply.core.identity import PYTHON, digest, hash_of_bytes, of_code, of_evaluator
from counterply.core.values import ONGOING
from counterply.core.weights import require_format
from counterply.plugins.networks.layout import Exchange, Layout, Net, View, elements_of, folded
from counterply.plugins.networks.network import (
    BITS,
    DECLARED,
    FEATURES,
    FIELDS,
    MOST_EDGES,
    MOST_INDICES,
    MOST_STAGES,
    WORDS,
    network_value,
)

SUFFIX = ".learnt"
FORMAT, VERSION = "counterply network", 1
MOST_LOOKUPS = 2_048
MOST_ENTRIES = 1 << 28
LARGEST = 32_767  # of an entry, as it is used
LOG_ODDS = 2.0  # a sum is the inverse hyperbolic tangent of the prediction, half of the logarithm of the odds
COMPRESSION = 1  # of zlib: four times as fast as the usual 6, and the files are little larger
RULES = (
    *("legal_moves", "play", "outcome", "turn", "margin"),
    *("chance", "resample", "transform", "cells"),
)
TRIAL = "trial-"  # begins the names of the arrays of a size that is tried
SIGNATURE_GAMES, SIGNATURE_PLIES = 16, 600
NOT_READ = np.zeros(0, np.float32)


@dataclass(frozen=True)
class NetworkFile:
    """The contents of a file: a header and the arrays.

    Attributes
    ----------
    header : the JSON document
    weights : int16[E], the entries as they are used
    tables, mean : float32[E], as they are learnt; empty where they were not read
    trials : float32[...] by name, tables and means of the sizes that are tried; empty where they were not read
    """

    header: dict[str, Any]
    weights: np.ndarray
    tables: np.ndarray = field(default_factory=lambda: NOT_READ)
    mean: np.ndarray = field(default_factory=lambda: NOT_READ)
    trials: dict[str, np.ndarray] = field(default_factory=dict)


def rules_of(game: Any) -> dict[str, str]:
    """Return the identity of a game's rules: a hash of their code, and one of their answers in some random games."""
    digest = hashlib.sha256()
    random, plies = Random(SIGNATURE_GAMES), 0
    for _ in range(SIGNATURE_GAMES):
        position, length = game.start(), 0
        while plies < SIGNATURE_PLIES and length < SIGNATURE_PLIES // 2:
            outcomes = position.chances()
            moves = [code for code, _ in outcomes] or position.moves()
            digest.update(repr((position.turn, position.outcome(), position.margin(), moves, outcomes)).encode())
            if not moves or position.outcome() != ONGOING:
                break
            position, plies, length = position.after(random.choice(moves)), plies + 1, length + 1
    code = of_code(*(part for name in RULES if name in game.functions for part in (name, game.functions[name])))
    return {"python": PYTHON, "code": code, "games": digest.hexdigest()[:16]}


def _options_of(game: Game) -> dict[str, str]:
    """Return a game's options as texts, by name."""
    return {key: str(value) for key, value in game.options.items()}


def header_of(game: Game, view: View, layout: Layout, scale: float, made: dict[str, Any]) -> dict[str, Any]:
    """Return the header of a file; `made` says how the network was made."""
    seen: dict[str, Any] = {"source": view.source, "words": [word.name for word in view.words], "bits": view.bits}
    seen |= {"elements": [element.name for element in view.elements], "names": view.names, "board": view.board, "edges": view.edges}
    seen["usual_sizes"] = view.usual_sizes
    if view.evaluator is not None:
        seen["evaluator"] = {"name": view.evaluator.name, "code": of_code(view.evaluator.code)}
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "options": _options_of(game),
        "rules": rules_of(game),
        "view": seen,
        "layout": asdict(layout),
        "scale": scale,
        "made": made,
    }


def swing_in(learnt: NetworkFile) -> float:
    """Return the swing of the evaluator in a file; 0 where learning has shown none that helps."""
    return float(learnt.header["made"].get("swing", 0.0))


def in_steps(tables: np.ndarray) -> tuple[np.ndarray, float]:
    """Return entries as int16, and the value of one step."""
    step = float(np.abs(tables).max()) / LARGEST or 1.0
    return np.rint(tables / np.float32(step)).astype(np.int16), step


def write_learnt(file: Path | str, learnt: NetworkFile) -> None:
    """Write a file, whole or not at all; raises `GameError` where it cannot be written."""
    arrays = {"header": np.frombuffer(json.dumps(learnt.header).encode(), np.uint8), "weights": learnt.weights}
    arrays |= {"tables": learnt.tables, "mean": learnt.mean}
    arrays |= {f"{TRIAL}{name}": array for name, array in learnt.trials.items()}

    def write(part: Path) -> None:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=COMPRESSION) as archive:
            for name, array in arrays.items():
                entry = zipfile.ZipInfo(f"{name}.npy")  # without the time, so that the same network is the same file
                entry.compress_type = zipfile.ZIP_DEFLATED
                with archive.open(entry, "w", force_zip64=True) as stream:
                    np.lib.format.write_array(stream, array, allow_pickle=False)

    write_whole(file, write)


def read_learnt(file: Path | str, state: bool = False) -> NetworkFile:
    """Return a file's contents, with the arrays for further learning if `state` is set.

    Raises
    ------
    UsageError
        if there is no such file, or it is no network, or damaged
    """
    path = user_path(file)
    if not path.is_file():
        raise UsageError(f"there is no file {file}")
    try:
        with zipfile.ZipFile(path) as archive:
            header = json.loads(_array(archive, "header", np.uint8, 1 << 24).tobytes())
            require_format(file, header, FORMAT, VERSION, "no learnt network")
            weights = _array(archive, "weights", np.int16, MOST_ENTRIES)
            tables, mean = (_array(archive, name, np.float32, MOST_ENTRIES) if state else NOT_READ for name in ("tables", "mean"))
            names = [name.removesuffix(".npy") for name in archive.namelist() if state and name.startswith(TRIAL)]
            trials = {name.removeprefix(TRIAL): _array(archive, name, np.float32, MOST_ENTRIES) for name in names}
    except UsageError:
        raise
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror or error}") from None
    except Exception as error:  # any error of zipfile, zlib, NumPy or json about damaged bytes
        raise UsageError(f"{file} is no learnt network, or damaged: {' '.join(str(error).split())}") from None
    return NetworkFile(header, weights, tables, mean, trials)


def _array(archive: zipfile.ZipFile, name: str, dtype: type, most: int) -> np.ndarray:
    """Return an array of an archive; raises `ValueError` if it is not one of `dtype`, or larger than `most`."""
    entry = archive.getinfo(f"{name}.npy")
    if entry.file_size > most * np.dtype(dtype).itemsize + 4096:
        raise ValueError(f"its {name} are too large")
    with archive.open(entry) as stream:
        array = np.lib.format.read_array(stream, allow_pickle=False)
    if array.dtype != dtype or array.ndim != 1:
        raise ValueError(f"its {name} are of the wrong kind")
    return array


def check_learnt(file: Path | str, learnt: NetworkFile, game: Any) -> tuple[View, Layout]:
    """Return a network's inputs in a game, and its layout.

    Raises
    ------
    UsageError
        if it is one of another game, or of other rules, or damaged
    """
    header = learnt.header
    if header.get("game") != game.name:
        raise UsageError(f"{file} was learnt for {header.get('game')}, not for {game.name}")
    ours, theirs = rules_of(game), header.get("rules")
    theirs = theirs if isinstance(theirs, dict) else {}
    if ours["games"] != theirs.get("games") or (ours["python"] == theirs.get("python") and ours["code"] != theirs.get("code")):
        then, now = header.get("options"), _options_of(game)
        if isinstance(then, dict) and then != now:
            told = ", not ".join(
                f"with {' '.join(f'{key}={each[key]}' for key in each) or 'the usual options'}" for each in (then, now)
            )
            place = "a network knows cells by their places, and fits no other board"
            raise UsageError(f"{file} was learnt for {game.name} {told}: {place}; learn again, into another file")
        raise UsageError(f"{file} was learnt by other rules of {game.name}: learn again, into another file")
    try:
        view = _view(header["view"], game)
        layout = _layout(header["layout"], view)
        if len(learnt.weights) != layout.entries or not math.isfinite(header["scale"]) or not 0 <= swing_in(learnt) < math.inf:
            raise ValueError("its tables have another size than it says")
    except UsageError as error:
        raise UsageError(f"{file}: {error}") from None
    except Exception as error:  # any error that a wrong header causes
        raise UsageError(f"{file} is damaged: {' '.join(str(error).split()) or type(error).__name__}") from None
    return view, layout


def _require(condition: bool, what: str) -> None:
    if not condition:
        raise ValueError(what)


def _view(seen: dict[str, Any], game: Any) -> View:
    """Return the view that a header tells of, with the game's own places in the record."""
    known = {element.name: element for element in elements_of(game.record)}
    try:
        words, elements = [known[name] for name in seen["words"]], [known[name] for name in seen["elements"]]
    except KeyError as error:
        raise UsageError(f"the record of {game.name} has no {error} any more: learn again") from None
    evaluator = None
    if "evaluator" in seen:
        told = seen["evaluator"]
        evaluator = next((e for e in game.evaluators if e.name == told["name"] and e.features is not None), None)
        if evaluator is None or of_code(evaluator.code) != told["code"] or len(evaluator.weights) != len(seen["usual_sizes"]):
            raise UsageError(f"evaluator {told['name']}, whose features it learnt from, has changed since: learn again")
    bits, names, board, edges = seen["bits"], seen["names"], seen["board"], seen["edges"]
    usual_sizes = [float(size) for size in seen["usual_sizes"]]
    view = View(seen["source"], words, bits, elements, names, board, evaluator, edges, usual_sizes)
    _require(bool(usual_sizes) == (evaluator is not None) and all(0 < size < math.inf for size in usual_sizes), "its features")
    count = len(names) - len(bits)
    _require(view.source in (FIELDS, DECLARED, FEATURES) and 0 <= board <= len(names), "its view")
    _require(len(words) <= WORDS and len({word.kind for word in words}) <= 1 and bool(words) == bool(bits), "its words")
    room = 8 * INTEGERS[words[0].kind].itemsize if words else BITS
    _require(all(0 <= bit < room for bit in bits) and len(set(bits)) == len(bits), "its bits")
    _require(view.source != FIELDS or len(elements) == count, "its elements")
    _require(view.source != DECLARED or (game.has("cells") and count == game.board[0] * game.board[1]), "its cells")
    _require(
        view.source != FEATURES
        or (evaluator is not None and len(edges) == count and all(len(each) <= MOST_EDGES for each in edges)),
        "its edges",
    )
    return view


def _layout(told: dict[str, Any], view: View) -> Layout:
    """Return the layout that a header tells of."""

    def whole(value: Any) -> Any:
        return tuple(map(whole, value)) if isinstance(value, list) else int(value)

    names = [each.name for each in fields(Layout) if each.name != "exchange"]
    told_exchange = told.get("exchange")  # older files have none
    exchange = Exchange(**{name: whole(value) for name, value in told_exchange.items()}) if told_exchange else None
    layout = Layout(**{name: whole(told[name]) for name in names}, exchange=exchange)
    lookups, ranks = layout.lookups, layout.ranks
    _require(layout.known == len(view.usual_sizes), "its features")
    cells = len(view.names)
    _require(len(ranks) == len(layout.low) == len(layout.usual) == cells and all(ranks), "its ranks")
    _require(all(0 <= rank < len(each) for each in ranks for rank in each), "its ranks")
    _require(all(len(each) == 1 << len(view.words) and each[0] == 0 for each in ranks[: len(view.bits)]), "its ranks")
    _require(
        all(
            0 <= usual - low < len(each) and each[usual - low] == 0
            for usual, low, each in zip(layout.usual, layout.low, ranks, strict=True)
        ),
        "its usual values",
    )
    _require(len(lookups) + layout.known > 0 and len(lookups) <= MOST_LOOKUPS and len(lookups) == len(layout.tables), "its lookups")
    if exchange is not None:
        alike = all((ranks[cell], layout.low[cell]) == (ranks[to], layout.low[to]) for cell, to in enumerate(exchange.image))
        known = all(
            0 <= colour - low < len(each)
            for colour in exchange.colours
            for low, each in zip(layout.low[: exchange.board], ranks, strict=False)
        )
        _require(sorted(exchange.image) == [*range(cells)] and alike and known and view.source == FIELDS, "its exchange")
    _require(layout.sides in ((2, 3) if exchange is None else (1,)) and len(layout.stage_at) < MOST_STAGES, "its stages")
    for lookup, table in zip(lookups, layout.tables, strict=True):
        _require(0 <= table < len(layout.sizes) and all(0 <= cell < cells for cell in lookup), "its lookups")
        _require(len(set(lookup)) == len(lookup), "its lookups")
        indices = math.prod(max(ranks[cell]) + 1 for cell in lookup)
        _require(indices == layout.sizes[table] <= MOST_INDICES, "its tables")
    return layout


class LearntEvaluator(Evaluator):
    """A learnt network as an evaluator, without its lookups of one cell, which cost a search time."""

    def __init__(self, name: str, view: View, layout: Layout, weights: np.ndarray, scale: float, swing: float = 0.0) -> None:
        super().__init__(name, network_value, antisymmetric=True, swing=swing, source="learnt by counterply learn")
        shorter, entries = folded(layout, weights)
        if len(shorter.lookups) < len(layout.lookups):
            weights, step = in_steps(entries)
            layout, scale = shorter, scale * step
        object.__setattr__(self, "parts", (view, layout, weights, scale))  # of a frozen dataclass

    @property
    def contents(self) -> str:
        """A hash of the network."""
        view, layout, weights, scale = self.parts  # type: ignore[attr-defined]
        features = "" if view.evaluator is None else of_evaluator(view.evaluator)
        return digest((replace(view, evaluator=None), features, layout, hash_of_bytes(weights.tobytes()), scale))

    def bind(self, game: Game) -> BoundEvaluator:
        """Return the evaluator compiled for `game`."""
        return BoundNetwork(self, game)


class BoundNetwork(BoundEvaluator):
    """A learnt network ready to be called on one game's records."""

    def _make_weights(self) -> np.ndarray:
        """Return the record that kernels read, with the network's behind the usual fields."""
        view, layout, weights, scale = self.evaluator.parts  # type: ignore[attr-defined]
        self._net = Net(view, layout, self.game.record)
        self._net.read(weights, scale)
        if view.evaluator is not None:
            bound = view.evaluator.bind(self.game)
            self._net.take_features(bound, int(bound.features.ctypes.data))
        own, seen = self._net.record.dtype, self._net.nothing_seen
        fields = [("grid", np.int64), ("values", np.float64, (1,)), ("features", np.float64, (1,))]
        fields += [("net", own), ("seen", seen.dtype, (2,))]
        record = np.zeros(1, marked(np.dtype(fields), reach(self.evaluator.code, layout.lanes)))
        record["net"], record["seen"] = self._net.record, seen
        return record

    def _places(self) -> tuple[int, ...]:
        return (1, 2, 3, 4, 0)

    def _reads_memo(self) -> bool:
        view = self.evaluator.parts[0]  # type: ignore[attr-defined]
        return view.evaluator is not None and view.evaluator.bind(self.game).reads_memo


def learnt_evaluator(file: Path | str, game: Game) -> Evaluator:
    """Return the evaluator in a file.

    Raises
    ------
    UsageError
        if it cannot be read, or is not for this game and its rules
    """
    if not game.compiled:
        raise UsageError(f"{file} is a learnt network, and {game.name} a game in plain Python")
    learnt = read_learnt(input_path(file))
    view, layout = check_learnt(file, learnt, game)
    return LearntEvaluator(str(file), view, layout, learnt.weights, learnt.header["scale"], swing_in(learnt))
