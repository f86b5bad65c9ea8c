"""Bundles that somebody made to do harm, or that were damaged on their way: by seeds."""

from __future__ import annotations

import hashlib
import json
import stat
import struct
import warnings
import zipfile
from io import BytesIO
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tests.written import ONE, TWO, line_of

if TYPE_CHECKING:
    from collections.abc import Callable

LINE: Final = line_of({"type": "user", "uuid": "u", "cwd": "/work/x", "sessionId": ONE})
REGULAR: Final = 0o100600 << 16


class Made:
    """A bundle in the making: members in order, and what the manifest says of them."""

    def __init__(self, session_id: str = ONE) -> None:
        """Begin with a bundle that is as it should be."""
        self.members: list[tuple[zipfile.ZipInfo, bytes]] = []
        self.manifest: Any = {
            "format": "steno-bundle", "version": 1, "steno": "0.1.0", "redacted": True,
            "sessions": [
                {"id": session_id, "title": "a title", "project": "/work/x", "members": []}
            ],
        }  # fmt: skip
        self.patch: Callable[[bytes], bytes] = bytes
        self.add("sessions/1/session.jsonl", LINE, role="session")
        self.add("sessions/1/tool-results/big.txt", b"big" * 100, role="tool-result")

    @property
    def session(self) -> Any:
        """What the manifest says of the session."""
        return self.manifest["sessions"][0]

    def add(self, name: str, content: bytes, *, role: str | None, mode: int = REGULAR) -> None:
        """Add a member; with a role the manifest lists it."""
        info = zipfile.ZipInfo("x")
        info.filename = name
        info.external_attr, info.create_system = mode, 3
        info.compress_type = zipfile.ZIP_DEFLATED
        self.members.append((info, content))
        if role is not None:
            told = {"name": name, "role": role, "size": len(content)}
            sha256 = hashlib.sha256(content).hexdigest()
            self.session["members"].append({**told, "sha256": sha256})

    def bytes(self) -> bytes:
        """Write it."""
        out = BytesIO()
        with zipfile.ZipFile(out, "w") as bundle, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for info, content in self.members:
                bundle.writestr(info, content)
            if self.manifest is not None:
                said = self.manifest
                raw = said if isinstance(said, bytes) else json.dumps(said).encode()
                bundle.writestr("steno-bundle.json", raw, zipfile.ZIP_DEFLATED)
        return self.patch(out.getvalue())


def _name(made: Made, rng: Random) -> None:
    """Give a member a name that leads elsewhere, or nowhere."""
    name = rng.choice([
        "../evil", "../../evil", "sessions/1/../../../evil", "sessions/1/subagents/../../../x",
        "/tmp/evil", "//evil", "C:/evil", "C:\\evil", "\\\\host\\share\\evil", "..\\evil",
        "sessions\\1\\tool-results\\x", "sessions/1/tool-results\\..\\..\\evil",
        "sessions/1/tool-results/../../../../evil", "sessions/1/tool-results/./x",
        "sessions/1/tool-results//x", "sessions/1/tool-results/", "sessions/1/tool-results/x/",
        "sessions/1/tool-results/x.", "sessions/1/tool-results/x ", "sessions/1/tool-results/ x",
        "sessions/1/tool-results/NUL", "sessions/1/tool-results/CONIN$",
        "sessions/1/tool-results/com1 .txt", "sessions/1/tool-results/a\u202etxt",
        "sessions/1/tool-results/con.txt", "sessions/0/x",
        "sessions/1/tool-results/a.txt:stream", "sessions/1/tool-results/\x1b[2J",
        "sessions/1/tool-results/a\nb", "sessions/1/tool-results/\x9b31m", "sessions/01/x",
        "sessions/1/tool-results/" + "x" * 201, "sessions/1/tool-results/" + "x/" * 20 + "x",
        "sessions/1/tool-results/" + "文" * 100, "x" * 60000, "sessions/99999999/session.jsonl",
        "sessions/-1/session.jsonl", "sessions/1", "sessions", "~/evil", "$HOME/evil", " ", ".",
    ])  # fmt: skip
    made.add(name, b"evil", role=rng.choice([None, "tool-result"]))


