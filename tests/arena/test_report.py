import json
import re
import shutil
import sqlite3
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from stores import edit_store

from counterply.arena.record import positions
from counterply.arena.report.gathering import GameNumbers
from counterply.arena.report.heatmaps import MAX_REPLAYED, PHASES, Occupancy, shares, with_total
from counterply.arena.report.labels import labels
from counterply.arena.report.page import FILE_NAME, MAX_GAMES, write_report
from counterply.arena.report.replays import replay_json
from counterply.arena.results import load_results
from counterply.arena.schedule import Plan, identity
from counterply.arena.store import FILE_NAME as STORE_NAME
from counterply.arena.store import Store
from counterply.arena.tournament import run
from counterply.core.errors import GameError
from counterply.core.limits import Limit
from counterply.core.loading import load_game
from counterply.core.values import DRAW, FIRST

MOCKS = str(Path(__file__).with_name("mocks.py"))
VOID = {"meta", "br", "wbr", "input"}


class Page(HTMLParser):
    """Checks that elements nest; keeps the texts of table cells by section, all attributes, and what scripts hold."""

    def __init__(self, text):
        super().__init__()
        self.stack, self.rows, self.attributes, self.scripts, self.text = [], {}, [], {}, []
        self.section = self.script = None
        self.feed(text)
        self.close()
        assert self.stack == []

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.attributes += attrs
        if tag not in VOID:
            self.stack.append(tag)
        if tag == "section":
            self.section = attributes["id"]
        if tag == "script":
            self.script = attributes.get("id")
        if tag == "tr":
            self.rows.setdefault(self.section, []).append([])
        if tag in ("td", "th"):
            self.rows[self.section][-1].append("")

    def handle_startendtag(self, tag, attrs):
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.stack.pop() == tag

    def handle_data(self, data):
        if self.stack and self.stack[-1] == "script":
            self.scripts[self.script] = self.scripts.get(self.script, "") + data
            return
        self.text.append(data)
        if "td" in self.stack or "th" in self.stack:
            self.rows[self.section][-1][-1] += data

    def data(self, name):
        return json.loads(self.scripts[name])

    def says(self, words):
        return words in " ".join(" ".join(self.text).split())


def plan(*players, game="tic_tac_toe", games=20, **rest):
    return Plan(game, players or ("random", "greedy:eval=zero", "minimax:depth=2"), games=games, limit=Limit(nodes=100), **rest)


