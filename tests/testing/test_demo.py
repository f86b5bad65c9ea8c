"""The demo: rich, believable, always the same, and safe to write."""

from __future__ import annotations

import hashlib
import os
import re
import stat
import subprocess
import sys
import zlib
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from steno.disk.discover import Home
from steno.disk.layout import LONGEST_SLUG, FileKind, classify
from steno.disk.subagents import SubagentLayout
from steno.errors import UsageError, WriteFailedError
from steno.format.attachments import ATTACHMENT_KINDS
from steno.format.codec import decode_json
from steno.format.content import BLOCK_KINDS
from steno.format.decode import decode
from steno.format.drift import Drift
from steno.format.entries.progress import PROGRESS_KINDS
from steno.format.entries.system import SYSTEM_KINDS
from steno.format.entries.user import UserEntry, UserKind
from steno.format.registry import ENTRY_KINDS
from steno.format.validate import check
from steno.testing.demo import MARKER, DemoTargetError, demo_sessions, write_demo
from steno.testing.demo.damaged import ESCAPES, MARKUP
from steno.testing.demo.pictures import HEIGHT, WIDTH, page, tide_curve

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from steno.format.entry import Entry
    from steno.testing.session import SessionBuilder

DAMAGED = {"shipwreck", "empty", "garbage", "plain"}
"""Sessions that are wrong on purpose, or of a kind that has no chain."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the demo once for all tests that only read it."""
    target = tmp_path_factory.mktemp("demo") / "home"
    write_demo(target)
    return target


@cache
def _sessions() -> dict[str, SessionBuilder]:
    return {session.seed: session for session in demo_sessions()}


def _transcripts(home: Path) -> Iterator[Path]:
    kinds = {FileKind.SESSION, FileKind.SUBAGENT}
    for path in sorted(home.rglob("*.jsonl")):
        if classify(path.relative_to(home)) in kinds:
            yield path


def _entries(content: bytes) -> list[Entry]:
    return [decode(line) for line in re.findall(rb"[^\n]*\n|[^\n]+\Z", content)]


def _all_entries(home: Path) -> Iterator[Entry]:
    for path in _transcripts(home):
        for entry in _entries(path.read_bytes()):
            yield from entry.parts


def _sound_sessions() -> Iterator[SessionBuilder]:
    """Yield every session and sub-agent that should be without fault."""
    for seed, session in _sessions().items():
        if seed not in DAMAGED:
            yield session
            yield from (subagent.session for subagent in session.all_subagents())


def _blocks(body: Any) -> Iterator[dict[str, Any]]:
    message = body.get("message")
    content = message.get("content") if isinstance(message, dict) else body.get("content")
    for block in content if isinstance(content, list) else []:
        yield block
        inner = block.get("content")
        yield from _blocks({"content": inner}) if isinstance(inner, list) else ()


# ── what is in it ──


def test_every_known_type_appears(home: Path) -> None:
    """Each entry type, system subtype, progress, attachment and block is there to be seen."""
    entries = list(_all_entries(home))
    assert set(ENTRY_KINDS) - {entry.type for entry in entries} == set()
    bodies = [entry.body for entry in entries]
    assert set(SYSTEM_KINDS) - {body.get("subtype") for body in bodies} == set()
    assert set(PROGRESS_KINDS) - {b["data"]["type"] for b in bodies if "data" in b} == set()
    attachments = {b["attachment"]["type"] for b in bodies if "attachment" in b}
    assert set(ATTACHMENT_KINDS) - attachments == set()
    assert set(BLOCK_KINDS) - {block.get("type") for b in bodies for block in _blocks(b)} == set()


def test_every_kind_of_user_line_appears(home: Path) -> None:
    """Prompts, results, commands, bash lines, interrupts, notices: all are there."""
    kinds = {entry.kind for entry in _all_entries(home) if isinstance(entry, UserEntry)}
    assert set(UserKind) - kinds == set()


def test_queue_operations_and_stop_reasons_appear(home: Path) -> None:
    """Prompts are queued in all ways, replies end in all ways."""
    bodies = [entry.body for entry in _all_entries(home)]
    operations = {body["operation"] for body in bodies if "operation" in body}
    assert operations == {"enqueue", "dequeue", "remove", "popAll"}
    reasons = {b["message"].get("stop_reason") for b in bodies if b.get("type") == "assistant"}
    assert reasons >= {None, "end_turn", "tool_use", "stop_sequence"}


