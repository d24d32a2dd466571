"""The process that searches: lines of a position, moves of players, proofs, what an evaluator sees. One request at a time."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from typing import Any

from counterply.core.errors import GameError, UsageError
from counterply.core.limits import Limit, Stop
from counterply.core.report import Line, Report
from counterply.core.values import BOUND_NAMES, CHANCE, EXACT, LOWER, ONGOING, OUTCOME_NAMES, UPPER, is_loss, is_win
from counterply.players.named import NamedPlayer
from counterply.search.choose import Wishes, search_for
from counterply.search.request import SearchRequest
from counterply.usercode.trust import checked_evaluator
from counterply.web.inspector import Inspector
from counterply.web.positions import Positions
from counterply.web.recent import Recent
from counterply.web.rules import may_pass
from counterply.web.worker import Request, Say, Worker

KEPT_SEARCHES = 2  # with their tables
KEPT_PLAYERS = 4
CURVE = 1.5  # of the winning chance, by how many of the evaluator's usual values a score is
SOLVER_MEMORY = 128  # MB


class SearchProcess:
    """Answers what needs a search."""

    def __init__(self) -> None:
        self.stop = Stop()
        self.positions = Positions()
        self.inspector = Inspector(self.stop)
        self._searches, self._players = Recent(KEPT_SEARCHES), Recent(KEPT_PLAYERS)
        self._scales: dict[Any, float] = {}

    def answer(self, request: Request, say: Say) -> None:
        """Answer one request."""
        place = self.positions.position(request)
        require_search(place)
        answers = {"analyse": self.analyse, "move": self.move, "solve": self.solve, "terms": self.terms}
        inspector = self.inspector
        answers |= {"tree": inspector.tree, "compare": inspector.compare, "quiz": inspector.quiz, "why": inspector.why}
        answers |= {"passage": inspector.passage}
        answers[request["want"]](place, request, say)

    # --- analysis

    def analyse(self, place: Any, request: Request, say: Say) -> None:
        """Say a report for each completed depth."""
        if request["threat"]:
            place = other_side(place)
        evaluator = checked_evaluator(request.get("eval"), place.game)
        limit = Limit(**request["limit"], stop=self.stop)
        lines = len(place.moves()) if request["lines"] == "all" else request["lines"]
        if request["terms"]:
            self.terms(place, request, say)
        scale = self.scale(place.game, evaluator)
        key = (id(place.game), evaluator.name, request["threat"])
        search = self._searches.known(key, lambda: search_for(place.game, evaluator, Wishes(proof=True)))
        search.warm_up(place)
        chances: dict[int, float | None] = {}  # of the best line at each depth, also at those whose report the server leaves out
        for report in search.analyse(SearchRequest(place.seen_by(place.turn, 0), limit, lines)):
            told = report_json(report, place, scale)
            if told["lines"]:
                chances.setdefault(report.depth, told["lines"][0]["chance"])
            say({"kind": "report", "threat": request["threat"], **told, "chances": chances})

    def scale(self, game: Any, evaluator: Any) -> float | None:
        """Return the usual size of an evaluator's values, the scale of winning chances; None if unknown."""
        from counterply.search.mcts.search import measured_scale

        if not game.compiled or evaluator.name == "zero":
            return None
        key = (id(game), evaluator.name)
        if key not in self._scales:
            self._scales[key] = measured_scale(game, evaluator)
        return self._scales[key]

    # --- players

    def move(self, place: Any, request: Request, say: Say) -> None:
        """Say the move of a player."""
        key = (id(place.game), request["player"], place.turn, request["seed"])

        def make() -> Any:
            player = NamedPlayer(request["player"])
            player.start(place.game, place.turn, request["seed"])
            return player

        player = self._players.known(key, make)
        limit = Limit(**request["limit"], stop=self.stop)
        report = player.choose(place, limit)
        found = report_json(report, place, None) if report.score is not None else {}
        say({"kind": "move", **found, "move": place.move_text(report.move), "notes": list(player.notes)})

    # --- proofs and explanations

    def solve(self, place: Any, request: Request, say: Say) -> None:
        """Say what can be proven of a position."""
        from counterply.search.exact.solve import solve

        solution = solve(place, Limit(**request["limit"], stop=self.stop), memory_mb=SOLVER_MEMORY)
        say({"kind": "solution", **solution.json()})

    def terms(self, place: Any, request: Request, say: Say) -> None:
        """Say what an evaluator sees, feature by feature where it is linear."""
        game = place.game
        evaluator = checked_evaluator(request.get("eval"), game)
        if not game.compiled:
            say({"kind": "terms", "evaluator": evaluator.name, "value": None, "terms": []})
            return
        bound, seen = evaluator.bind(game), place.seen_by(place.turn, 0)
        value = bound.grid_value(seen.record, place.turn) / evaluator.grid
        terms = [{"feature": name, "value": x, "weight": weight} for name, x, weight in bound.explain(seen.record, place.turn)]
        say({"kind": "terms", "evaluator": evaluator.name, "source": evaluator.source, "value": value, "terms": terms})


