"""Results as JSON documents and as tables in a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rich.table import Table

from counterply.arena.results import PairingResult, Results, Share, SideResult
from counterply.arena.statistics import Standing, first_player_share

# The layout of the report's table, in letters: as printed by the tournament of AIND Isolation.
NUMBER_WIDTH = 9
NAME_WIDTH = 13
COUNT_WIDTH = 5
CELL_WIDTH = 12  # won, bar, blank, lost
RULE_WIDTH = 74
DEPTH_COLUMNS = 16  # move numbers that the table of depths shows


# --- JSON


def rounded(value: float | None, digits: int = 4) -> float | None:
    """Return a number as JSON documents hold it: rounded, None where there is none."""
    return None if value is None else round(value, digits)


def standing_json(standing: Standing) -> dict[str, Any]:
    """Return a standing with all that follows from it; infinite Elo is None."""
    low, high = standing.interval()
    elo_low, elo_high = standing.elo_interval()
    return {
        "games": standing.games,
        "wins": standing.wins,
        "draws": standing.draws,
        "losses": standing.losses,
        "score": rounded(standing.score),
        "score_low": rounded(low),
        "score_high": rounded(high),
        "elo": rounded(standing.elo(), 2),
        "elo_low": rounded(elo_low, 2),
        "elo_high": rounded(elo_high, 2),
        "pentanomial": list(standing.pairs),
        "distinct_pairs": standing.distinct,
        "likelihood_of_superiority": rounded(standing.superiority()),
        "games_needed": standing.games_needed(),
    }


def share_json(name: str, counted: Share) -> dict[str, Any]:
    """Return a share and how many games it is of."""
    return {name: rounded(counted.rate), f"{name}_games": counted.of}


def side_json(side: SideResult) -> dict[str, Any]:
    """Return what one player's moves cost, and what it did with won and lost openings."""
    return {
        "overruns": side.overruns,
        "max_overrun_ms": round(side.max_overrun_ms, 3),
        "overrun_cpu_ms": round(side.overrun_cpu_ms, 3),
        "faults": dict(sorted(side.faults.items())),
        "moves": side.moves,
        "nodes": side.nodes,
        "seconds": round(side.seconds, 3),
        "cpu_seconds": round(side.cpu_seconds, 3),
        "nodes_per_second": rounded(side.nodes_per_second, 0),
        "depth_by_move": [{"move": move, "depth": round(depth, 2), "count": count} for move, depth, count in side.depth_by_move],
        **share_json("conversion", side.conversion),
        **share_json("swindle", side.swindle),
    }


def run_json(results: Results) -> dict[str, Any]:
    """Return what holds for a whole run."""
    sides = results.sides
    worst = max(sides, key=lambda side: side.max_overrun_ms)
    return {
        "game": results.game.full_name,
        "limit": str(results.plan.limit),
        "seed": results.plan.seed,
        "first_player_share": rounded(first_player_share(*results.first_player)),
        "overruns": sum(side.overruns for side in sides),
        "max_overrun_ms": round(worst.max_overrun_ms, 3),
        "overrun_cpu_ms": round(max(side.overrun_cpu_ms for side in sides), 3),
        "endings": dict(sorted(results.endings.items())),
        "openings": results.openings,
        "seconds": round(results.seconds, 3),
        "notes": list(results.notes),
        "versions": dict(results.versions),
    }


def match_json(results: Results) -> dict[str, Any]:
    """Return a match's document, in its first player's view; overruns are those of both players."""
    pairing = results.pairings[0]
    document = {"player": pairing.player, "opponent": pairing.opponent, **standing_json(pairing.standing)}
    if pairing.mean_margin is not None:
        document["mean_margin"] = rounded(pairing.mean_margin)
    document |= {**share_json("conversion", pairing.conversion), **share_json("swindle", pairing.swindle), **run_json(results)}
    if results.sprt is not None:
        state = results.sprt
        document["sprt"] = {
            "elo0": state.elo0,
            "elo1": state.elo1,
            "llr": round(state.llr, 4),
            "lower": round(state.lower, 4),
            "upper": round(state.upper, 4),
            "decision": state.decision,
        }
    document["players"] = [{"player": side.player, **side_json(side)} for side in results.sides]
    return document


def tournament_json(results: Results) -> dict[str, Any]:
    """Return a tournament's document: a row for each player and opponent, and standings, the best player first.

    In a round robin each pairing has two rows, one in each player's view; with rows against columns, one in the column's view.
    """
    return {
        "table": [_row_json(row) for row in table_rows(results)],
        "standings": [
            {
                "player": side.player,
                "role": side.role,
                "rating": round(side.rating, 1),
                **standing_json(side.standing),
                **side_json(side),
            }
            for side in ranked(results)
        ],
        **run_json(results),
    }


def _row_json(row: PairingResult) -> dict[str, Any]:
    shares = {**share_json("conversion", row.conversion), **share_json("swindle", row.swindle)}
    margins = {} if row.mean_margin is None else {"mean_margin": rounded(row.mean_margin)}
    return {"player": row.player, "opponent": row.opponent, **standing_json(row.standing), **margins, **shares}


