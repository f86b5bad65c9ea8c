"""Tests of single repairs: each mends its own damage, and nothing that is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from steno.edit.draft import set_member
from steno.edit.repair import repair
from steno.edit.repairs.answers import LOST_RESULT, mend_answers
from steno.edit.repairs.cuts import mend_cuts, mend_stray_results, write_bridges_down
from steno.edit.repairs.cycles import mend_cycles
from steno.edit.repairs.fields import UNKNOWN_MODEL, mend_fields, mend_message_ids, mend_models
from steno.edit.repairs.hanging import line_above, take_off
from steno.edit.repairs.kept_messages import mend_kept_messages
from steno.edit.repairs.leaf import mend_leaf_time, mend_named_leaf, mend_way_back
from steno.edit.repairs.mended import Mended
from steno.edit.repairs.names import mend_names
from steno.edit.repairs.order import mend_order
from steno.edit.repairs.repeats import mend_repeats
from steno.edit.repairs.roots import is_cut_off
from steno.edit.repairs.stored_lines import end_last_line, mend_lines
from steno.edit.repairs.stumbles import mend_stumbles
from steno.edit.repairs.workpiece import Workpiece
from tests.edit.edited import in_home
from tests.session.transcripts import (
    ABSENT,
    attachment,
    boundary,
    brief,
    call,
    command,
    line,
    progress,
    reply,
    result,
    session,
    system,
    text,
    user,
)
from tests.written import line_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.session.transcripts import Body

ALL = ("torn-line", "glued-line", "nul-bytes", "bad-line", "blank-line", "bom", "loose-json")


def work_of(*lines: Body | bytes) -> Workpiece:
    """Begin to mend a session of these lines."""
    return Workpiece(session(*lines))


def after(repair_: Callable[[Workpiece], Any], *lines: Body | bytes) -> Workpiece:
    """Give the work after one repair."""
    work = work_of(*lines)
    repair_(work)
    work.refresh()
    return work


def sent(work: Workpiece) -> list[tuple[str, ...]]:
    """Give in short what a resume of the work sends."""
    return brief(work.session.messages())


def parents(work: Workpiece) -> list[str | None]:
    """Give the id of every row's parent."""
    return [work.outline.parent_uuid(row) for row in range(len(work.outline))]


# ── lines ──


def lines_after(*lines: Body | bytes, codes: tuple[str, ...] = ALL) -> Workpiece:
    """Give the work after the bytes were mended."""
    return after(lambda work: mend_lines(work, codes), *lines)


def test_glued_records_get_a_line_each() -> None:
    """Two records on a line become two lines, and the fragment between goes aside."""
    glued = line_of(user("a"))[:-1] + b'{"type":"us' + line_of(reply("b", parent="a"))
    work = lines_after(glued)
    assert work.outline.uuids == ["a", "b"]
    assert [one.raw for one in work.removed] == [b'{"type":"us']


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        (b"\0\0\0\n", []),
        (b"\0\0" + line_of(user("x")), ["x"]),
        (line_of(user("x"))[:-1] + b"\0\0\n", ["x"]),
        (b'{"type":"user","uu\0\0id":"x"}\n', ["x"]),
        (b"no record\n", []),
        (b"\n", []),
        (b'{"type":"user","uuid":"x"', []),
        (b'{"type":"user",\n"uuid":"x"}\n', ["x"]),
        (b'{"type":"user","uuid":"x","n":NaN}\n', ["x"]),
        (b"\xef\xbb\xbf" + line_of(user("x")), ["x"]),
    ],
)
def test_odd_bytes_go_and_records_stay(raw: bytes, kept: list[str]) -> None:
    """Whatever stands between two lines, what is a record can be read afterwards."""
    pieces = raw.split(b"\n")
    stored = [one + b"\n" for one in pieces[:-1]] + ([pieces[-1]] if pieces[-1] else [])
    work = lines_after(user("a"), *stored)
    assert work.outline.uuids == ["a", *kept]
    assert not any(
        mark in entry.marks for entry in work.entries() for mark in ("bom", "loose-json")
    )


def test_lines_that_nobody_asked_for_stay() -> None:
    """Without their codes even bad lines are left where they are."""
    work = lines_after(user("a"), b"no record\n", b"\n", b"\0\n", codes=())
    assert work.changes == []


