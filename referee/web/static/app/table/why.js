// Why something can't be chosen: asked for a moment after the question, so that the options never wait for it.

import { getView, preview } from "../wire/calls.js";
import { asked } from "../game/collect.js";

const AFTER = 250; // milliseconds that a question has to stand

export class Blocked {
  constructor(collector, changed) {
    Object.assign(this, { collector, changed });
    this.question = "";
    this.options = [];
  }

  /** The question that is open now, if any. */
  want(decision) {
    const question = decision ? `${decision.id} ${decision.step} ${this.collector.steps.length}` : "";
    if (question === this.question) return;
    this.question = question;
    this.options = [];
    clearTimeout(this.timer);
    if (question) this.timer = setTimeout(() => this.#ask(question), AFTER);
  }

  async #ask(question) {
    if (this.collector.busy) return; // a choice is under way: there will be another question
    const { who, id } = this.collector;
    const choices = this.collector.steps.map((step) => step.choice);
    try {
      const view = choices.length ? (await preview(who, id, choices, true)).view : await getView(who, true);
      if (question !== this.question) return;
      this.options = asked(view, who.seat)?.blocked ?? [];
      if (this.options.length) this.changed();
    } catch {
      this.options = []; // the reasons are a help, not a need
    }
  }
}
