"""The tree of errors: one class to catch, and none that the drawing leaves out."""

from __future__ import annotations

import inspect
import re

import pytest

from steno import errors
from steno.errors import StenoError

ALL = [
    kind
    for _, kind in inspect.getmembers(errors, inspect.isclass)
    if kind.__module__.startswith(f"{errors.__name__}.")
]


@pytest.mark.parametrize("kind", ALL)
def test_every_error_is_a_steno_error_with_exit_code_2(kind: type[StenoError]) -> None:
    """A surface has to catch one class only."""
    assert issubclass(kind, StenoError)
    assert kind.exit_code == 2


def test_tree_in_the_docstring_names_every_error() -> None:
    """With the depth that the classes have."""
    drawn = re.findall(r"^ +([│├└─ ]*)(\w+Error)\b", errors.__doc__ or "", re.MULTILINE)
    assert sorted(name for _, name in drawn) == sorted(kind.__name__ for kind in ALL)
    depths = {name: len(branches) // 4 for branches, name in drawn}
    assert depths == {kind.__name__: len(kind.__mro__) - 4 for kind in ALL}
