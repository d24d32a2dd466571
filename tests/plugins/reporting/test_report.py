import base64
import hashlib
import html
import json
import re
import shutil
import sqlite3
import zlib
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from stores import edit_store

from counterply.arena import STORE_FILE as STORE_NAME
from counterply.arena.labels import labels
from counterply.arena.record import positions
from counterply.arena.results import load_results
from counterply.arena.schedule import Plan, identity
from counterply.arena.store import Store
from counterply.arena.tournament import run
from counterply.core.drawing import draw
from counterply.core.errors import GameError, StoreError
from counterply.core.limits import Limit
from counterply.core.svg import corner, markup
from counterply.core.values import DRAW, FIRST
from counterply.plugins.reporting.axes import axes_of
from counterply.plugins.reporting.collectors import GameNumbers
from counterply.plugins.reporting.heatmaps import MAX_REPLAYED, PHASES, Occupancy, shares, with_total
from counterply.plugins.reporting.page import FILE_NAME, write_report
from counterply.plugins.reporting.replays import replay_json
from counterply.usercode.loading import load_game

MOCKS = str(Path(__file__).parents[2] / "arena" / "mocks.py")
VOID = {"meta", "br", "wbr", "input"}


class Page(HTMLParser):
    """Checks that elements nest; keeps the texts of table cells by section, all attributes, and what scripts hold."""

    def __init__(self, text):
        super().__init__()
        self.stack, self.rows, self.attributes, self.scripts, self.text, self.blocks = [], {}, [], {}, [], []
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
            if attributes.get("class") == "block":
                self.script = len(self.blocks)
                self.blocks.append("")
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
            if isinstance(self.script, int):
                self.blocks[self.script] += data
            self.scripts[self.script] = self.scripts.get(self.script, "") + data
            return
        self.text.append(data)
        if "td" in self.stack or "th" in self.stack:
            self.rows[self.section][-1][-1] += data

    def data(self, name):
        return json.loads(self.scripts[name])

    def games(self):
        """Return the games to step through, unpacked as the page's script does it."""
        return [game for block in self.blocks for game in json.loads(zlib.decompress(base64.b64decode(block)))]

    def says(self, words):
        return words in " ".join(" ".join(self.text).split())


def plan(*players, game="tic_tac_toe", games=20, **rest):
    return Plan(game, players or ("random", "greedy:eval=zero", "minimax:depth=2"), games=games, limit=Limit(nodes=100), **rest)


def read(folder, game=None):
    path, _ = write_report(folder, game)
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
    heads = page.rows["results"][0]
    assert row[heads.index("interval")] == f"{100 * low:.1f} to {100 * high:.1f} %"
    assert row[heads.index("pairs")].startswith(" · ".join(map(str, result.standing.pairs)))
    assert result.conversion.of > 0
    assert f"of {result.conversion.of}" in row[heads.index("conversion")]
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
    drawn = [int(number) for number in re.findall(r">\d,\d: (\d+) moves", write_report(tmp_path)[0].read_text())]
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
    monkeypatch.setattr("counterply.plugins.reporting.heatmaps.MAX_REPLAYED", 100)
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
    given = page.games()
    assert [entry["number"] for entry in given] == list(range(60)) == [entry["number"] for entry in page.data("replays")["games"]]
    assert len(page.blocks) == 2, "fifty games a block"
    with Store.open(folder) as store:
        for entry in given:
            record = store.record(entry["number"])
            for frame, position in zip(entry["frames"], positions(game, record.line), strict=True):
                drawn = [shape for shape in map(markup, draw(position).items) if shape]
                assert [entry["shapes"][shape] for shape in frame] == drawn
            assert len(entry["moves"]) == len(record.line)
            assert [tuple(move["cell"]) for move in entry["moves"]] == [divmod(move, 3) for move in record.line]
            assert [move["by"] for move in entry["moves"][1:]] == list(map(int, record.movers))
            assert ("ms" in entry["moves"][0], "ms" in entry["moves"][1]) == (False, True)


