// An invite: whose game, which seat, and the name to play under.

import { el, refill } from "../dom.js";
import { seatIcon } from "../draw/icon.js";
import { titleOf } from "../game/titles.js";
import { keepSeat, kept, readToken } from "../keep/seats.js";
import { read, write } from "../keep/store.js";
import { getGame, joinGame } from "../wire/calls.js";
import { t } from "../words.js";
import { languageChoice } from "./language.js";

export function joinScreen(root, invite) {
  const { game, seat } = readToken(invite);
  const address = `#/${game.replace("games/", "game/")}`;
  if (kept(game).seats[seat]) {
    location.replace(address);
    return { close() {} };
  }
  const name = el("input", { type: "text", maxlength: 60, value: read("name", ""), autocomplete: "nickname", "aria-label": t("your_name") });
  const problem = el("p", { class: "problem", role: "alert", hidden: true });
  const players = el("p", { class: "hint" });
  const take = async (event) => {
    event.preventDefault();
    try {
      write("name", name.value);
      const joined = await joinGame(invite, name.value.trim());
      keepSeat(joined.game, joined.seats[0], joined.token);
      location.replace(address);
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
  };
  refill(
    root,
    el("header", { class: "bar" }, el("h1", {}, "Referee"), languageChoice()),
    el(
      "main",
      { class: "message" },
      el("form", { onsubmit: take }, el("h2", {}, seatIcon(seat, 28), " ", t("invited", { n: seat })), players, el("label", { class: "item" }, t("your_name"), name), problem, el("button", { type: "submit", class: "main" }, t("take_seat"))),
      el("p", {}, el("a", { href: address }, t("only_watch"))),
    ),
  );
  getGame(game, false).then(
    async ({ game: found }) => {
      const names = (found.seats ?? []).map((each) => each.player).filter(Boolean).join(", ");
      const title = await titleOf(found.ruleset).catch(() => "");
      players.textContent = [title, names].filter(Boolean).join(" · ");
    },
    (error) => ((problem.textContent = error.message), (problem.hidden = false)),
  );
  return { close() {} };
}
