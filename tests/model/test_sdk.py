"""A model asked by the official client."""

from __future__ import annotations

import sys

import pytest

from steno.errors import ModelPackageError
from steno.model.access import Access
from steno.model.sdk import SdkModel
from tests.model.asking import Asking


class TestSdk(Asking):
    """What every way of asking has to do."""

    opened = SdkModel

    def test_own_bugs_are_not_taken_for_a_network(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """An error that nobody knows goes on up."""

        def fail(*_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr("steno.model.sdk.gather", fail)
        with pytest.raises(ZeroDivisionError):
            self.test_answer_comes_with_its_usage()


def test_missing_package_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is asked."""
    monkeypatch.setitem(sys.modules, "anthropic", None)
    with pytest.raises(ModelPackageError, match=r"pip install 'steno\[client\]'"):
        SdkModel("m", Access("https://example.com", "k"))
