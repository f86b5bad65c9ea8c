"""Tests of the repairs of bytes: records on several lines, in halves, in other forms, cut off."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from steno.edit.repairs.cuts import mend_way_to_the_end
from steno.edit.repairs.leaf import mend_times
from steno.edit.repairs.names import mend_names
from steno.edit.repairs.nearly_json import begun_message, records_in
from steno.edit.repairs.order import mend_time_order
from steno.edit.repairs.repeats import mend_repeats
from tests.edit.test_repairs import ALL, after, lines_after, parents, sent, work_of
from tests.session.transcripts import ABSENT, call, line, progress, reply, result, user
from tests.written import line_of

if TYPE_CHECKING:
    from steno.edit.repairs.workpiece import Workpiece
    from tests.session.transcripts import Body

RECORD = line_of({"type": "user", "uuid": "x", "sessionId": "s", "text": "one, {two},}"})


def mended(*lines: Body | bytes, codes: tuple[str, ...] = ALL) -> Workpiece:
    """Give the work after the bytes were mended, each newline of which ends a line."""
    stored: list[Body | bytes] = []
    for one in lines:
        stored += re.findall(rb"[^\n]*\n|[^\n]+", one) if isinstance(one, bytes) else [one]
    return lines_after(*stored, codes=codes)


def said(uuid: str, parent: str) -> bytes:
    """Write a message with its members in the order of the client."""
    message = {"role": "user", "content": f"says {uuid}"}
    return line_of({"parentUuid": parent, "message": message, "type": "user", "uuid": uuid})


def kept(work: Workpiece) -> list[str | None]:
    """Give the ids of the lines that are left."""
    return work.outline.uuids


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\n\n"])
def test_record_on_many_lines_is_put_together(ends: str) -> None:
    """As an editor lays it out; nothing of it goes aside."""
    pretty = json.dumps(json.loads(RECORD), indent=2).replace("\n", ends).encode() + b"\n"
    work = mended(user("a"), pretty, reply("b", parent="a"))
    assert kept(work) == ["a", "x", "b"]
    assert work.removed == []


def test_objects_within_a_record_are_no_records() -> None:
    """Some programs give the blocks of a message a line each."""
    time = b'"timestamp":"2026-03-02T09:00:00.000Z"'
    spread = b'{"type":"user","uuid":"x",' + time + b',"message":{"role":"user","content":[\n'
    block = b'{"type":"text","text":"hello"}'
    work = mended(spread + block + b",\n" + block + b"\n]}}\n")
    assert sent(work) == [("user", "hello", "hello")]


def test_record_inside_another_is_taken_out() -> None:
    """A whole record is no part, even where it would fit."""
    work = mended(b'{"x":\n', RECORD, b"}\n")
    assert kept(work) == ["x"]
    assert [one.raw for one in work.removed] == [b'{"x":\n', b"}\n"]


def test_record_glued_to_the_end_of_another_is_kept() -> None:
    """Both get a line."""
    pretty = json.dumps(json.loads(RECORD), indent=2).encode()
    assert kept(mended(pretty + line_of(user("b", parent="x")))) == ["x", "b"]


def test_parts_without_an_end_go_aside_one_by_one() -> None:
    """What never comes to an end is no record, and what follows it is read."""
    work = mended(b'{"a":[\n', b"1,\n", user("a"), b'{"b":[\n', b"2,\n")
    assert kept(work) == ["a"]
    assert b"".join(one.raw for one in work.removed) == b'{"a":[\n1,\n{"b":[\n2,\n'


@pytest.mark.parametrize("middle", [1, 20, len(RECORD) - 3])
def test_halves_in_the_wrong_order_are_put_together(middle: int) -> None:
    """The rest first, as two writers leave it."""
    halves = RECORD[middle:-1] + b"\n" + RECORD[:middle] + b"\n"
    work = mended(user("a"), halves, user("b"))
    assert kept(work) == ["a", "x", "b"]
    assert work.removed == []


def test_record_written_into_another_is_taken_out() -> None:
    """Both are whole again, the one that was begun first before the other."""
    inner = line_of(user("b", parent="x"))
    assert kept(mended(RECORD[:30] + inner + RECORD[30:])) == ["x", "b"]
    assert kept(mended(RECORD[30:-1] + b"\n" + RECORD[:30] + inner)) == ["x", "b"]


def test_two_glued_halves_are_left_apart() -> None:
    """Nobody knows what belongs to what."""
    lines = b'{"uuid":"z"' + line_of(user("a")) + b"}" + line_of(user("b"))
    assert kept(mended(lines)) == ["a", "b"]


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"[" + RECORD[:-1] + b", " + RECORD[:-1] + b"]", "a line each"),
        (json.dumps(RECORD.decode()).encode(), "quotes"),
        (RECORD.replace(b'"', b"&quot;"), "web page"),
        (RECORD[:-2] + b" , }", "commas"),
        (RECORD.replace(b'"', "\u201c".encode()), "curly"),
        (repr(json.loads(RECORD)).encode(), "Python"),
    ],
)
def test_other_forms_of_a_record_are_read(raw: bytes, told: str) -> None:
    """What other programs make of it, word for word."""
    records, what = records_in(raw)
    assert told in what
    assert [json.loads(one) for one in records] == [json.loads(RECORD)] * len(records)


@pytest.mark.parametrize(
    "raw",
    [
        b"[1,2]", b"[]", b'"text"', b'"\\ud8"', b"{'a': print(1)}", b"{'a'}", b"{'a': {1}}",
        b'{"a":1,}', b"{" * 100_000, b"&quot;", b"[" + RECORD[:-1] + b",7]",
        b"{'a':" + b"[" * 5000 + b"}", "\u201c".encode(), b"",
    ],
)  # fmt: skip
def test_what_is_no_record_in_any_form_is_none(raw: bytes) -> None:
    """Nothing is run, and nothing is made up."""
    assert records_in(raw) == ([], "")


def test_message_that_was_cut_off_behind_its_words_comes_to_an_end() -> None:
    """Its words are sent; the line that hangs on it names it."""
    cut = said("b", "a")[:-5] + b"\n"
    work = mended(user("a"), cut, user("c", parent="b"))
    assert work.body(1)["message"]["content"] == "says b"
    assert work.body(1).keys() == {"parentUuid", "message", "type"}
    assert [one.raw for one in work.removed] == [cut]


@pytest.mark.parametrize(
    "raw",
    [
        b'{"message":{"role":"user","content":"hal',
        b'{"message":{"role":"user","content":[{"type":"text","text":"a"}',
        b'{"message":{"role":"user","content":""},"uuid":"x',
        b'{"message":{"content":"a","role":"us',
        b'{"type":"summary","content":"a"',
        b"no record",
    ],
)
def test_half_a_message_is_none(raw: bytes) -> None:
    """Words that are cut off are not put into anybody's mouth."""
    assert begun_message(raw) is None


