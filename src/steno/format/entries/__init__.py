"""One module per entry type, named as its tag."""
