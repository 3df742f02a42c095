"""`check_game` names the first promise that a game breaks, and accepts good games."""

from __future__ import annotations

import random
from typing import Any

import pytest
from dots_and_boxes import DotsAndBoxes
from small_games import GAMES, LINES, ConnectThree, Nim, TicTacToe

from forms import sized
from tabiya import GameError, check_game, key_of, negamax


class Noughts(TicTacToe):
    """Tic-tac-toe on a board that changes in place, with an evaluation: a typical game."""

    def __init__(self) -> None:
        self.cells = [0] * 9
        self.made: list[int] = []

    @property
    def position(self) -> Any:
        return tuple(self.cells)

    @property
    def player(self) -> int:
        return 1 + len(self.made) % 2

    @property
    def key(self) -> int:
        return key_of(self.position)

    def push(self, move: int) -> None:
        self.cells[move] = self.player
        self.made.append(move)

    def pop(self) -> None:
        self.cells[self.made.pop()] = 0

    def evaluate(self) -> int:
        """My open lines minus the opponent's."""
        return self.open_lines(self.player) - self.open_lines(3 - self.player)

    def open_lines(self, player: int) -> int:
        return sum(
            10 ** sum(self.cells[i] == player for i in line)
            for line in LINES
            if not any(self.cells[i] == 3 - player for i in line)
        )


@pytest.mark.parametrize("seed", range(sized(3, 30)))
@pytest.mark.parametrize(
    "name", [*GAMES, "noughts", "noughts with turn", "dots and boxes", "connect four with nothing to see"]
)
def test_a_good_game_passes(name: str, seed: int) -> None:
    makers: dict[str, Any] = {one: make for one, (make, _) in GAMES.items()}
    makers |= {"noughts": Noughts, "dots and boxes": DotsAndBoxes, "noughts with turn": Turned}
    makers["connect four with nothing to see"] = Blind
    game = makers[name]()
    before = (game.key, list(game.moves()))
    check_game(game, seed=seed)
    assert (game.key, list(game.moves())) == before


class Turned(Noughts):
    @property
    def turn(self) -> int:
        return self.player


class Blind(ConnectThree):
    """The order of moves matters, but the evaluation does not show it."""

    def __init__(self) -> None:
        super().__init__(5, 4)

    def evaluate(self) -> int:
        return 0


# ---- planted faults ----------------------------------------------------------------------------------------


class LosesAKey(Noughts):
    """The key is updated by hand, but `pop` does not restore it."""

    def __init__(self) -> None:
        super().__init__()
        self.kept = 0

    @property
    def key(self) -> int:
        return self.kept

    def push(self, move: int) -> None:
        self.kept = self.kept * 10 + move + 1
        super().push(move)


class PopForgetsTheCell(Noughts):
    def pop(self) -> None:
        self.cells[self.made.pop()] = self.player


class KeyWithoutTheMover(Nim):
    """Two players with different goals share a key."""

    def __init__(self) -> None:
        super().__init__((3, 4, 5))

    def evaluate(self) -> int:
        return sum(self.position) if len(self.past) % 2 else -sum(self.position)


class KeyOfHalfTheBoard(Noughts):
    @property
    def key(self) -> int:
        return key_of(self.position[:6])


class KeyOfTheHistory(Noughts):
    @property
    def key(self) -> int:
        return key_of(tuple(self.made))


class KeyThatWanders(Noughts):
    @property
    def key(self) -> int:
        return random.getrandbits(64)


class KeyTooLarge(Noughts):
    @property
    def key(self) -> int:
        return 2**64 + super().key


class EndsWithoutAResult(Noughts):
    def result(self) -> int | None:
        return -1 if super().result() == -1 else None


class ResultOutOfRange(Noughts):
    def result(self) -> int | None:
        result = super().result()
        return result if result is None else 100 * result


class FirstPlayersEvaluation(Noughts):
    def evaluate(self) -> int:
        return self.open_lines(1) - self.open_lines(2)


class FirstPlayersLead(DotsAndBoxes):
    def evaluate(self) -> int:
        return self.lead

    def result(self) -> int | None:
        return None if self.moves() else super().evaluate()


class MaterialOfOne(Noughts):
    """The first player's stones count more or less, by their places: it changes slowly."""

    def evaluate(self) -> int:
        return sum((1 if cell == 1 else -1) * (3 * i - 12) for i, cell in enumerate(self.cells) if cell)

    def result(self) -> int | None:
        return None if 0 in self.cells else 0


class OpponentsEvaluation(Noughts):
    def evaluate(self) -> int:
        return -super().evaluate()


class EvaluationTooLarge(Noughts):
    def evaluate(self) -> int:
        return 100_000 * super().evaluate()


class EvaluationThatForgets(Noughts):
    """The answer depends on the number of calls."""

    asked = 0

    def evaluate(self) -> int:
        self.asked += 1
        return self.asked


class MovesTwice(Noughts):
    def moves(self) -> list[int]:
        return super().moves() * 2


class FirstPlayersResult(Noughts):
    """1 if the first player has won, whoever is to move."""

    def result(self) -> int | None:
        result = super().result()
        return result if not result or self.player == 1 else -result


class SecondPlayersResult(FirstPlayersResult):
    def result(self) -> int | None:
        result = super().result()
        return result if result is None else -result


class FirstPlayersMargin(DotsAndBoxes):
    def result(self) -> int | None:
        return None if self.moves() else self.lead


class KeyOf16Bits(Noughts):
    @property
    def key(self) -> int:
        return super().key % 2**16


