// What can be chosen is marked where it is: a click there chooses it, or narrows the list down to what it is part of.

import { button } from "../dom.js";
import { t } from "../words.js";

export class Targets {
  /** `board`: the element with the places. `act(options)`: somebody has clicked where these options are. */
  constructor(board, draw, act) {
    Object.assign(this, { board, draw, act });
    this.marked = new Map(); // element → options
    board.addEventListener("click", (event) => this.#clicked(event), true);
  }

  /** Marks the places and pieces of the options; of the blocked ones, tells why not. */
  show(options, blocked = []) {
    this.clear();
    this.#index();
    for (const option of options) for (const element of this.#elements(option)) grouped(this.marked, element, option);
    for (const [element, own] of this.marked) this.#mark(element, own);
    this.#explain(blocked);
  }

  clear() {
    for (const element of this.marked.keys()) element.classList.remove("target");
    for (const over of this.board.querySelectorAll(".target-over")) over.remove();
    this.marked.clear();
    this.why = new Map();
  }

  /** Points at places for as long as an option has the mouse or the keyboard. */
  point(places) {
    for (const old of this.board.querySelectorAll(".pointed")) old.classList.remove("pointed");
    for (const id of places) this.places?.get(id)?.classList.add("pointed");
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

  /** Pieces of the option's entry where it has one, else the places themselves. */
  #elements(option) {
    return (option.subjects ?? []).flatMap((id) => {
      const chips = option.entry && this.chips.get(`${id} ${this.draw.entries.key(option.entry)}`);
      return chips ?? this.places.get(id) ?? [];
    });
  }

  #mark(element, options) {
    element.classList.add("target");
    if (element.dataset.entry) return;
    const place = this.draw.say.ref(element.dataset.place ?? element.dataset.root);
    const label = options.length === 1 ? options[0].label.text : t("options_here", { what: place, n: options.length });
    const over = button("", () => this.act(options), { class: "target-over", tabindex: -1, "aria-label": label });
    this.draw.tips.set(over, () => ({ title: label, lines: this.#under(element) }));
    element.append(over);
  }

  /** What lies under a mark, so that the mark doesn't hide it. */
  #under(element) {
    return [...element.querySelectorAll(".chip[aria-label]")].map((chip) => chip.getAttribute("aria-label"));
  }

  #explain(blocked) {
    for (const option of blocked) for (const element of this.#elements(option)) {
      if (!this.marked.has(element)) grouped(this.why, element, option);
    }
    for (const [element, own] of this.why) {
      const reasons = [...new Set(own.map((option) => option.refusal?.text?.text).filter(Boolean))].slice(0, 3);
      const chip = element.dataset.entry && this.draw.about(element.dataset.entry, element.getAttribute("aria-label"));
      const title = own.length === 1 ? own[0].label.text : chip?.title;
      this.draw.tips.set(element, () => ({ title, lines: [...reasons, ...(chip?.lines ?? [])] }));
    }
  }

  /** A chip that is a target chooses; any other tells about its entry. */
  #clicked(event) {
    const chip = event.target.closest?.(".chip[data-entry]");
    const options = chip && this.marked.get(chip);
    if (!options) return;
    event.stopPropagation();
    this.act(options);
  }
}

function grouped(map, key, value) {
  const found = map.get(key);
  if (found) found.push(value);
  else map.set(key, [value]);
}
