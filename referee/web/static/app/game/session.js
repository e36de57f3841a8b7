// A game as one seat, or a spectator, follows it: the view now, kept up to date, resumed by itself after a break.

import { getGame, watch } from "../wire/calls.js";
import { applied } from "./apply.js";

const PATIENCE = 25_000; // milliseconds without a word, not even a bookmark, before a stream counts as dead
const WAITS = [200, 500, 1000, 2000, 4000, 8000];
const LOST = ["TOKEN_INVALID", "SEAT_MISMATCH", "GAME_NOT_FOUND"];
const BEGIN_ANEW = ["VERSION_TOO_OLD", "FIELD_INVALID"];

export class Session {
  /** `who`: {game, seat, token}. `told`: functions view(view, update), game(game), link(state), lost(error). */
  constructor(who, told) {
    Object.assign(this, { who, told });
    this.view = null;
    this.game = null;
    this.failures = 0;
    this.closed = false;
    this.board = getGame(who.game, true, who.token);
    this.wake = () => (this.live ? this.told.link("live") : this.#hurry?.());
    this.gone = () => this.told.link("broken");
    addEventListener("offline", this.gone);
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
  }

  #hurry = null;
  #stop = null;

  /** Follows the game until `close`. */
  async follow() {
    while (!this.closed) {
      try {
        await this.#once();
        this.failures = 0; // ended without a fault: the server goes away calmly
      } catch (error) {
        if (this.closed) return;
        if (LOST.includes(error.reason)) return this.told.lost(error);
        if (BEGIN_ANEW.includes(error.reason)) this.view = null;
      }
      if (this.closed) return;
      this.told.link("broken");
      await this.#pause(WAITS[Math.min(this.failures++, WAITS.length - 1)]);
    }
  }

  async #once() {
    const control = (this.#stop = new AbortController());
    let timer;
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => control.abort(), PATIENCE);
    };
    alive();
    try {
      for await (const message of watch(this.who, this.view?.version ?? 0, control.signal)) {
        alive();
        if (this.failures || !this.live) this.#isLive();
        this.#take(message);
      }
    } finally {
      this.live = false;
      clearTimeout(timer);
      control.abort();
    }
  }

  #isLive() {
    this.live = true;
    this.failures = 0;
    this.told.link("live");
  }

  #take({ game, view, update }) {
    if (game) {
      this.game = game;
      this.told.game(game);
    } else if (view) {
      this.view = { version: 0, ...view };
      this.told.view(this.view, null);
    } else if (update) {
      this.apply(update);
    }
  }

  /** An update, from the stream or from an answer to a move: whichever is first. */
  apply(update) {
    const at = this.view?.version ?? 0;
    if (!this.view || update.version !== at + 1) return;
    this.view = applied(this.view, update);
    this.told.view(this.view, update);
  }

  #pause(milliseconds) {
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds);
      this.#hurry = () => {
        if (document.visibilityState === "hidden") return;
        clearTimeout(timer);
        done();
      };
    });
  }

  close() {
    this.closed = true;
    this.#stop?.abort();
    this.#hurry?.();
    removeEventListener("offline", this.gone);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
  }
}
