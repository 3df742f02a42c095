"""The mutants of a Python file: operators, constants, conditions, statements, returned values, arguments."""

from __future__ import annotations

import ast
import re
from itertools import pairwise

from .mutant import SWAPPED, Changes, Mutant, shortened

COMPARISONS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "is": "is not",
    "is not": "is",
    "in": "not in",
    "not in": "in",
}
ARITHMETIC = {
    "+": "-",
    "-": "+",
    "*": "+",
    "/": "*",
    "//": "*",
    "%": "*",
    "**": "*",
    "<<": ">>",
    ">>": "<<",
    "&": "|",
    "|": "&",
    "^": "|",
}
OPERATOR = re.compile(rb"\*\*|//|<<|>>|<=|>=|==|!=|is\s+not\b|not\s+in\b|is\b|in\b|and\b|or\b|[-+*/%&|^<>]")


def python_mutants(file: str, source: bytes) -> list[Mutant]:
    visitor = _Visitor(file, source)
    visitor.visit(ast.parse(source))
    return visitor.changes.found


class _Visitor(ast.NodeVisitor):
    def __init__(self, file: str, source: bytes) -> None:
        self.changes = Changes(file, source)
        self.source = source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self.starts[node.lineno - 1] + node.col_offset,
            self.starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def code(self, node: ast.expr) -> str:
        begin, end = self.span(node)
        return self.source[begin:end].decode()

    def operator(self, left: ast.expr, right: ast.expr, table: dict[str, str]) -> None:
        """Changes the operator between two operands. A comment between them hides it."""
        begin, end = self.span(left)[1], self.span(right)[0]
        between = self.source[begin:end]
        found = OPERATOR.search(between)
        if found is None or b"#" in between:
            return
        new = table.get(" ".join(found.group().decode().split()))
        if new:
            self.changes.add(begin + found.start(), begin + found.end(), new)

    # ---- what is left alone ----

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Python 3.11 does not know where the parts of an f-string are."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        """Annotations have no effect."""

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if any(ast.unparse(decorator).endswith("overload") for decorator in node.decorator_list):
            return
        self.visit(node.args)
        for statement in node.body:
            self.visit(statement)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Assign(self, node: ast.Assign) -> None:
        if not any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets):
            self.visit(node.value)

    # ---- expressions ----

    def visit_Compare(self, node: ast.Compare) -> None:
        for left, right in pairwise([node.left, *node.comparators]):
            self.operator(left, right, COMPARISONS)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in pairwise(node.values):
            self.operator(left, right, {"and": "or", "or": "and"})
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if not _is_text(node.left):
            self.operator(node.left, node.right, ARITHMETIC)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        begin, end = self.span(node)
        if isinstance(node.op, ast.Not | ast.USub | ast.Invert):
            self.changes.add(begin, end, f"({self.code(node.operand)})")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.changes.add(*self.span(node), str(not node.value))
        elif isinstance(node.value, int):
            self.changes.add(*self.span(node), str(node.value + 1))
            if node.value > 0:
                self.changes.add(*self.span(node), str(node.value - 1))
        elif isinstance(node.value, float):
            self.changes.add(*self.span(node), repr(node.value + 1.0))

    def visit_Call(self, node: ast.Call) -> None:
        plain = [each for each in node.args if not isinstance(each, ast.Starred)]
        # A constant in the place of a variable, or the reverse, mostly has another type: every test notices.
        alike = len(plain) >= 2 and isinstance(plain[0], ast.Constant) == isinstance(plain[1], ast.Constant)
        if alike and len(plain) == len(node.args) and self.code(plain[0]) != self.code(plain[1]):
            (begin, middle), (after, end) = self.span(plain[0]), self.span(plain[1])
            between = self.source[middle:after].decode()
            new = f"{self.code(plain[1])}{between}{self.code(plain[0])}"
            self.changes.add(begin, end, new, f"{SWAPPED}{shortened(new)}")
        self.generic_visit(node)

    # ---- statements ----

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call | ast.Await):
            self.changes.add(*self.span(node), "pass")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.changes.add(*self.span(node), "pass")
        self.operator(node.target, node.value, ARITHMETIC)
        self.visit(node.value)

    def visit_Raise(self, node: ast.Raise) -> None:
        self.changes.add(*self.span(node), "pass")

    def visit_Continue(self, node: ast.Continue) -> None:
        self.changes.add(*self.span(node), "pass")

    def visit_Break(self, node: ast.Break) -> None:
        self.changes.add(*self.span(node), "pass")

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and not (
            isinstance(node.value, ast.Constant) and isinstance(node.value.value, bool | None)
        ):
            self.changes.add(*self.span(node), "return None")
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        if ast.unparse(node.test).endswith("TYPE_CHECKING"):
            return
        if not isinstance(node.test, ast.Compare | ast.UnaryOp):
            self.changes.add(*self.span(node.test), f"not ({self.code(node.test)})")
        self.generic_visit(node)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
