// Some of the items, within the bounds of the form and of its limits; in an order where the order counts.

import { el } from "../dom.js";
import { icon } from "../draw/icon.js";
import { t } from "../words.js";

/** `done({picks})` with items that the form allows. Gives the element. */
export function picksForm(option, draw, done) {
  const { items = [], min = 0, max = 0, ordered = false, limits = [] } = option.picks;
  let picked = [];
  const state = el("p", { class: "state", role: "status" });
  const send = el("button", { type: "submit", class: "main" }, t("choose"));
  const boxes = items.map((item) => {
    const box = el("input", { type: "checkbox", "data-item": item.id, onchange: () => set(item.id, box.checked) });
    const place = el("span", { class: "order", "aria-hidden": "true" });
    const sign = item.entry && icon(draw.marks.of(draw.entries.key(item.entry)), 18);
    return { item, box, place, line: el("label", { class: "item" }, box, place, sign, item.label?.text ?? item.id) };
  });
  const set = (id, on) => {
    picked = on ? [...picked.filter((each) => each !== id), id] : picked.filter((each) => each !== id);
    show();
  };
  const within = (ids, low, high) => {
    const count = picked.filter((id) => ids.includes(id)).length;
    return count >= low && count <= high;
  };
  const fits = () =>
    picked.length >= min && picked.length <= max && limits.every((limit) => within(limit.items ?? [], limit.min ?? 0, limit.max ?? 0));
  const full = (id) =>
    picked.length >= max ||
    limits.some((limit) => limit.items?.includes(id) && picked.filter((each) => limit.items.includes(each)).length >= (limit.max ?? 0));
  const show = () => {
    for (const { item, box, place } of boxes) {
      const at = picked.indexOf(item.id);
      box.checked = at >= 0;
      box.disabled = at < 0 && full(item.id);
      place.textContent = ordered && at >= 0 ? `${at + 1}.` : "";
    }
    send.disabled = !fits();
    const wanted = min === max ? String(min) : `${min}–${max}`;
    state.textContent = t(ordered ? "picked_in_order" : "picked", { n: picked.length, wanted });
  };
  show();
  const told = limits.filter((limit) => limit.label?.text).map((limit) => el("p", { class: "hint" }, limit.label.text));
  const made = el(
    "form",
    { class: "form", onsubmit: (event) => (event.preventDefault(), fits() && done({ picks: { items: picked } })) },
    el("fieldset", {}, el("legend", {}, option.label.text), boxes.map((each) => each.line)),
    told,
    state,
    send,
  );
  return made;
}
