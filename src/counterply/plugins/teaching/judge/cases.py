"""The test cases of a search: small trees, most of them random, and positions of games."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

from counterply.core.values import ONGOING, OUTCOME_NAMES
from counterply.plugins.explanations.text_trees import Case, Tree, node, parse_case, random_tree
from counterply.plugins.teaching.judge.trees import TIES, TRANSPOSITIONS, game_tree, random_cases, round_tree
from counterply.search import textbook
from counterply.usercode.loading import load_evaluator, load_game

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame
    from counterply.core.position import AnyPosition

TREES = 240
WIDE, LARGE_VALUED = 12, 16  # of them: with more moves than most, and with values as large as a game's
WIDE_DEPTHS, WIDTHS = (2, 3), (3, 5)  # of a wide tree: its plies, and moves of a position, no more than KTH's program has names for
ROUNDS = ((1, 3), (2, 3), (1, 4))  # of trees with several agents of the second player: rounds, and agents
ROUND_TREES = 16  # of each kind
BOUND_AGAIN = "depth 4: A0(B0(A0(B0(3)) A0(B0(4) B0(9))) B0(A0(B0(4) B0(9))) B0(A0(B0(6))))"  # a position is cut off, then counts
LARGEST = 45  # value of the large ones; less than a won game is worth
DEPTHS = (1, 2, 3, 4)
LARGEST_POSITION = 600  # nodes of minimax, of a game's position
GAMES: tuple[tuple[str, dict[str, str]], ...] = (
    ("tic_tac_toe", {}),
    ("connect_four", {}),
    ("isolation", {"width": "4", "height": "4"}),
)
WON = 50  # value of a won game; above any evaluator's value and below students' infinity
LONGEST_LINE = 100  # random moves of a game
SEED = 1
LATER = [node(1, value, (node(0, value, (Tree(0, WON),)),)) for value in (0, 2 * WON, -2 * WON)]  # a win two plies later
LATE_WINS = [Case(node(0, 0, moves), 3) for late in LATER for moves in ((late, Tree(0, WON)), (Tree(0, WON), late))]  # or at once


def tree_cases(first_only: bool, rounds: bool, depth: int | None = None) -> list[Case]:
    """Return the trees: both seats and all depths, where a search takes them; `depth` is one that it chooses itself."""
    depths = (depth,) if depth is not None else (2, 4) if rounds else DEPTHS
    wide = wide_cases(depths)
    cases = random_cases(Random(SEED), TREES - len(TRANSPOSITIONS) - len(TIES) - LARGE_VALUED - len(wide), depths)
    cases += [*wide, *random_cases(Random(SEED + 1), LARGE_VALUED, depths, largest=LARGEST)]
    deep = depths == DEPTHS  # any depth will do
    cases += [case for case in map(parse_case, (*TRANSPOSITIONS, *TIES)) if deep or case.depth in depths]
    return sorted((case for case in cases if not (first_only and case.tree.turn)), key=lambda case: case.tree.size)


def cases_of_more_agents() -> list[Case]:
    """Return trees in which the second side has several agents, which move one after the other."""
    random = Random(SEED + 2)
    cases = [Case(round_tree(random, *how), how[0] * how[1]) for how in ROUNDS for _ in range(ROUND_TREES)]
    return sorted([*cases, parse_case(BOUND_AGAIN)], key=lambda case: case.tree.size)


def wide_cases(depths: tuple[int, ...]) -> list[Case]:
    """Return trees with many moves in each position, that end where the search does."""
    random, wanted = Random(SEED), [depth for depth in depths if depth in WIDE_DEPTHS]
    plies = [depth for _ in range(WIDE // 2) for depth in wanted for _ in range(2 // len(wanted))]
    cases = [Case(random_tree(random, depth, number // 2 % 2, branches=WIDTHS), depth) for number, depth in enumerate(plies)]
    return [case for case in cases if not case.tree.over]


@cache
def game_cases(games: tuple[tuple[str, tuple[tuple[str, str], ...]], ...], count: int) -> list[Case]:
    """Return positions of games as cases: both seats, all depths that stay small enough, endings too."""
    random, cases = Random(SEED), []
    for number in range(count):
        name, options = games[number % len(games)]
        made = _game(name, options)
        position = _random_position(made, random)
        value = _first_value(made)
        for depth in random.sample(DEPTHS, len(DEPTHS)):
            tree = game_tree(position, depth + 1, value, LARGEST_POSITION * 2)
            if tree is not None and Case(tree, depth).nodes <= LARGEST_POSITION:
                words = " ".join(position.origin.line_text(position.history))
                cases.append(Case(tree, depth, origin=f"{made.full_name}, moves {words}"))
                break
    return cases


@cache
def _game(name: str, options: tuple[tuple[str, str], ...]) -> Any:
    made = load_game(name, dict(options))
    textbook.require_plain_rules(made)
    return made


def _random_position(game: Game | PlainGame, random: Random) -> Any:
    """Return a position after random moves in which a player is to move: of any part of a game."""
    course = [game.start()]
    while course[-1].outcome() == ONGOING and len(course) < LONGEST_LINE:
        course.append(course[-1].after(random.choice(course[-1].moves())))
    return random.choice([position for position in course if position.outcome() == ONGOING])


@cache
def _first_value(game: Game) -> Callable[[Any], int]:
    """Return a position's value to the first player: a finished game by its result, others by the game's first evaluator."""
    evaluator = load_evaluator(None, game)
    evaluate = textbook.evaluation(game, evaluator)

    def value(position: AnyPosition) -> int:
        ended = OUTCOME_NAMES[position.outcome()]
        if ended == "ongoing":
            return min(max(round(evaluate(position, 0) / evaluator.grid), 1 - WON), WON - 1)
        if game.by_margin:
            return int(position.margin())
        return {"first": WON, "second": -WON}.get(ended, 0)

    return value
