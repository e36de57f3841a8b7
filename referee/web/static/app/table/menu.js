// The menu of a table: scores, rules, seats, and how the page behaves.

import { button, el } from "../dom.js";
import { kept } from "../keep/seats.js";
import { read, write } from "../keep/store.js";
import { languageChoice } from "../lobby/language.js";
import { t } from "../words.js";
import { copyField } from "./copy.js";
import { dialog } from "./dialog.js";
import { giveUp } from "./leave.js";
import { canNotify, notifying, setNotifying } from "./notify.js";
import { ownerPart } from "./owner.js";

export function menu(table) {
  const open = () => dialog(t("menu"), content(table));
  return el(
    "div",
    { class: "tools" },
    button(t("scores"), () => table.screen.scores()),
    button(t("rules"), () => table.screen.rules()),
    button(t("menu"), open, { "aria-haspopup": "dialog" }),
  );
}

function content(table) {
  const { seat } = table.session.who;
  const { seats } = kept(table.name);
  const here = new URL(location.href);
  const own = seats[seat] && new URL(`#/seat/${seats[seat]}`, document.baseURI).href;
  return [
    el("h3", {}, t("this_page")),
    languageChoice(),
    check(t("at_once"), read("at_once", false), (on) => write("at_once", on)),
    canNotify() && check(t("notify"), notifying(), async (on, box) => (box.checked = await setNotifying(on))),
    el("h3", {}, t("links")),
    el("p", {}, t("watch_link")),
    copyField(here.href, t("watch_link")),
    own && el("p", {}, t("seat_link")),
    own && copyField(own, t("seat_link")),
    Object.keys(seats).length > 1 && switcher(table, Object.keys(seats)),
    ownerPart(table),
    giveUp(table),
    table.game.seedChosen && el("p", { class: "hint" }, t("seed_chosen")),
  ];
}

function check(label, on, change) {
  const box = el("input", { type: "checkbox", checked: on, onchange: () => change(box.checked, box) });
  return el("label", { class: "item" }, box, label);
}

/** The seats that this browser holds: which of them is looked at. */
function switcher(table, seats) {
  const buttons = seats.map((seat) =>
    button(table.draw.say.seat(seat), (event) => (event.target.closest("dialog").close(), (table.next = seat), table.handOver()), {
      disabled: seat === table.session.who.seat,
    }),
  );
  return el("div", {}, el("h3", {}, t("own_seats")), el("p", { class: "bar" }, buttons));
}
