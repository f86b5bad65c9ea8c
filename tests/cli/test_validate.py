"""``steno validate``: findings, sums, drift, exit codes."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import pytest
from rich.cells import cell_len

from steno.format.finding import KINDS
from tests.cli.payloads import STYLES
from tests.cli.running import act_after, run_child, run_on_terminal
from tests.held import calls, prompt, says, system
from tests.written import ONE, THREE, TWO, line_of, place, reply, user, write_lines

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.running import Run

posix = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
FINDING_KEYS = {"code", "severity", "line", "message", "fix"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home with a sound session, a damaged one with an agent, and a lost agent."""
    write_lines(place(tmp_path, ONE), user(uuid="a"))
    write_lines(
        place(tmp_path, TWO),
        b"rubbish\n",
        user(uuid="a", newKey=1),
        line_of(user(uuid="b", parentUuid="a"))[:-1],
    )
    write_lines(
        place(tmp_path, TWO).with_suffix("") / "subagents" / "agent-a.jsonl", user(), b"bad\n"
    )
    write_lines(place(tmp_path, ONE).parent / "agent-b.jsonl", user(sessionId=THREE))
    return tmp_path


def test_document_has_the_keys_of_the_contract(run: Run, home: Path) -> None:
    """Findings per session and in sum, and what this release does not know."""
    answer = run("validate", "--json", "--home", home)
    document = answer.document
    assert answer.code == 1
    assert document["schema"] == "steno.validate/1"
    assert document.keys() >= {"sessions", "drift"}
    sound, damaged = document["sessions"]
    assert sound.keys() >= {"id", "path", "findings", "reachable"}
    assert (sound["id"], sound["findings"], sound["reachable"]) == (ONE, [], 1.0)
    assert [one["code"] for one in damaged["findings"]] == ["no-final-newline", "bad-line"]
    assert all(one.keys() == FINDING_KEYS for one in damaged["findings"])
    (agent,) = damaged["subagents"]
    assert [(one["code"], one["line"]) for one in agent["findings"]] == [("bad-line", 2)]
    assert [agent["path"] for agent in document["lost_subagents"]] == [
        str(place(home, ONE).parent / "agent-b.jsonl")
    ]
    assert document["totals"] == {"bad-line": 2, "no-final-newline": 1, "lost-subagent": 1}
    (drift,) = document["drift"]
    assert (drift["kind"], drift["name"], drift["where"]) == ("key", "user.newKey", f"{TWO}:2")


def test_tables_tell_the_same(run: Run, home: Path) -> None:
    """And what can be done."""
    answer = run("validate", "--home", home)
    headings = [line for line in answer.lines if line.startswith("#")]
    assert headings[:2] == ["# Findings", "# In sum"]
    assert headings[2].startswith("# Drift")
    assert [row["session"] for row in answer.rows] == [
        TWO, TWO, "agent-a.jsonl", "agent-b.jsonl",
    ]  # fmt: skip
    assert f"bad-line\terror\t2\t{KINDS['bad-line'].fix}" in answer.lines
    assert f"key\tuser.newKey\t1\t2.1.197\t{TWO}:2" in answer.lines
    assert "2 sessions checked, 1 without any finding." in answer.err


def test_sound_home_exits_with_0(run: Run, tmp_path: Path) -> None:
    """What is merely worth knowing is no failure."""
    write_lines(place(tmp_path, ONE), user(), b"\n")
    answer = run("validate", "--home", tmp_path)
    assert answer.code == 0
    assert [row["code"] for row in answer.rows] == ["blank-line"]
    answer = run("validate", "--home", tmp_path, "--severity", "warning")
    assert (answer.code, answer.out) == (0, "")
    assert answer.err == (
        "1 session checked, 1 without any such finding.\n"
        "1 finding below this severity not listed.\n"
    )


