"""The scenarios and the ledger among a pack's files."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.lab import scenario_codes as codes
from referee.lab.scenario import Scenario
from referee.lab.scenario_reading import Reader
from referee.packs.diagnostics import Diagnostic
from referee.packs.model import Pack
from referee.packs.node import Mapping, Position, Scalar, Sequence
from referee.packs.reader import read_yaml
from referee.packs.spelling import did_you_mean

FOLDER = "scenarios/"
LEDGER = "rules.yaml"


@dataclass
class PackScenarios:
    """What a pack says about its own tests. `ledger` are the ids of its rules, with the place of each."""

    pack: Pack
    scenarios: list[Scenario] = field(default_factory=list)
    ledger: dict[str, Position] = field(default_factory=dict)
    findings: list[Diagnostic] = field(default_factory=list)

    def uncovered(self) -> list[str]:
        """The rules that no scenario covers, in the order of the ledger."""
        covered = {line for scenario in self.scenarios for line, _ in scenario.covers}
        return [line for line in self.ledger if line not in covered]


def read_scenarios(pack: Pack) -> PackScenarios:
    """All scenarios of a pack that can be read, and every finding about them and about the ledger's ids."""
    found = PackScenarios(pack)
    reader = Reader()
    for name in sorted(pack.files):
        if name.startswith(FOLDER) and name.endswith((".yaml", ".yml")):
            root, findings = read_yaml(pack.files[name], f"{pack.path}/{name}", pack.id)
            found.findings.extend(findings)
            if root is not None:
                found.scenarios.extend(reader.read_file(root))
    found.findings.extend(reader.findings)
    _read_ledger(found)
    seen: dict[str, Scenario] = {}
    for scenario in found.scenarios:
        first = seen.setdefault(scenario.id, scenario)
        if first is not scenario:
            arguments = (("id", scenario.id),)
            found.findings.append(Diagnostic(codes.TWICE, scenario.at, arguments, related=(first.at,)))
        for line, at in scenario.covers:
            if line not in found.ledger:
                hint = did_you_mean(line, found.ledger)
                found.findings.append(Diagnostic(codes.LEDGER, at, (("line", line),), len(line), hint))
    return found


def _read_ledger(found: PackScenarios) -> None:
    data = found.pack.files.get(LEDGER)
    if data is None:
        return
    root, _ = read_yaml(data, f"{found.pack.path}/{LEDGER}", found.pack.id)
    for item in root if isinstance(root, Sequence) else ():
        line = item.get("id") if isinstance(item, Mapping) else None
        if isinstance(line, Scalar):
            found.ledger.setdefault(line.text, line.at)
