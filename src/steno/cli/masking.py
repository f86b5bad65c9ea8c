"""Secrets that were found are masked wherever a transcript is shown, unless --reveal is given."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from steno.cli.options import Options
    from steno.format.entry import Entry
    from steno.secrets.scan import Scanner
    from steno.session.session import Session

_REVEALED: Final = "steno.cli.masking.revealed"
_SCANNER: Final = "steno.cli.masking.scanner"
_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_SUSPECT: Final = re.compile(
    r"(?i)pass|pw|secret|token|key|auth|bearer|credential|BEGIN|netrc|://[^/\s]*@|contrase|_pat"
    r"|[a-z0-9_+/=.~-]{16,}| -[a-z-]|basic |sig=|thin:|:5432:|:\*:|kty|zapier|echo |login|rabbitmq"
    r"|sqlplus|identified |cookie|net use|/p:|\\u00"
)
"""What any secret looks like from afar: most texts need no closer look, and no scanner."""


def reveal_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option to show secrets."""
    option = click.option(
        "--reveal", is_flag=True, expose_value=False, callback=_reveal,
        help="Show found secrets; they are masked otherwise.",
    )  # fmt: skip
    return option(function)


def _reveal(context: click.Context, _: click.Parameter, asked: bool) -> None:  # noqa: FBT001
    context.find_root().meta[_REVEALED] = asked


def is_revealed() -> bool:
    """Say whether the user wants to see secrets."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.find_root().meta.get(_REVEALED))


def shield(text: str) -> str:
    """Mask the secrets of a text that is about to be shown."""
    if is_revealed() or _SUSPECT.search(_UUID.sub("", text)) is None:
        return text
    from steno.secrets.mask import masked

    return masked(text, _scanner().find(text))


def shielded(session: Session) -> Session:
    """Give a session with its secrets masked, for what shows it."""
    if is_revealed():
        return session
    from steno.view.masked import masked_session

    return masked_session(session, _scanner())


def shield_entries(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Mask the secrets of entries that are about to be shown."""
    if is_revealed():
        yield from entries
        return
    from steno.view.masked import masked_entry

    scanner = _scanner()
    for entry in entries:
        yield masked_entry(entry, scanner)


def shield_value(value: Any) -> Any:
    """Mask the secrets of a JSON value that is about to be shown."""
    if is_revealed():
        return value
    from steno.secrets.mask import mask_value

    return mask_value(value, _scanner())


def _scanner() -> Scanner:
    """Make the scanner of this run, with what the configuration adds."""
    from steno.cli.options import Options
    from steno.secrets.scan import Scanner

    context = click.get_current_context(silent=True)
    meta = {} if context is None else context.find_root().meta
    if _SCANNER not in meta:
        options = context.obj if context is not None else None
        meta[_SCANNER] = _configured(options) if isinstance(options, Options) else Scanner()
    scanner: Scanner = meta[_SCANNER]
    return scanner


def _configured(options: Options) -> Scanner:
    """Make a scanner as the user wants it; a broken configuration is for other commands to tell."""
    from steno.errors import ConfigError
    from steno.secrets.scan import Scanner

    try:
        return Scanner.configured(options.config)
    except ConfigError:
        return Scanner()
