"""WebFetch against a small server on loopback."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

from steno.client.tools import web_fetch
from steno.client.tools.services import Services
from tests.client.surroundings import Surroundings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PAGE = b"<html><body><h1>Tides</h1>high</body></html>"


class _Handler(BaseHTTPRequestHandler):
    asked = 0

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """Answer by the path."""
        type(self).asked += 1
        moved = {"/same": "/page", "/other": "https://other.example/x", "/loop": "/loop"}
        self.send_response(302 if self.path in moved else 404 if self.path == "/none" else 200)
        if self.path in moved:
            self.send_header("Location", moved[self.path])
        self.send_header("Content-Type", "image/png" if self.path == "/png" else "text/html")
        self.end_headers()
        body = b"x" * 200_000 if self.path == "/big" else _PAGE
        self.wfile.write(body if self.path not in moved else b"")


@pytest.fixture
def server() -> Iterator[str]:
    """Give the address of a small server."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_address[1]}"
        serving.shutdown()


def _around(tmp_path: Path, *, asks: bool = False) -> Surroundings:
    async def ask(prompt: str) -> str:
        return f"answer to {len(prompt) > 50} {'high' in prompt}"

    return Surroundings(
        tmp_path, Services(private_addresses=True, ask_small_model=ask if asks else None)
    )


def test_a_page_is_given_as_text(tmp_path: Path, server: str) -> None:
    """Without a small model the model gets the page itself; redirects on the host are followed."""
    answer = _around(tmp_path).call("WebFetch", url=f"{server}/same", prompt="p")
    assert answer.content == "# Tides\n\nhigh"
    assert (answer.kept["code"], answer.kept["codeText"]) == (200, "OK")
    assert list(answer.kept) == ["bytes", "code", "codeText", "result", "durationMs", "url"]


def test_a_small_model_answers(tmp_path: Path, server: str) -> None:
    """The small model gets the page and the question, and the page is kept for a while."""
    around, before = _around(tmp_path, asks=True), _Handler.asked
    for _ in range(2):
        answer = around.call("WebFetch", url=f"{server}/page", prompt="p")
        assert answer.content == "answer to True True"
    assert _Handler.asked == before + 1


def test_another_host_is_told(tmp_path: Path, server: str) -> None:
    """A redirect to another host is not followed."""
    answer = _around(tmp_path).call("WebFetch", url=f"{server}/other", prompt="p")
    assert "REDIRECT DETECTED" in str(answer.content)
    assert "https://other.example/x" in str(answer.content)


def test_circles_pictures_and_large_pages_end(
    tmp_path: Path, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing goes on forever or fills the memory."""
    around = _around(tmp_path)
    assert "Too many redirects" in str(
        around.call("WebFetch", url=f"{server}/loop", prompt="p").content
    )
    assert "no text" in str(around.call("WebFetch", url=f"{server}/png", prompt="p").content)
    monkeypatch.setattr(web_fetch, "LARGEST", 1000)
    assert "larger than" in str(around.call("WebFetch", url=f"{server}/big", prompt="p").content)


def test_this_machine_is_not_fetched_unless_allowed(tmp_path: Path, server: str) -> None:
    """Loopback is refused before anything is sent there."""
    before = _Handler.asked
    answer = Surroundings(tmp_path).call("WebFetch", url=f"{server}/page", prompt="p")
    assert answer.is_error
    assert "private network" in str(answer.content)
    assert _Handler.asked == before
