"""Results as tables and lines in a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from counterply.arena.labels import legend
from counterply.arena.results import Results, Share, SideResult, Solved
from counterply.arena.statistics import Standing, first_player_share
from counterply.core.values import signed
from counterply.shown.tables import Column, Table, columns_of, table_of
from counterply.usercode.names import without_folders

# The layout of the report's table, in letters: as printed by the tournament of AIND Isolation.
NUMBER_WIDTH = 9
NAME_WIDTH = 13
COUNT_WIDTH = 5
CELL_WIDTH = 12  # won, bar, blank, lost
RULE_WIDTH = 74
DEPTH_COLUMNS = 16  # move numbers that the table of depths shows
DEPTH_WIDTH = 6  # letters of one of them, the gap included


def percent(value: float | None) -> str:
    """Return a share as people read it."""
    return "-" if value is None else f"{100 * value:.1f} %"


def elo_text(value: float | None, infinite: str) -> str:
    """Return an Elo difference as people read it; None is infinite."""
    return infinite if value is None else signed(value, ".0f")


def interval_text(standing: Standing) -> str:
    """Return the score's 95 % interval in percent."""
    low, high = standing.interval()
    return f"{100 * low:.1f} to {100 * high:.1f} %"


def elo_interval_text(standing: Standing) -> str:
    """Return the Elo difference with its 95 % interval."""
    score, (low, high) = standing.score, standing.elo_interval()
    elo = "-" if score is None else elo_text(standing.elo(), "+inf" if score > 0.5 else "-inf")
    return f"{elo} ({elo_text(low, '-inf')} to {elo_text(high, '+inf')})"


def superiority_text(standing: Standing) -> str:
    """Return the likelihood of superiority; it is never rounded to certainty."""
    value = standing.superiority()
    return "> 99.9 %" if value >= 0.9995 else "< 0.1 %" if value < 0.0005 else percent(value)


def needed_text(standing: Standing) -> str:
    """Return how many more games would settle which player is better."""
    needed = standing.games_needed()
    return f"{needed:,}" if needed else "never" if needed is None else "none"


def match_line(results: Results) -> str:
    """Return a match in one line: the first player's result with interval and Elo."""
    row = results.pairings[0]
    s = row.standing
    if not s.games:
        return f"{row.player} - {row.opponent}: no games"
    ahead = "" if row.mean_margin is None else f", mean margin {signed(row.mean_margin)}"
    failed = sum(failed.games for failed in results.failures)
    if failed:
        some = "ALL" if failed == s.games else failed
        ahead += f"; {some} of these games {'was' if failed == 1 else 'were'} lost by failure"
    return (
        f"{without_folders(row.player)} - {without_folders(row.opponent)}: +{s.wins} ={s.draws} -{s.losses} of {s.games},"
        f" {percent(s.score)} (95 %: {interval_text(s)}), Elo {elo_interval_text(s)}, superiority {superiority_text(s)}{ahead}"
    )


