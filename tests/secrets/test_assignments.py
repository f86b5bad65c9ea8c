"""Secrets by their names: what is given, how, and what is not one."""

from __future__ import annotations

from random import Random

import pytest

from steno.secrets.scan import Scanner
from tests.secrets.made_secrets import ALNUM, HEX, some

FIND = Scanner().find
VALUE = some(Random(1), ALNUM, 32)
WORD = "hunt3r-9!x"


@pytest.mark.parametrize(
    "text",
    [
        "password = '{0}'",
        "password: {0}",
        '"password": "{0}"',
        '{{\\"password\\": \\"{0}\\"}}',
        "PASSWORD={0}",
        "export DB_PASS={0}",
        "--password {0}",
        "--password={0}",
        "<password>{0}</password>",
        "pwd := `{0}`",
        'config["password"] = "{0}"',
        "password: str = '{0}'",
        "('password', '{0}')",
        "the password is {0}.",
        "**Password:** {0}",
        "password => '{0}'",
        "+  password: {0}",
        "DB_PASSWORD={0}\nX=1",
        '<add key="Password" value="{0}"/>',
        "dbPassword={0}",
        "passphrase: {0}",
        "machine a login b password {0}",
    ],
)
def test_password_is_found_however_it_is_given(text: str) -> None:
    """In code, configuration, shell, markup and prose; only the value is hit."""
    written = text.format(WORD)
    (hit,) = FIND(written)
    assert written[hit.start : hit.end] == WORD


@pytest.mark.parametrize(
    "name",
    [
        "api_key",
        "apiKey",
        "API-KEY",
        "access_token",
        "client_secret",
        "secret",
        "auth_token",
        "private_key",
        "credentials",
        "X-Api-Key",
        "SECRET_KEY_BASE",
        "Authorization",
    ],
)
def test_secret_is_found_by_many_names(name: str) -> None:
    """Whatever the case and the strokes."""
    (hit,) = FIND(f"{name}: {VALUE}")
    assert hit.rule.name == "secret"


@pytest.mark.parametrize(
    "name",
    [
        "token_count",
        "tokenizer",
        "secret_name",
        "password_file",
        "public_key",
        "cache_key",
        "key",
        "next_page_token",
        "primary_key",
        "password_hash",
        "keyboard",
        "token_url",
    ],
)
def test_names_of_other_things_are_passed_over(name: str) -> None:
    """Files, names, counts, keys of tables."""
    assert FIND(f"{name}: {VALUE}") == []


@pytest.mark.parametrize("word", ["compass", "bypass", "COMPASS", "passed", "passing", "surpass"])
def test_words_that_hold_pass_are_no_passwords(word: str) -> None:
    """They only look alike."""
    assert FIND(f"{word}: {WORD}") == []


def test_service_is_told_by_its_name() -> None:
    """Before the value, on the same line."""
    value = some(Random(2), HEX, 32)
    assert [hit.rule.name for hit in FIND(f"DD_API_KEY={value}")] == ["datadog-key"]
    assert [hit.rule.name for hit in FIND(f"The Twilio auth token is {value}")] == [
        "twilio-auth-token"
    ]
    assert [hit.rule.name for hit in FIND(f"twilio\nauth_token={value}")] == ["secret"]


def test_value_of_an_env_line_goes_to_its_end() -> None:
    """Signs that part values elsewhere belong to it there."""
    text = "A=1\nDB_PASSWORD=a&b(c);d3,e\nB=2"
    (hit,) = FIND(text)
    assert text[hit.start : hit.end] == "a&b(c);d3,e"


@pytest.mark.parametrize(
    "text",
    [
        "password = get_password(1)",
        "password: Optional[str]",
        "password='two w0rds'",
        "token = next(tokens1)",
        "password=",
        "password: a1",
        "token: ${{ secrets.T0KEN }}",
        'password = "%s1" % x',
        "password,'",
        "pass",
    ],
)
def test_code_around_passwords_is_passed_over(text: str) -> None:
    """Calls, types, sentences, slots."""
    assert FIND(text) == []