def test_only_intended_things_are_unknown(home: Path) -> None:
    """Apart from two inventions and two wrong values the demo is within what we know."""
    drift = Drift()
    for entry in _all_entries(home):
        drift.see(entry, "demo")
    assert {(row.kind, row.name) for row in drift.rows()} == {
        ("block", "sonar_ping"),
        ("type", "hologram"),
        ("type", "(none)"),
        ("shape", "system.turn_duration.durationMs: number, not integer"),
        ("shape", "user.timestamp: integer, not string"),
    }


def test_subagents_lie_in_every_layout(home: Path) -> None:
    """Each layout has its agents, one file has lost its session, one session has sidechains."""
    layouts = {
        subagent.layout for session in Home(home).sessions() for subagent in session.subagents
    }
    assert layouts == set(SubagentLayout)
    (lost,) = Home(home).lost_subagents()
    assert lost.agent_id == "41be4aa9"
    assert any(body["isSidechain"] for body in _sessions()["sidechain"].bodies("user"))


def test_there_are_many_models_and_versions(home: Path) -> None:
    """Models known, unknown and made up by the client; clients from 1.0 to the newest."""
    bodies = [entry.body for entry in _all_entries(home)]
    models = {b["message"].get("model") for b in bodies if isinstance(b.get("message"), dict)}
    assert models >= {"claude-opus-4-8", "claude-lagoon-1-preview", "<synthetic>"}
    versions = {str(body["version"]) for body in bodies if "version" in body}
    assert {"1.0.43", "2.0.42", "2.1.14", "2.1.197", "2.1.220", "2.1.325"} <= versions
    assert len(versions) > 12


def test_projects_are_of_many_kinds(home: Path) -> None:
    """Windows drives, a Chinese path and one so long that its name is hashed."""
    names = {path.name for path in (home / "projects").iterdir()}
    assert any(name.startswith("C--") for name in names)
    assert any(name.startswith("-home-linhai---") for name in names)
    assert [len(name) > LONGEST_SLUG for name in names].count(True) == 1


def test_old_streams_show_placeholders(home: Path) -> None:
    """In old sessions the last line of a message has the largest output, others a placeholder."""
    outputs: dict[str, list[int]] = {}
    for entry in _all_entries(home):
        if entry.body.get("version") == "2.1.14" and entry.type == "assistant":
            message = entry.body["message"]
            outputs.setdefault(message["id"], []).append(message["usage"]["output_tokens"])
    assert all(max(found) == found[-1] for found in outputs.values())
    assert any(found[0] < found[-1] for found in outputs.values())


# ── that it holds together ──


def test_every_file_comes_back_byte_for_byte(home: Path) -> None:
    """All entries' bytes joined are the file, damaged or not."""
    for path in _transcripts(home):
        content = path.read_bytes()
        assert b"".join(entry.encode() for entry in _entries(content)) == content


def test_sound_sessions_have_no_findings() -> None:
    """What is not damaged on purpose is without fault."""
    for session in _sound_sessions():
        for entry in _entries(session.encode()):
            assert check(entry) == ()


def test_parents_exist_and_uuids_are_unique() -> None:
    """In sound sessions every line hangs on a line of its own file."""
    for session in _sound_sessions():
        chain = [body for body in session.bodies() if "uuid" in body]
        uuids = [body["uuid"] for body in chain]
        assert len(set(uuids)) == len(uuids)
        assert {body["parentUuid"] for body in chain} - {None} <= set(uuids)


def test_every_call_is_answered_but_one() -> None:
    """Calls and results pair up; only the killed client left a call alone."""
    alone = set[str]()
    for session in _sound_sessions():
        blocks = [block for body in session.bodies() for block in _blocks(body)]
        calls = Counter(block["id"] for block in blocks if block["type"] == "tool_use")
        results = Counter(
            block["tool_use_id"] for block in blocks if block["type"] == "tool_result"
        )
        assert results <= calls
        alone |= {session.seed for _ in (calls - results)}
    assert alone == {"cut-short"}


def test_fork_lies_beside_its_original() -> None:
    """The two share uuids and message ids, so that nothing may be counted twice."""
    original, fork = _sessions()["moon"], _sessions()["moon-fork"]
    ids = [{body["message"]["id"] for body in s.bodies("assistant")} for s in (original, fork)]
    assert ids[0] < ids[1]
    assert original.project == fork.project


