"""The rules of the language, as the pages tell them: every example is read, played, and does what stands below it."""

from __future__ import annotations

import pytest

from tests.docs.pages import Example, examples
from tests.docs.playing import first_line, name_of, play, read_game, ruleset

PAGES = ("semantics.md", "semantics-decisions.md", "semantics-rules.md", "semantics-hidden.md")
EXAMPLES = [example for page in PAGES for example in examples(page)]


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.name for example in EXAMPLES])
def test_an_example_does_what_it_says(example: Example) -> None:
    announced = [
        (code, name_of(block, number), line + first_line(block))
        for number, block in enumerate(example.declared)
        for code, line in block.findings
    ]
    rules, findings = ruleset(example)
    ours = [(each.code.code, each.at.file, each.at.line) for each in findings if each.at.file != "fair/pack.yaml"]
    if announced:
        assert sorted(set(ours)) == sorted(announced), findings
        return
    assert rules is not None and ours == [], [str(each) for each in findings]
    assert example.scenarios, "an example without a finding shows what comes of it"
    for block in example.scenarios:
        game = read_game(block)
        of_game, _ = ruleset(example, game.settings)
        assert of_game is not None
        assert play(game, of_game) == [], block.text