@pytest.mark.parametrize(
    ("severity", "codes"),
    [
        ("info", ["no-final-newline", "bad-line", "no-uuid"]),
        ("warning", ["bad-line", "no-uuid"]),
        ("error", ["bad-line"]),
    ],
)
def test_findings_can_be_limited(run: Run, tmp_path: Path, severity: str, codes: list[str]) -> None:
    """In the list and in the sum."""
    write_lines(place(tmp_path, ONE), b"rubbish\n", line_of(user(uuid=None))[:-1])
    answer = run("validate", "--json", "--severity", severity, "--home", tmp_path)
    assert answer.code == 1
    (session,) = answer.document["sessions"]
    assert [one["code"] for one in session["findings"]] == codes
    assert answer.document["totals"] == dict.fromkeys(codes, 1)
    left_out = 3 - len(codes)
    answer = run("validate", "--severity", severity, "--home", tmp_path)
    assert ("below this severity not listed" in answer.err) == (left_out > 0)
    assert all(code in answer.out for code in codes)


def test_exit_code_is_about_the_severity_asked_for(run: Run, tmp_path: Path) -> None:
    """A warning fails nobody who asks for errors; of the sub-agents' findings as well."""
    write_lines(place(tmp_path, ONE), user(uuid="b"), reply(None, parentUuid="b"))
    agent = place(tmp_path, ONE).with_suffix("") / "subagents" / "agent-a.jsonl"
    write_lines(agent, reply(None))
    assert run("validate", "--severity", "warning", "--home", tmp_path).code == 1
    answer = run("validate", "--severity", "error", "--home", tmp_path)
    assert (answer.code, answer.out) == (0, "")
    assert "2 findings below this severity not listed." in answer.err


def test_session_whose_agent_is_damaged_is_not_clean(run: Run, tmp_path: Path) -> None:
    """The sum counts it as one with findings."""
    write_lines(place(tmp_path, ONE), user(uuid="a"))
    agent = place(tmp_path, ONE).with_suffix("") / "subagents" / "agent-a.jsonl"
    write_lines(agent, user(uuid="b"), b"bad\n")
    answer = run("validate", "--home", tmp_path)
    assert "1 session checked, 0 without any finding." in answer.err


@posix
@pytest.mark.parametrize("columns", [80, 100, 150, 250])
def test_findings_are_whole_on_every_terminal(run: Run, demo: Path, columns: int) -> None:
    """Long messages go on in the next line; ids are short, and no code of a session is left out."""
    answer = run_on_terminal("validate", "--home", demo, "--no-pager", columns=columns)
    text = STYLES.sub("", answer.out).replace("\r", "")
    assert max(map(cell_len, text.split("\n"))) <= columns
    words = " ".join(text.split())
    for session in run("validate", "--home", demo, "--json").document["sessions"]:
        first = {found["code"]: found for found in reversed(session["findings"])}
        for found in first.values():
            line = "" if found["line"] is None else f" {found['line']}"
            start = found["message"].split()[0]
            told = f"{session['id'][:8]}{line} {found['code']} {start}"
            assert told in words or found["severity"] == "info"
            assert found["code"] in words


@posix
def test_person_is_told_the_outcome_first(home: Path) -> None:
    """Then the errors, and what matters less; nothing is told twice."""
    answer = run_on_terminal("validate", "--home", home, "--no-pager", columns=100)
    text = STYLES.sub("", answer.out).replace("\r", "")
    assert text.startswith("2 sessions checked: 1 with errors, 1 fine.\n")
    titles = [line for line in text.split("\n") if line in ("Errors", "Worth knowing", "In sum")]
    assert titles == ["Errors", "Worth knowing", "In sum"]
    assert "without any finding" not in answer.out + answer.err


@posix
def test_long_page_is_shown_in_a_pager(home: Path, tmp_path: Path) -> None:
    """The one that the user has chosen, unless it is not wanted."""
    shown = tmp_path / "shown.txt"
    pager = {"PAGER": f"tee {shown}"}
    run_on_terminal("validate", "--home", home, "--no-pager", environ=pager)
    assert not shown.exists()
    answer = run_on_terminal("validate", "--home", home, environ=pager)
    assert answer.code == 1
    assert "2 sessions checked" in shown.read_text()


@posix
def test_severities_have_colours_on_a_terminal(home: Path) -> None:
    """Nowhere else."""
    colour = {"TERM": "xterm-256color"}
    answer = run_on_terminal("validate", "--home", home, "--no-pager", environ=colour)
    assert "\x1b[1;31merror" in answer.out
    assert "\x1b" not in run_child("validate", "--home", home, **colour).out


