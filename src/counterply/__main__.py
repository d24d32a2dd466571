"""The command, and ``python -m counterply``: Ctrl-C and a manager's ABOUT are heard before anything heavy is imported."""

import sys

from counterply.hosts import greeting
from counterply.interruption import be_quiet


def main() -> None:
    """Run the command."""
    be_quiet()
    greeting.begin(sys.argv[1:])
    from counterply.cli import main as command  # takes a second

    command()


if __name__ == "__main__":
    main()
