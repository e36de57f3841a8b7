// What something is, told on hover and on focus, beside it.

import { el, refill } from "../dom.js";

const SOON = 250; // milliseconds of hovering
const hovers = matchMedia("(hover: hover)"); // a finger doesn't hover: it would cover what is under it

export class Tips {
  constructor() {
    this.about = new WeakMap();
    this.box = el("div", { id: "tip", role: "tooltip", hidden: true });
    document.body.append(this.box);
    this.over = (event) => hovers.matches && this.#later(event.target);
    this.focus = (event) => event.target.matches?.(":focus-visible") && this.#show(this.#owner(event.target));
    this.away = () => this.hide();
    this.key = (event) => event.key === "Escape" && this.hide();
    addEventListener("mouseover", this.over);
    addEventListener("focusin", this.focus);
    addEventListener("focusout", this.away);
    addEventListener("scroll", this.away, true);
    addEventListener("keydown", this.key);
  }

  /** `told()` gives {title, lines} when somebody wants to know; undefined: nothing any more. */
  set(element, told) {
    this.about.set(element, told);
    element.toggleAttribute("data-tip", Boolean(told));
  }

  /** What an element tells so far, undefined if nothing. */
  told(element) {
    return this.about.get(element);
  }

  #owner(element) {
    return element.closest?.("[data-tip]");
  }

  #later(element) {
    const owner = this.#owner(element);
    if (owner === this.shown) return;
    clearTimeout(this.timer);
    if (this.shown) this.hide();
    if (owner) this.timer = setTimeout(() => owner.isConnected && this.#show(owner), SOON);
  }

  #show(owner) {
    const told = owner && this.about.get(owner)?.();
    if (!told) return;
    this.shown = owner;
    refill(this.box, told.title && el("strong", {}, told.title), told.lines.map((line) => el("p", {}, line)));
    this.box.hidden = false;
    owner.setAttribute("aria-describedby", "tip");
    this.#put(owner.getBoundingClientRect(), this.box.getBoundingClientRect(), owner.closest(".side"));
  }

  /** Below or above; beside a line of the panel, so that it doesn't hide the next one. */
  #put(at, own, beside) {
    const right = beside && at.right + own.width + 12 < innerWidth;
    const below = at.bottom + own.height + 12 < innerHeight;
    const left = right ? beside.getBoundingClientRect().right + 4 : Math.min(at.left, innerWidth - own.width - 6);
    const top = right ? Math.min(at.top, innerHeight - own.height - 6) : below ? at.bottom + 6 : at.top - own.height - 6;
    this.box.style.left = `${Math.max(6, left)}px`;
    this.box.style.top = `${Math.max(6, top)}px`;
  }

  hide() {
    clearTimeout(this.timer);
    this.shown?.removeAttribute("aria-describedby");
    this.shown = null;
    this.box.hidden = true;
  }

  close() {
    this.hide();
    this.box.remove();
    removeEventListener("mouseover", this.over);
    removeEventListener("focusin", this.focus);
    removeEventListener("focusout", this.away);
    removeEventListener("scroll", this.away, true);
    removeEventListener("keydown", this.key);
  }
}
