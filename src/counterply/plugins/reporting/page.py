"""The report of a run as one HTML file that needs nothing else: tables, plots, heatmaps, games to step through."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import jinja2
import numpy as np
from markupsafe import Markup, escape

from counterply.arena import result_tables
from counterply.arena.record import BY_RULES, passing
from counterply.arena.results import Results
from counterply.arena.statistics import Standing, first_player_share
from counterply.arena.store import Store
from counterply.arena.variants import Games
from counterply.core.errors import CounterplyError
from counterply.core.files import OwnFiles, user_path
from counterply.core.svg import style_sheet
from counterply.core.values import signed
from counterply.plugins.reporting import heatmaps, plots
from counterply.plugins.reporting.axes import Axes, axes_of
from counterply.plugins.reporting.collectors import Faults, GameNumbers, MoveTimes, Times
from counterply.plugins.reporting.comparison import Comparisons
from counterply.plugins.reporting.machines import Machines, misfit
from counterply.plugins.reporting.replays import replay_json
from counterply.plugins.reporting.value_lost import measured
from counterply.shown.tables import Table
from counterply.usercode.names import without_folders

FILE_NAME = "report.html"
# content security policy: a report may run its own script, of this SHA-256, and nothing in it can load or send anything
POLICY = "default-src 'none'; script-src 'sha256-{}'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
MAX_PLIES = 60_000  # of the games to step through: about 20 s to draw, and 1 MB of the page
BLOCK = 50  # games that the page unpacks at once
Telling = Callable[[str, int, int, str], None]  # hears of a phase how many are done, of how many, and what they are
TOLD_EVERY = 100  # games
MAX_FOREST = 80  # pairings in the plot of scores; more are unreadable
FEW = 0.02  # of a player's games: move numbers that fewer games reached are left out of the plot of depths
PLAYER_HEADS = ("player", "games", "score", "interval", "rating", "value lost", "conversion", "swindle", "lost by fault")
COST_HEADS = ("player", "moves", "nodes/s", "nodes/move", "depth", "ms/move", "overruns", "max ms", "own CPU ms")
TIME_QUANTILES = (("median", 0.5), ("95 %", 0.95), ("99 %", 0.99), ("99.9 %", 0.999), ("longest", 1.0))


@dataclass(frozen=True)
class Plot:
    """A picture with the words below it."""

    svg: str
    caption: str


def write_report(
    directory: Path, game: str | None = None, force: bool = False, sample: int = 0, listen: Telling | None = None
) -> tuple[Path, Results]:
    """Write the report of the run in `directory`, also of an unfinished one, and return the file's path, and the run's totals.

    `game` is as for `Store.open`, `sample` as for `measured`. Without `force` no file is replaced but a report that was written
    here. `listen` is called as games are read, moves judged, and games drawn.

    Raises
    ------
    StoreError
        if there is no run, or its store is damaged or locked
    GameError
        if its game breaks the contract, or the file cannot be written
    """
    own = OwnFiles(user_path(directory), force)
    own.require([FILE_NAME])
    with Store.open(directory, game) as store:
        text, results = drawn(store, sample, listen)
    return own.write_text(FILE_NAME, text), results


def drawn(store: Store, sample: int, listen: Telling | None = None) -> tuple[str, Results]:
    """Return the report of an open store as HTML, and its totals; the games are read once."""
    (game, gone), tell = store.game_or_name(), listen or (lambda *unheard: None)
    plan = store.plan()
    times, numbers, faults, comparisons = MoveTimes(plan), GameNumbers(plan), Faults(), Comparisons(plan)
    cells = heatmaps.Occupancy(game, plan) if game.board is not None and game.cell is not None else None
    machines = Machines(plan, store.machines())
    collectors = (times, numbers, faults, comparisons, machines, *(() if cells is None else (cells,)))
    results = measured(store, game, passing(store.records(), *collectors, tell=reader(store, tell)), 0 if gone else sample, tell)
    results.notes += [f"{gone}; without it there are no positions, and no games to step through"] if gone else []

    judged = machines.all()
    taken = [(side.label, micros) for side in results.ranking if len(micros := times.sides[side.place])]
    replays = replay_context(store, plan.all_games, numbers, store.solved(), results, tell)
    environment = templates(__package__)
    environment.filters["breakable"] = breakable
    script = (Path(__file__).parent / "templates" / "report.js").read_text(encoding="utf-8")
    text = environment.get_template("report.html").render(
        tables=result_tables,
        called=results.called.of,
        full_names=[(label, text) for text, label in results.called.of.items() if label != text],
        verdict=verdict,
        title=title(results),
        results=results,
        summary=summary(results),
        facts=facts(results, store.created()),
        notes=[*unfinished_notes(results), *results.notes],
        table=results.grid,
        drawn=any(row.standing.draws for row in results.pairings),
        judged=any(side.lost.truth for side in results.sides),
        solved=any(row.any_solved for row in results.pairings),
        forests=forests(results),
        depths=depth_plot(results),
        times=time_plot(taken, plan.limit.seconds) if taken else None,
        quantiles=time_table(taken),
        pairings=result_tables.pairings_table(results),
        players=result_tables.sides_table(results).of_heads(PLAYER_HEADS),
        costs=result_tables.sides_table(results).of_heads(COST_HEADS),
        comparisons=comparison_context(results, comparisons),
        faults=faults,
        machines=judged,
        misfit=misfit(judged),
        heatmaps=heatmap_context(results, cells, replays["axes"]),
        replays=replays,
        drawing_style=Markup(style_sheet()),
        script=Markup(script),
        policy=POLICY.format(base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()),
    )
    return text, results


def reader(store: Store, tell: Telling) -> Callable[[int], None]:
    """Return what tells now and then how many games of a store have been read."""
    total = store.count()

    def tell_of(number: int) -> None:
        if number % TOLD_EVERY == 0 or number == total:
            tell("reading", number, total, "games")

    return tell_of


def templates(*packages: str) -> jinja2.Environment:
    """Return the templates of some packages, the first one's before the others'."""
    loader = jinja2.ChoiceLoader([jinja2.PackageLoader(package) for package in packages])
    return jinja2.Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )


# --- words and tables


def breakable(name: str) -> Markup:
    """Return a player's name as HTML that may be broken after its punctuation."""
    return Markup(re.sub("([:,])", r"\1<wbr>", str(escape(name))))


