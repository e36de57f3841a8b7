// What can't be chosen now, each with its reason. The reasons are asked for when somebody wants to know.

import { el } from "../dom.js";
import { spotsOf } from "../game/spots.js";
import { t } from "../words.js";

const MOST = 60; // lines; of hundreds nobody reads more

/** A list that unfolds. Each line can be focused; its reason is part of it. */
export function blockedList(blocked, draw, doing) {
  const items = folded(blocked).slice(0, MOST).map(({ option, reason }) => {
    const line = el(
      "div",
      {
        class: "option blocked", role: "button", tabindex: 0, "aria-disabled": "true",
        onmouseenter: () => doing.point(spotsOf(option)), onmouseleave: () => doing.point([]),
        onfocus: () => doing.point(spotsOf(option)), onblur: () => doing.point([]),
      },
      el("span", {}, option.label.text),
      el("small", { class: "reason" }, reason),
    );
    return line;
  });
  const rest = blocked.length > MOST ? el("p", { class: "hint" }, t("and_more", { n: blocked.length - MOST })) : "";
  return el(
    "details",
    { class: "blocked-list", open: doing.blockedOpen(), ontoggle: (event) => doing.blockedOpen(event.target.open) },
    el("summary", {}, t("not_possible", { n: blocked.length })),
    items,
    rest,
  );
}

/** The same thing for the same reason at many places is told once. */
function folded(blocked) {
  const seen = new Set();
  const found = [];
  for (const option of blocked) {
    const reason = option.refusal?.text?.text ?? "";
    const key = option.entry ? `${option.group} ${option.entry} ${reason}` : `${option.id} ${reason}`;
    if (!seen.has(key)) found.push({ option, reason });
    seen.add(key);
  }
  return found;
}
