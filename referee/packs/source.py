"""The files of a pack: from a folder, or sent by somebody. Nothing outside of the folder is ever opened."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping as Dict
from dataclasses import dataclass
from pathlib import Path

from referee.packs import limits
from referee.packs.findings import Findings
from referee.packs.node import Position

PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp")
TEXTS = (".po",)
LEDGER = "rules.yaml"


@dataclass(frozen=True)
class Folder:
    """The files of a pack by their path inside of it; `label` is the folder as the user named it."""

    label: str
    files: dict[str, bytes]

    def position(self, path: str = "pack.yaml", line: int = 1, column: int = 1) -> Position:
        return Position(self.place(path), line, column)

    def place(self, path: str) -> str:
        """The name of a file in messages."""
        return f"{self.label}/{path}" if self.label else path


def is_part(path: str) -> bool:
    """Whether a file holds sections of the pack (and not scenarios, texts, pictures or the ledger)."""
    return path.endswith(".yaml") and path != LEDGER and path.split("/")[0] not in ("scenarios", "texts", "pictures")


def is_content(path: str) -> bool:
    """Whether a file decides what the game is or looks like: rules, texts and pictures."""
    return is_part(path) or path.endswith(PICTURES) or path.endswith(TEXTS)


def unsafe(path: str) -> str:
    """Why a path may not be used, or the empty string."""
    if not path or path.startswith(("/", "~")) or path[1:2] == ":":
        return "it is not a path inside of the pack"
    if "\\" in path or not path.isprintable():
        return "it has a character that paths of packs can't have"
    parts = path.split("/")
    if ".." in parts:
        return "it leads out of the folder"
    if "." in parts or "" in parts:
        return "it has an empty part"
    if len(parts) > limits.FOLDER_DEPTH or len(path) > 300:
        return "it is too deep or too long"
    return ""


def read_folder(folder: Path, label: str, report: Findings) -> Folder:
    """Reads a folder from the disk. Links, devices and what is too large are reported and left out."""
    files: dict[str, bytes] = {}
    size = yaml = 0
    for path, full in sorted(_walk(folder, folder, label, report), key=_head_first):
        why = unsafe(path)
        at = Position(f"{label}/{path}", 1, 1)
        if why:
            report.add("E0112", at, path=path, why=why)
            continue
        if not _wanted(path, at, report):
            continue
        if len(files) >= limits.PACK_FILES or size > limits.PACK_BYTES:
            report.add("E0107", Position(f"{label}/pack.yaml", 1, 1), what="the pack has too many files or bytes")
            break
        data = _read(full, path, at, report)
        if data is not None:
            files[path] = data
            size += len(data)
            yaml += len(data) if is_part(path) else 0
        if yaml > limits.YAML_BYTES:
            what = f"more than {limits.YAML_BYTES:,} bytes of YAML in the pack"
            report.add("E0107", Position(f"{label}/pack.yaml", 1, 1), what=what)
            break
    return Folder(label, files)


def _head_first(file: tuple[str, Path]) -> tuple[bool, str]:
    return (file[0] != "pack.yaml", file[0])


def _walk(top: Path, folder: Path, label: str, report: Findings, depth: int = 0) -> list[tuple[str, Path]]:
    result: list[tuple[str, Path]] = []
    try:
        entries = sorted(os.scandir(folder), key=lambda each: each.name)
    except OSError as error:
        report.add("E0113", Position(label, 1, 1), path=str(folder.name), why=error.strerror or "no access")
        return result
    for each in entries:
        if each.name.startswith((".", "__")):
            continue
        full = Path(each.path)
        path = full.relative_to(top).as_posix()
        if each.is_symlink():
            report.add("E0112", Position(f"{label}/{path}", 1, 1), path=path, why="it is a link")
        elif each.is_dir(follow_symlinks=False):
            if depth < limits.FOLDER_DEPTH and len(result) <= limits.PACK_FILES:
                result.extend(_walk(top, full, label, report, depth + 1))
        else:
            result.append((path, full))
    return result


def _wanted(path: str, at: Position, report: Findings) -> bool:
    if path.endswith(".yml"):
        report.add("E0114", at, path=path, hint=f"rename it to `{path.rsplit('/', 1)[-1][:-4]}.yaml`")
        return False
    return path.endswith((".yaml", *TEXTS, *PICTURES))


def _read(full: Path, path: str, at: Position, report: Findings) -> bytes | None:
    try:
        # Not following links and not waiting for a pipe: the folder may change while it is read.
        handle = os.open(full, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(handle, "rb") as file:
            info = os.fstat(handle)
            if not stat.S_ISREG(info.st_mode):
                report.add("E0112", at, path=path, why="it is not a plain file")
                return None
            data = file.read(limits.FILE_BYTES + 1)
    except OSError as error:
        report.add("E0113", at, path=path, why=error.strerror or "no access")
        return None
    if len(data) > limits.FILE_BYTES:
        report.add("E0107", at, what=f"{info.st_size:,} bytes; {limits.FILE_BYTES:,} are allowed")
        return None
    return data


def sent_folders(files: Dict[str, bytes], report: Findings) -> list[Folder]:
    """The packs among files that were sent: every folder with a pack.yaml is one. Nothing is read from the disk."""
    safe: dict[str, bytes] = {}
    total = sum(len(data) for data in files.values())
    yaml = sum(len(data) for path, data in files.items() if path.endswith(".yaml"))
    if len(files) > limits.PACK_FILES or total > limits.PACK_BYTES or yaml > limits.YAML_BYTES:
        what = f"{len(files)} files, {total:,} bytes were sent, {yaml:,} of them YAML"
        report.add("E0107", Position("pack.yaml", 1, 1), what=what)
        return []
    for path in sorted(files):
        at = Position(path if path.isprintable() else ascii(path), 1, 1)
        why = unsafe(path)
        if why:
            report.add("E0112", at, path=at.file, why=why)
        elif len(files[path]) > limits.FILE_BYTES:
            report.add("E0107", at, what=f"{len(files[path]):,} bytes; {limits.FILE_BYTES:,} are allowed")
        elif _wanted(path, at, report):
            safe[path] = files[path]
    tops = sorted(path[: -len("pack.yaml")] for path in safe if path == "pack.yaml" or path.endswith("/pack.yaml"))
    folders: list[Folder] = []
    for top in tops:
        inside = {path[len(top) :]: data for path, data in safe.items() if _nearest(path, tops) == top}
        folders.append(Folder(top.rstrip("/"), inside))
    return folders


def _nearest(path: str, tops: list[str]) -> str | None:
    fitting = [top for top in tops if path.startswith(top)]
    return max(fitting, key=len) if fitting else None
