"""Rules: how the rows of the tables become patterns."""

from __future__ import annotations

from steno.secrets.rule import Danger, Hit, around, named, shaped, token


def test_token_takes_every_beginning() -> None:
    """And nothing that only looks like one of them."""
    kind = token("acme-key", "ac.me_ acmeX-", "[0-9]{4}", "a key")
    assert kind.pattern.compiled.fullmatch("ac.me_1234")
    assert kind.pattern.compiled.fullmatch("acmeX-1234")
    assert not kind.pattern.compiled.fullmatch("acXme_1234")
    assert (kind.rule.family, kind.rule.severity, kind.is_around) == ("acme", Danger.HIGH, False)


def test_family_can_be_told() -> None:
    """Where the name of the rule does not begin with it."""
    assert token("a-b", "x", "y", "", family="other").rule.family == "other"
    assert around("a-b", "x", "y", "").rule.family == "a"
    assert shaped("a-b", "y", "", family="c").rule.family == "c"


def test_forms_are_told_apart() -> None:
    """One has a literal in its midst, one none, one a name beside it."""
    assert around("a-b", "x", "yyx", "", back=2).back == 2
    assert shaped("a-b", "y", "").starts == ()
    assert named("a-b", "acme", "[0-9]", "", severity=Danger.LOW).rule.severity is Danger.LOW


def test_hit_is_a_stretch() -> None:
    """Of a text, named by a rule."""
    rule = shaped("a-b", "y", "").rule
    assert Hit(rule, 1, 2) == Hit(rule, 1, 2)
