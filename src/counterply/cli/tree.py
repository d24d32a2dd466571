"""The command that shows what a search did, node by node."""

from __future__ import annotations

import sys
from random import Random
from typing import Annotated, Any, Unpack

import typer

from counterply.api.inspection import SEARCHES, Grown
from counterply.cli import app
from counterply.cli.common import DEEPEST, APosition, note, open_game, open_position, output, print_json
from counterply.cli.options import GameSettings, Printed, command
from counterply.core.errors import UsageError
from counterply.core.evaluator import reference_evaluator
from counterply.core.files import require_place, write_text
from counterply.core.limits import Stop
from counterply.core.options import Option
from counterply.core.threads import interruptible
from counterply.core.words import unknown, whole_number
from counterply.interruption import INTERRUPTED
from counterply.shown.tables import Column, Table
from counterply.usercode.trust import checked_evaluator

LEAST_RANDOM, MOST_RANDOM = 8, 40  # nodes of a random tree
MOST_LEAVES = 8  # that are shown to one who has named none
MOST_DOCUMENT = 100_000  # nodes of a JSON document
ATree = Annotated[str, typer.Argument(metavar="GAME", help='A game; "random" or random:SEED, a small tree; or a case of `check`.')]


class TreeCommand(Grown, GameSettings, Printed, total=False):
    """Options of the command tree."""

    depth: Annotated[int | None, Option(None, "Plies; of a random tree, 3.", "D")]
    plies: Annotated[int | None, Option(None, "Show all nodes down to N plies.", "N", ("--show",), least=1)]
    steps: Annotated[bool, Option(False, "Say step by step what happened.")]
    compare: Annotated[bool, Option(False, "Beside each other: what each search visits.")]
    quiz: Annotated[bool, Option(False, "Which leaves does alpha-beta not look at?")]
    svg: Annotated[str | None, Option(None, "Draw a tree of up to 60 nodes.", "FILE.svg")]


@command(app)
def tree(game: ATree, position: APosition = None, **options: Unpack[TreeCommand]) -> int:
    """Show the tree that a search grows: windows, values, bounds, what was cut off and why.

    A star marks the best line, >= and <= a value that is only a bound. A large tree is open along its best line; --show opens more.
    The nodes are those that `counterply nodes` counts, with an order of moves and a table too; `engine` is the engine as it plays.
    """
    from counterply.judge.truth import worth
    from counterply.study import tree as trees

    search, svg, quiz = options["search"], options["svg"], options["quiz"]
    if search not in SEARCHES:
        raise unknown("search", search, SEARCHES)
    if svg is not None:
        require_place(svg)
    place, evaluator, deep = _open(game, position, options)
    stop = Stop()

    def grown(name: str) -> Any:
        if evaluator is not None:
            return trees.tree_of(place, deep, name, evaluator, stop)
        if name in trees.ENGINE:
            raise UsageError(f"a tree in text is searched by {' and '.join(trees.TEXTBOOK)}, not by {name}")
        return trees.search_tree(place, deep, name, worth, 1, stop)

    made, interrupted = interruptible(lambda: grown(search), stop)
    if svg is not None:
        write_text(svg, (made if not quiz else grown("minimax")).svg(quiz))
    if options["json"]:
        if len(made.visits) > MOST_DOCUMENT:
            raise UsageError(
                f"a document has up to {MOST_DOCUMENT:,} nodes, and this tree {len(made.visits):,}: take a smaller --depth"
            )
        print_json(made.json())
    elif quiz:
        return _ask(trees, grown("minimax"), grown("alphabeta"))
    elif options["compare"]:
        _print_comparison([grown(name) for name in (SEARCHES if evaluator is not None and place.game.compiled else trees.TEXTBOOK)])
    elif options["steps"]:
        print("\n".join(f"{count:>3}  {step.text}" for count, step in enumerate(trees.steps_of(made), start=1)))
    else:
        _print_tree(trees.rows_of(made, options["plies"]), ordered=search in trees.ENGINE)
    if made.unrecorded:
        note(f"{made.unrecorded:,} nodes had no room, and are only counted: take a smaller depth to see them")
    return INTERRUPTED if interrupted else 0


