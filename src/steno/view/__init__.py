"""A session as things to show, before any markup."""
