"""The parts of README.md that are made by programs: `python tests/readme.py` writes them anew.

The share of reconstructed content is counted from the statuses of the shipped packs; a test compares it with what the
README has. The picture is a game that was played; it is drawn anew when there is something new to see.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

from referee.packs import load_stack

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PICTURE = ROOT / "referee" / "docs" / "games" / "cuba.svg"
PLAYED = ["play", "cuba", "--players", "2", "--auto", "127", "--seed", "51"]
SHARE = re.compile(r"(<!-- share:.*?-->\n)(.*?)(<!-- /share -->)", re.DOTALL)
CLAIMED = ("stated", "published", "inferred", "reconstructed")  # `own` claims nothing of a published game


def statuses() -> dict[str, Counter[str]]:
    """For each shipped pack that claims facts of a published game: how many facts have which status."""
    counts: dict[str, Counter[str]] = {}
    for file in sorted(ROOT.glob("content/*/pack.yaml")):
        facts = (fact for fact in load_stack([str(file.parent)]).provenance if fact.pack == file.parent.name)
        count = Counter(fact.status for fact in facts if fact.status in CLAIMED)
        if count:
            counts[file.parent.name] = count
    return counts


def share() -> str:
    """The sentence and the table of the README."""
    counts = statuses()
    total: Counter[str] = sum(counts.values(), Counter())
    facts = total.total()
    percent = 100 * total["reconstructed"] / facts if facts else 0.0
    lines = [
        f"Of {facts} facts that claim to be those of a published game, {total['reconstructed']} ({percent:.1f} %) are",
        "reconstructed: nobody found what is printed, and the value is ours.",
        "",
        "| pack | " + " | ".join(CLAIMED) + " |",
        "|---|" + "---:|" * len(CLAIMED),
    ]
    lines += [f"| {pack} | " + " | ".join(str(n[status]) for status in CLAIMED) + " |" for pack, n in counts.items()]
    return "\n".join(lines) + "\n"


def with_share(text: str) -> str:
    """The README with the share as it is now."""
    written, changed = SHARE.subn(lambda found: found.group(1) + share() + found.group(3), text)
    if changed != 1:
        raise SystemExit("README.md has no place for the share: <!-- share: … --> and <!-- /share -->")
    return written


def main() -> None:
    """Writes both parts."""
    README.write_text(with_share(README.read_text(encoding="utf-8")), encoding="utf-8")
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "referee.cli", *PLAYED, "--svg", str(PICTURE)]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "COLUMNS": "120"}, stdout=subprocess.DEVNULL, check=True)


if __name__ == "__main__":
    main()
