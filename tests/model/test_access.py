"""Where a model is asked, and with which key."""

from __future__ import annotations

import pytest

from steno.errors import ConfigError, ModelAddressError, ModelHeadersError, NoKeyError
from steno.model.access import ADDRESS, HIDDEN, access_from, checked_address, has_key, is_loopback

KEYED = {"ANTHROPIC_API_KEY": "k"}


def test_given_address_comes_first() -> None:
    """Then that of the environment, then the configured one, then the service's own."""
    environ = {**KEYED, "ANTHROPIC_BASE_URL": "https://env.example/"}
    assert access_from(environ, "https://given.example/", "https://set.example").address == (
        "https://given.example"
    )
    assert access_from(environ, None, "https://set.example").address == "https://env.example"
    assert access_from(KEYED, None, "https://set.example").address == "https://set.example"
    assert access_from(KEYED).address == ADDRESS


def test_key_comes_before_the_token() -> None:
    """White space around either is none of it."""
    both = {"ANTHROPIC_API_KEY": " k\n", "ANTHROPIC_AUTH_TOKEN": "t"}
    assert access_from(both).headers == {"x-api-key": "k"}
    token = access_from({"ANTHROPIC_API_KEY": "  ", "ANTHROPIC_AUTH_TOKEN": "t"})
    assert token.headers == {"authorization": "Bearer t"}


@pytest.mark.parametrize(
    ("environ", "known"), [({}, False), ({"ANTHROPIC_API_KEY": " "}, False), (KEYED, True)]
)
def test_missing_key_is_known(environ: dict[str, str], known: bool) -> None:
    """Before anything is asked."""
    assert has_key(environ) == known
    if not known:
        with pytest.raises(NoKeyError, match="Set ANTHROPIC_API_KEY"):
            access_from(environ)


@pytest.mark.parametrize("key", ["ключ", "a\nb", "a\x1bb"])
def test_key_that_no_header_holds_is_none(key: str) -> None:
    """What is wrong with it is told, and where it stands; it is not shown."""
    for variable in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        with pytest.raises(NoKeyError, match=f"{variable} holds a letter") as caught:
            access_from({variable: key})
        assert key not in str(caught.value)


def test_key_is_hidden() -> None:
    """When the access is printed, and in what others say."""
    access = access_from({"ANTHROPIC_API_KEY": "sk-secret"})
    assert "sk-secret" not in repr(access)
    assert access.hide("no sk-secret here") == f"no {HIDDEN} here"


@pytest.mark.parametrize(
    "address",
    [
        "https://api.example/v9", "http://127.0.0.1:8080", "http://localhost", "http://[::1]:80",
    ],
)  # fmt: skip
def test_address_that_may_have_the_key(address: str) -> None:
    """By https, or within this machine."""
    assert checked_address(f" {address}/ ") == address


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://api.example", "unencrypted"),
        ("http://127.0.0.1.example", "unencrypted"),
        ("http://localhost.example", "unencrypted"),
        ("ftp://api.example", "no web address"),
        ("api.example", "no web address"),
        ("https://", "no web address"),
        ("https://a\x1b.example", "no web address"),
        ("https://[::1", "Invalid"),
        ("https://a.example:port", "ort"),
        ("https://a.example?x=1", "behind"),
        ("https://mira:secret@a.example", "name or password"),
    ],
)
def test_address_that_may_not(address: str, why: str) -> None:
    """The message says why, and what to do; a password in it is not shown."""
    with pytest.raises(ModelAddressError, match=why) as caught:
        checked_address(address)
    assert isinstance(caught.value, ConfigError)
    assert "secret" not in str(caught.value)


def test_only_this_machine_is_local() -> None:
    """A name that looks like it is not."""
    assert is_loopback("127.3.2.1")
    assert not is_loopback("10.0.0.1")
    assert not is_loopback("localhost.example")
    assert access_from(KEYED, "http://localhost:1").is_local
    assert not access_from(KEYED).is_local


def test_headers_set_by_hand_go_along() -> None:
    """One per line, the last of a name counts, and empty lines count for nothing."""
    said = "X-One: 1\n\n  x-two :a: b \nX-ONE: other"
    access = access_from({**KEYED, "ANTHROPIC_CUSTOM_HEADERS": said})
    assert access.headers == {"x-api-key": "k", "x-one": "other", "x-two": "a: b"}
    token = access_from({"ANTHROPIC_AUTH_TOKEN": "t", "ANTHROPIC_CUSTOM_HEADERS": "a: b"})
    assert token.headers == {"authorization": "Bearer t", "a": "b"}


@pytest.mark.parametrize(
    "line", ["no colon", ": vvv", "na me: v", "a: ключ", "a: b\x1bc", "a\r: b\x00"]
)
def test_line_that_is_no_header_is_told(line: str) -> None:
    """By its number: what it says may be a secret."""
    with pytest.raises(ModelHeadersError, match="line 2 of ANTHROPIC_CUSTOM_HEADERS") as caught:
        access_from({**KEYED, "ANTHROPIC_CUSTOM_HEADERS": f"a: b\n{line}"})
    assert line not in str(caught.value)


def test_long_headers_are_hidden_as_the_key_is() -> None:
    """Short ones would stand in many a word."""
    access = access_from({**KEYED, "ANTHROPIC_CUSTOM_HEADERS": "a: secret-of-mine\nb: on"})
    assert access.hide("no secret-of-mine on") == f"no {HIDDEN} on"
    assert "secret-of-mine" not in repr(access)
