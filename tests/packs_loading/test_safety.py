"""Packs from strangers: paths, links, devices, sizes and nonsense. The worst they get is a finding."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.packs import limits, load_stack, read_yaml
from tests.packs_loading.fair import FAIR, found, night


@pytest.mark.parametrize(
    "path",
    [
        "../fair/pack.yaml",
        "fair/../../etc/passwd.yaml",
        "/etc/pack.yaml",
        "C:/pack.yaml",
        "fair\\pack.yaml",
        "~/pack.yaml",
        "fair//x.yaml",
        "fair/./x.yaml",
        "",
        "a/b/c/d/e/f/g/h.yaml",
    ],
)
def test_paths_stay_inside(path: str) -> None:
    stack = load_stack(["fair"], files={"fair/pack.yaml": FAIR.encode(), path: b"a: 1\n"})
    assert found(stack) == [f"E0112 {path}:1:1"]


def test_a_path_with_a_control_character() -> None:
    stack = load_stack(["fair"], files={"fair/pack.yaml": FAIR.encode(), "fair/a\nb.yaml": b"a: 1\n"})
    assert found(stack) == ["E0112 'fair/a\\nb.yaml':1:1"]


def test_links_and_pipes_are_not_opened(tmp_path: Path) -> None:
    folder = tmp_path / "fair"
    folder.mkdir()
    (folder / "pack.yaml").write_text(FAIR)
    (tmp_path / "secret.yaml").write_text("rules: {x: 1}\n")
    (folder / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (folder / "more").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe.yaml")
    stack = load_stack(["fair"], search=[tmp_path])
    assert found(stack) == [
        f"E0112 {folder}/link.yaml:1:1",
        f"E0112 {folder}/more:1:1",
        f"E0112 {folder}/pipe.yaml:1:1",
    ]
    assert "x" not in stack.sections["rules"]


def test_other_endings(tmp_path: Path) -> None:
    stack = load_stack(["fair"], files={"fair/pack.yaml": FAIR.encode(), "fair/x.yml": b"a: 1\n"})
    assert found(stack) == ["E0114 fair/x.yml:1:1"]
    stack = load_stack(["fair"], files={"fair/pack.yaml": FAIR.encode(), "fair/README.md": b"x", "fair/x.py": b"x"})
    assert found(stack) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
def test_a_file_that_can_not_be_opened(tmp_path: Path) -> None:
    folder = tmp_path / "fair"
    folder.mkdir()
    (folder / "pack.yaml").write_text(FAIR)
    (folder / "closed.yaml").write_text("a: 1\n")
    (folder / "closed.yaml").chmod(0)
    assert found(load_stack(["fair"], search=[tmp_path])) == [f"E0113 {folder}/closed.yaml:1:1"]


def test_a_file_that_vanishes_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "fair"
    folder.mkdir()
    (folder / "pack.yaml").write_text(FAIR)
    (folder / "brief.yaml").write_text("rules: {x: 1}\n")
    real = os.open

    def open_after_removal(path: os.PathLike[str], flags: int) -> int:
        if Path(path).name == "brief.yaml":
            os.unlink(path)
        return real(path, flags)

    monkeypatch.setattr(os, "open", open_after_removal)
    assert found(load_stack(["fair"], search=[tmp_path])) == [f"E0113 {folder}/brief.yaml:1:1"]


def test_sizes_are_bounded(tmp_path: Path) -> None:
    big = b"#" * (limits.FILE_BYTES + 1)
    stack = load_stack(["fair"], files={"fair/pack.yaml": FAIR.encode(), "fair/big.svg": big})
    assert found(stack) == ["E0107 fair/big.svg:1:1"]
    yaml = b"#" * limits.YAML_BYTES
    assert "E0107 pack.yaml:1:1" in found(load_stack(["fair"], files={"fair/pack.yaml": FAIR.encode() + yaml}))
    many = {f"fair/{n}.yaml": b"" for n in range(limits.PACK_FILES + 1)}
    assert "E0107 pack.yaml:1:1" in found(load_stack(["fair"], files=many))
    folder = tmp_path / "fair"
    folder.mkdir()
    (folder / "pack.yaml").write_text(FAIR)
    (folder / "big.yaml").write_bytes(big)
    assert found(load_stack(["fair"], search=[tmp_path])) == [f"E0107 {folder}/big.yaml:1:1"]
    (folder / "big.yaml").write_bytes(yaml + b"#")
    assert found(load_stack(["fair"], search=[tmp_path])) == [f"E0107 {folder}/pack.yaml:1:1"]


SLOW = {
    "templates": "".join(f"  - {{id: ^t{n}, like: ^t{n + 1}}}\n" for n in range(8_000)),
    "wrong keys": "".join(f"  - {{id: e{n}, usee: 1, sise: 2}}\n" for n in range(8_000)),
    "wrong templates": "".join(f"  - {{id: e{n}, like: ^tea}}\n  - {{id: ^a{n}}}\n" for n in range(8_000)),
    "long words": f"  - {{id: {'a' * 500_000}, wet: {'b' * 500_000}}}\n",
    "procedures": "procedures:\n" + "".join(f"  p{n}: gain 1 coin\n" for n in range(20_000)),
    "lines": "scoring:\n  lines:\n" + "".join(f"    - {{id: p{n}, points: 1}}\n" for n in range(20_000)),
    "changes": "changes:\n" + "".join(f"  - {{group: goods, add: [g{n}]}}\n" for n in range(20_000)),
    "paths": f"changes:\n  - {{entry: stall/tea, field: cost{'/a' * 5_000}, is: 1}}\n",
    "sources": "stall:\n" + "".join(f"  - {{id: e{n}, source: A{'-A' * 40}}}\n" for n in range(8_000)),
    "quoted lines": 'note: "' + "\\x61\n\n" * 20_000 + '"\n',
}


@pytest.mark.parametrize("name", sorted(SLOW))
def test_nothing_takes_long(name: str) -> None:
    body = SLOW[name]
    if body.startswith(" "):
        body = "stall:\n" + body
    files = {"fair/pack.yaml": FAIR.encode(), "night/pack.yaml": night(body).encode()}
    start = time.process_time()
    load_stack(["night"], files=files)
    assert time.process_time() - start < 3


def test_too_many_changes() -> None:
    body = "changes:\n" + "  - {group: goods, add: [coin]}\n" * (limits.CHANGES + 1)
    files = {"fair/pack.yaml": FAIR.encode(), "night/pack.yaml": night(body).encode()}
    assert found(load_stack(["night"], files=files)) == ["E0107 night/pack.yaml:7:1"]


def test_too_many_packs() -> None:
    packs = {f"p{n}/pack.yaml": night("", pack=f"p{n}").encode() for n in range(limits.STACK_PACKS + 1)}
    names = [f"p{n}" for n in range(limits.STACK_PACKS + 1)]
    assert "E0107 p31:1:1" in found(load_stack(names, files={"fair/pack.yaml": FAIR.encode(), **packs}))


def test_a_hundred_packs_that_require_one_another() -> None:
    packs = {
        f"p{n}/pack.yaml": night("", pack=f"p{n}", requires=", ".join(f"p{m}" for m in range(100))).encode()
        for n in range(100)
    }
    assert load_stack(["p0"], files=packs).diagnostics


WORDS = [
    "a: ",
    "- ",
    "{",
    "}",
    "[",
    "]",
    "|\n",
    ">\n",
    "\n",
    "  ",
    "\t",
    "'",
    '"',
    "#",
    "&a ",
    "*a",
    "!",
    "%",
    "@",
    ":",
]
WORDS += [
    "id: x\n",
    "tokens:",
    "kinds:",
    "changes:",
    "entry: ",
    "^a",
    "like: ",
    "1",
    "-",
    "\x00",
    "\x85",
    "\u2028",
    "é",
]


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(st.binary(max_size=200), st.lists(st.sampled_from(WORDS), max_size=40).map("".join).map(str.encode)))
def test_no_bytes_raise(data: bytes) -> None:
    read_yaml(data, "f.yaml")
    stack = load_stack(["fair"], files={"fair/pack.yaml": FAIR.encode() + data})
    for each in stack.diagnostics:
        assert str(each)


LINES = FAIR.splitlines()


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, len(FAIR)), st.integers(0, 12), st.sampled_from([*WORDS, "", "[1]", "{a: 1}", "~", "yes"]))
def test_no_mutation_of_a_right_pack_raises(where: int, length: int, instead: str) -> None:
    text = FAIR[:where] + instead + FAIR[where + length :]
    over = night("changes:\n  - {entry: stall/tea, field: use, is: x}\n  - {rule: prizes, is: 4}\n")
    files = {"fair/pack.yaml": text.encode(), "night/pack.yaml": over.encode()}
    for each in load_stack(["night"], files=files).diagnostics:
        assert str(each)


OVER = night(
    "changes:\n  - {entry: stall/tea, field: cost/bead, is: 3}\n  - {group: goods, add: [coin]}\n"
    "  - {setup: beads, field: tokens/bead, is: 3, over: [fair], if_pack: fair, when: {option: weather, is: sun}}\n"
    "  - {option_in: turn, replace: nap, with: 'nap: stop'}\n  - {place: row, field: data/worth, is: [1, 1]}\n"
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(90, len(OVER)), st.integers(0, 12), st.sampled_from([*WORDS, "", "[1]", "{a: 1}", "~", "yes"]))
def test_no_mutation_of_changes_raises(where: int, length: int, instead: str) -> None:
    text = OVER[:where] + instead + OVER[where + length :]
    files = {"fair/pack.yaml": FAIR.encode(), "night/pack.yaml": text.encode()}
    for each in load_stack(["night"], files=files).diagnostics:
        assert str(each)
