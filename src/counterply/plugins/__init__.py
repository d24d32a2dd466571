"""What comes with the package beside its core: each folder is a plug-in, found by entry points as anybody's is."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # what type checkers see as verbs of `counterply`; at run time entry points name them
    from counterply.plugins.board.cell_verb import widget
    from counterply.plugins.board.verbs import board
    from counterply.plugins.bridges.verbs import export_bot
    from counterply.plugins.explanations.verbs import luck, tree, why
    from counterply.plugins.learning.verbs import learn, learnt, tune
    from counterply.plugins.reporting.verbs import export, report
    from counterply.plugins.studies.verbs import ablate, accuracy, bench, portrait
    from counterply.plugins.teaching.check import check, lessons

    __all__ = [
        "ablate",
        "accuracy",
        "bench",
        "board",
        "check",
        "export",
        "export_bot",
        "learn",
        "learnt",
        "lessons",
        "luck",
        "portrait",
        "report",
        "tree",
        "tune",
        "why",
        "widget",
    ]
