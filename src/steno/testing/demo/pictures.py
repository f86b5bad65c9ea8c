"""Pictures and documents drawn in code: a tide curve as PNG, a page as PDF."""

from __future__ import annotations

import base64
import math
import struct
import zlib
from typing import Any, Final

WIDTH: Final = 96
HEIGHT: Final = 48
_PALETTE: Final = b"\xf4\xf8\xfb\xa9\xcb\xe0\x1f\x5f\x8b"
"""Sky, water, and the line between them."""
_SKY, _WATER, _LINE = 0, 1, 2


def tide_curve(high: float = 0.8) -> bytes:
    """Draw a day's tide as a small PNG; ``high`` says how high the water comes."""
    rows = b"".join(b"\0" + bytes(_row(y, high)) for y in range(HEIGHT))
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"PLTE", _PALETTE)
        + _chunk(b"IDAT", _stored(rows))
        + _chunk(b"IEND", b"")
    )


def _row(y: int, high: float) -> list[int]:
    return [_pixel(y, _surface(x, high)) for x in range(WIDTH)]


def _surface(x: int, high: float) -> int:
    phase = math.cos(4 * math.pi * x / WIDTH)
    return round((HEIGHT - 1) * (0.5 - 0.45 * high * phase))


def _pixel(y: int, surface: int) -> int:
    if y == surface:
        return _LINE
    return _WATER if y > surface else _SKY


def _chunk(kind: bytes, content: bytes) -> bytes:
    checked = kind + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))


def _stored(content: bytes) -> bytes:
    """Wrap bytes as a zlib stream without compressing: the same bytes with every zlib."""
    length = struct.pack("<HH", len(content), len(content) ^ 0xFFFF)
    return b"\x78\x01\x01" + length + content + struct.pack(">I", zlib.adler32(content))


def document_block(title: str, line: str) -> dict[str, Any]:
    """Give a one-line PDF as a content block."""
    data = base64.b64encode(page(line)).decode()
    source = {"type": "base64", "media_type": "application/pdf", "data": data}
    return {"type": "document", "source": source, "title": title}


def page(line: str) -> bytes:
    """Write a PDF of one page with one line of text."""
    text = f"BT /F1 18 Tf 40 740 Td ({line}) Tj ET".encode("ascii")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources 6 0 R >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(text), text),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Font << /F1 5 0 R >> >>",
    ]
    body, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    end = b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\n" % (
        count,
        table,
        count,
    )
    return body + end + b"startxref\n%d\n%%%%EOF\n" % len(body)
