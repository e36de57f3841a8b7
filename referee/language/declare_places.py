"""The declarations of a stack → the model: places, values and rule values."""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.language import types
from referee.language.data import option_constant, read_data, read_type, word_value
from referee.language.declare import TABLE, by_seats, check_id, section, text_of, words
from referee.language.findings import Findings
from referee.language.model import Model, Place, Rule, Value
from referee.language.types import NUMBER, NUMBERS, UNKNOWN, YES, Type
from referee.packs import Stack
from referee.packs.node import Mapping, Node, Scalar, Sequence
from referee.packs.spelling import closest, did_you_mean, suggestion

NAME = re.compile(r"[a-z][a-z0-9_]*")
SUPPLY = "supply"
BOX = "box"
PURSE = "purse."  # the dot keeps it apart from every declared name
VISIBILITY = ("everyone", "owner", "nobody")
MAX_CELLS = 2_000
YES_NO = ("yes", "no", "true", "false")


def declare_places(stack: Stack, model: Model, found: Findings) -> None:
    """All places, the implicit supply first; cell data are read by `declare_cell_data`."""
    supplied = tuple(t.index for t in model.tokens.values() if t.supply is not None)
    node = section(stack, "places")
    if supplied and (node is None or SUPPLY not in node):
        at = next(iter(model.tokens.values())).at
        model.places[SUPPLY] = Place(SUPPLY, at, name="supply", tokens=supplied)
    for name, item in node.items() if node else ():
        assert node is not None
        place = Place(name, node.keys[name], name=name.replace("_", " "))
        model.places[name] = place
        with found.declaring(name, item, place.at):
            check_id(name, place.at, found, owns=True)
            if isinstance(item, Mapping):
                _place(place, item, model, found)
    _purse(model)
    for name, item in node.items() if node else ():
        if isinstance(item, Mapping):
            with found.declaring(name, None, model.places[name].at):
                _owner_and_content(model.places[name], item, model, found)


def _owner_and_content(place: Place, item: Mapping, model: Model, found: Findings) -> None:
    """What a place names of kinds and other places."""
    owners = ["table", "seat", *model.kinds, *model.places]
    if place.owner not in owners:
        found.unknown("E0210", item.entries["of"].at, place.owner, owners)
        place.owner = "table"
    owner = model.places.get(place.owner) if place.owner != TABLE else None
    if owner is not None and (owner.form != "cells" or _owned_by_itself(place, model)):
        if owner.id not in found.doubtful:
            what = f"`{owner.id}` can't own `{place.id}`: places belong to seats, kinds, or the cells of another place"
            found.add("E0228", item.entries["of"].at, len(owner.id), what=what)
        found.count += 1
        place.owner = "table"
    if place.holds and place.holds not in model.kinds:
        at = next(item.entries[key].at for key in ("holds", "pile") if key in item)
        found.unknown("E0210", at, place.holds, model.kinds)
        place.holds = ""
    others = (("only_in", place.only_in), ("leaves", (place.leaves.rpartition(".")[2],)))
    for key, names in others:
        for word, scalar in zip(names, _scalars(item.entries[key]) if key in item else (), strict=False):
            if word not in (*model.places, BOX):
                at = scalar.locate(1, len(scalar.text) - len(word) + 1)
                found.unknown("E0210", at, word, [*model.places, BOX])
    if place.when_empty and place.when_empty not in model.places:
        scalar = _scalars(item.entries["when_empty"])[0]
        found.unknown("E0210", scalar.locate(1, len("shuffle ") + 1), place.when_empty, model.places)
        place.when_empty = ""


def _owned_by_itself(place: Place, model: Model) -> bool:
    """Does the chain of owners lead back to the place?"""
    seen = {place.id}
    owner = place.owner
    while owner in model.places:
        if owner in seen:
            return True
        seen.add(owner)
        owner = model.places[owner].owner
    return False


def _is_bag_of_owner(place: Place, model: Model) -> bool:
    kind = model.kinds.get(place.owner)
    field = kind.fields.get(place.fills) if kind is not None else None
    return place.form == "pool" and field is not None and field.sort == "bag"


