"""The reference as pages, from the registry: `python -m referee.language.verbs.pages` writes them anew."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from referee.language.verbs import FAMILIES
from referee.language.verbs.construct import Construct, Example, Family, Page

TITLES: dict[Page, tuple[str, str]] = {
    "statements": ("Statements", "What an effect can do, choices included."),
    "expressions": ("Expressions", "What an effect can read: numbers, things, sets and tests."),
    "declarations": ("Declarations", "What a pack says in YAML, and how a pack changes those below it."),
}
NOTE = "Generated from `referee/language/verbs` by `python -m referee.language.verbs.pages`; don't edit."
READING = (
    "Square brackets: may be left out; `|`: one of them; capitals: yours to fill in. The examples play in "
    "[the fair](fair.yaml): seat 1 acts, with 3 coins and 2 beads in its chest, and a test checks what is said to come "
    "of each."
)
FOLDER = Path(__file__).resolve().parents[2] / "docs" / "reference"


def pages() -> dict[str, str]:
    """Every page by its file name, as Markdown."""
    overviews = {f"{name}.md": _overview(name) for name in TITLES}
    return overviews | {f"{family.file}.md": _details(family) for family in FAMILIES}


def _overview(name: Page) -> str:
    """One page with a line for each construct."""
    title, doc = TITLES[name]
    parts = [f"# {title}", f"{doc} {READING} {NOTE}"]
    for family in FAMILIES:
        if family.page == name:
            rows = [f"| {_link(family, one)} | {_inline(one.form)} | {_cell(one.doc)} |" for one in family.constructs]
            parts += [f"## {family.title}", family.doc, "\n".join(("| | | |", "|---|---|---|", *rows))]
    return "\n\n".join(parts) + "\n"


def _link(family: Family, one: Construct) -> str:
    return f"[{one.name}]({family.file}.md#{_anchor(one.name)})"


def _inline(form: str) -> str:
    return "<br>".join(f"`{_cell(line)}`" for line in form.splitlines())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _details(family: Family) -> str:
    parts = [f"# {family.title}", family.doc, f"Part of [{family.page}]({family.page}.md). {READING} {NOTE}"]
    return "\n\n".join((*parts, *(_construct(one) for one in family.constructs))) + "\n"


def _anchor(title: str) -> str:
    """The anchor of a heading."""
    return "".join(c for c in title.lower().replace(" ", "-") if c.isalnum() or c in "-_")


def _construct(one: Construct) -> str:
    parts = [f"## {one.name}", one.doc, f"```\n{one.form}\n```", "\n".join(_facts(one)), "\n".join(_block(one))]
    return "\n\n".join(part for part in parts if part)


def _facts(one: Construct) -> Iterator[str]:
    for parameter in one.parameters:
        told = f": {parameter.doc}" if parameter.doc else ""
        yield f"- `{parameter.name}` ({parameter.type}){told}"
    for label, text in (
        ("Type", one.result),
        ("Needs", one.needs),
        ("Changes", one.writes),
        ("Shows", one.reveals),
    ):
        if text:
            yield f"- *{label}*: {text}"


def _block(one: Construct) -> Iterator[str]:
    """All examples of an entry in one block."""
    yield "```"
    for number, example in enumerate(one.examples):
        if number and (example.pack or "\n" in example.code):
            yield ""
        yield from _lines(example)
    yield "```"


def _lines(example: Example) -> Iterator[str]:
    if example.pack:
        yield example.pack
    if example.pack and example.code:
        yield "---"
    outcome = "; ".join(_outcome(example))
    if not example.code:
        yield f"# {outcome}"
        return
    *front, last = example.code.splitlines()
    yield from front
    long = len(last) + len(outcome) > 112
    if long:
        yield last
        yield f"  # {outcome}" if outcome else ""
    else:
        yield f"{last}  # {outcome}" if outcome else last


def _outcome(example: Example) -> Iterator[str]:
    if example.given:
        yield f"given {_position(example.given)}"
    if example.settings:
        yield f"with {', '.join(f'{name} {value}' for name, value in example.settings.items())}"
    if example.finds is not None:
        yield f"found: {', '.join(example.finds) or 'nothing'}"
    if example.refused is not None:
        yield f"not offered with {_position(example.refused)}"
    if example.offers is not None:
        yield f"offers {', '.join(example.offers)}"
    if example.choose:
        yield f"choose {', '.join(_answer(answer) for answer in example.choose)}"
    if example.type:
        yield f"= {_value(example.result)} ({example.type})"
    if example.then:
        yield f"then {_position(example.then)}"
    for seat, seen in example.seen.items():
        yield f"seat {seat} sees {_position(seen)}"
    if example.over is not None:
        yield f"the end: {', '.join(example.over)}"
    for fact, status in example.facts.items():
        yield f"{fact} is {status}"


def _answer(answer: object) -> str:
    if isinstance(answer, tuple):
        return f"{answer[0]} {_value(answer[1])}"
    return str(answer)


def _position(position: Mapping[str, object]) -> str:
    return ", ".join(f"{name}: {_value(value)}" for name, value in position.items())


def _value(value: object) -> str:
    """Ids, numbers and amounts as a pack would write them."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        given = [f"{n} {thing}" if isinstance(n, int) else f"{thing} on {_value(n)}" for thing, n in value.items()]
        return ", ".join(given) or "nothing"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(one) for one in value)}]"
    return str(value)


def main() -> int:
    """Write all pages that have changed; the exit status says whether one had."""
    changed = 0
    for name, text in pages().items():
        file = FOLDER / name
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
            print(f"{name} is written anew")
            changed = 1
    return changed


if __name__ == "__main__":
    sys.exit(main())
