"""`tabiya-uci` and `tabiya-usi`: the programs that interfaces start."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .. import HAS_CORE, __version__
from .._native import NO_CORE

if TYPE_CHECKING:
    from .protocol import Protocol

__all__ = ["uci", "usi"]

HELP = """\
Usage: {name} [--help | --version]

Tabiya's {game} engine. It speaks the {protocol} ({initials})
on standard input and output.

In a GUI ({guis}): add a {initials} engine
with the path that `which {program}` prints.
By hand: type `{word}`, `position startpos`, `go depth 10` and `quit`.

It takes no other arguments and needs no working directory. The GUI sets Hash,
Threads and all other options: the answer to `{word}` lists them,
docs/protocols.md explains them, docs/gui.md names the menus of the GUIs."""

CHESS = {
    "game": "chess",
    "protocol": "Universal Chess Interface",
    "initials": "UCI",
    "word": "uci",
    "guis": "Cute Chess, BanksiaGUI, XBoard",
}
SHOGI = {
    "game": "shogi",
    "protocol": "Universal Shogi Interface",
    "initials": "USI",
    "word": "usi",
    "guis": "ShogiGUI, Shogidokoro",
}


def uci(arguments: Sequence[str] | None = None, name: str = "tabiya-uci") -> None:
    """Runs the chess engine on standard input and output."""
    _answer(arguments, name, CHESS)
    from .uci import Uci

    _serve(Uci)


def usi(arguments: Sequence[str] | None = None, name: str = "tabiya-usi") -> None:
    """Runs the shogi engine on standard input and output."""
    _answer(arguments, name, SHOGI)
    from .usi import Usi

    _serve(Usi)


def _answer(arguments: Sequence[str] | None, name: str, words: dict[str, str]) -> None:
    """Answers ``--help`` or ``--version`` and exits. Does nothing without arguments."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given in (["-h"], ["--help"]):
        print(HELP.format(name=name, program=f"tabiya-{words['word']}", **words))
        raise SystemExit(0)
    if given == ["--version"]:
        print(f"{name} {__version__}")
        raise SystemExit(0)
    if given:
        print(f"{name}: takes --help or --version, not {' '.join(given)!r}", file=sys.stderr)
        raise SystemExit(2)
    if not HAS_CORE:
        print(f"{name}: needs {NO_CORE}", file=sys.stderr)
        raise SystemExit(1)


def _serve(protocol: type[Protocol]) -> None:
    engine = protocol()
    # Ctrl-C in a terminal means quit.
    with contextlib.suppress(KeyboardInterrupt):
        engine.run()
    with contextlib.suppress(KeyboardInterrupt):
        engine.close()
    # Python flushes its buffers at exit and complains if the pipe is closed.
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
