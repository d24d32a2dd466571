"""``counterply host fishing_derby``: what the course's program starts."""

from __future__ import annotations


def fishing_derby() -> None:
    """Fishing Derby of the course DD2380 (KTH): its player.py."""
    from counterply.plugins.fishing_derby.kth import serve

    serve()
