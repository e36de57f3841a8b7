// Where the game is: the path, who plays and who is asked, scores, what is in force.

import { button, el, refill } from "../dom.js";
import { icon, seatIcon } from "../draw/icon.js";
import { t } from "../words.js";
import { Clocks } from "./clock.js";

export class Header {
  /** `doing`: functions scores(), card(key), rules(). */
  constructor(element, draw, doing) {
    Object.assign(this, { element, draw, doing });
    this.clocks = new Clocks();
  }

  show(view, game, own) {
    const path = (view.path ?? []).map((text) => el("li", {}, text.text));
    const asked = new Set((view.decisions ?? []).flatMap((decision) => decision.seats ?? []));
    this.clocks.begin();
    const clock = (seat) => this.clocks.face(seat, view, game, own);
    const seats = (game?.seats ?? []).map((seat) => this.#seat(seat, asked.has(seat.id), own, clock(seat)));
    refill(
      this.element,
      el("nav", { class: "path", "aria-label": t("where") }, el("ol", {}, path)),
      el("ul", { class: "seats", "aria-label": t("players") }, seats),
      this.#inForce(view.inForce ?? []),
    );
  }

  #seat(seat, asked, own, clock) {
    const infos = this.draw.layout.ofSeat.get(seat.id) ?? [];
    const scores = infos.filter((info) => info.score).map((info) => this.draw.say.value(this.draw.values.get(info.id)));
    const status = seat.resigned ? t("gave_up") : seat.bot ? t("a_program") : !seat.taken ? t("seat_free") : "";
    const name = this.draw.say.seat(seat.id);
    const label = [name, status, scores.length && t("points_of", { n: scores.join(" + ") }), asked && t("to_move")].filter(Boolean).join(", ");
    const chip = button(
      [seatIcon(seat.id), el("span", { class: "who" }, name), status && el("small", {}, status), scores.map((score) => el("b", { class: "score" }, score))],
      () => this.doing.scores(),
      { class: `seat-chip${asked ? " to-move" : ""}${seat.id === own ? " mine" : ""}${seat.resigned ? " gone" : ""}`, "aria-label": label },
    );
    return el("li", {}, chip, clock);
  }

  close() {
    this.clocks.close();
  }

  #inForce(modifiers) {
    const named = new Map();
    for (const each of modifiers) named.set(each.entry || each.rule?.id, [...(named.get(each.entry || each.rule?.id) ?? []), each]);
    const chips = [...named].map(([key, own]) => {
      const told = own.map((each) => this.#rule(each));
      const found = this.draw.entries.find(own[0].entry);
      const name = found ? this.draw.entries.name(own[0].entry) : told[0];
      const owners = [...new Set(own.map((each) => each.of && each.of.split("/").pop()).filter(Boolean))];
      const whose = owners.map((seat) => this.draw.say.seat(seat)).join(", ");
      const made = button([found && icon(this.draw.marks.of(found.key), 16), name, owners.map((seat) => seatIcon(seat, 14))], () => (found ? this.doing.card(found.key) : this.doing.rules()), { class: "force", "aria-label": whose ? `${name}, ${whose}` : name });
      this.draw.tips.set(made, () => ({ title: name, lines: told }));
      return el("li", {}, made);
    });
    return chips.length ? el("ul", { class: "in-force", "aria-label": t("in_force") }, el("li", { class: "label", "aria-hidden": "true" }, t("in_force")), chips) : "";
  }

  #rule(each) {
    const info = this.draw.layout.infos.get(each.rule?.id);
    const name = info?.label?.text ?? each.rule?.id ?? "";
    const whose = each.of ? ` (${this.draw.say.ref(each.of)})` : "";
    const until = each.until?.text ? `, ${each.until.text}` : "";
    return `${name}: ${this.draw.say.value(each.rule)}${whose}${until}`;
  }
}
