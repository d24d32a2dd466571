"""What is exported of a run can be read back, and says what the run says."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from counterply.arena.match import play_game
from counterply.arena.record import replay_line
from counterply.arena.results import load_results
from counterply.arena.schedule import Plan
from counterply.arena.store import Store
from counterply.arena.tournament import run
from counterply.cli import run as command
from counterply.core.errors import StoreError, UsageError
from counterply.core.limits import Limit
from counterply.plugins.reporting.comparison import Comparisons
from counterply.plugins.reporting.exports import export_all, export_text
from counterply.shown.tables import latex_text
from counterply.usercode.loading import load_game

MOCKS = str(Path(__file__).parents[2] / "arena" / "mocks.py")
PIG = str(Path(__file__).parents[2] / "search" / "pig.py")
PAGE = Path(__file__).parents[3] / "docs" / "plugins" / "reporting" / "exports.md"
ON_THE_PAGE = set(re.findall(r"`(\w+\.\w+)`", "".join(re.findall(r"^\| (.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))))
PLAYERS = ("random", "greedy:eval=zero", "minimax:depth=2")


def plan(**changes):
    return Plan(**({"game": "tic_tac_toe", "players": PLAYERS, "games": 20, "limit": Limit(nodes=100)} | changes))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("run")
    run(plan(), made, workers=1)
    return made


def rows(folder, name, game=None):
    return list(csv.DictReader(io.StringIO("".join(export_text(folder, name, game)))))


def records(folder):
    with Store.open(folder) as store:
        return list(store.records())


def test_all_is_written_in_one_go(folder, tmp_path, capsys):
    assert command(["export", str(folder), "--to", str(tmp_path), "--sample", "0"]) == 0
    told = [Path(line).name for line in capsys.readouterr().out.split()]
    assert sorted(told) == sorted(path.name for path in tmp_path.glob("[!.]*"))
    for name in told:
        assert (tmp_path / name).read_bytes() == "".join(export_text(folder, name)).encode()


def test_csv_holds_the_results(folder):
    results = load_results(folder)
    found = {(row["player"], row["opponent"]): row for row in rows(folder, "results.csv")}
    assert len(found) == 6, "a round robin in both views"
    for result in results.pairings:
        row = found[result.player, result.opponent]
        assert [int(row[name]) for name in ("wins", "draws", "losses")] == [
            result.standing.wins,
            result.standing.draws,
            result.standing.losses,
        ]
    assert rows(folder, "players.csv")[0]["player"] == "minimax:depth=2"


def test_csv_and_json_lines_hold_every_move(folder):
    game = load_game("tic_tac_toe")
    played = records(folder)
    moves = rows(folder, "moves.csv")
    lines = [json.loads(line) for line in "".join(export_text(folder, "games.jsonl")).splitlines()]
    assert [row["outcome"] for row in rows(folder, "games.csv")] == [line["outcome"] for line in lines]
    for record, line in zip(played, lines, strict=True):
        texts = [move["move"] for move in line["moves"]]
        assert game.start().play_text(texts).history == record.line
        assert [row["move"] for row in moves if row["game"] == str(record.number)] == texts
        assert [move["by"] for move in line["moves"]][: len(record.opening)] == ["opening"] * len(record.opening)


def test_pgn_can_be_read_back(folder):
    game = load_game("tic_tac_toe")
    games = "".join(export_text(folder, "games.pgn")).strip().split("\n\n")
    assert len(games) == 2 * len(records(folder))
    for record, head, body in zip(records(folder), games[::2], games[1::2], strict=True):
        assert f'[White "{record.first}"]' in head
        assert max(map(len, body.splitlines())) <= 80
        *words, result = re.sub(r"\{[^}]*\}|\d+\.(?:\.\.)?(?=\s)", " ", body).split()
        assert game.start().play_text(words).history == record.line
        assert result == {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[record.points(0)]


def test_chance_is_told_from_players(tmp_path):
    run(plan(game=PIG, players=("random", "random"), games=2), tmp_path, workers=1)
    for line in export_text(tmp_path, "games.jsonl", PIG):
        assert {move["by"] for move in json.loads(line)["moves"]} >= {"random", "chance"}
        assert {move["seat"] for move in json.loads(line)["moves"]} == {0, 1, None}
    assert "{" in "".join(export_text(tmp_path, "games.pgn", PIG))


def test_reasons_of_faults_are_quoted(tmp_path):
    bad = tmp_path / "bad.py"
    bad.write_text("def player(position, limit):\n    raise ValueError('a \"quote\" \\\\ | & 50 %')\n")
    run(plan(players=("random", f"{bad}:player"), games=2), tmp_path / "run", workers=1)
    assert all('a "quote" \\ | & 50 %' in row["reason"] for row in rows(tmp_path / "run", "games.csv"))
    assert r"a \"quote\" \\ | & 50 %" in "".join(export_text(tmp_path / "run", "games.pgn"))


def test_a_plain_game_is_exported(tmp_path):
    run(plan(game=MOCKS, players=("random", f"{MOCKS}:first"), games=4), tmp_path, workers=1)
    assert rows(tmp_path, "moves.csv", MOCKS)[0]["move"].startswith("take")
    made = {path.name for path in export_all(tmp_path, game=MOCKS)}
    assert made == ON_THE_PAGE - {"comparisons.csv", "games.sgf"}, "two players have no common opponent, and pile has no SGF"


def test_tables_for_people(folder):
    shown = "".join(export_text(folder, "tables.md"))
    assert len({line.count("|") for line in shown.split("\n\n")[1].splitlines()}) == 1
    assert "| player | other | difference | 95 % interval | samples |" in shown
    tex = "".join(export_text(folder, "tables.tex"))
    assert tex.count(r"\begin{tabular}") == tex.count(r"\end{tabular}") == 4
    body = re.findall(r"\\midrule\n(.*?)\\bottomrule", tex, flags=re.DOTALL)
    assert all(line.endswith(r"\\") for part in body for line in part.strip().splitlines())
    assert latex_text("a_b 50 % & x<y: -inf") == r"a\_b 50 \% \& x\textless{}y: $-$inf"


def test_what_cannot_be_exported_gets_one_line(folder, tmp_path, capsys):
    with pytest.raises(UsageError, match=r"did you mean 'games\.pgn'"):
        list(export_text(folder, "games.pgm"))
    with pytest.raises(StoreError, match="there is no run"):
        export_all(tmp_path)
    assert command(["export", str(folder), "tables.md", "--json"]) == 2
    assert "leave out --json" in capsys.readouterr().err


# --- the comparison of two columns


def comparisons(the_plan, scores, seed):
    """Return the comparisons of a made-up run: `scores` are the chances of each column to win a game."""
    found, luck = Comparisons(the_plan), random.Random(seed)
    game = load_game("tic_tac_toe")
    stub = play_game(game, [Stub(), Stub()], Limit(nodes=1))
    for index, pairing in enumerate(the_plan.pairings):
        for round_ in range(the_plan.games // 2):
            for swapped in (False, True):
                won = luck.random() < scores[pairing.player]
                outcome = 1 if won != swapped else 2
                changes = {
                    "pairing": index,
                    "round": round_,
                    "swapped": swapped,
                    "outcome": outcome,
                    "opening": (round_, luck.random()),
                }
                found.add(replace(stub, **changes))
    return found


class Stub:
    name = "stub"

    def choose(self, position, limit):
        return position.moves()[0]


def test_a_difference_is_that_of_the_scores_where_all_met_all(folder):
    results, found = load_results(folder), Comparisons(plan())
    for record in records(folder):
        found.add(record)
    scores = {(r.pairing.player, r.pairing.opponent): r.standing.score for r in results.pairings}
    assert found.difference(0, 1).mean == pytest.approx(scores[0, 2] - scores[1, 2])
    assert found.difference(1, 0).mean == -found.difference(0, 1).mean
    assert replay_line(load_game("tic_tac_toe"), records(folder)[0].line).outcome() == records(folder)[0].outcome


@pytest.mark.parametrize(("games", "chances"), [(10, (0.9, 0.6)), (60, (0.5, 0.5))])
@pytest.mark.slow
def test_the_interval_holds_the_truth_as_often_as_it_says(games, chances):
    the_plan = plan(players=("a", "b"), against=("c", "d"), games=games)
    truth, inside = chances[0] - chances[1], 0
    for seed in range(400):
        low, high = comparisons(the_plan, chances, seed).difference(0, 1).interval()
        inside += low <= truth <= high
    assert inside >= 370, "92.5 % of 400, where 95 % are meant"


def test_columns_without_a_common_opponent_are_not_compared():
    assert comparisons(plan(players=("a", "b")), (0.5, 0.5), 0).all() == []
    assert comparisons(plan(players=("a", "b")), (0.5, 0.5), 0).difference(0, 1).interval() == (-1.0, 1.0)
