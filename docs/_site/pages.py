"""MkDocs hook: pages whose source is not in docs/.

The documents at the top of the repository become pages; README.md is the home page. A link out of docs/, such
as ../examples/othello.py, opens the file on GitHub. On the site it opens a page that shows the file. The API
pages hold the docstrings of one package each.
"""

from __future__ import annotations

import os.path
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[2]
TOP = {
    "README.md": "index.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "SECURITY.md": "SECURITY.md",
}
"""Documents at the top of the repository, and their pages."""
LANGUAGES = {".py": "python", ".hpp": "cpp", ".cpp": "cpp", ".toml": "toml", ".yml": "yaml"}
LINK = re.compile(r"\]\(([^)#:]+)(#[^)]*)?\)")


def on_files(files: Files, config: Any) -> Files:
    """Adds the pages for top-level documents, for linked files and for the API."""
    linked: set[str] = set()
    for page in files.documentation_pages():
        linked |= links_of("docs/" + page.src_uri, page.content_string)
    for document, page_name in TOP.items():
        text = (ROOT / document).read_text()
        linked |= links_of(document, text)
        files.append(File.generated(config, page_name, content=text))
    for path in sorted(with_contents(linked)):
        if not path.startswith("docs/") and path not in TOP:
            files.append(File.generated(config, page_of(path), **shown(path)))
    for package in re.findall(r"api/(.+?)\.md", str(config.nav)):
        files.append(File.generated(config, f"api/{package}.md", content=api_page(package)))
    return files


def api_page(package: str) -> str:
    """The docstrings of a package and of what it exports.

    A function with the name of its module, such as negamax, is asked for by itself: Griffe sees the module.
    """
    folder = ROOT / "src" / package.replace(".", "/")
    exported = re.findall(r'^    "(\w+)",$', (folder / "__init__.py").read_text(), re.MULTILINE)
    hidden = [name for name in exported if (folder / f"{name}.py").exists()]
    own_heading = "\n    options: {show_root_heading: true, show_root_toc_entry: true}"
    names = [package, *(f"{package}.{name}.{name}{own_heading}" for name in hidden)]
    return f"# {package}\n\n" + "\n\n".join(f"::: {name}" for name in names)


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Makes the links of a document lead to pages of the site."""
    name = page.file.src_uri
    if name.startswith(("api/", "source/")):
        return markdown
    document = next((path for path, page_name in TOP.items() if page_name == name), "docs/" + name)
    here = os.path.dirname(name)

    def rewritten(match: re.Match[str]) -> str:
        target = target_of(document, match[1])
        if not (ROOT / target).exists():
            return match[0]  # MkDocs reports it
        return f"]({os.path.relpath(page_of(target), here)}{match[2] or ''})"

    return LINK.sub(rewritten, markdown)


def target_of(document: str, link: str) -> str:
    """The path from the top of the repository that a document links to."""
    return os.path.normpath(os.path.join(os.path.dirname(document), link))


def links_of(document: str, text: str) -> set[str]:
    """Files and directories of the repository that a document links to."""
    targets = {target_of(document, link) for link, _ in LINK.findall(text)}
    return {target for target in targets if (ROOT / target).exists()}


def with_contents(paths: set[str]) -> set[str]:
    """The paths and, for directories, the files in them."""
    files = {str(file.relative_to(ROOT)) for path in paths for file in (ROOT / path).glob("*.*")}
    return paths | {file for file in files if (ROOT / file).is_file()}


def page_of(path: str) -> str:
    """The site's name for a path of the repository."""
    if path in TOP:
        return TOP[path]
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    if (ROOT / path).is_dir():
        return f"source/{path}/index.md"
    return f"source/{path}" if path.endswith(".json") else f"source/{path}.md"


def shown(path: str) -> dict[str, Any]:
    """The content of a page that shows a file or lists a directory; JSON files are copied."""
    source = ROOT / path
    if source.is_dir():
        names = sorted(file.name for file in source.glob("*.*") if file.is_file())
        return {"content": f"# {path}\n\n" + "\n".join(f"- [{name}]({name}.md)" for name in names)}
    if path.endswith(".json"):
        return {"abs_src_path": str(source)}
    language = LANGUAGES.get(source.suffix, "text")
    return {"content": f"# {path}\n\n````{language}\n{source.read_text()}````\n"}
