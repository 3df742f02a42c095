"""Compression of the blocks of saved files: zlib or lzma, or zstd if installed."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

from .._utils.extras import require
from ..table.choices import Coded

__all__ = ["Compression", "choose", "compressor", "decompress"]

ZSTD_LEVEL, ZLIB_LEVEL, LZMA_LEVEL = 3, 1, 1
LZMA_MEMORY = 2**26
MAX_WINDOW = 2**27
"""A limit against hostile files that ask for gigabytes. Blocks need far less."""


class Compression(Coded):
    """The compression of the blocks of a saved file."""

    NONE = "none", 0
    ZLIB = "zlib", 1
    LZMA = "lzma", 2
    ZSTD = "zstd", 3


def choose(wanted: Compression | str) -> Compression:
    """Returns the compression with a name. ``"auto"`` is zlib, which every installation reads.

    >>> choose("zlib"), choose("brotli")
    Traceback (most recent call last):
    ValueError: compression must be one of 'auto', 'none', 'zlib', 'lzma', 'zstd', not 'brotli'
    """
    if wanted == "auto":
        return Compression.ZLIB
    try:
        chosen = Compression(wanted)
    except ValueError:
        names = ", ".join(repr(name) for name in ("auto", *map(str, Compression)))
        raise ValueError(f"compression must be one of {names}, not {wanted!r}") from None
    if chosen is Compression.ZSTD:
        require("zstd", "compression 'zstd'")
    return chosen


def compressor(chosen: Compression) -> Callable[[bytes], bytes]:
    """Returns a function that compresses a block."""
    if chosen is Compression.ZLIB:
        return lambda raw: zlib.compress(raw, ZLIB_LEVEL)
    if chosen is Compression.LZMA:
        import lzma

        return lambda raw: lzma.compress(raw, preset=LZMA_LEVEL)
    if chosen is Compression.ZSTD:
        squeeze: Callable[[bytes], bytes] = _zstd().ZstdCompressor(level=ZSTD_LEVEL).compress
        return squeeze
    return lambda raw: raw


def decompress(chosen: Compression, stored: bytes, size: int) -> bytes:
    """Decompresses a block into exactly `size` bytes, and never more, whatever `stored` claims.

    Raises ValueError if the block is invalid.
    """
    if chosen is Compression.NONE:
        raw = stored
    elif chosen is Compression.ZLIB:
        raw = _unpack_zlib(stored, size)
    else:
        raw = _unpack_lzma(stored, size) if chosen is Compression.LZMA else _unpack_zstd(stored, size)
    if len(raw) != size:
        raise ValueError("a block does not decompress to the size that its header states")
    return raw


def _unpack_zlib(stored: bytes, size: int) -> bytes:
    try:
        return zlib.decompressobj().decompress(stored, size + 1)
    except zlib.error as error:
        raise ValueError(f"a block cannot be decompressed: {error}") from None


def _unpack_lzma(stored: bytes, size: int) -> bytes:
    import lzma

    try:
        return lzma.LZMADecompressor(memlimit=LZMA_MEMORY).decompress(stored, size + 1)
    except lzma.LZMAError as error:
        raise ValueError(f"a block cannot be decompressed: {error}") from None


def _unpack_zstd(stored: bytes, size: int) -> bytes:
    zstd = _zstd()
    if zstd is None:
        raise ValueError("it is compressed with zstd: install the package zstandard to read it")
    try:
        with zstd.ZstdDecompressor(max_window_size=MAX_WINDOW).stream_reader(stored) as reader:
            raw: bytes = reader.read(size + 1)
    except zstd.ZstdError as error:
        raise ValueError(f"a block cannot be decompressed: {error}") from None
    return raw


def _zstd() -> Any:
    try:
        import zstandard
    except ImportError:
        return None
    return zstandard
