// Values as text, with names for what they refer to.

import { t } from "../words.js";

/** Says values in words. `layout` knows places, `entries` entries, `names` the players. */
export class Speaker {
  constructor(layout, entries, names) {
    Object.assign(this, { layout, entries, names });
  }

  /** What to call a seat. */
  seat(seat) {
    return this.names(seat);
  }

  /** A seat, place or entry by its id. */
  ref(id) {
    const seat = /^(?:seat\/)?(\d+)$/.exec(id);
    if (seat) return this.seat(seat[1]);
    if (this.layout.spots.has(id)) return cellName(id, this.layout);
    return this.entries.name(id);
  }

  amount(entry, count) {
    return `${count} × ${this.entries.plain(entry)}`;
  }

  /** A value in short; "–" for none. */
  value(value) {
    if (!value) return "–";
    if (value.hidden) return "?";
    if (value.number !== undefined) return String(value.number);
    if (value.yes !== undefined) return value.yes ? t("yes") : t("no");
    if (value.ref !== undefined) return this.ref(value.ref);
    if (value.refs) return listed((value.refs.ids ?? []).map((id) => this.ref(id)));
    if (value.bag) return listed((value.bag.amounts ?? []).map((each) => this.amount(each.entry, each.count)));
    if (value.numbers) return listed((value.numbers.numbers ?? []).map(String));
    return "–";
  }
}

const listed = (texts) => texts.join(", ") || "–";

/** A cell of a grid by its row and column, any other place by its name. */
export function cellName(id, layout) {
  const spot = layout.spots.get(id);
  const last = id.split("/").pop();
  return spot?.whole?.same && /^r\d+c\d+$/.test(last) ? last : layout.placeName(id);
}

/** Whether a value says something that is worth a look: not none, nought or no. */
export function telling(value) {
  if (!value) return false;
  if (value.hidden || value.ref || value.number || value.yes) return true;
  return Boolean(value.refs?.ids?.length || value.bag?.amounts?.length || value.numbers?.numbers?.length);
}
