"""The board that plays in a notebook's cell: its Python in a real kernel, its page in a real browser."""

from __future__ import annotations

import base64
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

import counterply as cp
from board.browser import NEEDS_BROWSER
from board.test_pasted import JUMPS

pytest.importorskip("anywidget")

ROOT = Path(__file__).parents[3]
CELLS = (
    "import counterply as cp",
    'board = cp.widget("tic_tac_toe", "engine", nodes=100)\nboard',
    'board.hear({"move": "1,1"})\n[board.position.ply, board.state["note"]]',
)


def test_a_real_kernel_shows_it_and_plays_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in CELLS])
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    shown, played = (cell.outputs[0]["data"] for cell in notebook.cells[1:])
    assert "application/vnd.jupyter.widget-view+json" in shown
    assert played["text/plain"].startswith("[2, 'engine plays ")


def texts(board: Any) -> list[str]:
    return [move["text"] for move in board.state["view"]["moves"]]


def test_moves_are_made_and_the_other_side_answers() -> None:
    board = cp.widget("tic_tac_toe", "random", seed=3, nodes=10)
    assert len(texts(board)) == 9
    board.hear({"move": "1,1"})
    assert board.position.ply == 2
    board.hear({"move": "1,1"})
    assert "illegal" in board.state["note"]
    assert len(texts(board)) == 7
    board.hear({"ask": "undo"})
    assert board.position.ply == 0
    board.hear({"move": "0,0"})
    board.hear({"ask": "new"})
    assert board.position.ply == 0
    second = cp.widget("tic_tac_toe", "random", second=True, nodes=10)
    assert second.position.ply == 1
    assert repr(second) == f"<a board of tic_tac_toe, for a notebook's cell>\n{second.position}"


def test_two_persons_play() -> None:
    board = cp.widget("amazons", "human")
    for turn in (0, 1):
        board.hear({"move": texts(board)[0]})
        assert (board.position.ply, board.position.turn) == (turn + 1, turn), "the arrow is a move of its own"


def test_chance_is_rolled_and_what_is_hidden_stays_so() -> None:
    board = cp.widget("splendor", "random", nodes=10)
    board.hear({"move": texts(board)[0]})
    assert board.position.turn == 0
    assert board.state["view"]["last"] == []


def test_the_engines_lines_are_those_of_the_page() -> None:
    board = cp.widget("tic_tac_toe", "random", seed=3, lines=4, nodes=2_000)
    board.hear({"move": "0,0"})
    lines = board.state["report"]["lines"]
    assert len(lines) == 4
    assert {line["move"] for line in lines} <= {move["text"] for move in board.state["view"]["moves"]}
    board.hear({"ask": "new"})
    assert board.state["report"]["lines"] != lines
    assert cp.widget("tic_tac_toe", "random", nodes=10).state["report"] is None


def test_clocks_run_are_taken_back_and_end_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("counterply.plugins.board.cell.time.monotonic", lambda: now[0])
    board = cp.widget("tic_tac_toe", "human", limit=cp.Limit(clock=60, increment=2))
    assert board.state["clock"] == {"left": [60_000, 60_000], "seat": 0}
    now[0] = 10.0
    board.hear({"move": "0,0"})
    assert board.state["clock"] == {"left": [52_000, 60_000], "seat": 1}
    now[0] = 40.0
    board.hear({"ask": "flag"})
    assert board.state["clock"] == {"left": [52_000, 30_000], "seat": 1}, "a page that is ahead of us"
    now[0] = 71.0
    board.hear({"move": "1,1"})
    assert board.position.ply == 1, "the move came too late"
    assert board.state["note"] == "O ran out of time: X won"
    assert texts(board) == []
    board.hear({"ask": "undo"})
    assert board.state["clock"] == {"left": [60_000, 60_000], "seat": 0}
    now[0] = 132.0
    board.hear({"ask": "flag"})
    assert board.state["note"] == "X ran out of time: O won"
    assert board.state["clock"]["seat"] is None


def test_no_two_parts_of_its_module_have_one_name() -> None:
    text = cp.widget("tic_tac_toe", "human")._esm
    names = re.findall(r"^(?:export )?(?:async )?(?:function|const|let|class) (\w+)", text, re.MULTILINE)
    assert len(names) > 30
    assert len(names) == len(set(names))
    assert not re.findall("^import ", text, re.MULTILINE)


