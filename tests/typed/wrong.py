"""Calls that type checkers must refuse, in the lines marked so. They are read, not run."""

from tabiya import Engine, ReferenceTable, SearchOptions, TableConfig, TranspositionTable, chess

table = TranspositionTable(hash_mb=1)

# Names and values of settings.
TranspositionTable(polcy="always")  # error
TranspositionTable(policy="allways")  # error
TranspositionTable(hash_mb="64")  # error
TranspositionTable(64)  # error
TranspositionTable(statistics=1)  # error
TranspositionTable(huge_pages="yes")  # error
ReferenceTable(polcy="always")  # error
TableConfig(layout="cluster5")  # error
TranspositionTable.create_shared("name", entires=3)  # error
TranspositionTable.attach("name", hash_mb=3)  # error
TranspositionTable.open("path", sync="none")  # error
TranspositionTable.load("path", 4, hash="3")  # error
table.reconfigure(hash_mb=3)  # error
table.reconfigure(policy="lru")  # error
table.set_layout("double")  # error

# Arguments of single calls.
table.probe("x")  # error
table.probe(1.5)  # error
table.probe(key=1)  # error
print(table.probe(1).depth)  # error
table.store(1, depth="3")  # error
table.store(1, deph=3)  # error
table.store(1, bound="exact")  # error
table.store(1, pv=1)  # error
table.prefetch(None)  # error
table.resize("x")  # error
table.add_nodes(0.5)  # error
table.hashfull(1000)  # error

# The search.
Engine("chess", nul_move=False)  # error
Engine("chess", table_mode="maybe")  # error
Engine("chess", table=ReferenceTable(entries=4))  # error
Engine("chess").search(chess.Board(), dept=5)  # error
Engine("chess").set_options(null_move="no")  # error
SearchOptions(lmr="off")  # error
chess.Board().perft("5")  # error
