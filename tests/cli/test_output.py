"""What commands print, for programs and for people."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import Any

import pytest
from rich.cells import cell_len

from steno.cli.output import (
    WORTH_A_BAR,
    Cell,
    Table,
    amount,
    count,
    figure,
    folder,
    identity,
    moment,
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
    assert [line for line in lines if line[:4] in ("Kelm", "Grip")] == ["Kelm   4", "Grip  12"]
    assert "─" in terminal.text


def test_wide_column_is_cut_where_the_terminal_is_narrow(look: Look) -> None:
    """The others stay whole."""
    terminal = look(columns=40)
    print_table(table(title="", rows=[["K" * 300, "4,000,000"]], wide={"port": 1}))
    (row,) = [line for line in terminal.text.split("\n") if "KKK" in line]
    assert "…" in row
    assert "4,000,000" in row
    assert len(row) <= 40


def test_figures_and_ids_are_never_cut(look: Look) -> None:
    """Even where the line gets too long for the terminal."""
    terminal = look(columns=20)
    cells = ["0f5e6a71", "2026-05-31 10:00", "4,000,000"]
    print_table(table(title="", columns=["id", "when", "n"], rows=[cells]))
    assert "  ".join(cells) in terminal.text


def test_columns_are_dropped_in_their_order(look: Look) -> None:
    """As many as need be, so that the text keeps its room."""
    shown = {}
    for columns in (30, 50, 60, 200):
        terminal = look(columns)
        print_table(
            table(
                title="",
                columns=["port", "what", "m", "cm"],
                rows=[["Kelm", "w" * 100, "4" * 5, "4" * 9]],
                wide={"what": 32},
                most={"what": 60},
                drop=["cm", "m"],
            )
        )
        heading, _, row, *below = terminal.text.removesuffix("\n").split("\n")
        shown[columns] = (heading.split(), row.count("w"), " ".join(" ".join(below).split()))
    assert shown == {
        30: (["port", "what"], 23, "A wider terminal also shows: m, cm."),
        50: (["port", "what", "m"], 36, "A wider terminal also shows: cm."),
        60: (["port", "what", "m", "cm"], 35, ""),
        200: (["port", "what", "m", "cm"], 59, ""),
    }


def test_column_that_is_dropped_empty_is_not_missed(look: Look) -> None:
    """Nothing was in it."""
    terminal = look(columns=20)
    print_table(table(title="", rows=[["K" * 20, ""]], wide={"port": 20}, drop=["m"]))
    assert "wider" not in terminal.text


def test_path_that_is_cut_keeps_its_end(look: Look) -> None:
    """That is where paths differ; Chinese folders are as wide as they look."""
    terminal = look(columns=13)
    rows = [["/home/mira/ebb-desktop", "4"], ["/潮汐/数据管道", "5"], ["/a", "6"]]
    print_table(table(title="", rows=rows, wide={"port": 8}, ends=frozenset({"port"})))
    shown = [line.split() for line in terminal.text.rstrip("\n").split("\n")[2:]]
    assert shown == [["…b-desktop", "4"], ["…/数据管道", "5"], ["/a", "6"]]


def test_wide_characters_are_measured_as_the_terminal_shows_them(look: Look) -> None:
    """A Chinese one takes two cells, so the columns behind it stay in line."""
    terminal = look(columns=40)
    rows = [["潮" * 30, "4"], ["Kelm", "5"]]
    print_table(table(title="", rows=rows, wide={"port": 10}, right=frozenset({"m"})))
    *_, chinese, other = terminal.text.rstrip("\n").split("\n")
    assert cell_len(chinese) == cell_len(other) == 40
    assert chinese.endswith("…  4")


def test_folded_column_goes_on_in_the_next_line(look: Look) -> None:
    """Nothing of it is lost."""
    terminal = look(columns=30)
    text = "every word of this is worth reading"
    print_table(table(title="", rows=[[text, "4"]], wide={"port": 8}, folded=frozenset({"port"})))
    *_, first, second = terminal.text.rstrip("\n").split("\n")
    assert "…" not in terminal.text
    assert " ".join([first.removesuffix("4").strip(), second.strip()]) == text


def test_person_and_program_get_a_cell_each_in_its_way(
    look: Look, capsys: pytest.CaptureFixture[str]
) -> None:
    """Short for the one, exact for the other."""
    made = Table(
        "",
        ["id", "n", "no", "size", "when", "where"],
        [
            [
                identity("0f5e6a71-0000", "*"),
                figure(1234),
                figure(0, blank=True),
                amount(1500),
                moment("2026-05-31T10:00:00.123Z"),
                folder("C:\\Users\\mira\\tide\\"),
            ]
        ],
    )
    print_table(made)
    assert capsys.readouterr().out.split("\n")[1].split("\t") == [
        "0f5e6a71-0000", "1234", "0", "1500", "2026-05-31T10:00:00.123Z",
        "C:\\Users\\mira\\tide\\",
    ]  # fmt: skip
    terminal = look()
    print_table(made)
    row = terminal.text.split("\n")[2].split("  ")
    assert [cell.strip() for cell in row if cell.strip()] == [
        "0f5e6a71*", "1,234", "1.5 kB", "2026-05-31 10:00", "mira/tide",
    ]  # fmt: skip


def test_long_folders_are_known_by_the_last(look: Look) -> None:
    """Nothing known gives nothing."""
    del look
    assert folder("/a/a-rather-long-folder/end").shown == "end"
    assert (folder(None), moment(None), identity(None)) == (Cell("", ""),) * 3


def test_styles_reach_only_terminals_with_colour(
    look: Look, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file gets the bare word."""
    made = table(rows=[[Cell("bad", "bad", "red"), "4"]])
    print_table(made)
    assert "\x1b" not in capsys.readouterr().out
    terminal = look()
    monkeypatch.delenv("NO_COLOR")
    print_table(made)
    assert "\x1b[31mbad" in terminal.getvalue()


def test_sum_stands_apart(look: Look) -> None:
    """Below an empty line."""
    terminal = look()
    print_table(table(title="", rows=[["Kelm", "4"], ["Grip", "2"], ["all", "6"]], summed=True))
    lines = [line.split() for line in terminal.text.split("\n")]
    assert lines[2:6] == [["Kelm", "4"], ["Grip", "2"], [], ["all", "6"]]


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
