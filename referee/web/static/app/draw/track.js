// A track: rows of spaces that fill up, each with its price or number, or spaces to be taken one by one.

import { el } from "../dom.js";
import { icon } from "./icon.js";
import { laid } from "./heap.js";
import { notes, printed } from "./spot.js";

export function track(spot, draw, own) {
  if (!spot.parts.length) return row(spot, draw, own, "");
  if (spot.parts.some((part) => (part.info.capacity ?? 0) > 1)) {
    return el("div", { class: "track-rows" }, spot.parts.map((part) => row(part, draw, draw.content.get(part.id), part.label)));
  }
  const spaces = spot.parts.map((part) =>
    el("li", { class: "space", "data-place": part.id }, el("span", { class: "space-name" }, named(part, spot), printed(part, draw)), laid(part, draw, draw.content.get(part.id), "mini")),
  );
  return el("ol", { class: "track" }, spaces);
}

const named = (part, spot) => (spot.same ? "" : `${part.label} `);

/** Room for so many: filled and free spaces, with their numbers where each has one. */
function row(spot, draw, own, name) {
  const capacity = spot.info.capacity ?? 0;
  const pieces = own?.pieces ?? [];
  const count = pieces.reduce((sum, piece) => sum + (piece.count ?? 1), 0);
  const numbers = (spot.info.values ?? []).find((value) => value.numbers?.numbers?.length === capacity)?.numbers.numbers;
  const id = spot.id.split("/").pop();
  const mark = draw.entries.find(id) && icon(draw.marks.of(draw.entries.key(id)), 18);
  const places = Array.from({ length: capacity }, (_, at) =>
    el("span", { class: at < count ? "pip full" : "pip" }, numbers ? String(numbers[at]) : ""),
  );
  const rest = { ...spot, info: { ...spot.info, values: (spot.info.values ?? []).filter((value) => value.numbers?.numbers !== numbers) } };
  return el(
    "div",
    { class: "track-row", "data-place": spot.id, role: "group", "aria-label": `${name || spot.label}: ${count}/${capacity}` },
    name && el("span", { class: "row-name" }, mark, name),
    capacity ? el("span", { class: "pips", "aria-hidden": "true" }, places) : laid(spot, draw, own, "mini"),
    capacity && !mark ? pieces.map((piece) => draw.chip(piece, { id: spot.id, kind: spot.info.kind }, "mini")) : "",
    el("span", { class: "fill" }, `${count}/${capacity || "∞"}`),
    printed(rest, draw),
    notes(spot, draw),
  );
}
