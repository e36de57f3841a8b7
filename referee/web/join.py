"""The modules of the page in one file: a browser that has nothing yet asks once, not sixty times.

Each module becomes a function that gives its exports, after those that it imports. The files stay what is read and
changed; `/?modules` of a running server gives the page with every module by itself, for whoever works on it.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

_IMPORT = re.compile(r'^import (?:\{ ?([^}]*?) ?\}|(\w+)) from "([^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|const|class) (\w+))", re.MULTILINE)
_DEFAULT = re.compile(r"^export default ", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class NotJoined(ValueError):
    """A module that can't be joined: written in another way than the others, or part of a circle."""


def join(modules: Mapping[str, str], first: str) -> str:
    """One script of the modules (path → source) that `first` needs, itself last."""
    order: list[str] = []
    _order(modules, first, order, ())
    names = {path: f"module{number}" for number, path in enumerate(order)}
    return "\n".join(_wrapped(path, modules[path], names) for path in order)


def _imports(path: str, source: str) -> list[str]:
    """The paths of the modules that a module imports."""
    return [_target(path, match.group(3)) for match in _IMPORT.finditer(source)]


def _target(path: str, written: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), written))


def _order(modules: Mapping[str, str], path: str, order: list[str], waiting: tuple[str, ...]) -> None:
    if path in order:
        return
    if path in waiting:
        raise NotJoined(f"{' imports '.join((*waiting, path))}")
    if path not in modules:
        raise NotJoined(f"{waiting[-1] if waiting else path}: {path} isn't there")
    for needed in _imports(path, modules[path]):
        _order(modules, needed, order, (*waiting, path))
    order.append(path)


def _wrapped(path: str, source: str, names: Mapping[str, str]) -> str:
    def bound(match: re.Match[str]) -> str:
        known = names[_target(path, match.group(3))]
        if match.group(2):
            return f"const {match.group(2)} = {known}.default;"
        return f"const {{ {match.group(1).replace(' as ', ': ')} }} = {known};"

    exports = [match.group(1) for match in _EXPORT.finditer(source)]
    body = _DEFAULT.sub("const whole = ", _EXPORT.sub("", _IMPORT.sub(bound, source)))
    if left := _LEFT.search(body):
        raise NotJoined(f"{path}: {left.group(0)}")
    given = [*exports, *(["default: whole"] if _DEFAULT.search(source) else [])]
    return f"// {path}\nconst {names[path]} = (() => {{\n{body}\nreturn {{ {', '.join(given)} }};\n}})();"
