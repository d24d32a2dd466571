"""The process that judges hand-ins, one after another: ``python -m counterply.plugins.teaching.classroom_child``."""

from __future__ import annotations

import os
from dataclasses import asdict, replace

from counterply.core.errors import CounterplyError
from counterply.plugins.teaching.check import check
from counterply.plugins.teaching.classroom import Row
from counterply.plugins.teaching.grading import grade
from counterply.usercode.child_answers import Answers


def main() -> None:
    """Answer questions until the input closes."""
    answers, before = Answers(), 0.0
    for asked in answers:
        file = asked["file"]
        try:
            if asked["rubric"] is None:
                row = Row.of(asked["name"], check(file, **asked["options"]))
            else:
                row = Row.of_grade(asked["name"], grade(file, asked["rubric"]))
        except CounterplyError as error:
            path = file.rpartition(".py")[0] + ".py"
            row = Row.not_judged(asked["name"], str(error).removeprefix(f"{path}: "))  # the table names it
        spent, before = sum(os.times()[:4]) - before, sum(os.times()[:4])
        answers.say({"id": asked["id"], "row": asdict(replace(row, cpu_seconds=round(spent, 2)))})


if __name__ == "__main__":
    main()
