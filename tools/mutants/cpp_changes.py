"""The mutants of a C++ file: operators, constants, conditions, statements, returned values, arguments."""

from __future__ import annotations

import re
from functools import cache

import tree_sitter_cpp
from tree_sitter import Language, Node, Parser

from .mutant import SWAPPED, Changes, Mutant, shortened
from .python_changes import ARITHMETIC, COMPARISONS

OPERATORS = {**COMPARISONS, **ARITHMETIC, "&&": "||", "||": "&&"}
ASSIGNMENTS = {f"{old}=": f"{new}=" for old, new in ARITHMETIC.items() if {old, new}.isdisjoint({"**", "//"})}
STEPS = {"++": "--", "--": "++"}
WHOLE = re.compile(r"(0[xX][0-9a-fA-F']+|0[bB][01']+|[0-9][0-9']*)([uUlLzZ]*)")
LEFT_ALONE = {"static_assert_declaration", "preproc_include", "preproc_def", "preproc_defined", "ERROR"}


def cpp_mutants(file: str, source: bytes) -> list[Mutant]:
    changes = Changes(file, source)
    _visit(_parser().parse(source).root_node, changes)
    return changes.found


@cache
def _parser() -> Parser:
    return Parser(Language(tree_sitter_cpp.language()))


def _visit(node: Node, changes: Changes) -> None:
    if node.type in LEFT_ALONE:
        return
    change = CHANGES.get(node.type)
    if change is not None:
        change(node, changes)
    # What `#if` asks for is left alone, but not what it encloses.
    asked = node.child_by_field_name("condition") if node.type == "preproc_if" else None
    for child in node.named_children:
        if child != asked:
            _visit(child, changes)


def _text(node: Node) -> str:
    assert node.text is not None
    return node.text.decode()


def _field(node: Node, name: str) -> Node:
    child = node.child_by_field_name(name)
    assert child is not None, f"{node.type} without {name}"
    return child


def _replace(node: Node, changes: Changes, new: str, change: str = "", around: Node | None = None) -> None:
    whole = around or node
    changes.add(node.start_byte, node.end_byte, new, change, (whole.start_byte, whole.end_byte))


def _operator(node: Node, changes: Changes) -> None:
    operator = _field(node, "operator")
    new = (OPERATORS | ASSIGNMENTS | STEPS).get(_text(operator))
    if new is not None:
        _replace(operator, changes, new, around=node)


def _unary(node: Node, changes: Changes) -> None:
    if _text(_field(node, "operator")) in ("!", "-", "~"):
        _replace(node, changes, f"({_text(_field(node, 'argument'))})")


def _number(node: Node, changes: Changes) -> None:
    found = WHOLE.fullmatch(_text(node))
    if found is None:
        return
    digits, suffix = found.groups()
    digits = digits.replace("'", "")
    value = int(digits, 0 if not digits.startswith("0") or digits[1:2].isalpha() or digits == "0" else 8)
    _replace(node, changes, f"{value + 1}{suffix}")
    if value > 0:
        _replace(node, changes, f"{value - 1}{suffix}")


def _truth(node: Node, changes: Changes) -> None:
    _replace(node, changes, "false" if _text(node) == "true" else "true")


def _statement(node: Node, changes: Changes) -> None:
    if node.named_child_count and node.named_children[0].type in ("call_expression", "assignment_expression"):
        _replace(node, changes, ";", f"{shortened(_text(node))} removed")


def _jump(node: Node, changes: Changes) -> None:
    _replace(node, changes, ";", f"{_text(node)} removed")


def _if(node: Node, changes: Changes) -> None:
    clause = _field(node, "condition")
    value = clause.child_by_field_name("value")
    if value is None or clause.child_by_field_name("initializer") is not None:
        return
    if value.type not in ("binary_expression", "unary_expression", "declaration"):
        _replace(value, changes, f"!({_text(value)})")


def _call(node: Node, changes: Changes) -> None:
    arguments = _field(node, "arguments").named_children
    if len(arguments) >= 2 and not any(each.type == "lambda_expression" for each in arguments[:2]):
        first, second = arguments[:2]
        between = changes.source[first.end_byte : second.start_byte].decode()
        new = f"{_text(second)}{between}{_text(first)}"
        if _text(first) != _text(second):
            around = node.start_byte, node.end_byte
            changes.add(first.start_byte, second.end_byte, new, f"{SWAPPED}{shortened(new)}", around)


CHANGES = {
    "binary_expression": _operator,
    "assignment_expression": _operator,
    "update_expression": _operator,
    "unary_expression": _unary,
    "number_literal": _number,
    "true": _truth,
    "false": _truth,
    "expression_statement": _statement,
    "continue_statement": _jump,
    "break_statement": _jump,
    "if_statement": _if,
    "call_expression": _call,
}
