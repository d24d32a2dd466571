"""``python -m counterply``: the command."""

from counterply.cli import main

main()