def test_message_that_was_written_again_is_not_brought_to_an_end() -> None:
    """A client that was broken off says it once more, and nobody wants to hear it twice."""
    work = mended(user("a"), said("b", "a")[:-5] + b"\n", said("b", "a"))
    assert kept(work) == ["a", "b"]


def test_message_in_a_glued_line_comes_to_an_end() -> None:
    """It stands before the record that was glued to it."""
    work = mended(user("a"), said("b", "a")[:-7] + said("c", "b"))
    contents = [work.body(row)["message"]["content"] for row in range(3)]
    assert contents == ["a", "says b", "says c"]


def test_lines_that_nobody_wants_mended_stay() -> None:
    """With other findings than these alone."""
    lines = (RECORD[:30] + b"\n", RECORD[30:], b"[" + RECORD[:-1] + b"]\n")
    assert mended(*lines, codes=("blank-line",)).changes == []


# ── names, times, order, copies ──


def test_result_names_its_call() -> None:
    """Of several nameless lines the one with its call is meant, or that with its progress."""
    lines = [
        user("a"), reply(None, call("t1"), parent="a"), reply("c", call("t2"), parent="b"),
        progress("q", parent="c", parentToolUseID="t2"), user("d", [result("t1")], parent="b"),
    ]  # fmt: skip
    nameless = {**lines[3]}
    del nameless["uuid"]
    work = after(mend_names, *lines[:3], nameless, lines[4], user("e", [result("t2")], parent="q"))
    assert work.outline.uuids == ["a", "b", "c", "q", "d", "e"]


