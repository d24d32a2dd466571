"""The command that shows a search node by node."""

from __future__ import annotations

import sys
from typing import Annotated, Any, Unpack

import typer

from counterply.api import inspection
from counterply.api.inspection import TreeOptions
from counterply.cli import app
from counterply.cli.common import APosition, note, open_game, open_position, print_json, print_shown
from counterply.cli.options import GameSettings, JsonOption, command
from counterply.core.errors import UsageError
from counterply.core.files import require_place, write_text
from counterply.core.options import Option
from counterply.explain.searches import ENGINE, SEARCHES, TEXTBOOK
from counterply.shown.tables import Column, Table

MOST_LEAVES = 8  # listed after a wrong answer
MOST_DOCUMENT = 100_000  # nodes of a JSON document
ATree = Annotated[str, typer.Argument(metavar="GAME", help='A game; "random" or random:SEED, a small tree; or a case of `check`.')]


class TreeCommand(TreeOptions, GameSettings, JsonOption, total=False):
    """Options of the command tree."""

    depth: Annotated[int | None, Option(None, "Plies; of a random tree, 3.", "D")]
    plies: Annotated[int | None, Option(None, "Show all nodes down to N plies.", "N", ("--show",), least=1)]
    steps: Annotated[bool, Option(False, "Describe the search step by step.")]
    compare: Annotated[bool, Option(False, "Show the nodes of each search side by side.")]
    quiz: Annotated[bool, Option(False, "Which leaves does alpha-beta not look at?")]
    svg: Annotated[str | None, Option(None, "Draw the tree, up to 1,000 nodes of it.", "FILE.svg")]


@command(app)
def tree(game: ATree, position: APosition = None, **options: Unpack[TreeCommand]) -> int:
    """Show the tree of a search: windows, values, bounds, cutoffs.

    A star marks the best line, >= and <= a value that is only a bound. A large tree is open along its best line; --show opens more.
    The nodes are those that `counterply nodes` counts, with an order of moves and a table too; `engine` is the engine as it plays.
    """
    from counterply.explain.rows import table_of_tree
    from counterply.explain.steps import steps_of

    search, svg, quiz = options["search"], options["svg"], options["quiz"]
    if svg is not None:
        require_place(svg)
    place: Any = game
    if not inspection.is_text_tree(game):
        place = open_position(open_game(game, options), position)

    def grown(name: str) -> Any:
        return inspection.tree(place, options["depth"], search=name, eval=options["eval"])

    made = grown(search)
    if svg is not None:
        write_text(svg, (made if not quiz else grown("minimax")).svg(quiz))
    if options["json"]:
        if len(made.visits) > MOST_DOCUMENT:
            raise UsageError(
                f"a document has up to {MOST_DOCUMENT:,} nodes, and this tree {len(made.visits):,}: take a smaller --depth"
            )
        print_json(made.json())
    elif quiz:
        return _ask(grown("minimax"), grown("alphabeta"))
    elif options["compare"]:
        _print_comparison([grown(name) for name in (TEXTBOOK if isinstance(place, str) or not place.game.compiled else SEARCHES)])
    elif options["steps"]:
        print("\n".join(f"{count:>3}  {step.text}" for count, step in enumerate(steps_of(made), start=1)))
    else:
        print_shown(table_of_tree(made, options["plies"], ordered=search in ENGINE))
    if made.unrecorded:
        note(f"{made.unrecorded:,} nodes had no room, and are only counted: take a smaller depth to see them")
    return 0


def _print_comparison(made: list[Any]) -> None:
    """Print the value and the nodes of each search, move by move of the root."""
    from counterply.explain.rows import root_row

    root = made[0].position
    columns = [Column("move", ["root", *map(root.move_text, root.moves())], left=True)]
    for tree in made:
        found = [root_row(tree, move) for move in (None, *root.moves())]
        columns.append(Column(tree.search, [value for value, _ in found], left=True))
        columns.append(Column("nodes", [f"{nodes:,}" if nodes else "" for _, nodes in found]))
    print_shown(Table(tuple(columns)))


def _ask(full: Any, pruned: Any) -> int:
    """Show a tree, ask which leaves alpha-beta skips, and say whether the answer is right."""
    from counterply.explain.quiz import quiz_of
    from counterply.explain.rows import rows_of, table_of_tree

    quiz = quiz_of(full, pruned)
    _print_question(rows_of(full, full.depth))
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
    print_shown(table_of_tree(pruned))
    return 0 if said == "right" else 1


def _print_question(rows: Any) -> None:
    """Print the rows of a tree with the values of its leaves only, so that they do not give the answer away."""
    cells = [(move.removesuffix(" *"), value if why else value[:3]) for move, _, _, value, why, _ in rows]
    print_shown(Table.of_rows(("move", "value"), cells, left=2))