def table_rows(results: Results) -> Iterator[PairingResult]:
    """Yield how each player fared against each opponent; in a round robin each pairing in both views."""
    for row in results.pairings:
        yield row
        if results.plan.against is None:
            ahead = None if row.points_ahead is None else -row.points_ahead
            yield PairingResult(
                row.pairing, row.opponent, row.player, ~row.standing, ahead, row.opponent_conversion, row.opponent_swindle
            )


def ranked(results: Results) -> list[SideResult]:
    """Return the players by score, columns before rows."""
    return sorted(results.sides, key=lambda side: (side.role == "row", -(side.standing.score or 0.0)))


# --- plain text


def percent(value: float | None) -> str:
    """Return a share as people read it."""
    return "-" if value is None else f"{100 * value:.1f} %"


def elo_text(value: float | None, infinite: str = "inf") -> str:
    """Return an Elo difference as people read it; None is infinite."""
    return infinite if value is None else f"{value:+.0f}"


def interval_text(standing: Standing) -> str:
    """Return the score's 95 % interval in percent."""
    low, high = standing.interval()
    return f"{100 * low:.1f} to {100 * high:.1f} %"


def elo_interval_text(standing: Standing) -> str:
    """Return the Elo difference with its 95 % interval."""
    low, high = standing.elo_interval()
    return f"{_elo_of(standing)} ({elo_text(low, '-inf')} to {elo_text(high, '+inf')})"


def _elo_of(standing: Standing) -> str:
    score = standing.score
    if score is None:
        return "-"
    return elo_text(standing.elo(), "+inf" if score > 0.5 else "-inf")


def needed_text(standing: Standing) -> str:
    """Return how many more games would settle who is better."""
    needed = standing.games_needed()
    return "never" if needed is None else "none" if needed == 0 else f"{needed:,}"


def match_line(results: Results) -> str:
    """Return a match in one line: the first player's result with interval and Elo."""
    row = results.pairings[0]
    s = row.standing
    if not s.games:
        return f"{row.player} - {row.opponent}: no games"
    ahead = "" if row.mean_margin is None else f", mean margin {margin_text(row)}"
    return (
        f"{short_name(row.player)} - {short_name(row.opponent)}: +{s.wins} ={s.draws} -{s.losses} of {s.games},"
        f" {percent(s.score)} (95 %: {interval_text(s)}), Elo {elo_interval_text(s)}, superiority {percent(s.superiority())}{ahead}"
    )


def short_name(name: str) -> str:
    """Return a player's text with its files named without their folders.

    >>> short_name("engine:eval=/home/me/mine.py:bold")
    'engine:eval=mine.py:bold'
    """
    return re.sub(r"[^:,=\s]*/(?=[^/]*\.py\b)", "", name)


def name_lines(name: str) -> list[str]:
    """Return a player's text as the lines of a column's head: files without folders, broken after ':' and ',' where it is too long.

    >>> name_lines("alphabeta:eval=improved")
    ['alphabeta:', 'eval=improved']
    """
    name = short_name(name)
    if len(name) < NAME_WIDTH:
        return [name]
    lines = [""]
    for part in re.findall(r"[^:,]+[:,]?|[:,]", name):
        if lines[-1] and len(lines[-1]) + len(part) >= NAME_WIDTH:
            lines.append("")
        lines[-1] += part
    return lines


def report_table(results: Results) -> str:
    """Return the table of the report: games won and lost by each column against each row's opponent, and win rates.

    A third number, the games drawn, is shown where there are any. A round robin has every player as a row and as a column.
    """
    plan = results.plan
    cells: dict[tuple[int, int], Standing] = {}
    for result in results.pairings:
        at = result.pairing
        cells[at.opponent, at.player] = result.standing
        if plan.against is None:
            cells[at.player, at.opponent] = ~result.standing
    columns = results.sides[: len(plan.players)]
    heads = [name_lines(side.player) for side in columns]
    drawn = any(result.standing.draws for result in results.pairings)
    cell = CELL_WIDTH + (COUNT_WIDTH + 2) * drawn
    width = max(cell + 1, *(len(line) + 1 for head in heads for line in head))
    opponent = max(NAME_WIDTH, *(len(short_name(name)) + 2 for name in plan.opponents))
    left = NUMBER_WIDTH + opponent

    lines = []
    for depth in range(max(map(len, heads))):
        start = f"{'Match #':^{NUMBER_WIDTH}}{'Opponent':^{opponent}}" if depth == 0 else " " * left
        lines.append(start + "".join(f"{head[depth] if depth < len(head) else '':^{width}}" for head in heads))
    names = ("Won", "Lost", "Drawn") if drawn else ("Won", "Lost")
    lines.append(" " * left + "".join(f"{_cell(names):<{width}}" for _ in columns))
    for row, text in enumerate(plan.opponents):
        entries = (cells.get((row, column)) for column in range(len(columns)))
        shown = (_cell((s.wins, s.losses, s.draws) if drawn else (s.wins, s.losses)) if s else f"{'-':^{cell}}" for s in entries)
        lines.append(f"{row + 1:^{NUMBER_WIDTH}}{short_name(text):^{opponent}}" + "".join(f"{entry:<{width}}" for entry in shown))
    lines.append("-" * max(RULE_WIDTH, left + width * len(columns)))
    rates = ("-" if side.standing.score is None else f"{100 * side.standing.score:.1f}%" for side in columns)
    lines.append(f"{'Win Rate:':^{left}}" + "".join(f"{rate:^{width}}" for rate in rates))
    return "\n".join(line.rstrip() for line in lines)


