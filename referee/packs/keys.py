"""The keys of a mapping: which may stand in it, which are missing, and which belong somewhere else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from referee.packs.findings import Findings
from referee.packs.node import Mapping, Node, Scalar
from referee.packs.spelling import closest, suggestion

ABOUT = frozenset(("name", "plural", "says", "note", "source", "status", "because"))  # texts about a declaration
FEW = 12  # keys that a hint can name
SAME = {
    **dict.fromkeys(("to", "set", "set_to", "value", "becomes", "new", "equals"), "is"),
    **dict.fromkeys(("then", "effect", "code", "run"), "do"),
    **dict.fromkeys(("hook", "key", "property"), "field"),
    **dict.fromkeys(("count", "number", "copies", "amount"), "n"),
    **dict.fromkeys(("text", "description", "label"), "says"),
    **dict.fromkeys(("extends", "inherits", "template"), "like"),
    **dict.fromkeys(("condition", "if"), "when"),
    **dict.fromkeys(("comment", "comments"), "note"),
    **dict.fromkeys(("delete", "drop"), "remove"),
}  # words that other formats have for a key
Check = Callable[[Node, str, Findings], None]


@dataclass(slots=True)
class Keys:
    """What a schema says about a mapping.

    `properties` are the checks of the keys that it names, `rest` that of all others, if they may stand there (`open`).
    `names` checks the keys themselves, `inner` the keys of what stands under them, where they are names.
    """

    properties: dict[str, Check]
    required: tuple[str, ...] = ()
    rest: Check | None = None
    open: bool = True
    names: Check | None = None
    inner: dict[str, Check] = field(default_factory=dict)

    def check(self, node: Node, where: str, report: Findings) -> None:
        """Reports what is wrong with a mapping, and with what stands under its keys."""
        if not isinstance(node, Mapping):
            return
        free = [key for key in self.properties if key not in node]
        stray = self._strays(node, free, report)
        before: str | None = None
        keys = list(node)
        for number, (key, value) in enumerate(node.items()):
            if key in stray:
                continue
            if self.inner and before is not None and self._belongs_above(key, value, node.entries[before]):
                _report_misplaced(node, key, before, where, report)
                continue
            before = key
            if self.names:
                self.names(Scalar(key, node.keys[key]), "a key", report)
            known = self.properties.get(key, self.rest)
            empty = isinstance(value, Scalar) and value.value is None
            if known and not (empty and number + 1 < len(keys) and keys[number + 1] in stray):
                known(value, f"`{key}`", report)  # else the next key belongs below this one
        for key in self.required if not stray else ():
            if key in node:
                continue
            near = closest(key, (each for each in node if each not in self.properties), slips_only=True)
            if near:  # the one that is missing is there, but misspelt
                stray[near[0]] = suggestion([key])
            else:
                report.add("E0122", node.at, where=where, key=key)
        _report_strays(node, stray, free, where, report)

    def _strays(self, node: Mapping, free: list[str], report: Findings) -> dict[str, str]:
        """The keys that can't stand in a mapping, and what was probably meant."""
        stray: dict[str, str] = {}
        for key, value in node.items():
            if key in self.properties:
                continue
            if not self.open:
                stray[key] = _meant(key, free, report)
            elif self.rest and free and _fails(self.rest, value):
                near = closest(key, free, slips_only=True)  # else it is the value that is wrong
                if near:
                    stray[key] = suggestion(near)
        return stray

    def _belongs_above(self, key: str, value: Node, above: Node) -> bool:
        """Whether a key is one of the declaration above it, and no declaration itself."""
        if key not in self.inner or not isinstance(above, Mapping) or key in above or self.rest is None:
            return False
        if not _fails(self.rest, value) and not (key in ABOUT and isinstance(value, Scalar) and value.lines):
            return False  # a number may be a rule value of that name
        return not _fails(self.inner[key], value)


def _meant(key: str, free: list[str], report: Findings) -> str:
    """What was probably meant by a key that can't stand in a mapping, of those that could and don't yet."""
    same = SAME.get(key, "")
    if same in free:
        return suggestion([same])
    near = report.guess(key, free)
    own = [each for each in free if each not in ABOUT]
    return near or (f"here can stand {', '.join(own)}" if 0 < len(own) <= FEW else "")


def _fails(check: Check, node: Node) -> bool:
    trial = Findings()
    check(node, "", trial)
    return bool(trial.all)


def _report_misplaced(node: Mapping, key: str, above: str, where: str, report: Findings) -> None:
    at = node.keys[key]
    hint = f"indent it, if it belongs to `{above}`"
    report.add("E0129", at, width=len(key), hint=hint, keys=f"`{key}`", where=where)
    report.hurt.add(node.keys[above])
    report.misplaced.add(at)


def _report_strays(node: Mapping, stray: dict[str, str], free: list[str], where: str, report: Findings) -> None:
    """Reports keys that can't stand in a mapping; several that are nothing misspelt are one fault, of the mapping."""
    for key in stray:
        report.lose(node.entries[key], key)
    own = [each for each in free if each not in stray]
    foreign = [key for key in stray if not closest(key, own, slips_only=True)]
    if len(foreign) > 1:
        report.add("E0129", node.at, keys=", ".join(f"`{found_text(key)}`" for key in foreign[:5]), where=where)
    for key, hint in stray.items():
        if key not in foreign or len(foreign) == 1:
            report.add("E0121", node.keys[key], width=len(key), hint=hint, key=found_text(key), where=where)


def found_text(text: str) -> str:
    """A text short enough for a message."""
    return text if len(text) <= 60 else text[:57] + "…"
