"""The table in ten lines: record, lookup, probe, statistics."""

from tabiya import TranspositionTable

table = TranspositionTable(hash_mb=16, statistics=True)  # a million entries of 16 bytes, and never more

key = 0x9D39247E33776D41  # any 64-bit number that stands for a position
table.record(key, depth=8, alpha=-20, beta=30, score=35, move=1234)  # 8 plies, and the score reached beta

# Later the search comes to the same position by other moves, and would search 6 plies.
found = table.lookup(key, depth=6, alpha=-50, beta=30)
if found.score is not None:
    print(f"cut off: worth {found.score} or more, so move {found.move} refutes; no search needed")

print(f"another position: {table.probe(key + 1)}")
print(f"{table!r} holds {len(table)} entry")
print(f"{table.stats.hits} hit in {table.stats.probes} probes")  # print(table.stats) shows all counts
