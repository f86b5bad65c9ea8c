"""Secrets in transcripts: what they look like, where they stand, and what is put in their place."""
