"""Which model is asked, where, with what key and by which client: as the user has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from steno.errors import ConfigError, ModelPackageError
from steno.model.access import access_from
from steno.model.http import HttpModel
from steno.model.sdk import SdkModel

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from steno.config import Config
    from steno.model.access import Access
    from steno.model.protocol import Model

CLIENTS: Final[dict[str, Callable[[str, Access], Model]]] = {
    "httpx": HttpModel,
    "anthropic": SdkModel,
}


def open_model(
    name: str, environ: Mapping[str, str], config: Config, *, base_url: str | None = None
) -> Model:
    """Give a model to ask; nothing is sent before it is asked.

    A ModelError says what is missing: a key, a package, an address that may have the key.
    """
    access = access_from(environ, base_url, config.get("model.base_url"))
    wanted = config.get("model.client")
    if wanted is not None and wanted not in CLIENTS:
        problem = (
            f"model.client in {config.path} is {wanted!r}, but it has to be one of "
            f"{', '.join(CLIENTS)}. Mend it, or run 'steno config unset model.client'."
        )
        raise ConfigError(problem)
    if wanted is not None:
        return CLIENTS[wanted](name, access)
    try:
        return HttpModel(name, access)
    except ModelPackageError as missing:
        return _other(name, access, missing)


def _other(name: str, access: Access, missing: ModelPackageError) -> Model:
    """Do with the official client where only that is installed."""
    try:
        return SdkModel(name, access)
    except ModelPackageError:
        raise missing from None
