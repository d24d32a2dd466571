"""Short labels for players in tables: only the options that distinguish players of one name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from counterply.usercode.names import split_name, without_folders

if TYPE_CHECKING:
    from counterply.arena.schedule import Pairing, Plan

EVALUATOR = "eval"  # the option whose value stands without its key


def labels(names: Iterable[str]) -> dict[str, str]:
    """Return a label for each player's text: its name, and those of its options that the others of that name do not share.

    >>> labels(["minimax:depth=3,eval=open", "minimax:depth=3,eval=center", "engine"]).values()
    dict_values(['minimax open', 'minimax center', 'engine'])
    """
    found = {}
    groups = _groups(names)
    for group in groups.values():
        shared = _common_options(group)
        for text, options in group.items():
            own = [value if key == EVALUATOR else f"{key}={value}" for key, value in options.items() if key not in shared]
            found[text] = without_folders(" ".join([split_name(text)[0], *own]))
    for makeshift in (without_folders, str):
        if len(set(found.values())) < len(found):
            found = {text: makeshift(text) for text in found}
    return found


def numbered(names: Iterable[str]) -> list[str]:
    """Return names with a number from the second of each on, so that no two rows of a table are called the same.

    >>> numbered(["engine", "mcts", "engine"])
    ['engine', 'mcts', 'engine (2)']
    """
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return found


class Labels:
    """Labels of a run's players in its tables: by place, which distinguishes two copies of one player.

    Attributes
    ----------
    columns, rows : of `Plan.players` and of `Plan.opponents`
    of : by text, for games, which do not say which place played them
    """

    def __init__(self, plan: Plan) -> None:
        self.of = labels(plan.texts)
        self.columns = numbered(self.of[text] for text in plan.players)
        self.rows = numbered(self.of[text] for text in plan.opponents)
        self._round_robin = plan.against is None

    @property
    def sides(self) -> list[str]:
        """Labels of `Plan.sides`; a row is marked as such."""
        return self.columns if self._round_robin else [*self.columns, *(f"{name} (row)" for name in self.rows)]

    def pairing(self, pairing: Pairing) -> tuple[str, str]:
        """Return the labels of the two sides of a pairing."""
        return self.columns[pairing.player], self.rows[pairing.opponent]


def legend(names: Iterable[str]) -> str:
    """Return in one line the options that the labels leave out; '' if none.

    >>> legend(["minimax:depth=3,eval=open", "minimax:depth=3,eval=center", "engine"])
    'minimax is minimax:depth=3 here; the word after a name is its eval'
    """
    shown = labels(names)
    if all(label == without_folders(text) for text, label in shown.items()):
        return ""
    said, bare = [], False
    for name, group in _groups(shown).items():
        shared = _common_options(group)
        bare |= EVALUATOR not in shared and any(EVALUATOR in options for options in group.values())
        if shared:
            shown_name, options = without_folders(name), ",".join(f"{key}={value}" for key, value in shared.items())
            said.append(f"{shown_name} is {shown_name}:{options} here")
    return "; ".join([*said, *([f"the word after a name is its {EVALUATOR}"] if bare else [])])


def _groups(names: Iterable[str]) -> dict[str, dict[str, dict[str, str]]]:
    """Return the options of each text, by name and text."""
    groups: dict[str, dict[str, dict[str, str]]] = {}
    for text in names:
        name, options = split_name(text)
        groups.setdefault(name, {})[text] = options
    return groups


def _common_options(group: dict[str, dict[str, str]]) -> dict[str, str]:
    """Return the options that all texts of a name give alike; none where there is one text only."""
    first, *others = group.values()
    return {key: value for key, value in first.items() if others and all(options.get(key) == value for options in others)}