def test_glued_lines_and_nul_bytes_are_told_apart() -> None:
    """A record among NUL bytes is mended without --only glued-line, and two records are not."""
    among = b"\0\0" + line_of(user("x"))
    glued = line_of(user("x"))[:-1] + line_of(user("y"))
    assert lines_after(among, codes=("nul-bytes",)).changes
    assert not lines_after(glued, codes=("nul-bytes",)).changes
    assert not lines_after(among, codes=("glued-line",)).changes


def test_last_line_is_ended() -> None:
    """It gets a newline, and only if it has none."""
    work = after(end_last_line, user("a"), line_of(user("b"))[:-1])
    assert b"".join(entry.raw for entry in work.entries()).endswith(b"}\n")
    assert after(end_last_line, user("a")).changes == []
    assert after(end_last_line).changes == []


# ── members ──


def test_type_comes_from_the_role() -> None:
    """The client passes over a line without a type."""
    lost = {key: value for key, value in user("a").items() if key != "type"}
    work = after(lambda work: mend_fields(work, ["no-type"]), line_of(lost))
    assert work.body(0)["type"] == "user"


def test_content_of_a_line_becomes_a_message() -> None:
    """Old tools wrote it on the line itself."""
    old = line("user", "a", content="words")
    work = after(lambda work: mend_fields(work, ["not-resumable"]), old)
    assert sent(work) == [("user", "words")]


def test_string_becomes_a_block() -> None:
    """The client breaks on a reply that is a string."""
    broken = reply("b", message={"content": "words"})
    work = after(lambda work: mend_fields(work, ["string-content"]), user("a"), broken)
    assert sent(work) == [("user", "a"), ("assistant", "words")]


def test_messages_get_ids_of_their_own() -> None:
    """Lines in a row are parts of one message, and a prompt parts two."""
    nameless = {"id": None}
    work = after(
        mend_message_ids,
        user("a"), reply("b", message=nameless), reply("c", message=nameless),
        user("d"), reply("e", message=nameless), reply("f", model="<synthetic>", message=nameless),
    )  # fmt: skip
    ids = work.outline.message_ids
    assert ids[1] == ids[2] != ids[4]
    assert None not in (ids[1], ids[4])
    assert ids[5] is None


def test_model_comes_from_the_neighbours() -> None:
    """From the same message, else from the reply before, else nobody knows it."""
    lost: Body = {"model": None}
    work = after(
        mend_models,
        reply("a", of="m", model="one"), reply("b", of="m", message=lost),
        reply("c", model="two"), reply("d", message=lost),
    )  # fmt: skip
    assert [work.body(row)["message"]["model"] for row in range(4)] == ["one", "one", "two", "two"]
    work = after(mend_models, reply("a", message=lost))
    assert work.body(0)["message"]["model"] == UNKNOWN_MODEL


# ── ids ──


def test_nameless_line_gets_the_id_that_is_missed() -> None:
    """The line behind it tells how it was called."""
    work = after(mend_names, user("a"), reply(None, parent="a"), user("c", parent="b"))
    assert work.outline.uuids == ["a", "b", "c"]


def test_lines_without_any_links_are_chained() -> None:
    """Where there are neither ids nor parents, the order of the file is what there is."""
    bare = [user(None, "a", parent=ABSENT), reply(None, text("b"), of="m", parent=ABSENT)]
    work = after(mend_names, *bare)
    assert sent(work) == [("user", "a"), ("assistant", "b")]


def test_copy_goes() -> None:
    """The later one, which would lead a resume back to it."""
    work = after(mend_repeats, user("a"), reply("b"), user("c"), user("a", parent=None))
    assert work.outline.uuids == ["a", "b", "c"]
    assert len(work.removed) == 1


def test_copy_that_hangs_elsewhere_stays() -> None:
    """The client goes by the later one, so the earlier goes."""
    work = after(mend_repeats, user("a"), reply("b"), reply("c"), reply("b", parent="c"))
    assert [work.line(row) for row in range(3)] == [1, 3, 4]


def test_other_words_get_an_id_of_their_own() -> None:
    """Both are sent then."""
    work = after(mend_repeats, user("a"), reply("b"), reply("b", text("other"), parent="a"))
    assert sent(work) == [("user", "a"), ("assistant", "b", "other")]


