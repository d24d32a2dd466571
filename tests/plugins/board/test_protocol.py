"""What the board's server answers, without a browser."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

import counterply as cp
from board.socket_page import Talk, page, random_values, server
from counterply.api.own_games import new
from counterply.core.errors import GameError
from counterply.plugins.board import children
from counterply.plugins.board.positions import Positions
from counterply.plugins.board.rules import Rules
from counterply.plugins.explanations.searches import SEARCHES
from counterply.plugins.explanations.tree import tree_of
from counterply.search.counts import count_nodes
from counterply.usercode.loading import game_module, load_evaluator, load_game

SOON = {"limit": {"depth": 3}}
OPTION = '"""Say it.\n\n    Parameters\n    ----------\n    crowded : on a small bay\n    """\n'
LOOPING = """import os
from counterply import Evaluator

def never(position, player):
    while "NUMBA_BOUNDSCHECK" not in os.environ:  # it passes the check before its first use
        pass
    return 0.0

slow = Evaluator("slow", never, plain=True)
"""
BUSY = """import os, sys, time
from pathlib import Path
Path(__file__).with_name("pid").write_text(str(os.getpid()))
while time.process_time() < 0.8:
    pass
print('{"ready": true}', flush=True)
while True:
    pass
"""


@pytest.fixture(scope="module")
def slow_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("files") / "slow.py"
    file.write_text(LOOPING)
    return f"{file}:slow"


@pytest.fixture(scope="module")
def client(slow_file: str) -> Iterator[TestClient]:
    with server(evaluators=(slow_file,)) as made:
        yield made


@pytest.fixture
def talk(client: TestClient) -> Iterator[Talk]:
    with page(client) as made:
        yield made


def test_a_view_says_all_that_the_page_needs(talk: Talk) -> None:
    view = talk.answer("view", "tic_tac_toe", ("1,1", "0,0"))
    assert view["turn"] == 0
    assert view["outcome"] == "ongoing"
    assert {"text": "2,2", "long": "2,2", "words": None, "touches": ["2,2"], "at": "2,2"} in view["moves"]
    assert len(view["moves"]) == 7
    assert view["last"] == ["0,0"]
    labels = [item["label"] for item in view["drawing"]["items"] if item["cell"]]
    assert "1,1 X" in labels


def test_the_page_can_ask_for_the_rules(talk: Talk) -> None:
    rules = talk.answer("about", "gomoku", set={"rule": "renju"})["rules"]
    assert "Black may not make six or more" in rules[-1]["text"]
    assert talk.answer("about", "blocker")["rules"][1]["rows"][1] == ["eat", "eat the food on its own cell"]


def test_the_dialog_knows_the_boards_that_come_with_the_package(talk: Talk) -> None:
    games = {game["name"]: game["options"] for game in talk.answer("games")["games"]}
    shipped = {name: {option["name"]: option["shipped"] for option in options} for name, options in games.items()}
    assert {"test_1", "test_2", "test_3"} <= set(shipped["fishing_derby"]["scenario"])
    assert shipped["blocker"]["board"] == ["course", "figure"]
    for name, options in games.items():
        assert [option["name"] for option in options if not option["help"]] == [], name
    for game, option in (("fishing_derby", "scenario"), ("blocker", "board")):
        for value in shipped[game][option]:
            assert talk.answer("view", game, set={option: value})["outcome"] == "ongoing"


def test_an_ended_game_says_why(talk: Talk) -> None:
    view = talk.answer("view", "tic_tac_toe", ("0,0", "1,0", "0,1", "1,1", "0,2"))
    assert (view["outcome"], view["reason"], view["moves"]) == ("first", "three in a line", [])


@pytest.mark.parametrize(
    ("game", "moves", "start", "said"),
    [
        ("tic_tac_toe", ("9,9",), "", "illegal move '9,9' at ply 1"),
        ("tic_tac_toe", (), "nonsense", "nine of X, O"),
        ("tic_tac_toe", ("~chance",), "", "player 1's move"),
        ("isolation", ("3,3", "3,3"), "", "illegal move"),
    ],
)
def test_what_cannot_be_is_one_line_and_the_server_lives(talk: Talk, game: str, moves: Any, start: str, said: str) -> None:
    error = talk.answer("view", game, moves, start=start)["error"]
    assert said in error
    assert "\n" not in error
    assert talk.answer("view", "tic_tac_toe")["outcome"] == "ongoing"


def test_reports_come_for_each_depth_and_the_last_one_says_why_it_is_the_last(talk: Talk) -> None:
    found = talk.search("analyse", "tic_tac_toe", ("0,0",), lines=2, limit={"depth": 8})
    assert all(report["kind"] == "report" for report in found)
    assert found[-1]["stopped"] in ("proven", "depth")
    assert len(found[-1]["lines"]) == 2
    best = found[-1]["lines"][0]
    assert (best["move"], best["text"], best["chance"]) == ("1,1", "draw", 0.5)


def test_scores_are_in_the_first_players_view(talk: Talk) -> None:
    # the second player to move can win at once
    found = talk.search("analyse", "tic_tac_toe", ("0,0", "1,0", "0,1", "1,1", "2,2"), lines=1, limit={"depth": 4})
    best = found[-1]["lines"][0]
    assert best["move"] == "1,2"
    assert best["text"].startswith("loss in")
    assert best["chance"] == 0.0


@pytest.mark.parametrize(("move", "lost"), [("2,2", 1.0), ("0,2", 0.0), ("", None)])
def test_a_review_says_what_a_move_lost(talk: Talk, move: str, lost: float | None) -> None:
    found = talk.search("review", "tic_tac_toe", ("0,0", "1,0", "0,1", "1,1"), move=move, limit={"nodes": 2000})
    assert found[0]["lines"][0]["text"] == "win in 1"
    assert [answer["lost"] for answer in found if answer["kind"] == "verdict"] == ([] if lost is None else [lost])


def test_a_new_search_takes_the_place_of_the_old_one(talk: Talk) -> None:
    first = talk.ask("analyse", "connect_four", (), limit={"seconds": 60})
    while talk.hear().get("kind") != "report":
        pass
    begin = time.monotonic()
    found = talk.search("analyse", "tic_tac_toe", (), **SOON)
    assert time.monotonic() - begin < 30
    assert found[-1]["stopped"]
    assert not [message for message in talk.heard[-len(found) :] if message.get("id") == first]


def test_a_view_is_answered_while_a_search_runs(talk: Talk) -> None:
    talk.answer("view", "connect_four", ("3",))
    talk.ask("analyse", "connect_four", (), limit={"seconds": 60})
    while talk.hear().get("kind") != "report":
        pass
    assert talk.answer("view", "connect_four", ("3", "3"))["ply"] == 2
    talk.ask("stop")


def test_a_player_moves(talk: Talk) -> None:
    (found,) = talk.search("move", "tic_tac_toe", ("0,0", "1,0", "0,1", "1,1"), player="level:strength=5", limit={})
    assert found["move"] == "0,2"


def test_a_proof(talk: Talk) -> None:
    (found,) = talk.search("solve", "tic_tac_toe", (), limit={"seconds": 20})
    assert (found["kind"], found["proven"], found["outcome"]) == ("solution", True, "draw")


def test_a_threat_is_what_the_other_side_would_do(talk: Talk) -> None:
    found = talk.search("analyse", "tic_tac_toe", ("0,0", "1,0", "0,1", "1,1"), threat=True, lines=1, limit={"depth": 3})
    assert found[-1]["lines"][0]["move"] == "1,2"
    (error,) = talk.search("analyse", "connect_four", (), threat=True, **SOON)
    assert "pass" in error["error"]


def test_the_terms_of_a_linear_evaluator(talk: Talk) -> None:
    terms = talk.search("analyse", "isolation", ("3,3", "2,2"), terms=True, **SOON)[0]
    assert terms["evaluator"]
    assert terms["terms"]
    total = sum(term["value"] * term["weight"] for term in terms["terms"])
    assert terms["value"] == pytest.approx(total, abs=0.01)


SMALL = ("0,0", "1,1", "0,1", "0,2", "2,0")  # four moves are left


def test_a_small_tree_comes_whole_with_its_picture_and_steps(talk: Talk) -> None:
    (tree,) = talk.search("tree", "tic_tac_toe", SMALL, search="alphabeta", depth=2)
    game = load_game("tic_tac_toe")
    made = tree_of(game.start().play(*SMALL), 2, "alphabeta", load_evaluator(None, game))
    assert tree["visited"] == len(tree["rows"]) == len(made.visits)
    assert sum(node["number"] is not None for node in tree["picture"]) == len(made.visits)
    assert sum(node["cut"] for node in tree["picture"]) == sum(row["left"] for row in tree["rows"]) > 0
    assert {row["condition"] for row in tree["rows"] if row["left"]} == {"loss <= alpha 0"}
    assert [step["number"] for step in tree["steps"] if step["left"]][-1] == 0
    assert {node["path"] for node in tree["picture"]} >= {"1,0-1,2", "2,2-1,0"}
    assert tree["steps"][0]["windows"] == [[0, "α -inf", "β +inf"]]
    roots = [window for step in tree["steps"] for window in step["windows"] if window[0] == 0]
    assert roots[-1] == [0, "α 0", "β +inf"], "alpha is what the best move so far is worth"


def test_a_larger_tree_is_opened_node_by_node(talk: Talk) -> None:
    (tree,) = talk.search("tree", "tic_tac_toe", (), search="alphabeta", depth=4)
    assert tree["large"]
    assert len([node for node in tree["picture"] if node["number"] is not None]) == tree["visited"] - tree["hidden"]
    assert len(tree["rows"]) < tree["visited"]
    shut = next(row for row in tree["rows"] if row["children"] and not row["best"])
    (below,) = talk.search("tree", "tic_tac_toe", (), search="alphabeta", depth=4, node=shut["number"])
    assert [row["parent"] for row in below["rows"]] == [shut["number"]] * shut["children"]
    (error,) = talk.search("tree", "tic_tac_toe", (), search="alphabeta", depth=4, node=10**6)
    assert "the tree has" in error["error"]


def test_searches_side_by_side_are_those_that_nodes_counts(talk: Talk) -> None:
    found = talk.search("compare", "tic_tac_toe", SMALL, depth=3)
    game = load_game("tic_tac_toe")
    (row,) = count_nodes(game.start().play(*SMALL), [3], evaluator=load_evaluator(None, game))
    assert [answer["search"] for answer in found] == list(SEARCHES)
    assert [answer["nodes"][0] for answer in found[:4]] == [row.minimax, row.alphabeta, row.ordered, row.table]
    assert all(len(answer["nodes"]) == len(answer["moves"]) + 1 for answer in found)


def test_a_tree_that_is_too_large_is_told_in_a_line(talk: Talk) -> None:
    (error,) = talk.search("tree", "connect_four", (), search="minimax", depth=9)
    assert "take a smaller depth" in error["error"]


def test_the_quiz(talk: Talk) -> None:
    (tree,) = talk.search("tree", "tic_tac_toe", SMALL, search="alphabeta", depth=2)
    unseen = [node["path"] for node in tree["picture"] if node["number"] is None]
    for given, wrong, missing in ((unseen, [], 0), (unseen[1:], [], 1), ([*unseen, "1,0-1,2"], ["1,0-1,2"], 0)):
        (answer,) = talk.search("quiz", "tic_tac_toe", SMALL, depth=2, given=given)
        assert (answer["wrong"], answer["missing"]) == (wrong, missing)
    (error,) = talk.search("quiz", "tic_tac_toe", SMALL, depth=2, given=["x"])
    assert "no leaf" in error["error"]


def test_the_way_of_a_search_along_a_line(talk: Talk) -> None:
    place = ("0,0", "2,2")
    (found,) = talk.search("passage", "tic_tac_toe", place, line=["1,1", "0,1"], limit={"depth": 3})
    assert [row[0] for row in found["rows"]] == ["1,1", "0,1"]
    assert all(len(row) == len(found["heads"]) for row in found["rows"])
    assert found["rows"][-1][4] == "cuts"
    (error,) = talk.search("passage", "tic_tac_toe", place, line=["1,1", "9,9"], limit={"depth": 3})
    assert "illegal move" in error["error"]
    (tree,) = talk.search("tree", "tic_tac_toe", (*place, "0,1"), search="engine", depth=3)
    assert [(each["depth"], each["move"]) for each in tree["iterations"]] == [(1, "0,2"), (2, "0,2"), (3, "0,2")]


def test_why_a_move_and_why_not(talk: Talk) -> None:
    (answer,) = talk.search("why", "tic_tac_toe", ("0,0", "2,2", "0,1"), move="1,1", limit={"depth": 3})
    assert answer["headline"] == "why not 1,1: it is a loss in 2, proven at depth 3; the best move, 0,2, is worth 0.00"
    assert (answer["label"], answer["chosen"]["pv"], answer["plies"][-1]["over"]) == (
        "refutation",
        ["1,1", "0,2"],
        "three in a line",
    )
    (error,) = talk.search("why", "tic_tac_toe", (), move="9,9", limit={"depth": 3})
    assert "illegal" in error["error"]


def test_texts_in_and_out(talk: Talk) -> None:
    assert talk.answer("write", "gomoku", ("h8", "i9"), format="moves")["text"] == "moves h8 i9"
    assert talk.answer("write", "gomoku", ("h8",), format="sgf")["text"].startswith("(;")
    assert talk.answer("write", "gomoku", ("h8",), format="svg")["text"].startswith("<svg")
    sgf = talk.answer("write", "gomoku", ("h8", "i9"), format="sgf")["text"]
    assert talk.answer("read", "gomoku", text=sgf)["position"]["moves"] == ["h8", "i9"]
    assert talk.answer("read", "tic_tac_toe", text="X.. .O. ...")["position"]["from"]
    assert "error" in talk.answer("read", "tic_tac_toe", text="moves 9,9")
    two = talk.answer("read", "tic_tac_toe", text="1. 0,0 1,1 *\n\n1. 2,2 *")
    assert two["games"] == [{"title": text, "text": text} for text in ("1. 0,0 1,1 *", "1. 2,2 *")]
    psq = "Piskvorky 20x19, 11:11, 0\n8,8,0"
    assert talk.answer("read", "gomoku", text=psq)["error"].endswith("choose width 20 and height 19 in New")


def test_a_killed_search_goes_on_in_the_process_that_waits_to_take_over(client: TestClient, talk: Talk) -> None:
    talk.ask("analyse", "isolation", (), limit={"seconds": 300})
    processes = client.app.app.state.processes  # type: ignore[attr-defined]
    while talk.hear().get("kind") != "report" or not all(child.up for child in processes.searches):
        pass
    (busy,) = [child for child in processes.searches if child.busy]
    os.killpg(busy.process.pid, signal.SIGKILL)
    ended = talk.hear()
    while ended.get("kind") != "ended":
        ended = talk.hear()
    assert ended["text"] == "the search ended; started again"
    while talk.hear().get("kind") != "report":
        pass
    (other,) = [child for child in processes.searches if child.busy]
    assert other is not busy
    talk.ask("stop")


@pytest.mark.parametrize("whom", ["program", "its watchdog, too"])
def test_a_player_that_is_stopped_while_it_thinks_is_replaced(
    client: TestClient, talk: Talk, monkeypatch: pytest.MonkeyPatch, whom: str
) -> None:
    talk.search("analyse", "tic_tac_toe", (), **SOON)
    processes = client.app.app.state.processes  # type: ignore[attr-defined]
    while not all(child.up for child in processes.searches):
        time.sleep(0.05)
    chosen = next(child for child in processes.searches if not child.busy)
    watchdog = chosen.process.pid
    program = int(Path(f"/proc/{watchdog}/task/{watchdog}/children").read_text())
    monkeypatch.setattr(children, "ASKED_SECONDS", 0.1)
    monkeypatch.setattr(children, "SILENT_SECONDS", 1.0)
    os.kill(program, signal.SIGSTOP)
    if whom != "program":
        os.kill(watchdog, signal.SIGSTOP)
    number = talk.ask("move", "tic_tac_toe", ("0,0", "1,0", "0,1", "1,1"), player="level:strength=5", limit={})
    while (ended := talk.hear()).get("kind") != "ended":
        pass
    monkeypatch.undo()
    assert (ended["id"], ended["text"]) == (number, "the search ended; started again")
    while (answer := talk.hear()).get("kind") != "move":
        pass
    assert answer["move"] == "0,2"


def test_a_player_that_is_made_ready_is_waited_for(client: TestClient, talk: Talk) -> None:
    player = {"player": "level:strength=2", "seed": 3}
    first = talk.ask("prepare", "tic_tac_toe", (), **player)
    talk.ask("stop")
    number = talk.ask("move", "tic_tac_toe", ("1,1",), **player)
    heard = [talk.hear()]
    while heard[-1].get("kind") != "move":
        heard.append(talk.hear())
    assert heard[-1]["id"] == number
    assert not [each for each in heard if each.get("kind") == "ended"]
    assert {"id": first, "kind": "done"} in heard


def test_who_only_computes_is_not_taken_for_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nor is one that imports; one that was stopped meanwhile is replaced."""
    (tmp_path / "busy.py").write_text(BUSY)
    monkeypatch.setattr(children, "ASKED_SECONDS", 0.05)
    monkeypatch.setattr(children, "SILENT_SECONDS", 0.4)
    monkeypatch.setattr(children, "module_words", lambda module: [sys.executable, "-S", str(tmp_path / module)])

    async def look() -> list[dict[str, Any]]:
        child, answers = children.BoardProcess("busy.py"), []
        child.on_answer = answers.append
        child.start()
        child.send({"want": "anything"})
        while not answers:
            await asyncio.sleep(0.05)
        os.kill(int((tmp_path / "pid").read_text()), signal.SIGSTOP)
        while len(answers) == 1:
            await asyncio.sleep(0.05)
        await child.close()
        return answers

    answers = asyncio.run(look())
    assert [bool(each.get("ready")) for each in answers] == [True, False]
    assert answers[1]["ended"]


