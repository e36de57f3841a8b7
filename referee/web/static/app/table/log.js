// What has happened: each answer with what came of it, and the entry that caused it.

import { button, el, refill } from "../dom.js";
import { icon, seatIcon } from "../draw/icon.js";
import { t } from "../words.js";

const MOST = 40; // answers that are shown; older ones can be asked for
const QUIET = "engine/happened.triggered"; // that a hook runs: what it does is told anyway

/** The answers of an update, each with the events that came of it. */
export function happenings(update) {
  const found = [];
  for (const event of update.events ?? []) {
    if (event.answered || !found.length) found.push({ version: update.version, seat: event.answered?.seat ?? update.seat ?? "", head: event, then: [] });
    else found.at(-1).then.push(event);
  }
  return found;
}

export class Log {
  /** `doing`: functions card(key), older(). */
  constructor(element, draw, doing) {
    Object.assign(this, { element, draw, doing });
    this.list = el("ol", { class: "log-list" });
    const live = el("div", { role: "log", "aria-label": t("log"), "aria-relevant": "additions", tabindex: 0 }, this.list);
    this.more = button(t("older"), () => this.doing.older(), { class: "link" });
    this.first = 0; // the version before the oldest that is known
    this.mark = 0; // what has happened after this version is new to the player
    refill(element, el("h3", {}, t("log")), live, this.more);
  }

  /** Begins with the updates known so far. */
  begin(updates, first) {
    this.first = first;
    this.list.replaceChildren();
    this.divider = null;
    for (const update of updates) this.add(update);
    this.more.hidden = first <= 0;
  }

  add(update) {
    if (this.mark && update.version > this.mark && !this.divider) this.#divide();
    for (const each of happenings(update)) this.list.prepend(this.#item(each));
    while (this.list.children.length > MOST) this.#forget(this.list.lastElementChild);
  }

  #forget(item) {
    this.first = Math.max(this.first, Number(item.dataset.version ?? 0));
    this.more.hidden = false;
    item.remove();
  }

  /** What comes from now on has been seen by nobody yet. */
  seen(version) {
    this.divider?.remove();
    this.divider = null;
    this.mark = version;
  }

  #divide() {
    this.divider = el("li", { class: "divider" }, t("new_since"));
    this.list.prepend(this.divider);
  }

  #item({ version, seat, head, then }) {
    const quiet = then.filter((event) => event.text?.key !== QUIET && event.text?.text);
    return el(
      "li",
      { "data-version": version, class: head.happened ? "happened" : "" },
      el("p", {}, seat ? seatIcon(seat, 14) : "", " ", this.#text(head)),
      quiet.length ? el("ul", {}, merged(quiet).map((each) => el("li", {}, this.#text(each.event, each.times)))) : "",
    );
  }

  #text(event, times = 1) {
    const cause = event.cause?.entry && this.draw.entries.find(event.cause.entry);
    const text = event.text?.text || event.happened?.name || "";
    const source = event.cause?.source;
    const said = el("span", { title: source ? `${source.file}:${source.line}` : undefined }, text, times > 1 ? ` ×${times}` : "");
    if (!cause) return said;
    const name = this.draw.entries.name(cause.key);
    const sign = button(icon(this.draw.marks.of(cause.key), 14), () => this.doing.card(cause.key), { class: "cause", "aria-label": t("because_of", { what: name }) });
    this.draw.tips.set(sign, () => this.draw.about(cause.key, name));
    return [said, " ", sign];
  }
}

/** Neighbours that say the same are one, with how often. */
function merged(events) {
  const found = [];
  for (const event of events) {
    const last = found.at(-1);
    if (last && last.event.text.text === event.text.text) last.times++;
    else found.push({ event, times: 1 });
  }
  return found;
}
