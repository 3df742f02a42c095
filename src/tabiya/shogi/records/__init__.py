"""Shogi files: KIF, CSA, SFEN lists and YaneuraOu books."""

from __future__ import annotations

import re

from ...books.formats import BookFormat, GameFormat, Records
from ...books.move_lists import has_move_list, move_list_reader
from ...books.output import line_writer
from ..spec import SPEC
from .csa import read_csa
from .csa_export import csa_game
from .kif import read_kif
from .kif_annotate import annotated_kif
from .kif_export import kif_game
from .kif_writer import PLAYERS
from .yaneuraou import read_yaneuraou, yaneuraou_lines

__all__ = ["RECORDS"]

JAPANESE = ("utf-8", "cp932")
"""Encodings to try. Older files are in Windows' Shift-JIS."""
KIF = GameFormat(
    read_kif,
    JAPANESE,
    kif_game,
    annotate=annotated_kif,
    sign=re.compile(
        r"^(手合割|手数-|先手：|下手：|#KIF|[ \t　]*1[ \t　]+[１-９1-9][一二三四五六七八九])", re.MULTILINE
    ).search,
)
CSA = GameFormat(
    read_csa,
    JAPANESE,
    csa_game,
    separator="/\n",
    sign=re.compile(r"^(V[1-3](\.\d)?$|N[+-]|PI|P1[ +-]|[+-]\d{4}[A-Z]{2})", re.MULTILINE).search,
)
USI = GameFormat(move_list_reader(SPEC), sign=has_move_list)

RECORDS = Records(
    books={".db": BookFormat(read=read_yaneuraou, write=line_writer(yaneuraou_lines))},
    games={
        ".kif": KIF,
        ".kifu": KIF,
        ".csa": CSA,
        ".usi": USI,
        ".sfen": USI,
        ".txt": USI,
    },
    players=PLAYERS,
)
