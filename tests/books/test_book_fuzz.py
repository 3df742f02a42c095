"""Every reader, given anything, returns a book or raises a one-line error."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from book_samples import DATA
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tabiya.books import BookError, MemoryBook, open_book
from tabiya.chess.records.polyglot import RECORD

SUFFIXES = (".bin", ".epd", ".pgn", ".db", ".sfen", ".kif", ".csa")
SAMPLES = {path.suffix: path.read_bytes() for path in DATA.iterdir() if path.suffix in SUFFIXES}
SAMPLES[".bin"] = b"".join(RECORD.pack(key, 0x0661 + key, key, 0) for key in range(40))

fuzz = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def need(suffix: str) -> None:
    if suffix in (".db", ".sfen", ".kif", ".csa"):
        pytest.importorskip("tabiya.shogi", exc_type=ImportError)


def read(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    try:
        book = open_book(path)
    except BookError as error:
        sentence = str(error)
        assert sentence.startswith(str(path))
        assert "\n" not in sentence
        assert len(sentence) < 1000
        return
    for _, moves in book.entries():
        assert moves
    if not isinstance(book, MemoryBook):
        book.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("suffix", SUFFIXES)
@fuzz
@given(content=st.binary(max_size=400))
def test_any_bytes(tmp_path: Path, suffix: str, content: bytes) -> None:
    need(suffix)
    read(tmp_path / f"x{suffix}", content)


@pytest.mark.parametrize("suffix", SUFFIXES)
@fuzz
@given(content=st.text(max_size=300))
def test_any_text(tmp_path: Path, suffix: str, content: str) -> None:
    need(suffix)
    read(tmp_path / f"x{suffix}", content.encode("utf-8", "surrogatepass"))


Change = Callable[[bytes], bytes]


@st.composite
def changes(draw: st.DrawFn) -> Change:
    """A file with some bytes changed, cut out, doubled or moved."""
    kind = draw(st.sampled_from(("replace", "cut", "double", "truncate", "swap")))
    place = draw(st.floats(0, 1))
    length = draw(st.integers(1, 30))
    fresh = draw(st.binary(max_size=8))

    def change(content: bytes) -> bytes:
        at = int(place * len(content))
        part, rest = content[at : at + length], content[at + length :]
        return {
            "replace": content[:at] + fresh + rest,
            "cut": content[:at] + rest,
            "double": content[:at] + part + part + rest,
            "truncate": content[:at],
            "swap": rest + content[:at] + part,
        }[kind]

    return change


@pytest.mark.parametrize("suffix", SUFFIXES)
@fuzz
@given(steps=st.lists(changes(), min_size=1, max_size=4))
def test_a_damaged_file(tmp_path: Path, suffix: str, steps: list[Change]) -> None:
    need(suffix)
    content = SAMPLES[suffix]
    for change in steps:
        content = change(content)
    read(tmp_path / f"x{suffix}", content)
