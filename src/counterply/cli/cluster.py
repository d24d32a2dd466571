"""The commands cluster start and cluster join: other machines play the games of a tournament."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Annotated, Unpack

import typer

from counterply.cli import app
from counterply.cli.command_options import CertificateOption, command
from counterply.cli.input_output import note
from counterply.core.errors import UsageError
from counterply.core.machine import cores_of_machine
from counterply.core.users_text import positive

cluster = typer.Typer(help="Let other machines play the games of a tournament.", no_args_is_help=True)
app.add_typer(cluster, name="cluster")


@command(cluster, "start")
def start(
    listen: Annotated[
        str | None, typer.Option("--listen", metavar="ADDRESS", help="Address of this machine to listen on; by default 127.0.0.1.")
    ] = None,
    port: Annotated[int, typer.Option("--port", metavar="N", help="Port to listen on.")] = 8786,
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE.address", help="Write the address here, on a disk that the machines share."),
    ] = None,
    ssh: Annotated[
        list[str] | None,
        typer.Option("--ssh", metavar="HOST", help="Let a machine join that ssh reaches without a password; may be repeated."),
    ] = None,
    **options: Unpack[CertificateOption],
) -> None:
    """Begin a cluster on this machine.

    Makes its certificate if there is none.
    Only this machine can join unless --listen gives another address of it. Ends with Ctrl-C.
    """
    from counterply.arena.cluster import CERTIFICATE, make_certificate
    from counterply.arena.cluster import start as be_the_scheduler

    if ssh and listen is None:
        raise UsageError("--ssh needs --listen ADDRESS: one of this machine's own, which the others can reach")
    chosen = Path(options["certificate"] or CERTIFICATE)
    if not chosen.expanduser().exists():
        end = make_certificate(chosen)
        note(f"made the certificate {chosen}, good until {end:%Y-%m-%d}")
        note("it is the password: copy it to these machines only")

    def ready(address: str) -> None:
        place = address.removeprefix("tls://")
        note(f"the cluster listens at {place}; on each machine: counterply cluster join {place}")
        if listen is None:
            note("only this machine can join it; for others: counterply cluster start --listen ADDRESS, one of this machine's own")
        note(f"then here: counterply tournament ... --cluster {place} --out DIR; Ctrl-C ends the cluster")

    be_the_scheduler(listen or "127.0.0.1", port, chosen, file, ssh or (), ready, note)


@command(cluster, "join")
def join(
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="local, HOST, HOST:PORT, or the file of --file.")],
    slots: Annotated[
        int | None, typer.Option("--slots", metavar="N", help="Games at a time; by default one for each core but one.")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="What reports call this machine.")] = None,
    **options: Unpack[CertificateOption],
) -> None:
    """Play games for a cluster on this machine, until the cluster ends.

    Ctrl-C finishes the games that are being played first; the second one does not.
    """
    from counterply.arena.cluster import CERTIFICATE, scheduler_address
    from counterply.arena.cluster import join as be_a_worker

    count = max(1, cores_of_machine() - 1) if slots is None else positive(slots, "--slots")
    called = name or f"{socket.gethostname()}-{os.getpid()}"
    where = scheduler_address(address)

    be_a_worker(where, Path(options["certificate"] or CERTIFICATE), count, called, note)
    note("the cluster has ended")
