"""A bot that runs alone: one Python file with a game's rules, an evaluator with its numbers, and a small search."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.compiling.definitions import as_written
from counterply.compiling.intrinsics import INTEGERS
from counterply.core.contract import MEMO, takes
from counterply.core.errors import GameError, UsageError
from counterply.core.evaluator import Evaluator, places_of
from counterply.core.files import write_whole
from counterply.core.values import CHANCE, HEURISTIC_LIMIT
from counterply.plugins.bridges import bot_runtime
from counterply.plugins.bridges.bot_source import Bundle
from counterply.plugins.networks.learnt import BoundNetwork, LearntEvaluator
from counterply.plugins.networks.network import DECLARED

if TYPE_CHECKING:
    from counterply.core.game import Game

MOST_LETTERS = 100_000  # of a program on CodinGame
KAGGLE_SHARE = 0.8  # of actTimeout (2 s): the rest is for the machine, beside 60 s of overage in a game
FIRST_SECONDS, TURN_SECONDS = 0.6, 0.06  # of CodinGame's 1 s for the first turn, and 100 ms for each other one
HEAD = (
    '''"""{game}, evaluator {evaluator}: a bot for {host}, written by counterply export-bot. It needs Python and NumPy alone."""'''
)
ENDS = {
    "kaggle": "def agent(observation, configuration):\n    return BOT.connectx(observation, configuration, {share})",
    "codingame:tic-tac-toe": "if __name__ == '__main__':\n    BOT.tic_tac_toe({first}, {turn})",
    "codingame:connect-4": "if __name__ == '__main__':\n    BOT.connect_4({first}, {turn})",
}
HOSTS = tuple(ENDS)
RESERVED = {  # names of a bot's own parts
    *vars(bot_runtime),
    *("BOT", "FEATURES", "MOVES", "NET", "RECORD", "SETUP", "SIZES", "START", "View", "WEIGHTS", "after", "agent"),
    *("key_of", "margin", "moves_of", "outcome_of", "text_of", "turn_of", "value_of"),
}


class Given:
    """The arguments of a game's function, in its own order, as text."""

    def __init__(self, bundle: Bundle, game: Any) -> None:
        self.bundle, self.game = bundle, game
        self.known = {"position": "p"}

    def call(self, name: str, **more: str) -> str:
        """Return the call of the contract's function `name`, which the game has."""
        function = self.game.functions[name]
        if takes(function, MEMO):
            raise GameError(f"{name} of {self.game.name} reads a memo, which a bot does not keep")
        return self._text(as_written(function), self.game.rows[name].expects(function), more)

    def add_setup(self) -> None:
        """Define the game's setup, if it is not yet."""
        if "setup" not in self.known:
            self.bundle.lines.append(f"SETUP = {self.bundle.array(self.game.setup, 'setup')}[0]")
            self.known["setup"] = "SETUP"

    def _text(self, function: Callable[..., Any], names: tuple[str, ...], more: dict[str, str]) -> str:
        if "setup" in names:
            self.add_setup()
        known = {**self.known, "depth": "0", "future": "0", **more}
        own = self.bundle.add(function)
        return f"{own}({', '.join(known[name] for name in names)})"

    def evaluator(self, function: Callable[..., Any], last: str) -> str:
        """Return the call of an evaluator's function, whose last parameter is its weights or its features."""
        order = ("weights record", "position", "setup", "memo", "player", "last")
        names = tuple(order[place] for place in places_of(function))
        if "memo" in names:
            raise GameError("the evaluator reads a memo, which a bot does not keep: learn a network, or take another one")
        return self._text(function, names, {"player": "player", "last": last})


