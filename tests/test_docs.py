"""The pages hang together: links lead somewhere, commands that they name exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from typer.main import get_command

from referee.cli.program import app

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")
CODE = re.compile(r"```.*?\n(.*?)```|`([^`\n]+)`", re.DOTALL)
COMMAND = re.compile(r"^(?:\S*/)?referee ([a-z]+)(.*)$", re.MULTILINE)
FLAG = re.compile(r"(?<!\S)(--[a-z-]+)")


def pages() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "referee" / "docs").rglob("*.md"))]


def commands(page: Path) -> Iterator[tuple[str, str]]:
    """The commands that a page names, with what follows them."""
    for found in CODE.finditer(page.read_text(encoding="utf-8")):
        yield from COMMAND.findall(found.group(1) or found.group(2))


def test_links_lead_somewhere() -> None:
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages()
        for target in LINK.findall(page.read_text(encoding="utf-8"))
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert broken == []


def test_commands_and_their_flags_exist() -> None:
    group = get_command(app)
    unknown = []
    for page in pages():
        for name, rest in commands(page):
            command = group.get_command(None, name)  # type: ignore[attr-defined]  # it is a group
            if command is None:
                unknown.append(f"{page.name}: {name}")
                continue
            flags = {flag for parameter in command.params for flag in parameter.opts}
            unknown += [f"{page.name}: {name} {flag}" for flag in FLAG.findall(rest.split("#")[0]) if flag not in flags]
    assert unknown == []
