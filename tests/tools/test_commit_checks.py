"""The commit checks: large files, private keys and package hosts are named, all else passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tools import large_files, package_hosts, private_keys

if TYPE_CHECKING:
    from pathlib import Path


def test_large_file_is_named_with_its_size(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file one byte over the limit fails, one at the limit passes."""
    path = tmp_path / "sample.jsonl"
    path.write_bytes(b"x" * large_files.LARGEST)
    assert large_files.main([str(path)]) == 0
    path.write_bytes(b"x" * (large_files.LARGEST + 1))
    assert large_files.main([str(path)]) == 1
    assert "sample.jsonl: 524,289 bytes" in capsys.readouterr().out


@pytest.mark.parametrize("kind", ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "])
def test_private_key_is_named(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every form of a PEM private key fails, wherever it stands in the file."""
    path = tmp_path / "notes.md"
    path.write_text(f"see below\n-----BEGIN {kind}PRIVATE KEY-----\nabc\n")
    assert private_keys.main([str(path)]) == 1
    assert "notes.md" in capsys.readouterr().out


def test_public_key_passes(tmp_path: Path) -> None:
    """A public key is no secret."""
    path = tmp_path / "key.pub"
    path.write_text("-----BEGIN PUBLIC KEY-----\nabc\n")
    assert private_keys.main([str(path)]) == 0


@pytest.mark.parametrize(
    "text",
    [
        "see https://" + "pypi" + ".org/project/x",
        "files." + "python" + "hosted" + ".org",
        "registry." + "npmjs" + ".org",
        "--extra-" + "index-url somewhere",
        "-" + "-find-links folder",
    ],
)
def test_package_host_is_named(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A registry's domain fails, and so does a requirements line that gives a source."""
    path = tmp_path / "requirements.txt"
    path.write_text(f"# head\n{text}\n")
    assert package_hosts.main([str(path)]) == 1
    assert "requirements.txt: names a package host" in capsys.readouterr().out


def test_plain_words_about_packages_pass(tmp_path: Path) -> None:
    """Speaking of Debian, of pip and of npm names no host."""
    path = tmp_path / "README.md"
    path.write_text("Debian packages, pip install, npm install, example.org\n")
    assert package_hosts.main([str(path)]) == 0


def test_missing_file_passes(tmp_path: Path) -> None:
    """A file that the commit deletes is not opened."""
    gone = str(tmp_path / "gone")
    for check in (large_files, private_keys, package_hosts):
        assert check.main([gone]) == 0