def _place(place: Place, item: Mapping, model: Model, found: Findings) -> None:
    place.owner = text_of(item.get("of"), "table")
    place.name = text_of(item.get("name"), place.name)
    if "grid" in item:
        grid = item.entries["grid"]
        sizes = [_number(n, model, found) for n in grid] if isinstance(grid, Sequence) else []
        place.form, place.grid = "cells", (sizes[0], sizes[1]) if len(sizes) == 2 else (1, 1)
    elif "cells" in item or "ring" in item:
        size = item.get("cells") or item.get("ring")
        place.form, place.grid, place.ring = "cells", (1, _number(size, model, found)), "ring" in item
    elif "pile" in item:
        place.form, place.holds = "pile", text_of(item.get("pile"))
    if place.form == "cells" and not 1 <= place.cells <= MAX_CELLS:
        if not found.damage.hits(item):
            found.add("E0229", place.at, what=f"a place has 1 to {MAX_CELLS} cells")
        place.grid = (1, 1)
    place.holds = text_of(item.get("holds"), place.holds)
    if place.form == "pool":
        place.tokens = _tokens(item.get("tokens"), model, found)
        if "limit" in item:
            limit = text_of(item.get("limit"))
            place.limit = int(limit) if limit.isdigit() else limit
        if "total" in item:
            total = text_of(item.get("total"))
            place.total = total if NAME.fullmatch(total) else _number(item.get("total"), model, found)
        place.home = text_of(item.get("home")) in ("yes", "true")
    place.seen_by = _visibility(item.get("seen_by"), "everyone", found)
    # How many lie there is public unless the pack says otherwise; who sees the things sees their number.
    place.count_seen_by = _visibility(item.get("count_seen_by"), "everyone", found)
    place.ordered = text_of(item.get("ordered")) in ("yes", "true")
    place.unique_by = text_of(item.get("unique_by"))
    place.only_in = words(item.get("only_in"))
    place.leaves = text_of(item.get("leaves"))
    when_empty = text_of(item.get("when_empty")).split()
    if when_empty:
        if len(when_empty) != 2 or when_empty[0] != "shuffle":
            found.add("E0228", item.entries["when_empty"].at, what="`when_empty` is written `shuffle PLACE`")
        else:
            place.when_empty = when_empty[1]
    place.shape = text_of(item.get("shape"))
    place.fills = text_of(item.get("fills"))
    if "names" in item and not found.damage.hits(item):
        place.names = tuple(name.text for name in _scalars(item.entries["names"]))
        if place.form != "cells" or len(place.names) != place.cells:
            what = f"`names` of {len(place.names)} cells, but `{place.id}` has {place.cells}"
            found.add("E0228", item.keys["names"], len("names"), what=what)
            place.names = ()


def _purse(model: Model) -> None:
    """Tokens that no home takes are counted for each seat by themselves (`my.coin`), in sight of everyone."""
    homed = {token for place in model.places.values() if place.home for token in place.tokens}
    rest = tuple(token.index for token in model.tokens.values() if token.index not in homed)
    if rest and model.tokens:
        at = next(iter(model.tokens.values())).at
        model.places[PURSE] = Place(PURSE, at, name="purse", owner="seat", tokens=rest, home=True, counter=True)


def _visibility(node: Node | None, default: str, found: Findings) -> str:
    word = text_of(node, default)
    if node is not None and word not in VISIBILITY:
        found.unknown("E0210", node.at, word, VISIBILITY)
        return "nobody"
    return word


def _tokens(node: Node | None, model: Model, found: Findings) -> tuple[int, ...]:
    indices: list[int] = []
    if node is None:
        return tuple(range(len(model.tokens)))
    for item in node.items if isinstance(node, Sequence) else (node,):
        word = text_of(item)
        if word in model.groups:
            indices.extend(i for i in model.groups[word].tokens if i not in indices)
        elif word in model.tokens:
            if model.tokens[word].index not in indices:
                indices.append(model.tokens[word].index)
        elif word == "all":
            indices.extend(range(len(model.tokens)))
        else:
            found.unknown("E0210", item.at, word, [*model.tokens, *model.groups])
    return tuple(indices)