def test_killed_rules_are_asked_again(client: TestClient, talk: Talk) -> None:
    assert talk.answer("view", "tic_tac_toe")["ply"] == 0
    processes = client.app.app.state.processes  # type: ignore[attr-defined]
    os.kill(processes.rules.process.pid, signal.SIGSTOP)
    number = talk.ask("view", "tic_tac_toe", ("0,0",))
    time.sleep(0.3)
    os.kill(processes.rules.process.pid, signal.SIGKILL)
    while (answer := talk.hear()).get("id") != number:
        pass
    assert answer["ply"] == 1


def test_mistakes_of_an_inventors_drawing_are_told_with_file_and_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = new("mine")
    mistakes = path.read_text().replace('f"domino {cell}", cell', '"domino", cell')
    mistakes = mistakes.replace('1 - position.turn, "last")', '1 - position.turn, "lst")')
    mistakes = mistakes.replace("SIZE = ", "DRAWN = []\nSIZE = ", 1)
    mistakes = mistakes.replace('    """The picture', '    DRAWN.append(position.ply)\n    """The picture')
    path.write_text(mistakes.replace("def game():", f"def game(crowded: bool = False):\n    {OPTION}"))
    rules = Rules()

    def view(*moves: str) -> dict[str, Any]:
        return rules.view({"game": "mine.py", "set": {}, "position": {"from": "", "moves": list(moves)}})

    first = view()
    assert first["fault"] == ""
    assert {move["at"] for move in first["moves"]} >= {"a1", "e4"}, "its own names for its cells"
    assert game_module("mine.py").DRAWN == [0]
    (option,) = rules.about({"game": "mine.py", "set": {}})["options"]
    assert (option["name"], option["switch"], option["help"]) == ("crowded", True, "on a small bay")
    told = view("a1")
    assert re.fullmatch(r"mine\.py:\d+: 'last' has the unknown role 'lst'; docs/core/drawings\.md lists the roles", told["fault"])
    assert any(item["id"] == "last" for item in told["drawing"]["items"])
    with pytest.raises(GameError, match=r"^mine\.py:\d+: two items have the id 'domino'"):
        view("a1", "b1")


