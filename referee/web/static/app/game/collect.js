// A move grows choice by choice: each is tried by a preview, can be taken back, and all go as one.

import { preview, submit } from "../wire/calls.js";

const MOST = 150; // choices, before a move has to be sent

/** The decision of a view that the seat is asked, if it is. */
export function asked(view, seat) {
  return (view?.decisions ?? []).find((each) => each.options?.length && each.seats?.includes(seat));
}

export class Collector {
  /** `changed()` is called whenever there is something new to show. */
  constructor(session, changed) {
    Object.assign(this, { session, changed });
    this.#forget();
  }

  #forget() {
    this.steps = []; // {choice, label, view, events}
    this.complete = false;
    this.busy = false;
    this.problem = "";
  }

  get who() {
    return this.session.who;
  }

  /** The view with the steps so far: a preview, or the game's own. */
  get view() {
    return this.steps.at(-1)?.view ?? this.session.view;
  }

  /** What can be chosen next; undefined if nothing. */
  get decision() {
    return this.complete ? undefined : asked(this.view, this.who.seat);
  }

  /** The game has gone on: steps that answered an older question are gone. */
  follow(view) {
    if (this.steps.length && asked(view, this.who.seat)?.id !== this.id) this.#forget();
    if (!this.steps.length) this.problem = "";
  }

  /** Tries one choice more. A move of one choice, after which nothing is left to choose, goes at once. */
  async choose(option, answer, label, atOnce = false) {
    const decision = this.decision;
    if (this.busy || !decision) return;
    if (!this.steps.length) this.id = asked(this.session.view, this.who.seat).id;
    const choice = { option: option.id, step: decision.step, ...answer };
    const choices = [...this.steps.map((step) => step.choice), choice];
    await this.#working(async () => {
      const tried = await preview(this.who, this.id, choices);
      if (tried.refusal) {
        this.problem = tried.refusal.text.text;
        return;
      }
      this.steps.push({ choice, label, view: tried.view, events: tried.events ?? [] });
      this.complete = Boolean(tried.atBarrier) || !asked(tried.view, this.who.seat) || this.steps.length >= MOST;
      if (this.complete && (this.steps.length === 1 || atOnce)) await this.#send();
    });
  }

  /** Takes back the last step, or the steps from `index` on. */
  back(index = this.steps.length - 1) {
    this.steps.length = Math.max(0, index);
    this.complete = false;
    this.problem = "";
    this.changed();
  }

  /** Sends all steps as one move. */
  async send() {
    if (!this.busy && this.steps.length) await this.#working(() => this.#send());
  }

  async #send() {
    const choices = this.steps.map((step) => step.choice);
    const answer = await submit(this.who, this.id, choices);
    this.#forget();
    this.session.apply(answer.update);
  }

  async #working(work) {
    this.busy = true;
    this.problem = "";
    this.changed();
    try {
      await work();
    } catch (error) {
      this.problem = error.message;
      if (error.reason === "DECISION_STALE" || error.reason === "NOT_YOUR_TURN") this.#forget();
    } finally {
      this.busy = false;
      this.changed();
    }
  }
}