def _cell(values: tuple[object, ...]) -> str:
    return "| ".join(f"{value!s:^{COUNT_WIDTH}}" for value in values)


# --- tables


def details(results: Results) -> list[Table]:
    """Return what the report's table lacks: intervals and Elo, then time and faults, then depths by move number."""
    tables = [pairings_table(results), sides_table(results)]
    if any(side.depths for side in results.sides):
        tables.append(depths_table(results))
    return tables


def pairings_table(results: Results) -> Table:
    """Return each pairing's score with interval, Elo, likelihood of superiority, and how many more games a claim would need."""
    table = _table(
        "Results, 95 % intervals from pairs of games",
        "player",
        "opponent",
        right=("games", "won", "drawn", "lost", "score", "interval", "Elo (interval)", "superior", "pairs", "more games"),
    )
    solved = any(row.conversion.of or row.swindle.of for row in results.pairings)
    by_margin = any(row.points_ahead is not None for row in results.pairings)
    if by_margin:
        table.add_column("margin", justify="right")
    if solved:
        table.add_column("conversion", justify="right")
        table.add_column("swindle", justify="right")
    for row in results.pairings:
        s = row.standing
        counts = (str(s.games), str(s.wins), str(s.draws), str(s.losses))
        pairs = str(s.distinct) if s.distinct == sum(s.pairs) else f"{s.distinct} of {sum(s.pairs)} distinct"
        shown = (percent(s.score), interval_text(s), elo_interval_text(s), percent(s.superiority()), pairs, needed_text(s))
        shares = (share_text(row.conversion), share_text(row.swindle)) if solved else ()
        margins = (margin_text(row),) if by_margin else ()
        table.add_row(short_name(row.player), short_name(row.opponent), *counts, *shown, *margins, *shares)
    return table


def margin_text(row: PairingResult) -> str:
    """Return the mean margin of a pairing's games."""
    return "-" if row.mean_margin is None else f"{row.mean_margin:+.2f}"


def share_text(counted: Share) -> str:
    """Return a share with the games that it is of."""
    return "-" if not counted.of else f"{100 * counted.rate:.1f} % of {counted.of}"  # type: ignore[operator]


def sides_table(results: Results) -> Table:
    """Return each player's total, and what its moves cost."""
    table = _table(
        f"Players; the first mover made {percent(first_player_share(*results.first_player))} of the points",
        "player",
        right=(
            "games",
            "score",
            "interval",
            "rating",
            "moves",
            "nodes/s",
            "ms/move",
            "overruns",
            "max ms",
            "own CPU ms",
            "lost by fault",
        ),
    )
    solved = any(side.conversion.of or side.swindle.of for side in results.sides)
    if solved:
        table.add_column("conversion", justify="right")
        table.add_column("swindle", justify="right")
    for side in ranked(results):
        speed = side.nodes_per_second
        cost = f"{1000 * side.seconds / side.moves:.2f}" if side.moves else "-"
        faults = ", ".join(f"{count} {ending}" for ending, count in sorted(side.faults.items())) or "-"
        shares = (share_text(side.conversion), share_text(side.swindle)) if solved else ()
        table.add_row(
            short_name(side.player),
            str(side.standing.games),
            percent(side.standing.score),
            interval_text(side.standing),
            f"{side.rating:+.0f}",
            f"{side.moves:,}",
            "-" if not speed else f"{speed:,.0f}",
            cost,
            str(side.overruns),
            f"{side.max_overrun_ms:.1f}" if side.overruns else "-",
            f"{side.overrun_cpu_ms:.1f}" if side.overruns else "-",
            faults,
            *shares,
        )
    return table


def depths_table(results: Results) -> Table:
    """Return each player's mean depth by move number."""
    numbers = sorted({number for side in results.sides for number in side.depths})
    step = -(-len(numbers) // DEPTH_COLUMNS)
    shown = numbers[::step]
    table = _table("Mean depth by move number", "player", right=tuple(map(str, shown)))
    for side in ranked(results):
        if side.depths:
            means = {number: depth for number, depth, _ in side.depth_by_move}
            table.add_row(short_name(side.player), *(f"{means[n]:.1f}" if n in means else "-" for n in shown))
    return table


def _table(title: str, *left: str, right: tuple[str, ...] = ()) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False, header_style="dim")
    for name in left:
        table.add_column(name, overflow="fold")
    for name in right:
        table.add_column(name, justify="right")
    return table
