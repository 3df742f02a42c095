"""Short games for the tests of analysis."""

from __future__ import annotations

SCHOLARS_MATE = """[Event "School"]
[White "Anna"]
[Black "Ben"]
[Result "1-0"]

1. e4 e5 2. Bc4 {[%clk 0:05:00] natural} 2... Nc6 3. Qh5 $5 (3. Nf3 Nf6 (3... d6) {quiet}) 3... Nf6
4. Qxf7# 1-0

"""
OPENING = """[Event "Club"]
[Result "1/2-1/2"]

{Two masters.} 1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 1/2-1/2

"""
ENDGAME = """[Event "Endgame"]
[SetUp "1"]
[FEN "8/8/8/4k3/8/8/4P3/4K3 w - - 0 60"]
[Result "*"]

60. Kd2 Kd4 61. e3+ Ke4 62. Ke2 *

"""
KIF = """開始日時：2026/01/02
手合割：平手
先手：Sato
後手：Ito
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:05/00:00:05)
*good
   2 ３四歩(33)   ( 0:07/00:00:07)
   3 ２二角成(88) ( 0:01/00:00:06)
   4 ３二金(41)   ( 0:02/00:00:09)
   5 投了
まで4手で後手の勝ち

変化：4手
   4 同　銀(31)
"""
