"""What ListEntries tells beside the cards: names of all that views refer to, effects as written, shares of facts."""

from __future__ import annotations

from referee.v1 import catalog_pb2
from referee.v1 import catalog_service_pb2 as api
from tests.service.table import House


async def entries(house: House, pack: str, language: str = "") -> dict[str, catalog_pb2.Entry]:
    request = api.ListEntriesRequest(ruleset=await house.ruleset(pack), page_size=200)
    listed = await house.call("ListEntries", request, api.ListEntriesResponse, "", language)
    assert len({entry.key for entry in listed.entries}) == len(listed.entries)
    return {entry.key: entry for entry in listed.entries}


async def test_tokens_places_fields_and_kinds_have_names(house: House) -> None:
    english, spanish = await entries(house, "auction"), await entries(house, "auction", "es")
    for key, name in (
        ("token/crown", "crown"),
        ("kind/trick", "trick"),
        ("place/podium", "podium"),
        ("field/worth", "worth"),
    ):
        assert english[key].name.text == name and english[key].kind == key.split("/")[0]
        assert not english[key].rules.text and not english[key].effects
    assert english.keys() == spanish.keys()
    assert english["painting/portrait"].name.text == "Portrait"


async def test_effects_are_told_as_they_are_written(house: House) -> None:
    (effect,) = (await entries(house, "auction"))["trick/last_word"].effects
    assert (effect.hook, effect.code) == ("react", "add 2 to my.bid")
    assert effect.source.file == "auction/pack.yaml" and effect.source.line > 1


async def test_a_ruleset_tells_its_share_of_reconstructed_facts(house: House) -> None:
    for pack, claims in (("cuba", True), ("auction", False)):
        request = api.CreateRulesetRequest(packs=[pack])
        ruleset = (await house.call("CreateRuleset", request, api.CreateRulesetResponse)).ruleset
        assert (ruleset.facts > ruleset.reconstructed > 0) == claims


async def test_plain_texts_have_no_keys_and_no_arguments(house: House) -> None:
    request = api.ListEntriesRequest(ruleset=await house.ruleset("auction"), page_size=200)
    whole = (await house.call("ListEntries", request, api.ListEntriesResponse)).entries
    request.plain = True
    plain = (await house.call("ListEntries", request, api.ListEntriesResponse)).entries
    assert [(each.key, each.name.text, each.rules.text) for each in plain] == [
        (each.key, each.name.text, each.rules.text) for each in whole
    ]
    assert any(each.name.key for each in whole)
    assert not any(each.name.key or each.rules.key or each.rules.args for each in plain)
