"""Reads the files of one pack: the head in pack.yaml, and the roots of all its files."""

from __future__ import annotations

import re

from referee.packs import limits
from referee.packs.access import spots_of, text_of, words_of
from referee.packs.findings import Findings
from referee.packs.model import OptionDecl, OptionValue, Pack
from referee.packs.node import Mapping, Node, Position, Scalar, Sequence, size_of
from referee.packs.order import in_order
from referee.packs.reader import read_yaml
from referee.packs.salvage import read_file
from referee.packs.schema import header_check, header_names, item_schema, pack_kinds, section_names
from referee.packs.source import Folder, is_part
from referee.packs.spelling import closest

LANGUAGE = 1
_ID = re.compile(rb"^id: *([a-z][a-z0-9_-]*) *(?:#.*)?\r?$", re.MULTILINE)


def peek_id(folder: Folder) -> str:
    """The id in pack.yaml, found without a full reading; the folder's name when there is none."""
    written = _ID.findall(folder.files.get("pack.yaml", b""))
    if len(written) == 1:
        return str(written[0].decode("ascii"))
    root, _ = read_yaml(folder.files.get("pack.yaml", b""), "pack.yaml")
    name = text_of(root.get("id")) if isinstance(root, Mapping) else ""
    return name or folder.label.rsplit("/", 1)[-1]


def id_place(folder: Folder) -> Position:
    """Where the id stands in pack.yaml; its beginning where there is none."""
    root, _ = read_yaml(folder.files.get("pack.yaml", b""), folder.place("pack.yaml"))
    name = root.get("id") if isinstance(root, Mapping) else None
    return name.at if name is not None else folder.position()


def read_pack(folder: Folder, report: Findings) -> Pack | None:
    """The pack in a folder, with everything wrong in its head reported; None when there is no head at all.

    Where a part of the head can't be read, its kind is empty if that isn't known.
    """
    if "pack.yaml" not in folder.files:
        report.add("E0131", folder.position(), name=folder.label or "the pack")
        return None
    pack_id = peek_id(folder)
    documents: list[Mapping] = []
    head: Mapping | None = None
    hidden: frozenset[str] = frozenset()  # what stands in parts of the head that can't be read
    reported = False
    paths = sorted((path for path in folder.files if is_part(path)), key=lambda path: (path != "pack.yaml", path))
    for path in paths:
        root, findings, unread = read_file(folder.files[path], folder.place(path), pack_id, limits.NODES - report.nodes)
        report.unread |= unread
        if path == "pack.yaml":
            hidden, reported = unread, bool(findings)
        report.nodes += size_of(root)
        report.extend(findings)
        if any(finding.code.code == "E0107" for finding in findings):
            break  # too much: the rest isn't read at all
        if isinstance(root, Mapping):
            documents.append(root)
            if path == "pack.yaml":
                head = root
            else:
                _no_head(root, report)
        elif root is not None and not (isinstance(root, Scalar) and root.value is None):
            what = "a file of a pack is a mapping from section names to their contents"
            report.add("E0111", root.at, what=what)
    if head is None:
        if not reported:
            report.add("E0131", folder.position(), name=folder.label or "the pack")
        return None
    elsewhere = {key for document in documents if document is not head for key in document}
    kind = _check_head(head, hidden, elsewhere, report)
    language = head.get("language")
    if isinstance(language, Scalar) and type(language.value) is int and language.value != LANGUAGE:
        report.add("E0136", language.at, value=language.text)
    title = head.get("title")
    return Pack(
        id=pack_id,
        kind=kind,
        version=text_of(head.get("version")),
        title=title if isinstance(title, Scalar) else Scalar(pack_id, head.at, pack=pack_id),
        seats=_seats(head.get("seats"), report),
        requires=tuple(each.text for each in words_of(head.get("requires"))),
        conflicts=tuple(each.text for each in words_of(head.get("conflicts"))),
        options={
            each.id: each for document in in_order(documents, "options") for each in _options(document, pack_id, report)
        },
        path=folder.label,
        documents=tuple(documents),
        files=dict(folder.files),
        sources=_sources(head.get("sources")),
        at=head.keys.get("id", head.at),
    )


def _no_head(root: Mapping, report: Findings) -> None:
    for key in root:
        if key in header_names():
            report.add("E0128", root.keys[key], width=len(key), key=key)


def _head_of(root: Mapping) -> Mapping:
    entries = {key: value for key, value in root.items() if key in header_names()}
    return Mapping(entries, {key: root.keys[key] for key in entries}, root.at, root.pack)