def verdict(standing: Standing) -> str:
    """Return 'ahead' or 'behind' where a standing's 95 % interval excludes one half, else ''."""
    return ("", "ahead", "behind")[standing.lead]


def title(results: Results) -> str:
    """Return the page's title."""
    if len(results.pairings) == 1:
        row = results.pairings[0]
        return f"{results.game.full_name}: {without_folders(row.player)} against {without_folders(row.opponent)}"
    return f"{results.game.full_name}: tournament of {len(results.sides)} players"


def summary(results: Results) -> list[str]:
    """Return the result in a sentence or two."""
    if not results.played:
        return ["No game has been played yet."]
    if len(results.pairings) == 1:
        lines = [result_tables.match_line(results)]
    else:
        best = results.ranking[0]
        lines = [
            f"{best.label} scores most: {result_tables.percent(best.standing.score)}"
            f" (95 %: {result_tables.interval_text(best.standing)}) of {best.standing.games:,} games."
        ]
    if results.sprt is not None:
        state = results.sprt
        decided = {
            "H0": f"accepts {signed(state.elo0, 'g')} Elo: no improvement of {signed(state.elo1, 'g')}",
            "H1": f"accepts {signed(state.elo1, 'g')} Elo over {signed(state.elo0, 'g')}",
            None: "has not decided yet",
        }[state.decision]
        lines.append(
            f"Sequential test of {signed(state.elo0, 'g')} against {signed(state.elo1, 'g')} Elo {decided}"
            f" (log-likelihood ratio {signed(state.llr)}, bounds {signed(state.lower)} and {signed(state.upper)})."
        )
    return lines