def _number(node: Node | None, model: Model, found: Findings) -> int:
    if node is None:
        return 0
    value = read_data(node, NUMBER, model, found)
    return value if isinstance(value, int) else 0


def declare_cell_data(stack: Stack, model: Model, found: Findings) -> None:
    """The data printed on the cells of places, and the fields that hold the slots of those inside pieces."""
    node = section(stack, "places")
    for name, item in node.items() if node else ():
        if not isinstance(item, Mapping):
            continue
        place = model.places[name]
        if place.fills and not _is_bag_of_owner(place, model):
            _no_bag(place, item, model, found)
        _check_room(place, item, model, found)
        data = item.get("data")
        for field_name, written in data.items() if isinstance(data, Mapping) else ():
            if field_name not in ("source", "status", "because"):
                assert isinstance(data, Mapping)
                with found.declaring(field_name, None, data.keys[field_name]):
                    _cell_datum(place, field_name, written, model, found)
        if place.unique_by and name not in found.doubtful:
            kind = model.kinds.get(place.holds)
            if kind is not None and kind.id not in found.doubtful and place.unique_by not in kind.fields:
                found.unknown("E0210", item.entries["unique_by"].at, place.unique_by, kind.fields)


def _check_room(place: Place, item: Mapping, model: Model, found: Findings) -> None:
    """What `limit` and `total` name: a datum of the tokens, or a field of the kind whose pieces the place is in."""
    kind = model.kinds.get(place.owner)
    fields = kind.fields if kind is not None else {}
    counted = [name for name, type_ in fields.items() if type_.sort == "number"]
    bags = [name for name, type_ in fields.items() if type_.sort == "bag"]
    unclear = kind is not None and kind.id in found.doubtful
    if isinstance(place.limit, str) and place.limit not in (*model.token_data, *counted, *bags):
        if not unclear:
            found.unknown("E0210", item.entries["limit"].at, place.limit, [*model.token_data, *counted, *bags])
        place.limit = None
    if isinstance(place.total, str) and place.total not in counted:
        if not unclear:
            found.unknown("E0210", item.entries["total"].at, place.total, counted)
        place.total = None


def _no_bag(place: Place, item: Mapping, model: Model, found: Findings) -> None:
    kind = model.kinds.get(place.owner)
    bags = [field for field, type_ in kind.fields.items() if type_.sort == "bag"] if kind is not None else []
    if not found.hidden((place.fills, place.id, place.owner)):
        what = f"`fills: {place.fills}` is for tokens of pieces whose kind has a field of that name, a bag"
        at = item.entries["fills"].at
        found.add("E0228", at, len(place.fills), hint=did_you_mean(place.fills, bags), what=what, word=place.fills)
    place.fills = ""


def _cell_datum(place: Place, field_name: str, written: Node, model: Model, found: Findings) -> None:
    """One column of what is printed on the cells of a place."""
    type_: Type | None = None
    if isinstance(written, Mapping) and "type" in written and "is" in written:
        declared = written.entries["type"]
        type_ = read_type(text_of(declared), declared.at, model, found)
        written = written.entries["is"]
    chosen = _by_option(written, model, found)
    if chosen is None or found.damage.hits(written):
        place.data[field_name] = (UNKNOWN, ())
        return
    lists = _by_seat(chosen, model, found)
    type_ = type_ or _infer([value for one in lists for value in one], model, found)
    place.data[field_name] = (type_, tuple(_column(one, type_, place, model, found) for one in lists))
    for branch in _other_branches(written, chosen):
        for value in _scalars(branch):
            if not (type_.sort == "number" and value.text == "none"):
                read_data(value, type_, model, found)


def _other_branches(node: Node, chosen: Node) -> Iterator[Node]:
    """What stands there for other values of options, and for single seats: it is read for its findings."""
    if node is chosen:
        return
    if isinstance(node, Mapping):
        for key, value in node.items():
            if key != "option":
                yield from _other_branches(value, chosen)
    elif isinstance(node, Sequence) and any(isinstance(each, Mapping) for each in node):
        for each in node:
            yield from _other_branches(each, chosen)
    else:
        yield node


