// Pieces and tokens as chips: a sign, a count, where there is room a name and what is printed on it.

import { el, put } from "../dom.js";
import { t } from "../words.js";
import { backIcon, icon, seatColour, seatIcon } from "./icon.js";
import { telling } from "./value.js";

const SEAT_REF = /^(?:seat\/)?(\d+)$/;

/** The seat that a piece names as one of its values: its owner, as a rule. */
export function ownerOf(piece) {
  for (const value of piece.values ?? []) {
    const seat = value.ref && SEAT_REF.exec(value.ref);
    if (seat) return seat[1];
  }
  return "";
}

/** The values of a piece beside its owner, shortly: `5`, `ready`. */
function marksOf(piece, kind, draw) {
  const own = (piece.values ?? []).filter((value) => !(value.ref && SEAT_REF.test(value.ref)) && telling(value));
  const told = own.map((value) => (value.number !== undefined ? String(value.number) : value.yes ? draw.entries.word("field", value.id) : draw.say.value(value)));
  return [piece.face && draw.entries.word("face", `${kind}/${piece.face}`), ...told].filter(Boolean);
}

/** Signs with counts for a bag of tokens. */
export function bag(amounts, draw, size = 14) {
  return amounts.map((each) =>
    el("span", { class: "amount", "aria-hidden": "true" }, each.count > 1 ? String(each.count) : "", icon(draw.marks.of(draw.entries.key(each.entry)), size)),
  );
}

/** What is printed on an entry and counted: costs, slots. */
function printedBags(entry, draw) {
  const bags = (entry?.data ?? []).filter((value) => value.bag?.amounts?.length);
  return bags.map((value) => el("span", { class: "bag" }, bag(value.bag.amounts, draw)));
}

/** A chip for equal pieces. `style`: mini (sign and count), named, short (a name only if nothing is printed), or cell. */
export function chip(piece, place, draw, style = "mini") {
  const count = piece.count ?? 1;
  if (!piece.entry) return backChip(piece, place, count);
  const kind = place.kind;
  const key = draw.entries.key(piece.entry, kind);
  const name = draw.entries.name(piece.entry, kind);
  const owner = ownerOf(piece);
  const size = style === "cell" ? 26 : 20;
  const sign = owner && style !== "named" ? seatIcon(owner, size, draw.marks.of(key).letters.slice(0, 2)) : icon(draw.marks.of(key), size);
  const marks = marksOf(piece, kind, draw);
  const label = [count > 1 ? `${count} × ${name}` : name, owner && draw.say.seat(owner), ...marks].filter(Boolean).join(", ");
  const made = el("button", { type: "button", class: `chip ${style}${owner ? " owned" : ""}`, "aria-label": label, "data-entry": key, "data-place": place.id });
  put(made, sign, count > 1 ? el("span", { class: "count" }, String(count)) : "");
  const bags = style === "named" || style === "short" ? printedBags(draw.entries.find(piece.entry, kind), draw) : [];
  if (style !== "mini" && !(style === "short" && bags.length)) put(made, el("span", { class: "name" }, name));
  put(made, bags);
  put(made, marks.map((text) => el("span", { class: "mark" }, text)));
  if (owner) made.style.setProperty("--owner", seatColour(owner));
  draw.tips.set(made, () => draw.about(key, label));
  if (!piece.inside?.length) return made;
  return el("span", { class: "carrier" }, made, piece.inside.map((inside) => draw.inside(inside)));
}

function backChip(piece, place, count) {
  const label = count > 1 ? t("face_down_many", { n: count }) : t("face_down");
  const given = { class: "chip back-chip", role: "img", "aria-label": label, "data-place": place.id };
  return el("span", given, backIcon(), count > 1 ? el("span", { class: "count" }, String(count)) : "");
}