class BlindKeyOf16Bits(Blind):
    @property
    def key(self) -> int:
        return key_of(self.position) % 2**16


class TurnThatStands(Noughts):
    turn = 1

    def evaluate(self) -> int:
        return 0


class TurnOfTwoMoves(Noughts):
    @property
    def turn(self) -> int:
        return len(self.made) // 2 % 2


class TurnThatLags(Noughts):
    """The player who moved last, and at the start the first one."""

    @property
    def turn(self) -> int:
        return max(0, len(self.made) - 1) % 2


class TurnOfThree(Noughts):
    @property
    def turn(self) -> int:
        return len(self.made) % 3


class NoPop:
    key = 0

    def moves(self) -> list[int]:
        return []

    push = evaluate = result = moves


FAULTS = [
    (LosesAKey, r"pop\(\) does not restore key: it was 0 before push\(0\) and is 1 now at the start"),
    (PopForgetsTheCell, r"pop\(\) does not restore key: it was \d+ before push\(0\)"),
    (KeyWithoutTheMover, r"key \d+ stands for two positions: evaluate\(\) gives -?\d+ after [\d ()]+"),
    (KeyOfHalfTheBoard, r"key \d+ stands for two positions: "),
    (KeyOfTheHistory, r"one position has two keys: \d+ after [\d ]+ and \d+ after [\d ]+; a key must not"),
    (KeyThatWanders, r"key was \d+ and is \d+ though no move was made at the start"),
    (KeyTooLarge, r"key must be between -9223372036854775808 and 18446744073709551615, not \d+ at the start"),
    (EndsWithoutAResult, r"moves\(\) is empty although result\(\) is None: .* after [\d ]+"),
    (ResultOutOfRange, r"result\(\) must be None, 1, 0 or -1, not -100 .* after [\d ]+"),
    (FirstPlayersEvaluation, r"evaluate\(\) is for one player, whoever is to move: .*\(\d+ positions"),
    (FirstPlayersLead, r"evaluate\(\) is for one player, whoever is to move: .*\(\d+ positions"),
    (MaterialOfOne, r"evaluate\(\) is not for the player to move: it keeps its sign .*\d+ pairs"),
    (OpponentsEvaluation, r"evaluate\(\) is for the other player: it is high where .*\d+ positions"),
    (EvaluationTooLarge, r"evaluate\(\) must be between -90000 and 90000, not -?\d+"),
    (EvaluationThatForgets, r"evaluate\(\) was 1 and is 2 though no move was made at the start"),
    (MovesTwice, r"moves\(\) has two moves that a table keeps as 1, 0 among them at the start"),
    (FirstPlayersResult, r"result\(\) is for one player, whoever is to move: .*\d+ positions"),
    (SecondPlayersResult, r"result\(\) is for one player, whoever is to move: .*\d+ positions"),
    (FirstPlayersMargin, r"result\(\) is for one player, whoever is to move: .*\d+ positions"),
    (KeyOf16Bits, r"key \d+ stands for two positions: "),
    (BlindKeyOf16Bits, r"key \d+ stands for two positions: "),
    (TurnThatStands, r"turn is 1 before and after each of \d+ moves: make it the player to move"),
    (TurnOfTwoMoves, r"turn stays where the other player is to move: evaluate\(\) changes its sign"),
    (TurnThatLags, r"turn lags by a move: it stays after every first move and changes after each of"),
    (TurnOfThree, r"turn has more than two values: 0, 1, 2"),
    (NoPop, r"NoPop has no pop"),
]


@pytest.mark.parametrize(("fault", "sentence"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_a_planted_fault_is_named_in_one_sentence(fault: Any, sentence: str) -> None:
    for seed in range(3):
        with pytest.raises(GameError, match=rf"^{sentence}") as caught:
            check_game(fault(), seed=seed)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("fault", [fault for fault, _ in FAULTS if issubclass(fault, Noughts)])
def test_an_error_leaves_the_game_as_it_was_unless_pop_is_wrong(fault: Any) -> None:
    if fault in (PopForgetsTheCell, LosesAKey):
        return
    game = fault()
    with pytest.raises(GameError):
        check_game(game)
    assert (game.cells, game.made) == ([0] * 9, [])


def test_a_draw_by_repetition_is_no_fault() -> None:
    """Its result depends on the history, which the key leaves out: docs/games.md allows it."""

    class Shuffle:
        """Walk around a ring; the third visit of a place is a draw, place 7 wins."""

        def __init__(self) -> None:
            self.way = [0]

        @property
        def key(self) -> int:
            return self.way[-1] * 2 + len(self.way) % 2

        def moves(self) -> list[int]:
            return [0, 1]

        def push(self, move: int) -> None:
            self.way.append((self.way[-1] + (1 if move else -1)) % 12)

        def pop(self) -> None:
            self.way.pop()

        def evaluate(self) -> int:
            return 0

        def result(self) -> int | None:
            if self.way[-1] == 7:
                return -1
            return 0 if self.way.count(self.way[-1]) == 3 else None

    for seed in range(5):
        check_game(Shuffle(), seed=seed)


@pytest.mark.parametrize("fault", [LosesAKey, KeyOfHalfTheBoard, KeyThatWanders, MovesTwice])
def test_negamax_checks_a_game_on_demand(fault: Any) -> None:
    with pytest.raises(GameError):
        negamax(fault(), 1, debug=True)


def test_negamax_with_debug_finds_the_same() -> None:
    assert negamax(Noughts(), 4, debug=True).score == negamax(Noughts(), 4).score
