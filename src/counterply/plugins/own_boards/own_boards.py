"""Programs of no course, whose boards are their own: what pages and videos teach, and what people make of it."""

from __future__ import annotations

from operator import attrgetter
from types import ModuleType

from counterply.plugins.dialects.asked_functions import plain_word, roles_of_known
from counterply.plugins.dialects.dialect import Dialect, Named
from counterply.plugins.dialects.lookup import is_function, methods_of
from counterply.plugins.dialects.signatures import code_of, words_in
from counterply.plugins.own_boards.choosers import NAMES, parameters_of
from counterply.plugins.own_boards.first_call import ROLES
from counterply.plugins.own_boards.heaps import OnHeaps
from counterply.plugins.own_boards.own_calls import OnLines
from counterply.plugins.own_boards.searches import about_heaps, calls_itself, of_lines, on_cells
from counterply.plugins.own_boards.single_calls import SingleCalls


class OwnBoards(Dialect):
    """Searches on boards of their own."""

    plays = "counterply.plugins.own_boards.players:own_boards"
    guessed = reads_on = True

    def found(self, own: Named) -> list[str]:
        """Return the search of a file: one that calls itself in a game of lines, or on a board into which it writes."""
        classes = {f"{name}.": owner for name, owner in own.items() if isinstance(owner, type)}
        places = {"": own} | {place: methods_of(owner) for place, owner in classes.items()}
        there = {place + name: value for place, values in places.items() for name, value in values.items() if is_function(value)}
        searches = [
            name
            for name, value in there.items()
            if calls_itself(name, value, places[place := name[: name.rfind(".") + 1]], classes.get(place))
            and (of_lines(value) or on_cells(value))
        ] or [name for name, value in there.items() if about_heaps(name, value)]
        windowed = [name for name in searches if "beta" in roles_of_known(code_of(there[name]), ROLES).values()]
        return windowed[:1] or searches[:1]

    def opened(self, module: ModuleType, name: str) -> SingleCalls:
        """Return what is judged: the search, and a function beside it that chooses a move by it."""
        owner, _, own = name.rpartition(".")
        if about_heaps(name, attrgetter(name)(module)):
            return OnHeaps(module, name)
        around = methods_of(getattr(module, owner)) if owner else vars(module)
        beside = [each for each, value in around.items() if plain_word(each) in NAMES and is_function(value)]
        asking = [each for each in beside if own in words_in(around[each], None) and "input" not in words_in(around[each], None)]
        chooser = next((each for each in asking if parameters_of(code_of(around[each])) is not None), "")
        return OnLines(module, name, f"{owner}.{chooser}" if owner and chooser else chooser)


DIALECT = OwnBoards()
