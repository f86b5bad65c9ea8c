"""The families of secrets: one table per kind of service."""
