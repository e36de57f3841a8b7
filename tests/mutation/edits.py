"""One small edit of a pack's file: where it is, what stood there, and what stands there now."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """A piece of the text of a file that is replaced.

    `pack` and `file` name the file, `entry` the keys that lead to the value (`procedures/turn`, `stall/toffee/cost`),
    `kind` what was done to it. `start` and `end` count characters; `text` is the whole file.
    """

    pack: str
    file: str
    entry: str
    kind: str
    start: int
    end: int
    after: str
    text: str

    @property
    def before(self) -> str:
        """What is replaced."""
        return self.text[self.start : self.end]

    @property
    def place(self) -> str:
        """FILE:LINE:COLUMN of the first character that is replaced."""
        line = self.text.count("\n", 0, self.start)
        column = self.start - (self.text.rfind("\n", 0, self.start) + 1)
        return f"{self.pack}/{self.file}:{line + 1}:{column + 1}"

    def apply(self) -> str:
        """The whole file after the edit."""
        return self.text[: self.start] + self.after + self.text[self.end :]

    def change(self) -> tuple[str, str]:
        """The lines that the edit touches, before and after, without their indentation: what a listing is found by."""
        first = self.text.rfind("\n", 0, self.start) + 1
        last = self.text.find("\n", self.end)
        rest = self.text[self.end : last if last >= 0 else len(self.text)]
        lead = self.text[first : self.start]
        return _in_one_line(lead + self.before + rest), _in_one_line(lead + self.after + rest)

    @property
    def key(self) -> tuple[str, str, str, str]:
        """File, entry and change: the same as long as nobody writes that line anew."""
        return (f"{self.pack}/{self.file}", self.entry, *self.change())

    def __str__(self) -> str:
        before, after = self.change()
        return f"{self.place}  {self.kind}, {self.entry}\n    - {before}\n    + {after}"


def _in_one_line(text: str) -> str:
    return " / ".join(line.strip() for line in text.split("\n") if line.strip())
