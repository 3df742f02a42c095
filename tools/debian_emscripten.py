"""Puts a newer Debian's emscripten into build/emscripten, for systems whose own is too old. Installs nothing.

    python tools/debian_emscripten.py       prints the folder with em++, emar and emranlib

Needs apt and the right to mount in a namespace of its own: root, or user namespaces. The packages, 180 MB,
are unpacked beside the system. Their programs run with that folder as their root and see the other folders of
this machine as they are.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "emscripten"
SYSTEM, BIN = WORK / "root", WORK / "bin"
SUITE = "forky"
PACKAGES = ("emscripten", "libpython3.14-dev")
APT = """\
Dir::State "{work}/state";
Dir::State::status "{work}/status";
Dir::Cache "{work}/cache";
Dir::Etc::sourcelist "{work}/sources.list";
Dir::Etc::sourceparts "/dev/null";
APT::Install-Recommends "false";
APT::Sandbox::User "root";
"""
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
PROGRAM = """\
#!/bin/sh
# Written by tools/debian_emscripten.py.
exec unshare {namespaces} sh -c '
  system=$1; folder=$2; shift 2
  for each in /*; do
    case $each in /usr|/etc|/var) continue;; esac
    if [ -L "$each" ] || [ ! -d "$each" ]; then continue; fi
    mkdir -p "$system$each" && mount --rbind "$each" "$system$each" || exit 1
  done
  exec chroot "$system" /usr/bin/env --chdir="$folder" HOME=/tmp PATH=/usr/bin "$@"
' sh {system} "$PWD" /usr/bin/python3 /usr/share/emscripten/{name}.py "$@"
"""


def fetch() -> Path:
    """Downloads and unpacks what is missing. Returns the folder of the programs."""
    done = WORK / "done"
    if not done.exists():
        unpack(download())
        write_programs()
        done.touch()
    return BIN


def download() -> list[Path]:
    for folder in ("state/lists/partial", "cache/archives/partial"):
        (WORK / folder).mkdir(parents=True, exist_ok=True)
    (WORK / "status").touch()  # as on a machine where nothing is installed
    (WORK / "sources.list").write_text(f"deb [signed-by={KEYS}] http://deb.debian.org/debian {SUITE} main\n")
    (WORK / "apt.conf").write_text(APT.format(work=WORK))
    for command in (["update"], ["--yes", "--download-only", "install", "coreutils", *PACKAGES]):
        environment = {**os.environ, "APT_CONFIG": str(WORK / "apt.conf")}
        subprocess.run(["apt-get", "--quiet", *command], env=environment, check=True)
    return sorted((WORK / "cache" / "archives").glob("*.deb"))


def unpack(archives: list[Path]) -> None:
    for name in ("bin", "lib", "lib64", "sbin"):  # Debian's root has links where old packages had folders
        (SYSTEM / "usr" / name).mkdir(parents=True, exist_ok=True)
        if not (SYSTEM / name).is_symlink():
            (SYSTEM / name).symlink_to(f"usr/{name}")
    for archive in archives:
        with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", str(archive)], stdout=subprocess.PIPE) as files:
            extract = ["tar", "--extract", "--keep-directory-symlink", "--directory", str(SYSTEM)]
            subprocess.run(extract, stdin=files.stdout, check=True)


def write_programs() -> None:
    namespaces = "--mount" if os.geteuid() == 0 else "--map-root-user --mount"
    BIN.mkdir(exist_ok=True)
    for name in ("em++", "emar", "emranlib"):
        program = BIN / name
        program.write_text(PROGRAM.format(namespaces=namespaces, system=SYSTEM, name=name))
        program.chmod(0o755)


if __name__ == "__main__":
    print(fetch())
