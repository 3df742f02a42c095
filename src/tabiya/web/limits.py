"""Bounds of the server: whatever a client sends, it gets no more than this."""

from __future__ import annotations

import os

__all__ = [
    "BACKLOG",
    "FIRST_REQUEST_SECONDS",
    "LARGEST_SHARE",
    "LONGEST_REST",
    "MAX_CONNECTIONS",
    "MAX_HASH_MB",
    "MAX_MESSAGE",
    "MAX_MOVES",
    "MAX_MULTIPV",
    "MAX_NODES",
    "MAX_RECORD",
    "MAX_SEARCHES",
    "MAX_SECONDS",
    "MAX_SILENT",
    "MAX_SOCKETS",
    "MAX_TEXT",
    "MAX_THREADS",
    "TABLE_UPDATES_PER_SECOND",
    "UPDATES_PER_SECOND",
]

MAX_CONNECTIONS = 256
"""TCP connections. More are answered with 503."""
MAX_SILENT = 64
"""Connections that have not sent a request. Above this number, the oldest one is closed."""
FIRST_REQUEST_SECONDS = 10.0
"""A connection without a request is closed after this time."""
BACKLOG = 32
"""Connections that wait to be accepted. Each of them is tried, and fails, when descriptors run out."""
MAX_SOCKETS = 16
"""WebSockets, one per open page."""
MAX_TEXT = 1 << 19
"""Characters of a pasted position or game."""
MAX_MESSAGE = 6 * MAX_TEXT + (1 << 16)
"""Bytes of a WebSocket message. A larger one closes the socket. A character takes up to six bytes in JSON."""
MAX_MOVES = 2000
"""Moves of a game, and of a line."""
MAX_SEARCHES = 4
"""Searches and lab runs at a time, over all pages."""
MAX_THREADS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
"""Threads of one search."""
MAX_HASH_MB = max(64, min(4096, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**22))
"""Megabytes of all tables: a quarter of the machine's memory, at most 4 GB."""
MAX_MULTIPV = 10
MAX_RECORD = 1_000_000
"""Visits of a recorded search."""
MAX_NODES = 1_000_000_000
"""Nodes of a search with a node limit."""
MAX_SECONDS = 3600.0
"""Seconds of a search. An analysis that is not stopped ends then."""
UPDATES_PER_SECOND = 6
"""Updates of a running search."""
TABLE_UPDATES_PER_SECOND = 5
"""Pictures of a table."""
LARGEST_SHARE = 0.015
"""The largest share of one processor that updates take. If they need more, they come less often."""
LONGEST_REST = 1.0
"""The longest pause between two updates in seconds, even on a slow machine or after a costly request."""
