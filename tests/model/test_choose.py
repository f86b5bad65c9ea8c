"""Which model is asked, and by what."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from steno.config import Config
from steno.errors import ConfigError, ModelPackageError, NoKeyError
from steno.model.choose import open_model
from steno.model.http import HttpModel
from steno.model.sdk import SdkModel

KEYED = {"ANTHROPIC_API_KEY": "k"}


def config(**model: Any) -> Config:
    """Make a configuration."""
    return Config(Path("config.toml"), {"model": model})


def test_httpx_is_the_usual_way() -> None:
    """The official client where that is configured."""
    assert isinstance(open_model("m", KEYED, config()), HttpModel)
    assert isinstance(open_model("m", KEYED, config(client="httpx")), HttpModel)
    assert isinstance(open_model("m", KEYED, config(client="anthropic")), SdkModel)


def test_address_may_be_configured() -> None:
    """What is given comes before it."""
    own = config(base_url="https://set.example")
    assert open_model("m", KEYED, own).address == "https://set.example"
    given = open_model("m", KEYED, own, base_url="https://given.example")
    assert given.address == "https://given.example"


def test_official_client_stands_in_for_httpx(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without either, the message says what to install."""
    monkeypatch.setitem(sys.modules, "httpx", None)
    assert isinstance(open_model("m", KEYED, config()), SdkModel)
    monkeypatch.setitem(sys.modules, "anthropic", None)
    with pytest.raises(ModelPackageError, match=r"steno\[model\]"):
        open_model("m", KEYED, config())


def test_what_cannot_be_used_is_told() -> None:
    """A client that nobody knows, or no key."""
    with pytest.raises(ConfigError, match=r"model\.client.*httpx, anthropic"):
        open_model("m", KEYED, config(client="curl"))
    with pytest.raises(NoKeyError):
        open_model("m", {}, config())
