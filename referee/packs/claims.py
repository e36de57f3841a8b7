"""What the packs of a stack replace: two that replace the same thing contradict one another (E0151)."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.packs.access import at_path
from referee.packs.findings import Findings
from referee.packs.node import Mapping, Node, Position

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """One replacement: what stands at a path of a target is `value` from now on; None if it is removed."""

    path: Path
    pack: str
    at: Position
    value: Node | None

    def meets(self, later: Claim) -> bool:
        """Whether a later one overwrites what this one says, or a part of it."""
        if self.path[: len(later.path)] == later.path:
            return True
        inside = later.path[: len(self.path)] == self.path
        return inside and at_path(self.value, list(later.path[len(self.path) :])) is not None


@dataclass(slots=True)
class Claims:
    """All replacements made so far, by what they change ("rule/prizes", "stall/tea")."""

    report: Findings
    made: dict[str, list[Claim]] = field(default_factory=dict)

    def add(self, target: str, claim: Claim, over: tuple[str, ...], owner: str) -> None:
        """Notes a replacement. Reports one that meets another's, unless it says that it is to win (`over`), or the
        other pack (`owner`) only declares in this way what is its own.
        """
        earlier = self.made.setdefault(target, [])
        for each in earlier:
            own = each.pack == owner and claim.pack != owner
            own |= each.pack == claim.pack and len(each.path) < len(claim.path)  # it goes on from there
            if each.meets(claim) and each.pack not in over and not own:
                self._report(target, claim, each)
                break
        kept = [each for each in earlier if each.path[: len(claim.path)] != claim.path]
        self.made[target] = [*kept, claim]

    def _report(self, target: str, claim: Claim, first: Claim) -> None:
        longer = max(claim.path, first.path, key=len)
        what = f"`{'/'.join(longer)}` of {target}" if longer else target
        self.report.add(
            "E0151",
            claim.at,
            hint=_hint(claim, first),
            related=(first.at,),
            what=what,
            first=f"{first.pack} ({first.at})",
        )


def _hint(claim: Claim, first: Claim) -> str:
    """What to do about two replacements of the same thing."""
    if first.pack == claim.pack:
        return "drop one of them"
    one, other = first.value, claim.value
    if claim.path and claim.path == first.path and isinstance(one, Mapping) and isinstance(other, Mapping):
        key = next(iter(other.entries), "")
        if key and not one.entries.keys() & other.entries.keys():
            path = "/".join((*claim.path, key))
            return f"name the key in both packs, so that they go together: `field: {path}`"
    return f"say `over: [{first.pack}]` if this one is to win"