def test_an_evaluator_that_never_returns_is_cancelled(talk: Talk, slow_file: str) -> None:
    number = talk.ask("analyse", "tic_tac_toe", (), eval=slow_file, limit={"seconds": 60})
    time.sleep(0.5)
    found = talk.search("analyse", "tic_tac_toe", (), **SOON)
    assert found[-1]["kind"] == "report"
    assert any(message.get("id") == number and message.get("kind") == "ended" for message in talk.heard)


def test_a_search_that_does_not_stop_is_killed_and_not_begun_again(talk: Talk, slow_file: str) -> None:
    talk.ask("analyse", "tic_tac_toe", (), eval=slow_file, limit={"seconds": 60})
    time.sleep(0.5)
    talk.ask("stop")
    while (message := talk.hear()).get("kind") != "ended":
        pass
    assert message["error"] == "the search ended; started again"
    assert talk.hear()["kind"] == "done"


def test_two_pages_search_and_a_third_is_told_and_waits_for_its_turn(client: TestClient) -> None:
    with page(client) as one, page(client) as two, page(client) as three:
        for each in (one, two):
            each.ask("analyse", "connect_four", tuple("23175233"), limit={"seconds": 60})
            while each.hear().get("kind") != "report":
                pass
        number = three.ask("analyse", "tic_tac_toe", (), **SOON)
        while (told := three.hear()).get("kind") != "waits":
            pass
        assert (told["id"], told["text"]) == (number, "2 other pages are searching: this one begins when one of them stops")
        one.ask("stop")
        while (message := one.hear()).get("kind") != "done":
            last = message
        assert last["stopped"] == "stop", "at once, and not because its process was killed"
        while (message := three.hear()).get("kind") != "done":
            last = message
        assert (last["id"], last["stopped"]) == (number, "depth")


