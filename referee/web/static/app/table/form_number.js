// A number between two bounds: a slider, and a field with steps beside it.

import { button, el, freshId } from "../dom.js";
import { t } from "../words.js";

/** `done({number})` with a number that the form allows. */
export function numberForm(option, done) {
  const { min = 0, max = 0, suggested = 0, unit } = option.number;
  const step = Math.max(1, option.number.step ?? 1);
  const last = min + step * Math.floor((max - min) / step);
  const begin = Math.min(Math.max(suggested, min), last);
  const id = freshId();
  const field = el("input", { type: "number", id, min, max: last, step, value: begin, required: true });
  const slider = el("input", { type: "range", min, max: last, step, value: begin, "aria-label": option.label.text });
  const set = (value) => {
    const near = min + step * Math.round((Number(value) - min) / step);
    field.value = slider.value = String(Math.min(last, Math.max(min, near || 0)));
  };
  slider.addEventListener("input", () => set(slider.value));
  field.addEventListener("change", () => set(field.value));
  const send = () => {
    set(field.value);
    done({ number: Number(field.value) });
  };
  return el(
    "form",
    { class: "form", onsubmit: (event) => (event.preventDefault(), send()) },
    el("label", { for: id }, `${option.label.text} (${min}–${last})`),
    el(
      "div",
      { class: "counter" },
      button("−", () => set(Number(field.value) - step), { "aria-label": t("less") }),
      field,
      button("+", () => set(Number(field.value) + step), { "aria-label": t("more") }),
      unit?.text && el("span", {}, unit.text),
      slider,
    ),
    el("button", { type: "submit", class: "main" }, t("choose")),
  );
}
