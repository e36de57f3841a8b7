// One screen for several players: what one may see is covered before the next one looks.

import { button, el } from "../dom.js";
import { seatIcon } from "../draw/icon.js";
import { t } from "../words.js";

/** Whether a spectator's view has anything that somebody sees and others don't. */
export function hasSecrets(view) {
  const hidden = (place) => place.uncounted || (place.pieces ?? []).some((piece) => !piece.entry || (piece.inside ?? []).some(hidden));
  const ofSeats = (view.places ?? []).filter((place) => place.id.startsWith("seat/"));
  return ofSeats.some(hidden) || (view.values ?? []).some((value) => value.hidden) || (view.decisions ?? []).some((each) => each.sealed);
}

/** Covers the page until the player says who they are. */
export function curtain(seat, name) {
  return new Promise((done) => {
    const box = el("dialog", { class: "curtain", "aria-label": t("hand_over", { who: name }) });
    const ready = button(t("i_am", { who: name }), () => (box.close(), box.remove(), done()), { class: "main" });
    box.append(seatIcon(seat, 64), el("h2", {}, t("hand_over", { who: name })), el("p", {}, t("look_away")), ready);
    box.addEventListener("cancel", (event) => event.preventDefault());
    document.body.append(box);
    box.showModal();
  });
}
