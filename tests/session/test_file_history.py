"""Which file had which content when."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from steno.disk import layout
from steno.disk.discover import Home
from steno.session.file_history import FileHistory, find_file_history
from steno.session.file_versions import FileVersion, Source, read_content, recorded_content
from steno.session.session import load
from steno.testing.build import SessionBuilder, make_session
from steno.testing.file_tools import edit, write
from tests.held import calls, held, place, prompt, result, says, stamp
from tests.written import user

if TYPE_CHECKING:
    from pathlib import Path

    from steno.session.session import Session

    Body = dict[str, Any]

FOLDER = "/tmp/project"
TIDE = f"{FOLDER}/tide.py"
MOON = f"{FOLDER}/moon.py"


def history_of(session: Session) -> FileHistory:
    """Read a session's file history."""
    return find_file_history(session.outline, session.records)


def snapshot(prompt_id: str, files: Body, second: float = 0, *, by: str | None = None) -> Body:
    """Make a snapshot; ``by`` is the call before which it was brought up to date."""
    inner = {"messageId": prompt_id, "trackedFileBackups": files, "timestamp": stamp(second)}
    return {
        "type": "file-history-snapshot", "messageId": by or prompt_id, "snapshot": inner,
        "isSnapshotUpdate": by is not None,
    }  # fmt: skip


def copy(path: str, version: int, second: float = 0, *, absent: bool = False) -> Body:
    """Make the record of a copy."""
    name = None if absent else layout.backup_name(path, version)
    return {"backupFileName": name, "version": version, "backupTime": stamp(second)}


def wrote(at: tuple[str, str, float], path: str, before: str | None, after: str) -> Body:
    """Make the result of a write, with its uuid, its parent and its second."""
    told: Body = {
        "type": "create" if before is None else "update", "filePath": path, "content": after,
        "structuredPatch": [], "originalFile": before,
    }  # fmt: skip
    return result(*at, toolUseResult=told)


def as_noted() -> Session:
    """Make a session as the client notes it: two prompts, two files, one of them new."""
    return held(
        snapshot("p", {}),
        prompt("p", None, 1),
        calls("a", "p", 2),
        snapshot("p", {"tide.py": copy(TIDE, 1, 3)}, by="a"),
        result("A", "a", 4),
        says("b", "A", 5),
        prompt("q", "b", 10),
        snapshot("q", {"tide.py": copy(TIDE, 2, 10)}, 10),
        calls("c", "q", 11),
        snapshot(
            "q", {"tide.py": copy(TIDE, 2, 10), "moon.py": copy(MOON, 1, 12, absent=True)}, by="c"
        ),
        result("C", "c", 13),
        prompt("r", "C", 20),
        snapshot("r", {"tide.py": copy(TIDE, 2, 10), "moon.py": copy(MOON, 2, 20)}, 20),
    )


def test_versions_of_a_file_are_told_once_each() -> None:
    """Snapshots repeat what has not changed."""
    history = history_of(as_noted())
    assert history.files() == (MOON, TIDE)
    first, second = history.versions(TIDE)
    assert first == FileVersion(
        path=TIDE,
        tracked_path="tide.py",
        version=1,
        time=datetime(2026, 1, 3, 10, 0, 3, tzinfo=UTC),
        message_uuid="a",
        row=3,
        backup_name=layout.backup_name(TIDE, 1),
        source=Source.BACKUP,
    )
    assert (second.version, second.row, second.message_uuid) == (2, 7, "q")
    assert [one.exists for one in history.versions(MOON)] == [False, True]
    assert history.versions("moon.py") == history.versions(MOON)
    assert history.versions("/nowhere") == ()


def test_files_at_a_prompt_are_those_of_its_note() -> None:
    """A file that was touched only later counts as it was before that."""
    history = history_of(as_noted())

    def versions(where: str | int) -> dict[str, int | None]:
        return {path[-7:]: one.version for path, one in history.at(where).items()}

    assert versions("p") == {"tide.py": 1, "moon.py": 1}
    assert not history.at("p")[MOON].exists
    assert versions("q") == {"tide.py": 2, "moon.py": 1}
    assert versions("r") == {"tide.py": 2, "moon.py": 2}