def test_two_lines_of_one_id_are_parted() -> None:
    """What stood between them hangs on the first."""
    work = after(
        mend_repeats, user("a"), user("x", "first"), reply("c"), user("x", "second", parent="c")
    )
    assert parents(work)[2] == work.outline.uuids[1] != "x"
    assert [words for _, *words in sent(work)] == [["a\n", "first"], ["c"], ["second"]]


def test_second_version_is_left_alone() -> None:
    """A line that says all of the earlier one and more replaced it on purpose."""
    longer = reply("b", text("b"), text("more"), parent="a")
    assert after(mend_repeats, user("a"), reply("b"), longer).changes == []
    answers = [user("r", [result("1", "x")], parent="c"), user("r", [result("1", "y")], parent="c")]
    assert after(mend_repeats, reply("c", call("1")), *answers).changes == []


# ── links ──


def test_circle_is_cut_above_its_oldest_line() -> None:
    """It hangs on what stands before it, or begins the conversation."""
    work = after(mend_cycles, user("a"), reply("b", parent="c"), user("c", parent="b"))
    assert parents(work) == [None, "a", "b"]
    work = after(mend_cycles, user("a", parent="b"), reply("b", parent="a"))
    assert parents(work) == [None, "a"]


def test_cut_line_hangs_on_the_one_before() -> None:
    """Through progress, and one after the other."""
    work = after(
        mend_cuts,
        user("a", at=0), reply("b", parent=None, at=100),
        progress("p", parent="gone", at=200), user("c", parent="p", at=300),
    )  # fmt: skip
    assert parents(work) == [None, "a", "b", "p"]


def test_line_below_an_unknown_type_hangs_on_what_that_hangs_on() -> None:
    """The file knows it better than the order of its lines."""
    work = after(
        mend_cuts,
        user("a", at=0), reply("b", at=1), line("hologram", "h", parent="a", at=2),
        reply("d", parent="h", at=100),
    )  # fmt: skip
    assert parents(work)[3] == "a"


def test_part_behind_an_old_end_comes_back() -> None:
    """Cut off from the line that a last-prompt names, it would never be seen again."""
    end = line("last-prompt", None, leafUuid="b")
    lines = [user("a", at=0), reply("b", at=1), end, user("c", parent="gone", at=100), reply("d")]
    assert sent(work_of(*lines)) == [("user", "a"), ("assistant", "b")]
    work = after(mend_cuts, *lines)
    assert parents(work)[3] == "b"
    assert [words for _, *words in sent(work)] == [["a"], ["b"], ["c"], ["d"]]


def test_client_s_guess_is_written_down() -> None:
    """A lost parent that the client finds by the time."""
    work = after(write_bridges_down, user("a", at=0), reply("b", parent="gone", at=2))
    assert parents(work) == [None, "a"]


def test_result_goes_back_to_its_call() -> None:
    """The client looks for it there."""
    work = after(
        mend_stray_results,
        user("a"), reply("b", call("1"), of="m"), reply("c", call("2"), of="m"),
        user("r1", [result("1")], parent=None), user("r2", [result("2")], parent="c"),
    )  # fmt: skip
    assert parents(work)[3] == "b"


def test_rewind_is_no_cut() -> None:
    """What the person left stays left."""
    work = after(mend_cuts, user("a"), reply("b"), user("c"), reply("d"), user("e", parent="b"))
    assert work.changes == []


def used(uuid: str, taken: int, **own: Any) -> Body:
    """Make a reply that took so many tokens."""
    usage = {"input_tokens": taken, "output_tokens": 10}
    return reply(uuid, message={"usage": usage}, **own)


@pytest.mark.parametrize(("taken", "is_cut"), [(1300, True), (110, False)])
def test_tokens_tell_whether_a_prompt_went_on(taken: int, is_cut: bool) -> None:
    """A context as large as before was not begun anew."""
    work = work_of(
        user("a"), used("b", 100), user("c"), used("d", 1200), user("e", parent=None),
        used("f", taken),
    )  # fmt: skip
    assert is_cut_off(work, 4) is is_cut


