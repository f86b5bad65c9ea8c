"""Masks and placeholders: stable, silent about the secret, and never taken for one."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given

from steno.format.deep import TooDeep
from steno.secrets.mask import Redactor, field_name, mask, masked
from steno.secrets.scan import Scanner
from tests.secrets.made_secrets import ALNUM, HEX, pem, some
from tests.secrets.test_fields import VALUES

ONE, TWO = ("gh" + "p_" + some(Random(seed), ALNUM, 36) for seed in (1, 2))
SCANNER = Scanner()


def test_mask_shows_what_all_have() -> None:
    """The prefix and the rule; of a password nothing."""
    (hit,) = SCANNER.find(ONE)
    assert mask(hit.rule, ONE) == "ghp_…(github-token)"
    text = "password='hunt3r-9!x'"
    assert masked(text, SCANNER.find(text)) == "password='…(password)'"


def test_field_is_written_as_a_path() -> None:
    """A secret in a key is masked."""
    assert field_name(("message", "content", 0, "input"), SCANNER) == "message.content[0].input"
    assert field_name((0, ONE), SCANNER) == "[0].ghp_…(github-token)"


def test_same_secret_has_the_same_placeholder() -> None:
    """Numbered by rule, in the order of their first appearance."""
    redactor = Redactor()
    first = redactor.redact_text(f"{ONE} {TWO} password='hunt3r-9!x'")
    assert (
        first
        == "[REDACTED:github-token:1] [REDACTED:github-token:2] password='[REDACTED:password:1]'"
    )
    assert redactor.redact_value([TWO]) == ["[REDACTED:github-token:2]"]
    assert redactor.counts == {"github-token": 3, "password": 1}


def test_known_secret_is_found_without_its_name() -> None:
    """Also before the place that told what it is, once that was learned."""
    redactor = Redactor()
    redactor.learn({"password": "hunt3r-9!x"})
    redactor.learn_text("pwd=sh0rt!1234")
    assert redactor.redact_text("say hunt3r-9!x") == "say [REDACTED:password:1]"
    assert redactor.redact_value({"hunt3r-9!x": ["sh0rt!1234"]}) == {
        "[REDACTED:password:1]": ["[REDACTED:password:2]"]
    }


def test_value_keeps_its_shape() -> None:
    """Only the stretch goes; the given value is not touched."""
    before: dict[str, Any] = {"a": [{"k": f"x {ONE} y", "n": 1}, [ONE]], ONE: {TWO: ONE}, "z": [2]}
    kept = repr(before)
    after = Redactor().redact_value(before)
    assert repr(before) == kept
    assert list(after) == ["a", "[REDACTED:github-token:1]", "z"]
    assert after["a"] == [
        {"k": "x [REDACTED:github-token:1] y", "n": 1},
        ["[REDACTED:github-token:1]"],
    ]
    assert after["[REDACTED:github-token:1]"] == {
        "[REDACTED:github-token:2]": "[REDACTED:github-token:1]"
    }
    assert after["z"] is before["z"]


def test_key_that_is_taken_gets_a_stroke() -> None:
    """No member is lost."""
    after = Redactor().redact_value({"[REDACTED:github-token:1]": 1, ONE: 2})
    assert after == {"[REDACTED:github-token:1]": 1, "[REDACTED:github-token:1]'": 2}


def test_top_and_deep_values_are_redacted() -> None:
    """A bare string, and bytes that were too deep to decode."""
    assert Redactor().redact_value(ONE) == "[REDACTED:github-token:1]"
    deep = Redactor().redact_value({"x": TooDeep(f'["{ONE}"]'.encode())})
    assert deep["x"].raw == b'["[REDACTED:github-token:1]"]'


@given(VALUES)
def test_redaction_of_anything_is_final(value: Any) -> None:
    """A second one changes nothing, and nothing is found in the result."""
    redactor = Redactor(SCANNER)
    once = redactor.redact_value({"in": value, "t": ONE})
    assert SCANNER.find_in(once) == []
    assert repr(redactor.redact_value(once)) == repr(once)


def test_value_without_secrets_is_the_same_object() -> None:
    """Nothing is copied for nothing."""
    value = {"a": ["nothing here"]}
    assert Redactor().redact_value(value) is value


def test_known_secret_is_found_in_every_spelling() -> None:
    """As a string of JSON writes it, within a string of such, and with characters as numbers."""
    redactor = Redactor()
    redactor.learn({"password": 'hunt3r"9\\x!'})
    for text in ('hunt3r"9\\x!', r"hunt3r\"9\\x!", r"hunt3r\\\"9\\\\x!", r"hunt3r\u00229\u005cx!"):
        assert redactor.redact_text(f"say {text} now") == "say [REDACTED:password:1] now"
    assert redactor.number == 1


def test_lines_of_a_known_key_are_found_alone() -> None:
    """Whoever prints a part of it prints a secret."""
    key = pem(Random(3), "RSA PRIVATE KEY")
    redactor = Redactor()
    redactor.learn_text(key)
    second = key.split("\n")[2]
    assert redactor.redact_text(f"$ sed -n 3p key\n{second}\n") == (
        "$ sed -n 3p key\n[REDACTED:private-key:1]\n"
    )


def test_half_of_a_pair_is_known() -> None:
    """The public half is not."""
    public, private = (some(Random(seed), HEX, 32) for seed in (8, 9))
    redactor = Redactor()
    redactor.learn_text(f"https://{public}:{private}@sentry.example/1")
    assert redactor.redact_text(f"{public} {private}") == f"{public} [REDACTED:sentry-dsn:1]"


def test_text_that_is_known_goes_wherever_it_stands() -> None:
    """However short it is; known secrets are counted by rule."""
    redactor = Redactor()
    redactor.know("rose")
    assert redactor.redact_value({"a": "a rose is a rose"}) == {
        "a": "a [REDACTED:own-text:1] is a [REDACTED:own-text:1]"
    }
    redactor.learn_text(ONE)
    assert redactor.known == {"own-text": 1, "github-token": 1}
