"""Stored lines as typed entries and back: pure, lossless, every version."""