def test_few_games_are_chosen_from_every_pairing(tmp_path):
    the_plan = Plan("tic_tac_toe", ("random",) * 5, games=400)
    numbers = GameNumbers(the_plan)

    class Stub:
        def __init__(self, number):
            self.number, self.pairing, self.line = number, number // 2 % 10, (0,) * 8

    for number in range(the_plan.total):
        numbers.add(Stub(number))
    chosen = numbers.within(60 * 8)
    assert len(set(chosen)) == len(chosen) == 60
    assert {Stub(number).pairing for number in chosen} == set(range(10))
    assert all((number ^ 1) in chosen for number in chosen)
    assert len(numbers.choose_games(10)) == 10
    assert len(numbers.choose_games(4)) == 4
    assert max(chosen) > the_plan.total // 2
    assert numbers.within(the_plan.total * 8) == list(range(the_plan.total)), "all, where there is room"


def test_a_plain_game_has_no_heatmaps(tmp_path):
    run(plan("random", f"{MOCKS}:first", game=MOCKS, games=10), tmp_path, workers=1)
    page = read(tmp_path, MOCKS)
    assert "heatmaps" not in page.rows
    replays = page.data("replays")
    assert replays["board"] is None
    first = page.games()[0]
    assert "|||||||" in first["shapes"][first["frames"][0][0]]
    assert not any("/" in name for name in replays["pairings"])


def test_faults_are_shown_and_nothing_breaks_out_of_the_page(tmp_path):
    file = tmp_path / "bad.py"
    file.write_text("def player(position, limit):\n    raise ValueError('</script><b>x</b>')\n")
    out = tmp_path / "out"
    run(plan("random", f"{file}:player", games=4), out, workers=1)
    page = read(out)
    assert any("4 error" in row for row in page.rows["players"])
    assert page.says("4 of 4 games were lost otherwise than by the rules")
    assert [row[0] for row in page.rows["faults"][1:]] == ["0", "1", "2", "3"]
    assert "ValueError: </script><b>x</b>" in page.rows["faults"][1][4]
    assert "</script><b>x</b>" in page.games()[0]["result"] == page.data("replays")["games"][0]["result"]
    assert "<b>" not in (out / FILE_NAME).read_text()


def test_a_match_with_a_sequential_test_says_how_it_stands(tmp_path):
    results = run(plan("greedy:eval=zero", "random", games=20, sprt=(0.0, 400.0)), tmp_path, workers=1)
    page = read(tmp_path)
    assert page.says("Sequential test of 0 against +400 Elo")
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
    assert len(page.games()) == 31


def test_games_of_other_rules_are_not_stepped_through(folder, tmp_path):
    shutil.copy(folder / STORE_NAME, tmp_path)
    edit_store(tmp_path, "UPDATE game SET opening = '[4]', moves = json_replace(moves, '$[0]', 4) WHERE number = 0")
    page = read(tmp_path)
    assert page.says("No games to step through: a stored game has the illegal move 4 at ply 2")
    with Store.open(tmp_path) as store, pytest.raises(GameError, match="rules"):
        replay_json(load_game("tic_tac_toe"), store.record(0), {"random": "random", "greedy": "greedy"})


def test_a_store_that_cannot_be_read_gets_one_line(folder, tmp_path):
    with pytest.raises(StoreError, match="there is no run in"):
        write_report(tmp_path)
    whole = (folder / STORE_NAME).read_bytes()
    for damaged in (b"", b"not a database at all", whole[:5000] + b"\xff" * 9000 + whole[14000:]):
        (tmp_path / STORE_NAME).write_bytes(damaged)
        with pytest.raises(StoreError, match=r"damaged|not a store") as caught:
            write_report(tmp_path)
        assert "\n" not in str(caught.value)
        assert not (tmp_path / FILE_NAME).exists()