def test_rewind_leaves_a_branch() -> None:
    """One line has two prompts hanging on it."""
    parents = Counter(
        body["parentUuid"] for body in _sessions()["rewind"].bodies("user") if "origin" in body
    )
    assert max(parents.values()) == 2


def test_preserved_messages_are_in_the_file() -> None:
    """What a compaction keeps stands before its boundary, the anchor behind it."""
    session = _sessions()["marathon"]
    metadata = [b["compactMetadata"] for b in session.bodies("system") if "compactMetadata" in b]
    assert [one["trigger"] for one in metadata] == ["manual", "auto"]
    uuids = {body.get("uuid") for body in session.bodies()}
    kept = metadata[1]["preservedMessages"]
    assert {kept["anchorUuid"], *kept["uuids"]} <= uuids


def test_long_session_spans_days() -> None:
    """The longest session was resumed on several mornings."""
    days = {b["timestamp"][:10] for b in _sessions()["marathon"].bodies("assistant")}
    assert len(days) > 2


def test_files_beside_the_sessions_exist(home: Path) -> None:
    """Backups, large results and plans that lines speak of are really there."""
    backups = 0
    for session in _sessions().values():
        for body in session.bodies("file-history-snapshot"):
            for backup in body["snapshot"]["trackedFileBackups"].values():
                if isinstance(backup, dict) and backup["backupFileName"]:
                    name = home / "file-history" / session.session_id / backup["backupFileName"]
                    assert name.is_file()
                    backups += 1
    assert backups > 5
    kinds = Counter(classify(p.relative_to(home)) for p in home.rglob("*") if p.is_file())
    assert set(FileKind) - set(kinds) <= {
        FileKind.TODO, FileKind.SHELL_SNAPSHOT, FileKind.CONFIG_BACKUP,
    }  # fmt: skip


def test_history_leads_to_sessions(home: Path) -> None:
    """Every row of history.jsonl is in order of time and names a session of the home."""
    rows = [
        decode_json(line).value for line in (home / "history.jsonl").read_bytes().split(b"\n")[:-1]
    ]
    known = {session.id for session in Home(home).sessions()}
    assert len(rows) > 30
    assert {row["sessionId"] for row in rows} <= known
    assert [row["timestamp"] for row in rows] == sorted(row["timestamp"] for row in rows)
    assert all(row["display"] for row in rows)


def test_damaged_session_shows_every_kind_of_damage(home: Path) -> None:
    """Torn, glued, NUL, garbage, foreign bytes, loose JSON, wrong kinds: all are found."""
    session = _sessions()["shipwreck"]
    path = home / "projects" / session.project / f"{session.session_id}.jsonl"
    entries = _entries(path.read_bytes())
    codes = {finding.code for entry in entries for finding in check(entry)}
    assert codes >= {
        "bad-line", "blank-line", "nul-bytes", "glued-line", "torn-line", "not-utf8", "loose-json",
        "wrong-shape", "no-timestamp", "no-message-id", "no-model", "string-content",
    }  # fmt: skip
    marks = {mark for entry in entries for mark in entry.marks}
    assert marks >= {"bom", "crlf", "not-utf8", "loose-json"}
    bodies = [part.body for entry in entries for part in entry.parts]
    uuids = Counter(b["uuid"] for b in bodies if isinstance(b.get("uuid"), str))
    assert max(uuids.values()) == 2
    assert {body.get("parentUuid") for body in bodies} - set(uuids) - {None}
    texts = "".join(str(entry.body) for entry in entries)
    assert repr(ESCAPES)[1:-1] in texts
    assert repr(MARKUP)[1:-1] in texts


# ── pictures ──


def test_picture_is_a_real_png() -> None:
    """The chunks' checksums are right, and the pixels are as many as the header says."""
    image = tide_curve()
    assert image.startswith(b"\x89PNG\r\n\x1a\n")
    chunks, place = {}, 8
    while place < len(image):
        length = int.from_bytes(image[place : place + 4])
        kind, content = image[place + 4 : place + 8], image[place + 8 : place + 8 + length]
        checksum = int.from_bytes(image[place + 8 + length : place + 12 + length])
        assert checksum == zlib.crc32(kind + content)
        chunks[kind] = content
        place += 12 + length
    assert int.from_bytes(chunks[b"IHDR"][:4]) == WIDTH
    pixels = zlib.decompress(chunks[b"IDAT"])
    assert len(pixels) == HEIGHT * (WIDTH + 1)
    assert set(pixels) == {0, 1, 2}


