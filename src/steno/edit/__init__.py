"""Edits: each is planned first, applied as a whole, and can be undone."""
