"""The process that searches: lines of a position, moves of players, proofs, evaluations. One request at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from counterply.api.rolls import Roll, Rolls, searches_of
from counterply.core.errors import GameError, UsageError
from counterply.core.identity import of_evaluator, sources
from counterply.core.limits import Stop
from counterply.core.report import Line, Report
from counterply.core.values import CHANCE, EXACT, LOWER, ONGOING, OUTCOME_NAMES, UPPER
from counterply.players.named import NamedPlayer
from counterply.plugins.board.inspector import Inspector
from counterply.plugins.board.positions import Positions, evaluator_of, limit_of
from counterply.plugins.board.recent import Recent
from counterply.plugins.board.rules import may_pass, rolls_json
from counterply.plugins.board.verdicts import loss
from counterply.plugins.board.worker import Request, Say, Worker
from counterply.plugins.explanations.chances import MOST_NODES, Chances
from counterply.plugins.explanations.luck import luck_of
from counterply.search.choose import Search, Wishes, search_for
from counterply.search.request import SearchRequest
from counterply.usercode.names import split_name

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame
    from counterply.core.position import AnyPosition

KEPT_SEARCHES = 2  # with their tables
KEPT_PLAYERS = 4
KEPT_CHANCES = 20  # of games and evaluators
SOLVER_MEMORY = 128  # MB
AT_CHANCE = ("rolls", "luck", "tree", "compare", "quiz")  # what can be asked for where chance is to move


class SearchProcess:
    """Answers requests that need a search."""

    def __init__(self) -> None:
        self.stop = Stop()
        self.positions = Positions()
        self.inspector = Inspector(self.stop)
        self._searches, self._players = Recent(KEPT_SEARCHES), Recent(KEPT_PLAYERS)
        self._chances = Recent(KEPT_CHANCES)

    def answer(self, request: Request, say: Say) -> None:
        """Answer one request: what it wants is the name of a method, here or of the inspector, one of `OF_SEARCH`."""
        place = self.positions.position(request)
        want = request["want"]
        if want not in AT_CHANCE or place.turn != CHANCE:
            require_search(place)
        getattr(self if hasattr(self, want) else self.inspector, want)(place, request, say)

    # --- analysis

    def analyse(self, place: AnyPosition, request: Request, say: Say) -> None:
        """Say a report for each completed depth."""
        if request["threat"]:
            place = other_side(place)
        lines = len(place.moves()) if request["lines"] == "all" else request["lines"]
        if request["terms"]:
            self.terms(place, request, say)
        search, chances = self.prepared(place, request)
        for report in search.analyse(SearchRequest(place.seen_by(place.turn, 0), limit_of(request, self.stop), lines)):
            say({"kind": "report", "threat": request["threat"], **report_json(report, place, chances)})

    def rolls(self, place: AnyPosition, request: Request, say: Say) -> None:
        """Say what the rolls of dice are worth, of which there is one more each time; the limit is that of all."""
        for found in self.rolled(place, request):
            say({"kind": "rolls", **found.json()})

    def luck(self, place: AnyPosition, request: Request, say: Say) -> None:
        """Say how lucky a roll is; the limit is that of all rolls."""
        outcome = place.parse_move(request["move"])
        *_, found = self.rolled(place, request)
        answer = luck_of(found, outcome)
        say({"kind": "luck", "headline": answer.headline, "standing": answer.standing, **answer.json()})

    def rolled(self, place: AnyPosition, request: Request) -> Iterator[Rolls]:
        """Yield the rolls of dice that were searched so far, after each of them, until `stop` is set."""
        if not rolls_json(place):
            raise UsageError("the rolls of dice have values: no dice are to be rolled here")
        search, found = self.searcher(place, request), list[Roll]()
        searches = searches_of(place, search, limit_of(request, self.stop))
        for searched in searches:
            roll = searched()
            if self.stop:
                return
            found.append(roll)
            yield Rolls(place, tuple(found), len(searches), len(found) == len(searches))

    def review(self, place: AnyPosition, request: Request, say: Say) -> None:
        """Say the report of a search, and the loss of the played move, if there is one; the limit is that of each search."""
        search, chances = self.prepared(place, request)
        search.forget()
        *_, report = search.analyse(SearchRequest(place.seen_by(place.turn, 0), limit_of(request, self.stop)))
        say({"kind": "report", "threat": False, **report_json(report, place, chances)})
        if not request["move"]:
            return
        played = place.parse_move(request["move"])
        found = (
            0.0 if played == report.move else loss(search, place, (report.move, played), limit_of(request, self.stop), chances.of)
        )
        say({"kind": "verdict", "lost": found})

    def prepared(self, place: AnyPosition, request: Request) -> tuple[Search, Chances]:
        """Return a search of the game, compiled, and the winning chances of its scores."""
        game, evaluator = place.game, evaluator_of(request, place)
        search = self.searcher(place, request)
        search.warm_up(place)
        most = MOST_NODES if game.compiled else 0  # plain Python would take seconds
        chances: Chances = self._chances.known((game, of_evaluator(evaluator)), lambda: Chances(game, evaluator, most))
        chances.prepare(search, self.stop)
        return search, chances

    def searcher(self, place: AnyPosition, request: Request) -> Search:
        """Return a search of the game."""
        game, evaluator = place.game, evaluator_of(request, place)
        key = (game, of_evaluator(evaluator), request.get("threat"))
        search: Search = self._searches.known(key, lambda: search_for(game, evaluator, Wishes(proof=True)))
        return search

    # --- players

    def player(self, game: Game | PlainGame, seat: int, request: Request) -> NamedPlayer:
        """Return the player that was asked for, ready to move in a seat."""

        def make() -> NamedPlayer:
            player = NamedPlayer(request["player"])
            player.start(game, seat, request["seed"])
            return player

        made: NamedPlayer = self._players.known(
            (game, request["player"], sources(*split_name(request["player"])), seat, request["seed"]), make
        )
        return made

    def prepare(self, place: AnyPosition, request: Request, say: Say) -> None:
        """Make the player who moves next ready: its search is compiled."""
        self.player(place.game, 1 - place.turn, request)

    def move(self, place: AnyPosition, request: Request, say: Say) -> None:
        """Say the move of a player."""
        player = self.player(place.game, place.turn, request)
        report = player.choose(place, limit_of(request, self.stop))
        found = report_json(report, place, None) if report.score is not None else {}
        say({"kind": "move", **found, "move": place.move_text(report.move), "notes": list(player.notes)})

    # --- proofs and explanations

    def solve(self, place: AnyPosition, request: Request, say: Say) -> None:
        """Say the proven outcome of a position, or bounds on it."""
        from counterply.search.exact.solve import solve

        solution = solve(place, limit_of(request, self.stop), memory_mb=SOLVER_MEMORY)
        say({"kind": "solution", **solution.json()})

    def terms(self, place: AnyPosition, request: Request, say: Say) -> None:
        """Say the value of a position, feature by feature if the evaluator is linear."""
        evaluator, turn = evaluator_of(request, place), place.turn
        found: dict[str, Any] = {"kind": "terms", "evaluator": evaluator.name, "value": None, "terms": []}
        if place.game.compiled:
            bound, record = evaluator.bind(place.game), place.seen_by(turn, 0).record
            terms = [{"feature": name, "value": x, "weight": weight} for name, x, weight in bound.explain(record, turn)]
            found |= {"source": evaluator.source, "value": bound.grid_value(record, turn) / evaluator.grid, "terms": terms}
        say(found)


def require_search(place: AnyPosition) -> None:
    """Raise `GameError` where there is nothing to search."""
    if place.outcome() != ONGOING:
        raise GameError(f"the game is over: {OUTCOME_NAMES[place.outcome()]}, {place.game.reason(place)}")
    if place.turn == CHANCE:
        raise UsageError("chance is to move: draw an outcome first")


def other_side(place: Any) -> Any:
    """Return the position with the other side to move, to show its threats; raises `GameError`."""
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


def report_json(report: Report, place: AnyPosition, chances: Chances | None) -> dict[str, Any]:
    """Return a report; scores and winning chances are in the first player's view."""
    lines = [line for line in report.lines if line.score is not None]  # moves that were not searched have no line
    return {
        "depth": report.depth,
        "nodes": report.nodes,
        "seconds": report.seconds,
        "lines": [line_json(line, place, chances) for line in lines],
        "stopped": report.stopped,
        "plain": report.plain,
        "fault": report.fault or None,
    }


def line_json(line: Line, place: AnyPosition, chances: Chances | None) -> dict[str, Any]:
    """Return a line of play that has a score."""
    assert line.score is not None
    sign = 1 if place.turn == 0 else -1
    bound = line.bound if sign == 1 or line.bound == EXACT else LOWER + UPPER - line.bound
    mine = None if chances is None else chances.of(line)
    seen = replace(line, score=sign * line.score, bound=bound, position=place)
    return {
        **seen.json(),
        "text": seen.score_text.replace("at most ", "") if line.distance == 1 else seen.score_text,  # nothing is nearer
        "chance": None if mine is None else mine if sign == 1 else 1 - mine,
    }


def main() -> None:
    """Answer the server's requests until it ends."""
    searching = SearchProcess()
    worker = Worker(searching.answer, searching.stop)
    worker.run()


if __name__ == "__main__":
    main()
