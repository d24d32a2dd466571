"""The process that knows the rules: positions with their drawings and legal moves, texts in and out, stored runs."""

from __future__ import annotations

import functools
import inspect
import re
import sys
import typing
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counterply import registry
from counterply.arena.record import CHANCE_MOVED, move_texts, result_text
from counterply.core.drawing import Drawing, cell_id, draw, drawing_of, touches
from counterply.core.errors import GameError
from counterply.core.position import AnyPosition
from counterply.core.rules_in_words import blocks
from counterply.core.svg import position_svg
from counterply.core.users_text import BY_THE_RULES, unknown
from counterply.core.values import CHANCE, ONGOING, OUTCOME_NAMES
from counterply.plugins.board.drawings import drawing_json
from counterply.plugins.board.levels import LEVELS, players_offered
from counterply.plugins.board.pasted import moves_from
from counterply.plugins.board.positions import Positions
from counterply.plugins.board.records import games_of, title_of
from counterply.plugins.board.worker import Request, Say, Worker
from counterply.usercode.loading import game_module
from counterply.usercode.names import Parameter, option_lines, options_of, value_text

if TYPE_CHECKING:
    from counterply.core.aliases import Move
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame

MOST_OPENINGS = 500  # that are listed
MOST_ROLLS = 60  # that are offered
SETTING = re.compile(r"give --set \S+(?: --set \S+)*")  # in a message, for the command line
FORMATS = ("moves", "diagram", "svg")  # that every game can be written in


