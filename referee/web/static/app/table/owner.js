// What whoever made the game can do: let somebody else take over a seat, halt the game, put it away.

import { button, el } from "../dom.js";
import { seatIcon } from "../draw/icon.js";
import { keepInvite, kept } from "../keep/seats.js";
import { archiveGame, pauseGame, replaceSeat } from "../wire/calls.js";
import { t } from "../words.js";

const PROGRAMS = ["random", "ahead"];

/** The owner's part of the menu; nothing for others. */
export function ownerPart(table) {
  const { owner } = kept(table.name);
  if (!owner) return "";
  const problem = el("p", { class: "problem", role: "alert", hidden: true });
  const doing = (call) => async (event) => {
    const box = event.target.closest("dialog");
    try {
      await call();
      box?.close();
      table.render();
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
  };
  const { seats = [], paused, archived, state } = table.game;
  const running = state === "GAME_STATE_RUNNING";
  return el(
    "div",
    { class: "owner" },
    el("h3", {}, t("of_owner")),
    problem,
    el(
      "p",
      { class: "bar" },
      running && !archived && button(t(paused ? "go_on" : "halt"), doing(() => pauseGame(table.name, owner, !paused))),
      button(t(archived ? "fetch_back" : "put_it_away"), doing(() => archiveGame(table.name, owner, !archived))),
    ),
    archived || state === "GAME_STATE_OVER" ? "" : seats.filter((seat) => !seat.resigned).map((seat) => line(seat, table, owner, doing)),
  );
}

/** A seat and who may take it over: somebody with a link, or a program. */
function line(seat, table, owner, doing) {
  const name = table.draw.say.seat(seat.id);
  const choices = [["", t("by_link")], ...PROGRAMS.map((program) => [program, t(`who_${program}`)])];
  const who = el("select", { "aria-label": t("who_takes_over", { who: name }) }, choices.map(([value, text]) => el("option", { value }, text)));
  const replace = doing(async () => {
    const { invite } = await replaceSeat(table.name, owner, seat.id, who.value);
    if (invite) keepInvite(table.name, seat.id, invite);
  });
  return el("p", { class: "bar" }, seatIcon(seat.id), el("span", {}, name), who, button(t("replace"), replace, { "aria-label": `${t("replace")}: ${name}` }));
}
