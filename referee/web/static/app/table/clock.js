// How long those who are asked have: counted down beside their names.

import { el } from "../dom.js";
import { t } from "../words.js";

const TICK = 500; // milliseconds

/** When a seat's time will be up, in milliseconds since 1970; 0 if it doesn't run, or isn't known. */
export function deadlineOf(seat, view, game, own) {
  if (game?.paused || game?.archived || view.outcome) return 0;
  const decision = (view.decisions ?? []).find((each) => each.seats?.includes(seat.id));
  if (!decision) return 0;
  const told = (game.version ?? 0) === (view.version ?? 0) ? seat.deadline : undefined; // newer than what the view says
  const alone = seat.id === own || decision.seats.length === 1;
  return Date.parse(told ?? (alone ? decision.deadline : undefined) ?? "") || 0;
}

/** A time as a clock shows it: 4:05, 1:04:05. */
export function clockTime(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (!parts[0]) parts.shift();
  return parts.map((part, index) => (index ? String(part).padStart(2, "0") : part)).join(":");
}

export class Clocks {
  constructor() {
    this.faces = [];
    this.timer = setInterval(() => this.#tick(), TICK);
  }

  /** Those that were shown before are shown no more. */
  begin() {
    this.faces = [];
  }

  /** The clock of a seat, if its time runs. */
  face(seat, view, game, own) {
    const deadline = deadlineOf(seat, view, game, own);
    if (!deadline) return "";
    const face = { deadline, reserve: seat.reserveMs ?? 0, element: el("time", { class: "clock", role: "timer", "aria-label": t("time_left") }) };
    this.faces.push(face);
    this.#show(face);
    return face.element;
  }

  #show({ deadline, reserve, element }) {
    const left = deadline - Date.now();
    const ofTurn = left - reserve;
    element.textContent = ofTurn > 0 ? clockTime(ofTurn) + (reserve ? ` + ${clockTime(reserve)}` : "") : clockTime(left);
    element.classList.toggle("late", ofTurn <= 0);
  }

  #tick() {
    for (const face of this.faces) this.#show(face);
  }

  close() {
    clearInterval(this.timer);
  }
}
