"""By which way a conversation asks its model: as the environment and the configuration say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.errors import ConfigError, ModelPackageError
from steno.model.access import access_from
from steno.model.attempts import Attempts
from steno.model.exchange import SILENT_SECONDS, Patience
from steno.model.exchange_clouds import chosen_cloud, open_cloud
from steno.model.exchange_http import HttpExchange
from steno.model.exchange_sdk import SdkExchange

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from steno.config import Config
    from steno.model.access import Access
    from steno.model.exchange import Exchange

WAYS: Final[dict[str, Callable[[Access, Patience], Exchange]]] = {
    "httpx": HttpExchange,
    "anthropic": SdkExchange,
}
_RETRIES: Final = 10
_MOST_RETRIES: Final = 100


def open_exchange(
    environ: Mapping[str, str], config: Config, *, base_url: str | None = None
) -> Exchange:
    """Give a way to ask; nothing is sent before it is asked.

    A ModelError or ConfigError says what is missing: a key, a package, an address that may have
    the key.
    """
    patience = patience_from(environ)
    cloud = chosen_cloud(environ)
    if cloud is not None:
        return open_cloud(cloud, environ, patience)
    access = access_from(environ, base_url, config.get("model.base_url"))
    wanted = config.get("model.client")
    if wanted is None:
        return _first_installed(access, patience)
    if wanted not in WAYS:
        problem = (
            f"model.client in {config.path} is {wanted!r}, but it has to be one of "
            f"{', '.join(WAYS)}. Mend it, or run 'steno config unset model.client'."
        )
        raise ConfigError(problem)
    return WAYS[wanted](access, patience)


def patience_from(environ: Mapping[str, str]) -> Patience:
    """Read how long to wait and how often to ask: API_TIMEOUT_MS, CLAUDE_CODE_MAX_RETRIES."""
    silent = _number(environ, "API_TIMEOUT_MS")
    retries = _number(environ, "CLAUDE_CODE_MAX_RETRIES")
    most = 1 + (_RETRIES if retries is None else min(retries, _MOST_RETRIES))
    return Patience(
        Attempts(most=most, first_pause=0.5), silent=silent / 1000 if silent else SILENT_SECONDS
    )


def _number(environ: Mapping[str, str], name: str) -> int | None:
    said = environ.get(name, "").strip()
    return int(said) if said.isascii() and said.isdecimal() else None


def _first_installed(access: Access, patience: Patience) -> Exchange:
    """Ask by httpx, or by the official client where only that is installed."""
    try:
        return HttpExchange(access, patience)
    except ModelPackageError as missing:
        try:
            return SdkExchange(access, patience)
        except ModelPackageError:
            raise missing from None
