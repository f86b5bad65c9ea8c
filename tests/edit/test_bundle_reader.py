"""Reading a bundle: in pieces, and only what its manifest says."""

from __future__ import annotations

import zipfile
from io import BytesIO
from typing import TYPE_CHECKING

import pytest

from steno.edit import bundle_names
from steno.edit.bundle_reader import opened_bundle
from steno.errors import BundleError, UnreadableFileError
from tests.edit.hostile_bundles import LINE, Made

if TYPE_CHECKING:
    from pathlib import Path


def written(tmp_path: Path, made: Made) -> Path:
    """Write a bundle."""
    path = tmp_path / "x.steno.zip"
    path.write_bytes(made.bytes())
    return path


def test_members_come_in_pieces(tmp_path: Path) -> None:
    """All of them are verified, with progress."""
    made = Made()
    large = bytes(range(256)) * (3 << 12)
    made.add("sessions/1/tool-results/large", large, role="tool-result")
    done: list[int] = []
    with opened_bundle(written(tmp_path, made)) as bundle:
        bundle.verify(done.append)
        assert sum(done) == sum(member.size for member in bundle.members)
        pieces = list(bundle.pieces(bundle.members[-1]))
        assert b"".join(pieces) == large
        assert max(map(len, pieces)) <= 1 << 20
        assert b"".join(bundle.pieces(bundle.members[0])) == LINE


def test_what_is_no_bundle_is_refused(tmp_path: Path) -> None:
    """A file that is not there is told as such."""
    with pytest.raises(UnreadableFileError), opened_bundle(tmp_path / "none"):
        pass
    (tmp_path / "x").write_bytes(b"PK")
    with pytest.raises(BundleError, match="no zip file"), opened_bundle(tmp_path / "x"):
        pass


@pytest.mark.parametrize(
    ("limit", "value", "reason"),
    [
        ("MOST_MEMBERS", 1, "more than 1 members"),
        ("LARGEST_MEMBER", 10, "too large"),
        ("LARGEST_TOTAL", 10, "far too much"),
        ("LARGEST_MANIFEST", 10, "manifest is too large"),
        ("LARGEST_LISTING", 60, "no zip file"),
    ],
)
def test_limits_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int, reason: str
) -> None:
    """Before anything is unpacked."""
    path = written(tmp_path, Made())
    monkeypatch.setattr(bundle_names, limit, value)
    with pytest.raises(BundleError, match=reason), opened_bundle(path):
        pass


def test_member_that_is_longer_than_it_should_be_is_cut(tmp_path: Path) -> None:
    """It is refused at its end at the latest."""
    made = Made()
    made.session["members"][0]["sha256"] = "0" * 64
    with opened_bundle(written(tmp_path, made)) as bundle:
        with pytest.raises(BundleError, match="not what the manifest says"):
            list(bundle.pieces(bundle.members[0]))
        with pytest.raises(BundleError, match="not what the manifest says"):
            bundle.verify()


def test_zip_file_with_something_before_it_is_read_as_zip_files_are(tmp_path: Path) -> None:
    """What is before it is none of our business: it is never looked at."""
    path = tmp_path / "x.steno.zip"
    path.write_bytes(b"#!/bin/sh\n" + Made().bytes())
    with opened_bundle(path) as bundle:
        bundle.verify()


def test_members_that_share_their_bytes_count_each(tmp_path: Path) -> None:
    """However small the file is that way."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("sessions/1/session.jsonl", b"\0" * (10 << 20))
        first = bundle.infolist()[0]
        for number in range(5):
            other = zipfile.ZipInfo(f"sessions/1/tool-results/{number}")
            for key in ("header_offset", "CRC", "compress_size", "file_size", "compress_type"):
                setattr(other, key, getattr(first, key))
            bundle.filelist.append(other)
    path = tmp_path / "x.steno.zip"
    path.write_bytes(out.getvalue())
    with pytest.raises(BundleError, match="far too much"), opened_bundle(path):
        pass
