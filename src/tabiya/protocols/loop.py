"""Reads and answers commands until ``quit`` or the end of input."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import BinaryIO

from .options import shortened
from .output import Output

__all__ = ["Command", "lines_of", "run_command"]

LONGEST_LINE = 1 << 20
"""In bytes. A game of 10,000 moves has 60,000."""

Command = Callable[[str], object]


def lines_of(stream: BinaryIO, output: Output) -> Iterator[str]:
    """Yields the lines of a stream as text, whatever the bytes. Skips lines that are too long."""
    while not output.closed.is_set():
        raw = stream.readline(LONGEST_LINE)
        if not raw:
            return
        if len(raw) == LONGEST_LINE and not raw.endswith(b"\n"):
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(LONGEST_LINE)
            output.say(f"a line of more than {LONGEST_LINE} bytes was ignored")
            continue
        line = raw.decode("utf-8", errors="replace").strip()
        if line:
            yield line


def run_command(commands: Mapping[str, Command], line: str, output: Output) -> None:
    """Runs the command of a line. Reports errors in a sentence and never raises."""
    found = find_command(commands, line)
    if found is None:
        output.say(f"unknown command {shortened(line)}: 'help' lists the commands")
        return
    command, arguments = found
    try:
        command(arguments)
    except MemoryError as error:
        output.say(f"not enough memory: {error}")
    except (ValueError, TypeError, OSError, BufferError, RuntimeError) as error:
        output.say(f"{error}")
    except Exception as error:  # a bug of ours must not end a game
        output.say(f"internal error: {type(error).__name__}: {error}")


def find_command(commands: Mapping[str, Command], line: str) -> tuple[Command, str] | None:
    """Returns the first known command and its arguments. Both protocols skip unknown words before it."""
    words = line.split()
    for i, word in enumerate(words[:8]):
        if word in commands:
            return commands[word], " ".join(words[i + 1 :])
    return None
