// What the player can do now: the question, the steps so far, the options, and what isn't possible and why.

import { button, el, refill } from "../dom.js";
import { icon, seatIcon } from "../draw/icon.js";
import { spotsOf } from "../game/spots.js";
import { t } from "../words.js";
import { blockedList } from "./blocked.js";
import { allocationForm } from "./form_allocation.js";
import { numberForm } from "./form_number.js";
import { picksForm } from "./form_picks.js";
import { outcomeTable } from "./outcome.js";
import { form, lines, runs, unanswerable } from "./groups.js";
import { stepsList } from "./steps.js";

const FORMS = {
  number: (option, draw, done) => numberForm(option, done),
  picks: picksForm,
  allocation: allocationForm,
};

export class Choices {
  /** `doing`: functions choose(option, answer), send, back(index), undo, redo, point(spots), card(key). */
  constructor(element, draw, doing) {
    Object.assign(this, { element, draw, doing });
    this.narrowed = null; // ids of the options to which a click on the board or a fold has narrowed the list
    this.open = ""; // the option whose form is open
    this.asked = "";
    this.parts = new Map(); // name → {box, state}: what hasn't changed stays, with all that was typed into it
    for (const name of ["head", "problem", "steps", "options", "tail"]) {
      const box = el("div", { class: `part part-${name}` });
      this.parts.set(name, { box, state: null });
      element.append(box);
    }
  }

  /** Draws everything anew. `now`: {decision, collector, waiting, undo, blocked, over, outcome, next}. */
  show(now) {
    this.now = now;
    const { decision, collector } = now;
    const question = decision ? `${decision.id} ${decision.step} ${collector.steps.length}` : "";
    if (question !== this.asked) {
      this.asked = question;
      this.narrowed = null;
      this.open = decision?.options.length === 1 && form(decision.options[0]) ? decision.options[0].id : "";
    }
    const within = this.element.contains(document.activeElement);
    const focused = within ? (document.activeElement.dataset.focus ?? "") : "";
    const { steps, complete, busy, problem } = collector;
    this.#part("head", [now.waiting, now.over, decision?.prompt.text, complete], () => this.#head());
    this.#part("problem", problem, () => this.#problem());
    this.#part("steps", [steps.map((step) => step.label), complete, busy, collector.sending], () => stepsList(now, this.doing));
    this.#part("options", [question, this.narrowed, this.open], () => this.#options());
    this.#part("tail", [now.undo, now.blocked, now.over, now.again, now.next, steps.length], () => this.#tail());
    this.element.toggleAttribute("aria-busy", busy);
    const lost = !this.element.contains(document.activeElement);
    if (within && (lost || (decision && document.activeElement.tagName === "H2"))) this.#focusAgain(focused);
  }

