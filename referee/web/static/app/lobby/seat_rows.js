// Who sits where: at this screen, invited by a link, or a program.

import { button, el, refill } from "../dom.js";
import { seatIcon } from "../draw/icon.js";
import { read, write } from "../keep/store.js";
import { t } from "../words.js";

const WHO = ["here", "invited", "random", "ahead"];

/** Rows for as many seats as the rules allow. `rows()`: {here, bot, player} by seat. */
export function seatRows(ruleset) {
  const { minSeats = 1, maxSeats = 1 } = ruleset;
  const rows = [];
  const box = el("div", { class: "seat-rows" });
  const add = () => {
    const number = rows.length + 1;
    const who = el("select", { "aria-label": t("who_sits", { n: number }) }, WHO.map((each) => el("option", { value: each }, t(`who_${each}`))));
    who.value = number === 1 ? "here" : read("opponents", "ahead");
    const player = el("input", { type: "text", maxlength: 60, placeholder: t("name"), "aria-label": t("name_of", { n: number }), value: number === 1 ? read("name", "") : "" });
    const row = { who, player, element: el("div", { class: "seat-row" }, seatIcon(String(number)), who, player) };
    const named = () => (player.hidden = who.value === "random" || who.value === "ahead");
    who.addEventListener("change", named);
    named();
    rows.push(row);
  };
  const show = () => {
    more.disabled = rows.length >= maxSeats;
    fewer.disabled = rows.length <= minSeats;
    refill(box, rows.map((row) => row.element));
  };
  const more = button(t("one_more"), () => (add(), show()));
  const fewer = button(t("one_fewer"), () => (rows.pop(), show()));
  while (rows.length < Math.min(Math.max(minSeats, 2), maxSeats)) add();
  show();
  const hidden = el("input", { type: "checkbox" });
  const secret = el("input", { type: "checkbox" });
  const element = el(
    "fieldset",
    {},
    el("legend", {}, t("seats")),
    box,
    minSeats < maxSeats && el("p", { class: "bar" }, more, fewer),
    el("label", { class: "item" }, hidden, t("unlisted")),
    el("label", { class: "item" }, secret, t("private")),
  );
  return {
    element,
    unlisted: () => hidden.checked,
    private: () => secret.checked,
    fits: (other) => (other.minSeats ?? 1) <= rows.length && rows.length <= (other.maxSeats ?? 1) && (other.maxSeats ?? 1) === maxSeats && (other.minSeats ?? 1) === minSeats,
    rows: () => {
      if (rows[0].who.value === "here") write("name", rows[0].player.value);
      return rows.map(({ who, player }) => ({
        here: who.value === "here",
        bot: ["random", "ahead"].includes(who.value) ? who.value : "",
        player: player.value.trim(),
      }));
    },
  };
}
