"""How fast steno reads, opens, loads, starts and appends, beside the programs that do the same.

``make bench`` makes its own transcripts, runs ours and each peer in turn, and prints ratios.
"""
