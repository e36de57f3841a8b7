// The updates of a game that this page knows, and how far the player has seen them.

import { keepSeen, kept } from "../keep/seats.js";
import { count } from "./points.js";
import { listMoves } from "../wire/calls.js";

const AT_FIRST = 40; // versions that are told at the beginning
const MORE = 100;
const MOST = 40; // updates kept

export class History {
  constructor(table) {
    this.table = table;
    this.updates = new Map(); // version → update
    this.first = 0;
    this.points = new Map(); // seat → cause → points
    this.counted = Infinity; // the version after which points are counted
    this.session = table.session;
    this.visible = () => this.#visibility();
    document.addEventListener("visibilitychange", this.visible);
    addEventListener("pagehide", this.visible);
  }

  get seat() {
    return this.session.who.seat;
  }

  get log() {
    return this.table.screen.log;
  }

  /** Asks for the last moves, and for those since the player last looked. */
  async begin() {
    const now = this.session.view.version;
    this.shown = now;
    const seen = kept(this.table.name).seen[this.seat] ?? 0;
    this.log.mark = seen;
    const after = Math.max(0, Math.min(now - AT_FIRST, Math.max(seen, now - MORE)));
    await this.#ask(after);
    if (seen && seen < now && !this.table.quiet) this.table.screen.since(this.after(seen));
    this.#keep();
  }

  async #ask(after) {
    const session = this.session;
    const updates = await listMoves(session.who, after).catch(() => []);
    if (session !== this.table.session) return;
    for (const update of updates) this.#hold(update);
    this.first = after;
    this.log.begin(this.after(0), this.first);
  }

  /** Keeps what the log tells of an update, and counts its points. */
  #hold(update) {
    if (this.updates.has(update.version)) return;
    const events = (update.events ?? []).map(({ text, cause, answered, happened }) => ({
      text: { text: text?.text, key: text?.key }, cause, answered, happened,
    }));
    this.updates.set(update.version, { version: update.version, seat: update.seat, events });
    const { layout, entries } = this.table.draw;
    count(this.points, update, layout, entries);
    this.counted = Math.min(this.counted, update.version - 1);
  }

  older() {
    return this.#ask(Math.max(0, this.first - MORE));
  }

  add(update) {
    if (this.updates.has(update.version)) return;
    this.#hold(update);
    if (this.updates.size > MOST) this.updates.delete(this.updates.keys().next().value);
    this.log.add(update);
    if (update.seat === this.seat && this.seat) this.log.seen(update.version);
    if (document.visibilityState === "visible") this.#keep();
  }

  /** Updates after a version, oldest first. */
  after(version) {
    return [...this.updates.values()].filter((update) => update.version > version).sort((a, b) => a.version - b.version);
  }

  #keep() {
    this.shown = this.session.view?.version ?? this.shown;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => keepSeen(this.table.name, this.seat, this.shown), 400);
  }

  /** Who comes back is told what has happened since. */
  #visibility() {
    if (document.visibilityState === "hidden") {
      if (this.shown) keepSeen(this.table.name, this.seat, this.shown);
    } else if (this.shown && this.shown < (this.session.view?.version ?? 0)) {
      this.log.seen(this.shown);
      this.table.screen.since(this.after(this.shown));
      this.#keep();
    }
  }

  close() {
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.visible);
    removeEventListener("pagehide", this.visible);
  }
}
