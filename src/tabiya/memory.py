"""What a table's memory is, and what the kernel really gave for it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["MemoryUsage"]

SMAPS = Path("/proc/self/smaps")


@dataclass(frozen=True)
class MemoryUsage:
    """Bytes of a table. ``int(usage)`` is the total.

    `resident` and `huge` are what the kernel has given so far: it hands out pages when they are first
    touched. Both are ``None`` where the kernel does not tell.
    """

    slots: int
    header: int
    locks: int
    resident: int | None = None
    huge: int | None = None

    @property
    def total(self) -> int:
        return self.slots + self.header + self.locks

    def __int__(self) -> int:
        return self.total

    def __str__(self) -> str:
        """
        >>> print(MemoryUsage(slots=2**24, header=4096, locks=0, resident=2**22, huge=2**22))
        16.0 MB (slots 16.0 MB, header 4.0 KB, locks 0.0 KB), resident 4.0 MB, of that 4.0 MB in huge pages
        """
        parts = f"slots {_size(self.slots)}, header {_size(self.header)}, locks {_size(self.locks)}"
        text = f"{_size(self.total)} ({parts})"
        if self.resident is None or self.huge is None:
            return text
        return f"{text}, resident {_size(self.resident)}, of that {_size(self.huge)} in huge pages"

    @classmethod
    def from_backend(cls, report: dict[str, Any]) -> MemoryUsage:
        address = report.get("address")
        resident, huge = _kernel_view(address, report["slots"]) if address else (None, None)
        return cls(report["slots"], report["header"], report["locks"], resident, huge)


def _kernel_view(address: int, size: int) -> tuple[int | None, int | None]:
    """Resident and huge-page bytes of the mappings that lie in [address, address + size)."""
    try:
        lines = SMAPS.read_text().splitlines()
    except OSError:
        return None, None
    resident = huge = 0
    inside = False
    for line in lines:
        name, _, rest = line.partition(" ")
        if not name.endswith(":"):
            low, _, high = name.partition("-")
            inside = int(low, 16) < address + size and int(high, 16) > address
        elif inside and name == "Rss:":
            resident += int(rest.split()[0]) * 1024
        elif inside and name == "AnonHugePages:":
            huge += int(rest.split()[0]) * 1024
    return resident, huge


def _size(count: int) -> str:
    return f"{count / 2**20:.1f} MB" if count >= 2**20 else f"{count / 2**10:.1f} KB"