def test_any_line_of_a_turn_stands_for_its_prompt() -> None:
    """By uuid or by row, also the reply at its end."""
    history = history_of(as_noted())
    assert history.at("b") == history.at("p") == history.at(5)
    assert history.at("C") == history.at("q")


def test_an_unknown_line_has_no_files() -> None:
    """Nothing is made up for it."""
    assert history_of(as_noted()).at("nobody") == {}


def test_a_note_of_a_prompt_that_is_gone_still_counts() -> None:
    """By its id, and for lines that come after it and have none of their own."""
    session = held(
        snapshot("gone", {"tide.py": copy(TIDE, 1)}),
        prompt("p", None, 1),
        says("a", "p", 2),
    )
    history = history_of(session)
    assert list(history.at("gone")) == [TIDE]
    assert history.at("a") == history.at("gone")


def test_before_the_first_note_files_are_as_they_were_copied_first() -> None:
    """The copy was made before the client changed anything."""
    session = held(prompt("p", None, 0), says("a", "p", 1), snapshot("q", {TIDE: copy(TIDE, 1)}, 5))
    assert history_of(session).at("p")[TIDE].version == 1


def test_contents_in_the_line_itself_are_versions_too() -> None:
    """Spec 003: the snapshot holds the content in the place of a record."""
    session = held(
        prompt("p", None, 0),
        snapshot("p", {"tide.py": "tide = 1\n"}, 4, by="a"),
        snapshot("p", {"tide.py": "tide = 1\n", "moon.py": 3, "sun.py": None}, 5, by="b"),
    )
    history = history_of(session)
    assert history.files() == (TIDE,)
    version = history.at("p")[TIDE]
    assert (version.source, version.backup_name, version.version) == (Source.INLINE, None, None)
    assert version.time == datetime(2026, 1, 3, 10, 0, 5, tzinfo=UTC)
    assert recorded_content(version, session.records) == "tide = 1\n"


def test_deltas_add_to_the_note_of_their_prompt() -> None:
    """Newer clients write down only the file that is new."""
    session = held(
        prompt("p", None, 0),
        snapshot("p", {"tide.py": copy(TIDE, 1)}),
        {
            "type": "file-history-delta", "messageId": "a", "snapshotMessageId": "p",
            "trackingPath": "moon.py", "backup": copy(MOON, 1, 9),
        },
        {"type": "file-history-delta", "messageId": "z", "trackingPath": TIDE, "backup": 5},
        {"type": "file-history-delta", "messageId": "z", "trackingPath": TIDE,
         "backup": copy(TIDE, 4)},
    )  # fmt: skip
    history = history_of(session)
    assert {path: one.version for path, one in history.at("p").items()} == {MOON: 1, TIDE: 1}
    assert history.at("z")[TIDE].version == 4
    assert history.versions(MOON)[0].message_uuid == "a"


def test_results_tell_what_was_not_noted() -> None:
    """Without snapshots, as in print mode, what tools wrote is all there is."""
    session = held(
        prompt("p", None, 0),
        calls("a", "p", 1),
        wrote(("A", "a", 2), MOON, None, "moon = 1\n"),
        prompt("q", "A", 3),
        calls("b", "q", 4),
        wrote(("B", "b", 5), MOON, "moon = 1\n", "moon = 2\n"),
        calls("c", "B", 6),
        wrote(("C", "c", 7), TIDE, "tide = 1\n", "tide = 2\n"),
        prompt("r", "C", 8),
    )
    history = history_of(session)
    sources = [one.source.value for one in history.versions(MOON)]
    assert sources == ["before", "after", "before", "after"]
    assert [one.exists for one in history.versions(MOON)] == [False, True, True, True]

    def contents(where: str) -> dict[str, str | None]:
        found = history.at(where).items()
        return {path: recorded_content(one, session.records) for path, one in found}

    assert contents("p") == {MOON: None, TIDE: "tide = 1\n"}
    assert not history.at("p")[MOON].exists
    assert contents("q") == {MOON: "moon = 1\n", TIDE: "tide = 1\n"}
    assert contents("r") == {MOON: "moon = 2\n", TIDE: "tide = 2\n"}
    assert history.at("r")[TIDE].message_uuid == "C"