def in_browser(test: Any) -> Any:
    for mark in NEEDS_BROWSER:
        test = mark(test)
    return test


PAGE = """<body><style>{style}</style><script type="module">
const listeners = {{}}, asked = [];
let state = {state};
const model = {{ get: () => state, on: (name, f) => (listeners[name] = f), off: () => {{}}, send: (told) => asked.push(told) }};
const {{ default: cell }} = await import("data:text/javascript;base64,{script}");
const el = document.createElement("main");
cell.render({{ model, el }});
document.body.append(el); // afterwards, as JupyterLab does
window.asked = asked;
window.change = (next) => {{ state = next; listeners["change:state"](); }};
</script></body>"""


@in_browser
def test_the_page_sends_moves_choices_and_keys(chromium: Any) -> None:
    page, board = shown(chromium, cp.widget("tic_tac_toe", "random", nodes=10))
    page.get_by_role("gridcell", name="1,1 empty").dblclick()
    assert page.evaluate("asked") == [{"move": "1,1"}]
    board.hear({"move": "1,1"})
    page.evaluate("(next) => change(next)", board.state)
    assert page.get_by_role("status").inner_text().strip().startswith("random plays")
    assert page.locator(".mark.last").count() == 1
    page.locator(".target.playable").first.press("Enter")
    page.evaluate("(next) => change(next)", board.state)
    page.get_by_label("move", exact=True).select_option(texts(board)[0])
    page.get_by_role("button", name="take back").click()
    assert page.evaluate("asked.slice(1)") == [{"move": texts(board)[0]}] * 2 + [{"ask": "undo"}]


@in_browser
def test_a_piece_is_touched_dragged_and_put_back_as_on_the_page(chromium: Any) -> None:
    page, board = shown(chromium, cp.widget(cp.game("checkers").position(f"moves {JUMPS}"), "human"))
    man, step, end = (page.locator(f'.target[data-touch="{touch}"]') for touch in ("14", "23", "30"))
    chosen = page.locator(".mark.chosen")
    man.click()
    assert chosen.count() == 1
    assert page.get_by_role("status").inner_text().strip() == "1 move: 14-23"
    man.click()
    assert chosen.count() == 0
    man.drag_to(end)
    assert (chosen.count(), page.evaluate("asked")) == (0, [])
    man.drag_to(step)
    assert page.evaluate("asked") == [{"move": "14-23"}]
    board.hear({"move": "14-23"})
    page.evaluate("(next) => change(next)", board.state)
    end.click()
    assert page.evaluate("asked.slice(1)") == [{"move": "23-30"}]


@in_browser
def test_lines_numbers_and_clocks_are_drawn_as_on_the_page(chromium: Any) -> None:
    made = cp.widget("connect_four", "random", seed=2, lines=5, limit=cp.Limit(nodes=3_000, clock=1_000))
    made.hear({"move": texts(made)[3]})
    page, board = shown(chromium, made)
    badges = page.locator(".mark.badge-text")
    assert badges.count() == 5
    assert page.locator(".mark.badge.best").count() == 1
    assert page.locator(".lines tr").count() == 5
    assert page.locator(".lines td").nth(1).inner_text().startswith(board.state["report"]["lines"][0]["move"])
    times = page.get_by_role("timer")
    assert re.fullmatch(r"Player 1 16:\d\d", times.first.inner_text())
    page.screenshot(path=os.environ.get("COUNTERPLY_SHOT", os.devnull), type="png")
    page.evaluate("(next) => change(next)", {**board.state, "clock": {"left": [150, 900_000], "seat": 0}})
    page.wait_for_function("asked.length")
    assert page.evaluate("asked") == [{"ask": "flag"}]
    assert times.first.inner_text().endswith(" 0.0")


def shown(chromium: Any, board: Any) -> tuple[Any, Any]:
    """A page that shows a board, and the board."""
    script = base64.b64encode(board._esm.encode()).decode()
    page = chromium.new_page()
    page.set_content(PAGE.format(state=json.dumps(board.state), script=script, style=board._css))
    page.locator(".clocks").wait_for(state="attached")
    return page, board