def test_nonsense_on_the_socket_is_refused_and_the_server_keeps_nothing_of_it(client: TestClient, talk: Talk) -> None:
    for text in (*random_values(1000), "x" * 1_000_000):
        talk.socket.send_text(text)
        assert "\n" not in talk.hear()["error"]
    assert talk.answer("view", "tic_tac_toe")["outcome"] == "ongoing"
    processes = client.app.app.state.processes  # type: ignore[attr-defined]
    assert not processes.waiting
    assert [len(connected.outbox) for connected in processes.pages] == [0]


def test_seat_one_hears_nothing_that_is_hidden(talk: Talk) -> None:
    moves = ("~first", "~second")
    view = talk.answer("view", "splendor", moves, viewer=0)
    for _ in range(6):
        wanted = [move["text"] for move in view["moves"] if move["text"].startswith(("rI", "r", "W", "U", "G", "R", "K"))]
        moves = (*moves, wanted[0]) if view["turn"] == 0 else moves
        found = talk.answer("view", "splendor", moves, viewer=1)
        blind = [move["text"] for move in found["moves"] if re.fullmatch(r"rI+", move["text"])]
        moves = (*moves, blind[0] if blind else found["moves"][0]["text"])
        view = talk.answer("view", "splendor", moves, viewer=0)
        truth = Positions().position({"game": "splendor", "set": {}, "position": {"from": "", "moves": list(moves)}}).record
        hidden = {int(card) for card in truth["deck"] if card}
        hidden |= {int(card) for card, unseen in zip(truth["hand"][1], truth["blind"][1], strict=True) if card and unseen}
        said = {int(number) for number in re.findall(r"card (\d+)", json.dumps(view))}
        said |= {int(number) for move in view["moves"] for number in re.findall(r"^[rb](\d+)", move["text"])}
        assert said
        assert not said & hidden