def read(folder, game=None):
    path = write_report(folder, game)
    assert path == folder / FILE_NAME
    return Page(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a finished round robin of tic-tac-toe, its openings solved."""
    made = tmp_path_factory.mktemp("run")
    run(plan(), made, workers=1, outcome_of_opening=lambda position: FIRST if position.history == (4,) else DRAW)
    return made


@pytest.fixture(scope="module")
def page(folder):
    return read(folder)


def test_the_table_holds_the_results(folder, page):
    results = load_results(folder)
    drawn = {(r.pairing.opponent, r.pairing.player): r.standing for r in results.pairings}
    drawn |= {(column, row): ~standing for (row, column), standing in drawn.items()}
    body = page.rows["table"][2:5]
    for row, cells in enumerate(body):
        assert cells[0] == labels(results.plan.texts)[results.plan.players[row]]
        numbers = iter(cells[1:])
        for column in range(3):
            if row == column:
                assert next(numbers).strip() == "–"
            else:
                s = drawn[row, column]
                assert [next(numbers) for _ in range(3)] == [str(s.wins), str(s.losses), str(s.draws)]
        assert not list(numbers)
    rates = [float(cell.strip(" %")) for cell in page.rows["table"][5][1:]]
    assert rates == [round(100 * side.standing.score, 1) for side in results.sides]


def test_intervals_faults_and_conversion_are_there(folder, page):
    rows = {(row[0], row[1]): row for row in page.rows["results"][1:]}
    result = load_results(folder).pairings[0]
    called = labels(plan().texts)
    row = rows[called[result.player], called[result.opponent]]
    assert page.says("eval=zero"), "the full name, in the legend"
    low, high = result.standing.interval()
    assert f"({100 * low:.1f} to {100 * high:.1f} %)" in row[6]
    assert "Elo (95 % interval)" in page.rows["results"][0]
    assert result.conversion.of > 0
    assert f"of {result.conversion.of}" in row[-2]
    assert page.rows["time"][0][0] == "milliseconds"
    assert page.says("of the points")


def test_nothing_is_fetched(folder, page):
    text = (folder / FILE_NAME).read_text(encoding="utf-8")
    assert not re.search(r"https?:|//[a-z]+\.|@import|<link|fetch\(|XMLHttp", text)
    assert not re.search(r"url\((?!#)", text)
    for name, value in page.attributes:
        assert name not in ("src", "srcset", "data")
        if name in ("href", "xlink:href"):
            assert value.startswith("#")


def test_links_lead_somewhere(page):
    ids = [value for name, value in page.attributes if name == "id"]
    assert {value[1:] for name, value in page.attributes if name == "href"} <= set(ids)


def counted(game, plan, folder):
    occupancy = Occupancy(game, plan)
    with Store.open(folder) as store:
        for record in store.records():
            occupancy.add(record)
    return occupancy


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four"])
def test_heatmaps_count_every_move_once(name, tmp_path):
    the_plan = plan("random", "greedy:eval=zero", game=name, games=6)
    results = run(the_plan, tmp_path, workers=1)
    game = load_game(name)
    counts = counted(game, the_plan, tmp_path).counts()
    assert counts.sum(axis=(1, 2, 3)).tolist() == [side.moves for side in results.sides]
    slow = np.zeros_like(counts)  # the same by replaying each game
    with Store.open(tmp_path) as store:
        for record in store.records():
            before = list(positions(game, record.line))[len(record.opening) :]
            for index, move in enumerate(record.moves):
                player = int(record.movers[index]) ^ record.swapped
                slow[player, 3 * index // len(record.moves)][game.cell(before[index], move)] += 1
    assert (counts == slow).all()
    drawn = [int(number) for number in re.findall(r">\d,\d: (\d+) moves", write_report(tmp_path).read_text())]
    assert sum(drawn) == 2 * sum(side.moves for side in results.sides)  # the whole game, and its thirds
    given = read(tmp_path).data("shares")["shares"]
    called = list(labels(results.plan.players).values())
    order = [called.index(name) for name in read(tmp_path).data("shares")["names"]]
    expected = shares(with_total(counts))[order].reshape(2, 1 + len(PHASES), -1)
    assert np.allclose(given, expected, atol=1e-5)


def test_a_cell_may_need_the_position_or_be_nowhere(folder):
    the_plan, game = plan(), load_game("tic_tac_toe")
    by_code = counted(game, the_plan, folder)
    game.cell = lambda position, move: (move // 3, move % 3) if position.turn in (0, 1) else None
    by_position = counted(game, the_plan, folder)
    assert (by_code.counts() == by_position.counts()).all()
    game.cell = lambda position, move: None if move == 4 else (move // 3, move % 3)
    nowhere = counted(game, the_plan, folder)
    assert nowhere.elsewhere() == by_code.counts()[:, :, 1, 1].sum() > 0
    assert nowhere.counts().sum() + nowhere.elsewhere() == by_code.counts().sum()


def test_replaying_ends_at_a_budget(folder, monkeypatch):
    assert MAX_REPLAYED > 100_000
    monkeypatch.setattr("counterply.arena.report.heatmaps.MAX_REPLAYED", 100)
    game = load_game("tic_tac_toe")
    game.cell = lambda position, move: (position.turn, move % 3)
    occupancy = counted(game, plan(), folder)
    assert occupancy.games + occupancy.skipped == 60
    assert 0 < occupancy.games <= 20


def test_a_cell_that_raises_is_said(folder):
    game = load_game("tic_tac_toe")
    game.cell = lambda position, move: position.nothing
    occupancy = counted(game, plan(), folder)
    assert occupancy.trouble.startswith("cell(position, move) of tic_tac_toe raises AttributeError")


def test_games_step_through_the_positions_that_were_played(folder, page):
    game = load_game("tic_tac_toe")
    given = page.data("replays")["games"]
    assert [entry["number"] for entry in given] == list(range(60))
    with Store.open(folder) as store:
        for entry in given:
            record = store.record(entry["number"])
            lines = []
            for frame, position in zip(entry["frames"], positions(game, record.line), strict=True):
                lines = frame if isinstance(frame, list) else [frame.get(str(i), line) for i, line in enumerate(lines)]
                assert "\n".join(lines) == str(position)
            assert len(entry["moves"]) == len(record.line)
            assert [tuple(move["cell"]) for move in entry["moves"]] == [divmod(move, 3) for move in record.line]
            assert [move["by"] for move in entry["moves"][1:]] == list(map(int, record.movers))
            assert ("ms" in entry["moves"][0], "ms" in entry["moves"][1]) == (False, True)


def test_few_games_are_chosen_from_every_pairing(tmp_path):
    the_plan = Plan("tic_tac_toe", ("random",) * 5, games=400)
    numbers = GameNumbers(the_plan)

    class Stub:
        def __init__(self, number):
            self.number, self.pairing = number, number // 2 % 10

    for number in range(the_plan.total):
        numbers.add(Stub(number))
    chosen = numbers.chosen(MAX_GAMES)
    assert len(set(chosen)) == len(chosen) <= MAX_GAMES
    assert {Stub(number).pairing for number in chosen} == set(range(10))
    assert all((number ^ 1) in chosen for number in chosen)
    assert len(numbers.chosen(10)) == 10
    assert len(numbers.chosen(4)) == 4
    assert max(chosen) > the_plan.total // 2


def test_a_plain_game_has_no_heatmaps(tmp_path):
    run(plan("random", f"{MOCKS}:first", game=MOCKS, games=10), tmp_path, workers=1)
    page = read(tmp_path, MOCKS)
    assert "heatmaps" not in page.rows
    replays = page.data("replays")
    assert replays["board"] is None
    assert replays["games"][0]["frames"][0] == ["|||||||"]
    assert not any("/" in name for name in replays["pairings"])


def test_faults_are_shown_and_nothing_breaks_out_of_the_page(tmp_path):
    file = tmp_path / "bad.py"
    file.write_text("def player(position, limit):\n    raise ValueError('</script><b>x</b>')\n")
    out = tmp_path / "out"
    run(plan("random", f"{file}:player", games=4), out, workers=1)
    page = read(out)
    assert any("4 error" in row for row in page.rows["players"])
    assert "</script><b>x</b>" in page.data("replays")["games"][0]["result"]
    assert "<b>" not in (out / FILE_NAME).read_text()


def test_a_match_with_a_sequential_test_says_how_it_stands(tmp_path):
    results = run(plan("greedy:eval=zero", "random", games=20, sprt=(0.0, 400.0)), tmp_path, workers=1)
    page = read(tmp_path)
    assert page.says("Sequential test of +0 against +400 Elo")
    assert page.says(f"log-likelihood ratio {results.sprt.llr:+.2f}")


def empty(folder):
    the_plan = plan()
    Store.start(folder, the_plan, identity(the_plan, load_game("tic_tac_toe"))).close()


def test_a_run_without_games_has_a_report(tmp_path):
    empty(tmp_path)
    page = read(tmp_path)
    assert page.says("No game has been played yet.")
    assert page.says("not finished: 0 of 60 games")
    assert "games" not in page.rows


def test_an_unfinished_run_says_so(folder, tmp_path):
    shutil.copy(folder / STORE_NAME, tmp_path)
    with sqlite3.connect(tmp_path / STORE_NAME) as connection:
        connection.execute("DELETE FROM game WHERE number >= 31")
    page = read(tmp_path)
    assert page.says("not finished: 31 of 60 games")
    assert len(page.data("replays")["games"]) == 31


def test_games_of_other_rules_are_not_stepped_through(folder, tmp_path):
    shutil.copy(folder / STORE_NAME, tmp_path)
    edit_store(tmp_path, "UPDATE game SET opening = '[4]', moves = json_replace(moves, '$[0]', 4) WHERE number = 0")
    page = read(tmp_path)
    assert page.says("No games to step through: a stored game has the illegal move 4 at ply 2")
    with Store.open(tmp_path) as store, pytest.raises(GameError, match="rules"):
        replay_json(load_game("tic_tac_toe"), store.record(0), {"random": "random", "greedy": "greedy"})


def test_a_store_that_cannot_be_read_gets_one_line(folder, tmp_path):
    with pytest.raises(GameError, match="there is no run in"):
        write_report(tmp_path)
    whole = (folder / STORE_NAME).read_bytes()
    for damaged in (b"", b"not a database at all", whole[:5000] + b"\xff" * 9000 + whole[14000:]):
        (tmp_path / STORE_NAME).write_bytes(damaged)
        with pytest.raises(GameError, match=r"damaged|not a store") as caught:
            write_report(tmp_path)
        assert "\n" not in str(caught.value)
        assert not (tmp_path / FILE_NAME).exists()


def test_a_report_that_cannot_be_written_gets_one_line(tmp_path):
    empty(tmp_path)
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(GameError, match=r"report\.html cannot be written"):
        write_report(tmp_path)
    assert not list(tmp_path.glob(".report*"))


STEPS = """<script>
const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const seen = [], look = () => seen.push([Number(document.getElementById("slide").value),
  document.getElementById("diagram").textContent, document.querySelectorAll("#stones text").length]);
look();
for (let n = 0; n < 3; n++) press("ArrowRight");
look();
press("ArrowLeft");
look();
document.querySelector("[data-step=Infinity]").click();
look();
document.getElementById("pick").value = 7;
document.getElementById("pick").dispatchEvent(new Event("change"));
press("ArrowRight");
look();
document.body.textContent = "SEEN" + JSON.stringify(seen) + "END";
</script></body>"""


@pytest.mark.skipif(not shutil.which("chromium"), reason="needs a browser: apt-get install chromium")
def test_arrow_keys_step_in_a_browser(folder, tmp_path):
    write_report(folder)
    file = tmp_path / "stepping.html"
    file.write_text((folder / FILE_NAME).read_text().replace("</body>", STEPS))
    switches = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        f"--user-data-dir={tmp_path / 'u'}",
    ]
    command = ["chromium", *switches, "--dump-dom", file.as_uri()]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    seen = json.loads(shown[shown.index("SEEN[") + 4 : shown.index("END")])
    game = load_game("tic_tac_toe")
    with Store.open(folder) as store:
        first, other = store.record(0), store.record(7)
    boards = list(map(str, positions(game, first.line)))
    last = len(first.line)
    expected = [[ply, boards[ply], ply] for ply in (0, 3, 2, last)]
    assert seen == [*expected, [1, list(map(str, positions(game, other.line)))[1], 1]]
