"""A search's tree for the page: rows as they are opened, picture and steps, searches side by side."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from counterply.core.errors import GameError
from counterply.core.identity import of_evaluator
from counterply.core.limits import Stop
from counterply.core.position import possible_moves
from counterply.plugins.board.positions import evaluator_of, limit_of
from counterply.plugins.board.recent import Recent
from counterply.plugins.board.worker import Request, Say
from counterply.plugins.explanations import sampling, searched_line as passages, tree as trees
from counterply.plugins.explanations.after_rolls import means_note
from counterply.plugins.explanations.drawing import picture_json, plies_drawn
from counterply.plugins.explanations.picture import MOST_NODES
from counterply.plugins.explanations.quiz import Quiz
from counterply.plugins.explanations.rows import root_rows, rows_json
from counterply.plugins.explanations.searches import TEXTBOOK, UCT
from counterply.plugins.explanations.steps import steps_json
from counterply.plugins.explanations.why import headline, line_label, opinion_text, why
from counterply.search.alphabeta.engine import MAX_DEPTH

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

KEPT_TREES = 6
MOST_TEXTBOOK = 100_000  # nodes of a search in plain Python; a few seconds


class Inspector:
    """Answers requests about the tree of a search; `stop` may be set meanwhile."""

    def __init__(self, stop: Stop) -> None:
        self.stop = stop
        self._trees = Recent(KEPT_TREES)

    def tree(self, place: AnyPosition, request: Request, say: Say) -> None:
        """Say the part of a tree that is open at first, with picture and steps, or the part below `node`."""
        uct = request["search"] == UCT
        tree: Any = self.sampled(place, request) if uct else self.tree_for(place, request, request["search"])
        rows: Any = sampling.rows_json if uct else rows_json
        number, size = request["node"], len(tree.visits)
        if number >= size:
            raise GameError(f"the tree has {size:,} nodes")
        if number:
            say({"kind": "tree", "node": number, "rows": rows(tree, [number], False)})
            return
        opened = range(size) if size <= MOST_NODES else tree.line
        facts = sampled_json(tree) if uct else searched_json(tree)
        say({"kind": "tree", "node": 0, "search": request["search"], "rows": rows(tree, opened, True), **facts})

    def sampled(self, place: AnyPosition, request: Request) -> Any:
        """Return a Monte Carlo tree, which may be known from before."""
        return self._trees.known(
            (place.game, str(request["position"]), UCT, request["simulations"]),
            lambda: sampling.sampled_tree(place, request["simulations"], stop=self.stop),
        )

    def compare(self, place: AnyPosition, request: Request, say: Say) -> None:
        """Say the values and nodes of each search, move by move of the root."""
        for search in trees.searches_of(place.game):
            moves = list(map(place.move_text, possible_moves(place)))
            found: dict[str, Any] = {"kind": "compared", "search": search, "moves": moves}
            try:
                tree = self.tree_for(place, request, search)
                cells = root_rows(tree)
                say({**found, "depth": tree.depth, "values": [value for value, _ in cells], "nodes": [nodes for _, nodes in cells]})
            except GameError as error:
                if self.stop:
                    raise
                say({**found, "text": str(error)})

    def quiz(self, place: AnyPosition, request: Request, say: Say) -> None:
        """Say which leaves alpha-beta does look at, and how many it does not look at are missing."""
        quiz = Quiz(self.tree_for(place, request, "minimax"), self.tree_for(place, request, "alphabeta"))
        wrong, missing = quiz.judged(request["given"])
        say({"kind": "quiz", "wrong": wrong, "missing": len(missing)})

    def why(self, place: AnyPosition, request: Request, say: Say) -> None:
        """Say why a move is, or is not, the best one."""
        move, limit = place.parse_move(request["move"]), limit_of(request, self.stop)
        answer = why(place, move, limit.depth or MAX_DEPTH, evaluator_of(request, place), limit=limit)
        words = {"headline": headline(answer), "label": line_label(answer), "opinion": opinion_text(answer)}
        say({"kind": "why", **words, "means": means_note(answer.rolls, answer.chosen, answer.other), **answer.json()})

    def passage(self, place: AnyPosition, request: Request, say: Say) -> None:
        """Say how the engine's search went along a line of play."""
        line = place.play_text(request["line"]).history[len(place.history) :]
        found = passages.passage(place, line, limit_of(request, self.stop), evaluator_of(request, place))
        rows = passages.passage_cells(found)
        say({"kind": "passage", "depth": found.tree.depth, "heads": passages.HEADS, "rows": rows, "end": found.end})

    def tree_for(self, place: AnyPosition, request: Request, search: str) -> trees.SearchTree:
        """Return a tree, which may be known from before."""
        evaluator = evaluator_of(request, place)
        key = (place.game, str(request["position"]), of_evaluator(evaluator), request["depth"], search)
        tree: trees.SearchTree = self._trees.known(
            key, lambda: trees.tree_of(place, request["depth"], search, evaluator, self.stop, MOST_TEXTBOOK)
        )
        return tree


def sampled_json(tree: sampling.SampledTree) -> dict[str, Any]:
    """Return the facts about a Monte Carlo tree, as far as it has those of others, with its picture and steps."""
    return {"depth": 0, "visited": len(tree.visits), "iterations": [], "unrecorded": 0, **sampling.picture_json(tree)}


def searched_json(tree: trees.SearchTree) -> dict[str, Any]:
    """Return the facts about a search's tree, with picture and steps of a textbook's as far as they have room."""
    facts: dict[str, Any] = {
        "depth": tree.depth,
        "visited": tree.visits[0].nodes,
        "rolls": tree.rolls,
        "iterations": [{"depth": each.depth, "move": each.text, "value": each.score_text} for each in tree.iterations],
        "unrecorded": tree.unrecorded,
    }
    if tree.search in TEXTBOOK:
        with suppress(GameError):  # too many moves at the root
            facts |= {**picture_json(tree), "steps": steps_json(tree, plies_drawn(tree))}
    return facts
