"""Strategies that make JSON of the shapes which the format declares, and of any other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hypothesis import strategies as st

from steno.format import shapes
from steno.format.content import BLOCKS
from steno.format.tool_results import TOOL_RESULTS

if TYPE_CHECKING:
    from steno.format.shapes import Shape
    from steno.format.view import View

WORDS: Final = (
    "", "text", "completed", "count", "content", "delete", "/home/mira/ebb/a.py", "{}", "markdown",
    "local_agent", "<persisted-output>\n", "pdf", "-a", "+b", "[{}]", "create", "a\nb\n",
    "async_launched", "data:image/png;base64,AAAA", "Exit code 2\nno",
    "[Request interrupted by user]",
)  # fmt: skip
"""Texts that views look for."""

INPUT_KEYS: Final = (
    "file_path", "path", "pattern", "command", "description", "old_string", "new_string", "edits",
    "replace_all", "content", "questions", "todos", "url", "query", "prompt", "plan", "glob",
    "notebook_path", "new_source", "edit_mode", "cell_id", "cell_number", "offset", "limit",
    "pages", "taskId", "subject", "status", "addBlockedBy", "subagent_type", "message", "to",
    "summary", "findings", "delaySeconds", "stop", "action", "name", "args", "skill", "operation",
    "line", "character", "allowed_domains", "output_mode", "type", "script", "uri", "server",
)  # fmt: skip
"""Arguments that views look for."""

TEXTS: Final = st.sampled_from(WORDS) | st.text(max_size=20)
SCALARS: Final = st.none() | st.booleans() | st.integers() | st.floats() | TEXTS
ANYTHING: Final = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
"""JSON of any shape."""


_MADE: Final[dict[str, st.SearchStrategy[Any]]] = {}


def of_view(kind: type[View]) -> st.SearchStrategy[Any]:
    """Make objects of a declared class: some of its keys, most with a value that fits."""
    name = f"{kind.__module__}.{kind.__qualname__}"
    if name not in _MADE:
        _MADE[name] = _objects(kind)
    return _MADE[name]


def _objects(kind: type[View]) -> st.SearchStrategy[Any]:
    members = {field.key: of_shape(field.shape) for field in kind.fields.values()}
    # A third of the keys may hold a value of any other shape instead.
    strange = dict.fromkeys(sorted(members)[::3], SCALARS)
    return st.fixed_dictionaries({}, optional=members) | st.fixed_dictionaries(
        {}, optional={**members, **strange}
    )


def of_shape(shape: Shape[Any]) -> st.SearchStrategy[Any]:
    """Make values of a declared shape."""
    if isinstance(shape, shapes.ListOf):
        return st.lists(of_shape(shape._item), max_size=3)
    if isinstance(shape, shapes.MapOf):
        return st.dictionaries(TEXTS, of_shape(shape._item), max_size=3)
    if isinstance(shape, shapes.AnyOf):
        return st.one_of([of_shape(one) for one in shape._shapes])
    if isinstance(shape, shapes.Tagged):
        kinds = sorted(shape.kinds)
        return st.sampled_from(kinds).flatmap(lambda tag: _tagged(shape, tag))
    if isinstance(shape, shapes.ViewOf):
        kind = shape.kind
        return st.deferred(lambda: of_view(kind))
    plain = {"string": TEXTS, "boolean": st.booleans(), "integer": st.integers(-9, 99)}
    return plain.get(shape.name, ANYTHING)


def _tagged(shape: shapes.Tagged[Any], tag: str) -> st.SearchStrategy[Any]:
    return of_view(shape.kinds[tag]).map(lambda value: {**value, shape.tag: tag})


INPUTS: Final = ANYTHING | st.dictionaries(
    st.sampled_from(INPUT_KEYS), ANYTHING | TEXTS, max_size=8
)
"""Arguments of a call."""

TOLD: Final = TEXTS | of_shape(BLOCKS) | ANYTHING
"""What the model saw."""


def structured(tool: str) -> st.SearchStrategy[Any]:
    """Make structured results of a tool."""
    kind = TOOL_RESULTS.get(tool)
    return ANYTHING if kind is None else ANYTHING | of_view(kind) | of_view(kind)
