"""How a shape is refused."""

from __future__ import annotations

from typing import Any

import pytest

from steno.testing.messages_shape import (
    RefusedError,
    mapping,
    needed,
    no_others,
    refuse,
    sequence,
    text,
    whole,
)


def test_what_fits_is_given_back() -> None:
    """As it is."""
    assert text("a", "x") == "x"
    assert whole("a", 3, 3) == 3
    assert mapping("a", {"x": 1}) == {"x": 1}
    assert sequence("a", [1]) == [1]
    needed("a", {"x": 1}, "x")
    no_others("a", {"x": 1}, ("x", "y"))


@pytest.mark.parametrize(
    ("check", "said"),
    [
        (lambda: text("a.b", 3), "a.b: Input should be a valid string"),
        (lambda: whole("a", True, 0), "a: Input should be a valid integer"),
        (lambda: whole("a", 1, 2), "a: Input should be greater than or equal to 2"),
        (lambda: mapping("a", []), "a: Input should be a valid dictionary"),
        (lambda: sequence("a", {}), "a: Input should be a valid list"),
        (lambda: needed("", {}, "x"), "x: Field required"),
        (lambda: needed("a", {}, "x"), "a.x: Field required"),
        (lambda: no_others("a", {"y": 1}, ("x",)), "a.y: Extra inputs are not permitted"),
        (lambda: refuse("a", "no"), "a: no"),
    ],
)
def test_what_does_not_fit_is_refused(check: Any, said: str) -> None:
    """With where it stands, and as a request that is wrong."""
    with pytest.raises(RefusedError) as caught:
        check()
    assert (str(caught.value), caught.value.status) == (said, 400)
