"""The command, and ``python -m counterply``: Ctrl-C is heard before anything heavy is imported."""

from counterply.interruption import be_quiet


def main() -> None:
    """Run the command."""
    be_quiet()
    from counterply.cli import main as command  # takes a second

    command()


if __name__ == "__main__":
    main()
