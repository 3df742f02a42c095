"""Griffe extension: what the docstrings need to be read on a page."""

from __future__ import annotations

import re
from typing import Any

import griffe

DOCTEST = re.compile(r"^( *)>>> .*(?:\n(?! *$).*)*", re.MULTILINE)


class ForPages(griffe.Extension):
    """Fences doctests, and leaves out declarations that only type checkers see."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:  # bare, Markdown takes `>>>` for a quotation
            obj.docstring.value = DOCTEST.sub(r"\1```pycon\n\g<0>\n\1```", obj.docstring.value)

    def on_class_members(self, *, cls: griffe.Class, **_: Any) -> None:
        for name in [name for name, member in cls.members.items() if not member.runtime]:
            cls.del_member(name)  # the base class that has it at run time documents it
