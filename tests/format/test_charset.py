"""Lines in other encodings than UTF-8."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from steno.format.charset import ESCAPED, GBK, from_utf8, guess_encoding, to_utf8

CHINESE = st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5), min_size=3)


def not_utf8(raw: bytes) -> bool:
    """Say whether bytes are not UTF-8."""
    try:
        raw.decode()
    except UnicodeDecodeError:
        return True
    return False


@given(st.binary(min_size=1))
def test_any_bytes_survive_the_way_to_utf8_and_back(raw: bytes) -> None:
    """Whatever the guess was, nothing is lost."""
    assume(not_utf8(raw))
    encoding = guess_encoding(raw)
    assert from_utf8(to_utf8(raw, encoding), encoding) == raw


@pytest.mark.parametrize("text", ["帮我分析这个项目的结构", "你好", "文件内容……好的，没有问题"])
def test_gbk_is_recognised(text: str) -> None:
    """Chinese text from an old Windows reads as what it is."""
    raw = b'{"text":"' + text.encode("gbk") + b'"}'
    assert guess_encoding(raw) == GBK
    assert to_utf8(raw, GBK).decode() == raw.decode("gbk")


@given(CHINESE)
def test_damaged_utf8_stays_utf8(text: str) -> None:
    """One broken byte among many good characters does not turn the text into mojibake."""
    raw = text.encode() + b"\xff" + text.encode()
    assert guess_encoding(raw) == ESCAPED
    assert text.encode() in to_utf8(raw, ESCAPED)
