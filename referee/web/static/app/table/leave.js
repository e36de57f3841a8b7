// Giving up: asked twice, since it can't be taken back.

import { button } from "../dom.js";
import { t } from "../words.js";
import { resignSeat } from "./changes.js";

/** A button to give up the own seat; nothing where there is nothing to give up. */
export function giveUp(table) {
  const { seat } = table.session.who;
  const own = (table.game.seats ?? []).find((each) => each.id === seat);
  if (!own || own.resigned || table.game.state !== "GAME_STATE_RUNNING" || halted(table.game)) return "";
  const first = button(t("give_up"), () => {
    const sure = button(t("give_up_sure"), (event) => (event.target.closest("dialog")?.close(), resignSeat(table)), { class: "problem" });
    first.replaceWith(sure);
    sure.focus();
  });
  return first;
}

export const halted = (game) => Boolean(game?.paused || game?.archived);