def test_document_is_a_real_pdf() -> None:
    """The table at the end leads to every object."""
    content = page("High water 04:12")
    start = int(content.split(b"startxref\n")[1].split(b"\n")[0])
    assert content[start:].startswith(b"xref\n")
    places = [int(row[:10]) for row in re.findall(rb"\d{10} 00000 n ", content)]
    assert [content[place:].startswith(b"%d 0 obj" % number)
            for number, place in enumerate(places, start=1)] == [True] * 6  # fmt: skip


# ── writing it ──


def test_report_tells_what_was_written(home: Path, tmp_path: Path) -> None:
    """The figures are those of the files."""
    report = write_demo(tmp_path / "again")
    files = [path for path in report.home.rglob("*") if path.is_file()]
    assert report.files == len(files)
    assert report.bytes == sum(path.stat().st_size for path in files)
    assert report.sessions == len(list(Home(home).sessions())) == len(_sessions())
    assert report.projects == len(list((home / "projects").iterdir()))
    assert report.subagents == sum(len(s.subagents) for s in Home(home).sessions())


def _digest(home: Path) -> str:
    found = hashlib.sha256()
    for path in sorted(home.rglob("*")):
        if path.is_file():
            found.update(
                f"{path.relative_to(home).as_posix()} {path.stat().st_mtime_ns}\n".encode()
            )
            found.update(path.read_bytes())
    return found.hexdigest()


def test_demo_is_the_same_everywhere(home: Path, tmp_path: Path) -> None:
    """Another process with another hash seed and time zone writes the same bytes and times."""
    script = (
        "import sys, pathlib; from steno.testing.demo import write_demo; "
        "write_demo(pathlib.Path(sys.argv[1]))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "17", "TZ": "Asia/Shanghai",
                   "PYTHONPATH": os.pathsep.join(sys.path)}  # fmt: skip
    target = tmp_path / "other"
    subprocess.run([sys.executable, "-c", script, str(target)], check=True, env=environment)
    assert _digest(target) == _digest(home)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
@pytest.mark.parametrize("mask", [0o000, 0o777])
def test_demo_is_private_under_any_umask(tmp_path: Path, mask: int) -> None:
    """Files are 0600 and folders 0700."""
    before = os.umask(mask)
    try:
        write_demo(tmp_path / "home")
    finally:
        os.umask(before)
    for path in [tmp_path / "home", *(tmp_path / "home").rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)


def test_folder_in_use_is_refused(tmp_path: Path) -> None:
    """A folder with somebody's files is left alone, and the message says what to do."""
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(DemoTargetError, match=r"Name a folder that does not exist yet") as caught:
        write_demo(tmp_path)
    assert isinstance(caught.value, UsageError)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_file_and_dangling_link_are_refused(tmp_path: Path) -> None:
    """What is no folder is never replaced."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(DemoTargetError):
        write_demo(tmp_path / "file")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(DemoTargetError):
        write_demo(tmp_path / "link")
    assert not (tmp_path / "nowhere").exists()


def test_empty_folder_is_used(tmp_path: Path) -> None:
    """An empty folder is as good as none."""
    assert write_demo(tmp_path).files > 80


def test_earlier_demo_is_written_anew(tmp_path: Path, home: Path) -> None:
    """Changed and stale files of an earlier demo go; what somebody added stays."""
    write_demo(tmp_path)
    (tmp_path / "history.jsonl").write_text("changed")
    stale = tmp_path / "projects" / "old" / "gone.jsonl"
    stale.parent.mkdir()
    stale.write_text("{}")
    marker = tmp_path / MARKER
    marker.write_text(marker.read_text() + "projects/old/gone.jsonl\n")
    write_demo(tmp_path)
    assert _digest(tmp_path) == _digest(home)
    assert not stale.parent.exists()
    (tmp_path / "mine.txt").write_text("mine")
    write_demo(tmp_path)
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_marker_leads_nowhere_outside(tmp_path: Path) -> None:
    """A marker that names files elsewhere removes nothing there."""
    (tmp_path / "keep.txt").write_text("keep")
    target = tmp_path / "home"
    write_demo(target)
    marker = target / MARKER
    marker.write_text(marker.read_text() + f"../keep.txt\n{tmp_path}/keep.txt\n")
    write_demo(target)
    assert (tmp_path / "keep.txt").read_text() == "keep"


def test_refused_write_is_told(tmp_path: Path) -> None:
    """Where the system says no, the error names the folder."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(WriteFailedError, match="file/home"):
        write_demo(tmp_path / "file" / "home")
