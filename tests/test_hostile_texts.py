"""Foreign text is read in linear time, however it repeats itself: a line of slashes froze the server."""

from __future__ import annotations

import importlib
import pkgutil
import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import product
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)
pytest.importorskip("numpy")

import tabiya
from forms import sized
from tabiya.analysis import parse_games
from tabiya.analysis.sources import find_source, recognizable_formats
from tabiya.books.record import RecordedGame
from tabiya.chess.records.pgn_annotate import annotated_pgn
from tabiya.web.pasted import read_text

PIECES = [" ", "\n", "\t", "　", "/", "1", "a", "e4 ", '"', "\\", "[", "[a ", "[%", "[%eval ", "]", "(", "{"]
PIECES += ["}", "1.", "1-0 ", ". ", "*", ":", "：", "１", "a1", "a1\n", "x/", "=", "0-", "; ", '[A "b"]']
PIECES += [
    "startpos ",
    "position ",
    " moves ",
    "fen ",
    "sfen ",
    "time 1 ",
    "%",
    "N+",
    "変化",
    "1 ７六歩(77)\n",
]
SIZES = (64, 256, 1024, 4096, 16384, 65536)
NOISE = 0.005
"""Seconds. Shorter times are not compared."""


def modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(tabiya.__path__, "tabiya."):
        if "__main__" not in found.name and ".experiments." not in found.name:
            with suppress(ImportError):  # an extra that is not installed
                yield importlib.import_module(found.name)


def uses() -> dict[str, Callable[[str], object]]:
    """Every use of a compiled expression in the package, such as ``tabiya.chess.san.SAN.fullmatch``."""
    found = {}
    for module in modules():
        source = Path(module.__file__ or "").read_text() if str(module.__file__).endswith(".py") else ""
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                for method in re.findall(rf"\b{name}\.(search|match|fullmatch|findall|split|sub)\(", source):
                    call = getattr(value, method)
                    found[f"{module.__name__}.{name}.{method}"] = (
                        partial(call, "") if method == "sub" else call
                    )
    return found


USES = uses()


def hostile(seed: str) -> list[tuple[str, str, str]]:
    """Beginnings, repetitions and ends. The short form draws some of the combinations."""
    all_of_them = list(product(["", *PIECES], PIECES, ["", "x", "\n", '"', "]"]))
    drawn = random.Random(seed).sample(all_of_them, sized(60, 2000))
    return [*drawn, *(("", piece, "x") for piece in PIECES)]


def taken(read: Callable[[str], object], text: str) -> float:
    start = time.process_time()
    read(text)
    return time.process_time() - start


def check_linear(read: Callable[[str], object], seed: str, sizes: tuple[int, ...] = SIZES) -> None:
    """A text four times as long takes four times as long. Stops before a cubic reader takes for ever."""
    for begin, piece, end in hostile(seed):
        before = NOISE
        for size in sizes:
            text = begin + piece * (size // len(piece)) + end
            took = next((took for took in (taken(read, text) for _ in range(2)) if took < 10 * before), None)
            assert took is not None, f"slow: {begin!r} + {piece!r} * n + {end!r} with {size} characters"
            before = max(took, NOISE)


def test_the_check_sees_a_slow_expression() -> None:
    slow = re.compile(r"^(fen\s)?\S+/\S+/\S.*\s+moves\s")
    with pytest.raises(AssertionError, match="slow: "):
        check_linear(slow.search, "slow")


def test_the_uses_of_expressions_are_found() -> None:
    assert {"tabiya.chess.san.SAN.fullmatch", "tabiya.chess.records.pgn_annotate.WORD.findall"} <= USES.keys()


@pytest.mark.parametrize("use", sorted(USES))
def test_every_expression_is_linear(use: str) -> None:
    check_linear(USES[use], use)


def quietly(read: Callable[[str], object]) -> Callable[[str], object]:
    def tried(text: str) -> None:
        with suppress(ValueError, OSError):
            read(text)

    return tried


def test_every_format_is_recognized_in_linear_time() -> None:
    for spec, form in recognizable_formats(None):
        assert form.sign is not None
        check_linear(form.sign, spec.name)


@pytest.mark.parametrize("game", ["chess", "shogi", "othello"])
def test_games_are_read_in_linear_time(game: str) -> None:
    check_linear(quietly(lambda text: list(parse_games(text, game))), game, SIZES[:4])


def test_the_command_line_and_the_page_read_in_linear_time() -> None:
    check_linear(quietly(find_source), "command", SIZES[:4])
    check_linear(quietly(lambda text: read_text(text, "chess")), "page", SIZES[:4])


def test_comments_are_written_in_linear_time() -> None:
    (game,) = parse_games("1. e4 e5 *")

    def write(text: str) -> None:
        notes = {1: (f"{{{text.replace('}', ' ')}}}",), 2: (f"({text})",)}
        record = RecordedGame(game.game, None, game.moves, tags=game.tags, notes=notes, ending=("*",))
        annotated_pgn(record, ())

    check_linear(write, "comments")
