"""The wheel: built, installed into an empty environment, and a game played from there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.postgres import Postgres

ROOT = Path(__file__).resolve().parents[2]
CARRIED = {  # folder of the project → where it lies in the wheel
    "content": "referee/_data/content",
    "grammar": "referee/_data/grammar",
    "protos": "referee/_data/protos",
    "referee/cli/templates": "referee/cli/templates",
    "referee/docs": "referee/docs",
    "referee/store/migrations": "referee/store/migrations",
    "referee/texts/catalogs": "referee/texts/catalogs",
    "referee/web/static": "referee/web/static",
}


def run(*command: str, where: Path) -> str:
    """Runs a command away from the project, without its paths in the environment; gives what it printed."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(command, cwd=where, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this tree."""
    out = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT), where=out)
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program `referee` of an environment that holds the wheel and what it depends on, nothing else."""
    home = tmp_path_factory.mktemp("empty")
    venv.create(home / "env", with_pip=True)
    run(str(home / "env" / "bin" / "pip"), "install", "-q", str(wheel), where=home)
    return home / "env" / "bin" / "referee"


def kept(folder: Path) -> set[str]:
    """The files of a folder that belong to the project, relative to it."""
    files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix() for path in files}


@pytest.mark.parametrize("folder", CARRIED)
def test_the_wheel_carries_every_file(wheel: Path, folder: str) -> None:
    inside = CARRIED[folder] + "/"
    names = {name[len(inside) :] for name in zipfile.ZipFile(wheel).namelist() if name.startswith(inside)}
    assert kept(ROOT / folder)
    assert kept(ROOT / folder) - names == set()


def test_the_wheel_carries_no_tests(wheel: Path) -> None:
    tops = {name.split("/")[0].split("-")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert tops == {"referee"}


def test_a_shipped_game_plays_from_an_empty_environment(program: Path, tmp_path: Path) -> None:
    said = run(
        str(program), "simulate", "cuba", "--players", "3", "--games", "1", "--seed", "1", "--json", where=tmp_path
    )
    played = json.loads(said)
    assert played["games"] == 1
    assert played["choices"] > 50


def test_a_pack_of_ones_own_plays_there_too(program: Path, tmp_path: Path) -> None:
    pack = ROOT / "tests" / "packs" / "tic_tac_toe"
    said = run(str(program), "simulate", str(pack), "--players", "2", "--games", "5", "--json", where=tmp_path)
    assert json.loads(said)["games"] == 5


def test_the_tables_of_a_database_are_made_from_there(
    wheel: Path, program: Path, postgres: Postgres, tmp_path: Path
) -> None:
    """With the extra that asks for PostgreSQL's driver the steps that the wheel carries are found and run."""
    run(str(program.parent / "pip"), "install", "-q", f"{wheel}[postgres]", where=tmp_path)
    url = postgres.database()
    run(str(program), "db", "upgrade", "--store", url, where=tmp_path)
    steps = len(list((ROOT / "referee" / "store" / "migrations" / "versions").glob("v*.py")))
    said = run(str(program), "db", "current", "--store", url, where=tmp_path)
    assert f"at step {steps}, this version needs {steps}" in said
    assert "games" in postgres.sql("SELECT tablename FROM pg_tables", url.partition("?")[0].rpartition("/")[2])
