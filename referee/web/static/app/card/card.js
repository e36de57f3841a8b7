// The page of an entry: what it does, what is printed on it, what each fact rests on, and how the rules write it.

import { el } from "../dom.js";
import { icon } from "../draw/icon.js";
import { telling } from "../draw/value.js";
import { t, spelt } from "../words.js";
import { dialog } from "../table/dialog.js";
import { source } from "./source.js";

/** A few lines about an entry, for a glance. */
export function about(draw, key, label) {
  const entry = draw.entries.find(key);
  const data = (entry?.data ?? []).filter(telling).map((value) => `${draw.entries.word("field", value.id)}: ${draw.say.value(value)}`);
  return { title: label ?? draw.entries.name(key), lines: [entry?.rules?.text, data.join(" · ")].filter(Boolean) };
}

/** Opens the page of an entry. */
export function openCard(draw, key) {
  const entry = draw.entries.find(key);
  const name = draw.entries.name(key);
  if (!entry) return dialog(name, el("p", {}, spelt(key)));
  const box = dialog(name, el("article", { class: "card" }, head(draw, entry), body(draw, entry)));
  return box;
}

function head(draw, entry) {
  return el("div", { class: "card-head" }, icon(draw.marks.of(entry.key), 56), el("div", {}, el("p", { class: "hint" }, `${draw.entries.word("kind", entry.kind)} · ${entry.key}`), el("p", { class: "rules" }, entry.rules?.text ?? t("no_rules"))));
}

function body(draw, entry) {
  const data = (entry.data ?? []).map((value) => el("tr", {}, el("th", { scope: "row" }, draw.entries.word("field", value.id)), el("td", {}, draw.say.value(value))));
  const facts = (entry.provenance ?? []).map((fact) => ground(fact, draw));
  return [
    data.length ? el("table", { class: "scores" }, el("caption", {}, t("printed")), el("tbody", {}, data)) : "",
    facts.length ? el("section", {}, el("h3", {}, t("rests_on")), el("ul", { class: "facts" }, facts)) : "",
    source(entry),
  ];
}

/** What a fact rests on: its status, the document, the reason where it isn't simply stated. */
function ground(fact, draw) {
  const what = fact.field ? `${draw.entries.word("field", fact.field)}: ` : "";
  const status = fact.status ?? "";
  return el(
    "li",
    { class: `fact ${status}` },
    what,
    el("b", {}, t(`status_${status}`)),
    fact.document ? ` (${fact.document})` : "",
    fact.because ? el("p", { class: "hint" }, fact.because) : "",
  );
}