def report_table(results: Results, width: int | None = None) -> str:
    """Return the table of the report: games won and lost by each column against each row's opponent, and win rates.

    A third number, the games drawn, is shown where there are any. A round robin has every player as a row and as a column. Columns
    that do not fit into `width` letters stand below the others.
    """
    names = results.called
    columns = results.sides[: len(names.columns)]
    heads = _heads(names.columns)
    drawn = any(result.standing.draws for result in results.pairings)
    cell = CELL_WIDTH + (COUNT_WIDTH + 2) * drawn
    column = max(cell + 1, *(len(line) + 1 for head in heads for line in head))
    opponent = max(NAME_WIDTH, *(len(name) + 2 for name in names.rows))
    left = NUMBER_WIDTH + opponent
    room = len(columns) if width is None else max(1, (width - left) // column)
    blocks = [range(first, min(first + room, len(columns))) for first in range(0, len(columns), room)]

    entry = f"{{:<{column}}}".format
    lines: list[str] = []
    for block in blocks:
        if lines:
            lines.append("")
        for depth in range(max(len(heads[place]) for place in block)):
            start = f"{'Match #':^{NUMBER_WIDTH}}{'Opponent':^{opponent}}" if depth == 0 else " " * left
            words = (heads[place][depth] if depth < len(heads[place]) else "" for place in block)
            lines.append(start + "".join(f"{word:^{column}}" for word in words))
        counted = _cell(("Won", "Lost", "Drawn")[: 2 + drawn])
        lines.append(" " * left + entry(counted) * len(block))
        for row, (name, standings) in enumerate(results.grid):
            shown = (
                _cell((s.wins, s.losses, s.draws)[: 2 + drawn]) if s else f"{'-':^{cell}}"
                for s in (standings[place] for place in block)
            )
            lines.append(f"{row + 1:^{NUMBER_WIDTH}}{name:^{opponent}}" + "".join(map(entry, shown)))
        lines.append("-" * max(RULE_WIDTH, left + column * len(block)))
        scores = (columns[place].standing.score for place in block)
        rates = ("-" if score is None else f"{100 * score:.1f}%" for score in scores)
        lines.append(f"{'Win Rate:':^{left}}" + "".join(f"{rate:^{column}}" for rate in rates))
    if text := legend(results.plan.texts):
        lines += ["", *textwrap.wrap(f"({text})", width or RULE_WIDTH)]
    return "\n".join(line.rstrip() for line in lines)


def _heads(texts: list[str]) -> list[list[str]]:
    """Return labels as the lines of columns' heads: broken at blanks, all alike, where one of them is too long."""
    broken = any(len(text) >= NAME_WIDTH for text in texts)
    return [text.split() if broken else [text] for text in texts]


def _cell(values: tuple[object, ...]) -> str:
    return "| ".join(f"{value!s:^{COUNT_WIDTH}}" for value in values)


# --- tables


def details(results: Results, width: int | None = None) -> list[Table]:
    """Return the figures that the report's table lacks: intervals and Elo, then time and faults, then depths by move number.

    Columns that do not fit into `width` letters are left out.
    """
    tables = [pairings_table(results, width), sides_table(results, width)]
    if any(side.depths for side in results.sides):
        tables.append(depths_table(results, width))
    return tables


def pairings_table(results: Results, width: int | None = None) -> Table:
    """Return each pairing's score with interval, Elo, likelihood of superiority, and how many more games a claim would need."""
    rows = results.pairings
    called = [results.called.pairing(row.pairing) for row in rows]
    columns = [
        Column("player", [player for player, _ in called], left=True),
        Column("opponent", [opponent for _, opponent in called], left=True),
        *columns_of(
            [row.standing for row in rows],
            ("games", lambda s: str(s.games), 3),
            ("won", lambda s: str(s.wins), 6),
            ("drawn", lambda s: str(s.draws), 6),
            ("lost", lambda s: str(s.losses), 6),
            ("score", lambda s: percent(s.score), 0),
            ("interval", interval_text, 0),
            ("Elo (interval)", elo_interval_text, 2),
            ("superior", superiority_text, 4),
            ("pairs", pairs_text, 7),
            ("more games", needed_text, 1),
        ),
    ]
    if any(row.points_ahead is not None for row in rows):
        columns += columns_of(rows, ("margin", lambda row: signed(row.mean_margin), 4))
    return table_of([*columns, *solved_columns(rows)], width, "Results, 95 % intervals from pairs of games")


def pairs_text(standing: Standing) -> str:
    """Return how many pairs were worth 0 to 2 points, and how many do not repeat an earlier one, if that is fewer than all."""
    counts = " · ".join(map(str, standing.pairs))
    return counts if standing.distinct == sum(standing.pairs) else f"{counts} ({standing.distinct} distinct)"


def mean_depth_text(side: SideResult) -> str:
    """Return the mean depth of a player's moves, of those that report one."""
    depths, counts = (sum(part) for part in zip((0, 0), *side.depths.values(), strict=True))
    return f"{depths / counts:.1f}" if counts else "-"


def share_text(counted: Share) -> str:
    """Return a share with the games that it is of."""
    return f"{100 * counted.rate:.1f} % of {counted.of}" if counted.of else "-"  # type: ignore[operator]


def solved_columns(rows: Sequence[Solved]) -> list[Column]:
    """Return the columns of conversion and swindle; none where no opening was solved as won."""
    if not any(row.any_solved for row in rows):
        return []
    return columns_of(
        rows, ("conversion", lambda row: share_text(row.conversion), 5), ("swindle", lambda row: share_text(row.swindle), 5)
    )


def faults_text(side: SideResult) -> str:
    """Return how many games a player lost otherwise than by the rules, by ending."""
    return ", ".join(f"{count} {ending}" for ending, count in sorted(side.faults.items())) or "-"


def sides_table(results: Results, width: int | None = None) -> Table:
    """Return each player's total, and the cost of its moves."""
    sides = results.ranking
    columns = [
        Column("player", [side.label for side in sides], left=True),
        *columns_of(
            sides,
            ("games", lambda side: str(side.standing.games), 3),
            ("score", lambda side: percent(side.standing.score), 0),
            ("interval", lambda side: interval_text(side.standing), 0),
            ("rating", lambda side: signed(side.rating, ".0f"), 1),
            ("moves", lambda side: f"{side.moves:,}", 6),
            ("nodes/s", lambda side: f"{side.nodes_per_second:,.0f}" if side.nodes_per_second else "-", 2),
            ("nodes/move", lambda side: f"{side.nodes / side.moves:,.0f}" if side.nodes else "-", 8),
            ("depth", mean_depth_text, 8),
            ("ms/move", lambda side: f"{1000 * side.seconds / side.moves:.2f}" if side.moves else "-", 4),
            ("overruns", lambda side: str(side.overruns), 1),
            ("max ms", lambda side: f"{side.max_overrun_ms:.1f}" if side.overruns else "-", 5),
            ("own CPU ms", lambda side: f"{side.overrun_cpu_ms:.1f}" if side.overruns else "-", 6),
            ("lost by fault", faults_text, 0 if any(side.faults for side in sides) else 7),
        ),
    ]
    if any(side.lost.truth for side in sides):
        columns += columns_of(sides, ("value lost", lambda side: str(side.lost), 1))
    return table_of(
        [*columns, *solved_columns(sides)],
        width,
        f"Players; the first mover made {percent(first_player_share(*results.first_player))} of the points",
    )


def depths_table(results: Results, width: int | None = None) -> Table:
    """Return each player's mean depth by move number."""
    sides = [side for side in results.ranking if side.depths]
    players = Column("player", [side.label for side in sides], left=True)
    room = DEPTH_COLUMNS if width is None else max(1, min(DEPTH_COLUMNS, (width - players.width) // DEPTH_WIDTH))
    numbers = sorted({number for side in sides for number in side.depths})
    columns = [players]
    for number in numbers[:: -(-len(numbers) // room)]:
        means = ({move: depth for move, depth, _ in side.depth_by_move} for side in sides)
        columns.append(Column(str(number), [f"{mean[number]:.1f}" if number in mean else "-" for mean in means]))
    return table_of(columns, title="Mean depth by move number")
