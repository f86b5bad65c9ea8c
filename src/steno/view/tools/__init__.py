"""Tool cards: one module per tool; ``raw`` shows whatever has none."""
