"""The lists of options leave out whatever writes, runs something or follows links."""

from __future__ import annotations

import pytest

from steno.client.permissions.options import listed
from steno.client.permissions.safe_options import SAFE


@pytest.mark.parametrize("name", sorted(SAFE))
def test_lists_can_be_read(name: str) -> None:
    """Each entry is an option."""
    assert all(entry.startswith("-") for entry in SAFE[name].split())
    assert all(option.startswith("-") and len(option) > 1 for option in listed(SAFE[name]))


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("sort", "-o -T --output --compress-program --files0-from --temporary-directory"),
        ("grep", "-R -S --dereference-recursive --exclude-from"),
        ("egrep", "-R --dereference-recursive"),
        ("fgrep", "-R --dereference-recursive"),
        ("rg", "-z -L --pre --search-zip --follow --hostname-bin --ignore-file --config"),
        ("fd", "-x -X -L -l -C --exec --exec-batch --search-path --base-directory --follow"),
        ("tree", "-o -R -l --fromfile --infofile --output"),
        ("man", "-P -H -T -X -C -M -l -K --pager --html --preprocessor --config-file"),
        ("file", "-C -f -m -z -Z -S --compile --files-from --magic-file --uncompress"),
        ("jq", "-f -L --from-file --rawfile --slurpfile --argfile"),
        ("diff", "-r -N -l -X -S --recursive --from-file --to-file --paginate --exclude-from"),
        ("du", "-L -D -H -X --files0-from --dereference --exclude-from"),
        ("ls", "-L -H --dereference"),
        ("wc", "--files0-from"),
        ("date", "-s -f -r --set --file --reference"),
        ("base64", "-o --output"),
        ("ss", "-K -D -F -N --kill"),
        ("hexdump", "-f"),
        ("md5sum", "-c --check"),
        ("ps", "-E"),
    ],
)
def test_what_does_more_is_not_in_a_list(name: str, options: str) -> None:
    """These are what the lists are there to keep out."""
    assert not set(options.split()) & set(listed(SAFE[name]))
