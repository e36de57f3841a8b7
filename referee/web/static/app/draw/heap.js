// Places without spaces: heaps of tokens, piles and hands, lists one below the other.

import { el } from "../dom.js";
import { t } from "../words.js";
import { notes, printed } from "./spot.js";

const FEW = 10; // kinds of pieces that are shown with their names

/** Tokens and pieces side by side; parts, if there are any, one below the other. */
export function heap(spot, draw, own) {
  if (spot.parts.length) return list(spot, draw);
  return laid(spot, draw, own, "mini");
}

/** A pile or a hand: what lies open has its name. */
export function pile(spot, draw, own) {
  if (spot.parts.length) return list(spot, draw);
  const open = (own?.pieces ?? []).filter((piece) => piece.entry);
  return laid(spot, draw, own, open.length && open.length <= FEW ? "named" : "mini");
}

/** Parts with their names, or pieces with what is printed on them. */
export function list(spot, draw, own = draw.content.get(spot.id)) {
  if (!spot.parts.length) return laid(spot, draw, own, "named");
  const rows = spot.parts.map((part) =>
    el(
      "div",
      { class: "row", "data-place": part.id, role: "group", "aria-label": part.label },
      el("span", { class: "row-name" }, part.label, " ", printed(part, draw)),
      laid(part, draw, draw.content.get(part.id), "named"),
    ),
  );
  return el("div", { class: "rows" }, rows);
}

/** What lies in a place that has no parts. */
export function laid(spot, draw, own, style) {
  const pieces = own?.pieces ?? [];
  const chips = pieces.map((piece) => draw.chip(piece, { id: spot.id, kind: spot.info.kind }, style));
  const room = el("div", { class: "laid", "data-place": spot.id }, chips, notes(spot, draw));
  if (own?.uncounted) room.append(el("span", { class: "nothing" }, t("uncounted")));
  else if (!pieces.length) room.append(el("span", { class: "nothing" }, "–"));
  return room;
}
