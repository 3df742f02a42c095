"""Builds dist/: the wheel for Pyodide, which is the pure wheel with the native core as a WebAssembly module.

    python tools/pyodide_wheel.py FOLDER PURE_WHEEL      FOLDER: the npm package pyodide

The npm package says which Python it runs and how that was configured. Its headers are those of any CPython
of the same version, except for pyconfig.h, which is written here. em++ must be emscripten 4 or newer; if
there is none on the path, tools/debian_emscripten.py brings one, with headers.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import debian_emscripten

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "pyodide"
OLDEST_EMSCRIPTEN = 4
SYSCONFIG = "_sysconfigdata__emscripten_wasm32-emscripten.py"


@dataclass(frozen=True)
class Target:
    """The Python of one release of Pyodide."""

    version: str
    platform: str
    settings: dict[str, Any]
    """What its `sysconfig` knows, with all of its pyconfig.h."""

    @classmethod
    def of(cls, pyodide: Path) -> Target:
        info = json.loads((pyodide / "pyodide-lock.json").read_text())["info"]
        with ZipFile(pyodide / "python_stdlib.zip") as library, TemporaryDirectory() as folder:
            settings = runpy.run_path(library.extract(SYSCONFIG, folder))["build_time_vars"]
        version = ".".join(info["python"].split(".")[:2])
        return cls(version, f"pyemscripten_{info['abi_version']}_{info['arch']}", settings)

    @property
    def tag(self) -> str:
        python = "cp" + self.version.replace(".", "")
        return f"{python}-{python}-{self.platform}"

    def pyconfig(self) -> str:
        numbers = {name: value for name, value in self.settings.items() if isinstance(value, int) and value}
        lines = [f"#define {name} {value}" for name, value in sorted(numbers.items())]
        return "\n".join(["#ifndef Py_PYCONFIG_H", "#define Py_PYCONFIG_H", *lines, "#endif", ""])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pyodide", type=Path, help="the folder of the npm package")
    parser.add_argument("pure", type=Path, help="the pure wheel")
    parser.add_argument("--headers", type=Path, help="the folder with Python.h")
    given = parser.parse_args()
    target = Target.of(given.pyodide)
    programs = find_emscripten()
    headers = write_headers(target, given.headers or find_headers(target))
    module = compile_core(target, programs, headers)
    print(add_module(given.pure, module, target.tag))


def find_emscripten() -> Path:
    """The folder of an em++ that is new enough."""
    found = shutil.which("em++")
    if found is not None:
        said = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
        major = re.search(r" (\d+)\.\d+\.\d+", said)
        if major is not None and int(major[1]) >= OLDEST_EMSCRIPTEN:
            return Path(found).parent
    return debian_emscripten.fetch()


def find_headers(target: Target) -> Path:
    name = f"python{target.version}"
    for system in (Path("/usr"), debian_emscripten.SYSTEM / "usr"):
        if (system / "include" / name / "Python.h").exists():
            return system / "include" / name
    sys.exit(f"pyodide_wheel: no headers of Python {target.version} were found; name a folder with --headers")


def write_headers(target: Target, headers: Path) -> Path:
    """Copies the headers and puts the configuration of Pyodide's Python beside them."""
    ours = WORK / f"python{target.version}"
    shutil.copytree(headers, ours, dirs_exist_ok=True, ignore=shutil.ignore_patterns("pyconfig.h"))
    config, text = ours / "pyconfig.h", target.pyconfig()
    if not config.exists() or config.read_text() != text:
        config.write_text(text)
    return ours


def compile_core(target: Target, programs: Path, headers: Path) -> Path:
    build = WORK / "core"
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    environment.pop("CMAKE_CXX_COMPILER_LAUNCHER", None)  # emscripten starts its compiler itself
    settings = {
        "CMAKE_TOOLCHAIN_FILE": ROOT / "core" / "pyodide.cmake",
        "Python_EXECUTABLE": sys.executable,
        "TABIYA_PORTABLE": "ON",
        "TABIYA_PYTHON_HEADERS": headers,
        "TABIYA_PYTHON_SOABI": target.settings["SOABI"],
    }
    defined = [f"-D{name}={value}" for name, value in settings.items()]
    configure = ["-S", ROOT, "-B", build, "-G", "Ninja", *defined]
    for arguments in (configure, ["--build", build, "--target", "_core"]):
        subprocess.run(["cmake", *map(str, arguments)], env=environment, check=True)
    return build / "core" / "bindings" / "portable" / f"_core{target.settings['EXT_SUFFIX']}"


def add_module(pure: Path, module: Path, tag: str) -> Path:
    """Writes the pure wheel anew with one more file, under the tag of its platform."""
    name, version, *_ = pure.name.split("-")
    wheel = pure.with_name(f"{name}-{version}-{tag}.whl")
    about = f"{name}-{version}.dist-info"
    with ZipFile(pure) as old:
        files = {each: old.read(each) for each in old.namelist() if not each.endswith("/RECORD")}
    files[f"{name}/{module.name}"] = module.read_bytes()
    described = files[f"{about}/WHEEL"].decode()
    described = re.sub(r"(?m)^Tag: .*$", f"Tag: {tag}", described)
    files[f"{about}/WHEEL"] = described.replace("Root-Is-Purelib: true", "Root-Is-Purelib: false").encode()
    records = [f"{each},sha256={digest(data)},{len(data)}" for each, data in files.items()]
    files[f"{about}/RECORD"] = "\n".join([*records, f"{about}/RECORD,,", ""]).encode()
    with ZipFile(wheel, "w", ZIP_DEFLATED) as new:
        for each, data in files.items():
            new.writestr(each, data)
    return wheel


def digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    main()
