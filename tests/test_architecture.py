"""docs/architecture.md maps every package, in the order of the layers that `make lint` holds."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from documents import ROOT

SOURCE = ROOT / "src/tabiya"
NATIVE = {"_core", "_cpu", "_lab"}
CONTRACT = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"][0]
LAYERS = [re.findall(r"\w+", layer) for layer in CONTRACT["layers"]]
PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
MAP = PAGE.partition("| layer | package |")[2].partition("\n\n")[0]
ROWS = re.findall(r"^\| [^|]*\| (`[^|]*) \|[^|]*\|$", MAP, re.MULTILINE)
MAPPED = [name for row in ROWS for name in re.findall(r"`([\w./]+)`", row)]


def packages() -> Iterator[str]:
    """Every package, and the modules beside them."""
    for path in sorted(SOURCE.rglob("__init__.py")):
        if path.parent != SOURCE:
            yield f"{path.parent.relative_to(SOURCE)}/"
    yield from (path.name for path in SOURCE.glob("*.py") if path.name != "__init__.py")


def test_the_map_names_every_package_once_and_nothing_else() -> None:
    assert sorted(MAPPED) == sorted(packages())


def test_the_map_has_the_order_of_the_layers() -> None:
    level = {name: number for number, layer in enumerate(LAYERS) for name in layer}
    found = [level[Path(name).parts[0].removesuffix(".py")] for name in MAPPED]
    assert found == sorted(found)


def modules() -> dict[str, Path]:
    """Every module by its dotted name."""
    found = {}
    for path in SOURCE.rglob("*.py"):
        parts = path.relative_to(SOURCE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports_of(module: str, known: dict[str, Path]) -> set[str]:
    """The modules that a module imports anywhere: at the top, in functions, and for types."""
    path = known[module]
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            name = ".".join([*above, *filter(None, [node.module])])
            found |= {
                f"{name}.{alias.name}" if f"{name}.{alias.name}" in known else name for alias in node.names
            }
    return found & known.keys() - {module, "tabiya"}


def test_no_module_of_the_table_is_in_a_cycle_of_imports() -> None:
    known = modules()
    imports = {module: imports_of(module, known) for module in known}
    for start in (module for module in known if module.startswith("tabiya.table.")):
        reached: set[str] = set()
        waiting = set(imports[start])
        while waiting:
            module = waiting.pop()
            reached.add(module)
            waiting |= imports[module] - reached
        assert start not in reached, start


def imported_from_the_root(path: Path) -> Iterator[str]:
    """The names that a module imports from `tabiya` itself."""
    depth = len(path.relative_to(SOURCE).parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.level, node.module) in ((depth, None), (0, "tabiya")):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.partition(".")[0] == "tabiya")


def test_nothing_from_the_engine_down_imports_the_public_names() -> None:
    """With them comes the whole package, the engine too. The linter takes them for native modules."""
    top = next(number for number, layer in enumerate(LAYERS) if "engine" in layer)
    below = [SOURCE / name for layer in LAYERS[top:] for name in layer]
    paths = [path for folder in below for path in folder.rglob("*.py")]
    assert len(paths) > 100
    packages = {name for layer in LAYERS for name in layer}
    found = {
        f"{path.relative_to(SOURCE)}: {name}"
        for path in paths
        for name in imported_from_the_root(path)
        if name not in NATIVE | packages
    }
    assert not found