def unfinished_notes(results: Results) -> list[str]:
    """Name the missing part of the plan, if any."""
    if results.played >= results.plan.total or (results.sprt is not None and results.sprt.decision is not None):
        return []
    return [f"This run is not finished: {results.played:,} of {results.plan.total:,} games. The same command goes on with it."]


def facts(results: Results, created: str) -> list[tuple[str, str]]:
    """Return the facts of the whole run, as names and values."""
    plan = results.plan
    won, drawn, lost = results.first_player
    overruns, latest, own = results.lateness
    late = f"{overruns:,} moves, at most {latest:.1f} ms late, of which own CPU time {own:.1f} ms" if overruns else "none"
    words = {BY_RULES: "the rules"}
    endings = ", ".join(f"{count:,} by {words.get(ending, ending)}" for ending, count in results.endings.most_common())
    points = result_tables.percent(first_player_share(won, drawn, lost))
    return [
        ("Games", f"{results.played:,} of {plan.total:,}, {plan.games:,} a pairing; each opening twice, sides swapped"),
        ("Limit a move", str(plan.limit)),
        ("Openings", f"{results.openings:,} distinct, seed {plan.seed}"),
        ("First player", f"{points} of the points: {won:,} won, {drawn:,} drawn, {lost:,} lost"),
        ("Endings", endings or "-"),
        ("Overruns", late),
        ("Begun", f"{created} UTC; played for {duration(results.seconds)}"),
        ("Versions", ", ".join(f"{name} {version}" for name, version in results.versions.items())),
    ]


def duration(seconds: float) -> str:
    """Return a time span as people read it.

    >>> duration(3725)
    '1 h 2 min'
    """
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


# --- plots


def forests(results: Results) -> list[Plot]:
    """Return the plots of scores: players, where there are more than two, and pairings."""
    found, called = [], results.called
    if len(results.pairings) > 1:
        rows = [(side.label, side.standing) for side in results.ranking if side.standing.games]
        if rows:
            found.append(
                Plot(plots.forest_plot(rows, "Score of each player with 95 % interval"), "Each player against all it met.")
            )
    rows = [(" – ".join(called.pairing(row.pairing)), row.standing) for row in results.pairings if row.standing.games]
    if rows and len(rows) <= MAX_FOREST:
        caption = "Each pairing, in the view of the player named first. A filled mark: the interval excludes 50 %."
        found.append(Plot(plots.forest_plot(rows, "Score of each pairing with 95 % interval"), caption))
    return found


def depth_plot(results: Results) -> Plot | None:
    """Return the plot of depth by move number; None where no player reports depths."""
    curves = []
    for side in results.ranking:
        reached = [(number, depth) for number, depth, count in side.depth_by_move if count >= FEW * side.standing.games]
        if reached:
            curves.append(plots.Curve(side.label, [n for n, _ in reached], [depth for _, depth in reached]))
    if not curves:
        return None
    caption = (
        f"Mean over the games that got there; move numbers that under {100 * FEW:g} % of a player's games reached are left out."
    )
    return Plot(plots.line_plot(curves, "move number", "mean depth, plies", "Mean depth by move number"), caption)


def time_plot(taken: list[tuple[str, Times]], limit: float | None) -> Plot:
    """Return the distribution of each player's times per move, which are in microseconds."""
    caption = "How many of a player's moves took longer than a time." + ("" if limit is None else " The upright line is the limit.")
    return Plot(plots.time_plot(taken, limit, "Distribution of the time per move"), caption)


