"""Access to the server: hosts, origins, the token, and the security headers of every response."""

from __future__ import annotations

import hmac
import ipaddress
import os
import re
import secrets
import sys
from pathlib import Path

from counterply.core.errors import UsageError

KEY_VARIABLE = "COUNTERPLY_BOARD_KEY"  # environment variable of the processes: the key that decides the draws of chance
TOKEN_BYTES = 18  # of randomness
HOST = re.compile(r"(?:\[(?P<address>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9._-]+))(?::[0-9]{1,5})?")  # RFC 3986, in part
SHORTEST_TOKEN = 12  # letters, of one that a person chose

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def is_loopback(name: str) -> bool:
    """Tell whether a host's name or address is this machine, seen from itself."""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def host_name(header: str) -> str:
    """Return the host of a ``Host`` header without its port and brackets; '' where there is none, or it is anything else.

    >>> host_name("[::1]:5474"), host_name("localhost:80"), host_name("127.0.0.1"), host_name("[::1].evil")
    ('::1', 'localhost', '127.0.0.1', '')
    """
    parts = HOST.fullmatch(header)
    return "" if parts is None else (parts["address"] or parts["name"] or "").lower()


def may_ask(header: str, bound: str) -> bool:
    """Tell whether a ``Host`` header names this server, which is bound to the address `bound`.

    A page elsewhere whose name was made to lead here (DNS rebinding) sends its own name. Bound to loopback, only loopback's names
    are good; bound to all interfaces, only addresses are, which DNS cannot rebind, and the name that was bound.
    """
    name = host_name(header)
    if is_loopback(name):
        return True
    if is_loopback(bound):
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name == bound.lower()
    return True


def same_origin(origin: str | None, host: str) -> bool:
    """Tell whether an ``Origin`` header is that of a page of this server."""
    return origin in (f"http://{host}", f"https://{host}")


def same_token(given: object, token: str) -> bool:
    """Compare tokens, in the same time wherever they differ."""
    return isinstance(given, str) and hmac.compare_digest(given.encode(errors="replace"), token.encode())


def state_folder() -> Path:
    """Return the folder for data that lasts from run to run."""
    chosen = os.environ.get("XDG_STATE_HOME")
    if chosen:
        return Path(chosen) / "counterply"
    home = Path.home()
    return (home / "Library/Application Support" if sys.platform == "darwin" else home / ".local/state") / "counterply"


def kept_token() -> str:
    """Return this person's token, the same from run to run so that a bookmark stays good; a new one where none can be kept."""
    file = state_folder() / "board-token"
    try:
        known = file.read_text(encoding="ascii").strip()
        if len(known) >= SHORTEST_TOKEN and file.stat().st_mode & 0o077 == 0:
            return known
        file.unlink()
    except (OSError, UnicodeDecodeError):
        pass
    token = secrets.token_urlsafe(TOKEN_BYTES)
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as stream:
            stream.write(token)
    except OSError:
        pass
    return token


def chosen_token(host: str, token: str | None) -> str:
    """Return the token of a server on `host`.

    Raises
    ------
    UsageError
        if others can reach the server without a chosen token, the token is short, or `host` is empty
    """
    if not host.strip():
        raise UsageError("--host is an address of this machine, such as 127.0.0.1, not nothing: that would be all of them")
    if token is not None and len(token) < SHORTEST_TOKEN:
        raise UsageError(f"a token has {SHORTEST_TOKEN} letters or more, not {len(token)}")
    if token is None and not is_loopback(host):
        raise UsageError(f"--host {host} can be reached from other machines: choose a --token that they must know")
    return kept_token() if token is None else token
