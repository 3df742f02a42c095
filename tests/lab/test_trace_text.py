"""Laws of trace files: those of other engines replay like ours, and no file breaks the reader."""

from __future__ import annotations

import io
import json
import re
import zipfile
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from forms import sized
from tabiya import Bound, Source, chess
from tabiya.cli.app import app
from tabiya.lab.designs import Design
from tabiya.lab.traces import Trace, record, record_game, replay_design
from tabiya.lab.traces.text import read_text
from tabiya.reference.layout import link, unpack

DOCUMENT = Path(__file__).parents[2] / "docs" / "lab.md"


def text_of(trace: Trace) -> str:
    """A trace as another engine writes it."""
    lines, generation = ["tabiya trace 1"], 0
    for key, word in zip(trace.keys.tolist(), trace.words.tolist(), strict=True):
        if word < 2:
            lines.append(f"p {key:016x}")
            continue
        fields = unpack(link(word), word)
        lines += ["g"] * ((fields.generation - generation) % 64)
        generation = fields.generation
        pv = " pv" if fields.pv else ""
        lines.append(
            f"s {key:x} {fields.depth} {str(Bound(fields.bound)).lower()} {fields.move} {fields.score} "
            f"{str(Source(fields.source)).lower()}{pv}"
        )
    return "\n".join(lines) + "\n"


def test_a_trace_written_as_text_replays_as_it_was(tmp_path: Path) -> None:
    board = chess.Board()
    board.push_uci("e2e4")
    trace = record_game("chess", [chess.Board(), board], nodes=3000)
    path = tmp_path / "other.trace"
    path.write_text(text_of(trace))
    read = Trace.load(path)
    assert (read.keys == trace.keys).all()
    assert (read.words[read.is_store] == trace.words[trace.is_store]).all()
    for design in ("cluster4", "field"):
        assert replay_design(read, Design.parse(design), 5000) == replay_design(
            trace, Design.parse(design), 5000
        )


def test_the_documented_writer_and_example_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    document = DOCUMENT.read_text()
    (code,) = re.findall(r"```python\n(class TraceWriter:.*?)```", document, re.DOTALL)
    exec(compile(code, "docs/lab.md", "exec"), {})
    written = Trace.load("other.trace")
    assert (written.stores, written.probes) == (1, 1)
    (example,) = re.findall(r"```text\n(tabiya trace 1\n.*?)```", document, re.DOTALL)
    Path("example.trace").write_text(example)
    example_read = Trace.load("example.trace")
    assert (example_read.stores, example_read.probes) == (2, 1)
    for file in ("other.trace", "example.trace"):
        done = CliRunner().invoke(app, ["lab", "replay", file, "--json"])
        assert done.exit_code == 0, done.output
        assert json.loads(done.stdout)[0]["stored"] == Trace.load(file).stores


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("p", "it must be 'g', 'p KEY' or 's KEY DEPTH BOUND"),
        ("q 12", "it must be 'g'"),
        ("g 3", "it must be 'g'"),
        ("p 12 3", "it must be 'g'"),
        ("p 0x12", "hexadecimal digits, not '0x12'"),
        ("p -12", "hexadecimal"),
        ("p 1_2", "hexadecimal"),
        ("p 11112222333344445", "hexadecimal"),
        ("s 12 7", "it must be 'g'"),
        ("s 12 256 exact", "a depth must be between 0 and 255, not '256'"),
        ("s 12 -1 exact", "a depth must be"),
        ("s 12 ٣ exact", "a depth must be"),
        ("s 12 7 none", "a bound must be upper, lower, exact, not 'none'"),
        ("s 12 7 exact 16777216", "a move must be between 0 and 16777215"),
        ("s 12 7 exact 5 500001", "a score must be"),
        ("s 12 7 exact 5 1 2", "after its bound"),
        ("s 12 7 exact main 5", "after its bound"),
        ("s 12 7 exact searched", "a source must be"),
        ("s 12 7 exact main main", "a source must be"),
        ("p " + "1" * 300, "longer than 200 bytes"),
        ("s 12 7 exact 99999999999999999999999999999999", "a move must be"),
    ],
)
def test_a_wrong_line_is_named(line: str, message: str) -> None:
    text = f"tabiya trace 1\n# ours\n\np 12\n{line}\np 13\n"
    with pytest.raises(ValueError, match=f"line 5.*{re.escape(message)}"):
        read_text(io.BytesIO(text.encode()))


def test_a_trace_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    """Wherever it was cut: a shorter key would be another position."""
    whole = "tabiya trace 1\ng\np 463b96181691fc9c\ns 463b96181691fc9c 7 exact 796 35 pv\n"
    path = tmp_path / "cut"
    for length in range(len(whole)):
        path.write_text(whole[:length])
        if whole[:length].endswith("\n"):
            assert len(Trace.load(path)) <= 2
            continue
        with pytest.raises(ValueError, match="is not a trace"):
            Trace.load(path)