def test_warning_alone_exits_with_1(run: Run, tmp_path: Path) -> None:
    """A reader may stumble over it."""
    write_lines(place(tmp_path, ONE), user(uuid="b"), reply(None, parentUuid="b"))
    answer = run("validate", ONE, "--home", tmp_path)
    assert answer.code == 1
    assert [row["code"] for row in answer.rows] == ["no-message-id"]


def test_lost_parent_of_a_first_line_is_no_failure(run: Run, tmp_path: Path) -> None:
    """Sessions that go on from another one begin so."""
    write_lines(place(tmp_path, ONE), user(uuid="a", parentUuid="gone"))
    answer = run("validate", ONE, "--home", tmp_path)
    assert (answer.code, answer.rows[0]["severity"]) == (0, "info")
    assert "parentUuid gone is nowhere" in answer.out


@pytest.fixture
def torn(tmp_path: Path) -> Path:
    """Give a home with a session that lost its history, one that was rewound, and one refused."""
    lost = [prompt("a", None, 1), says("b", "a", 2), prompt("c", "gone", 60), says("d", "c", 61)]
    write_lines(place(tmp_path, ONE), *lost)
    left = [prompt("a", None, 1), says("b", "a", 2), prompt("c", None, 60), says("d", "c", 61)]
    left[2]["parentUuid"] = "b"
    again = [prompt("e", "b", 90), says("f", "e", 91)]
    write_lines(place(tmp_path, TWO), *left, *again)
    write_lines(place(tmp_path, THREE), {**prompt("a", None, 1), "timestamp": "never"})
    return tmp_path


def test_share_that_a_resume_sees_is_told(run: Run, torn: Path) -> None:
    """In the document, and for a person where it is not everything."""
    answer = run("validate", "--json", "--home", torn)
    shares = {session["id"]: session["reachable"] for session in answer.document["sessions"]}
    assert shares == {ONE: 0.5, TWO: 0.6667, THREE: 0.0}
    repaired = {session["id"]: session["repaired"] for session in answer.document["sessions"]}
    assert repaired == {ONE: 1.0, TWO: None, THREE: 1.0}
    codes = answer.document["totals"]
    assert codes["unreachable-history"] == codes["dead-branch"] == codes["not-resumable"] == 1
    lines = run("validate", "--home", torn).lines
    table = lines[lines.index("# What a resume sees, where that is not everything") :]
    assert table[1:5] == [
        "session\ta resume sees\tafter steno repair\tthe rest",
        f"{ONE}\t0.5\t1.0\thistory is lost",
        f"{TWO}\t0.6667\t\tbranches were left",
        f"{THREE}\t0.0\t1.0\tthe client refuses the session",
    ]


def test_record_on_several_lines_shows_what_a_repair_brings(run: Run, tmp_path: Path) -> None:
    """Although there is no message at all that could be read as it is."""
    path = place(tmp_path, ONE)
    path.parent.mkdir(parents=True)
    path.write_bytes(line_of(reply()).replace(b",", b",\n"))
    answer = run("validate", "--home", tmp_path)
    assert f"{ONE}\t0.0\t1.0\tlines cannot be read" in answer.lines


def test_sessions_that_are_seen_whole_have_no_table(run: Run, tmp_path: Path) -> None:
    """There is nothing to say about them."""
    write_lines(place(tmp_path, ONE), prompt("a", None, 1), says("b", "a", 2))
    answer = run("validate", "--home", tmp_path)
    assert (answer.code, answer.out) == (0, "")


def test_what_was_compacted_is_told_apart(run: Run, tmp_path: Path) -> None:
    """A resume does not see it, and nothing is wrong."""
    lines = [
        prompt("a", None, 1), says("b", "a", 2), system("x", None, 3, "compact_boundary"),
        prompt("c", "x", 4, isCompactSummary=True), says("d", "c", 5),
    ]  # fmt: skip
    write_lines(place(tmp_path, ONE), *lines)
    answer = run("validate", "--home", tmp_path)
    assert answer.code == 0
    assert f"{ONE}\t0.5\t\twas compacted, or stands beside the conversation" in answer.lines


