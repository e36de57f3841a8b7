// Tables in windows: the rule values that hold now, and points gained so far.

import { el } from "../dom.js";
import { t } from "../words.js";

const row = (name, ...cells) => el("tr", {}, el("th", { scope: "row" }, name), cells.map((cell) => el("td", {}, cell)));

/** Every rule value, those that something changes marked with what changes them. */
export function rulesTable(draw) {
  const changed = new Map();
  for (const each of draw.view.inForce ?? []) changed.set(each.rule?.id, [...(changed.get(each.rule?.id) ?? []), each]);
  const rows = draw.layout.rules.map((info) => {
    const because = (changed.get(info.id) ?? []).map((each) => draw.entries.name(each.entry)).join(", ");
    const whose = info.seat ? `${info.label.text} (${draw.say.seat(info.seat)})` : info.label.text;
    return row(whose, draw.say.value(draw.values.get(info.id)), because);
  });
  return el("table", { class: "scores" }, el("tbody", {}, rows));
}

/** Points by cause for each seat, as far back as the log is known. */
export function gainedTable(points, first, draw) {
  const seats = [...points.keys()].sort();
  const causes = [...new Set(seats.flatMap((seat) => [...points.get(seat).keys()]))];
  if (!causes.length) return el("p", {}, t("no_points"));
  return [
    el(
      "table",
      { class: "scores" },
      el("thead", {}, el("tr", {}, el("td", {}), seats.map((seat) => el("th", { scope: "col" }, draw.say.seat(seat))))),
      el("tbody", {}, causes.map((cause) => row(cause || "–", ...seats.map((seat) => String(points.get(seat).get(cause) ?? ""))))),
    ),
    first > 0 && el("p", { class: "hint" }, t("points_since")),
  ];
}
