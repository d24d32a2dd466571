"""The certificate that both ends of each connection show; and Dask itself, which demands it."""

from __future__ import annotations

import importlib
import logging
import os
import re
from pathlib import Path
from typing import Any

from counterply.core.errors import UsageError

CERTIFICATE = Path("~/.config/counterply/cluster.pem")
PRIVATE_MODE = 0o600
CONNECT_SECONDS = 10.0
RELIABLE_FAILURES = 1_000_000  # a batch is never blamed for the death of a worker: players crash in processes of their own
ROLES = ("client", "scheduler", "worker")


def distributed() -> Any:
    """Return Dask distributed, made quiet; raises `UsageError` where it is not installed."""
    module, dask = _import("distributed"), _import("dask")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    dask.config.set(
        {
            "distributed.scheduler.allowed-failures": RELIABLE_FAILURES,
            "distributed.scheduler.http.routes": [],  # no pages
            "distributed.worker.http.routes": [],
            "distributed.worker.profile.enabled": False,  # nor what only they would show
            "distributed.admin.system-monitor.interval": "10s",
            "distributed.comm.timeouts.connect": f"{CONNECT_SECONDS:g}s",
        }
    )
    return module


def _import(package: str) -> Any:
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError as error:
        raise UsageError(f"a cluster needs {error.name}, which is not installed: pip install '.[cluster]' in a clone") from error


def make_certificate(file: Path) -> None:
    """Write a new key with its certificate into one file that only its owner can read."""
    _import("cryptography")
    made = distributed().Security.temporary()
    path = file.expanduser()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_MODE), "w", encoding="ascii") as stream:
        stream.write(made.tls_client_key + made.tls_client_cert)


def security_of(file: Path) -> Any:
    """Return Dask's settings for a certificate's file.

    Raises
    ------
    UsageError
        if there is no such file, it holds no key and certificate, or somebody else can read it
    """
    path = file.expanduser()
    try:
        text, mode = path.read_text(encoding="ascii"), path.stat().st_mode & 0o777
    except FileNotFoundError:
        raise UsageError(
            f"there is no certificate {file}: `counterply cluster start` makes one, to be copied to every machine"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the certificate {file} cannot be read: {error}") from None
    if mode & 0o077:
        raise UsageError(f"the certificate {file} can be read by others (mode {mode:o}); chmod 600 {file}")
    key, certificate = (
        re.search(f"-----BEGIN {name}-----.*?-----END {name}-----\n", text, re.DOTALL) for name in ("PRIVATE KEY", "CERTIFICATE")
    )
    if key is None or certificate is None:
        raise UsageError(f"{file} is not a certificate of a cluster: it must hold a PRIVATE KEY and a CERTIFICATE")
    shown = {f"tls_{role}_key": key[0] for role in ROLES} | {f"tls_{role}_cert": certificate[0] for role in ROLES}
    return distributed().Security(require_encryption=True, tls_ca_file=certificate[0], **shown)
