"""The certificate that both ends of each connection show; and Dask itself, which demands it."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from counterply.core.errors import UsageError
from counterply.core.optional_packages import extra
from counterply.core.users_text import say

CERTIFICATE = Path("~/.config/counterply/cluster.pem")
PRIVATE_MODE = 0o600
CONNECT_SECONDS = 10.0
RELIABLE_FAILURES = 1_000_000  # a batch is never blamed for the death of a worker: players crash in processes of their own
VALID_DAYS = 1096  # of a new certificate: three years, a course and its repetitions
SOON = timedelta(days=30)  # before its end, from which on people are told
SKEW = timedelta(days=1)  # by which machines' clocks may differ
LOGGERS = ("distributed", "tornado", "asyncio")  # the client reports a machine's failures itself, in one line
SILENT = logging.CRITICAL + 1
ROLES = ("client", "scheduler", "worker")


def distributed() -> Any:
    """Return Dask distributed, made quiet; raises `UsageError` where it is not installed."""
    module, dask = extra("distributed", "cluster", "a cluster"), extra("dask", "cluster", "a cluster")
    for name in (*LOGGERS, *logging.root.manager.loggerDict):
        if name.partition(".")[0] in LOGGERS:  # Dask gives some of its own a level, which that of their parent does not change
            logging.getLogger(name).setLevel(SILENT)
    dask.config.set(
        {
            "distributed.scheduler.allowed-failures": RELIABLE_FAILURES,
            "distributed.scheduler.http.routes": [],  # no pages
            "distributed.worker.http.routes": [],
            "distributed.worker.profile.enabled": False,  # nor data that only they would show
            "distributed.admin.system-monitor.interval": "10s",
            "distributed.comm.timeouts.connect": f"{CONNECT_SECONDS:g}s",
        }
    )
    return module


def make_certificate(file: Path, days: float = VALID_DAYS) -> datetime:
    """Write a new key with its certificate into one file that only its owner can read, and return when it ends."""
    extra("cryptography", "cluster", "a cluster")
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "counterply")])
    now = datetime.now(UTC)
    end = now + timedelta(days=days)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(min(now, end) - SKEW).not_valid_after(end)
    for extension, critical in (
        (x509.BasicConstraints(ca=True, path_length=None), True),  # strict checks, as Python 3.13 makes, want all three
        (x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False),
        (x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), False),
    ):
        builder = builder.add_extension(extension, critical)
    certificate = builder.sign(key, hashes.SHA256())
    written = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path = file.expanduser()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_MODE), "wb") as stream:
        stream.write(written + certificate.public_bytes(serialization.Encoding.PEM))
    return end


def require_valid(file: Path, key: str, certificate: str, tell: Callable[[str], None]) -> None:
    """Raise `UsageError` for a certificate that is not its key's, or not good today; `tell` gets a line if it ends soon."""
    extra("cryptography", "cluster", "a cluster")
    from cryptography import x509
    from cryptography.hazmat.primitives import serialization

    try:
        known = x509.load_pem_x509_certificate(certificate.encode())
        secret = serialization.load_pem_private_key(key.encode(), None)
    except (ValueError, TypeError) as error:
        raise UsageError(f"{file} is not a certificate of a cluster: {' '.join(str(error).split())}") from None
    if known.public_key() != secret.public_key():
        raise UsageError(f"{file} is not a certificate of a cluster: its PRIVATE KEY belongs to another CERTIFICATE")
    begin, end, now = known.not_valid_before_utc, known.not_valid_after_utc, datetime.now(UTC)
    new = f"remove it where the cluster starts, `counterply cluster start` makes a new one: copy that to every machine as {file}"
    if now < begin:
        raise UsageError(f"the certificate {file} is good from {begin:%Y-%m-%d %H:%M} UTC on: is this machine's clock right?")
    if now >= end:
        raise UsageError(f"the certificate {file} has ended on {end:%Y-%m-%d}; {new}")
    if end - now < SOON:
        tell(f"the certificate {file} ends on {end:%Y-%m-%d}; before that, {new}")


def security_of(file: Path, tell: Callable[[str], None] = say) -> Any:
    """Return Dask's settings for a certificate's file; `tell` gets a line if it ends soon.

    Raises
    ------
    UsageError
        if there is no such file, it holds no key and certificate that are good today, or another user can read it
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
    require_valid(file, key[0], certificate[0], tell)
    shown = {f"tls_{role}_key": key[0] for role in ROLES} | {f"tls_{role}_cert": certificate[0] for role in ROLES}
    return distributed().Security(require_encryption=True, tls_ca_file=certificate[0], **shown)