def rules_of(game: Any, given: Given) -> dict[str, str]:
    """Return the texts of the functions of a compiled game's bot."""
    bundle = given.bundle
    bundle.lines.append(f"RECORD = np.dtype({game.record.descr!r})")
    bundle.lines.append(f"START = np.frombuffer(bytes.fromhex({game.start().record.tobytes().hex()!r}), RECORD)[0]")
    bundle.lines.append(f"MOVES = [0] * {game.max_moves}")
    if game.codes is not None:
        listed = f"[m for m in range({game.codes}) if {given.call('legal_moves', move='m')}]"
    elif game.has("legal_moves"):
        listed = f"MOVES[: {given.call('legal_moves', moves='MOVES')}]"
    else:
        listed = f"MOVES[: {given.call('outcome', moves='MOVES')}[1]]"
    turn = given.call("turn") if "turn" in game.functions else 'p["turn"]'
    if game.has("outcome"):
        outcome = f"{given.call('outcome', moves='MOVES')}[0]" if game.lists_at_once else given.call("outcome")
    else:
        outcome = "0 if moves_of(p) else 2 - turn_of(p)"
    play = given.call("play", position="q", move="m")
    margin = f"lambda p: int({given.call('margin')})" if game.by_margin else "None"
    return {
        "turn": f"def turn_of(p):\n    return int({turn})",
        "moves": f"def moves_of(p):\n    return [int(m) for m in {listed}]",
        "after": f"def after(p, m):\n    q = p.copy()\n    {play}\n    return q",
        "outcome": f"def outcome_of(p):\n    return int({outcome})",
        "key": "def key_of(p):\n    return p.tobytes()",
        "text": f"def text_of(p, m):\n    return {_text_of(game, given)}",
        "margin": f"margin = {margin}",
        "start": "START",
    }


def _text_of(game: Game, given: Given) -> str:
    """Return the expression of a move's text."""
    if game.text.move_text is None:
        return "str(m)"
    bundle = given.bundle
    named = bundle.add(game.text.move_text)
    if any(".setup" in line for line in bundle.lines):  # it may be as large as a book
        given.add_setup()
    bundle.lines.append(
        "class View:\n"
        "    def __init__(self, record):\n        self.record, self.setup = record, globals().get('SETUP')\n"
        "    def __getitem__(self, field):\n        return self.record[field]\n"
        "    turn = property(lambda self: turn_of(self.record))\n"
        "    outcome = lambda self: outcome_of(self.record)"
    )
    return f"{named}(View(p), m)"


def plain_rules_of(game: Any, bundle: Bundle) -> dict[str, str]:
    """Return the texts of the functions of a plain game's bot."""
    made = bundle.add(game.start_function)
    turn = "p.turn()" if callable(game.start().record.turn) else "p.turn"
    margin = "lambda p: int(p.margin())" if game.by_margin else "None"
    return {
        "turn": f"def turn_of(p):\n    return int({turn})",
        "moves": "def moves_of(p):\n    return list(p.moves())",
        "after": "def after(p, m):\n    return p.after(m)",
        "outcome": "def outcome_of(p):\n    return int(p.outcome())",
        "key": "def key_of(p):\n    return None",
        "text": "def text_of(p, m):\n    return ''.join(str(m).split())",
        "margin": f"margin = {margin}",
        "start": f"{made}()",
    }


def value_of(game: Game, evaluator: Evaluator, given: Given) -> str:
    """Return the text of the function ``value_of(p, player)``."""
    bundle = given.bundle
    if isinstance(evaluator, LearntEvaluator):
        return _network(game, evaluator, given)
    weights = np.array(evaluator.weights, float)
    bundle.lines.append(f"WEIGHTS = np.array({weights.tolist()!r})")
    if not game.compiled:
        code = evaluator.code
        more = ", WEIGHTS" if len(inspect.signature(code).parameters) == 3 else ""
        if evaluator.features is None:
            return f"def value_of(p, player):\n    return float({bundle.add(code)}(p, player{more}))"
    if evaluator.features is not None:
        call = (
            given.evaluator(evaluator.code, "FEATURES") if game.compiled else f"{bundle.add(evaluator.code)}(p, player, FEATURES)"
        )
        bundle.lines.append(f"FEATURES = np.zeros({len(weights)})")
        body = f"    FEATURES[:] = 0.0\n    {call}\n    total = 0.0\n    for f, w in zip(FEATURES.tolist(), WEIGHTS.tolist()):\n"
        return f"def value_of(p, player):\n{body}        total += f * w\n    return total"
    return f"def value_of(p, player):\n    return float({given.evaluator(evaluator.code, 'WEIGHTS')})"


