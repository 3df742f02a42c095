"""Start positions of KIF games: named handicaps and diagrams.

後手の持駒：飛　歩二
| ・ ・v桂v香| ...
先手の持駒：角
後手番
"""

from __future__ import annotations

import re

from ...books.lines import TextFile

__all__ = ["HANDICAPS", "KifDiagram"]

_REST = "ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
# White gives the handicap (some of its pieces are missing) and moves first.
HANDICAPS: dict[str, str | None] = {
    "平手": None,
    "その他": None,
    "香落ち": f"lnsgkgsn1/1r5b1/{_REST}",
    "右香落ち": f"1nsgkgsnl/1r5b1/{_REST}",
    "角落ち": f"lnsgkgsnl/1r7/{_REST}",
    "飛車落ち": f"lnsgkgsnl/7b1/{_REST}",
    "飛香落ち": f"lnsgkgsn1/7b1/{_REST}",
    "二枚落ち": f"lnsgkgsnl/9/{_REST}",
    "三枚落ち": f"lnsgkgsn1/9/{_REST}",
    "四枚落ち": f"1nsgkgsn1/9/{_REST}",
    "五枚落ち": f"2sgkgsn1/9/{_REST}",
    "左五枚落ち": f"1nsgkgs2/9/{_REST}",
    "六枚落ち": f"2sgkgs2/9/{_REST}",
    "八枚落ち": f"3gkg3/9/{_REST}",
    "十枚落ち": f"4k4/9/{_REST}",
}

UNPROMOTED = {
    "歩": "P",
    "香": "L",
    "桂": "N",
    "銀": "S",
    "金": "G",
    "角": "B",
    "飛": "R",
    "玉": "K",
    "王": "K",
}
PROMOTED = {"と": "+P", "杏": "+L", "圭": "+N", "全": "+S", "馬": "+B", "竜": "+R", "龍": "+R"}
LETTERS = UNPROMOTED | PROMOTED
NUMBERS = {c: i for i, c in enumerate("〇一二三四五六七八九")}
HAND = re.compile(r"(?P<side>先手|下手|後手|上手)の持駒[：:](?P<pieces>.*)")
HELD = re.compile(r"(?P<piece>[歩香桂銀金角飛])(?P<count>十?[一二三四五六七八九]?)")
ORDER = "RBGSNLP"


class KifDiagram:
    """A diagram while it is being read."""

    def __init__(self) -> None:
        self.rows: list[str] = []
        self.hands: dict[str, str] = {}
        self.turn = "b"
        self.empty = True

    def take(self, file: TextFile, line: str) -> bool:
        """Reads a line. Returns whether it belongs to a diagram."""
        hand = HAND.match(line)
        if hand is not None:
            side = "b" if hand["side"] in ("先手", "下手") else "w"
            self.hands[side] = _hand(file, hand["pieces"], side)
            return True
        if line.startswith("|"):
            self.rows.append(_row(file, line))
            self.empty = False
            return True
        if line.startswith(("後手番", "上手番")):
            self.turn = "w"
            return True
        return False

    def sfen(self, file: TextFile) -> str:
        if len(self.rows) != 9:
            file.fail(f"a diagram must have 9 rows, not {len(self.rows)}")
        hands = self.hands.get("b", "") + self.hands.get("w", "")
        return f"{'/'.join(self.rows)} {self.turn} {hands or '-'} 1"


def _row(file: TextFile, line: str) -> str:
    cells = line.strip("|").partition("|")[0]
    if len(cells) != 18:
        file.fail("a row of a diagram must have 9 squares of two characters each")
    row = ""
    for side, piece in zip(cells[::2], cells[1::2], strict=True):
        if piece == "・":
            row += "1"
        elif piece in LETTERS and side in " 　v^":
            row += LETTERS[piece].lower() if side == "v" else LETTERS[piece]
        else:
            file.fail(f"unknown piece {side + piece!r}")
    return re.sub("1+", lambda empty: str(len(empty[0])), row)


def _hand(file: TextFile, text: str, side: str) -> str:
    """Converts pieces in hand to SFEN.

    >>> _hand(None, "飛　歩十二　", "w")
    'r12p'
    """
    counts: dict[str, int] = {}
    for word in text.replace("　", " ").split():
        if word in ("なし", "無し"):
            continue
        held = HELD.fullmatch(word)
        if held is None:
            file.fail(f"unknown pieces in hand {word[:20]!r}")
        letter = LETTERS[held["piece"]]
        counts[letter] = counts.get(letter, 0) + _count(held["count"])
    texts = (
        f"{counts[letter] if counts[letter] > 1 else ''}{letter}" for letter in ORDER if letter in counts
    )
    joined = "".join(texts)
    return joined if side == "b" else joined.lower()


def _count(text: str) -> int:
    if not text:
        return 1
    tens = 10 if text.startswith("十") else 0
    return tens + NUMBERS.get(text.removeprefix("十") or "〇", 0)
