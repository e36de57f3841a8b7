"""Players' names: of every script, but nothing that can't be seen or that turns around what stands beside it."""

from __future__ import annotations

import pytest

from referee.service.errors import Reason, Rejected
from referee.service.wire.from_wire import a_name

GOOD = (
    *("", "Ada", "O'Neill, J.-P.", "Ada Lovelace II", "player 2", "<b>Ada</b>", "{n}", "山田 太郎", "محمد", "שרה"),
    *("می\u200cخواهم", "क्\u200dष", "e\u0301lodie", "👨\u200d👩\u200d👧", "🏳\ufe0f\u200d🌈", "1\ufe0f\u20e3", "ㄱ"),
)
BAD = (
    *("\u202eevil", "Ada\u2066", "\u200fAda", "Ada\u061c", "a\u200bb", "\u2060", "\ufeffAda", "\ue0001\ue002", "\x00"),
    *(" ", "\u3000", "\u3164", "\u2800", "\u200d", "Ada\u200d", "\u0301a", "a\nb", "a\u2028b", "\ud800", "a" * 1000),
)


@pytest.mark.parametrize("name", GOOD, ids=ascii)
def test_names_of_every_script_are_taken(name: str) -> None:
    assert a_name("player", name) == name


@pytest.mark.parametrize("name", BAD, ids=lambda name: ascii(name)[:20])
def test_names_that_cant_be_read_are_refused_with_the_field(name: str) -> None:
    with pytest.raises(Rejected) as refused:
        a_name("player", name)
    assert refused.value.field == "player" and refused.value.problem
    assert refused.value.reason in (Reason.FIELD_INVALID, Reason.LIMIT)
