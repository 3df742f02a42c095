"""Exports the games of a match to files for other programs, such as PGN."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..books.formats import GameFormat, records_of
from ..games import game_spec
from ..storage.whole import write_text
from .config import MatchConfig
from .played import played_game

__all__ = ["check_export", "export_games"]

EACH = "{}"
"""Placeholder for the game's number in a file name, for one file per game."""


def check_export(path: Path, game: str) -> GameFormat:
    """Returns the format of a file for games. ValueError if games of this kind cannot be written to it."""
    formats = records_of(game_spec(game)).games
    suffixes = sorted(suffix for suffix, each in formats.items() if each.export is not None)
    if not suffixes:
        raise ValueError(f"games of {game} cannot be exported")
    if path.suffix.lower() not in suffixes:
        raise ValueError(f"the file for games of {game} must end in {' or '.join(suffixes)}, not {path}")
    return formats[path.suffix.lower()]


def export_games(path: Path, config: MatchConfig, pairs: dict[int, dict[str, Any]]) -> int:
    """Writes all games in order to one file, or to one each if its name has ``{}``; returns how many."""
    found = check_export(path, config.rules.game)
    assert found.export is not None
    numbered = {
        2 * number + place + 1: found.export(played_game(config, pair, game))
        for number, pair in sorted(pairs.items())
        for place, game in enumerate(pair["games"])
    }
    if EACH in path.name:
        for number, text in numbered.items():
            write_text(path.with_name(path.name.replace(EACH, str(number))), text)
    else:
        write_text(path, found.separator.join(numbered.values()))
    return len(numbered)
