"""The value table in plain Python: the test oracle, and the fallback without a native core.

``core/values`` has the same in C++: slots and their link in ``slot.hpp``, replacement in ``cluster.hpp``.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .._utils.arguments import check_int
from .._utils.mixing import mix, unmix
from ..table.arguments import check_key, check_wide_key
from ..table.entry_values import GENERATIONS
from ..values.packing import check_amounts, named_fields, pack_value
from ..values.shape import ValueShape
from .layout import LINK, SIGNATURE_MASK, Geometry
from .value_type import ReferenceValue, add_amounts, read_field

if TYPE_CHECKING:
    from ..values.backend import ValueBackend
else:
    ValueBackend = object

__all__ = ["ReferenceValueCore", "link"]

MASK64 = 2**64 - 1
FACTORS = (
    LINK,
    0x6A09E667F3BCC909,
    0xBB67AE8584CAA73B,
    0x3C6EF372FE94F82B,
    0xA54FF53A5F1D36F1,
    0x510E527FADE682D1,
    0x9B05688C2B3E6C1F,
)


def link(payload: tuple[int, ...]) -> int:
    """Returns the number that the head is XORed with: all words of the payload, mixed and summed."""
    total = 0
    for word, factor in zip(payload, FACTORS, strict=False):
        product = word * factor & MASK64
        total += (product ^ product >> 32) * LINK
    return total & MASK64


class ReferenceValueCore(ValueBackend):
    """The backend of a value table. `ValueFront` makes it the public table."""

    _shape: ValueShape
    _users = 0
    _is_closed = False

    def _make(self, shape: ValueShape, huge_pages: bool, *place: int) -> None:
        self._geometry = Geometry(shape.clusters, shape.ways)
        self._count = 0
        self._slots: dict[int, tuple[int, ...]] = {}
        """The words of slots that were written, by number."""
        self._shape = shape

    # ---- keys and slots ----------------------------------------------------------------------------------

    def _place(self, key: Any) -> tuple[int, int, int]:
        """Returns cluster, signature and upper half of a key."""
        high = 0
        if self._shape.wide:
            if isinstance(key, tuple) and len(key) == 2:
                high = check_key(key[0], "the key's upper half")
                low = check_key(key[1], "the key's lower half")
            else:
                high, low = divmod(check_wide_key(key), 2**64)
            hashed = mix(low ^ mix(high))
        else:
            hashed = mix(check_key(key))
        return self._geometry.cluster_of(hashed), hashed & SIGNATURE_MASK, high

    def _key(self, cluster: int, signature: int, high: int) -> int | None:
        """Returns the key of an entry; None if it cannot be in this cluster."""
        hashed = self._geometry.recover_hash(cluster, signature)
        if self._geometry.cluster_of(hashed) != cluster:
            return None
        return high << 64 | unmix(hashed) ^ mix(high) if self._shape.wide else unmix(hashed)

    def _head(self, slot: int) -> tuple[int, tuple[int, ...]]:
        words = self._slots.get(slot, (0,) * self._shape.words)
        return words[0] ^ link(words[1:]), words[1:]

    def _find(self, cluster: int, signature: int, high: int) -> int | None:
        first = cluster * self._shape.ways
        for slot in range(first, first + self._shape.ways):
            head, payload = self._head(slot)
            if head & 3 == 1 and head >> 16 == signature and (not self._shape.wide or payload[0] == high):
                return slot
        return None

    def _victim(self, cluster: int, signature: int) -> int:
        ways = self._shape.ways
        slots = range(cluster * ways, (cluster + 1) * ways)
        for slot in slots:
            if self._head(slot)[0] & 3 != 1:
                return slot
        return min(slots, key=lambda slot: (self._worth(self._head(slot)[0]), (slot - signature) % ways))

    def _worth(self, head: int) -> tuple[bool, int, int]:
        age = (self._count - (head >> 2)) % GENERATIONS
        return age == 0, head >> 8 & 255, -age

    def _value_bytes(self, payload: tuple[int, ...]) -> bytes:
        words = payload[1:] if self._shape.wide else payload
        return struct.pack(f"<{len(words)}Q", *words)[: self._shape.dtype.itemsize]

    def _write(self, slot: int, place: tuple[int, int, int], packed: bytes, priority: int, gen: int) -> None:
        _, signature, high = place
        count = self._shape.words - 1 - self._shape.wide
        payload = struct.unpack(f"<{count}Q", packed.ljust(8 * count, b"\0"))
        if self._shape.wide:
            payload = (high, *payload)
        head = signature << 16 | priority << 8 | gen % GENERATIONS << 2 | 1
        self._slots[slot] = (head ^ link(payload), *payload)

    def _given(self, packed: bytes) -> Any:
        dtype = self._shape.dtype
        return ReferenceValue(dtype, packed) if dtype.names else read_field(dtype, packed, 0)

    # ---- one entry at a time -----------------------------------------------------------------------------

    def _packed(self, key: Any) -> bytes | None:
        place = self._place(key)
        self._check_open()
        slot = self._find(*place)
        return None if slot is None else self._value_bytes(self._head(slot)[1])

    def probe(self, key: Any, /) -> Any:
        """Returns the value of the key, or None."""
        packed = self._packed(key)
        return None if packed is None else self._given(packed)

    def __contains__(self, key: Any) -> bool:
        return self._packed(key) is not None

    def prefetch(self, key: Any, /) -> None:
        """Only checks the key: Python cannot prefetch."""
        self._place(key)

    def store(self, key: Any, value: Any, priority: int = 0) -> None:
        """Stores a value under a key and replaces an older one."""
        place = self._place(key)
        packed = pack_value(self._shape.dtype, value)
        priority = check_int("priority", priority, 0, 255)
        self._check_open()
        self._put(place, packed, priority)

    def _put(self, place: tuple[int, int, int], packed: bytes, priority: int) -> None:
        slot = self._find(*place)
        if slot is None:
            slot = self._victim(*place[:2])
        self._write(slot, place, packed, priority, self._count)

    def add(self, key: Any, amounts: Any, priority: int = 0) -> Any:
        """Adds to fields of the key's value, which starts from zeros, and returns the new value."""
        place = self._place(key)
        amounts = check_amounts(self._shape.dtype, amounts)
        priority = check_int("priority", priority, 0, 255)
        return self._change(place, priority, lambda packed: add_amounts(self._shape.dtype, packed, amounts))

    def update(self, key: Any, values: Any, add: Any = None, priority: int = 0) -> Any:
        """Sets some fields of the key's value, which starts from zeros, and returns the new value."""
        dtype = self._shape.dtype
        place = self._place(key)
        values = check_amounts(dtype, values)
        amounts = None if add is None else check_amounts(dtype, add)
        priority = check_int("priority", priority, 0, 255)

        def change(packed: bytes) -> bytes:
            packed = add_amounts(dtype, packed, values, replace=True)
            return packed if amounts is None else add_amounts(dtype, packed, amounts)

        return self._change(place, priority, change)

    def _change(self, place: tuple[int, int, int], priority: int, change: Callable[[bytes], bytes]) -> Any:
        self._check_open()
        slot = self._find(*place)
        packed = bytes(self._shape.dtype.itemsize)
        if slot is not None:
            head, payload = self._head(slot)
            packed, priority = self._value_bytes(payload), max(priority, head >> 8 & 255)
        total = change(packed)
        self._put(place, total, priority)
        return self._given(total)

    # ---- many --------------------------------------------------------------------------------------------

    def _keys(self, keys: Any) -> list[Any]:
        if not self._shape.wide:
            return [int(key) for key in keys]
        return [(int(high), int(low)) for high, low in keys.reshape(-1, 2)]

    def _probe_many(self, keys: Any, out: Any, hits: Any) -> None:
        size = self._shape.dtype.itemsize
        out[:] = 0
        for number, key in enumerate(self._keys(keys)):
            packed = self._packed(key)
            hits[number] = packed is not None
            if packed is not None:
                out[number * size : (number + 1) * size] = list(packed)

    def _rows(self, keys: Any, values: Any, priorities: Any) -> Iterator[tuple[int, Any, bytes, int]]:
        size = self._shape.dtype.itemsize
        for number, key in enumerate(self._keys(keys)):
            packed = values[number * size : (number + 1) * size].tobytes()
            yield number, key, packed, int(priorities[number if len(priorities) > 1 else 0])

    def _store_many(self, keys: Any, values: Any, priorities: Any) -> None:
        self._check_open()
        for _, key, packed, priority in self._rows(keys, values, priorities):
            self._put(self._place(key), packed, priority)

    def _add_many(self, keys: Any, values: Any, priorities: Any) -> None:
        dtype = self._shape.dtype
        for number, key, packed, priority in self._rows(keys, values, priorities):
            fields = [read_field(dtype, packed, i) for i in range(len(named_fields(dtype)))]
            amounts = dict(zip(dtype.names, fields, strict=True)) if dtype.names else fields[0]
            try:
                self.add(key, amounts, priority)
            except OverflowError as error:
                error.done = number  # type: ignore[attr-defined]
                raise

    # ---- the whole table ---------------------------------------------------------------------------------

    def __len__(self) -> int:
        self._check_open()
        return sum(self._head(slot)[0] & 3 == 1 for slot in self._slots)

    def _clear(self) -> None:
        self._check_open()
        self._slots.clear()

    def _new_search(self) -> None:
        self._check_open()
        self._count = (self._count + 1) % 2**32

    def _generation_count(self) -> int:
        self._check_open()
        return self._count

    def _set_generation(self, count: int) -> None:
        self._count = count

    def _entries(self, cluster: int, limit: int) -> tuple[int, list[tuple[int, int, bytes]]]:
        """Returns the next cluster, and key, head and value of at least `limit` entries of whole clusters."""
        rows: list[tuple[int, int, bytes]] = []
        ways = self._shape.ways
        written = sorted({slot // ways for slot in self._slots if slot // ways >= cluster})
        for cluster in written:
            if len(rows) >= limit:
                return cluster, rows
            for slot in range(cluster * ways, (cluster + 1) * ways):
                head, payload = self._head(slot)
                key = self._key(cluster, head >> 16, payload[0]) if head & 3 == 1 else None
                if key is not None:
                    rows.append((key, head, self._value_bytes(payload)))
        return self._shape.clusters, rows

    def _scan(self, cluster: int, limit: int) -> tuple[int, list[tuple[int, Any]]]:
        cluster, rows = self._entries(cluster, limit)
        return cluster, [(key, self._given(packed)) for key, _, packed in rows]

    def _save_block(self, cluster: int, limit: int) -> tuple[int, int, bytes]:
        cluster, rows = self._entries(cluster, limit)
        halves = "<QQBB" if self._shape.wide else "<QBB"
        raw = b"".join(
            struct.pack(halves, *self._halves(key), head >> 8 & 255, head >> 2 & 63) + packed
            for key, head, packed in rows
        )
        return cluster, len(rows), raw

    def _halves(self, key: int) -> tuple[int, ...]:
        return (key >> 64, key & MASK64) if self._shape.wide else (key,)

    def _load_block(self, block: bytes) -> None:
        keys, size = self._shape.key_bits // 8, self._shape.dtype.itemsize
        for start in range(0, len(block), keys + 2 + size):
            halves = struct.unpack_from("<QQ" if self._shape.wide else "<Q", block, start)
            priority, generation = block[start + keys], block[start + keys + 1]
            if generation >= GENERATIONS:
                raise ValueError("a generation is out of range")
            place = self._place(halves if self._shape.wide else halves[0])
            packed = block[start + keys + 2 : start + keys + 2 + size]
            slot = self._find(*place)
            if slot is None:
                slot = self._victim(*place[:2])
            old, new = self._head(slot)[0], priority << 8 | generation << 2 | 1
            if old & 3 != 1 or self._worth(old) <= self._worth(new):
                self._write(slot, place, packed, priority, generation)

    def _save_slots(self) -> bytes:
        words, empty = self._shape.words, (0,) * self._shape.words
        return b"".join(
            struct.pack(f"<{words}Q", *self._slots.get(slot, empty)) for slot in range(self._shape.capacity)
        )

    def _load_slots(self, raw: bytes) -> None:
        words, size = self._shape.words, self._shape.entry_bytes
        if len(raw) != self._shape.bytes:
            raise ValueError("wrong number of bytes")
        for slot in range(self._shape.capacity):
            self._slots[slot] = struct.unpack_from(f"<{words}Q", raw, slot * size)

    # ---- life --------------------------------------------------------------------------------------------

    def _memory(self) -> dict[str, Any]:
        return {"slots": self._shape.bytes, "header": 0, "locks": 0, "address": None}

    @contextmanager
    def _pin(self) -> Iterator[None]:
        self._check_open()
        self._users += 1
        try:
            yield
        finally:
            self._users -= 1

    def _close(self) -> None:
        if self._users:
            raise BufferError("the table is in use by a batch, search or iterator: wait until it ends")
        self._is_closed = True
        self._slots.clear()

    def _flush(self) -> None:
        self._check_open()

    @property
    def _closed(self) -> bool:
        return self._is_closed

    def _check_open(self) -> None:
        if self._is_closed:
            raise ValueError("the table is closed")
