"""What a model is to those who ask it."""

from __future__ import annotations

from steno.model.access import Access
from steno.model.http import HttpModel
from steno.model.protocol import Completion, Model, Spent
from steno.model.scripted import ScriptedModel
from steno.model.sdk import SdkModel


def test_every_way_of_asking_is_a_model() -> None:
    """The list is one of models, as the type checker sees."""
    access = Access("https://example.com", "k")
    models: list[Model] = [HttpModel("m", access), SdkModel("m", access), ScriptedModel(["x"], "m")]
    assert [model.name for model in models] == ["m", "m", "m"]


def test_completion_counts_nothing_unless_told() -> None:
    """A model that tells no usage has none."""
    assert Completion("x", None).usage == Spent(0, 0, 0, 0)
