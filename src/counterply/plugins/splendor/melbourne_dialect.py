"""Melbourne's Splendor: agents ``SelectAction(actions, game_state)``, which play and are not judged."""

from __future__ import annotations

from counterply.plugins.dialects.dialect import Dialect

PROGRAM, PACKAGE = "counterply.plugins.splendor.program", "counterply.plugins.splendor.package_program"


class Melbourne(Dialect):
    """The course's interface, with its modules and those of its packaged fork."""

    modules = {  # noqa: RUF012
        **dict.fromkeys(("template", "Splendor.splendor_model", "Splendor.splendor_utils"), PROGRAM),
        "splendor.template": PACKAGE,
        **{f"splendor.splendor.{name}": PACKAGE for name in ("constants", "splendor_model", "splendor_utils", "types")},
    }
    plays = "counterply.plugins.splendor.guest:guest"


DIALECT = Melbourne()
