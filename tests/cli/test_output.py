"""What commands print, for programs and for people."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import Any

import pytest

from steno.cli.output import (
    WORTH_A_BAR,
    Table,
    count,
    note,
    print_json,
    print_table,
    print_text,
    progress_bar,
    size,
)
from tests.cli.payloads import HARMFUL, PAYLOADS, STYLES, marked, marks_in


class Terminal(io.StringIO):
    """A screen of its own."""

    encoding = "utf-8"

    @property
    def text(self) -> str:
        """What was written, without the drawing's own bold and colours."""
        return STYLES.sub("", self.getvalue())

    def isatty(self) -> bool:
        """Say that somebody looks."""
        return True


Look = Callable[..., Terminal]


@pytest.fixture
def look(monkeypatch: pytest.MonkeyPatch) -> Look:
    """Put a terminal in the place of both outputs."""

    def look(columns: int = 200) -> Terminal:
        screen = Terminal()
        for name, value in {"COLUMNS": str(columns), "TERM": "xterm", "NO_COLOR": "1"}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "stdout", screen)
        monkeypatch.setattr(sys, "stderr", screen)
        return screen

    return look


def table(**changed: Any) -> Table:
    """Make a small table."""
    fields: dict[str, Any] = {"title": "Tides", "columns": ["port", "m"], "rows": [["Kelm", "4"]]}
    return Table(**{**fields, **changed})


def test_table_is_tab_separated_for_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    """Each row on a line of its own, whatever the cells hold."""
    print_table(table(rows=[["Kelm", "4"], ["San\thaven\n[bold]", "5"]]))
    assert capsys.readouterr().out == "# Tides\nport\tm\nKelm\t4\nSan haven [bold]\t5\n"


def test_table_without_title_begins_with_its_columns(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing stands above them."""
    print_table(table(title=""))
    assert capsys.readouterr().out == "port\tm\nKelm\t4\n"


def test_table_is_drawn_for_a_person(look: Look) -> None:
    """With a rule below the headings; figures to the right."""
    terminal = look()
    print_table(table(rows=[["Kelm", "4"], ["Grip", "12"]], right=frozenset({"m"})))
    lines = [line.strip() for line in terminal.text.split("\n")]
    assert lines[0] == "Tides"
    assert [line for line in lines if line[:4] in ("Kelm", "Grip")] == ["Kelm    4", "Grip   12"]
    assert "─" in terminal.text


def test_wide_column_is_cut_where_the_terminal_is_narrow(look: Look) -> None:
    """The others stay whole."""
    terminal = look(columns=40)
    print_table(table(title="", rows=[["K" * 300, "4,000,000"]], wide={"port": 1}))
    (row,) = [line for line in terminal.text.split("\n") if "KKK" in line]
    assert "…" in row
    assert "4,000,000" in row
    assert len(row) <= 40


def test_markup_in_cells_is_no_markup(look: Look) -> None:
    """Rich would make red text of it."""
    terminal = look()
    print_table(table(title="[red]t[/]", columns=["[b]c", ":tada:"], rows=[["[u]x[/u]", ":x:"]]))
    for text in ("[red]t[/]", "[b]c", ":tada:", "[u]x[/u]", ":x:"):
        assert text in terminal.text


@pytest.mark.parametrize("drawn", [True, False])
def test_payloads_in_titles_headings_and_cells_are_harmless(
    look: Look, monkeypatch: pytest.MonkeyPatch, *, drawn: bool
) -> None:
    """Names of types stand as headings, so they count as well."""
    terminal = look(columns=30_000)
    monkeypatch.setattr(Terminal, "isatty", lambda _: drawn)
    texts = [marked(number, payload) for number, payload in enumerate(PAYLOADS)]
    print_table(Table("".join(texts), texts, [texts]))
    shown = terminal.text
    assert not HARMFUL.search(shown)
    assert marks_in(shown) == set(range(len(PAYLOADS)))
    assert shown.count("<000") == 3


def test_document_is_one_json_text(capsys: pytest.CaptureFixture[str]) -> None:
    """Indented, in Unicode, with a newline at the end."""
    print_json({"title": "潮汐", "count": 3})
    assert capsys.readouterr().out == '{\n  "title": "潮汐",\n  "count": 3\n}\n'


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "gbk", "no-such-encoding", None])
def test_document_is_ascii_where_the_output_is_not_utf8(
    look: Look, monkeypatch: pytest.MonkeyPatch, encoding: str | None
) -> None:
    """It stays valid JSON in whatever encoding it is read."""
    terminal = look()
    monkeypatch.setattr(Terminal, "encoding", encoding)
    print_json({"title": "潮 👩"})
    assert '"\\u6f6e \\ud83d\\udc69"' in terminal.text


def test_text_and_notes_are_made_harmless(capsys: pytest.CaptureFixture[str]) -> None:
    """Notes go to standard error, so that they never mix with a document."""
    print_text("a\x1b[2J")
    note("b\u202e")
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("a\\x1b[2J\n", "b\\u202e\n")


def test_little_work_shows_no_bar(look: Look) -> None:
    """It would only flicker."""
    terminal = look()
    with progress_bar("reading", WORTH_A_BAR - 1) as progress:
        assert progress is None
    assert terminal.text == ""


def test_no_bar_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    """A log full of bars helps nobody."""
    with progress_bar("reading", WORTH_A_BAR) as progress:
        assert progress is None
    assert capsys.readouterr().err == ""


def test_long_work_shows_a_bar_with_rate_and_time_left(look: Look) -> None:
    """On standard error."""
    terminal = look()
    with progress_bar("reading", WORTH_A_BAR) as progress:
        assert progress is not None
        progress(WORTH_A_BAR // 2)
    shown = terminal.text
    assert "reading" in shown
    assert "10.5/21.0 MB" in shown


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (999_949, "999.9 kB"), (1_500_000, "1.5 MB"),
        (3_800_000_000, "3.8 GB"), (10**13, "10000.0 GB"),
    ],
)  # fmt: skip
def test_sizes_are_in_decimal_units(number: int, text: str) -> None:
    """As file managers show them."""
    assert size(number) == text


def test_counts_have_their_thousands_apart() -> None:
    """Long figures want to be read."""
    assert (count(0), count(1234567)) == ("0", "1,234,567")
