"""Between a name and its value."""

from __future__ import annotations

import re

import pytest

from steno.secrets.assignments import _NAME
from steno.secrets.given import given_at, is_login


def behind(text: str) -> str | None:
    """Give what stands where the value of the last name begins."""
    name = [found for place in range(len(text)) if (found := _NAME.match(text, place))][-1]
    begin = text.rfind(" ", 0, name.start()) + 1
    given = given_at(text, name, begin)
    return None if given is None else text[given:]


@pytest.mark.parametrize(
    "text",
    [
        "password=V", "password: V", 'password": "V', "password := V", "password => V",
        "the password is V", "set DB_PASSWORD to V", "password for root: V", "--password V",
        '"DB_PASSWORD", "value": "V', '"key": "password","type":"text","value":"V',
        "name: DB_PASSWORD\n  value: V", 'key="db.password">Vvvv</', "| password | Vvvvv |",
        "process.env.DB_PASSWORD || 'V", "password → V", "API_TOKEN <<< V", "password:-V",
        "$password = ConvertTo-SecureString V", "with password Vvvvvvv9", "setx API_KEY V",
        "ENV DB_PASSWORD V", "config set //x/:_authToken V", "a.password Vvvvvvv9",
        "PASSWORD 'Vvvvvv9'", ".password('V", "Authorization: SSWS Vvvvvvvvvvvvvvvv9",
        "credentials: bob / Vvvvv9", "auth=('bob', 'V", "machine a login b password V",
        "\\u0022password\\u0022:\\u0022V", "requirepass Vvvvvvv9",
    ],
)  # fmt: skip
def test_value_is_where_the_name_is_given_it(text: str) -> None:
    """In every way that people, programs and files have."""
    found = behind(text)
    assert found is not None
    assert re.sub(r"^\\u0022|^\W", "", found).startswith("V")


@pytest.mark.parametrize(
    "text",
    [
        "password reset", "pass to x9", "get_password('a')", "secret_name', 'x9'", "key::x9",
        "the token of x9", "password strength9", "token x9y8z7",
    ],
)  # fmt: skip
def test_most_words_behind_a_name_are_no_value(text: str) -> None:
    """Nothing says that they are given to it."""
    assert behind(text) is None


def test_login_is_one_of_netrc() -> None:
    """A user stands between."""
    assert is_login("machine a login b ")
    assert not is_login("machine a login ")