def require_search(place: Any) -> None:
    """Raise `GameError` where there is nothing to search."""
    if place.outcome() != ONGOING:
        raise GameError(f"the game is over: {OUTCOME_NAMES[place.outcome()]}, {place.game.reason(place)}")
    if place.turn == CHANCE:
        raise UsageError("chance is to move: draw an outcome first")


def other_side(place: Any) -> Any:
    """Return the position with the other side to move, to see what it threatens; raises `GameError`."""
    from counterply.core.position import Position

    if not may_pass(place):
        raise GameError(f"{place.game.name} allows no pass")
    record = place.copy_record()
    record["turn"] = 1 - record["turn"]
    passed = Position(place.game, record)
    if passed.outcome() != ONGOING:
        raise GameError("if the side to move passed, the game would be over")
    return passed


# --- reports as documents


def report_json(report: Report, place: Any, scale: float | None) -> dict[str, Any]:
    """Return a report; scores and winning chances are in the first player's view."""
    lines = [line for line in report.lines or (report.best,) if line.score is not None]  # what was not searched has nothing to show
    return {
        "depth": report.depth,
        "nodes": report.nodes,
        "seconds": report.seconds,
        "lines": [line_json(line, report, place, scale) for line in lines],
        "stopped": report.stopped,
        "plain": report.plain,
        "fault": report.fault or None,
    }


def line_json(line: Line, report: Report, place: Any, scale: float | None) -> dict[str, Any]:
    """Return a line of play that has a score."""
    assert line.score is not None
    sign = 1 if place.turn == 0 else -1
    bound = line.bound if sign == 1 or line.bound == EXACT else LOWER + UPPER - line.bound
    mine = chance_of(line, report, place.game, scale)
    return {
        "move": place.move_text(line.move),
        "score": sign * line.score / report.grid,
        "text": replace(report, score=sign * line.score, bound=bound, proven=line.proven).score_text,
        "bound": BOUND_NAMES[bound],
        "proven": line.proven,
        "distance": line.distance,
        "at_most": line.at_most,
        "chance": None if mine is None else mine if sign == 1 else 1 - mine,
        "line": place.line_text(line.moves),
    }


def chance_of(line: Line, report: Report, game: Any, scale: float | None) -> float | None:
    """Return the mover's winning chance that a score stands for; None where the evaluator's scale is not known.

    A logistic curve over the score in units of the evaluator's usual size, so that the bar moves where something is at stake.
    """
    assert line.score is not None
    if is_win(line.score):
        return 1.0
    if is_loss(line.score):
        return 0.0
    if line.proven:
        return 0.5 if line.score == 0 else float(line.score > 0)
    if scale is None:
        return 0.5 if line.score == 0 else None
    return 1 / (1 + exp(-max(-30.0, min(30.0, CURVE * line.score / report.grid / scale))))


def main() -> None:
    """Answer the server's requests until it ends."""
    searching = SearchProcess()
    worker = Worker(searching.answer, searching.stop)
    worker.run()


if __name__ == "__main__":
    main()
