// A move grows choice by choice: each is tried by a preview, can be taken back, and all go as one when the player says so.

import { keepSteps, keptSteps } from "../keep/steps.js";
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
    this.final = false; // it ends with something that may show something new
    this.busy = this.sending = false;
    this.problem = "";
  }

  /** Forgets the steps, here and in what is kept for a reload. */
  #drop() {
    this.#forget();
    keepSteps(this.who, this.id, []);
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
    if (this.sending) return; // by these very steps, told before they are answered
    if (this.steps.length && asked(view, this.who.seat)?.id !== this.id) this.#drop();
    if (!this.steps.length) this.problem = "";
  }

  /** The steps that were there before the page was loaded anew, as far as they can still be made. */
  async restore() {
    this.id = asked(this.session.view, this.who.seat)?.id;
    const kept = keptSteps(this.who, this.id);
    if (!this.id || !kept.length) return;
    const { id } = this;
    await this.#working(async () => {
      for (const { choice, label } of kept) if (this.id !== id || !(await this.#try(choice, label))) break;
    });
    this.problem = "";
  }

  /** Tries one choice more. `atOnce`: the move is sent as soon as nothing is left to choose. */
  async choose(option, answer, label, atOnce = false) {
    const decision = this.decision;
    if (this.busy || !decision) return;
    if (!this.steps.length) this.id = asked(this.session.view, this.who.seat).id;
    const choice = { option: option.id, step: decision.step, ...answer };
    await this.#working(async () => {
      if (!(await this.#try(choice, label))) return;
      keepSteps(this.who, this.id, this.steps);
      if (!this.complete || !atOnce) return;
      this.sending = true;
      this.changed(); // shown while it is being stored
      await this.#send();
    });
  }

  /** Adds a step if it can be made. */
  async #try(choice, label) {
    const choices = [...this.steps.map((step) => step.choice), choice];
    const { refusal, view, atBarrier, events = [] } = await preview(this.who, this.id, choices);
    if (refusal) {
      this.problem = refusal.text.text;
      return false;
    }
    this.steps.push({ choice, label, view, events });
    this.complete = Boolean(atBarrier) || !asked(view, this.who.seat) || this.steps.length >= MOST;
    this.final = Boolean(atBarrier);
    return true;
  }

  /** Takes back the last step, or the steps from `index` on. */
  back(index = this.steps.length - 1) {
    this.steps.length = Math.max(0, index);
    this.complete = false;
    this.problem = "";
    keepSteps(this.who, this.id, this.steps);
    this.changed();
  }

  /** Sends all steps as one move. */
  async send() {
    if (!this.busy && this.steps.length) await this.#working(() => this.#send());
  }

  async #send() {
    const choices = this.steps.map((step) => step.choice);
    this.sending = true;
    const answer = await submit(this.who, this.id, choices);
    this.#drop();
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
      if (error.reason === "DECISION_STALE" || error.reason === "NOT_YOUR_TURN") this.#drop();
    } finally {
      this.busy = this.sending = false;
      const { problem } = this;
      this.follow(this.session.view);
      this.problem = problem;
      this.changed();
    }
  }
}
