// The board: the own area first, then the table's, then those of the others. Only what has changed is drawn anew.

import { el, put, refill } from "../dom.js";
import { seatIcon } from "../draw/icon.js";
import { bag } from "../draw/piece.js";
import { drawRoot } from "../draw/place.js";
import { telling } from "../draw/value.js";
import { t } from "../words.js";

const aside = (root) => root.info.shape === "aside";

export class Areas {
  constructor(element, draw, open) {
    Object.assign(this, { element, draw, open });
    this.drawn = new Map(); // root id → {signature, box, area}
    this.order = "";
  }

  /** Draws the board for a viewer's seat ("" for a spectator). Gives whether anything changed. */
  show(seats, own) {
    const order = `${own}|${seats.map((seat) => `${seat} ${this.draw.say.seat(seat)}`).join()}`; // a name comes when a seat is taken
    if (order !== this.order) this.#build(seats, own, order);
    let changed = false;
    for (const root of this.draw.layout.roots) changed = this.#root(root) || changed;
    for (const seat of seats) this.#values(seat);
    this.#table();
    return changed;
  }

  #build(seats, own, order) {
    this.order = order;
    this.drawn.clear();
    this.values = new Map();
    const at = seats.indexOf(own);
    const others = at < 0 ? seats : [...seats.slice(at + 1), ...seats.slice(0, at)];
    const mine = at < 0 ? "" : this.#area(own, el("section", { class: "area own" }, this.#title(own)));
    this.tableValues = el("div", { class: "values" });
    const table = el("section", { class: "area shared" }, el("h3", {}, t("the_table")), this.tableValues);
    this.#area("", table);
    const rest = others.map((seat) => {
      const few = seats.length <= 2 || this.draw.layout.rootsOf(seat).length < 3;
      return this.#area(seat, el("details", { class: "area other", open: few }, el("summary", {}, this.#title(seat))));
    });
    this.element.classList.toggle("watched", !mine);
    refill(this.element, mine, table, rest.length ? el("div", { class: "others" }, rest) : "");
  }

  #area(seat, area) {
    const all = this.draw.layout.rootsOf(seat);
    const roots = [...all.filter((root) => !aside(root)), ...all.filter(aside)];
    const places = el("div", { class: "places" }, roots.map((root) => {
      const slot = el("div");
      this.drawn.set(root.id, { signature: "", box: slot, area });
      return slot;
    }));
    area.append(places);
    area.addEventListener("toggle", () => area.open && roots.forEach((root) => this.#root(root)));
    return area;
  }

  #title(seat) {
    const values = el("span", { class: "values" });
    this.values.set(seat, values);
    return el("span", { class: "area-title", "data-place": `seat/${seat}` }, el("h3", {}, seatIcon(seat), " ", this.draw.say.seat(seat)), values);
  }

  #root(root) {
    const known = this.drawn.get(root.id);
    if (known.area.open === false) return false; // folded: drawn when it is opened
    const signature = this.draw.signature(root);
    if (known.signature === signature) return false;
    const box = drawRoot(root, this.draw);
    known.box.replaceWith(box);
    this.drawn.set(root.id, { ...known, signature, box });
    return true;
  }

  /** Opens the folded areas in which these places are: something can be chosen there. */
  reveal(places) {
    for (const id of places) {
      const spot = this.draw.layout.spots.get(id);
      const root = spot?.whole ?? spot;
      const known = root && this.drawn.get(root.id);
      if (known?.area.open !== false) continue;
      known.area.open = true;
      for (const each of this.draw.layout.rootsOf(root.info.seat ?? "")) this.#root(each);
    }
  }

  #values(seat) {
    const infos = this.draw.layout.ofSeat.get(seat) ?? [];
    const box = this.values.get(seat);
    this.#told(box, infos, (info, value) => value?.number !== undefined);
    put(box, this.#holdings(seat));
  }

  /** What lies in the heaps of a seat, so that its area needn't be open to be compared. */
  #holdings(seat) {
    const heaps = this.draw.layout.rootsOf(seat).filter((root) => !root.parts.length && root.info.shape === "heap");
    return heaps.flatMap((root) => {
      const amounts = (this.draw.content.get(root.id)?.pieces ?? []).filter((piece) => piece.entry).map((piece) => ({ ...piece, count: piece.count ?? 1 }));
      const label = `${root.label}: ${amounts.map((each) => this.draw.say.amount(each.entry, each.count)).join(", ")}`;
      return amounts.length ? [el("span", { class: "holdings", title: label }, el("span", { class: "unseen" }, label), bag(amounts, this.draw, 15))] : [];
    });
  }

  #table() {
    this.#told(this.tableValues, this.draw.layout.ofTable, () => false);
  }

  /** Numbers also when they are nought, everything else where it says something. */
  #told(element, infos, always) {
    if (!element) return;
    const shown = infos.flatMap((info) => {
      const value = this.draw.values.get(info.id);
      const place = value?.ref && this.draw.layout.spots.has(value.ref); // drawn there
      return !place && (telling(value) || always(info, value)) ? [this.#value(info, value)] : [];
    });
    refill(element, shown);
  }

  #value(info, value) {
    const room = info.max ? `/${info.max}` : "";
    return el(
      "span",
      { class: telling(value) ? "value" : "value nought", "data-value": info.id },
      el("span", { class: "value-name" }, info.label.text),
      " ",
      el("b", {}, this.draw.say.value(value) + room),
    );
  }
}