def _open(game: str, position: str | None, options: TreeCommand) -> tuple[Any, Any, int]:
    """Return position, evaluator and depth of a game; of a random tree or of a case, without an evaluator."""
    from counterply.judge.trees import Case, CaseError, Flat, parse_case, random_tree
    from counterply.judge.truth import TreePosition

    depth, eval = options["depth"], options["eval"]
    if game.startswith("random") and depth is not None and not 2 <= depth <= 5:
        raise UsageError(f"a random tree has a depth of 2 to 5, not {depth}")
    if depth is not None and not 1 <= depth <= DEEPEST:
        raise UsageError(f"a depth is 1 to {DEEPEST}, not {depth}")
    if game == "random" or game.startswith(("random:", "depth ")):
        if game.startswith("depth "):
            try:
                case = parse_case(game)
            except CaseError as error:
                raise UsageError(str(error)) from None
        else:
            seed = whole_number(game.partition(":")[2] or "1", "a random tree is random:SEED, a whole number")
            random, plies = Random(seed), depth or 3
            case = Case(random_tree(random, plies, 0), plies)
            while not LEAST_RANDOM <= case.nodes <= MOST_RANDOM:
                case = Case(random_tree(random, plies, 0), plies)
        return TreePosition(Flat.of(case.tree)), None, depth or case.depth
    if depth is None:
        raise UsageError("tree needs a --depth")
    made = open_game(game, options)
    place = open_position(made, position)
    return place, checked_evaluator(eval, made) if eval is not None else reference_evaluator(made), depth


def _print_tree(rows: Any, ordered: bool = False) -> None:
    """Print the rows of a tree; `ordered` with the rank of each move, which the textbook's have from the game."""
    heads = ["move", *["order"] * ordered, "window", "value", "why it ended", "nodes"]
    cells = [(move, *[order] * ordered, *rest) for move, order, *rest in rows]
    output().print(Table.of_rows(heads, cells, left=len(heads) - 1))


def _print_comparison(made: list[Any]) -> None:
    """Print what each search visits, move by move of the root."""
    from counterply.study.tree import root_row

    root = made[0].position
    columns = [Column("move", ["root", *map(root.move_text, root.moves())], left=True)]
    for tree in made:
        found = [root_row(tree, move) for move in (None, *root.moves())]
        columns.append(Column(tree.search, [value for value, _ in found], left=True))
        columns.append(Column("nodes", [f"{nodes:,}" if nodes else "" for _, nodes in found]))
    output().print(Table(tuple(columns)))


def _ask(trees: Any, full: Any, pruned: Any) -> int:
    """Show a tree, ask which leaves alpha-beta leaves out, and say whether the answer is right."""
    quiz = trees.quiz_of(full, pruned)
    _print_question(trees.rows_of(full, full.depth))
    note(
        "Which leaves does alpha-beta not look at? Their moves with - between them, blanks between leaves; an empty line for none."
    )
    line = sys.stdin.readline()
    if not line:
        print(" ".join(sorted(quiz.answer)) or "none")
        return 0
    given = set(line.split())
    strange = sorted(given - set(quiz.leaves))
    if strange:
        more = f" and {len(quiz.leaves) - MOST_LEAVES} more" if len(quiz.leaves) > MOST_LEAVES else ""
        raise UsageError(f"{strange[0]!r} is no leaf; leaves are {' '.join(quiz.leaves[:MOST_LEAVES])}{more}")
    said = quiz.verdict(given)
    print(said)
    _print_tree(trees.rows_of(pruned))
    return 0 if said == "right" else 1


def _print_question(rows: Any) -> None:
    """Print the rows of a tree without what would give the answer away: only leaves have values."""
    cells = [(move.removesuffix(" *"), value if why else value[:3]) for move, _, _, value, why, _ in rows]
    output().print(Table.of_rows(("move", "value"), cells, left=2))
