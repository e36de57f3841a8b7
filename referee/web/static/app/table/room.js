// Seats that are free: links to give away, and seats to take here.

import { button, el, refill } from "../dom.js";
import { seatIcon } from "../draw/icon.js";
import { keepSeat, kept } from "../keep/seats.js";
import { read } from "../keep/store.js";
import { joinGame } from "../wire/calls.js";
import { t } from "../words.js";
import { copyField } from "./copy.js";

export const inviteLink = (invite) => new URL(`#/join/${invite}`, document.baseURI).href;

/** Fills the box with the free seats. Gives whether there is anything to show. */
export function room(box, table) {
  const free = (table.game.seats ?? []).filter((seat) => !seat.taken);
  const { invites, seats } = kept(table.name);
  const state = JSON.stringify([free, invites, seats]);
  if (box.dataset.state === state) return free.length > 0;
  box.dataset.state = state;
  refill(box, el("h2", {}, t("seats_free")), free.map((seat) => line(seat, invites[seat.id], table)));
  if (!free.some((seat) => invites[seat.id])) box.append(el("p", { class: "hint" }, t("waiting_for_players")));
  return free.length > 0;
}

function line(seat, invite, table) {
  const name = table.draw.say.seat(seat.id);
  const take = async () => {
    const joined = await joinGame(invite, read("name", ""));
    keepSeat(table.name, seat.id, joined.token);
    table.sit(seat.id);
  };
  return el(
    "div",
    { class: "free" },
    el("p", {}, seatIcon(seat.id), " ", name),
    invite && copyField(inviteLink(invite), t("invite_for", { who: name })),
    invite && button(t("take_here"), take),
  );
}
