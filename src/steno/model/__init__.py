"""Asking a model: the Messages API behind one small protocol, by httpx or the official client."""
