"""What a host's first answer costs, beside the next ones, in CPU time."""

import time
from collections.abc import Callable

MOST_MORE = 0.05  # seconds of CPU time; a table, a scenario or an import takes more, on a busy machine too
MOVE_MS = 30.0  # milliseconds for each move: what a search uses of it differs by no more


def require_level(answer: Callable[[], object]) -> None:
    """Fail where the first of three answers costs more than the others."""
    used = []
    for _ in range(3):
        begin = time.process_time()
        answer()
        used.append(time.process_time() - begin)
    assert used[0] <= min(used[1:]) + MOST_MORE, used
