"""Runs `referee` in forks of one process that has imported it and has the parser's tables: a fresh process each time,
without the second that every one of them would need for that.

`run` does it for tests. As a program it reads requests from standard input, a JSON object a line, and answers likewise.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 300  # that a command may take


def run(arguments: Sequence[str], where: Path, environment: dict[str, str]) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of `referee ARGUMENTS` in a folder; negative: what killed it."""
    process = _process()
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(json.dumps([list(arguments), str(where), environment]) + "\n")
    process.stdin.flush()
    code, out, err = json.loads(process.stdout.readline())
    return code, out, err


@cache
def _process() -> subprocess.Popen[str]:
    """It ends with its input, which ends with us."""
    command = [sys.executable, "-m", "tests.prepared"]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _forked(arguments: list[str], where: str, environment: dict[str, str]) -> tuple[int, str, str]:
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if not child:
            _become(arguments, where, environment, out.fileno(), err.fileno())
        _, status = os.waitpid(child, 0)
        said = []
        for file in (out, err):
            file.seek(0)
            said.append(file.read().decode(errors="replace"))
        return os.waitstatus_to_exitcode(status), said[0], said[1]


def _become(arguments: list[str], where: str, environment: dict[str, str], out: int, err: int) -> None:
    """The command, in a process that ends with it."""
    code = 1
    try:
        signal.alarm(SECONDS)
        os.chdir(where)
        os.environ.clear()
        os.environ.update(environment)
        with open(os.devnull) as nothing:
            os.dup2(nothing.fileno(), 0)
        os.dup2(out, 1)
        os.dup2(err, 2)
        sys.argv = ["referee", *arguments]
        from referee.cli import main

        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        with suppress(BaseException):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _prepare() -> None:
    import referee.cli.program
    import referee.engine
    import referee.lab.scenario_files
    import referee.lab.simulate
    import referee.lint
    import referee.texts  # noqa: F401  # so that no fork has to
    from referee.language.parse import parser

    parser()


def main() -> None:
    _prepare()
    for line in sys.stdin:
        print(json.dumps(_forked(*json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