def _foreign(made: Made, rng: Random) -> None:
    """Add a file that is none of a session's."""
    name = rng.choice([
        "settings.json", ".claude/settings.json", "settings.local.json", "hooks/stop.sh",
        ".mcp.json", "sessions/1/settings.json", "sessions/1/.claude/settings.json", "CLAUDE.md",
        "sessions/1/hooks/stop.sh", "sessions/1/memory/MEMORY.md", "sessions/1/../settings.json",
        "sessions/1/file-history/../../settings.json", "sessions/1/file-history/evil",
        "sessions/1/file-history/0123456789abcdef@v1/x", "history.jsonl", "sessions/1.jsonl",
        "sessions/1/subagents/evil.sh", "sessions/1/subagents/settings.json", ".claude.json",
        "sessions/1/session.jsonl.bak", "sessions/2/session.jsonl", "plans/x.md", "skills/x/S.md",
    ])  # fmt: skip
    role = rng.choice([None, "settings", "hook", "tool-result", "session", "workflow", 7, ["x"]])
    made.add(name, b'{"hooks":{}}', role="tool-result" if role is not None else None)
    if role is not None:
        made.session["members"][-1]["role"] = role


def _special(made: Made, rng: Random) -> None:
    """Make a member that is no regular file."""
    kind = rng.choice([
        stat.S_IFLNK, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFIFO, stat.S_IFSOCK, stat.S_IFDIR,
    ])  # fmt: skip
    mode = rng.choice([(kind | 0o777) << 16, REGULAR | 0x10])
    name = "sessions/1/tool-results/link"
    made.add(name, b"/etc/passwd", role=rng.choice([None, "tool-result"]), mode=mode)


def _twice(made: Made, rng: Random) -> None:
    """Add a member that some system takes for another."""
    name = rng.choice([
        "sessions/1/session.jsonl", "sessions/1/SESSION.jsonl", "sessions/1/tool-results/BIG.txt",
        "sessions/1/tool-results/big.txt", "sessions/1/tool-results/big.txt/x",
        "steno-bundle.json", "STENO-bundle.json", "sessions/1/tool-results/ｂig.txt",
    ])  # fmt: skip
    made.add(name, LINE, role=rng.choice([None, "tool-result", "session"]))


def _nul(made: Made, rng: Random) -> None:
    """Put a NUL, or bytes that are no text, into a name."""
    made.add("sessions/1/tool-results/aQQQb.txt", b"evil", role=rng.choice([None, "tool-result"]))
    other = rng.choice([b"\0\0\0", b"\xff\xfe\xfd", b"\\..", b"\x1b[m"])
    made.patch = lambda raw: raw.replace(b"aQQQb", b"a" + other + b"b")


def _id(made: Made, rng: Random) -> None:
    """Give the session an id that is none."""
    made.session["id"] = rng.choice([
        "", "\0", "a\nb", "\x1b[2J", "x" * 300, 7, None, [], {}, True, "\ud800", "a\x7f",
    ])  # fmt: skip


def _project(made: Made, rng: Random) -> None:
    """Send it to a project that cannot be."""
    made.session["project"] = rng.choice([
        "", "relative", "../..", "./x", "/a\0b", "/a\nb", "/\x1b[2J", "/" + "x" * 5000, 7, [], {},
        "~", "C:", "file:///x", True, "/p/../../etc", "/p/\u202ex",
    ])  # fmt: skip


def _bomb(made: Made, rng: Random) -> None:
    """Pack far more than it seems."""
    zeros = b"\0" * (1 << 20)
    which = rng.randrange(3)
    if which == 0:
        made.add("sessions/1/tool-results/zeros", zeros * 24, role="tool-result")
    elif which == 1:
        for number in range(6):
            made.add(f"sessions/1/tool-results/{number}", zeros * 12, role="tool-result")
    else:
        made.manifest = json.dumps(made.manifest).encode() + b" " * (33 << 20)


def _broken(made: Made, rng: Random) -> None:
    """Damage the file itself."""
    chance = rng.random()

    def patch(raw: bytes) -> bytes:
        which = int(chance * 7)
        if which == 0:
            return raw[: int(chance * 7 * len(raw)) % len(raw)]
        if which == 1:
            return b""
        if which == 2:
            return b"no zip file at all\n" * 10
        if which == 3:
            return raw[:-22] + raw[-22:].replace(b"PK\x05\x06", b"PK\x05\x07")
        place = 30 + len("sessions/1/session.jsonl") + 5
        if which == 4:
            return raw[:place] + bytes([raw[place] ^ 0x55]) + raw[place + 1 :]
        if which == 5:
            # The list of members is said to be as long as can be, or to begin elsewhere.
            return raw[:-10] + struct.pack("<L", 0xFFFFFFF0) + raw[-6:]
        return raw[:-6] + struct.pack("<L", 0x7FFFFFFF) + raw[-2:]

    made.patch = patch


