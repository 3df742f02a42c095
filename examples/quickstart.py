"""The table in ten lines: store, probe, bounds, statistics."""

from tabiya import Bound, TranspositionTable

table = TranspositionTable(hash_mb=16, statistics=True)  # a million entries of 16 bytes, and never more

key = 0x9D39247E33776D41  # any 64-bit number that stands for a position
table.store(key, move=1234, score=35, depth=8, bound=Bound.LOWER)

beta, depth = 30, 6  # later the search comes to the same position by other moves, and would search 6 plies
entry = table.probe(key)
if entry and entry.depth >= depth and entry.bound is Bound.LOWER and entry.score >= beta:
    print(f"cut off: worth {entry.score} or more, so move {entry.move} refutes; no search needed")

print(f"another position: {table.probe(key + 1)}")
print(f"{table!r} holds {len(table)} entry")
print(f"{table.stats.hits} hit in {table.stats.probes} probes")  # print(table.stats) shows all counts