def _network(game: Any, evaluator: LearntEvaluator, given: Given) -> str:
    """Return the text of the value by a learnt network."""
    bundle, (view, layout, tables, scale) = given.bundle, evaluator.parts  # type: ignore[attr-defined]
    bound: Any = BoundNetwork(evaluator, game)
    net, record = bound._net, bound._net.record
    count, vectors = int(record["count"]), net._vectors["numbers"].copy()
    vectors[int(record["exchanged"])] = net.nothing_seen["lanes"]["numbers"][int(record["exchanged"] > 0)]
    names = ("low", "high", "usual", "row", "staged")
    integers = [(word.place, INTEGERS[word.kind].itemsize, INTEGERS[word.kind].kind == "i") for word in view.words]
    places = [(each.place, INTEGERS[each.kind].itemsize, INTEGERS[each.kind].kind == "i") for each in view.elements]
    parts = {
        "words": repr(integers),
        "bits": repr(int(record["bits"])),
        "bit_row": repr(record["bit_row"].tolist()),
        "cells": repr([tuple(int(record[name][cell]) for name in names) for cell in range(count)]),
        "places": repr(places),
        "edges": repr([list(map(float, each)) for each in view.edges]),
        "stage_at": repr(list(layout.stage_at)),
        "sides": repr(layout.sides),
        "size": repr(layout.group),
        "vectors": bundle.array(vectors, "vectors"),
        "exchanged": repr(int(record["exchanged"])),
        "offsets": bundle.array(record["offsets"], "offsets"),
        "tables": bundle.array(tables, "tables"),
        "weights_at": repr(int(record["weights_at"])),
        "factors": repr(record["factors"].tolist()),
        "scale": repr(float(scale)),
    }
    bundle.lines.append("NET = {" + ", ".join(f"{name!r}: {text}" for name, text in parts.items()) + "}")
    cells, before, sizes = "[]", "", "[]"
    if view.source == DECLARED:
        cells = f"[int({given.call('cells', cell='c')}) for c in range({count})]"
    if view.evaluator is not None:
        bundle.lines.append(f"SIZES = np.zeros({len(view.usual_sizes)})")
        call = given.evaluator(view.evaluator.code, "SIZES").replace("player", "0")
        before, sizes = f"    SIZES[:] = 0.0\n    {call}\n", "SIZES.tolist()"
    value = f"    value = network_value(NET, p, turn_of(p), {sizes}, {cells})\n"
    return f"def value_of(p, player):\n{before}{value}    return value if player == 0 else -value"


def bot_text(game: Any, evaluator: Evaluator, host: str, depth: int | None = None) -> str:
    """Return the text of a bot.

    Raises
    ------
    UsageError
        for an unknown host
    GameError
        for a game or an evaluator that cannot be written as plain Python
    """
    if host not in ENDS:
        raise UsageError(f"a bot is for one of {', '.join(HOSTS)}, not {host!r}")
    if game.chance or game.hidden or game.start().turn == CHANCE:
        raise GameError(f"{game.name} has chance or hidden information, which a bot's search does not know")
    assert bot_runtime.HIGHEST == HEURISTIC_LIMIT
    bundle = Bundle(getattr(game, "functions", {}), getattr(game, "rows", {}), RESERVED)
    given = Given(bundle, game)
    rules = rules_of(game, given) if game.compiled else plain_rules_of(game, bundle)
    value = value_of(game, evaluator, given)
    start = rules.pop("start")
    made = f"BOT = Bot({start}, moves_of, after, outcome_of, turn_of, key_of, text_of, value_of, {evaluator.grid}, margin,"
    end = ENDS[host].format(share=KAGGLE_SHARE, first=FIRST_SECONDS, turn=TURN_SECONDS)
    runtime = inspect.getsource(bot_runtime).split("from __future__ import annotations\n", 1)[1].strip()
    head = HEAD.format(game=game.full_name, evaluator=Path(evaluator.name).name, host=host)
    silent = 'np.seterr(over="ignore")  # words of 64 bits wrap'
    text = [
        head,
        "from __future__ import annotations",
        runtime,
        silent,
        *bundle.lines,
        *rules.values(),
        value,
        f"{made} {depth or 200})",
        end,
    ]
    whole = "\n\n\n".join(text) + "\n"
    compile(whole, "bot.py", "exec")
    return whole


def write_bot(game: Any, evaluator: Evaluator, host: str, file: Path, depth: int | None = None) -> tuple[Path, list[str]]:
    """Write a bot into a file, and return it with what a user should know."""
    text = bot_text(game, evaluator, host, depth)
    notes, start, commas = [], game.start(), host.endswith("tic-tac-toe")
    if not any(each.count(",") == commas and each.replace(",", "").isdigit() for each in map(start.move_text, start.moves())):
        notes.append(f"{host} names moves in another way than {game.name}: the bot cannot play there as it is")
    if host.startswith("codingame") and len(text) > MOST_LETTERS:
        notes.append(
            f"it has {len(text):,} letters, and CodinGame takes {MOST_LETTERS:,}: learn a smaller network, or take fewer features"
        )
    write_whole(file, lambda part: part.write_text(text, encoding="utf-8"))
    return file, notes
