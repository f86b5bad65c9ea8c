"""Where a model is asked, and with which key; the key is shown to nobody."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from steno.errors import ModelAddressError, ModelHeadersError, NoKeyError

if TYPE_CHECKING:
    from collections.abc import Mapping

ADDRESS: Final = "https://api.anthropic.com"
KEY: Final = "ANTHROPIC_API_KEY"
TOKEN: Final = "ANTHROPIC_AUTH_TOKEN"  # noqa: S105 - the name of a variable
BASE_URL: Final = "ANTHROPIC_BASE_URL"
HEADERS: Final = "ANTHROPIC_CUSTOM_HEADERS"
HIDDEN: Final = "[the key]"
_SHORTEST_SECRET: Final = 8
"""Characters of a header that may be a secret; what is shorter stands in many a word."""
_HEADER_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")


@dataclass(frozen=True, slots=True)
class Access:
    """An address and a key for it."""

    address: str
    """The base URL, without a slash at its end."""
    key: str = field(repr=False)
    is_token: bool = False
    """Whether the key is one to bear (ANTHROPIC_AUTH_TOKEN), and no API key."""
    custom_headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """What the user wants sent besides (ANTHROPIC_CUSTOM_HEADERS), names in lower case."""

    @property
    def headers(self) -> dict[str, str]:
        """The header that shows the key to the one who asks for it, and those set by hand."""
        key = {"authorization": f"Bearer {self.key}"} if self.is_token else {"x-api-key": self.key}
        return key | dict(self.custom_headers)

    @property
    def is_local(self) -> bool:
        """Whether the address is on this machine."""
        return is_loopback(urlsplit(self.address).hostname or "")

    def hide(self, text: str) -> str:
        """Take the key, and headers as long as one, out of what others said."""
        text = text.replace(self.key, HIDDEN) if self.key else text
        for _, value in self.custom_headers:
            if len(value) >= _SHORTEST_SECRET:
                text = text.replace(value, HIDDEN)
        return text


def has_key(environ: Mapping[str, str]) -> bool:
    """Say whether a key is set."""
    return any(environ.get(name, "").strip() for name in (KEY, TOKEN))


def access_from(
    environ: Mapping[str, str], base_url: str | None = None, configured: str | None = None
) -> Access:
    """Take the address that was given, that of the environment, or the configured one.

    NoKeyError without a key, ModelAddressError where the key would travel in the open.
    """
    address = checked_address(base_url or environ.get(BASE_URL) or configured or ADDRESS)
    custom = custom_headers(environ)
    key = environ.get(KEY, "").strip()
    if key:
        return Access(address, _checked_key(key, KEY), custom_headers=custom)
    token = environ.get(TOKEN, "").strip()
    if token:
        token = _checked_key(token, TOKEN)
        return Access(address, token, is_token=True, custom_headers=custom)
    raise NoKeyError


def custom_headers(environ: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Read the headers that are set by hand, one ``Name: value`` per line; ModelHeadersError."""
    found: dict[str, str] = {}
    for number, line in enumerate(environ.get(HEADERS, "").split("\n"), 1):
        if not line.strip():
            continue
        name, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or not _HEADER_NAME.fullmatch(name) or not _is_plain(value):
            raise ModelHeadersError(number)
        found[name.lower()] = value
    return tuple(found.items())


def _is_plain(text: str) -> bool:
    """Say whether a header can hold a text."""
    return text.isascii() and text.isprintable()


def _checked_key(key: str, variable: str) -> str:
    """Give a key back if a header can hold it; whatever else it is, is not shown."""
    if _is_plain(key):
        return key
    raise NoKeyError(variable)


def checked_address(address: str) -> str:
    """Give an address back if a key may be sent there: by https, or within this machine."""
    plain = address.strip().rstrip("/")
    try:
        parts = urlsplit(plain)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise ModelAddressError(plain, str(error)) from error
    if parts.scheme not in ("http", "https") or not host or not plain.isprintable():
        raise ModelAddressError(plain, "it is no web address")
    if parts.username is not None or parts.password is not None:
        # Not shown: what stands before the @ may be a secret.
        raise ModelAddressError(f"{parts.scheme}://…@{host}", "it holds a name or password")
    if parts.query or parts.fragment:
        raise ModelAddressError(plain, "it has a part behind ? or #")
    if parts.scheme == "http" and not is_loopback(host):
        raise ModelAddressError(plain, "the key would travel unencrypted")
    return plain


def is_loopback(host: str) -> bool:
    """Say whether a host is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
