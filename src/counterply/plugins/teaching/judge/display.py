"""The findings of a check, as text, as a picture and as a document: one finding, the smallest tree that shows it, the totals."""

from __future__ import annotations

from counterply.core.values import SEAT_NAMES
from counterply.plugins.explanations.picture import Drawn, Kind, svg
from counterply.plugins.teaching.judge.judgement import WRONG, Trial, expected, inner_nodes, misjudgements, too_many, value_seen
from counterply.plugins.teaching.judge.process import MOST_SHOWN
from counterply.plugins.teaching.judge.reference import Outcome
from counterply.plugins.teaching.judge.trees import PLAYED
from counterply.plugins.teaching.judge.truth import values_of
from counterply.plugins.teaching.judge.verdict import GRADES, LARGEST_SHOWN, Verdict
from counterply.shown.tables import Table

NAMES = {"value": "values", "move": "moves", "nodes": "nodes", "judged": "evaluations"}  # of the aspects that are compared


def number_text(value: float | None) -> str:
    """Return a value as people write it.

    >>> number_text(3.0), number_text(None), number_text(0.25)
    ('3', '-', '0.25')
    """
    return "-" if value is None else f"{value + 0:g}"


def cases_text(verdict: Verdict) -> str:
    """Return the kinds of faults and their counts in words."""
    if not verdict.wrong:
        return f"right in all {verdict.cases} cases"
    parts = [f"{WRONG[kind]} in {count}" for kind, count in verdict.wrong.items()]
    parts += [f"leaves out nodes that count in {verdict.skipping}"] * bool(verdict.skipping)
    aspects = [*verdict.says, *["nodes"] * (not verdict.skipping)]
    fine = [NAMES[kind] for kind in aspects if kind not in verdict.wrong]
    compared = set(verdict.wrong) <= set(NAMES)
    rest = f"; the {' and the '.join(fine)} are right" if fine and compared else ""
    return f"{', '.join(parts)} of {verdict.cases} cases{rest}"


def text_of(verdict: Verdict) -> str:
    """Return a verdict for a person."""
    head = f"{verdict.search}: {GRADES[verdict.grade]}"
    told = f" ({cases_text(verdict)})" if verdict.cases and verdict.says else ""
    lines = [head, f"{verdict.about}{'' if verdict.about.endswith('.') else '.'}{told}"]
    lines += [f"  look at {line}" for line in verdict.lines]
    if verdict.parts:
        lines = [head, *(f"\n{text_of(part)}" for part in verdict.parts)]
    lines += [f"  {line}" for line in verdict.shown.splitlines()]
    if verdict.smallest is not None:
        lines += ["", *case_lines(verdict.smallest, verdict)]
    if verdict.grade == "wrong" and verdict.says and verdict.cases and not verdict.given and "clock" not in verdict.wrong:
        lines += ["", totals_line(verdict)]
    if (timed := verdict.timed) and timed.seconds:
        lines.append(timed.text)
    lines += [f"note: {hint}" for hint in verdict.hints]
    if verdict.printed_bytes:
        where, most, wide = ("on this case ", None, None) if verdict.given else ("", 5, 100)
        begins = "" if verdict.given and verdict.printed_bytes <= MOST_SHOWN else "; it begins"
        lines.append(f"{where}your code printed {verdict.printed_bytes:,} bytes{begins}:")
        lines += [f"  > {line[:wide]}" for line in verdict.printed.splitlines()[:most]]
    return "\n".join(lines)


def totals_line(verdict: Verdict) -> str:
    """Return one line that counts right answers; without an answer there are none."""
    answered = verdict.cases - verdict.wrong.get("failure", 0)
    wrong = {**verdict.wrong, "nodes": verdict.other_nodes}
    told = [f"{NAMES[kind]} {answered - wrong.get(kind, 0)}/{verdict.cases}" for kind in (*verdict.says, "nodes", "judged")]
    return f"right: {', '.join(told)}"


def case_lines(trial: Trial, verdict: Verdict) -> list[str]:
    """Return a case as a text tree, with the student's steps and the right ones."""
    size = trial.case.tree.size
    side = SEAT_NAMES[trial.seat]
    origin = f" ({trial.case.origin})" if trial.case.origin else ""
    name = "case" if verdict.given else "smallest case"
    lines = [f"{name}{origin}: {size} nodes, depth {trial.depth}, {side} player to move; values are in this player's view"]
    if trial.case.before is not None:
        lines.append(f"asked after: {trial.case.before}")
    if trial.answer.failure:
        lines.append(f"you: {trial.answer.failure}")
    if size <= LARGEST_SHOWN:
        lines += tree_lines(trial, verdict)
    if trial.case.origin != PLAYED:
        lines.append(f"again: --case '{trial.case}'")
    return lines


