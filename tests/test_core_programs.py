"""The core's test programs are built for this tree and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from core_programs import forget_foreign, is_usable


def configured(folder: Path, home: Path, ninja: Path) -> Path:
    """A build folder as CMake leaves it."""
    (folder / "CMakeFiles").mkdir(parents=True)
    (folder / "tests.lock").touch()
    cache = f"# a comment\nCMAKE_HOME_DIRECTORY:INTERNAL={home}\nCMAKE_MAKE_PROGRAM:FILEPATH={ninja}\n"
    (folder / "CMakeCache.txt").write_text(cache)
    return folder


@pytest.fixture
def ninja(tmp_path: Path) -> Path:
    (tmp_path / "ninja").touch()
    return tmp_path / "ninja"


def test_a_build_of_this_tree_is_used(tmp_path: Path, ninja: Path) -> None:
    folder = configured(tmp_path / "build", tmp_path, ninja)
    assert is_usable(folder, tmp_path)
    forget_foreign(folder, tmp_path)
    assert (folder / "CMakeCache.txt").exists()


def test_a_build_of_a_copied_tree_is_configured_anew(tmp_path: Path, ninja: Path) -> None:
    folder = configured(tmp_path / "copy" / "build", tmp_path / "original", ninja)
    assert not is_usable(folder, tmp_path / "copy")
    forget_foreign(folder, tmp_path / "copy")
    assert sorted(path.name for path in folder.iterdir()) == ["tests.lock"]


def test_a_build_without_its_ninja_is_not_used(tmp_path: Path) -> None:
    assert not is_usable(configured(tmp_path / "build", tmp_path, tmp_path / "gone"), tmp_path)
    assert not is_usable(tmp_path / "nothing", tmp_path)