def test_gravest_findings_come_first_in_the_sum(run: Run, tmp_path: Path) -> None:
    """With the severity that they really have."""
    lines: list[Any] = [prompt("a", None, 1), calls("b", "a", 2), b"\n", b"\n", b"rubbish\n"]
    write_lines(place(tmp_path, ONE), *lines)
    out = run("validate", "--home", tmp_path).lines
    sums = out[out.index("# In sum") + 2 :]
    assert [line.split("\t")[:3] for line in sums] == [
        ["bad-line", "error", "1"],
        ["blank-line", "info", "2"],
        ["call-without-result", "info", "1"],
    ]


def test_retention_and_running_clients_are_told(run: Run, tmp_path: Path) -> None:
    """From settings.json and the client's own announcements."""
    path = write_lines(place(tmp_path, ONE), user())
    os.utime(path, (1_000_000, 1_000_000))
    write_lines(place(tmp_path, TWO), user())
    write_lines(tmp_path / "sessions" / "1.json", {"pid": os.getpid(), "sessionId": TWO})
    codes = {row["code"] for row in run("validate", "--home", tmp_path).rows}
    assert codes == {"expiring", "live-writer"}
    write_lines(tmp_path / "settings.json", {"cleanupPeriodDays": 99999})
    codes = {row["code"] for row in run("validate", "--home", tmp_path).rows}
    assert codes == {"live-writer"}


def test_broken_settings_are_told_and_change_nothing(run: Run, tmp_path: Path) -> None:
    """Retention is then not known."""
    path = write_lines(place(tmp_path, ONE), user(), seconds=1_000_000)
    settings = write_lines(tmp_path / "settings.json", b"{oops")
    answer = run("validate", "--home", tmp_path)
    assert answer.code == 0
    assert answer.err.count(str(settings)) == 1
    assert "expiring" not in answer.out
    assert path.exists()


def test_file_in_no_home_never_expires(run: Run, tmp_path: Path) -> None:
    """No client knows of it."""
    path = write_lines(tmp_path / "alone.jsonl", user(), seconds=1_000_000)
    answer = run("validate", path)
    assert answer.code == 0
    assert answer.out == ""


def test_empty_home_is_told(run: Run, tmp_path: Path) -> None:
    """Nothing is wrong with nothing."""
    answer = run("validate", "--json", "--home", tmp_path)
    assert answer.code == 0
    assert answer.document["sessions"] == []
    assert f"no sessions in {tmp_path}" in answer.err


def test_session_that_vanishes_is_a_finding(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error, beside the findings of the others."""
    act_after(monkeypatch, "steno.cli.validate.select", place(home, ONE).unlink)
    answer = run("validate", "--json", "--home", home)
    assert answer.code == 1
    (found,) = answer.document["sessions"][0]["findings"]
    assert (found["code"], found["severity"]) == ("unreadable", "error")
    assert len(answer.document["sessions"][1]["findings"]) == 2


def test_demo_holds_every_kind_of_damage_worth_showing(run: Run, demo: Path) -> None:
    """And drift, which is what a newer client would be."""
    document = run("validate", "--json", "--home", demo).document
    assert document["totals"].keys() <= KINDS.keys()
    assert document["totals"].keys() >= {"bad-line", "torn-line", "glued-line", "orphan-parent"}
    assert document["drift"]


def test_sessions_that_do_not_resume_can_be_printed(run: Run, demo: Path) -> None:
    """As the advice of the finding says."""
    document = run("validate", "--json", "--home", demo).document
    refused = [
        session["id"]
        for session in document["sessions"]
        if any(found["code"] == "not-resumable" for found in session["findings"])
    ]
    assert refused
    for name in refused:
        assert run("messages", name, "--full-history", "--home", demo).document


def test_corpus_is_checked_without_trouble(run: Run, corpus: Path) -> None:
    """Real files of 57 versions."""
    document = run("validate", "--json", "--home", corpus).document
    assert len(document["sessions"]) > 50
    assert "unreadable" not in document["totals"]
