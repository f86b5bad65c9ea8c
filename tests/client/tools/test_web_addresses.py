"""Which addresses may be fetched."""

from __future__ import annotations

import asyncio

import pytest

from steno.client.tools import web_addresses
from steno.client.tools.built_in import FailedError
from steno.client.tools.inputs import WrongInputError


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.0.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.1", "::1", "fe80::1%eth0",
        "::ffff:127.0.0.1", "fd00::1", "100.64.0.1", "224.0.0.1", "2002:7f00:1::", "172.16.0.1",
    ],
)  # fmt: skip
def test_private_addresses_are_not_public(address: str) -> None:
    """This machine, networks around it and what only looks like another are private."""
    assert not web_addresses.is_public(address)


def test_public_addresses_are_public() -> None:
    """Addresses of the internet are."""
    assert web_addresses.is_public("93.184.216.34")
    assert web_addresses.is_public("2606:2800:220:1::1")


@pytest.mark.parametrize("host", ["localhost", "127.1", "0x7f.1", "2130706433"])
def test_other_names_of_this_machine_are_refused(host: str) -> None:
    """Whatever a name leads to is looked at before anything is sent there."""
    with pytest.raises(FailedError, match=r"private network|could not be found"):
        asyncio.run(web_addresses.public_address(host, 80))


@pytest.mark.parametrize("url", ["not a url", "", "//x", "http://", "http://[::1"])
def test_what_is_no_address_is_a_wrong_input(url: str) -> None:
    """The model is told that the address is none."""
    with pytest.raises(WrongInputError, match="Invalid URL"):
        web_addresses.checked(url)


@pytest.mark.parametrize(
    "url", ["http://u:p@a.example/", "ftp://a.example/", "file://a/etc/passwd"]
)
def test_odd_addresses_are_refused(url: str) -> None:
    """Secrets in addresses and other schemes are not fetched."""
    with pytest.raises(FailedError):
        web_addresses.checked(url)


def test_http_is_asked_for_by_https() -> None:
    """The plain scheme becomes the secure one; the fragment goes."""
    parts = web_addresses.secured(web_addresses.checked("http://a.example:80/x?y#z"))
    assert web_addresses.spelled(parts) == "https://a.example/x?y"
