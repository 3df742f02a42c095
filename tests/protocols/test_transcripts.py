"""Conversations as text files, readable as documentation, that the engines must reproduce.

# a remark
> a line that the interface sends
< the next line of the engine, as a pattern of the shell's kind
...                    any lines, up to one that fits the next pattern

$FOLDER and $NAME stand for a folder and a name that nobody else uses, tests/data for that folder.
"""

from __future__ import annotations

import os
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from conversation import Conversation

TRANSCRIPTS = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=[path.stem for path in TRANSCRIPTS])
def test_the_engine_keeps_to_the_transcript(path: Path, tmp_path: Path) -> None:
    places = {
        "$FOLDER": str(tmp_path),
        "$NAME": f"transcript-{os.getpid()}",
        "tests/data": str(Path(__file__).parents[1] / "data"),
    }
    text = path.read_text()
    for word, place in places.items():
        text = text.replace(word, place)
    dialect = path.stem.partition("-")[0]
    with Conversation(dialect) as engine:
        skipping = False
        for number, line in enumerate(text.splitlines(), start=1):
            if line.startswith("> "):
                engine.send(line[2:])
            elif line.startswith("< "):
                pattern = line[2:]
                heard = engine.until(pattern)[-1] if skipping else engine.next_line()
                assert fnmatchcase(heard, pattern), f"{path.name}:{number}"
                skipping = False
            elif line == "...":
                skipping = True
            else:
                assert not line or line.startswith("#"), f"{path.name}:{number}: what is this line?"
        engine.send("isready")
        assert engine.next_line() == "readyok", f"{path.name}: there was more to hear"
        engine.quit()


def test_there_are_transcripts_of_both_dialects() -> None:
    assert {path.stem.partition("-")[0] for path in TRANSCRIPTS} == {"uci", "usi"}