def test_a_trace_has_a_largest_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabiya.lab.traces.text.MAX_OPERATIONS", 10)
    monkeypatch.setattr("tabiya.lab.traces.trace.MAX_OPERATIONS", 10)
    with pytest.raises(ValueError, match="more than 10 operations"):
        read_text(io.BytesIO(b"tabiya trace 1\n" + b"p 12\n" * 11))
    Trace(np.zeros(2000, np.uint64), np.zeros(2000, np.uint64)).save(tmp_path / "large")
    with pytest.raises(ValueError, match=r"is not a trace: its .*npy has [\d,]+ bytes"):
        Trace.load(tmp_path / "large")


def archive(**columns: Any) -> bytes:
    """The file of a trace with other columns."""
    usual = {
        "format": np.array([1]),
        "keys": np.arange(3, dtype=np.uint64),
        "numbers": np.arange(3, dtype=np.uint32),
        "words": np.zeros(3, np.uint64),
        "about": np.frombuffer(b"{}", np.uint8),
    }
    file = io.BytesIO()
    np.savez_compressed(file, **{**usual, **columns})
    return file.getvalue()


@pytest.mark.parametrize(
    "columns",
    [
        {"format": np.array(1)},
        {"format": np.array([2])},
        {"format": np.array(["x"])},
        {"keys": np.zeros((3, 3), np.uint64)},
        {"keys": np.array([0.5, 1.5, 2.5])},
        {"numbers": np.array([0, 1, 7], np.uint32)},
        {"numbers": np.array([0, -1, 1])},
        {"words": np.zeros(2, np.uint64)},
        {"words": np.array(["a", "b", "c"])},
        {"about": np.frombuffer(b"[]", np.uint8)},
        {"about": np.frombuffer(b"{", np.uint8)},
        {"about": np.frombuffer(b"[" * 5000, np.uint8)},
        {"more": np.zeros(1)},
    ],
    ids=str,
)
def test_an_archive_that_is_no_trace_is_refused(tmp_path: Path, columns: dict[str, Any]) -> None:
    path = tmp_path / "other"
    path.write_bytes(archive())
    assert len(Trace.load(path)) == 3
    path.write_bytes(archive(**columns))
    with pytest.raises(ValueError, match="is not a trace"):
        Trace.load(path)


def test_a_column_that_claims_a_terabyte_is_refused(tmp_path: Path) -> None:
    header = b"\x93NUMPY\x01\x00\x76\x00" + (
        b"{'descr': '<u8', 'fortran_order': False, 'shape': (137438953472,), }".ljust(117) + b"\n"
    )
    path = tmp_path / "bomb"
    with zipfile.ZipFile(io.BytesIO(archive())) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            new.writestr(name, header if name == "words.npy" else old.read(name))
    with pytest.raises(ValueError, match="is not a trace"):
        Trace.load(path)


@pytest.mark.parametrize("kind", ["compressed", "text"])
def test_a_damaged_file_is_read_or_refused(tmp_path: Path, kind: str) -> None:
    """Bytes changed, cut and doubled: a trace or a ValueError, nothing else."""
    trace = record("chess", chess.Board(), nodes=300)
    path, random = tmp_path / "damaged", Random(1)
    if kind == "text":
        whole = text_of(trace).encode()
    else:
        trace.save(path)
        whole = path.read_bytes()
    for _ in range(sized(150, 4000)):
        damaged = bytearray(whole)
        for _ in range(random.randint(1, 4)):
            damaged[random.randrange(len(damaged))] = random.randrange(256)
        if random.random() < 0.3:
            del damaged[random.randrange(len(damaged)) :]
        path.write_bytes(damaged)
        with suppress(ValueError):
            Trace.load(path)
            continue
        with pytest.raises(ValueError, match="is not a trace") as refused:
            Trace.load(path)
        assert len(str(refused.value)) < 400


def test_a_replay_without_a_size_puts_the_policies_under_pressure(tmp_path: Path) -> None:
    record("chess", chess.Board(), nodes=3000).save(tmp_path / "t")
    rows = json.loads(CliRunner().invoke(app, ["lab", "replay", str(tmp_path / "t"), "--json"]).stdout)
    assert [row["memory"] for row in rows] == ["1/4", "1/16", "1/64"]
    assert all(row["entries"] < row["stored"] for row in rows)
    assert all(len(set(row["hits"].values())) > 4 for row in rows)


def test_a_replay_names_a_table_that_holds_the_whole_trace(tmp_path: Path) -> None:
    record("chess", chess.Board(), nodes=1000).save(tmp_path / "t")
    done = CliRunner().invoke(app, ["lab", "replay", str(tmp_path / "t"), "--hash-mb", "1"])
    assert "all policies are equal there" in done.stdout
    done = CliRunner().invoke(app, ["lab", "replay", str(tmp_path / "t"), "--hash-mb", "0.001"])
    assert "all policies are equal there" not in done.stdout
    done = CliRunner().invoke(
        app, ["lab", "replay", str(tmp_path / "t"), "--hash-mb", "1", "--pressure", "1/4"]
    )
    assert "exclude each other" in str(done.exception)


def test_a_trace_that_cannot_be_written_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t"
    record("chess", chess.Board(), nodes=300).save(path)
    before = path.read_bytes()

    def fails(*_: Any, **__: Any) -> None:
        raise OSError("no room")

    monkeypatch.setattr(np, "savez_compressed", fails)
    with pytest.raises(OSError, match="no room"):
        record("chess", chess.Board(), nodes=900).save(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["t"]
