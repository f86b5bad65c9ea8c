"""A conversation by httpx."""

from __future__ import annotations

import asyncio
import sys
from contextlib import aclosing

import pytest

from steno.errors import ModelAnswerError, ModelPackageError
from steno.model.access import Access
from steno.model.exchange_http import HttpExchange
from steno.testing.messages_api import MessagesApi
from tests.model.exchanging import BODY, Exchanging
from tests.model.fake_service import EVENTS, Reply, serving


class TestHttp(Exchanging):
    """What every way of asking has to do."""

    opened = HttpExchange

    def test_long_refusal_is_read_in_part(self) -> None:
        """Nobody needs megabytes to be told no."""
        long = serving(Reply(400, {}, b"x" * (1 << 20)))
        with long as service, pytest.raises(ModelAnswerError, match="400"):
            self.ask(service.address)

    def test_endless_answer_is_ended(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """No model says so much."""
        monkeypatch.setattr("steno.model.exchange_http.MOST_BYTES", 20)
        ping = b'event: ping\ndata: {"type": "ping"}\n\n'
        endless = serving(Reply(headers=EVENTS, body=ping * 9))
        with endless as service, pytest.raises(ModelAnswerError, match="too long"):
            self.ask(service.address)

    def test_count_that_is_no_json_is_told(self) -> None:
        """As from a page that asks for a login."""

        async def run(url: str) -> int:
            exchange = self.exchange(url)
            async with aclosing(exchange):
                return await exchange.count_tokens(BODY)

        page = serving(Reply(body=b"<html>"))
        with page as service, pytest.raises(ModelAnswerError, match="no JSON"):
            asyncio.run(run(service.address))

    def test_connection_is_kept(self) -> None:
        """From one answer to the next, and no longer than the exchange."""
        with MessagesApi(["a", "b"]) as api:

            async def run() -> None:
                exchange = self.exchange(api.url)
                assert isinstance(exchange, HttpExchange)
                for _ in range(2):
                    _ = [event async for event in exchange.stream(BODY)]
                await exchange.aclose()
                await exchange.aclose()

            asyncio.run(run())
            assert len(api.requests) == 2


@pytest.mark.parametrize("package", ["httpx", "httpx_sse"])
def test_missing_package_says_how_to_get_it(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is asked."""
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ModelPackageError, match=r"pip install 'steno\[client\]'"):
        HttpExchange(Access("https://example.com", "k"))
