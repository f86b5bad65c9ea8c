"""The language of a file by its name, in the words of the usual highlighters."""

from __future__ import annotations

from typing import Final

from steno.view.tools.wording import file_name

BY_SUFFIX: Final = {
    "bash": "bash", "bat": "batch", "c": "c", "cc": "cpp", "cfg": "ini", "clj": "clojure",
    "cpp": "cpp", "cs": "csharp", "css": "css", "csv": "csv", "cxx": "cpp", "dart": "dart",
    "diff": "diff", "ex": "elixir", "exs": "elixir", "fish": "fish", "go": "go",
    "gradle": "groovy", "graphql": "graphql", "h": "c", "hpp": "cpp", "hs": "haskell",
    "htm": "html", "html": "html", "ini": "ini", "ipynb": "json", "java": "java",
    "jl": "julia", "js": "javascript", "json": "json", "jsonc": "json", "jsonl": "json",
    "jsx": "jsx", "kt": "kotlin", "kts": "kotlin", "less": "less", "lua": "lua", "md": "markdown",
    "mdx": "markdown", "mjs": "javascript", "cjs": "javascript", "mk": "make", "ml": "ocaml",
    "mts": "typescript", "nix": "nix", "patch": "diff", "php": "php", "pl": "perl",
    "proto": "protobuf", "ps1": "powershell", "py": "python", "pyi": "python", "r": "r",
    "rb": "ruby", "rs": "rust", "rst": "rst", "sass": "sass", "scala": "scala", "scss": "scss",
    "sh": "bash", "sql": "sql", "svelte": "html", "svg": "xml", "swift": "swift", "tex": "tex",
    "tf": "terraform", "toml": "toml", "ts": "typescript", "tsx": "tsx", "vue": "html",
    "xml": "xml", "yaml": "yaml", "yml": "yaml", "zig": "zig", "zsh": "bash",
}  # fmt: skip
"""Languages by the end of the name."""

BY_NAME: Final = {
    ".bashrc": "bash", ".gitignore": "", ".zshrc": "bash", "cmakelists.txt": "cmake",
    "dockerfile": "docker", "gemfile": "ruby", "go.mod": "", "justfile": "make",
    "makefile": "make", "rakefile": "ruby",
}  # fmt: skip
"""Languages by the whole name, in lower case; they come before those by suffix."""


def language_of(path: str) -> str:
    """Name the language of a file; empty where the name does not tell."""
    name = file_name(path).lower()
    if name in BY_NAME:
        return BY_NAME[name]
    _, dot, suffix = name.rpartition(".")
    return BY_SUFFIX.get(suffix, "") if dot else ""
