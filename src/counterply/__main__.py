"""The command, and ``python -m counterply``: Ctrl-C and a manager's ABOUT are heard before anything heavy is imported."""

import gc
import sys

from counterply import registry
from counterply.interruption import be_quiet
from counterply.version import __version__


def main() -> None:
    """Run the command."""
    be_quiet()
    if sys.argv[1:] == ["--version"]:  # for which nothing is imported
        print(f"counterply {__version__}")
        return
    if sys.argv[1:2] == ["host"]:
        registry.greet(sys.argv[2:])
    gc.set_threshold(50_000)  # objects: imports make hardly any garbage, and looks for it were an eighth of a command's start
    from counterply.cli import main as command  # takes a second

    command()


if __name__ == "__main__":
    main()