def test_end_gets_the_id_that_last_prompt_names() -> None:
    """No line hangs on it, but one says that the session stands there."""
    work = after(mend_names, user("a"), reply(None), line("last-prompt", None, leafUuid="b"))
    assert work.outline.uuids[:2] == ["a", "b"]


def test_result_takes_no_name_of_another_call() -> None:
    """Then the line that it hangs on is lost."""
    lines = reply(None, call("t1"), parent="a"), user("d", [result("t2")], parent="b")
    assert "b" not in after(mend_names, user("a"), *lines).outline.uuids


def test_every_message_gets_a_time() -> None:
    """That of the line before, or of the first that has one."""
    work = after(mend_times, user("a", timestamp=None), reply("b"), user("c", timestamp="never"))
    assert [work.body(row)["timestamp"] for row in range(3)] == ["2026-03-02T09:00:01.000Z"] * 3


def test_lines_out_of_order_go_by_their_time() -> None:
    """The newer branch comes last again, and what stands outside stays."""
    lines = [
        user("first", parent=None, at=0), reply("new", parent="p2", at=5),
        user("p2", parent="p1", at=4), user("p1", parent="first", at=1),
        reply("old", parent="p1", at=2), user("last", parent="new", at=3),
    ]  # fmt: skip
    work = after(mend_time_order, *lines)
    assert kept(work) == ["first", "p1", "p2", "new", "old", "last"]


def test_line_that_hangs_on_itself_keeps_its_place() -> None:
    """Nothing comes before it, and nothing is lost."""
    lines = user("b", parent="a", at=2), user("c", parent="c", at=1), user("a", parent=None, at=0)
    assert sorted(filter(None, kept(after(mend_time_order, *lines)))) == ["a", "b", "c"]


def test_end_that_was_cut_off_is_found_again() -> None:
    """A note of an older prompt would have a resume go back; the end hangs below it again."""
    note = line("last-prompt", None, leafUuid="b")
    lines = user("a"), reply("b"), note, user("c", parent="gone"), reply("d")
    work = after(mend_way_to_the_end, *lines)
    assert sent(work_of(*lines)) == [("user", "a"), ("assistant", "b")]
    assert [word for _, *words in sent(work) for word in words] == ["a", "b", "c", "d"]
    assert after(mend_way_to_the_end, user("a"), reply("b")).changes == []


@pytest.mark.parametrize("is_grown", [True, False])
def test_copy_leaves_the_tokens_that_it_alone_tells(*, is_grown: bool) -> None:
    """So that a repair changes no account."""
    first = reply("b", parent="a", message={"usage": {"output_tokens": 1}})
    output = 500 if is_grown else 0
    copy = reply("b", parent="a", message={"usage": {"output_tokens": output}, "stop_reason": "x"})
    work = after(mend_repeats, user("a"), first, user("c", parent="b"), copy)
    assert work.body(1)["message"]["usage"]["output_tokens"] == max(output, 1)
    assert parents(work) == [None, "a", "b"]


def test_work_looks_once() -> None:
    """What is found of the lines is found anew when they have changed."""
    work = work_of(user("a"), reply("b"))
    looked: list[int] = []

    def count(one: Workpiece) -> int:
        looked.append(len(one.outline))
        return looked[-1]

    assert [work.known(count), work.known(count)] == [2, 2]
    work.add_behind(1, user("c", parent=ABSENT), "more")
    work.refresh()
    assert work.known(count) == 3
    assert looked == [2, 3]