def test_copies_come_before_results_and_either_can_be_asked_for() -> None:
    """Where a copy is gone, the other source may still have the content."""
    session = held(
        prompt("p", None, 0),
        snapshot("p", {}),
        calls("a", "p", 1),
        snapshot("p", {"tide.py": copy(TIDE, 1, 1)}, by="a"),
        wrote(("A", "a", 2), TIDE, "tide = 1\n", "tide = 2\n"),
    )
    history = history_of(session)
    assert history.at("p")[TIDE].source is Source.BACKUP
    results = {Source.BEFORE, Source.AFTER}
    assert history.at("p", results)[TIDE].source is Source.BEFORE
    assert history.at("p", ()) == {}


def test_only_some_results_may_be_read() -> None:
    """A caller that knows which tools write files spares the reading of the others."""
    session = held(
        prompt("p", None, 0),
        calls("a", "p", 1),
        wrote(("A", "a", 2), TIDE, None, "tide = 1\n"),
        calls("b", "A", 3),
        wrote(("B", "b", 4), MOON, None, "moon = 1\n"),
    )
    history = find_file_history(session.outline, session.records, [4])
    assert history.files() == (MOON,)


def test_lines_of_any_shape_are_survived() -> None:
    """A snapshot may hold nothing, or something else altogether."""
    session = held(
        {"type": "file-history-snapshot"},
        {"type": "file-history-snapshot", "messageId": "p", "snapshot": []},
        snapshot("q", {"a": {"backupFileName": 5, "version": "x", "backupTime": "never"}}),
        {"type": "file-history-snapshot", "messageId": "r", "snapshot": {"trackedFileBackups": 1}},
        {"type": "file-history-delta"},
        user("x", **{**place("r", "r", 1), "timestamp": None, "cwd": None},
             toolUseResult={"type": "create", "filePath": "b", "content": "", "originalFile": None,
                            "structuredPatch": []}),
    )  # fmt: skip
    history = find_file_history(session.outline, session.records, [5])
    assert history.files() == ("a", "b")
    (odd,) = history.versions("a")
    assert (odd.version, odd.time, odd.backup_name, odd.exists) == (None, None, None, False)
    assert history.at("r")["b"].time is None
    assert history_of(held()).files() == ()


def test_a_circle_of_parents_ends() -> None:
    """The search for a note walks each line once."""
    session = held(says("a", "b", 0), says("b", "a", 1))
    assert history_of(session).at("a") == {}


def test_the_builders_files_come_back(tmp_path: Path) -> None:
    """What the made-up client kept is what is read at the prompt before the change."""
    builder = SessionBuilder("files", cwd=FOLDER)
    first = builder.prompt("Write it down.")
    builder.snapshot(first)
    (line,) = builder.reply(write(TIDE, "tide = 1\n"))
    builder.backup(TIDE, 1, None, line)
    second = builder.prompt("Make it two.")
    builder.snapshot(second)
    (line,) = builder.reply(edit(TIDE, "tide = 1\n", "1", "2"))
    builder.backup(TIDE, 2, "tide = 1\n", line)
    session = load(make_session(tmp_path, builder))
    history = history_of(session)
    assert not history.at(first)[TIDE].exists
    kept = history.at(second)[TIDE]
    content = read_content(kept, session.records, Home(tmp_path), [builder.session_id])
    assert content == b"tide = 1\n"
    assert [one.source.value for one in history.versions(TIDE)] == [
        "before", "after", "backup", "before", "after", "backup",
    ]  # fmt: skip


def test_files_of_real_sessions_are_known_by_their_absolute_paths(corpus: Path) -> None:
    """The hash in each backup's name confirms the path, but for one scrubbed session."""
    confirmed = refuted = 0
    for path in sorted((corpus / "projects").rglob("*.jsonl")):
        session = load(path)
        history = history_of(session)
        for file in history.files():
            for version in history.versions(file):
                named = layout.parse_backup_name(version.backup_name or "")
                if named is not None:
                    confirmed += layout.backup_hash(file) == named[0]
                    refuted += layout.backup_hash(file) != named[0]
    assert confirmed > 130
    assert refuted < 20
