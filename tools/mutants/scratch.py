"""A copy of the tree in which mutants live, with a Python environment that imports from it.

The working tree is only read. An interrupted run leaves a mutant in the copy, and the next run removes it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .mutant import Mutant

INSIDE = Path(__file__).with_name("inside")
LEFT_OUT = (".*", "build", "dist", "node_modules", "__pycache__", "*.egg-info", "*.so")
"""Not copied. Hidden files are tools' caches and git's own."""
IDENTITY = ("src", "tests", "core", "pyproject.toml", "CMakeLists.txt")
"""What decides whether a test notices a mutant."""


class Scratch:
    """The copy of `root` in `folder`/tree."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder, self.tree = root.resolve(), folder.resolve(), folder.resolve() / "tree"
        self.python = self.folder / "venv" / "bin" / "python"
        self.extensions = Path(sysconfig.get_path("platlib")) / "tabiya"

    def prepare(self) -> None:
        self._copy()
        if not self.python.exists():
            subprocess.run(
                [sys.executable, "-m", "venv", "--without-pip", self.python.parents[1]], check=True
            )
        self._place_paths()
        self._place_programs()
        self.place_extensions(self.extensions)

    def identity(self) -> str:
        """A hash of all files that matter."""
        digest = hashlib.sha256()
        for path in sorted(each for name in IDENTITY for each in files_of(self.root / name)):
            digest.update(f"{path.relative_to(self.root)}\0".encode() + path.read_bytes() + b"\0")
        return digest.hexdigest()[:16]

    def place_extensions(self, folder: Path) -> None:
        """Puts the native modules of a folder beside the Python modules of the copy."""
        package = self.tree / "src" / "tabiya"
        for path in folder.glob("*.so") if package.is_dir() else ():
            target = package / path.name
            if not target.exists() or target.read_bytes() != path.read_bytes():
                # A new file, not new contents: a process may still have the old one mapped.
                target.unlink(missing_ok=True)
                shutil.copy2(path, target)

    @contextmanager
    def with_mutant(self, mutant: Mutant) -> Iterator[None]:
        path = self.tree / mutant.file
        source, stat = path.read_bytes(), path.stat()
        # Its time differs from the original's, so the original's bytecode does not stand in for it.
        path.write_bytes(mutant.applied(source))
        try:
            yield
        finally:
            path.write_bytes(source)
            # Python finds its bytecode again. Ninja must see a change, though.
            if path.suffix == ".py":
                os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))

    def environment(self) -> dict[str, str]:
        tools = os.pathsep.join(
            (str(self.python.parent), str(Path(sys.executable).parent), os.environ["PATH"])
        )
        # A mutant's bytecode is never written.
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        return {**inherited, "PATH": tools, "PYTHONDONTWRITEBYTECODE": "1"}

    def _copy(self) -> None:
        self.tree.mkdir(parents=True, exist_ok=True)
        wanted = {path.relative_to(self.root): path for path in files_of(self.root)}
        present = {path.relative_to(self.tree): path for path in files_of(self.tree)}
        for gone in present.keys() - wanted.keys():
            present[gone].unlink()
        for name, path in wanted.items():
            target = self.tree / name
            if not target.exists() or target.read_bytes() != path.read_bytes():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, target)
                if path.suffix != ".py":
                    target.touch()  # for ninja

    def _place_paths(self) -> None:
        """Imports come from the copy, then from this Python's packages.

        A folder named in a .pth file is searched, but its own .pth files are not run: the finder of the
        editable install, which leads to the working tree, is never started.
        """
        (packages,) = self.folder.glob("venv/lib/python*/site-packages")
        others = dict.fromkeys((sysconfig.get_path("platlib"), sysconfig.get_path("purelib")))
        lines = [str(self.tree / "src"), str(INSIDE), *others, "import mutants_record"]
        (packages / "mutants.pth").write_text("\n".join(lines) + "\n")

    def _place_programs(self) -> None:
        """The package's commands, started by the Python of the copy."""
        for path in Path(sys.executable).parent.glob("tabiya*"):
            _, _, rest = path.read_text().partition("\n")
            program = self.python.parent / path.name
            program.write_text(f"#!{self.python}\n{rest}")
            program.chmod(0o755)


def files_of(path: Path) -> Iterator[Path]:
    """A file, or all files below a folder that belong to the sources."""
    if path.is_file():
        yield path
    elif path.is_dir():
        ignored = shutil.ignore_patterns(*LEFT_OUT)
        names = os.listdir(path)
        for name in sorted(set(names) - ignored(str(path), names)):
            yield from files_of(path / name)
