"""Shogi files: KIF, CSA, SFEN lists and YaneuraOu books."""

from __future__ import annotations

from ...books.output import line_writer
from ...games.parts import BookFormat, GameFormat, Records
from .csa import read_csa
from .csa_export import csa_game
from .kif import read_kif
from .kif_export import kif_game
from .sfen import read_sfen
from .yaneuraou import read_yaneuraou, yaneuraou_lines

__all__ = ["RECORDS"]

JAPANESE = ("utf-8", "cp932")
"""Encodings to try. Older files are in Windows' Shift-JIS."""
KIF = GameFormat(read_kif, JAPANESE, kif_game)

RECORDS = Records(
    books={".db": BookFormat(read=read_yaneuraou, write=line_writer(yaneuraou_lines))},
    games={
        ".kif": KIF,
        ".kifu": KIF,
        ".csa": GameFormat(read_csa, JAPANESE, csa_game, separator="/\n"),
        ".sfen": GameFormat(read_sfen),
        ".txt": GameFormat(read_sfen),
    },
)
