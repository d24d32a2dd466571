"""The command that shows a search node by node."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any, Unpack

from counterply.cli import app
from counterply.cli.command_options import Argument, GameSettings, JsonOption, command
from counterply.cli.input_output import APosition, note, open_game, open_position, print_result, print_shown
from counterply.core.described_options import Option, part
from counterply.core.errors import UsageError
from counterply.core.files import require_place, write_text
from counterply.plugins.explanations import verbs
from counterply.plugins.explanations.searches import UCT
from counterply.plugins.explanations.text_trees import is_text_tree
from counterply.plugins.explanations.verbs import TreeOptions

if TYPE_CHECKING:
    from counterply.plugins.explanations.quiz import Quiz

MOST_DOCUMENT = 100_000  # nodes of a JSON document
ATree = Annotated[str, Argument("GAME", 'A game; "random" or random:SEED, a small tree; or a case of `check`.')]


class TreeCommand(TreeOptions, GameSettings, JsonOption):
    """Options of the command tree."""

    depth: Annotated[int | None, Option(None, "Plies; of a random tree, 3.", "D")]
    plies: Annotated[int | None, Option(None, "Show all nodes down to N plies.", "N", ("--show",), least=1)]
    steps: Annotated[bool, Option(False, "Describe the search step by step.")]
    compare: Annotated[bool, Option(False, "Show the nodes of each search side by side.")]
    quiz: Annotated[bool, Option(False, "Which leaves does alpha-beta not look at?")]
    svg: Annotated[str | None, Option(None, "Draw the tree: with --show, up to 1,000 nodes of it.", "FILE.svg")]


@command(app)
def tree(game: ATree, position: APosition = None, **options: Unpack[TreeCommand]) -> int:
    """Show the tree of a search: windows, values, bounds, cutoffs.

    A star marks the best line, >= and <= a value that is only a bound. A large tree is open along its best line; --show opens more.
    The nodes are those that `counterply nodes` counts, with an order of moves and a table too; `engine` is the engine as it plays.
    `uct` is Monte Carlo tree search: visits, means and bounds after some simulations.
    """
    svg, question = options["svg"], options["quiz"]
    if svg is not None:
        require_place(svg)
    place: Any = game
    if not is_text_tree(game):
        place = open_position(open_game(game, options), position)
    made: Any = verbs.tree(place, options["depth"], **part(options, TreeOptions))
    shown: Any = made
    if question:
        shown = made.quiz()
    elif options["compare"]:
        shown = made.compare()
    elif options["steps"]:
        shown = made.steps()
    if svg is not None:
        plain = question or options["search"] == UCT
        write_text(svg, shown.svg() if plain else made.svg(options["plies"]))
    if options["json"] and shown is made and len(made.visits) > MOST_DOCUMENT:
        raise UsageError(
            f"a document has up to {MOST_DOCUMENT:,} nodes, and this tree {len(made.visits):,}: take a smaller --depth"
        )
    if question and not options["json"]:
        return _ask(shown)
    print_result(options, shown, made.table(plies=options["plies"]) if shown is made else shown)
    if made.unrecorded:
        note(f"{made.unrecorded:,} nodes had no room, and are only counted: take a smaller depth to see them")
    return 0


def _ask(quiz: Quiz) -> int:
    """Show a tree, ask which leaves alpha-beta skips, and say whether the answer is right."""
    print_shown(quiz)
    note(
        "Which leaves does alpha-beta not look at? Their moves with - between them, blanks between leaves; an empty line for none."
    )
    line = sys.stdin.readline()
    if not line:
        print(" ".join(sorted(quiz.answer)) or "none")
        return 0
    said = quiz.verdict(line.split())
    print_shown(said, quiz.pruned)
    return 0 if said == "right" else 1