def test_rolls_are_offered_with_their_chances_and_deals_are_not(talk: Talk) -> None:
    rolls = talk.answer("view", "backgammon", ("31", "8/5", "6/5"))["rolls"]
    assert len(rolls) == 21
    assert rolls[:2] == [{"text": "11", "probability": 1 / 36}, {"text": "21", "probability": 2 / 36}]
    assert talk.answer("view", "backgammon", ("31",))["rolls"] == []
    assert talk.answer("view", "splendor", ())["rolls"] == []


def test_rolls_have_the_values_of_the_command_line_and_deals_have_none(talk: Talk) -> None:
    moves, limit = ("31", "8/5", "6/5"), {"nodes": 2_100}
    said = [answer for answer in talk.search("rolls", "backgammon", moves, limit=limit) if answer["kind"] == "rolls"]
    found = said[-1]
    assert found["finished"]
    assert not said[0]["finished"]
    alone = cp.rolls(cp.game("backgammon").start().play(*moves), nodes=2_100)
    assert [roll["roll"] for roll in found["rolls"]] == [roll["roll"] for roll in alone.json()["rolls"]]
    assert found["mean"] == pytest.approx(alone.mean, abs=0.05)
    for game, line in (("backgammon", ("31",)), ("splendor", ())):
        assert "no dice are to be rolled" in talk.search("rolls", game, line, limit=limit)[-1]["error"]


