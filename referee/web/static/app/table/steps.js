// The steps of a move that grows, each of which can be taken back, and the button that sends them all.

import { button, el } from "../dom.js";
import { read, write } from "../keep/store.js";
import { t } from "../words.js";

export function stepsList({ collector }, doing) {
  const steps = collector?.steps ?? [];
  if (!steps.length || collector.sending) return "";
  const last = steps.length - 1;
  const items = steps.map((step, index) =>
    el(
      "li",
      {},
      el("span", {}, step.label),
      button("×", () => doing.back(index), { class: "info", "aria-label": t("take_back_from", { what: step.label }) }),
    ),
  );
  const send = button(collector.complete ? t("send") : t("send_now"), () => doing.send(), {
    class: collector.complete ? "main" : "",
    disabled: collector.busy,
    "data-focus": "send",
  });
  const back = button(t("take_back"), () => doing.back(last), { disabled: collector.busy, "data-focus": "back" });
  const box = el("input", { type: "checkbox", checked: read("at_once", false), onchange: () => write("at_once", box.checked) });
  const told = collector.complete && [collector.final && el("p", { class: "hint" }, t("sent_for_good")), el("label", { class: "item" }, box, t("at_once"))];
  return el("div", { class: "steps", role: "group", "aria-label": t("steps") }, el("ol", {}, items), el("div", { class: "bar" }, send, back), told);
}
