"""Melbourne's Splendor: agents ``SelectAction(actions, game_state)``, which play and are not judged."""

from __future__ import annotations

from types import ModuleType
from typing import NoReturn

from counterply.plugins.dialects.dialect import Dialect, Named
from counterply.plugins.dialects.views import AnswerError

AGENT, METHOD = "myAgent", "SelectAction"
PROGRAM, PACKAGE = "counterply.plugins.splendor.program", "counterply.plugins.splendor.package_program"


class Melbourne(Dialect):
    """The course's interface, with its modules and those of its packaged fork."""

    modules = {  # noqa: RUF012
        **dict.fromkeys(("template", "Splendor.splendor_model", "Splendor.splendor_utils"), PROGRAM),
        "splendor.template": PACKAGE,
        **{f"splendor.splendor.{name}": PACKAGE for name in ("constants", "splendor_model", "splendor_utils", "types")},
    }
    plays = "counterply.plugins.splendor.guest:guest"

    def found(self, own: Named) -> list[str]:  # noqa: D102
        return [f"{AGENT}.{METHOD}"] if hasattr(own.get(AGENT), METHOD) else []

    def opened(self, module: ModuleType, name: str) -> NoReturn:
        """Refuse it."""
        how = "as in match splendor FILE.py random --set variant=host"
        raise AnswerError(f"{name} is a player of the course's: it plays, {how}, and is not checked")


DIALECT = Melbourne()
