"""Which addresses may be fetched: public ones, and never by a detour to private ones."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit, urlunsplit

from steno.client.tools.built_in import FailedError
from steno.client.tools.inputs import refuse_input

if TYPE_CHECKING:
    from urllib.parse import SplitResult

LONGEST: Final = 2000


def checked(url: str) -> SplitResult:
    """Take an address apart; what is none is a wrong input."""
    try:
        parts = urlsplit(url)
        named = parts.hostname
    except ValueError:
        named, parts = None, urlsplit("")
    if not parts.scheme or not named:
        raise refuse_input("WebFetch", ["url"], "Invalid URL", code="invalid_format", format="url")
    if parts.username is not None or len(url) > LONGEST or "\\" in url:
        raise FailedError("Invalid URL")
    if parts.scheme not in {"http", "https"}:
        raise FailedError(f"Only http and https can be fetched, not {parts.scheme}: {url}")
    return parts


def secured(parts: SplitResult) -> SplitResult:
    """Ask for http pages by https."""
    if parts.scheme != "http":
        return parts
    host = parts.netloc.removesuffix(":80")
    return parts._replace(scheme="https", netloc=host)


def spelled(parts: SplitResult) -> str:
    """Write an address without its fragment, which is no matter of the server."""
    return urlunsplit(parts._replace(fragment=""))


async def public_address(host: str, port: int) -> str:
    """Give an address of a host, or refuse where any of them is a private one.

    The connection is made to the very address that was looked at: a name that leads elsewhere
    a moment later leads nowhere.
    """
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise FailedError(f"The host {host} could not be found: {error}") from error
    addresses = [str(one[4][0]) for one in found]
    for address in addresses:
        if not is_public(address):
            raise FailedError(
                f"{host} is an address of this machine or of a private network ({address}), which "
                "is not fetched. Use Bash with curl where that is meant."
            )
    return addresses[0]


def is_public(address: str) -> bool:
    """Say whether an IP address is one of the public internet."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    inner = getattr(ip, "ipv4_mapped", None) or getattr(ip, "sixtofour", None)
    if inner is not None and not inner.is_global:
        return False
    return ip.is_global and not ip.is_multicast
