"""Scripts that keep the house in order; nothing here is part of the package."""
