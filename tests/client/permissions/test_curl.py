"""Curl talks to web servers; files that it would read or write are seen."""

from __future__ import annotations

import pytest

from steno.client.permissions.curl import curl_acts
from steno.client.permissions.shell import parse


def acts(line: str) -> bool:
    """Say it of the words behind ``curl``."""
    return curl_acts(parse(f"curl {line}", "/h").commands[0].words[1:])


@pytest.mark.parametrize(
    "line",
    [
        *("x", "http://x/[1-3]", "-s HTTPS://x", "localhost:80/x?a=b", "-d a=b http://x"),
        *("-o /dev/null x", "-o - x", "-b a=b x", "-F a=b x", "--data-urlencode a=b@c x"),
        *("--url http://x", "-w '%{http_code}' x"),
    ],
)
def test_talking_is_no_act(line: str) -> None:
    """A rule for curl is there for these."""
    assert not acts(line)


@pytest.mark.parametrize(
    "line",
    [
        *("file:///x", "'{file}:///x'", "'f[i-i]le:///x'", "--url file:///x", "scp://x", "*"),
        *("-o y x", "-so y x", "-d @y x", "-sd@y x", "--json @y x", "-F a=@y x", "-b y x"),
        *("-w @y x", "-w '%output{y}' x", "-H @y x", "--data-urlencode a@y x", "--form 'a=<y' x"),
        *("--trace y x", "--outp y x", "--stderr y x", "-K y", "-T y x"),
    ],
)
def test_files_are_acts(line: str) -> None:
    """Whether by an option, by a value or by the address."""
    assert acts(line)