def test_a_report_that_cannot_be_written_gets_one_line(tmp_path):
    empty(tmp_path)
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(GameError, match=r"report\.html cannot be written"):
        write_report(tmp_path)
    assert not list(tmp_path.glob(".report*"))


def test_rows_and_columns_are_named_as_the_moves_are_written(page):
    assert page.data("replays")["axes"] == {"rows": ["0", "1", "2"], "columns": ["0", "1", "2"]}
    assert axes_of((6, 7), [((5, 3), "4"), ((4, 3), "4")]).columns == list("1234567"), "a stone is dropped into a column"
    assert axes_of((8, 8), [((7, 4), "e1"), ((0, 0), "a8")]).rows == list("87654321")
    assert axes_of((15, 15), [((4, 5), "f5")]).rows[:3] == ["1", "2", "3"]
    assert axes_of((5, 5), [((1, 2), "up"), ((1, 3), "right")]) is None
    assert axes_of((5, 5), []) is None


def test_two_columns_are_compared_on_the_page(page):
    data = page.data("comparisons")
    assert data["names"] == list(labels(plan().texts).values())
    assert sorted(row[:2] for row in data["differences"]) == [[0, 1], [0, 2], [1, 2]]
    assert data["best"][0] == 2, "the one that scores most"
    for _, _, mean, low, high, samples, opponents in data["differences"]:
        assert low < mean < high
        assert (samples, opponents) == (10, 1)


def marks_of(position):
    """Where the crosses and noughts of a position are drawn."""
    return [corner(item) for item in draw(position).items if "outline" in item.role]


def test_a_browser_lets_the_page_do_nothing_but_run_its_own_script(folder):
    text = write_report(folder)[0].read_text()
    policy, script = (
        html.unescape(re.findall(r'Content-Security-Policy" content="([^"]*)"', text)[0]),
        re.findall(r"<script>(.*?)</script>", text, re.S),
    )
    assert "default-src 'none'" in policy
    assert len(script) == 1
    assert base64.b64encode(hashlib.sha256(script[0].encode()).digest()).decode() in policy
    assert not re.search(r"<[^>]* on[a-z]+=", text), "a handler in the page would not run"


LOOK = """() => [Number(document.getElementById("slide").value),
                [...document.querySelectorAll("#diagram .outline")].map((mark) => mark.getAttribute("transform")),
                document.querySelectorAll("#stones text:not(.axis)").length]"""


@pytest.mark.browser
@pytest.mark.skipif(not shutil.which("chromium"), reason="needs a browser: apt-get install chromium")
def test_the_page_in_a_browser(folder, chromium):
    write_report(folder)
    game = load_game("tic_tac_toe")
    with Store.open(folder) as store:
        first, other, last = (store.record(number) for number in (0, 3, 56))
    boards, others, lasts = ([marks_of(position) for position in positions(game, record.line)] for record in (first, other, last))
    page = chromium.new_page()
    trouble = []
    page.on("pageerror", lambda error: trouble.append(error))
    page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
    page.goto((folder / FILE_NAME).as_uri())
    page.wait_for_selector("#viewer[data-game='0']")
    for key, ply in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        assert page.evaluate(LOOK) == [ply, boards[ply], ply]
    page.click("[data-step=Infinity]")
    assert page.evaluate(LOOK) == [len(first.line), boards[-1], len(first.line)]
    page.select_option("#between", "1")
    page.select_option("#pick", "3")
    page.wait_for_selector("#viewer[data-game='3']")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(LOOK) == [1, others[1], 1]
    page.select_option("#pick", "56")
    page.wait_for_selector("#viewer[data-game='56']")
    page.keyboard.press("End")
    assert page.evaluate(LOOK) == [len(last.line), lasts[-1], len(last.line)]
    assert page.inner_text("#compared").startswith("+")
    page.click("#fold")
    assert page.locator("section > details[open]").count() == 0
    page.click("nav a[href='#players']")
    assert page.locator("section > details[open]").count() == 1
    page.close()
    assert trouble == []
