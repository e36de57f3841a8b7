"""The pages about the service: their examples are sent to a server, their numbers are those of the program."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from referee.service import limits
from referee.service.config import ServerConfig
from referee.service.packs import sandbox_process
from tests.clients.server import Server, serving
from tests.docs.pages import DOCS, blocks
from tests.programs import need

ROW = re.compile(r"^\| (\S+) \| (\d+) ", re.MULTILINE)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    packs = tmp_path_factory.mktemp("packs")
    (packs / "fair").mkdir()
    (packs / "fair" / "pack.yaml").write_bytes((DOCS / "reference" / "fair.yaml").read_bytes())
    with serving(tmp_path_factory.mktemp("served") / "data", packs) as running:
        yield running


def test_what_curl_is_told_to_send_is_answered(server: Server) -> None:
    need("curl")
    [block] = [block for block in blocks("protocol.md") if block.text.startswith("curl")]
    command = shlex.split(block.text.replace(":8080/", f":{server.web_port}/"))
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    answer: dict[str, Any] = json.loads(done.stdout)
    assert {"pack": "fair", "option": "first_prize", "values": ["7"]} in answer["ruleset"]["options"]


def test_the_python_of_the_protocol_runs(server: Server) -> None:
    names: dict[str, Any] = {}
    for block in blocks("protocol.md"):
        if block.language == "python":
            exec(block.text.replace(":50051", f":{server.port}"), names)
    assert names["ruleset"].name and names["own"].name not in ("", names["ruleset"].name)
    assert [file.path for file in names["read"].files] == ["fair/pack.yaml"]


def test_the_limits_are_those_of_the_program() -> None:
    text = (DOCS / "serving.md").read_text(encoding="utf-8")
    config = ServerConfig()
    assert {which: int(number) for which, number in ROW.findall(text)} == {
        "moves": config.moves_per_second,
        "calls": config.calls_per_second,
        "calls_at_once": config.calls_at_once,
        "call_seconds": config.call_seconds,
        "streams": config.streams_per_caller,
        "streams_at_once": config.streams_at_once,
        "spectators": limits.SPECTATORS,
        "packs": limits.PACKS,
        "options": limits.SETTINGS,
        "options[N].values": limits.SETTING_VALUES,
        "files": limits.PACK_FILES,
        "file_bytes": limits.PACK_FILE_BYTES,
        "game_file_bytes": limits.GAME_FILE_BYTES,
        "seconds": ServerConfig().check_seconds,
        "memory": sandbox_process.BYTES,
        "waiting": limits.WORK_WAITING,
        "ruleset_calls": config.rulesets_per_second,
        "rulesets": ServerConfig().unused_rulesets,
    }
    assert ServerConfig().ruleset_seconds == 24 * 3600 and "a day after" in text


def test_what_is_printed_of_an_edit_is_what_a_server_says() -> None:
    from referee.service.packs.shelved import News

    page = (DOCS / "serving.md").read_text(encoding="utf-8")
    assert News("fair", "held").headline in page


def test_every_field_of_a_pack_is_explained() -> None:
    from referee.v1 import catalog_pb2

    page = (DOCS / "protocol.md").read_text(encoding="utf-8")
    table = page[page.index("| field of a pack |") : page.index("So a stack is a game")]
    known = {field.name for field in catalog_pb2.Pack.DESCRIPTOR.fields}
    told = set(re.findall(r"`(\w+)`", "\n".join(row.split("|")[1] for row in table.splitlines() if row)))
    assert known - told == {"id", "version", "title", "requires"}
