"""Pictures of studies: what each technique is worth, and how accurate evaluators are."""

from __future__ import annotations

from typing import Any

from counterply.shown.plots import BAR, File, Plot, picture

LADDER_SIZE = (11.0, 3.8)  # inches
ACCURACY_SIZE = (11.0, 4.5)  # inches
LEGEND_COLUMNS = 10
SHIFT = 0.04  # of a phase, between two evaluators


def plot_ablation(rows: list[dict[str, Any]], title: str, depth: int, limit: str, file: File) -> Plot:
    """Draw a ladder of players: nodes to a fixed depth, depth within the limit, and points against the rung before."""
    from matplotlib.ticker import PercentFormatter

    with picture(file, LADDER_SIZE) as plot:
        figure = plot.figure
        left, middle, right = figure.subplots(1, 3, sharey=True)
        places = range(len(rows))
        left.set_yticks(places, [row["rung"] for row in rows])
        left.invert_yaxis()
        figure.suptitle(title)

        nodes = [row["nodes"] or 0 for row in rows]
        # room for the numbers
        left.set(xscale="log", xlabel=f"nodes to depth {depth}", xlim=(1, 100 * max([1, *nodes])))
        left.barh(places, nodes, color=BAR)
        middle.set_xlabel(f"mean depth within {limit}")
        middle.barh(places, [row["depth_within"] or 0 for row in rows], color=BAR)
        middle.margins(x=0.15)
        right.set(xlabel="points against the rung before (95 %)", xlim=(0, 1))
        right.xaxis.set_major_formatter(PercentFormatter(1))
        right.axvline(0.5, color="black", linewidth=0.8, linestyle="--")
        for place, row in enumerate(rows):
            counted = "beyond the budget" if row["nodes"] is None else f"{row['nodes']:,}"
            left.text(max(1, nodes[place]), place, f" {counted}", va="center", fontsize=8)
            within = "all proven" if row["depth_within"] is None else f"{row['depth_within']:.1f}"
            middle.text(row["depth_within"] or 0, place, f" {within}", va="center", fontsize=8)
            if row["score"] is not None:
                right.plot([row["score_low"], row["score_high"]], [place, place], color=BAR)
                right.plot([row["score"]], [place], "o", color=BAR)
        for axes in (left, middle, right):
            axes.grid(axis="x", alpha=0.3)
    return plot


def plot_accuracy(documents: list[dict[str, Any]], title: str, file: File) -> Plot:
    """Draw how often evaluators have the right sign, by phase; and which share of the points is made, by the rank of the value."""
    from matplotlib.ticker import PercentFormatter

    with picture(file, ACCURACY_SIZE) as plot:
        figure = plot.figure
        left, right = figure.subplots(1, 2)
        figure.suptitle(title)
        phases = list(dict.fromkeys(row["phase"] for document in documents for row in document["phases"]))
        for number, document in enumerate(documents):
            shift = SHIFT * (number - (len(documents) - 1) / 2)
            rows = [row for row in document["phases"] if row["right"] is not None]
            places = [phases.index(row["phase"]) + shift for row in rows]
            shares, low, high = (_column(rows, name) for name in ("right", "right_low", "right_high"))
            line = left.plot(places[:-1], shares[:-1], "o-", label=document["evaluator"], markersize=4)
            colour = line[0].get_color()
            left.plot(places[-1:], shares[-1:], "s", color=colour, markersize=5)
            left.vlines(places, low, high, color=colour, linewidth=1)
            ranks, won, *ends = (_column(document["calibration"], name) for name in ("place", "won", "won_low", "won_high"))
            right.plot(ranks, won, "o-", color=colour, markersize=4)
            right.vlines(ranks, *ends, color=colour, linewidth=1)
        left.set_xticks(range(len(phases)), phases)
        left.axhline(0.5, color="black", linewidth=0.8, linestyle="--")
        left.set(ylabel="sign right (95 %)", ylim=(0, 1.02))
        figure.legend(loc="outside lower center", ncols=min(len(documents), LEGEND_COLUMNS), fontsize=8)
        right.set(xlabel="rank of the value, lowest to highest", xlim=(0, 1), ylim=(-0.02, 1.02))
        right.set_ylabel("points that the side to move really makes (95 %)")
        right.xaxis.set_major_formatter(PercentFormatter(1))
        for axes in (left, right):
            axes.yaxis.set_major_formatter(PercentFormatter(1))
            axes.grid(alpha=0.3)
    return plot


def _column(rows: list[dict[str, Any]], name: str) -> list[float]:
    return [row[name] for row in rows]
