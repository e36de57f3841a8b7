// The options of the chosen packs, as their forms say: one of several, a number, some of the items.

import { el, freshId } from "../dom.js";
import { t } from "../words.js";

/**
 * Controls for all options. `settings()`: what was chosen here; `show(settings)`: the values of the others, which a
 * pack may have given another default; `changed()` after every change.
 */
export function optionControls(packs, changed) {
  const controls = packs.flatMap((pack) => (pack.options ?? []).map((option) => control(pack, option, changed)));
  const element = controls.length
    ? el("details", { class: "pack-options" }, el("summary", {}, t("options_of_rules", { n: controls.length })), controls.map((each) => each.element))
    : "";
  return { element, settings: () => controls.flatMap((each) => each.setting()), show: (settings) => controls.forEach((each) => each.show(settings)) };
}

function control(pack, option, changed) {
  const initial = option.initial?.values ?? [];
  const of = option.initial?.pack || pack.id;
  let chosen = false;
  const choose = () => ((chosen = true), changed());
  const made = option.picks ? picks(option, initial, choose) : option.number ? number(option, initial, choose) : values(option, initial, choose);
  return {
    element: made.element,
    setting: () => (chosen && made.valid() ? [{ pack: of, option: option.id, values: picked(option, made.values()) }] : []),
    show: (settings) => {
      const own = settings.find((each) => each.pack === of && each.option === option.id);
      if (own && !chosen) made.show(own.values ?? []);
    },
  };
}

/** Values as a setting writes them: nothing picked is a value too. */
const picked = (option, own) => (option.picks && !own.length ? ["none"] : own);

function values(option, initial, changed) {
  const id = freshId();
  const items = option.values?.items ?? [];
  const select = el("select", { id, onchange: changed }, items.map((item) => el("option", { value: item.id }, item.label?.text ?? item.id)));
  select.value = initial[0] ?? items[0]?.id ?? "";
  return {
    element: el("p", { class: "pack-option" }, el("label", { for: id }, option.label?.text ?? option.id), select),
    values: () => [select.value],
    show: ([value]) => (select.value = value),
    valid: () => true,
  };
}

function number(option, initial, changed) {
  const id = freshId();
  const { min = 0, max = 0, step = 1 } = option.number;
  const field = el("input", { id, type: "number", min, max, step: step || 1, value: initial[0] ?? min, onchange: changed });
  return {
    element: el("p", { class: "pack-option" }, el("label", { for: id }, option.label?.text ?? option.id), field),
    values: () => [field.value],
    show: ([value]) => (field.value = value),
    valid: () => field.checkValidity(),
  };
}

function picks(option, initial, changed) {
  const { items = [], min = 0, max = 0 } = option.picks;
  const boxes = items.map((item) => el("input", { type: "checkbox", value: item.id, checked: initial.includes(item.id), onchange: () => (limit(), changed()) }));
  const picked = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const limit = () => boxes.forEach((box) => (box.disabled = !box.checked && picked().length >= max));
  limit();
  const lines = boxes.map((box, index) => el("label", { class: "item" }, box, items[index].label?.text ?? items[index].id));
  const wanted = min === max ? String(min) : `${min}–${max}`;
  return {
    element: el("fieldset", { class: "pack-option" }, el("legend", {}, option.label?.text ?? option.id), el("p", { class: "hint" }, t("none_or", { wanted })), el("div", { class: "columns" }, lines)),
    values: picked,
    show: (wanted) => (boxes.forEach((box) => (box.checked = wanted.includes(box.value))), limit()),
    valid: () => picked().length === 0 || (picked().length >= min && picked().length <= max),
  };
}
