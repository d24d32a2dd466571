"""A stored run for other programs: its tables and its games, in the formats of `formats_of`."""

from __future__ import annotations

import json
import logging
import textwrap
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from counterply.arena import result_tables
from counterply.arena.record import GameRecord, passing, positions, replay_line
from counterply.arena.results import Results
from counterply.arena.rows import StoredGames, game_rows, head_of, move_rows, moves_of
from counterply.arena.statistics import round_to
from counterply.arena.store import Store
from counterply.core.errors import UsageError
from counterply.core.files import OwnFiles, make_folder
from counterply.core.users_text import unknown
from counterply.core.values import CHANCE, DRAW, FIRST, OUTCOME_NAMES, SECOND, score_text, signed
from counterply.plugins.reporting.comparison import Comparisons, Difference
from counterply.plugins.reporting.value_lost import measured
from counterply.shown.tables import Table, Tables, csv_text

LOG = logging.getLogger(__name__)

OF_TOTALS = ("results.csv", "players.csv", "comparisons.csv", "tables.tex", "tables.md")  # which need no position
FOLDER = "export"  # in the run's own
RESULT_HEADS = ("player", "opponent", "games", "won", "drawn", "lost", "score", "interval", "Elo (interval)")
PLAYER_HEADS = ("player", "games", "score", "interval", "rating", "value lost", "nodes/s", "ms/move", "lost by fault")
PGN_WIDTH = 80  # letters a line, as the standard of PGN has it
PGN_RESULTS = {FIRST: "1-0", SECOND: "0-1", DRAW: "1/2-1/2"}


class OpenRun(StoredGames):
    """An open store with the totals of its games; where the game is gone, `gone` says so, and there are no positions."""

    def __init__(self, store: Store, sample: int = 0) -> None:
        self.game, self.gone = store.game_or_name()
        super().__init__(store)
        comparisons = Comparisons(self.plan)
        self.results: Results = measured(store, self.game, passing(store.records(), comparisons), 0 if self.gone else sample)
        self.comparisons: list[Difference] = comparisons.all()


def formats_of(run: OpenRun) -> dict[str, Callable[[OpenRun], Iterable[str]]]:
    """Return a run's export formats by name, as functions that yield the text in parts."""
    found: dict[str, Callable[[OpenRun], Iterable[str]]] = {
        "results.csv": lambda run: csv_text(row.json() for row in run.results.rows),
        "players.csv": lambda run: csv_text(_player_rows(run)),
        "comparisons.csv": lambda run: csv_text(_comparison_rows(run)),
        "games.csv": lambda run: csv_text(game_rows(run)),
        "moves.csv": lambda run: csv_text(move_rows(run)),
        "tables.tex": lambda run: [tables_of(run).latex()],
        "tables.md": lambda run: [tables_of(run).markdown()],
        "games.jsonl": json_lines,
        "games.pgn": pgn,
    }
    if run.gone:
        found = {name: text for name, text in found.items() if name in OF_TOTALS}
    if not run.comparisons:
        del found["comparisons.csv"]
    if "sgf" in getattr(run.game, "formats", {}):
        found["games.sgf"] = sgf
    return found


def export_text(directory: Path, name: str, game: str | None = None) -> Iterator[str]:
    """Yield one of the texts of a stored run, in parts; `game` is as for `Store.open`.

    Raises
    ------
    UsageError
        if there is no such text of this run
    StoreError
        if there is no run, or its store is damaged
    GameError
        if its games are of other rules
    """
    with Store.open(directory, game) as store:
        run = OpenRun(store)
        known = formats_of(run)
        if name not in known:
            raise UsageError(run.gone) if run.gone else unknown("export of this run", name, known)
        yield from known[name](run)


def export_all(
    directory: Path, folder: Path | None = None, game: str | None = None, force: bool = False, sample: int = 0
) -> list[Path]:
    """Write all texts of a stored run into `folder`, by default one in the run's own, and return their paths.

    `game` is as for `Store.open`, `sample` as for `measured`. Without `force` no file is replaced but exports that were written
    here.

    Raises
    ------
    StoreError
        if there is no run, or its store is damaged
    GameError
        if its games are of other rules, or a file cannot be written
    """
    with Store.open(directory, game) as store:
        run = OpenRun(store, sample)
        if run.gone:
            LOG.warning(f"{run.gone}; only the tables are written")
        own, files = OwnFiles(make_folder(Path(directory) / FOLDER if folder is None else folder), force), formats_of(run)
        own.require(files)
        return [own.write(name, partial(_write, parts_of(run))) for name, parts_of in files.items()]


def _write(parts: Iterable[str], path: Path) -> None:
    with open(path, "w", encoding="utf-8", newline="") as stream:
        stream.writelines(parts)


# --- tables of numbers


def _player_rows(run: OpenRun) -> Iterator[dict[str, Any]]:
    for side in run.results.ranking:
        costs = side.json()
        del costs["depth_by_move"]
        yield side.row() | costs | {"faults": sum(side.faults.values())}


