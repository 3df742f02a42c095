"""The memory of a table, and how much of it the kernel has allocated."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["MemoryUsage", "available_bytes", "kernel_facts", "physical_bytes"]

SMAPS = Path("/proc/self/smaps")
MEMINFO = Path("/proc/meminfo")
HUGE_PAGES = Path("/sys/kernel/mm/transparent_hugepage")
CGROUP_LIMIT = Path("/sys/fs/cgroup/memory.max")
HUGE_KINDS = ("AnonHugePages:", "ShmemPmdMapped:", "FilePmdMapped:", "Shared_Hugetlb:", "Private_Hugetlb:")
POOL_KINDS = ("Shared_Hugetlb:", "Private_Hugetlb:")
"""Pages of the reserved pool, which the kernel does not count as resident."""


@dataclass(frozen=True)
class MemoryUsage:
    """Bytes of a table. ``int(usage)`` is the total.

    `resident` and `huge` are the bytes allocated so far: the kernel allocates pages when they are first
    touched. Both are ``None`` where the kernel does not report them.
    """

    slots: int
    header: int
    locks: int
    resident: int | None = None
    huge: int | None = None
    second_tier: int = 0

    @property
    def total(self) -> int:
        return self.slots + self.header + self.locks + self.second_tier

    def __int__(self) -> int:
        return self.total

    def __str__(self) -> str:
        """
        >>> print(MemoryUsage(slots=2**24, header=4096, locks=0, resident=2**22, huge=2**22))
        16.0 MB (slots 16.0 MB, header 4.0 KB, locks 0.0 KB), resident 4.0 MB, of that 4.0 MB in huge pages
        """
        parts = f"slots {_size(self.slots)}, header {_size(self.header)}, locks {_size(self.locks)}"
        if self.second_tier:
            parts += f", second tier {_size(self.second_tier)}"
        text = f"{_size(self.total)} ({parts})"
        if self.resident is None or self.huge is None:
            return text
        return f"{text}, resident {_size(self.resident)}, of that {_size(self.huge)} in huge pages"

    @classmethod
    def from_backend(cls, report: dict[str, Any], second_tier: int = 0) -> MemoryUsage:
        address = report.get("address")
        resident, huge = _kernel_view(address, report["slots"]) if address else (None, None)
        return cls(report["slots"], report["header"], report["locks"], resident, huge, second_tier)


def _kernel_view(address: int, size: int) -> tuple[int | None, int | None]:
    """Resident and huge-page bytes of the mappings in [address, address + size)."""
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
        elif inside and (name == "Rss:" or name in HUGE_KINDS):
            count = int(rest.split()[0]) * 1024
            resident += count if name == "Rss:" or name in POOL_KINDS else 0
            huge += count if name in HUGE_KINDS else 0
    return resident, huge


def physical_bytes() -> int | None:
    """The most memory that this process can use: that of the machine or the limit of its container."""
    total = _meminfo("MemTotal")
    try:
        limit = int(CGROUP_LIMIT.read_text())
    except (OSError, ValueError):  # "max" means no limit
        return total
    return limit if total is None else min(limit, total)


def available_bytes() -> int | None:
    """The memory available now without swapping."""
    available, total = _meminfo("MemAvailable"), physical_bytes()
    return available if total is None or available is None else min(available, total)


def kernel_facts() -> dict[str, str]:
    """The kernel's settings for huge pages in private and shared memory, and its reserved pool."""
    pool, page = _meminfo("HugePages_Total", scale=1), _meminfo("Hugepagesize")
    return {
        "huge_pages": _chosen(HUGE_PAGES / "enabled"),
        "shared_huge_pages": _chosen(HUGE_PAGES / "shmem_enabled"),
        "reserved_huge_pages": f"{pool} of {page >> 20} MB" if pool is not None and page else "unknown",
    }


def _meminfo(name: str, scale: int = 1024) -> int | None:
    try:
        for line in MEMINFO.read_text().splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) * scale
    except (OSError, ValueError):
        pass
    return None


def _chosen(path: Path) -> str:
    """The bracketed word of a kernel setting such as ``always [madvise] never``."""
    try:
        text = path.read_text()
    except OSError:
        return "unknown"
    return text.partition("[")[2].partition("]")[0] or text.strip()


def _size(count: int) -> str:
    return f"{count / 2**20:.1f} MB" if count >= 2**20 else f"{count / 2**10:.1f} KB"
