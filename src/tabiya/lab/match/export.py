"""The games of a match as files that other programs read, such as PGN."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...games import game_spec
from ...games.parts import GameFormat
from .config import MatchConfig

__all__ = ["check_export", "export_games"]

EACH = "{}"
"""Stands in a file's name for the number of a game, where each shall have a file of its own."""


def check_export(path: Path, game: str) -> GameFormat:
    """The format of a file to write games to; ValueError if games of this kind cannot be written there."""
    formats = game_spec(game).records.games
    suffixes = sorted(suffix for suffix, each in formats.items() if each.export is not None)
    if not suffixes:
        raise ValueError(f"games of {game} are not written to files")
    if path.suffix.lower() not in suffixes:
        raise ValueError(
            f"games of {game} are written to a file that ends in {' or '.join(suffixes)}, not {path}"
        )
    return formats[path.suffix.lower()]


def export_games(path: Path, config: MatchConfig, pairs: dict[int, dict[str, Any]]) -> int:
    """Writes all games, in their order, to one file or, with a ``{}`` in its name, to one each; how many."""
    found = check_export(path, config.rules.game)
    assert found.export is not None
    numbered = {
        2 * number + place + 1: found.export(config, pair, game)
        for number, pair in sorted(pairs.items())
        for place, game in enumerate(pair["games"])
    }
    if EACH in path.name:
        for number, text in numbered.items():
            path.with_name(path.name.replace(EACH, str(number))).write_text(text, encoding="utf-8")
    else:
        path.write_text(found.separator.join(numbered.values()), encoding="utf-8")
    return len(numbered)