def _check_head(head: Mapping, hidden: frozenset[str], elsewhere: set[str], report: Findings) -> str:
    """Reports what is wrong with the head. The answer is the kind of the pack, empty where it isn't known.

    `hidden` are the words of what can't be read in it, `elsewhere` the keys of the other files: nothing is missing
    that may be there.
    """
    found = Findings()
    header_check()(_head_of(head), "pack.yaml", found)
    strays = [key for key in head if key not in header_names() | section_names()]
    for each in found.all:
        key = dict(each.arguments).get("key", "") if each.code.code == "E0122" else ""
        if not key or not (hidden or key in elsewhere or closest(key, strays, slips_only=True)):
            report.extend([each])
    report.unread |= found.unread
    kind = text_of(head.get("kind"))
    lost = {key for key in ("requires", "seats") if closest(key, strays, slips_only=True)}
    lost |= {key for key in ("requires", "seats") if hidden and key not in head}
    if "requires" in lost and kind != "game":
        report.incomplete = True
    if "seats" in lost:
        report.unread.add("seats")
    return kind if kind in pack_kinds() else ""


def _seats(node: Node | None, report: Findings) -> tuple[int, int]:
    if isinstance(node, Scalar) and type(node.value) is int:
        return (node.value, node.value)
    if isinstance(node, Sequence) and len(node) == 2:
        least, most = (each.value if isinstance(each, Scalar) else None for each in node)
        if type(least) is int and type(most) is int:
            if least > most:
                report.add("E0126", node.at, where="`seats`", expected="[least, most]", found=f"[{least}, {most}]")
            return (least, most)
    return (0, 0)


def _sources(node: Node | None) -> dict[str, str] | None:
    if node is None or (isinstance(node, Scalar) and node.text in ("none", "")):
        return None
    if isinstance(node, Mapping):
        return {
            key: text_of(value) or text_of(value.get("title") if isinstance(value, Mapping) else None)
            for key, value in node.items()
        }
    return {each.text.split(" ", 1)[0].rstrip(",:"): each.text for each in words_of(node)}


def option_value(node: Node | None) -> OptionValue | None:
    """A value of an option as data; yes and no are words. None for what can't be one."""
    if isinstance(node, Scalar) and node.value is not None:
        return node.text if isinstance(node.value, bool) else node.value
    if isinstance(node, Sequence):
        items = [each.value for each in node if isinstance(each, Scalar)]
        numbers = tuple(each for each in items if type(each) is int)
        if len(numbers) == len(node):
            return numbers
        return tuple(str(each) for each in items)
    return None


def _options(root: Mapping, pack: str, report: Findings) -> list[OptionDecl]:
    section = root.get("options")
    result: list[OptionDecl] = []
    for name, node in section.items() if isinstance(section, Mapping) else ():
        if not isinstance(node, Mapping) or not isinstance(section, Mapping):
            continue
        at = section.keys[name]
        listed = node.get("values")
        values = [option_value(each) for each in listed] if isinstance(listed, Sequence) else []
        pick = node.get("pick")
        number = pick.value if isinstance(pick, Scalar) and type(pick.value) is int else 0
        if not listed and not pick:
            report.hurt.add(at)
            if set(node) <= set(item_schema("options")["properties"]):  # else it is there, but misspelt
                report.add("E0122", at, width=len(name), where=f"the option `{name}`", key="values")
        if number and "of" not in node:
            report.add("E0122", at, width=len(name), where=f"the option `{name}`", key="of")
        says = node.get("says")
        decl = OptionDecl(
            id=name,
            pack=pack,
            values=tuple(each for each in values if each is not None),
            pick=number,
            of=text_of(node.get("of")),
            default=_default(node.get("default"), bool(number)),
            says=says if isinstance(says, Scalar) else None,
            at=at,
            default_at=node.entries["default"].at if "default" in node else None,
            spots=spots_of(listed),
            default_spots=spots_of(node.get("default")),
        )
        _check_default(decl, node.get("default"), report)
        result.append(decl)
    return result


def _default(node: Node | None, picked: bool) -> OptionValue:
    if picked:
        words = tuple(each.text for each in words_of(node))
        return () if words == ("none",) else words
    value = option_value(node)
    return "" if value is None else value


def _check_default(decl: OptionDecl, node: Node | None, report: Findings) -> None:
    if node is None or decl.pick or not decl.values or decl.default in decl.values:
        return
    allowed = listed(decl)
    value = written(decl.default)
    hint = report.guess(value, [written(each) for each in decl.values])
    report.add("E0141", node.at, width=len(value), hint=hint, value=value, name=decl.id, allowed=allowed)
    report.hurt.add(decl.at)


def written(value: OptionValue) -> str:
    """An option's value as a setting writes it."""
    return ",".join(str(each) for each in value) if isinstance(value, tuple) else str(value)


def listed(decl: OptionDecl) -> str:
    """What may stand for an option, in words."""
    if decl.pick:
        among = f"of {', '.join(written(each) for each in decl.values)}" if decl.values else f"entries of {decl.of}"
        return f"it takes {decl.pick} different {among}, or none"
    return "it is one of " + ", ".join(written(each) for each in decl.values)