def time_table(taken: list[tuple[str, Times]]) -> Table:
    """Return quantiles in milliseconds of each player's times per move, which are in microseconds."""
    shares = [share for _, share in TIME_QUANTILES]
    rows = [(name, *(f"{micros / 1000:,.2f}" for micros in times.quantiles(shares))) for name, times in taken]
    return Table.of_rows(("milliseconds", *(name for name, _ in TIME_QUANTILES)), rows)


# --- pictures and games


def comparison_context(results: Results, comparisons: Comparisons) -> dict[str, Any] | None:
    """Return the comparisons of each two columns for the page's script; None where no two have met a common opponent."""
    found = comparisons.all()
    if not found:
        return None
    differences = [[d.player, d.other, d.mean, *d.interval(), d.samples, d.opponents] for d in found]
    best = [side.place for side in results.ranking[:2]]
    return {"names": results.called.columns, "differences": differences, "best": best}


def heatmap_context(results: Results, cells: heatmaps.Occupancy | None, axes: Axes | None) -> dict[str, Any] | None:
    """Return the page's heatmaps of the cells moved to; None for games without a board, or without moves."""
    if cells is None or (not cells.games and not cells.trouble):
        return None
    if cells.trouble:
        return {"trouble": cells.trouble}
    names = [side.label for side in results.ranking]
    counts = heatmaps.with_total(cells.counts()[[side.place for side in results.ranking]])
    rows, tops = heatmaps.drawn_rows(names, counts, axes)
    return {
        "trouble": "",
        "rows": rows,
        "tops": tops,
        "titles": heatmaps.TITLES,
        "games": cells.games,
        "skipped": cells.skipped,
        "elsewhere": cells.elsewhere(),
        "colours": heatmaps.shades(heatmaps.SEQUENTIAL),
        "data": {
            "names": names,
            "titles": heatmaps.TITLES,
            "board": [cells.rows, cells.columns],
            "axes": heatmaps.axes_svg(axes),
            "colours": heatmaps.shades(heatmaps.DIVERGING),
            "shares": np.round(heatmaps.shares(counts).reshape(len(names), len(heatmaps.TITLES), -1), 5).tolist(),
        },
    }


def replay_context(
    store: Store,
    of_pair: Games,
    numbers: GameNumbers,
    solved: dict[tuple[Any, ...], int | None],
    results: Results,
    tell: Telling,
) -> dict[str, Any]:
    """Return the games that the page steps through: a list entry for each, and the games themselves, packed in blocks."""
    chosen, called = numbers.within(MAX_PLIES), results.called
    board = results.game.board if results.game.cell is not None else None
    trouble = ""
    listed = []
    blocks = []
    written = set()  # cells, and how the moves to them are written
    try:
        for first in range(0, len(chosen), BLOCK):
            games = []
            for number in chosen[first : first + BLOCK]:
                record = store.record(number)
                game = replay_json(of_pair(record.round), record, called.of, solved.get(of_pair.opening_of(record)))
                games.append(game)
                listed.append({key: game[key] for key in ("number", "pairing", "players", "result")})
                written |= {(tuple(move["cell"]), move["text"]) for move in game["moves"] if move.get("cell")}
            blocks.append(pack(games))
            tell("drawing", len(listed), len(chosen), "games")
    except CounterplyError as error:
        trouble, listed, blocks = str(error), [], []
    axes = None if board is None else axes_of(board, written)
    pairings = [" – ".join(called.pairing(row.pairing)) for row in results.pairings]
    return {
        "trouble": trouble,
        "count": len(listed),
        "covered": len({entry["pairing"] for entry in listed}),
        "axes": axes,
        "blocks": blocks,
        "data": {
            "pairings": pairings,
            "games": listed,
            "block": BLOCK,
            "board": board,
            "axes": None if axes is None else asdict(axes),
        },
    }


def pack(document: Any) -> str:
    """Return a JSON document as the page's script unpacks it: zlib in base 64."""
    text = json.dumps(document, allow_nan=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()