@pytest.mark.parametrize(
    ("lone", "is_cut"),
    [
        (reply("x", parent=None), True),
        (user("x", [result("1")], parent=None), True),
        (user("x", parent=ABSENT), True),
        (user("x", parent=None), False),
        (boundary("x"), False),
        (user("x", parent=None, isCompactSummary=True), False),
        (system("x", "informational", parent=None), False),
    ],
)
def test_beginnings_are_told_from_cuts(lone: Body, is_cut: bool) -> None:
    """A reply and a result never begin a conversation; a prompt and a compaction may."""
    assert is_cut_off(work_of(user("a"), reply("b"), lone), 2) is is_cut


def test_line_above_has_no_other_child() -> None:
    """What lost its child has none: of two lines before it that is the one."""
    work = work_of(user("a"), reply("b"), user("late", parent=None), reply("c", parent="gone"))
    assert line_above(work, 3) == 2
    work = work_of(user("a", parent="x"), reply("b"), user("x", parent=None), user("c", parent="?"))
    assert line_above(work, 3) == 1


def test_part_of_a_message_hangs_on_the_part_before() -> None:
    """Whatever came in between."""
    parts = [reply("b", of="m"), system("s", "informational"), reply("c", of="m", parent="gone")]
    assert line_above(work_of(user("a"), *parts), 3) == 1


def test_what_hung_on_a_gone_line_hangs_on_its_parent() -> None:
    """And what names it as the end of the session names the parent."""
    work = work_of(user("a"), reply("b"), user("c"), line("last-prompt", None, leafUuid="b"))
    take_off(work, 1, "for a test")
    work.refresh()
    assert parents(work)[1] == "a"
    assert work.body(2)["leafUuid"] == "a"


# ── order and end ──


def test_children_go_behind_their_parents() -> None:
    """A file from back to front is turned round; a rewind stays the newer way."""
    lines = [
        reply("e", parent="d", at=5), user("d", parent="b", at=4), user("c", parent="b", at=3),
        reply("b", parent="a", at=2), user("a", parent=None, at=1),
    ]  # fmt: skip
    work = after(mend_order, *lines)
    assert work.outline.uuids == ["a", "b", "c", "d", "e"]
    assert {change.action for change in work.changes} == {"move"}


def test_file_in_order_stays_in_order() -> None:
    """Nothing is moved."""
    assert after(mend_order, user("a"), reply("b")).changes == []


def test_late_note_does_not_lead_back() -> None:
    """A last-prompt line says where the session stands."""
    lines = [user("a"), reply("b"), user("c"), reply("d")]
    work = after(mend_way_back, *lines, system("s", "informational", parent="a"))
    assert work.session.chain is not None
    assert work.outline.uuids[work.session.chain.leaf] == "d"


def test_command_at_an_older_line_is_the_person_s() -> None:
    """Whoever goes back and runs a command there meant to."""
    lines = [user("a"), reply("b"), user("c"), reply("d"), command("x", parent="b")]
    assert after(mend_way_back, *lines).changes == []


def test_end_at_a_sub_agent_is_moved_to_the_session() -> None:
    """The client finds no conversation at a sidechain."""
    lines = [user("a"), reply("b"), user("x", isSidechain=True, parent=None)]
    work = after(mend_named_leaf, *lines, line("last-prompt", None, leafUuid="x"))
    assert work.session.refusal is None


@pytest.mark.parametrize(
    ("stamp", "expected"),
    [(None, "2026-03-02T09:00:00.000Z"), (1_794_700_000, "2026-11-14T23:46:40.000Z"),
     (1_794_700_000_500, "2026-11-14T23:46:40.500Z")],
)  # fmt: skip
def test_end_gets_a_time(stamp: int | None, expected: str) -> None:
    """Its own where that was a number, else that of the line before."""
    work = after(mend_leaf_time, user("a"), reply("b", timestamp=stamp))
    assert work.body(1)["timestamp"] == expected


# ── what the client stumbles over ──


