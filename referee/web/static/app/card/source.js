// How the rules write an entry: its effects, as they stand in the pack.

import { el } from "../dom.js";
import { t, spelt } from "../words.js";

export function source(entry) {
  const effects = entry.effects ?? [];
  if (!effects.length) return "";
  const parts = effects.map((each) => [
    el("p", { class: "hint" }, `${spelt(each.hook ?? "")} · ${each.source?.file ?? ""}:${each.source?.line ?? ""}`),
    el("pre", { tabindex: 0 }, el("code", {}, each.code ?? "")),
  ]);
  return el("details", {}, el("summary", {}, t("effect_code")), parts);
}