class Rules:
    """Answers everything that needs no search; `folder` is that of a stored run, or ''."""

    def __init__(self, folder: str = "") -> None:
        self.folder = folder
        self.positions = Positions()

    def answer(self, request: Request, say: Say) -> None:
        """Answer one request: what it wants is the name of a method, one of `OF_RULES`."""
        say({"kind": request["want"], **getattr(self, request["want"])(request)})

    # --- games

    def games(self, request: Request) -> dict[str, Any]:
        """Return the games that are installed with their options, and the levels of the engine."""
        return {
            "games": [{"name": name, "options": options_json(name)} for name in registry.games()],
            "levels": [asdict(level) for level in LEVELS],
        }

    def about(self, request: Request) -> dict[str, Any]:
        """Return a game's rules, as paragraphs, its options, and the players to offer."""
        game = self.positions.game(request)
        return {
            "rules": [asdict(block) for block in blocks(game.rules)],
            "options": options_json(request["game"]),
            "players": players_offered(game),
        }

    # --- positions

    def view(self, request: Request) -> dict[str, Any]:
        """Return a position as seat `viewer` sees it, without the other seat's options that depend on hidden cards."""
        place, viewer = self.positions.position(request), request.get("viewer")
        before = self.positions.before(request)
        game, turn, result = place.game, place.turn, place.outcome()
        told = before is not None and not game.hidden  # a move could reveal hidden information
        shown = viewer is None or viewer == turn or not game.hidden
        moves = place.moves() if shown else []
        drawing, fault = drawn(place, viewer, own=request["game"].endswith(".py"))
        points = getattr(game, "points", None)
        return {
            "drawing": drawing_json(drawing),
            "fault": fault,
            "moves": moves_json(place, moves, drawing),
            "turn": seat_json(turn),
            "deal": turn == CHANCE and not game.dice,
            "rolls": rolls_json(place),
            "mover": seat_json(before.turn) if before else None,
            "outcome": OUTCOME_NAMES[result],
            "reason": "" if place.reason == BY_THE_RULES else place.reason,
            "points": list(points(place)) if points else None,
            "opening": self.opening(request),
            "margin": place.margin() if game.by_margin else None,
            "ply": place.ply,
            "happened": list(game.events(before, place.history[-1])) if told and game.compiled else [],
            "drawn": before.move_text(place.history[-1]) if told and before.turn == CHANCE else None,
            "players": players_json(game),
            "game": game.full_name,
            "certain": not (game.chance or game.hidden),
            "hidden": game.hidden,
            "dice": game.dice,
            "compiled": game.compiled,
            "plies": game.max_plies,
            "evaluators": [evaluator.name for evaluator in game.evaluators],
            "formats": [*FORMATS, *getattr(game, "formats", {})],
            "threat": may_pass(place),
            "last": list(touches(before, place.history[-1])) if told and before.turn != CHANCE else [],
        }

    def opening(self, request: Request) -> str | None:
        """Return the name of the opening that a position is of, or ''; None where the game has no such names."""
        place = self.positions.position(request)
        if not (place.game.compiled and place.game.text.names):
            return None
        name = ""
        if not request["position"]["from"]:
            names, at = named_openings(place.game), place.origin
            for move in place.history[: max(names)[0]]:
                at = at.after(move)
                name = names.get((at.ply, at.canonical_key()), name)
        return name

    def peek(self, request: Request) -> dict[str, Any]:
        """Return a position's drawing alone, for a look ahead."""
        place = self.positions.position(request)
        return {"drawing": drawing_json(draw(place, request.get("viewer")))}

    def read(self, request: Request) -> dict[str, Any]:
        """Return start and moves of a text: ``moves A B C``, a diagram, a game as others write it; or the texts of its games."""
        game, text = self.positions.game(request), request["text"].strip()
        words = text.split()
        if len(games := games_of(text)) > 1:
            return {"games": [{"title": title_of(each), "text": each} for each in games]}
        if words[:1] == ["moves"]:
            request["position"] = {"from": "", "moves": words[1:]}
            self.positions.position(request)
            return {"position": request["position"]}
        try:
            place = game.position(text)
        except GameError as error:
            raise GameError(SETTING.sub(chosen_in_new, str(error))) from error
        start = "" if place.origin == game.start() else str(place.origin) if place.history else text
        return {"position": {"from": start, "moves": place.origin.line_text(place.history)}}

    def typed(self, request: Request) -> dict[str, Any]:
        """Return the moves that a text means here: one, or the legs of a way, as in 9x18x27."""
        place = self.positions.position(request)
        after = moves_from(place, request["text"]) or place
        return {"moves": place.line_text(after.history[len(place.history) :])}

    def write(self, request: Request) -> dict[str, Any]:
        """Return a position in one of the formats of its game."""
        place, wanted = self.positions.position(request), request["format"]
        formats = getattr(place.game, "formats", {})
        if wanted == "moves":
            text = " ".join(["moves", *request["position"]["moves"]])
        elif wanted == "diagram":
            text = str(place if not place.game.hidden else place.seen_by(request.get("viewer", place.turn % 2), 0))
        elif wanted == "svg":
            text = position_svg(place, request.get("viewer"))
        elif wanted in formats:
            text = formats[wanted](place, "player 1", "player 2")
        else:
            raise unknown("format", wanted, [*FORMATS, *formats])
        return {"text": text}

    def openings(self, request: Request) -> dict[str, Any]:
        """Return the balanced openings that come with a game, as lists of moves."""
        game = self.positions.game(request)
        places = map(game.position, game.openings()[:MOST_OPENINGS] if game.compiled else [])
        return {"openings": [place.origin.line_text(place.history) for place in places]}

    # --- a stored run

    def run(self, request: Request) -> dict[str, Any]:
        """Return a stored run so far: its plan, its table, its games."""
        from counterply.arena.results import read_results

        with self._store() as store:
            results = read_results(store)
            called = results.called.of
            games = [
                {
                    "number": record.number,
                    "players": [called[record.first], called[record.second]],
                    "result": OUTCOME_NAMES[record.outcome],
                    "plies": len(record.line),
                }
                for record in store.records()
            ]
        sides = [{"player": side.label, "games": side.standing.games, "score": side.standing.score} for side in results.ranking]
        plan = results.plan
        return {"total": plan.total, "played": len(games), "limit": str(plan.limit), "sides": sides, "games": games}

    def stored(self, request: Request) -> dict[str, Any]:
        """Return one game of the run: how to open it, and the score of each move."""
        from counterply.arena.variants import options_of

        with self._store() as store:
            plan, record = store.plan(), store.record(request["number"])
        game = plan.all_games(record.round)
        texts, skip = move_texts(game, record), len(record.opening)
        moves = [{"text": text, "score": None if ply < skip else score_of(record, ply - skip)} for ply, text in enumerate(texts)]
        return {
            "game": plan.game,
            "set": options_of(plan.options, record.round, plan.seed),
            "players": record.players,
            "moves": moves,
            "result": result_text(record),
        }

    def _store(self) -> Any:
        from counterply.arena.store import Store

        if not self.folder:
            raise GameError("no stored run was named: counterply board DIR")
        return Store.open(Path(self.folder))


def chosen_in_new(setting: re.Match[str]) -> str:
    """Return what a person of the page does who is told to give ``--set size=19``."""
    options = " and ".join(re.findall(r"--set (\S+)", setting[0]))
    return f"choose {options.replace('=', ' ')} in New"


def score_of(record: Any, index: int) -> float | None:
    """Return the score of a stored move in the first player's view, in the evaluator's units."""
    mover, score = record.movers[index], record.scores[index]
    if mover == CHANCE_MOVED or score is None:
        return None
    return float(score / record.grids[int(mover)] * (1 if mover == "0" else -1))


