"""The server makes rulesets in threads: two at once must not disturb each other, the first two of a process neither."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.skipif(sys.platform != "linux", reason="processes that begin as copies")
def test_rulesets_made_side_by_side_in_a_fresh_process_are_all_sound() -> None:
    command = [sys.executable, "-m", "tests.service.loading_together"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