@pytest.mark.parametrize(
    ("odd", "expected"),
    [
        (line("attachment", "x"), ["a", "c"]),
        (line("user", "x"), ["a", "c"]),
        (attachment("x", "hook_additional_context", content="words"), ["a", "c"]),
        (system("x", "model_refusal_fallback"), ["a", "c"]),
        (command("x", {"a": 1}), ["a", "c"]),
        (user("x", {"type": "text", "text": "block"}), ["a", "block", "c"]),
        (user("x", 7), ["a", "c"]),
        (reply("x", message={"content": 7}), ["a", "(no content)", "c"]),
    ],
)
def test_client_no_longer_stumbles(odd: Body, expected: list[str]) -> None:
    """What can be sent is, and what cannot goes aside."""
    assert work_of(user("a"), odd, reply("c")).session.refusal is not None
    work = after(mend_stumbles, user("a"), odd, reply("c"))
    assert work.session.refusal is None
    assert [word.strip() for _, *words in sent(work) for word in words] == expected


def test_list_of_kept_messages_names_only_what_is_there() -> None:
    """One line too many, and all of them would be lost."""
    kept = {"anchorUuid": "s", "uuids": ["gone", "a", "b"], "allUuids": ["a", "b"]}
    lines = [user("a"), reply("b")]
    behind = [user("s", parent="boundary", isCompactSummary=True), user("c")]
    cut = boundary(metadata={"preservedMessages": kept})
    work = after(mend_kept_messages, *lines, cut, *behind)
    assert [words for _, *words in sent(work)] == [["s\n", "a"], ["b"], ["c"]]
    unlisted = {"anchorUuid": "lost", "allUuids": ["a", "b"]}
    cut = boundary(metadata={"preservedMessages": unlisted})
    work = after(mend_kept_messages, *lines, cut, *behind)
    assert [words for _, *words in sent(work)] == [["s\n", "a"], ["b"], ["c"]]
    cut = boundary(metadata={"preservedMessages": {"anchorUuid": "s"}})
    assert after(mend_kept_messages, *lines, cut, *behind).session.refusal is None


def test_words_beside_a_lost_result_come_back() -> None:
    """A result that says so keeps the client from leaving the line out."""
    lines = [user("a"), reply("b", text("words"), call("1")), reply("c")]
    assert "words" not in str(sent(work_of(*lines)))
    work = after(mend_answers, *lines)
    assert sent(work)[1] == ("assistant", "words", "call 1")
    assert LOST_RESULT in str(work.session.messages())


def test_call_without_words_is_left_alone() -> None:
    """Nobody misses it; nor one that the person broke off."""
    assert after(mend_answers, user("a"), reply("b", call("1")), reply("c")).changes == []
    broken_off = [user("a"), reply("b", text("words"), call("1")), user("c"), reply("d")]
    assert after(mend_answers, *broken_off).changes == []


# ── the work itself ──


def test_work_goes_back_to_where_it_was() -> None:
    """What was tried in vain leaves no trace."""
    work = work_of(user("a"), reply("b"))
    saved = work.save()
    work.remove(0, "for a test")
    work.change(1, set_member("x", value=1), "for a test")
    work.refresh()
    work.go_back(saved)
    assert (work.changes, work.removed, work.outline.uuids) == ([], [], ["a", "b"])


def test_made_up_ids_are_always_the_same() -> None:
    """The same session mended twice gives the same bytes."""
    assert work_of(user("a")).new_uuid(0) == work_of(user("a")).new_uuid(0)
    work = work_of(user("a"))
    assert work.new_uuid(0) != work.new_uuid(0)


def test_mended_session_tells_its_changes_by_line(tmp_path: Path) -> None:
    """What is said of one line stands together, and what is new comes last."""
    source = in_home(
        tmp_path, user("a"), reply("b", message={"model": None, "content": "words"}), b"no\n",
        user("c", parent="b"), reply("d"), system("s", "informational", parent="a"),
    )  # fmt: skip
    plan = repair(source)
    told = [(one.line, one.action) for one in plan.changes]
    assert told == [(2, "change"), (3, "remove"), (None, "add")]
    differences = list(plan.differences())
    assert [(line, old is None, new is None) for line, old, new, _ in differences] == [
        (2, False, False), (3, False, True), (None, True, False),
    ]  # fmt: skip


def test_clean_work_is_an_empty_draft() -> None:
    """Its lines are those of the source."""
    work = work_of(user("a"), reply("b"))
    mended = Mended(work)
    assert mended.is_empty
    assert list(mended.lines()) == [entry.raw for entry in work.source.entries]
