"""Errors about models say what to check, and whether content had come."""

from __future__ import annotations

from steno.errors.models import BrokenAnswerError, ModelError, ModelPackageError, NoKeyError

ADDRESS = "https://model.example.com"


def test_missing_package_names_the_extra() -> None:
    """So that one line installs it."""
    assert "pip install 'steno[client]'" in str(ModelPackageError("httpx-sse", "client"))


def test_missing_key_names_the_variable() -> None:
    """And is an error about a model, which surfaces catch as one."""
    assert isinstance(NoKeyError(), ModelError)
    assert "ANTHROPIC_API_KEY" in str(NoKeyError())


def test_answer_that_broke_off_says_whether_it_had_begun() -> None:
    """The loop asks again only where nothing was shown."""
    error = BrokenAnswerError(ADDRESS, "it went away", had_content=True)
    assert error.had_content
    assert ADDRESS in str(error)