def _flags(made: Made, rng: Random) -> None:
    """Say of a member that it is encrypted, or packed in another way."""
    if rng.random() < 0.5:
        made.members[0][0].compress_type = rng.choice([zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
        return
    flag = rng.choice([0x1, 0x41, 0x2001])

    def patch(raw: bytes) -> bytes:
        at = raw.index(b"PK\x01\x02") + 8
        told = struct.unpack("<H", raw[at : at + 2])[0] | flag
        raw = raw[:at] + struct.pack("<H", told) + raw[at + 2 :]
        return raw[:6] + struct.pack("<H", told) + raw[8:]

    made.patch = patch


def _sizes(made: Made, rng: Random) -> None:
    """Lie in the list of the zip file about a size or sum."""
    offset, value = rng.choice([(24, 5), (24, 0xFFFFFFF0), (20, 3), (16, 7), (42, 0xFFFFFF)])

    def patch(raw: bytes) -> bytes:
        at = raw.index(b"PK\x01\x02") + offset
        return raw[:at] + struct.pack("<L", value) + raw[at + 4 :]

    made.patch = patch


def _lie(made: Made, rng: Random) -> None:
    """Lie in the manifest about a member."""
    member = rng.choice(made.session["members"])
    lies: list[tuple[str, Any]] = [
        ("sha256", "0" * 64), ("sha256", "x"), ("sha256", None), ("sha256", "A" * 64), ("size", 1),
        ("size", -1), ("size", 1.5), ("size", True), ("size", 1 << 60), ("size", "1"),
        ("role", "subagent"), ("role", "settings"), ("role", None), ("role", {}),
        ("name", "sessions/1/tool-results/other"), ("name", "../evil"), ("name", 7), ("name", ""),
        ("name", "sessions/2/session.jsonl"),
    ]  # fmt: skip
    key, value = rng.choice(lies)
    member[key] = value


def _manifest(made: Made, rng: Random) -> None:
    """Make the manifest something else."""
    session = made.session
    made.manifest = rng.choice([
        None, b"", b"{", b"[]", b"7", b"null", b"\xff\xfe", b'"steno-bundle"',
        b"[" * 100_000, b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
        b'{"format":"steno-bundle","version":1,"steno":"x","sessions":' + b"[" * 9000 + b"]" * 9000
        + b"}",
        {**made.manifest, "format": "other"}, {**made.manifest, "version": 2},
        {**made.manifest, "version": "1"}, {**made.manifest, "version": True},
        {**made.manifest, "sessions": []}, {**made.manifest, "sessions": {}},
        {**made.manifest, "sessions": [7]}, {**made.manifest, "sessions": [session, session]},
        {**made.manifest, "sessions": [{**session, "members": []}]},
        {**made.manifest, "sessions": [{**session, "members": session["members"][1:]}]},
        {**made.manifest, "sessions": [{**session, "members": session["members"][:1]}]},
        {**made.manifest, "sessions": [{**session, "members": session["members"] * 2}]},
        {**made.manifest, "sessions": [{**session, "members": {}}]},
        {**made.manifest, "sessions": [{**session, "title": ["x"]}]},
        {**made.manifest, "steno": "\x1b[2J"}, {**made.manifest, "steno": None},
    ])  # fmt: skip


def _same_id(made: Made, rng: Random) -> None:
    """Hold two sessions of one id."""
    made.add("sessions/2/session.jsonl", LINE, role=None)
    info = made.session["members"][0]
    other = {**info, "name": "sessions/2/session.jsonl"}
    same = rng.choice([ONE, ONE.upper()])
    made.manifest["sessions"].append({"id": same, "project": "/work/x", "members": [other]})
    made.session["id"] = rng.choice([ONE, ONE.upper()])


WAYS: Final[tuple[Callable[[Made, Random], None], ...]] = (
    _name, _name, _name, _foreign, _foreign, _special, _twice, _nul, _id, _project, _bomb, _broken,
    _broken, _flags, _sizes, _lie, _lie, _manifest, _manifest, _same_id,
)  # fmt: skip


def hostile(seed: int) -> bytes:
    """Make the bundle of a seed; each way to do harm has its turn."""
    rng = Random(seed)
    made = Made(rng.choice([ONE, TWO]))
    way = WAYS[seed % len(WAYS)]
    if way is _same_id:
        made = Made(ONE)
    way(made, rng)
    return made.bytes()
