"""``steno stats``: equal to an independent recount, and clear about what it could not read."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from rich.cells import cell_len

from tests.cli import recount
from tests.cli.payloads import STYLES
from tests.cli.running import Answer, act_after, run_on_terminal
from tests.held import calls, prompt, result, says
from tests.written import ONE, TWO, line_of, place, reply, user, write_lines

if TYPE_CHECKING:
    from tests.cli.running import Run

SESSION_KEYS = {
    "id", "path", "bytes", "lines", "bad_lines", "types", "subtypes", "versions", "stop_reasons",
    "content_blocks", "tool_uses", "tool_results", "tool_calls_paired", "human_turns",
    "api_messages", "usage", "first_timestamp", "last_timestamp", "subagents", "subagents_usage",
    "findings",
}  # fmt: skip
USAGE_KEYS = {*recount.FIGURES, *recount.TIERS}
TIMES = ("first_timestamp", "last_timestamp")


def comparable(row: dict[str, Any], keys: Any) -> dict[str, Any]:
    """Give some keys of a row, its times as moments."""
    return {key: moment(row[key]) if key in TIMES else row[key] for key in keys}


def moment(stamp: str | None) -> datetime | None:
    """Read a time that has to be readable."""
    if stamp is None:
        return None
    read = datetime.fromisoformat(stamp)
    return read if read.tzinfo else read.replace(tzinfo=UTC)


def compare(document: Any, home: Path) -> None:
    """Hold a document against a recount of the home."""
    rows = {Path(row["path"]): row for row in document["sessions"]}
    agents = recount.subagent_files(home)
    assert sorted(rows) == recount.main_files(home)
    for path, row in rows.items():
        own = recount.recount([path]).row()
        assert comparable(row, own) == own, path
        assert row["id"] == recount.session_id(path)
        assert row["subagents"] == len(agents.get(path, [])), path
        usages = recount.recount(agents.get(path, [])).usages
        assert row["subagents_usage"] == recount.added(usages.values()), path
    compare_totals(document["totals"], home, agents)


def compare_totals(
    totals: dict[str, Any], home: Path, agents: dict[Path | None, list[Path]]
) -> None:
    """Hold the totals against a recount of all files at once."""
    main = recount.recount(recount.main_files(home))
    own = main.row()
    assert comparable(totals, own) == own
    assert totals["sessions"] == len(recount.main_files(home))
    everybody = recount.recount(path for files in agents.values() for path in files)
    apart = {name: u for name, u in everybody.usages.items() if name not in main.usages}
    assert totals["subagents"] == sum(map(len, agents.values()))
    assert totals["subagents_usage"] == recount.added(apart.values())
    assert totals["subagents_api_messages"] == len(apart)


def test_counts_equal_an_independent_recount_of_the_corpus(run: Run, corpus: Path) -> None:
    """Every figure of every session, and of all together."""
    answer = run("stats", "--json", "--home", corpus)
    assert answer.code == 0
    assert answer.document["totals"]["bad_lines"] > 0
    assert answer.document["totals"]["lines"] > 1000
    compare(answer.document, corpus)


def test_corpus_holds_messages_that_would_be_counted_twice(run: Run, corpus: Path) -> None:
    """So the comparison of the totals says something."""
    document = run("stats", "--json", "--home", corpus).document
    one_by_one = sum(row["api_messages"] for row in document["sessions"])
    assert document["totals"]["api_messages"] < one_by_one


def test_document_has_the_keys_of_the_contract(run: Run, demo: Path) -> None:
    """For each session and the totals."""
    document = run("--json", "stats", "--home", demo).document
    assert document["schema"] == "steno.stats/1"
    assert document.keys() >= {"sessions", "totals"}
    for row in document["sessions"]:
        assert row.keys() >= SESSION_KEYS
        assert row["usage"].keys() == row["subagents_usage"].keys() == USAGE_KEYS
        assert isinstance(row["tool_calls_paired"], int)
        assert isinstance(row["human_turns"], int)
    assert document["totals"].keys() >= SESSION_KEYS - {"id", "path", "findings"}


def test_glued_line_is_bad_but_its_records_count(run: Run, tmp_path: Path) -> None:
    """As the recount has it, too."""
    glued = line_of(user(version="1.0.1")).rstrip() + line_of(reply("m"))
    write_lines(place(tmp_path, ONE), user(), glued, b"{]\n", b"\n", b'{"type":"user"')
    document = run("stats", "--json", "--home", tmp_path).document
    (row,) = document["sessions"]
    assert (row["lines"], row["bad_lines"]) == (5, 3)
    assert row["types"] == {"user": 2, "assistant": 1}
    compare(document, tmp_path)


def test_one_session_is_counted_by_name(run: Run, tmp_path: Path) -> None:
    """By id, prefix, or path; in the order in which they were named."""
    write_lines(place(tmp_path, ONE), user())
    write_lines(place(tmp_path, TWO), user(), reply())
    outside = write_lines(tmp_path / "outside.jsonl", user(sessionId="inside"))
    document = run("stats", "--json", "--home", tmp_path, TWO[:8], outside).document
    assert [row["id"] for row in document["sessions"]] == [TWO, "inside"]
    assert document["totals"]["sessions"] == 2


def test_tables_are_plain_where_nobody_looks(run: Run, tmp_path: Path) -> None:
    """Tab-separated, with a heading each."""
    call = {"type": "tool_use", "id": "t", "name": "Bash", "input": {}}
    usage = {"output_tokens": 1234}
    write_lines(
        place(tmp_path, ONE),
        user(version="2.0.1"),
        reply("m", message={"content": [call]}, usage=usage),
        b"rubbish\n",
    )
    write_lines(place(tmp_path, ONE).with_suffix("") / "subagents" / "agent-a.jsonl", reply("n"))
    answer = run("stats", "--home", tmp_path)
    assert [line for line in answer.lines if line.startswith("#")] == [
        "# Tokens, each API message once", "# Sessions", "# Stop reasons", "# Content blocks",
    ]  # fmt: skip
    assert [list(row.values()) for row in answer.rows] == [
        ["sessions", "1", "0", "1234", "0", "0"],
        ["sub-agents", "1", "0", "0", "0", "0"],
        ["total", "2", "0", "1234", "0", "0"],
    ]  # fmt: skip
    assert "output tokens" in answer.rows[0]
    session, total = inventory(answer)
    assert session["session"] == ONE
    assert (session["lines"], session["bad"], session["tools"], session["agents"]) == (
        "3", "1", "1", "1",
    )  # fmt: skip
    assert session["versions"] == "2.0.1 +1"
    assert total["session"] == "all 1"
    assert session["size"] == str(place(tmp_path, ONE).stat().st_size)


def inventory(answer: Answer) -> list[dict[str, str]]:
    """Give the rows of the table of sessions."""
    lines = answer.lines[answer.lines.index("# Sessions") :]
    return Answer(0, "\n".join(lines).encode(), b"").rows


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("columns", [80, 100, 150, 250])
def test_figures_are_whole_on_every_terminal(run: Run, demo: Path, columns: int) -> None:
    """The rarer types have no column where there is no room; the tokens always have."""
    answer = run_on_terminal("stats", "--home", demo, columns=columns)
    text = STYLES.sub("", answer.out).replace("\r", "")
    lines = text.split("\n")
    assert "…" not in text
    assert max(map(cell_len, lines)) <= columns
    document = run("stats", "--home", demo, "--json").document
    kinds = list(document["totals"]["types"])[:7]
    heading = next(line for line in lines if line.startswith("session ")).split()
    shown = [kind for kind in kinds if kind in heading]
    assert shown == kinds[: len(shown)]
    assert len(shown) >= {80: 2, 100: 3}.get(columns, 7)
    for row in document["sessions"]:
        (line,) = [line for line in lines if line.startswith(row["id"][:8])]
        assert line.split()[1] == f"{row['lines']:,}"
    assert f"{document['totals']['usage']['cache_read_input_tokens']:,}" in text


def test_type_named_like_a_column_does_not_take_its_place(run: Run, tmp_path: Path) -> None:
    """A line may give itself any type."""
    write_lines(place(tmp_path, ONE), {"type": "session"}, {"type": "size"}, user())
    row, _ = inventory(run("stats", "--home", tmp_path))
    assert (row["session"], row["lines"], row["user"]) == (ONE, "3", "1")


def test_session_without_version_has_none(run: Run, tmp_path: Path) -> None:
    """An empty file too is a session."""
    write_lines(place(tmp_path, ONE))
    answer = run("stats", "--home", tmp_path)
    row, _ = inventory(answer)
    assert (answer.code, row["versions"], row["size"]) == (0, "", "0")


def test_empty_home_is_told(run: Run, tmp_path: Path) -> None:
    """With what to do; the document is there all the same."""
    answer = run("stats", "--json", "--home", tmp_path)
    assert answer.code == 0
    assert answer.document["sessions"] == []
    assert str(tmp_path) in answer.err
    assert "steno demo" in answer.err


def test_totals_of_the_demo_equal_a_recount(run: Run, demo: Path) -> None:
    """The demo's broken sessions are left to the tests above: their damage is no plain JSON."""
    document = run("stats", "--json", "--home", demo).document
    whole = [row for row in document["sessions"] if not row["bad_lines"]]
    assert len(whole) > 30
    for row in whole:
        own = recount.recount([Path(row["path"])]).row()
        assert comparable(row, own) == own


