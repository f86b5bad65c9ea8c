"""Searching without ripgrep: the part of it that Grep and Glob need, with the same answers."""
