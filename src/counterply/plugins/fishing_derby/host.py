"""``counterply host fishing_derby``: what the course's program starts."""

from __future__ import annotations

from counterply.cli.command_options import HostedPlayer

DEFAULT_PLAYER = "engine:memory=8"  # MB of table, as much as a turn can fill


def fishing_derby(player: HostedPlayer = DEFAULT_PLAYER) -> None:
    """Fishing Derby of the course DD2380 (KTH): its player.py."""
    from counterply.plugins.fishing_derby.kth import serve

    serve(player)
