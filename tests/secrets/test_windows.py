"""Windows over long texts: nothing is lost, nothing is divided, nothing comes twice."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steno.secrets import windows as module
from steno.secrets.files import find_in_text
from steno.secrets.mask import Redactor
from steno.secrets.scan import Scanner
from steno.secrets.windows import AHEAD, windows
from tests.secrets.made_secrets import pem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
KEY = pem(Random(3), "RSA PRIVATE KEY")
SECRETS = (TOKEN, KEY, "password='hunt3r-9!x'", "mysql -u root -phunt3r-9x")
SMALL = 20_000
HIDDEN = (TOKEN.encode(), KEY[40:90].encode(), b"hunt3r-9")


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the windows small."""
    monkeypatch.setattr(module, "WINDOW", SMALL)


def pieces(raw: bytes, size: int = 777) -> Iterator[bytes]:
    """Cut bytes into pieces."""
    return (raw[start : start + size] for start in range(0, len(raw), size))


def long_text(number: int) -> str:
    """Make a text of many windows, with secrets at places of all kinds."""
    rng = Random(number)
    parts = [f"é{'x ' * rng.randint(0, 900)}{rng.choice(SECRETS)}\n" for _ in range(90)]
    return "".join(parts) + "y " * AHEAD


@given(st.binary(max_size=4000), st.integers(1, 50))
def test_parts_make_up_the_whole(raw: bytes, size: int) -> None:
    """Byte for byte, also where they are no UTF-8."""
    parts = [window.part for window in windows(pieces(raw, size), 64)]
    assert "".join(parts).encode("utf-8", "surrogateescape") == raw


def test_memory_is_bounded() -> None:
    """No window is longer than it may be, however long the text is."""
    longest = max(len(window.text) for window in windows(pieces(b"x y " * 200_000)))
    assert longest < AHEAD + SMALL + 777 + module.BEFORE


def test_every_secret_is_told_once_with_its_line(tmp_path: Path) -> None:
    """As if the text was looked at as a whole."""
    path = tmp_path / "a.txt"
    for seed in range(3):
        text = long_text(seed)
        path.write_text(text, "utf-8")
        expected = [(h.rule.name, text.count("\n", 0, h.start) + 1) for h in Scanner().find(text)]
        seen: list[int] = []
        found = [(one.rule.name, one.line) for one in find_in_text(path, Scanner(), seen.append)]
        assert found == expected
        assert sum(seen) == path.stat().st_size


def test_redaction_is_that_of_the_whole() -> None:
    """Placeholder by placeholder."""
    for seed in range(3):
        text = long_text(seed)
        whole = Redactor()
        expected = whole.redact_text(text)
        redactor = Redactor()
        redactor.learn_pieces(pieces(text.encode()))
        stretches = list(redactor.redact_pieces(pieces(text.encode())))
        assert "".join(old for old, _ in stretches) == text
        assert "".join(new for _, new in stretches) == expected
        assert redactor.number == whole.number
        assert not any(secret in expected.encode() for secret in HIDDEN)
