"""No input causes a crash, stall or traceback, and the next good command works."""

from __future__ import annotations

import random
import subprocess
import time
from contextlib import suppress

import pytest
from conversation import Conversation, command

from forms import sized
from processes import PATIENCE, child

DIALECTS = ("uci", "usi")
FUZZ_SECONDS = sized(3, 120)

GOOD_MOVE = {"uci": "e2e4", "usi": "7g7f"}
BAD_BOARD = {
    "uci": "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1",
    "usi": "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNX b - 1",
}


def works(engine: Conversation, dialect: str) -> None:
    """A good conversation afterwards."""
    engine.send("stop", f"position startpos moves {GOOD_MOVE[dialect]}", "isready")
    engine.until("readyok")
    engine.send("go depth 2")
    engine.until("bestmove *")


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    "data",
    [
        b"\n\r\n \t \n",
        b"\x00\x01\x02\xff\xfe\n",
        "position startpos moves ♟️\n".encode(),
        b"go depth -1\ngo nodes 99999999999999999999999999\nstop\n",
        b"go wtime -5 btime -5\nstop\n",
        b"go movetime 0\nstop\n",
        b"stop\nstop\nponderhit\nstop\n",
        b"setoption\nsetoption name\nsetoption name value\nsetoption name Threads value\n",
        b"setoption name Hash value 99999999999999999999999\nsetoption name USI_Hash value -1\n",
        b"position\nposition moves\nposition fen\nposition sfen\nposition startpos moves\n",
        b"debug\ndebug tt tt\nbench a b\nbench 1 2 3 4\nperft\nperft 0\nperft x\n",
        b"x" * (1 << 20) + b"\n",
        b"position startpos moves " + b"0000 " * 300_000 + b"\n",
        b"isready\r\nposition startpos\r\n",
    ],
    ids=lambda data: repr(data[:30]),
)
def test_a_strange_line_is_answered_or_ignored(dialect: str, data: bytes) -> None:
    with Conversation(dialect) as engine:
        engine.send_bytes(data)
        works(engine, dialect)
        assert not any("Traceback" in line or "internal error" in line for line in engine.heard)
        engine.quit()


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_wrong_position_leaves_the_old_one(dialect: str) -> None:
    with Conversation(dialect) as engine:
        engine.send(f"position startpos moves {GOOD_MOVE[dialect]}")
        before = engine.ask("d", "key *")
        sentence = engine.ask(f"position {BAD_BOARD[dialect]}", "info string *")
        assert "X" in sentence
        assert engine.ask("d", "key *") == before
        engine.quit()


@pytest.mark.parametrize("dialect", DIALECTS)
def test_half_lines_are_put_together(dialect: str) -> None:
    with Conversation(dialect) as engine:
        for piece in (b"isr", b"eady", b"\nposi", b"tion startpos\ngo dep", b"th 1\n"):
            engine.send_bytes(piece)
            time.sleep(0.05)
        engine.until("readyok")
        engine.until("bestmove *")
        engine.quit()


@pytest.mark.parametrize("dialect", DIALECTS)
def test_go_while_searching_is_refused_and_the_search_goes_on(dialect: str) -> None:
    with Conversation(dialect) as engine:
        engine.send("go infinite", "go depth 1")
        assert engine.until("info string *")[-1] == "info string a search is running: stop it first"
        engine.send("stop")
        engine.until("bestmove *")
        assert not [line for line in engine.ready() if line.startswith("bestmove")]
        engine.quit()


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("last", ["go infinite", "go depth 4", "go ponder wtime 1000 btime 1000", "isready"])
def test_the_end_of_input_ends_the_engine(dialect: str, last: str) -> None:
    """If it was searching, it answers with its best move so far."""
    done = subprocess.run(
        command(dialect), input=f"{last}\n".encode(), capture_output=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.splitlines()[-1].startswith(b"readyok" if last == "isready" else b"bestmove ")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_closed_output_ends_the_engine(dialect: str) -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with child(command(dialect), **pipes) as process:
        process.stdin.write(b"isready\ngo infinite\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"readyok\n"
        process.stdout.close()
        time.sleep(0.3)
        with suppress(OSError):  # it has ended already
            process.stdin.write(b"isready\nisready\nisready\n")
            process.stdin.close()
        assert process.wait(PATIENCE) == 0
        assert process.stderr.read() == b""


WORDS = {
    "uci": "uci debug on off isready setoption name value Hash Threads 1 2 16 true false register "
    "ucinewgame position startpos fen moves e2e4 e7e5 g1f3 0000 go searchmoves ponder wtime "
    "btime winc binc movestogo depth nodes mate movetime infinite perft stop ponderhit d eval "
    "flip bench tt verify help 3 -1 99999999 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "
    "KQkq -",
    "usi": "usi debug on off isready setoption name value USI_Hash Threads 1 2 16 true false "
    "usinewgame position startpos sfen moves 7g7f 3c3d P*5e go searchmoves ponder btime wtime "
    "byoyomi binc winc depth nodes mate movetime infinite perft stop ponderhit gameover win d "
    "eval flip tt verify help 3 -1 99999999 "
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -",
}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_random_commands_never_break_the_conversation(dialect: str) -> None:
    """Words of the protocol in any order, with bytes of any kind between them."""
    chance = random.Random(20261116)
    words = WORDS[dialect].split()
    deadline = time.monotonic() + FUZZ_SECONDS / 2
    with Conversation(dialect) as engine:
        engine.send("setoption name Hash value 4" if dialect == "uci" else "setoption name USI_Hash value 4")
        while time.monotonic() < deadline:
            for _ in range(chance.randrange(1, 20)):
                line = " ".join(chance.choices(words, k=chance.randrange(1, 8)))
                if any(word in line for word in ("bench", "perft", "divide")):
                    continue  # these take as long as requested
                data = line.encode()
                if chance.random() < 0.2:
                    at = chance.randrange(len(data) + 1)
                    data = data[:at] + chance.randbytes(3).replace(b"\n", b"") + data[at:]
                if b"quit" not in data:
                    engine.send_bytes(data + b"\n")
            engine.send("stop")
            heard = engine.ready()
            assert not any("Traceback" in text or "internal error" in text for text in heard)
        works(engine, dialect)
        engine.quit()