  /** Draws a part of the panel, if what it shows has changed. */
  #part(name, shows, draw) {
    const part = this.parts.get(name);
    const state = JSON.stringify(shows);
    if (part.state === state) return;
    part.state = state;
    refill(part.box, draw());
  }

  /** Where the keyboard was, or at the question that is new. */
  #focusAgain(name) {
    const all = [...this.element.querySelectorAll("[data-focus]:not(:disabled)")];
    (all.find((each) => each.dataset.focus === name) ?? all[0] ?? this.element.querySelector("h2"))?.focus();
  }

  #head() {
    const { decision, waiting, over, collector } = this.now;
    const text = over ? t("game_over") : decision ? decision.prompt.text : collector?.complete ? t("move_complete") : waiting;
    return el("h2", { tabindex: -1, class: decision ? "asked" : "" }, text);
  }

  #problem() {
    const text = this.now.collector?.problem;
    return text && el("p", { class: "problem", role: "alert" }, text);
  }

  #options() {
    if (!this.now.decision) return "";
    const options = this.shown();
    const made = runs(lines(options)).map((run) => el("div", { class: "run" }, run.lines.map((line) => this.#line(line))));
    const all = this.narrowed && button(t("all_options"), () => this.narrow(null), { class: "link", "data-focus": "all" });
    return el("div", { class: "options", role: "group", "aria-label": t("options") }, all, made);
  }

  /** The options that are listed now. */
  shown() {
    const options = this.now.decision?.options ?? [];
    return this.narrowed ? options.filter((option) => this.narrowed.includes(option.id)) : options;
  }

  /** Narrows the list down to some options; null: all again. */
  narrow(options) {
    this.narrowed = options?.map((option) => option.id) ?? null;
    this.open = options?.length === 1 && form(options[0]) ? options[0].id : "";
    this.doing.redraw();
    this.element.querySelector(".options button")?.focus();
  }

  /** Takes an item of the open form, or one more of it: what somebody has clicked on the board. */
  take(item) {
    this.element.querySelector(`form [data-item="${CSS.escape(item)}"]`)?.click();
  }

  #line(line) {
    if (line.options) return this.#fold(line);
    const option = line.option;
    const kind = form(option);
    if (kind && this.open === option.id) return FORMS[kind](option, this.draw, (answer) => this.doing.choose(option, answer));
    const role = (option.role ?? "").replace("OPTION_ROLE_", "").toLowerCase();
    const given = {
      class: `option ${role}`,
      "data-focus": option.id,
      onmouseenter: () => this.doing.point(spotsOf(option)),
      onmouseleave: () => this.doing.point([]),
      onfocus: () => this.doing.point(spotsOf(option)),
      onblur: () => this.doing.point([]),
      disabled: unanswerable(option),
    };
    const press = () => (kind ? this.#unfold(option) : this.doing.choose(option, {}));
    const main = button(this.#label(option, kind), press, given);
    if (kind) main.setAttribute("aria-expanded", "false");
    if (option.barrier) this.draw.tips.set(main, () => ({ lines: [t("final_step")] }));
    if (!this.draw.entries.find(option.entry)) return main;
    const name = this.draw.entries.name(option.entry);
    const card = button("?", () => this.doing.card(option.entry), { class: "info", "aria-label": t("about", { what: name }) });
    this.draw.tips.set(card, () => this.draw.about(option.entry, name));
    return el("div", { class: "with-info" }, main, card);
  }

  #label(option, kind) {
    const sign = option.entry && icon(this.draw.marks.of(this.draw.entries.key(option.entry)), 20);
    return [sign, el("span", {}, option.label.text, kind ? " …" : "", unanswerable(option) ? ` (${t("unanswerable")})` : "")];
  }

  #unfold(option) {
    this.open = option.id;
    this.show(this.now);
    this.element.querySelector("form input, form button")?.focus();
  }

  #fold(line) {
    const name = this.draw.entries.name(line.key);
    const sign = icon(this.draw.marks.of(this.draw.entries.key(line.key)), 20);
    const text = el("span", {}, `${name} …`, el("small", {}, ` ${line.options.length}`));
    const spots = line.options.flatMap(spotsOf);
    return button([sign, text], () => this.narrow(line.options), {
      class: "option fold",
      "data-focus": `fold ${line.key}`,
      "aria-label": t("fold", { what: name, n: line.options.length }),
      onmouseenter: () => this.doing.point(spots),
      onmouseleave: () => this.doing.point([]),
    });
  }

  #tail() {
    const { undo, collector, blocked, next, outcome, again: more } = this.now;
    const back = undo?.allowed && !collector.steps.length && button(t("undo"), () => this.doing.undo(), { class: "link", "data-focus": "undo" });
    const again = undo?.redo && !collector.steps.length && button(t("redo"), () => this.doing.redo(), { class: "link", "data-focus": "redo" });
    const other = next && button([seatIcon(next), t("hand_over", { who: this.draw.say.seat(next) })], () => this.doing.handOver(), { class: "main", "data-focus": "next" });
    const anew = more && button(t("play_again"), () => this.doing.playAgain(), { class: "main", "data-focus": "play_again" });
    return [anew, other, back, again, blocked?.length ? blockedList(blocked, this.draw, this.doing) : "", outcome ? outcomeTable(outcome, this.draw) : ""];
  }
}
