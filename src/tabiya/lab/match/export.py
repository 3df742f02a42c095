"""The games of a match as files that other programs read: PGN for chess, CSA and KIF for shogi."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from .config import MatchConfig
from .export_csa import csa_game
from .export_kif import kif_game
from .export_pgn import pgn_game

__all__ = ["check_export", "export_games"]

Writer = Callable[[MatchConfig, dict[str, Any], dict[str, Any]], str]
FORMATS: dict[str, dict[str, tuple[Writer, str]]] = {
    "chess": {".pgn": (pgn_game, "\n")},
    "shogi": {".csa": (csa_game, "/\n"), ".kif": (kif_game, "\n"), ".kifu": (kif_game, "\n")},
}
"""By game and by a file's ending: what writes a game, and what divides two of them."""
EACH = "{}"
"""Stands in a file's name for the number of a game, where each shall have a file of its own."""


def check_export(path: Path, game: str) -> None:
    """ValueError if games of this kind cannot be written to such a file."""
    suffixes = list(FORMATS[game])
    if path.suffix.lower() not in suffixes:
        raise ValueError(
            f"games of {game} are written to a file that ends in {' or '.join(suffixes)}, not {path}"
        )


def export_games(path: Path, config: MatchConfig, pairs: dict[int, dict[str, Any]]) -> int:
    """Writes all games, in their order, to one file or, with a ``{}`` in its name, to one each; how many."""
    write, separator = FORMATS[config.rules.game][path.suffix.lower()]
    numbered = {
        2 * number + place + 1: write(config, pair, game)
        for number, pair in sorted(pairs.items())
        for place, game in enumerate(pair["games"])
    }
    if EACH in path.name:
        for number, text in numbered.items():
            path.with_name(path.name.replace(EACH, str(number))).write_text(text, encoding="utf-8")
    else:
        path.write_text(separator.join(numbered.values()), encoding="utf-8")
    return len(numbered)
