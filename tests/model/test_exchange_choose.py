"""By which way a conversation asks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from steno.config import Config
from steno.errors import ConfigError, ModelPackageError, NoKeyError
from steno.model.exchange_choose import open_exchange, patience_from
from steno.model.exchange_http import HttpExchange
from steno.model.exchange_sdk import SdkExchange

KEYED = {"ANTHROPIC_API_KEY": "k"}


def config(**model: Any) -> Config:
    """Make a configuration."""
    return Config(Path("config.toml"), {"model": model})


def test_httpx_is_the_usual_way() -> None:
    """The official client where that is configured."""
    assert isinstance(open_exchange(KEYED, config()), HttpExchange)
    assert isinstance(open_exchange(KEYED, config(client="httpx")), HttpExchange)
    assert isinstance(open_exchange(KEYED, config(client="anthropic")), SdkExchange)


def test_cloud_comes_first() -> None:
    """It needs no key of ours."""
    environ = {
        "CLAUDE_CODE_USE_VERTEX": "1",
        "CLAUDE_CODE_SKIP_VERTEX_AUTH": "1",
        "CLOUD_ML_REGION": "eu",
        "ANTHROPIC_VERTEX_PROJECT_ID": "p",
    }
    assert open_exchange(environ, config(client="httpx")).name == "vertex"


def test_address_is_that_of_every_model() -> None:
    """Given, of the environment, configured."""
    own = config(base_url="https://set.example")
    assert open_exchange(KEYED, own).address == "https://set.example"
    given = open_exchange(KEYED, own, base_url="https://given.example")
    assert given.address == "https://given.example"
    environ = {**KEYED, "ANTHROPIC_BASE_URL": "https://env.example"}
    assert open_exchange(environ, own).address == "https://env.example"


def test_official_client_stands_in_for_httpx(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without either, the message says what to install."""
    monkeypatch.setitem(sys.modules, "httpx_sse", None)
    assert isinstance(open_exchange(KEYED, config()), SdkExchange)
    monkeypatch.setitem(sys.modules, "anthropic", None)
    with pytest.raises(ModelPackageError, match=r"httpx-sse.*steno\[client\]"):
        open_exchange(KEYED, config())


def test_what_cannot_be_used_is_told() -> None:
    """A client that nobody knows, or no key."""
    with pytest.raises(ConfigError, match=r"model\.client.*httpx, anthropic"):
        open_exchange(KEYED, config(client="curl"))
    with pytest.raises(NoKeyError):
        open_exchange({}, config())


@pytest.mark.parametrize(
    ("environ", "most", "silent"),
    [
        ({}, 11, 300.0),
        ({"API_TIMEOUT_MS": "1500", "CLAUDE_CODE_MAX_RETRIES": "0"}, 1, 1.5),
        ({"API_TIMEOUT_MS": "soon", "CLAUDE_CODE_MAX_RETRIES": "-1"}, 11, 300.0),
        ({"API_TIMEOUT_MS": "0", "CLAUDE_CODE_MAX_RETRIES": "9999"}, 101, 300.0),
    ],
)
def test_environment_says_how_patient_to_be(
    environ: dict[str, str], most: int, silent: float
) -> None:
    """In the variables of the real client; what is no number says nothing."""
    patience = patience_from(environ)
    assert (patience.attempts.most, patience.silent) == (most, silent)
