// What stands at a space beside the pieces: what is printed there, values of its own, and who points at it.

import { el } from "../dom.js";
import { icon, seatIcon } from "./icon.js";
import { bag } from "./piece.js";
import { telling } from "./value.js";

/** What the board says is printed on a place: numbers as they are, things as signs. */
export function printed(spot, draw) {
  const own = (spot.info.values ?? []).filter(telling);
  return own.map((value) => {
    const label = `${draw.entries.word("field", value.id)}: ${draw.say.value(value)}`;
    const kind = value.number === undefined ? "printed" : "printed number";
    return el("span", { class: kind, title: label }, el("span", { class: "unseen" }, label), shown(value, draw));
  });
}

function shown(value, draw) {
  if (value.number !== undefined) return el("span", { "aria-hidden": "true" }, String(value.number));
  if (value.numbers) return el("span", { "aria-hidden": "true" }, value.numbers.numbers.join(" "));
  if (value.bag) return bag(value.bag.amounts, draw, 13);
  const found = value.ref && draw.entries.find(value.ref);
  if (found) return icon(draw.marks.of(found.key), 14);
  return el("span", { "aria-hidden": "true" }, value.yes ? draw.entries.word("field", value.id) : draw.say.value(value));
}

/** Values that belong to the place, and values of seats or of the table that point at it. */
export function notes(spot, draw) {
  const own = (draw.layout.ofPlace.get(spot.id) ?? []).filter((info) => telling(draw.values.get(info.id)));
  const told = own.map((info) => {
    const value = draw.values.get(info.id);
    const text = value.yes ? info.label.text : `${info.label.text} ${draw.say.value(value)}`;
    return el("span", { class: "note" }, text);
  });
  return [...told, ...(draw.pointers.get(spot.id) ?? []).map((info) => pointer(info, draw))];
}

function pointer(info, draw) {
  const label = info.seat ? `${info.label.text}: ${draw.say.seat(info.seat)}` : info.label.text;
  const sign = info.seat ? seatIcon(info.seat, 18, info.label.text.charAt(0).toUpperCase()) : el("span", { "aria-hidden": "true" }, "◆");
  return el("span", { class: "pointer", title: label }, sign, el("span", { class: "unseen" }, label));
}

/** Which values point at which places: place → value infos. */
export function pointersOf(layout, values) {
  const found = new Map();
  for (const [id, info] of layout.infos) {
    const value = values.get(id);
    for (const ref of value?.ref ? [value.ref] : (value?.refs?.ids ?? [])) {
      if (layout.spots.has(ref)) found.set(ref, [...(found.get(ref) ?? []), info]);
    }
  }
  return found;
}
