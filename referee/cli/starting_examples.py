"""Changes that fit a certain game, as lines of YAML: one that stands in a new pack, and more as comments."""

from __future__ import annotations

import json
import re

from referee.language import Ruleset
from referee.language.model import Procedure
from referee.packs.node import Mapping, Node, Scalar, Sequence

MAIN = "main"
TEMPLATE = "^"
UNSAID = (
    "id",
    "n",
    "like",
    "name",
    "plural",
    "says",
    "note",
    "picture",
    "source",
    "status",
    "because",
    "allow",
    "when",
)
_PLAIN = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_ .()+*/<>=-]*[A-Za-z0-9_)])?")


class Examples:
    """What can be changed in a game, by its own names."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._model, self._stack = ruleset.model, ruleset.stack
        rules = ruleset.stack.sections.get("rules")
        found = ((name, _base(node)) for name, node in rules.items()) if isinstance(rules, Mapping) else ()
        changed = {change.target for change in ruleset.stack.changes}  # two packs that replace one thing clash
        numbers = [(name, base) for name, base in found if base is not None and f"rule/{name}" not in changed]
        self.rule = numbers[0] if numbers else None

    def first(self, option: str = "") -> str:
        """The change that stands in the pack: a rule value, set to what it is. `option`: only where that is chosen."""
        if self.rule is None:
            return " []   # none yet; the first one takes the place of the brackets, in a line of its own"
        name, base = self.rule
        when = f", when: {{option: {option}, is: yes}}" if option else ""
        return f"\n  - {{rule: {name}, is: {base}{when}}}   # {base} is what it is already: write another number"

    def more(self) -> str:
        """More changes, as comments; empty where nothing fits."""
        lines = []
        entry, procedure, token = self._with_code(), self._procedure(), self._token()
        if entry is not None:
            kind, ident, hook, code = entry
            lines.append(f"  # - {{entry: {kind}/{ident}, field: {hook}, is: {code}}}")
        if procedure is not None and token:
            lines.append(f'  # - {{after: {procedure.id}, do: "each seat: gain 1 {token}"}}')
        return "\n".join(["", "  # more that can stand here:", *lines]) if lines else ""

    def entry(self) -> str:
        """A new entry like one that is there, as comments; empty where no kind has entries with a name."""
        for kind, entries in self._stack.entries.items():
            for ident, node in entries.items():
                if ident.startswith(TEMPLATE) or ident == kind or "name" not in node:
                    continue
                parts = "".join(f", {key}: {flow(value)}" for key, value in node.items() if key not in UNSAID)
                about = "# New things stand in a section of their kind, here or in a file beside this one:"
                return f"\n\n{about}\n# {kind}:\n#   - {{id: mine, name: Mine, plural: Mines{parts}}}"
        return ""

    def _with_code(self) -> tuple[str, str, str, str] | None:
        """An entry with an effect of one line: its kind, its id, the hook, the code."""
        for kind in self._model.kinds.values():
            hooks = [hook.id for hook in kind.hooks.values() if hook.sort == "effect"]
            for entry in kind.entries:
                for hook in hooks:
                    code = entry.code.get(hook, ())
                    if len(code) == 1 and "\n" not in code[0].text.strip():
                        return kind.id, entry.id, hook, flow(code[0])
        return None

    def _procedure(self) -> Procedure | None:
        """A procedure that something can come after."""
        found = (each for each in self._model.procedures.values() if each.id != MAIN and not each.parameters)
        return next(found, None)

    def _token(self) -> str:
        """A token that there is always one of, if there is any."""
        tokens = list(self._model.tokens.values())
        return next((token.id for token in tokens if token.supply is None), tokens[0].id if tokens else "")


def flow(node: Node | str) -> str:
    """A node in one line of YAML, quoted where that must be."""
    if isinstance(node, Mapping):
        return "{" + ", ".join(f"{key}: {flow(value)}" for key, value in node.items()) + "}"
    if isinstance(node, Sequence):
        return "[" + ", ".join(map(flow, node.items)) + "]"
    text = node.text if isinstance(node, Scalar) else node
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)


def _base(node: Node) -> int | None:
    """The number that a rule value starts with, if it is one."""
    value = node.get("base") if isinstance(node, Mapping) else node
    return value.value if isinstance(value, Scalar) and type(value.value) is int else None