def _by_option(node: Node, model: Model, found: Findings) -> Node | None:
    """Follows `{option: NAME, VALUE: …}` to the branch of the option's value; None after a finding."""
    if not isinstance(node, Mapping) or "option" not in node:
        return node
    name = text_of(node.get("option"))
    if found.hidden([name]):
        return None
    option = model.options.get(name)
    if option is None:
        found.unknown("E0210", node.entries["option"].at, name, model.options)
        return None
    if option.type.sort == "yes":
        chosen = "yes" if option.value else "no"
    elif option.type.sort == "word":
        chosen = option.words[option.value] if isinstance(option.value, int) else ""
    else:
        chosen = str(option.value)
    if chosen not in node:
        _no_branch(node, name, chosen, found)
        return None
    return _by_option(node.entries[chosen], model, found)


def _no_branch(node: Mapping, name: str, chosen: str, found: Findings) -> None:
    """Report that the value of an option has no branch; at one that is nearly it, if there is any."""
    near = closest(chosen, (key for key in node if key != "option"))
    if near:
        found.add("E0210", node.keys[near[0]], len(near[0]), hint=suggestion([chosen]), word=near[0])
    else:
        found.add("E0227", node.at, word=name, what=f"a branch for `{chosen}`")


def _by_seat(node: Node, model: Model, found: Findings) -> list[list[Scalar]]:
    if isinstance(node, Mapping) and "by_seat" in node:
        rows = node.entries["by_seat"]
        chosen = [_by_option(row, model, found) for row in rows] if isinstance(rows, Sequence) else []
        return [_scalars(row) for row in chosen if row is not None]
    return [_scalars(node)]


def _scalars(node: Node) -> list[Scalar]:
    """All scalars of a list, rows of a grid flattened."""
    if isinstance(node, Scalar):
        return [node]
    if isinstance(node, Sequence):
        return [scalar for item in node for scalar in _scalars(item)]
    return []


def _infer(values: list[Scalar], model: Model, found: Findings) -> Type:
    """The type that fits all values of a column."""
    if any(name in found.doubtful for name in model.symbols):
        return UNKNOWN  # nobody knows what words there are
    texts = {value.text for value in values}
    maybe = "none" in texts
    texts.discard("none")
    if all(
        isinstance(v.value, int) and not isinstance(v.value, bool) or v.text == "none" or v.text.startswith("option ")
        for v in values
    ):
        return NUMBER
    candidates = [YES, types.token("")]
    candidates += [types.symbol(name) for name in model.symbols]
    candidates += [types.entry(name) for name in model.kinds]
    candidates += [types.token(name) for name in model.groups]
    for type_ in candidates:
        if all(word_value(text, type_, model) is not None for text in texts):
            return type_.or_none() if maybe else type_
    words = [value for value in values if value.text != "none"]
    fitting = {type_: [v for v in words if word_value(v.text, type_, model) is not None] for type_ in candidates}
    likely = max(candidates, key=lambda type_: len(fitting[type_]))
    wrong = [value for value in words if value not in fitting[likely]]
    if 2 * len(wrong) < len(words):  # the few are misspelt, not the many
        for value in wrong:
            found.unknown("E0210", value.at, value.text, {each.text for each in fitting[likely]})
        return UNKNOWN
    known = [
        "none",
        *model.tokens,
        *(e.id for e in model.entries),
        *(m for s in model.symbols.values() for m in s.members),
    ]
    for value in values:
        if value.text not in known and value.text != "none":
            found.unknown("E0210", value.at, value.text, known)
    return UNKNOWN


def _column(values: list[Scalar], type_: Type, place: Place, model: Model, found: Findings) -> tuple[int, ...]:
    if len(values) != place.cells and place.id not in found.doubtful:
        at = values[0].at if values else place.at
        found.add("E0228", at, what=f"`{place.id}` has {place.cells} cells, but {len(values)} data stand here")
        return (0,) * place.cells
    column: list[int] = []
    for value in values:
        if type_.sort == "number" and value.text == "none":
            column.append(0)
            continue
        constant = option_constant(value, model, found)
        read = constant if constant is not None else read_data(value, type_, model, found)
        column.append(read if isinstance(read, int) else 0)
    return tuple(column)