def _comparison_rows(run: OpenRun) -> Iterator[dict[str, Any]]:
    for found in run.comparisons:
        low, high = found.interval()
        yield {
            "player": run.plan.players[found.player],
            "other": run.plan.players[found.other],
            "difference": round_to(found.mean),
            "difference_low": round_to(low),
            "difference_high": round_to(high),
            "samples": found.samples,
            "common_opponents": found.opponents,
        }


# --- tables of texts


def tables_of(run: OpenRun) -> Tables:
    """Return a run's tables as people read them: scores by opponent, results with intervals, players, comparisons."""
    results = result_tables.pairings_table(run.results).of_heads(RESULT_HEADS)
    players = result_tables.sides_table(run.results).of_heads(PLAYER_HEADS)
    return Tables(_cross(run), results, players, *([_comparisons(run)] if run.comparisons else []))


def _cross(run: OpenRun) -> Table:
    results = run.results
    rows = [[name, *(f"{s.wins} : {s.losses}" if s else "-" for s in standings)] for name, standings in results.grid]
    columns = results.sides[: len(run.plan.players)]
    rows.append(["score", *(result_tables.percent(side.standing.score) for side in columns)])
    rows.append(["95 % interval", *(result_tables.interval_text(side.standing) for side in columns)])
    heads = ["opponent", *results.called.columns]
    return Table.of_rows(heads, rows, title="Games won and lost by each column against each row")


def _comparisons(run: OpenRun) -> Table:
    names = run.results.called.columns
    rows = [
        [names[d.player], names[d.other], points_text(d.mean), " to ".join(map(points_text, d.interval())), str(d.samples)]
        for d in run.comparisons
    ]
    title = "Differences of scores against common opponents, in percentage points"
    return Table.of_rows(["player", "other", "difference", "95 % interval", "samples"], rows, left=2, title=title)


def points_text(value: float) -> str:
    """Return a difference of scores in percentage points."""
    return signed(100 * value, ".1f")


# --- games


def json_lines(run: OpenRun) -> Iterator[str]:
    """Yield each game as one JSON document on a line."""
    for record in run.store.records():
        moves = [{"move": text, **move} for text, move in zip(run.texts(record), moves_of(record), strict=True)]
        document = {
            **head_of(record),
            "seed": record.seed,
            "outcome": OUTCOME_NAMES[record.outcome],
            "margin": record.margin,
            "ending": record.ending,
            "reason": record.reason,
            "fault": record.fault,
            "moves": moves,
        }
        yield json.dumps(document, allow_nan=False) + "\n"


def pgn(run: OpenRun) -> Iterator[str]:
    """Yield each game in the manner of PGN: tags, then numbered moves with score, depth and time in braces.

    White moves first. Moves use the game's own notation, so chess programs can read the tags but not the moves.
    A number stands before each move of the first player, and before one of the second that does not follow it (``3...``).
    """
    date = run.store.created()[:10].replace("-", ".")
    event = f"{run.results.game.full_name}, {run.plan.limit} a move"
    for record in run.store.records():
        tags = {
            "Event": event,
            "Site": "counterply",
            "Date": date,
            "Round": f"{record.round + 1}.{record.number + 1}",
            "White": record.first,
            "Black": record.second,
            "Result": PGN_RESULTS[record.outcome],
            "Game": run.games(record.round).full_name,
            "OpeningPlies": str(len(record.opening)),
            "Termination": f"{record.ending}: {record.reason}",
        }
        head = "".join(f"[{name} {json.dumps(value, ensure_ascii=False)}]\n" for name, value in tags.items())
        words = [*_pgn_words(run, record), PGN_RESULTS[record.outcome]]
        body = textwrap.fill(" ".join(words), PGN_WIDTH, break_long_words=False, break_on_hyphens=False)
        yield f"{head}\n{body}\n\n"


def _pgn_words(run: OpenRun, record: GameRecord) -> Iterator[str]:
    number, last = 0, 1
    for position, text, known in zip(
        positions(run.games(record.round), record.line), run.texts(record), moves_of(record), strict=False
    ):
        if position.turn == CHANCE:
            yield f"{{{text}}}"
            continue
        if position.turn == 0 or last == position.turn:
            number += position.turn == 0 or last == 1
            yield f"{number}{'.' if position.turn == 0 else '...'}"
        last = position.turn
        yield text
        said = _pgn_comment(known, record.grids[position.turn])
        if said:
            yield f"{{{said}}}"


def _pgn_comment(known: dict[str, Any], grid: int) -> str:
    """Return ``score/depth time`` of a move, as much of it as is known."""
    if known["ms"] is None:
        return ""
    score = "" if known["score"] is None else score_text(round(known["score"] * grid), grid).replace(" ", "_")
    depth = f"/{known['depth']}" if known["depth"] else ""
    return f"{score}{depth} {known['ms'] / 1000:.3f}s".strip()


def sgf(run: OpenRun) -> Iterator[str]:
    """Yield the games as one collection of SGF; only games with this format have it."""
    for record in run.store.records():
        game = run.games(record.round)
        yield game.formats["sgf"](replay_line(game, record.line), *record.players).rstrip("\n") + "\n"
