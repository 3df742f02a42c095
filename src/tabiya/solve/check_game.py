"""`check_game`: plays random games and names the first promise of `tabiya.Game` that a game breaks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple, NoReturn, TypeVar

from .._utils.arguments import check_int
from .._utils.held_signals import HeldSignals
from ..errors import GameError
from ..table.arguments import check_key
from .evidence import EvaluationEvidence, OrderEvidence, TurnEvidence
from .game import MAX_EVALUATION, Game, check_result, pack_integer, packed
from .made_moves import MadeMoves

__all__ = ["check_game"]

MoveT = TypeVar("MoveT")
MEMBERS = ("key", "moves", "push", "pop", "evaluate", "result")
Path = tuple[Any, ...]
QUICK_GAMES = 10
"""Per game that is examined in full, to compare evaluations with results."""
PLAYOUTS = 24
"""Random games, the same from both of two positions, played to tell the positions apart."""
PLAYOUT_PLIES = 60
LAST_PLIES = 3


class Answers(NamedTuple):
    """The answers of a game in a position. A finished game has no moves and no evaluation."""

    key: int
    turn: Any
    result: int | None
    moves: tuple[int, ...]
    """Packed as in a table, sorted: the game may change their order."""
    evaluation: int | None


class Identity(NamedTuple):
    """What identifies a position: the answers of the game here and after each move."""

    here: Answers
    after: dict[int, tuple[Any, Answers]]
    path: Path


def check_game(game: Game[MoveT], *, games: int = 20, plies: int = 60, seed: int = 0) -> None:
    """Plays random games from here and raises `GameError` with the first promise that the game breaks.

    It finds a `pop` that does not restore, a key that two positions share, a position with two keys, a
    `result` that contradicts `moves`, an evaluation or a result that is not for the player to move, a `turn`
    that stands still or lags, and values out of range. Positions differ if their moves, results or
    evaluations differ, here or after some move. The game is restored, unless its `pop` is wrong. A game that
    passes may still be wrong.

    >>> class Nim:  # take one to three matches; whoever takes the last one wins
    ...     def __init__(self, matches): self.matches, self.taken = matches, []
    ...     key = property(lambda self: self.matches > 0)
    ...     def moves(self): return [n for n in (1, 2, 3) if n <= self.matches]
    ...     def push(self, n): self.matches -= n; self.taken.append(n)
    ...     def pop(self): self.matches += self.taken.pop()
    ...     def evaluate(self): return 0
    ...     def result(self): return -1 if self.matches == 0 else None
    >>> check_game(Nim(10))
    Traceback (most recent call last):
    tabiya.errors.GameError: key 1 stands for two positions: moves() gives 3 moves after 1 and 2 moves after 2 2 1 3
    """  # noqa: E501
    check_int("games", games, 1, 2**31)
    check_int("plies", plies, 1, 2**31)
    missing = [name for name in MEMBERS if not hasattr(game, name)]
    if missing:
        raise GameError(f"{type(game).__name__} has no {missing[0]}")
    with HeldSignals() as signals:
        walk = _Walk(game, random.Random(seed), signals)
        with walk.made:
            walk.run(games, plies)


class _Walk:
    """Random games and the positions seen in them."""

    def __init__(self, game: Game[Any], chance: random.Random, signals: HeldSignals) -> None:
        self.game = game
        self.made = MadeMoves[Any](game)
        self.signals = signals
        self.chance = chance
        self.margins = bool(getattr(game, "margins", False))
        self.pack: Callable[[Any], int] = getattr(game, "pack", pack_integer)
        self.known: dict[int, Identity] = {}
        self.seen: dict[int, tuple[Answers, Path]] = {}
        self.turns: list[Any] = []
        self.evaluations = EvaluationEvidence()
        self.orders = OrderEvidence()
        self.passing = TurnEvidence()

    def run(self, games: int, plies: int) -> None:
        for _ in range(games):
            self.play(plies)
        for _ in range(QUICK_GAMES * games):
            self.play_quickly(plies)
        self.orders.check()
        self.passing.check()
        self.evaluations.check()

    def play(self, plies: int) -> None:
        """Plays a game to its end or to `plies` and takes it back, trying other orders of its moves."""
        line: list[Any] = []
        seen = [self.examine(())]
        while seen[-1].here.result is None and len(line) < plies:
            move = self.chance.choice(list(self.game.moves()))
            self.push(move)
            line.append(move)
            seen.append(self.examine(tuple(line)))
        while line:
            move = line.pop()
            self.take_back(move, seen[len(line)].here, tuple(line))
            if len(seen) > len(line) + 3 and seen[len(line) + 3].here.result is None:
                self.reorder(tuple(line), seen[len(line) + 3])

    def play_quickly(self, plies: int) -> None:
        """Plays a game and examines only its last positions."""
        line: list[Any] = []
        seen = [self.notice(())]
        while seen[-1].result is None and len(line) < plies:
            line.append(self.chance.choice(list(self.game.moves())))
            self.push(line[-1])
            seen.append(self.notice(tuple(line)))
        for _ in line:
            self.made.pop()
        end = seen.pop()
        result, turn = end.result, end.turn
        for number, view in enumerate(reversed(seen[-LAST_PLIES:])):
            if result is None or end.result is None or view.evaluation is None:
                break
            if turn is None or view.turn != turn:
                result, turn = -result, view.turn
            player = (len(line) - number) % 2 if turn is None else turn
            self.evaluations.add_end(player, view.key, view.evaluation, result, end.result)

    # ---- one position ------------------------------------------------------------------------------------

    def examine(self, path: Path) -> Identity:
        """Checks the current position."""
        here = self.look(path)
        again = self.look(path)
        for name, before, now in zip(Answers._fields, here, again, strict=True):
            if before != now:
                self.fail(
                    f"{_call(name)} was {_shown(before)} and is {_shown(now)} though no move was made", path
                )
        position = Identity(here, self.children(here, path), path)
        self.compare(position)
        return position

    def children(self, here: Answers, path: Path) -> dict[int, tuple[Any, Answers]]:
        after = {}
        for move in list(self.game.moves()) if here.result is None else ():
            self.push(move)
            child = self.notice((*path, move))
            self.take_back(move, here, path)
            after[self.pack(move)] = move, child
            self.evaluations.add_pair(here, child)
            self.passing.add_pair(here, child, at_the_start=not path)
        return after

    def push(self, move: Any) -> None:
        self.signals.deliver()
        self.made.push(move, self.game.key)

    def take_back(self, move: Any, before: Answers, path: Path) -> None:
        self.made.pop()
        now = self.look(path)
        for name, old, new in zip(Answers._fields, before, now, strict=True):
            if old != new:
                self.fail(
                    f"pop() does not restore {_call(name)}: it was {_shown(old)} before push({move!r}) and "
                    f"is {_shown(new)} now",
                    path,
                )

    def look(self, path: Path) -> Answers:
        """Returns the checked answers of the game."""
        game = self.game
        try:
            key = check_key(game.key)
            result = check_result(game.result(), self.margins)
            moves: tuple[int, ...] = ()
            evaluation = None
            if result is None:
                moves = self.codes(path)
                evaluation = check_int("evaluate()", game.evaluate(), -MAX_EVALUATION, MAX_EVALUATION)
        except GameError:
            raise
        except (TypeError, ValueError) as error:
            self.fail(str(error), path)
        return Answers(key, self.turn(path), result, moves, evaluation)

    def codes(self, path: Path) -> tuple[int, ...]:
        moves = list(self.game.moves())
        if not moves:
            self.fail(
                "moves() is empty although result() is None: a game that goes on has moves or a pass", path
            )
        codes = sorted(packed(self.pack, move) for move in moves)
        for one, other in pairwise(codes):
            if one == other:
                twice = next(move for move in moves if self.pack(move) == one)
                self.fail(f"moves() has two moves that a table keeps as {one}, {twice!r} among them", path)
        return tuple(codes)

    def turn(self, path: Path) -> Any:
        turn = getattr(self.game, "turn", None)
        if callable(turn):
            self.fail("turn is a method: make it a property or an attribute", path)
        if turn not in self.turns:
            self.turns.append(turn)
        if len(self.turns) > 2:
            self.fail(f"turn has more than two values: {', '.join(map(repr, self.turns))}", path)
        return turn

    # ---- two positions -----------------------------------------------------------------------------------

    def notice(self, path: Path) -> Answers:
        """Returns the answers of the game, which must be those of every position with the same key."""
        view = self.look(path)
        other, other_path = self.seen.setdefault(view.key, (view, path))
        for difference in _differences_of_views(other, view, other_path, path):
            raise GameError(f"key {view.key} stands for two positions: {difference}")
        return view

    def compare(self, position: Identity) -> None:
        """Checks that positions with the same key do not differ."""
        other = self.known.setdefault(position.here.key, position)
        for difference in _differences(other, position):
            raise GameError(f"key {position.here.key} stands for two positions: {difference}")

    def reorder(self, path: Path, target: Identity) -> None:
        """Checks that three moves in another order, if they lead to the same position, give the same key."""
        moves = target.path[len(path) :]
        other = moves[::-1]
        if moves == other or not self.orders.is_open or not self.legal(other):
            return
        key = self.trace(other, seed=None)[-1].key
        if key == target.here.key:
            self.orders.equal_keys += 1
        elif all(_same(self.trace(moves, seed), self.trace(other, seed)) for seed in range(PLAYOUTS)):
            self.orders.sentences.append(
                f"one position has two keys: {target.here.key}{_after(target.path)} and {key}"
                f"{_after((*path, *other))}; a key must not depend on the way to the position"
            )

    def legal(self, moves: Path) -> bool:
        """Returns whether the moves are legal from here and do not end the game."""
        made = 0
        for move in moves:
            if self.game.result() is not None or move not in list(self.game.moves()):
                break
            self.push(move)
            made += 1
        going_on = made == len(moves) and self.game.result() is None
        for _ in range(made):
            self.made.pop()
        return going_on

    def trace(self, moves: Path, seed: int | None) -> list[Answers]:
        """Returns the views after these moves and during a random game from there."""
        chance, before = random.Random(seed), len(self.made.keys)
        for move in moves:
            self.push(move)
        views = [self.look(moves)]
        while seed is not None and views[-1].result is None and len(views) < PLAYOUT_PLIES:
            by_code = {self.pack(move): move for move in self.game.moves()}
            self.push(by_code[chance.choice(views[-1].moves)])
            views.append(self.look(moves))
        while len(self.made.keys) > before:
            self.made.pop()
        return views

    def fail(self, sentence: str, path: Path) -> NoReturn:
        raise GameError(sentence + _after(path))


def _differences(one: Identity, other: Identity) -> Iterator[str]:
    """Yields the differences of two positions as sentences. Draws by repetition may depend on the history."""
    pairs = [(one.here, other.here, one.path, other.path)]
    for code in one.after.keys() & other.after.keys():
        (move, mine), (_, theirs) = one.after[code], other.after[code]
        pairs.append((mine, theirs, (*one.path, move), (*other.path, move)))
    for pair in pairs:
        yield from _differences_of_views(*pair)


def _differences_of_views(first: Answers, second: Answers, path: Path, second_path: Path) -> Iterator[str]:
    if first.result != second.result and 0 in (first.result, second.result):
        return
    for name in ("turn", "result", "moves", "evaluation"):
        said, other_said = getattr(first, name), getattr(second, name)
        if said == other_said:
            continue
        if name == "moves" and len(said) == len(other_said):
            yield f"moves() gives other moves{_after(path)} than{_after(second_path)}"
        else:
            yield (
                f"{_call(name)} gives {_shown(said)}{_after(path)} and "
                f"{_shown(other_said)}{_after(second_path)}"
            )


def _same(one: list[Answers], other: list[Answers]) -> bool:
    return [view[1:] for view in one] == [view[1:] for view in other]


def _call(name: str) -> str:
    return {"result": "result()", "moves": "moves()", "evaluation": "evaluate()"}.get(name, name)


def _shown(value: Any) -> str:
    return f"{len(value)} moves" if isinstance(value, tuple) else repr(value)


def _after(path: Path) -> str:
    if not path:
        return " at the start"
    shown = " ".join(map(str, path[-12:]))
    return f" after {'… ' if len(path) > 12 else ''}{shown}"