def declare_values(stack: Stack, model: Model, found: Findings) -> None:
    """Values of the table, of seats and of pieces."""
    node = section(stack, "values")
    for name, item in node.items() if node else ():
        assert node is not None
        value = Value(name, node.keys[name], name=name.replace("_", " "))
        model.values[name] = value
        with found.declaring(name, item, value.at):
            check_id(name, value.at, found)
            if isinstance(item, Mapping):
                _value(value, item, model, found)
            elif isinstance(item, Scalar) and item.value is not None:
                value.initial_code = item


def _value(value: Value, item: Mapping, model: Model, found: Findings) -> None:
    value.owner = text_of(item.get("of"), "table")
    owners = ["table", "seat", *model.kinds, *model.places]
    if value.owner not in owners:
        found.unknown("E0210", item.entries["of"].at, value.owner, owners)
        value.owner = "table"
    value.name = text_of(item.get("name"), value.name)
    declared = item.get("type")
    if declared is not None:
        value.type = read_type(text_of(declared), declared.at, model, found)
    value.drawn = text_of(item.get("shape"))
    value.sealed = text_of(item.get("sealed")) in ("yes", "true")
    value.seen_by = _visibility(item.get("seen_by"), "everyone", found)
    if "rolls" in item:
        value.rolls = _number(item.get("rolls"), model, found)
    initial = item.get("initial")
    if isinstance(initial, Scalar):
        value.initial_code = initial


def declare_rules(stack: Stack, model: Model, found: Findings) -> None:
    """Rule values with their bases."""
    node = section(stack, "rules")
    for name, item in node.items() if node else ():
        assert node is not None
        rule = Rule(name, node.keys[name], name=name.replace("_", " "))
        model.rules[name] = rule
        with found.declaring(name, item, rule.at):
            check_id(name, rule.at, found)
            _rule(rule, item, model, found)


def _rule(rule: Rule, item: Node, model: Model, found: Findings) -> None:
    base: Node | None = item
    declared: Node | None = None
    if isinstance(item, Mapping):
        base = item.get("base")
        declared = item.get("type")
        rule.owner = text_of(item.get("of"), "table")
        owners = ["table", "seat", *model.kinds]
        if rule.owner not in owners:
            found.unknown("E0210", item.entries["of"].at, rule.owner, owners)
            rule.owner = "table"
        rule.says = text_of(item.get("says"))
        rule.name = text_of(item.get("name"), rule.name)
    if declared is not None:
        rule.type = read_type(text_of(declared), declared.at, model, found)
    elif isinstance(base, Sequence):
        rule.type = NUMBERS
    elif isinstance(base, Scalar) and base.text in YES_NO:
        rule.type = YES
    elif isinstance(base, Scalar) and base.text.startswith("option "):
        option = model.options.get(base.text.split()[1])
        if option is not None and option.type.sort == "yes":
            rule.type = YES
    if declared is None and isinstance(base, Scalar) and isinstance(base.value, str) and closest(base.text, YES_NO):
        found.add("E0210", base.at, len(base.text), hint=suggestion(closest(base.text, YES_NO)), word=base.text)
    elif base is not None:
        rule.base = _base(base, rule, model, found)
    elif not found.damage.hits(item, rule.at):
        found.add("E0227", rule.at, len(rule.id), word=rule.id, what="a `base`")


def _base(node: Node, rule: Rule, model: Model, found: Findings) -> object:
    """The base of a rule value: a datum, or numbers by the number of seats, one for each that can play."""
    if not (isinstance(node, Mapping) and rule.type.sort == "number" and all(key.isdigit() for key in node)):
        return read_data(node, rule.type, model, found)
    numbers = by_seats(node, model, found)
    missing = [seats for seats in range(model.seats[0], model.seats[1] + 1) if seats not in numbers]
    if missing:
        found.add("E0227", node.at, word=rule.id, what=f"a base for {' and '.join(map(str, missing))} seats")
    return numbers | dict.fromkeys(missing, 0)
