// How long players may think: nothing, or minutes for each turn and in reserve.

import { el } from "../dom.js";
import { t } from "../words.js";

const THEN = [
  ["TIMEOUT_ACTION_DEFAULT", "then_default"],
  ["TIMEOUT_ACTION_BOT", "then_bot"],
  ["TIMEOUT_ACTION_FORFEIT", "then_forfeit"],
];
const MOST = 43200; // minutes

/** The fields of a clock. `clock()`: as CreateGame wants it, undefined for none. */
export function clockRow() {
  const minutes = (value, label) => el("label", { class: "item" }, el("input", { type: "number", min: 0, max: MOST, step: "any", value, "aria-label": label }), label);
  const turn = minutes("2", t("clock_turn"));
  const reserve = minutes("10", t("clock_reserve"));
  const then = el("select", { "aria-label": t("clock_then") }, THEN.map(([value, word]) => el("option", { value }, t(word))));
  const fields = el("div", { hidden: true }, turn, reserve, el("p", { class: "item" }, t("clock_then"), then));
  const on = el("input", { type: "checkbox", onchange: () => (fields.hidden = !on.checked) });
  const seconds = (label) => Math.round(60 * Number(label.querySelector("input").value));
  return {
    element: el("fieldset", {}, el("legend", {}, t("clock")), el("label", { class: "item" }, on, t("clock_on")), fields),
    clock: () => (on.checked ? { turnSeconds: seconds(turn), reserveSeconds: seconds(reserve), onTimeout: then.value } : undefined),
  };
}
