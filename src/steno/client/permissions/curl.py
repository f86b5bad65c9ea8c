"""Calls of curl that only talk to a web server: no file is read or written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from steno.client.permissions.options import Parsed, listed, parsed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from steno.client.permissions.word import Word

_OPTIONS: Final = listed(
    "-sSLfiIvkgGN01246# -X: -H: -d: -A: -e: -u: -m: -b: -w: -x: -r: -o: -F: "
    "--silent --show-error --location --location-trusted --fail --fail-with-body --fail-early "
    "--include --head --verbose --insecure --globoff --get --no-buffer --compressed --ipv4 "
    "--ipv6 --http1.0 --http1.1 --http2 --http3 --progress-bar --no-progress-meter --path-as-is "
    "--tlsv1.2 --tlsv1.3 --basic --digest --anyauth --raw --retry-connrefused "
    "--retry-all-errors --parallel --no-keepalive --version --request: --header: --data: "
    "--data-raw: --data-ascii: --data-binary: --data-urlencode: --json: --user-agent: "
    "--referer: --user: --max-time: --connect-timeout: --retry: --retry-delay: "
    "--retry-max-time: --cookie: --write-out: --proxy: --noproxy: --range: --limit-rate: "
    "--max-redirs: --max-filesize: --url: --resolve: --connect-to: --form: --form-string: "
    "--oauth2-bearer: --output:"
)
_URL: Final = re.compile(r"(?i:https?)://.*|[\w.-]+(?::\d+)?(?:[/?#].*)?", re.DOTALL)
"""Addresses of the web; one without a scheme begins with a host, and with no pattern."""
_READS_FILES: Final = {
    r"@": (
        *("-d", "--data", "--data-ascii", "--data-binary", "--json", "-H", "--header"),
        *("-w", "--write-out"),
    ),
    r".*%output": ("-w", "--write-out"),
    r"[^=]*@": ("--data-urlencode",),
    r".*[@<]": ("-F", "--form"),
    r"[^=]*$": ("-b", "--cookie"),
    r"(?!/dev/null$|-$)": ("-o", "--output"),
}
"""By beginning of a value, the options that read or write a file with it."""


def curl_acts(words: Sequence[Word]) -> bool:
    """Say whether a call reads or writes a file, or may; options that are not known do."""
    found = parsed(_OPTIONS, words)
    if found is None or any(word.wild and word.text[0] in "*?[" for word in words):
        return True
    urls = [*(word.text for word in found.operands), *found.values("--url")]
    return not all(map(_URL.fullmatch, urls)) or _names_files(found)


def _names_files(found: Parsed) -> bool:
    return any(
        re.match(pattern, value, re.DOTALL)
        for pattern, options in _READS_FILES.items()
        for value in found.values(*options)
    )
