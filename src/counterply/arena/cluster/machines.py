"""The scheduler, and the workers that join it: here, and by ssh on other machines."""

from __future__ import annotations

import asyncio
import shlex
import signal
import socket
import ssl
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from counterply.arena.cluster.batches import LEAVES, SLOTS
from counterply.arena.cluster.certificate import CONNECT_SECONDS, distributed, security_of
from counterply.core.errors import GameError, UsageError
from counterply.core.files import write_text
from counterply.system import own_group

PORT = 8786  # Dask's own
LOCAL = "local"  # the address of a scheduler on this machine, on that port
FAREWELL_SECONDS = 2.0  # in which the last answer of a machine that leaves is fetched
# the command that ssh runs on another machine; it reads the certificate from standard input and removes it with the worker
BY_SSH = """f=$(mktemp) && cat > "$f" || exit
if [ -x {python} ]; then set -- {python} -m counterply; else set -- counterply; fi
"$@" cluster join {address} --name {name} --certificate "$f"; status=$?; rm -f "$f"; exit $status"""


def scheduler_address(text: str) -> str:
    """Return Dask's address of a scheduler: ``local``, ``HOST``, ``HOST:PORT``, or the file that `start` wrote it into.

    >>> scheduler_address("pc1"), scheduler_address("10.0.0.7:9000"), scheduler_address("local")
    ('tls://pc1:8786', 'tls://10.0.0.7:9000', 'tls://127.0.0.1:8786')
    """
    if text.endswith(".address"):
        try:
            return Path(text).expanduser().read_text(encoding="ascii").strip()
        except OSError as error:
            raise UsageError(f"{text} cannot be read: {error.strerror}") from None
    host, _, port = text.removeprefix("tls://").partition(":")
    if not host or (port and not port.isdigit()):
        raise UsageError(f"a cluster's address is local, HOST or HOST:PORT, not {text!r}")
    return f"tls://{'127.0.0.1' if host == LOCAL else host}:{port or PORT}"


def start(
    listen: str,
    port: int,
    certificate: Path,
    file: Path | None,
    hosts: Sequence[str],
    ready: Callable[[str], None],
    tell: Callable[[str], None],
) -> None:
    """Be the scheduler until interrupted.

    Parameters
    ----------
    listen : the address to listen on, of one of this machine's interfaces
    file : where to write the address for those who join, on a shared disk; None: nowhere
    hosts : machines that ssh reaches without a password; each joins
    ready : gets the address
    tell : gets a line for each host that could not join, or stay
    """
    dask, security = distributed(), security_of(certificate, tell)

    async def serve_until_stopped() -> None:
        async with dask.Scheduler(
            host=listen, port=port, protocol="tls", security=security, dashboard=False, dashboard_address="127.0.0.1:0"
        ) as scheduler:
            if file is not None:
                write_text(file, scheduler.address + "\n")
            ready(scheduler.address)
            joining = [asyncio.create_task(_join_by_ssh(host, scheduler.address, certificate, tell)) for host in hosts]
            try:
                await scheduler.finished()
            finally:
                await scheduler.close()  # its workers end with it
                await asyncio.wait_for(asyncio.gather(*joining), CONNECT_SECONDS)

    try:
        asyncio.run(serve_until_stopped())
    except TimeoutError as error:
        raise GameError("an ssh has not ended with its worker: look for counterply on that machine") from error
    except (OSError, ValueError, RuntimeError) as error:
        raise GameError(f"a scheduler cannot listen on {listen}:{port}: {cause(error)}") from error


async def _join_by_ssh(host: str, address: str, certificate: Path, tell: Callable[[str], None]) -> None:
    """Let a machine join, by this Python if it has that file, else by its own command; say so if it cannot."""
    place = address.removeprefix("tls://")
    command = BY_SSH.format(python=shlex.quote(sys.executable), address=shlex.quote(place), name=shlex.quote(host))
    try:
        ssh = await asyncio.create_subprocess_exec(
            *("ssh", "-o", "BatchMode=yes", "--", host, f"sh -c {shlex.quote(command)}"),
            stdin=asyncio.subprocess.PIPE,
            **own_group(),  # Ctrl-C is this machine's
        )
    except OSError as error:
        return tell(f"{host} cannot join: there is no ssh on this machine ({error.strerror})")
    await ssh.communicate(certificate.expanduser().read_bytes())
    if ssh.returncode:
        tell(f"{host} has left: ssh ended with status {ssh.returncode}")
    return None


