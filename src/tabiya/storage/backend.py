"""`Backend`: what both kinds of table have from the class that keeps their entries."""

from __future__ import annotations

from typing import Any, Protocol

__all__ = ["Backend"]


class Backend(Protocol):
    """The methods that `Placed` and the file format need. C++ and plain Python provide them.

    A public table inherits from its backend first, so that calls of `probe` go straight to it. Classes that
    add public methods inherit from this protocol for type checkers only: at run time nothing stands between.
    """

    def __len__(self) -> int: ...

    def _clear(self) -> None: ...

    def _new_search(self) -> None: ...

    def _generation_count(self) -> int:
        """The generation, not modulo 64."""
        ...

    def _set_generation(self, count: int, /) -> None: ...

    def _memory(self) -> dict[str, Any]: ...

    def _pin(self) -> Any:
        """Marks the table as in use until the pin is released or gone."""
        ...

    def _check_open(self) -> None:
        """Raises ValueError if the table is closed."""
        ...

    def _close(self) -> None:
        """Frees the memory."""
        ...

    # ---- files -------------------------------------------------------------------------------------------

    def _save_block(self, cluster: int, limit: int) -> tuple[int, int, bytes]:
        """Returns the next cluster to save, and the number and bytes of the entries of whole clusters."""
        ...

    def _load_block(self, block: bytes, /) -> None:
        """Inserts saved entries. Raises ValueError, and changes nothing, if one of them is impossible."""
        ...

    def _save_slots(self) -> bytes:
        """Returns all slots as they are in memory."""
        ...

    def _load_slots(self, slots: bytes, /) -> None: ...
