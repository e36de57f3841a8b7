"""Packs written otherwise that must play the same: laid out anew, commented, in other files, in other words."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import yaml

HEAD = ("id", "kind", "version", "language", "title", "seats", "requires", "conflicts", "sources", "options")
TEXTS = ("name", "plural", "title", "says", "because", "sources")
Files = dict[str, yaml.MappingNode]


def read(folder: Path) -> Files:
    """The files of a pack that hold rules, as trees that keep how each scalar was written."""
    found: Files = {}
    for path in sorted(folder.glob("*.yaml")):
        tree = yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
        if isinstance(tree, yaml.MappingNode):
            found[path.name] = tree
    return found


def write(files: Files, folder: Path, indent: int = 2, after: Callable[[str], str] = str) -> Path:
    """Writes a pack into a folder; `after` changes the text of each file. Gives the folder."""
    folder.mkdir(parents=True)
    for name, tree in files.items():
        text = yaml.serialize(tree, Dumper=yaml.BaseDumper, indent=indent, width=10_000, allow_unicode=True)
        (folder / name).write_text(after(text), encoding="utf-8")
    return folder


def nodes(tree: yaml.Node) -> Iterator[yaml.Node]:
    """A tree and everything in it."""
    yield tree
    for child in tree.value if isinstance(tree, yaml.CollectionNode) else ():
        for part in child if isinstance(child, tuple) else (child,):
            yield from nodes(part)


def laid_out(files: Files) -> Files:
    """Every flow collection as a block, code indented twice as deep, without a comment."""
    for tree in files.values():
        for node in nodes(tree):
            if isinstance(node, yaml.CollectionNode):
                node.flow_style = False
            elif isinstance(node, yaml.ScalarNode) and node.style == "|":
                lines = [line for line in node.value.split("\n") if not line.lstrip().startswith("#")]
                node.value = "\n".join(" " * (len(line) - len(line.lstrip())) + line for line in lines)
    return files


def commented(files: Files) -> Files:
    """A comment above every line of code."""
    for tree in files.values():
        for node in nodes(tree):
            if isinstance(node, yaml.ScalarNode) and node.style == "|":
                lines = node.value.split("\n")
                margins = [line[: len(line) - len(line.lstrip())] for line in lines]
                both = zip(margins, lines, strict=True)
                node.value = "\n".join(f"{margin}# a remark\n{line}" if line else line for margin, line in both)
    return files


def remarks(text: str) -> str:
    """A comment and an empty line above every section, and a comment at the end."""
    lines = [f"\n# a remark\n{line}" if line[:1].isalpha() else line for line in text.split("\n")]
    return "\n".join(lines) + "# the end\n"


def scattered(files: Files, dice: random.Random) -> Files:
    """The same sections in other files, in another order; `pack.yaml` keeps its name and the head of the pack."""
    head: list[tuple[yaml.Node, yaml.Node]] = []
    sections: list[tuple[yaml.Node, yaml.Node]] = []
    for tree in files.values():
        for key, value in tree.value:
            (head if key.value in HEAD else sections).append((key, value))
    dice.shuffle(sections)
    shelves: list[list[tuple[yaml.Node, yaml.Node]]] = []
    for key, value in sections:
        free = [shelf for shelf in shelves if all(other.value != key.value for other, _ in shelf)]
        if not free or dice.random() < 0.3:
            shelves.append([])
            free = shelves[-1:]
        dice.choice(free).append((key, value))
    found = {f"{dice.randrange(16**6):06x}.yaml": mapping(shelf) for shelf in shelves}
    return {"pack.yaml": mapping(head), **found}


def mapping(pairs: list[tuple[yaml.Node, yaml.Node]]) -> yaml.MappingNode:
    return yaml.MappingNode("tag:yaml.org,2002:map", pairs, flow_style=False)


def in_other_words(files: Files) -> Files:
    """Every name and text of the pack changed, the parts that are filled in kept."""
    for tree in files.values():
        for text in texts("", tree):
            text.value, text.style = f"Otherwise: {text.value}", '"'
    return files


def texts(key: str, node: yaml.Node) -> Iterator[yaml.ScalarNode]:
    """The scalars that are texts: under a key of texts, however deep."""
    if isinstance(node, yaml.ScalarNode):
        if key in TEXTS and not (key == "sources" and node.value == "none"):
            yield node
    else:
        for child in node.value:
            name, inside = child if isinstance(child, tuple) else (None, child)
            yield from texts(key if name is None or key in TEXTS else name.value, inside)
