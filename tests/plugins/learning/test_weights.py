"""Files of weights: what they say, and what is refused with the reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from counterply.arena.schedule import Plan, identity
from counterply.core.errors import CounterplyError, UsageError
from counterply.core.evaluator import leaf, linear_leaf
from counterply.core.limits import Limit
from counterply.core.weights import numbers_of, read_document, text_of
from counterply.players import make_player
from counterply.plugins.learning.weights_file import document_of, write_document
from counterply.usercode.loading import load_evaluator, load_game

TOY = Path(__file__).parent / "toy.py"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written(name: str = "linear", **changes: Any) -> str:
    """Write weights of an evaluator in toy.py, some things changed, and return the file."""
    game = load_game("tic_tac_toe")
    document = document_of(game, load_evaluator(f"{TOY}:{name}", game), [3.0, 2.0, 1.0], {"method": "by hand"})
    Path("w.json").write_text(json.dumps(document | changes))
    return "w.json"


def test_weights_come_back_exactly() -> None:
    game = load_game("tic_tac_toe")
    evaluator = load_evaluator(f"{TOY}:linear", game)
    weights = [0.1, -1 / 3, 1e-17]
    write_document(Path("w.json"), document_of(game, evaluator, weights, {}))
    assert load_evaluator(f"{TOY}:linear", game, "w.json").weights == tuple(weights)
    assert load_evaluator(f"{TOY}:linear", game, text_of(weights)).weights == tuple(weights)
    assert [path.name for path in Path().iterdir()] == ["w.json"]


def test_other_weights_compile_nothing() -> None:
    game = load_game("tic_tac_toe")
    load_evaluator(f"{TOY}:linear", game).bind(game)
    before = [(kernel.hits, kernel.misses) for kernel in (leaf, linear_leaf)]
    bound = load_evaluator(f"{TOY}:linear", game, "5 6 7").bind(game)
    assert [(kernel.hits, kernel.misses) for kernel in (leaf, linear_leaf)] == before
    position = game.position("moves 1,1")
    assert bound.explain(position.record, 0) == [("ones", 4.0, 5.0), ("twos", 0.0, 6.0), ("centre", 1.0, 7.0)]
    assert bound.grid_value(position.record, 0) == 27 * 1024


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"game": "isolation"}, "holds weights of isolation, not of tic_tac_toe"),
        ({"evaluator": "square"}, "holds weights of evaluator square, not of linear"),
        ({"weights": [1.0, 2.0]}, "holds 2 weights, and evaluator linear takes 3"),
        ({"features": ["ones", "twos", "corner"]}, "other features of linear: ones, twos, corner"),
        ({"format": "weights"}, "is not a file of weights: it does not say 'counterply weights'"),
        ({"version": 2}, "is of version 2, and this program reads version 1"),
        ({"weights": [1.0, float("nan"), 2.0]}, "is damaged: a weight is not a finite number"),
        ({"weights": [1.0, "2", 3.0]}, "is damaged: a weight is not a finite number"),
        ({"made": None}, "is damaged: its 'made' is of the wrong kind"),
    ],
)
def test_weights_of_something_else_are_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        load_evaluator(f"{TOY}:linear", load_game("tic_tac_toe"), written(**changes))


@pytest.mark.parametrize("name", ["renamed", "longer", "edited"])
def test_weights_of_another_version_are_refused(name: str) -> None:
    file = written("linear")
    with pytest.raises(UsageError, match=r"other features|takes 4"):
        load_evaluator(f"{TOY}:{name}", load_game("tic_tac_toe"), file)


def test_an_edited_evaluator_does_not_take_its_old_weights() -> None:
    Path("mine.py").write_text(TOY.read_text())
    game = load_game("tic_tac_toe")
    write_document(Path("w.json"), document_of(game, load_evaluator("mine.py:linear", game), [1.0, 2.0, 3.0], {}))
    assert load_evaluator("mine.py:linear", game, "w.json").weights == (1.0, 2.0, 3.0)
    Path("mine.py").write_text(TOY.read_text().replace("if stones == 1:", "if stones == 3:"))
    with pytest.raises(UsageError, match="another version of evaluator linear: its code has changed since; tune again"):
        load_evaluator("mine.py:linear", game, "w.json")


def test_a_fingerprint_of_another_python_is_not_compared() -> None:
    """Machine-independent code has other bytecode in each version of Python; names and length still count."""
    file = written(code={"python": "3.99", "fingerprint": "0"})
    assert load_evaluator(f"{TOY}:linear", load_game("tic_tac_toe"), file).weights == (3.0, 2.0, 1.0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nowhere.json", "there is no file of weights nowhere.json"),
        ("1 2", "takes 3 weights, not 2"),
        ("1 2 nan", "there is no file of weights 1 2 nan"),
        ("1 2 x" + 300 * " 3", "there is no file of weights 1 2 x 3 3"),
    ],
)
def test_weights_that_cannot_be_used(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        load_evaluator(f"{TOY}:linear", load_game("tic_tac_toe"), text)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"format": "counterply weights"}', "\x00\xff", "[" * 100_000])
def test_damaged_files(text: str) -> None:
    Path("w.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(UsageError, match=r"not a file of weights|is of version"):
        read_document("w.json")


def test_an_evaluator_without_weights() -> None:
    with pytest.raises(UsageError, match="nothing of tic_tac_toe has no weights"):
        load_evaluator(f"{TOY}:nothing", load_game("tic_tac_toe"), "1")


def test_numbers() -> None:
    assert numbers_of("1 -2.5 1e3") == [1.0, -2.5, 1000.0]
    assert numbers_of("w.json") is numbers_of("") is numbers_of("inf") is None


def test_players_take_weights() -> None:
    game = load_game("tic_tac_toe")
    for name in ("engine", "alphabeta", "minimax", "greedy"):
        player = make_player(f'{name}:eval={TOY}:linear,weights="0 0 1"')
        player.start(game, 0, 0)
        assert game.move_text(game.start(), player.choose(game.start(), Limit(depth=1)).move) == "1,1", name


def test_a_run_takes_many_numbers() -> None:
    """More letters than a file's name may have."""
    numbers = " ".join(["0.123456789"] * 40)
    plan = Plan("tic_tac_toe", (f'engine:eval={TOY}:linear,weights="{numbers}"', "random"))
    assert identity(plan, load_game("tic_tac_toe"))["files"].keys() == {"toy.py"}


def test_a_run_knows_the_file_that_its_players_read() -> None:
    file = written()
    game = load_game("tic_tac_toe")
    plan = Plan("tic_tac_toe", (f"engine:eval={TOY}:linear,weights={file}", "random"))
    before = identity(plan, game)
    assert file in before["files"]
    written(weights=[1.0, 1.0, 1.0])
    assert identity(plan, game) != before


def test_where_a_file_cannot_be_written() -> None:
    with pytest.raises(CounterplyError, match="cannot be written: there is no folder none"):
        write_document(Path("none/w.json"), {})
    with pytest.raises(CounterplyError, match="cannot be written: it is a folder"):
        write_document(Path(), {})
