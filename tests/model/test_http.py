"""A model asked by httpx."""

from __future__ import annotations

import sys

import pytest

from steno.errors import ModelPackageError
from steno.model.access import Access
from steno.model.http import VERSION, HttpModel
from tests.model.asking import KEY, Asking
from tests.model.fake_service import Reply, answer, serving


class TestHttp(Asking):
    """What every way of asking has to do."""

    opened = HttpModel

    def test_key_has_its_own_header(self) -> None:
        """And the version is the one that every service knows."""
        with serving(answer("x")) as service:
            self.ask(service.address)
        assert service.got[0].headers["x-api-key"] == KEY
        assert service.got[0].headers["anthropic-version"] == VERSION

    def test_long_refusal_is_read_in_part(self) -> None:
        """Nobody needs megabytes to be told no."""
        with (
            serving(Reply(400, {}, b"x" * (1 << 20))) as service,
            pytest.raises(Exception, match="400"),
        ):
            self.ask(service.address)


def test_missing_package_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is asked."""
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(ModelPackageError, match=r"pip install 'steno\[model\]'"):
        HttpModel("m", Access("https://example.com", "k"))
