"""Scanning: any JSON value, every string and key, and the exact stretch of each secret."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import example, given
from hypothesis import strategies as st

from steno.config import load_config
from steno.secrets.scan import Scanner
from tests.secrets.made_secrets import ALNUM, FAMILIES, some
from tests.secrets.test_fields import VALUES

if TYPE_CHECKING:
    from pathlib import Path

TOKEN = "gh" + "p_" + some(Random(1), ALNUM, 36)
SCANNER = Scanner()


@given(VALUES)
@example({"password": {"a": None}, "token": [1, ["--key", 2]], 5: "x" * 40})
def test_no_value_raises(value: Any) -> None:
    """Whatever JSON can hold, halves of characters included."""
    assert isinstance(SCANNER.find_in(value), list)


@given(st.text(st.characters(), max_size=300))
def test_no_text_raises(text: str) -> None:
    """And hits lie within it, in order, apart from each other."""
    ends = 0
    for hit in SCANNER.find(text):
        assert ends <= hit.start < hit.end <= len(text)
        ends = hit.end


@given(VALUES, st.sampled_from(sorted(FAMILIES)), st.integers(0, 999))
def test_secret_is_found_beside_anything(value: Any, family: str, seed: int) -> None:
    """At its path, whatever else the entry holds."""
    made = FAMILIES[family](Random(seed))
    text = f"{made.variable}={made.text}"
    found = SCANNER.find_in({"other": value, "in": [{"deep": text}]})
    own = [hit for hit in found if hit.path == ("in", 0, "deep")]
    assert any(made.secret in hit.secret for hit in own)
    assert all(text[hit.start : hit.end] == hit.secret for hit in own)


def test_keys_are_looked_at() -> None:
    """The hit says that it is in the key."""
    (hit,) = SCANNER.find_in({"a": {f"x {TOKEN}": 1}})
    assert (hit.path, hit.in_key, hit.start, hit.secret) == (("a", f"x {TOKEN}"), True, 2, TOKEN)


def test_secret_within_another_is_told_once() -> None:
    """The more telling rule names it."""
    assert [hit.rule.name for hit in SCANNER.find(f"password={TOKEN}")] == ["github-token"]
    assert [hit.rule.name for hit in SCANNER.find(f"a://b:{TOKEN}@c")] == ["github-token"]


def test_configuration_is_taken(tmp_path: Path) -> None:
    """What it allows and names, and what is added for this time; the latter wins."""
    path = tmp_path / "config.toml"
    path.write_text(f'[secrets]\nallow = ["{TOKEN}"]\n[secrets.patterns]\nmine = "own-[0-9]+"\n')
    text = f"{TOKEN} own-12 else-34"

    def found(scanner: Scanner) -> list[str]:
        return [text[hit.start : hit.end] for hit in scanner.find(text)]

    config = load_config(path)
    assert found(Scanner.configured(config)) == ["own-12"]
    assert found(Scanner.configured(config, ["own-12"], {"mine": "else-[0-9]+"})) == ["else-34"]
    assert found(Scanner.configured(load_config(tmp_path / "none"))) == [TOKEN]


def test_allow_list_is_kept() -> None:
    """Whole or by pattern, in texts and in values."""
    for allow in (TOKEN, "ghp_*"):
        assert Scanner([allow]).find(TOKEN) == []
        assert Scanner([allow]).find_in([TOKEN]) == []


def test_strings_are_given_with_their_paths() -> None:
    """Keys too."""
    given_strings = list(SCANNER.strings_of({"key one": ["value one"]}))
    assert given_strings == [(("key one",), True, "key one"), (("key one", 0), False, "value one")]
