// What can be chosen is marked where it is: a click there chooses it, or narrows the list down to what it is part of.
// What can't be chosen is marked too, and says why.

import { button } from "../dom.js";
import { spotsOf } from "../game/spots.js";
import { t } from "../words.js";

const REASONS = 3; // of one place or piece

export class Targets {
  /** `board`: the element with the places. `act(options, item)`: somebody has clicked where these options are, on an item of a form. */
  constructor(board, draw, act) {
    Object.assign(this, { board, draw, act });
    this.marked = new Map(); // element → options
    this.items = new Map(); // element → the item of a form that lies there
    this.barred = new Map(); // element → blocked options
    this.before = new Map(); // element → what it told before it said why not
    board.addEventListener("click", (event) => this.#clicked(event), true);
  }

  /** Marks the places and pieces of the options, and those of the blocked ones where nothing can be chosen. */
  show(options, blocked = []) {
    this.clear();
    this.#index();
    for (const option of options) for (const spot of spotsOf(option)) for (const element of this.#at(spot)) {
      if (!this.marked.get(element)?.includes(option)) grouped(this.marked, element, option);
      if (spot.item) this.items.set(element, spot.item);
    }
    for (const [element, own] of this.marked) this.#mark(element, own);
    for (const option of blocked) for (const element of this.#barredBy(option)) grouped(this.barred, element, option);
    for (const [element, own] of this.barred) if (!this.marked.has(element)) this.#bar(element, own);
  }

  clear() {
    for (const element of this.marked.keys()) element.classList.remove("target");
    for (const over of this.board.querySelectorAll(".target-over")) over.remove();
    for (const element of this.barred.keys()) {
      element.classList.remove("barred");
      if (!element.dataset.entry) element.removeAttribute("tabindex");
    }
    for (const [element, told] of this.before) this.draw.tips.set(element, told);
    for (const map of [this.marked, this.items, this.barred, this.before]) map.clear();
  }

  /** Points at spots for as long as an option has the mouse or the keyboard. */
  point(spots) {
    for (const old of this.board.querySelectorAll(".pointed")) old.classList.remove("pointed");
    for (const spot of spots) for (const element of this.#at(spot)) element.classList.add("pointed");
  }

  #index() {
    this.places = new Map();
    this.chips = new Map();
    for (const element of this.board.querySelectorAll("[data-place]")) {
      const id = element.dataset.place;
      if (element.dataset.entry) grouped(this.chips, `${id} ${element.dataset.entry}`, element);
      else if (!element.classList.contains("chip") && !this.places.has(id)) this.places.set(id, element);
    }
    for (const element of this.board.querySelectorAll("[data-root]")) {
      if (!this.places.has(element.dataset.root)) this.places.set(element.dataset.root, element);
    }
  }

  /** The pieces that a spot means where they lie; if none does, the place, unless nothing but pieces will do. */
  #at({ place, entry }, whole = true) {
    const chips = entry && this.chips?.get(`${place} ${this.draw.entries.key(entry)}`);
    if (chips) return chips;
    const found = (whole || !entry) && this.places?.get(place);
    return found ? [found] : [];
  }

  #barredBy(option) {
    return new Set(spotsOf(option).flatMap((spot) => this.#at(spot, false)));
  }

  #mark(element, options) {
    element.classList.add("target");
    if (element.dataset.entry) return;
    const place = this.draw.say.ref(element.dataset.place ?? element.dataset.root);
    const label = options.length === 1 ? options[0].label.text : t("options_here", { what: place, n: options.length });
    const over = button("", () => this.act(options, this.items.get(element)), { class: "target-over", tabindex: -1, "aria-label": label });
    this.draw.tips.set(over, () => ({ title: label, lines: this.#under(element) }));
    element.append(over);
  }

  /** What lies under a mark, so that the mark doesn't hide it. */
  #under(element) {
    return [...element.querySelectorAll(".chip[aria-label]")].map((chip) => chip.getAttribute("aria-label"));
  }

  /** Why nothing can be chosen here, told by the element and by the pieces in it; one with neither can be focused. */
  #bar(element, options) {
    element.classList.add("barred");
    const reasons = [...new Set(options.map((option) => option.refusal?.text?.text).filter(Boolean))].slice(0, REASONS);
    const title = options.length === 1 ? options[0].label.text : "";
    this.#tell(element, title, reasons);
    if (element.dataset.entry) return;
    const chips = [...element.querySelectorAll(".chip[data-entry]")].filter((chip) => !this.marked.has(chip) && !this.barred.has(chip));
    for (const chip of chips) this.#tell(chip, "", reasons);
    if (!chips.length) element.tabIndex = 0;
  }

  #tell(element, title, reasons) {
    const told = this.draw.tips.told(element);
    if (this.before.has(element)) return;
    this.before.set(element, told);
    this.draw.tips.set(element, () => {
      const known = told?.();
      return { title: title || known?.title, lines: [...reasons, ...(known?.lines ?? [])] };
    });
  }

  /** A chip that is a target chooses; any other tells about its entry. */
  #clicked(event) {
    const chip = event.target.closest?.(".chip[data-entry]");
    const options = chip && this.marked.get(chip);
    if (!options) return;
    event.stopPropagation();
    this.act(options, this.items.get(chip));
  }
}

function grouped(map, key, value) {
  const found = map.get(key);
  if (found) found.push(value);
  else map.set(key, [value]);
}