def test_dice_are_told_and_cards_are_not(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    assert talk.answer("view", "splendor", ("~first",))["drawn"] is None
    assert talk.answer("view", "tic_tac_toe", ("1,1",))["drawn"] is None
    rules = Rules()
    dice = load_game(str(Path(__file__).parents[2] / "search" / "pig.py"))
    monkeypatch.setattr(rules.positions, "game", lambda request: dice)
    view = rules.view({"game": "pig", "set": {}, "position": {"from": "", "moves": ["0", "~first"]}})
    assert dice.start().play("0", view["drawn"]).ply == 2


def test_an_illegal_move_does_not_tell_what_is_hidden(talk: Talk) -> None:
    error = talk.answer("view", "splendor", ("~first", "~second", "WWWW"), viewer=1)["error"]
    assert error == "illegal move 'WWWW' at ply 3"


def test_what_chance_draws_is_decided_by_the_key_and_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    request = {"game": "splendor", "set": {}, "position": {"from": "", "moves": ["~a", "~b"]}}
    monkeypatch.setenv("COUNTERPLY_BOARD_KEY", "one")
    first = Positions().position(request)
    assert Positions().position(request).key() == first.key()
    monkeypatch.setenv("COUNTERPLY_BOARD_KEY", "two")
    assert Positions().position(request).key() != first.key()


def test_a_stored_run(tmp_path: Path) -> None:
    from counterply.arena.schedule import Plan
    from counterply.arena.tournament import run
    from counterply.core.limits import Limit

    run(Plan("tic_tac_toe", ("random", "greedy"), games=2, limit=Limit(nodes=10)), tmp_path, workers=1)
    with server(run=str(tmp_path)) as made, page(made) as talk:
        table = talk.answer("run")
        assert (table["played"], table["total"]) == (2, 2)
        assert {side["player"] for side in table["sides"]} == {"random", "greedy"}
        game = talk.answer("stored", number=1)
        assert game["game"] == "tic_tac_toe"
        texts = tuple(move["text"] for move in game["moves"])
        assert talk.answer("view", "tic_tac_toe", texts)["outcome"] != "ongoing"
        assert "no game 9" in talk.answer("stored", number=9)["error"]


def test_stepping_fast_answers_the_last_position(talk: Talk) -> None:
    game = load_game("connect_four")
    position, moves = game.start(), []
    random = Random(1)
    while not position.outcome():
        move = random.choice(position.moves())
        moves.append(position.move_text(move))
        position = position.after(move)
    last = [talk.ask("view", "connect_four", tuple(moves[:ply])) for ply in range(len(moves) + 1)][-1]
    while (answer := talk.hear()).get("id") != last:
        pass
    assert answer["ply"] == len(moves)
