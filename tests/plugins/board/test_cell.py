"""The board that plays in a notebook's cell: its Python in a real kernel, its page in a real browser."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path
from typing import Any

import pytest

import counterply as cp
from board.browser import BROWSER
from counterply.core.drawing import touches

pytest.importorskip("anywidget")

ROOT = Path(__file__).parents[3]
CELL = ROOT / "src" / "counterply" / "plugins" / "board" / "cell.js"
CELLS = (
    "import counterply as cp",
    'board = cp.widget("tic_tac_toe", "engine", nodes=100)\nboard',
    'board.hear({"touch": "1,1"})\n[board.position.ply, board.state["note"]]',
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


def test_touches_make_moves_and_the_other_side_answers() -> None:
    board = cp.widget("tic_tac_toe", "random", seed=3, nodes=10)
    assert len(board.state["targets"]) == 9
    board.hear({"touch": "1,1"})
    assert board.position.ply == 2
    board.hear({"touch": "1,1"})
    assert board.state["note"] == "no move begins there"
    board.hear({"ask": "undo"})
    assert board.position.ply == 0
    board.hear({"move": "0,0"})
    board.hear({"ask": "new"})
    assert board.position.ply == 0
    assert cp.widget("tic_tac_toe", "random", second=True, nodes=10).position.ply == 1


def test_a_move_of_several_touches_and_two_persons() -> None:
    board = cp.widget("amazons", "human")
    way = touches(board.position, board.position.moves()[0])
    for count, name in enumerate(way[:-1], 1):
        board.hear({"touch": name})
        assert sum(each["marked"] for each in board.state["targets"]) == count
    assert 0 < len(board.state["moves"]) < len(board.position.moves())
    board.hear({"touch": way[-1]})
    assert board.position.ply == 1
    board.hear({"move": board.state["moves"][0]})
    assert (board.position.ply, board.position.turn) == (2, 1), "the arrow is a move of its own"


def test_chance_is_rolled_and_what_is_hidden_stays_so() -> None:
    board = cp.widget("splendor", "random", nodes=10)
    board.hear({"move": board.state["moves"][0]})
    assert board.position.turn == 0
    assert "<svg" in board.state["svg"]


PAGE = """<body><main></main><script type="module">
const listeners = {{}}, asked = [];
let state = {state};
const model = {{ get: () => state, on: (name, f) => (listeners[name] = f), send: (told) => asked.push(told) }};
const {{ default: cell }} = await import("data:text/javascript;base64,{script}");
cell.render({{ model, el: document.querySelector("main") }});
window.asked = asked;
window.change = (next) => {{ state = next; listeners["change:state"](); }};
</script></body>"""


@pytest.mark.browser
@pytest.mark.skipif(BROWSER is None, reason="no chromium is installed: apt install chromium")
def test_the_page_sends_touches_choices_and_keys(chromium: Any) -> None:
    board: Any = cp.widget("tic_tac_toe", "random", nodes=10)
    script = base64.b64encode(CELL.read_bytes()).decode()
    page = chromium.new_page()
    page.set_content(PAGE.format(state=json.dumps(board.state), script=script))
    page.get_by_role("button", name="1,1 empty").click()
    page.get_by_role("button", name="0,0 empty").press("Enter")
    page.get_by_label("move", exact=True).select_option("2,2")
    page.get_by_role("button", name="take back").click()
    assert page.evaluate("asked") == [{"touch": "1,1"}, {"touch": "0,0"}, {"move": "2,2"}, {"ask": "undo"}]
    board.hear({"touch": "1,1"})
    page.evaluate("(next) => change(next)", board.state)
    assert page.get_by_role("status").inner_text().strip().startswith("random plays")
    page.screenshot(path=os.environ.get("COUNTERPLY_SHOT", os.devnull), type="png")