def options_json(name: str) -> list[dict[str, Any]]:
    """Return the options of the function that makes a game; none of another library's game, and of one that is made already."""
    made = None if registry.library_of(name) else game_module(name).game
    if not inspect.isfunction(made):
        return []
    told = {name: text for names, text in option_lines(made).items() for name in names.split(", ")}
    return [option_json(name, each, told.get(name, "")) for name, each in options_of(made).items()]


def option_json(name: str, option: Parameter, told: str) -> dict[str, Any]:
    """Return an option as the dialog of a new game shows it; `told` is its description in the function's docstring."""
    kinds = [option.kind, *typing.get_args(option.kind)]
    words = [word for kind in kinds if typing.get_origin(kind) is typing.Literal for word in typing.get_args(kind)]
    return {
        "name": name,
        "default": value_text(option.default),
        "switch": option.kind is bool,
        "choices": ["on", "off"] if bool in kinds else words,
        "help": told.replace("`", ""),
        "shipped": re.findall(r"'([^']+)'", told),  # boards that come with the package, and examples
    }


def drawn(place: AnyPosition, viewer: int | None, own: bool) -> tuple[Drawing, str]:
    """Return a position's drawing, and the fault of a user's `own` one as ``FILE:LINE: text``, unless cards are hidden.

    Raises
    ------
    GameError
        if nothing can be drawn
    """
    from counterply.verification.drawings import check_drawing
    from counterply.verification.findings import BrokenError

    if not own or place.game.hidden:
        return draw(place, viewer), ""
    try:
        return drawing_of(place, check_drawing(place, viewer)), ""
    except BrokenError as broken:
        try:
            return draw(place, viewer), broken.happened
        except Exception as error:
            raise GameError(broken.happened) from error


@functools.lru_cache(maxsize=8)
def named_openings(game: Any) -> dict[tuple[int, int], str]:
    """Return the names of a game's openings, by ply and position."""
    places = {name: game.position(f"moves {moves}") for moves, name in game.text.names.items()}
    return {(place.ply, place.canonical_key()): name for name, place in places.items()}


def seat_json(turn: int) -> int | str:
    """Return who moves, as the page has it."""
    return "chance" if turn == CHANCE else turn


def players_json(game: Game | PlainGame) -> list[dict[str, str]]:
    """Return what the two players are called, and the role of their pieces."""
    return [{"name": name, "role": role} for name, role in game.players]


def may_pass(place: AnyPosition) -> bool:
    """Tell whether the position with the other side to move is one of the game, so that a threat can be asked for."""
    game = place.game
    if game.hidden or game.chance or place.outcome() != ONGOING or place.turn not in (0, 1):
        return False
    return game.compiled and not game.has("turn") and "turn" in (game.record.names or ())


def rolls_json(place: AnyPosition) -> list[dict[str, Any]]:
    """Return the outcomes of a chance turn with their probabilities, where they are no secret and few enough to be offered."""
    rolls = place.chances() if place.game.dice and not place.game.hidden and place.outcome() == ONGOING else []
    return [{"text": place.move_text(roll), "probability": share} for roll, share in rolls] if len(rolls) <= MOST_ROLLS else []


def moves_json(place: AnyPosition, moves: Sequence[Any], drawing: Drawing) -> list[dict[str, Any]]:
    """Return legal moves: of each its text, its touches, and the item of the drawing where it is marked."""
    spots = {cell_id(*item.cell): item.id for item in drawing.items if item.cell} | {item.id: item.id for item in drawing.items}
    return [move_json(place, move, spots) for move in moves]


def move_json(place: AnyPosition, move: Move, spots: dict[str, str]) -> dict[str, Any]:
    """Return a legal move: its names, its touches, and the item where it is marked, of `spots` by their cells."""
    cell = place.game.cell(place, move) if place.game.cell and place.game.board is not None else None
    at = None if cell is None else spots.get(cell_id(*cell))
    words = getattr(place.game.text, "words", None) if place.game.compiled else None
    return {
        "text": place.move_text(move),
        "long": place.long_text(move),
        "words": words and words(place, move),
        "touches": list(touches(place, move)),
        "at": at,
    }


def main() -> None:
    """Answer the server's requests until it ends; the argument is the folder of a stored run."""
    rules = Rules(sys.argv[1] if len(sys.argv) > 1 else "")
    worker = Worker(rules.answer)
    worker.run()


if __name__ == "__main__":
    main()
