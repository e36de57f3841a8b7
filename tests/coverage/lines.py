"""The lines of the measured modules: in which function each stands, and whether it belongs to a report of a mistake."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from coverage import Coverage

ROOT = Path(__file__).parents[2]
MEASURED = ("referee/engine", "referee/language")
REPORTS = frozenset({"error", "add", "unknown", "record", "refuse", "_finding", "fail"})  # ways to make a finding


@dataclass(frozen=True, order=True)
class Line:
    """A statement. `function` is its qualified name, empty for the module's own; `report`: see `reports`."""

    file: str
    number: int
    function: str
    text: str
    report: bool

    @property
    def where(self) -> str:
        """File and function, as the reasons name them."""
        return f"{self.file}:{self.function}"


def files() -> list[str]:
    """The measured modules, from the root of the project."""
    found = [path for folder in MEASURED for path in (ROOT / folder).rglob("*.py")]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


@cache
def lines(file: str) -> tuple[Line, ...]:
    """Every statement of a module that can be run."""
    source = (ROOT / file).read_text(encoding="utf-8")
    tree, text = ast.parse(source), source.splitlines()
    functions, reporting = dict(_functions(tree, "")), set(reports(tree))
    measure = Coverage(data_file=None, config_file=False)
    measure.exclude("if TYPE_CHECKING:")
    measure.exclude(r"\.\.\.$")
    numbers = measure.analysis2(str(ROOT / file))[1]
    return tuple(Line(file, n, functions.get(n, ""), text[n - 1].strip(), n in reporting) for n in numbers)


def _functions(node: ast.AST, name: str) -> Iterator[tuple[int, str]]:
    for child in ast.iter_child_nodes(node):
        inside = name
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inside = f"{name}.{child.name}" if name else child.name
            yield from ((number, inside) for number in range(child.lineno, (child.end_lineno or 0) + 1))
        yield from _functions(child, inside)


def reports(tree: ast.AST) -> Iterator[int]:
    """The lines of blocks that do nothing but report a mistake: they raise, or make a finding and leave.

    Only broken packs, illegal choices and faults of the engine itself get there.
    """
    for node in ast.walk(tree):
        for block in _blocks(node):
            if any(_is_report(statement) for statement in block):
                for statement in block:
                    yield from range(statement.lineno, (statement.end_lineno or 0) + 1)


def _blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    if isinstance(node, ast.If | ast.For | ast.While):
        yield from (node.body, node.orelse)
    elif isinstance(node, ast.ExceptHandler | ast.match_case):
        yield node.body


def _is_report(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Raise):
        return True
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return False
    call = statement.value
    if isinstance(call.func, ast.Attribute) and call.func.attr in REPORTS:
        return any(isinstance(part, ast.Constant) and str(part.value)[:1] in "EW" for part in call.args[:1])
    return False