def tree_lines(trial: Trial, verdict: Verdict) -> list[str]:
    """Return the tree line by line: the move, the side to move, the value and remarks."""
    flat, notes, best = trial.flat, notes_of(trial, verdict), values_of(trial.flat, trial.depth, verdict.habits.mean)
    rows = []

    def add(number: int, indent: str, last: bool) -> None:
        stem = "" if number == 0 else f"{indent}{'`' if last else '|'}- "
        value = number_text(best[number])
        kind = kind_of(trial, number).replace("leaf", "")
        rows.append((f"{stem}{flat.move[number] or 'root'}", f"{kind:<4}{value:>4}  {notes.get(number, '')}"))
        children = flat.children[number]
        below = indent if number == 0 else indent + ("   " if last else "|  ")
        for child in children:
            add(child, below, child == children[-1])

    add(0, "", True)
    return [f"  {line}" for line in Table.of_rows(("", ""), rows, left=2, show_heads=False).lines()]


def kind_of(trial: Trial, number: int) -> Kind:
    """Return whether a node is max or min, seen from the root, or a leaf."""
    if not inner_nodes(trial, [number]):
        return "leaf"
    return "max" if trial.flat.turn[number] == trial.seat else "min"


def notes_of(trial: Trial, verdict: Verdict) -> dict[int, str]:
    """Return by node the student's step there and the right one."""
    flat, seen, habits = trial.flat, trial.seen, verdict.habits
    notes: dict[int, str] = {}
    if not trial.answered:
        return notes
    best = " or ".join(flat.move[move] for move in sorted(trial.right.best))
    move = flat.move[seen.move] if seen.move is not None else "no move" if habits.moves else ""
    yours = [part for part in (move, number_text(value_seen(trial, habits))) if part != "-"]
    notes[0] = f"you: {' = '.join(part for part in yours if part)}   right: {best} = {number_text(trial.right.value)}"
    outcome, least = expected(trial, habits), expected(trial, habits, fewest=True)
    more, judged = too_many(trial, habits), misjudgements(trial, habits)
    for number in range(1, len(flat.turn)):
        deep = flat.ply[number] > trial.depth
        if number in more:
            notes[number] = "you looked here" + (
                ", which is too deep" if deep else f" for nothing{condition(trial, outcome, number)}"
            )
        elif number in seen.visited:
            continue
        elif number not in least.visited and not deep:
            notes[number] = f"not looked at{condition(trial, least, number)}"
        elif number in least.visited and not habits.peeks:
            notes[number] = "you did not look here"
    for number in judged:
        why = "an inner node: its value comes from below" if flat.ply[number] < trial.depth else "beyond the depth"
        before = f"{notes[number]}; " if number in notes else ""
        notes[number] = f"{before}you evaluated it ({number_text(flat.worth(number, flat.turn[0]))}), {why}"
    return notes


def condition(trial: Trial, outcome: Outcome, number: int) -> str:
    """Return why alpha-beta leaves a node out, if it is its parent that is left."""
    parent = trial.flat.parent[number]
    if parent not in outcome.cuts:
        return ""
    value, after = outcome.bounds[parent], trial.flat.move[outcome.cuts[parent]]
    path = "".join(trial.flat.path(parent))
    larger = kind_of(trial, parent) == "max"
    return f": after {path}{after}, {path} is worth {'at least' if larger else 'at most'} {number_text(value)}"


def picture_of(trial: Trial, verdict: Verdict) -> str:
    """Return a case as SVG."""
    flat, habits, notes, values = trial.flat, verdict.habits, notes_of(trial, verdict), values_of(trial.flat, trial.depth)
    nodes, wrong, left_out = [], {0} if "value" in trial.wrong else set[int](), set[int]()
    if trial.answered:
        more = too_many(trial, habits) | misjudgements(trial, habits)
        left_out = {*range(len(flat.turn))} - expected(trial, habits, fewest=True).visited - more
        wrong |= more | ({trial.seen.move or 0} if "move" in trial.wrong else set())
    for number in range(len(flat.turn)):
        note = notes.get(number, "") if number else ""
        note = note.replace(": ", ":|").replace("; ", "|").replace(", ", ",|")
        nodes.append(
            Drawn(
                parent=flat.parent[number],
                kind=kind_of(trial, number),
                text=number_text(values[number]),
                move=flat.move[number],
                note=note,
                style="wrong" if number in wrong else "pale" if number in left_out else "plain",
                cut=number in left_out and number != 0,
            )
        )
    side = SEAT_NAMES[flat.turn[0]]
    return svg(nodes, f"depth {trial.depth}, {side} player to move", [notes.get(0, trial.answer.failure), verdict.about])
