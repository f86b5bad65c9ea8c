"""Escapes of JSON: undone to look, and the way back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from steno.secrets.escapes import unescaped, without_escapes
from steno.secrets.scan import Scanner

PIECES = st.lists(
    st.one_of(
        st.text(st.sampled_from("ab \\u0/x"), max_size=9),
        st.sampled_from([r"\u0041", r"\/", r"\\u0062", r"\u000a", r"\u00e9", " " * 700]),
    ),
    max_size=12,
)
TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


@given(PIECES)
def test_every_stretch_has_its_origin(pieces: list[str]) -> None:
    """Undoing the escapes of the origin gives the stretch."""
    text = "".join(pieces)
    for start, view in unescaped(text):
        for begin in range(0, len(view.text), 7):
            for end in (begin + 1, len(view.text)):
                first, last = view.origin(begin, end)
                origin = text[start + first : start + last]
                assert without_escapes(origin) == view.text[begin:end]


def test_text_without_escapes_has_no_stretches() -> None:
    """A backslash alone is none."""
    assert list(unescaped("a \\n b \\ c")) == []
    assert list(unescaped("plain")) == []
    assert without_escapes("plain") == "plain"


def test_far_escapes_are_apart() -> None:
    """What lies between is not looked at twice."""
    text = f"\\/{' x' * 5000}\\u0041"
    stretches = list(unescaped(text))
    assert len(stretches) == 2
    assert sum(len(view.text) for _, view in stretches) < 2000


@given(st.integers(0, 2 ** len(TOKEN) - 1))
def test_secret_is_found_behind_any_escapes(chosen: int) -> None:
    """As text, and in a string of a decoded entry."""
    written = "".join(
        f"\\u{ord(sign):04x}" if chosen >> place & 1 else sign for place, sign in enumerate(TOKEN)
    )
    text = f'{{"a": "{written}"}}'
    (hit,) = Scanner().find(text)
    assert text[hit.start : hit.end] == written
    (field,) = Scanner().find_in({"message": {"content": text}})
    assert field.secret == written