def join(address: str, certificate: Path, slots: int, name: str, tell: Callable[[str], None]) -> None:
    """Be a worker until the scheduler has gone, or until interrupted: then the batches that are being played are finished.

    Parameters
    ----------
    slots : games that are played at a time
    tell : gets a line when the worker has joined, and when it is about to leave

    Raises
    ------
    GameError
        if the scheduler cannot be reached, does not accept the certificate, or the machine would play other games than a run's own
    KeyboardInterrupt
        after it was interrupted
    """
    dask, security = distributed(), security_of(certificate, tell)
    leaving: list[asyncio.Task[None]] = []

    async def work(folder: str) -> None:
        async with dask.Worker(
            address,
            nthreads=slots,
            name=name,
            host=own_address(address),
            protocol="tls",
            security=security,
            memory_limit=0,
            dashboard=False,
            dashboard_address="127.0.0.1:0",
            local_directory=folder,
        ) as worker:

            async def leave() -> None:
                if not SLOTS.refusal:
                    tell(f"{name} leaves after its batches of games; Ctrl-C once more: at once")
                    SLOTS.refusal = LEAVES
                while SLOTS.busy:
                    await asyncio.sleep(0.1)
                await asyncio.sleep(FAREWELL_SECONDS)
                await worker.close()

            def interrupted() -> None:
                if leaving:
                    raise KeyboardInterrupt
                leaving.append(asyncio.create_task(leave()))

            asyncio.get_running_loop().add_signal_handler(signal.SIGINT, interrupted)
            SLOTS.refused = lambda: worker.loop.add_callback(leave)
            tell(f"{name} plays for {address.removeprefix('tls://')}, {slots} at a time")
            await worker.finished()

    reach(address, security)
    try:
        with tempfile.TemporaryDirectory(prefix="counterply-") as folder:
            asyncio.run(work(folder))
    except (OSError, ValueError, TimeoutError, RuntimeError) as error:
        raise GameError(f"{address} cannot be joined: {cause(error)}") from error
    finally:
        SLOTS.close()
    if leaving:
        raise KeyboardInterrupt
    if SLOTS.refusal:
        raise GameError(f"this machine would play other games than the run's own: {SLOTS.refusal}")


def reach(address: str, security: Any) -> None:
    """Raise `GameError` if no scheduler with the same certificate listens at an address: Dask would try for minutes."""
    host, _, port = address.removeprefix("tls://").rpartition(":")
    try:
        with socket.create_connection((host, int(port)), CONNECT_SECONDS) as plain:
            security.get_connection_args("client")["ssl_context"].wrap_socket(plain, server_hostname=host).close()
    except ssl.SSLError as error:
        other = "its certificate is another one: copy the file of the machine where `counterply cluster start` runs"
        why = other if isinstance(error, ssl.SSLCertVerificationError) else "it speaks no TLS"
        raise GameError(f"the cluster at {host}:{port} cannot be joined: {why}") from error
    except TimeoutError as error:
        raise GameError(f"the program at {host}:{port} does not answer; `counterply cluster start` begins a cluster") from error
    except OSError as error:
        raise GameError(
            f"no cluster answers at {host}:{port} ({error.strerror or error}); `counterply cluster start` begins one"
        ) from error


def own_address(scheduler: str) -> str:
    """Return the address of this machine's interface towards a scheduler; nothing is sent."""
    host, _, port = scheduler.removeprefix("tls://").rpartition(":")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((host, int(port)))
        return str(probe.getsockname()[0])


def cause(error: BaseException) -> str:
    """Return an error's root cause in one line."""
    while error.__cause__ is not None:
        error = error.__cause__
    text = " ".join(str(error).split()) or type(error).__name__
    return f"{text} (is it the same certificate?)" if "SSL" in text or "TLS" in text or "certificate" in text else text
