"""Start positions of CSA games: the statements ``PI``, ``P1`` to ``P9``, ``P+`` and ``P-``."""

from __future__ import annotations

import re

from ...books.lines import TextFile

__all__ = ["KINDS", "Setup"]

UNPROMOTED = {"FU": "P", "KY": "L", "KE": "N", "GI": "S", "KI": "G", "KA": "B", "HI": "R", "OU": "K"}
PROMOTED = {"TO": "+P", "NY": "+L", "NK": "+N", "NG": "+S", "UM": "+B", "RY": "+R"}
KINDS = UNPROMOTED | PROMOTED
USUAL = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"
PLACED = re.compile(r"([0-9])([0-9])([A-Z]{2})")
HELD = {"R": 2, "B": 2, "G": 4, "S": 4, "N": 4, "L": 4, "P": 18}
"""Pieces of each type in a set, in the order of hands in SFEN."""


class Setup:
    """A start position while it is being read. Without statements it is the usual one.

    >>> setup = Setup()
    >>> setup.take(None, "PI82HI22KA")
    >>> setup.sfen("-")
    'lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1'
    """

    def __init__(self) -> None:
        self.board: dict[tuple[int, int], str] = {}
        """SFEN letters by file and rank, 1 to 9."""
        self.hands: dict[str, int] = {}
        self.given = False

    def take(self, file: TextFile, text: str) -> None:
        self.given = True
        if text.startswith("PI"):
            self.board = _usual()
            for file_number, rank, _ in _placed(file, text[2:]):
                self.board.pop((file_number, rank), None)
        elif text[1:2] in ("+", "-"):
            self._place(file, text[2:], black=text[1] == "+")
        elif text[1:2].isdigit() and text[1] != "0":
            self._row(file, int(text[1]), text[2:])
        else:
            file.fail(f"unknown position statement {text[:20]!r}")

    def _row(self, file: TextFile, rank: int, cells: str) -> None:
        cells = cells.ljust(27)
        if len(cells) > 27:
            file.fail("a row must have 9 squares of three characters each")
        for place in range(9):
            cell = cells[3 * place : 3 * place + 3]
            if cell[0] in "+-" and cell[1:] in KINDS:
                self.board[9 - place, rank] = _sided(KINDS[cell[1:]], cell[0] == "+")
            elif cell.strip() not in ("", "*"):
                file.fail(f"unknown piece {cell!r}")

    def _place(self, file: TextFile, text: str, black: bool) -> None:
        for file_number, rank, kind in _placed(file, text):
            if kind == "AL":
                self._hold_the_rest(black)
            elif file_number == 0 or rank == 0:
                letter = KINDS[kind]
                if letter not in HELD:
                    file.fail(f"{kind} cannot be in hand")
                self._hold(_sided(letter, black), 1)
            else:
                self.board[file_number, rank] = _sided(KINDS[kind], black)

    def _hold_the_rest(self, black: bool) -> None:
        for letter, whole in HELD.items():
            on_board = sum(piece.upper().lstrip("+") == letter for piece in self.board.values())
            in_hand = self.hands.get(letter, 0) + self.hands.get(letter.lower(), 0)
            self._hold(_sided(letter, black), max(0, whole - on_board - in_hand))

    def _hold(self, letter: str, count: int) -> None:
        self.hands[letter] = self.hands.get(letter, 0) + count

    def sfen(self, turn: str) -> str:
        if not self.given:
            self.board = _usual()
        rows = (
            "".join(self.board.get((place, rank), "1") for place in range(9, 0, -1)) for rank in range(1, 10)
        )
        joined = re.sub("1+", lambda empty: str(len(empty[0])), "/".join(rows))
        letters = [letter for side in (str.upper, str.lower) for letter in map(side, HELD)]
        held = [(self.hands.get(letter, 0), letter) for letter in letters]
        hands = "".join(f"{count if count > 1 else ''}{letter}" for count, letter in held if count)
        return f"{joined} {'b' if turn == '+' else 'w'} {hands or '-'} 1"


def _sided(letter: str, black: bool) -> str:
    return letter if black else letter.lower()


def _usual() -> dict[tuple[int, int], str]:
    squares = re.sub("[1-9]", lambda digit: "1" * int(digit[0]), USUAL).split("/")
    return {
        (9 - place, rank): piece
        for rank, row in enumerate(squares, 1)
        for place, piece in enumerate(row)
        if piece != "1"
    }


def _placed(file: TextFile, text: str) -> list[tuple[int, int, str]]:
    if len(text) % 4 or len(PLACED.findall(text)) != len(text) // 4:
        file.fail(f"pieces must be written as 77FU, one after the other, not as {text[:20]!r}")
    found = [(int(match[1]), int(match[2]), match[3]) for match in PLACED.finditer(text)]
    for _, _, kind in found:
        if kind not in KINDS and kind != "AL":
            file.fail(f"unknown piece {kind!r}")
    return found
