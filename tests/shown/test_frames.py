"""Results as data frames and as plots."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import counterply as cp
from counterply.shown.frames import Columns, Framed, frame

TTT: Any = cp.game("tic_tac_toe")
PNG = b"\x89PNG"


@pytest.fixture(scope="module")
def run() -> Any:
    return cp.tournament(TTT, ["greedy", "random"], games=4, nodes=20, workers=1)


def test_a_run_gives_its_games_moves_and_pairs(run: Any) -> None:
    games, moves, pairs = (run.to_frame(of, library="dict") for of in ("games", "moves", "pairs"))
    assert games["game"] == [0, 1, 2, 3]
    assert {"seconds", "first_points", "outcome", "plies"} <= games.keys()
    assert set(games["outcome"]) <= {"first", "second", "draw"}
    assert len(moves["move"]) == sum(games["plies"])
    assert {"ms", "cpu_ms", "score"} <= moves.keys()
    assert pairs["games"] == [2, 2]
    greedy = sum(
        points if first == "greedy" else 1 - points for first, points in zip(games["first"], games["first_points"], strict=True)
    )
    assert sum(pairs["points"]) == greedy, "the player of the pairing is the one named first"
    with pytest.raises(cp.UsageError, match=r"unknown frame of a run 'gmaes'.*did you mean 'games'"):
        run.to_frame("gmaes")


def results() -> dict[str, Any]:
    position = TTT.start().play("1,1", "0,1")
    return {
        "report": cp.analyse(position, depth=2, lines=3).last(),
        "nodes": cp.nodes(TTT, [1, 2]),
        "perft": cp.perft(TTT, 3),
        "table": cp.solve_all(position),
        "solution": cp.solve(position),
        "verification": cp.verify(TTT, games=1, seconds=1),
        "games": cp.list_games(),
        "players": cp.list_players(),
    }


def test_a_result_that_is_a_table_is_a_frame() -> None:
    for name, result in results().items():
        data = result.to_frame(library="dict")
        assert isinstance(result, Framed), name
        assert list(data) == list(result.COLUMNS)
        assert {len(column) for column in data.values()} == {len(list(result.cells()))}
        for column, kind in result.COLUMNS.items():
            assert all(isinstance(value, kind | None) for value in data[column]), (name, column)


GAPS: Columns = {"text": str, "count": int, "share": float, "proven": bool}
ROWS = [(None, None, 1, None), ("one", 2**62 + 1, 0.5, True)]


def test_pandas_has_numbers_where_numbers_are() -> None:
    pandas = pytest.importorskip("pandas")
    made = frame(GAPS, ROWS, "pandas")
    assert [str(kind) for kind in made.dtypes] == ["string", "Int64", "float64", "boolean"]
    assert made["count"][1] == 2**62 + 1, "a whole number is not rounded because another one is missing"
    empty, full = frame(GAPS, [], "pandas"), frame(GAPS, ROWS[1:], "pandas")
    assert [str(kind) for kind in full.dtypes] == ["string", "int64", "float64", "bool"] == [str(kind) for kind in empty.dtypes]
    unknown = frame(GAPS, [(None,) * len(GAPS)], "pandas")
    assert not [name for name in unknown if unknown[name].dtype == object], "nor where nothing is known"
    assert isinstance(made, pandas.DataFrame)


def test_polars_has_the_same_types_whatever_is_in_a_column() -> None:
    polars = pytest.importorskip("polars")
    types = [polars.String, polars.Int64, polars.Float64, polars.Boolean]
    for rows in ([], ROWS, ROWS[1:], [(None,) * len(GAPS)]):
        assert list(frame(GAPS, rows, "polars").dtypes) == types


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_are_of_a_library_that_is_installed(library: Any, run: Any) -> None:
    made = pytest.importorskip(library)
    moves = run.to_frame("moves", library=library)
    assert isinstance(moves, made.DataFrame)
    assert moves["ply"][0] == 1
    for of in ("games", "moves", "pairs"):
        assert not [kind for kind in run.to_frame(of, library=library).dtypes if str(kind) in ("object", "Null", "Object")]


def test_a_library_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(cp.UsageError, match="polars is not installed: pip install polars"):
        cp.perft(TTT, 1).to_frame(library="polars")
    with pytest.raises(cp.UsageError, match="unknown library of data frames 'panda'"):
        cp.perft(TTT, 1).to_frame(library="panda")  # type: ignore[arg-type]


def test_plots_show_themselves_and_are_written(run: Any, tmp_path: Path) -> None:
    found = results()
    for result in (run, found["report"], found["nodes"], found["perft"]):
        assert result.plot()._repr_png_().startswith(PNG)
    plot = run.plot(tmp_path / "scores.svg")
    assert "<svg" in (tmp_path / "scores.svg").read_text()
    assert plot.save(tmp_path / "scores.png").read_bytes().startswith(PNG)
    with pytest.raises(cp.UsageError, match="a plot ends in"):
        run.plot("scores.txt")