@pytest.mark.parametrize("where", ["before", "behind"])
def test_options_stand_before_and_behind_the_command(run: Run, demo: Path, where: str) -> None:
    """With the same outcome."""
    options = ["--home", demo, "--json"]
    arguments = [*options, "stats"] if where == "before" else ["stats", *options]
    assert run(*arguments).document["totals"]["sessions"] > 30


def test_single_session_is_summed_up_for_a_person(run: Run, tmp_path: Path) -> None:
    """Its cost, its time, its tools; not for all sessions of a home."""
    lines = [prompt("a", None, 0), calls("b", "a", 2), result("c", "b", 5), says("d", "c", 6)]
    write_lines(place(tmp_path, ONE), *lines)
    headings = [line for line in run("stats", ONE, "--home", tmp_path).lines if line[:1] == "#"]
    assert headings[-3:] == ["# In short", "# Time", "# Tools"]
    assert "# In short" not in run("stats", "--home", tmp_path).lines


def test_document_of_a_single_session_holds_its_summary(run: Run, tmp_path: Path) -> None:
    """All that a person is told; null for all sessions of a home."""
    lines = [prompt("a", None, 0), calls("b", "a", 2), result("c", "b", 5), says("d", "c", 6)]
    write_lines(place(tmp_path, ONE), *lines, reply("e", message={"model": "claude-nobody-9"}))
    summary = run("stats", ONE, "--json", "--home", tmp_path).document["summary"]
    assert (summary["cost_usd"], summary["unpriced_models"]) == ("0", ["claude-nobody-9"])
    assert summary["timing"]["tools_ms"] == 3000
    assert (summary["turns"], [tool["name"] for tool in summary["tools"]]) == (1, ["Bash"])
    assert run("stats", "--json", "--home", tmp_path).document["summary"] is None


def test_very_long_session_is_only_counted(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loading it would take too much memory."""
    write_lines(place(tmp_path, ONE), prompt("a", None, 0), says("b", "a", 2))
    monkeypatch.setattr("steno.cli.stats.MOST_LINKED", 1)
    answer = run("stats", ONE, "--home", tmp_path)
    assert (answer.code, "# In short" in answer.lines) == (0, False)


def test_session_that_vanishes_before_it_is_summed_up_is_told(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The counts are there all the same."""
    path = write_lines(place(tmp_path, ONE), prompt("a", None, 0), says("b", "a", 2))
    act_after(monkeypatch, "steno.cli.stats._count", path.unlink)
    answer = run("stats", ONE, "--home", tmp_path)
    assert answer.code == 0
    assert "passed over: cannot read" in answer.err
    assert "# Sessions" in answer.lines
