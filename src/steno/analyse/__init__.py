"""Counting and checking: what a session holds, and what is wrong with it."""
