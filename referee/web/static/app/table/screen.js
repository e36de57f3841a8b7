// What the table looks like: the bar, what can be done, the board, the log.

import { button, el, refill } from "../dom.js";
import { seatIcon } from "../draw/icon.js";
import { spotsOf } from "../game/spots.js";
import { t } from "../words.js";
import { Areas } from "./areas.js";
import { redoMove, undoMove } from "./changes.js";
import { Choices } from "./choices.js";
import { dialog } from "./dialog.js";
import { form } from "./groups.js";
import { Header } from "./header.js";
import { halted } from "./leave.js";
import { happenings, Log } from "./log.js";
import { menu } from "./menu.js";
import { outcomeTable } from "./outcome.js";
import { rulesTable, gainedTable } from "./tables.js";
import { Targets } from "./targets.js";
import { room } from "./room.js";

const SINCE = 12; // answers told of after a return

export class Screen {
  constructor(root, table) {
    Object.assign(this, { root, table, draw: table.draw });
    this.header = el("div", { class: "where" });
    this.board = el("main", { class: "board", id: "board" });
    this.panel = el("section", { class: "choices", "aria-label": t("your_choices") });
    this.sinceBox = el("section", { class: "since", hidden: true, "aria-label": t("since_title") });
    this.logBox = el("section", { class: "log", "aria-label": t("log") });
    this.links = el("p", { class: "offline", role: "status", hidden: true });
    this.halt = el("p", { class: "halted", role: "status", hidden: true });
    this.room = el("section", { class: "room", hidden: true, "aria-label": t("players") });
    this.showsBlocked = false;
    this.body = el(
      "div",
      { class: "table" },
      el("header", { class: "bar" }, el("a", { href: "#/", class: "home", "aria-label": t("home") }, "⌂"), (this.name = el("h1", {}, table.title)), this.header, menu(table)),
      this.links,
      this.halt,
      el("div", { class: "desk" }, el("div", { class: "side" }, this.room, this.sinceBox, this.panel, this.logBox), this.board),
    );
    refill(root, this.body);
    this.head = new Header(this.header, this.draw, { scores: () => this.scores(), card: (key) => table.card(key), rules: () => this.rules() });
    this.areas = new Areas(this.board, this.draw, () => {});
    this.choices = new Choices(this.panel, this.draw, this.#doing());
    this.targets = new Targets(this.board, this.draw, (options, item) => this.#act(options, item));
    this.log = new Log(this.logBox, this.draw, { card: (key) => table.card(key), older: () => table.history.older() });
    this.board.addEventListener("click", (event) => this.#clicked(event));
  }

  /** A seat sits down here: nothing of the one before is left. */
  begin() {
    this.sinceBox.hidden = true;
    this.log.begin([], 0);
    this.log.mark = 0;
    this.view = null;
  }

  #doing() {
    const { table } = this;
    return {
      choose: (option, answer) => table.choose(option, answer),
      send: () => table.collector.send(),
      back: (index) => table.collector.back(index),
      undo: () => undoMove(table),
      redo: () => redoMove(table),
      handOver: () => table.handOver(),
      playAgain: () => table.playAgain(),
      card: (key) => table.card(key),
      point: (spots) => this.targets.point(spots),
      redraw: () => this.show(table.collector.view),
      blockedOpen: (open) => (open === undefined ? this.showsBlocked : (this.showsBlocked = open)),
    };
  }

  /** A click on the board where options are: one is chosen or opened, several are listed alone. */
  #act(options, item) {
    const shown = this.choices.shown();
    const here = options.filter((option) => shown.includes(option));
    const [only] = here;
    if (here.length > 1) return this.choices.narrow(here);
    if (!only) return;
    if (!form(only)) return this.table.choose(only, {});
    if (this.choices.open !== only.id) this.choices.narrow(here);
    if (item) this.choices.take(item);
  }

  #clicked(event) {
    const chip = event.target.closest?.(".chip[data-entry]");
    if (chip) this.table.card(chip.dataset.entry);
  }

  show(view) {
    const { table } = this;
    const { seat } = table.session.who;
    const seats = (table.game.seats ?? []).map((each) => each.id);
    const { collector } = table;
    this.head.show(view, table.game, seat);
    const names = seats.map((each) => this.draw.say.seat(each)).join();
    if (view !== this.view || names !== this.names) this.areas.show(seats, seat);
    Object.assign(this, { view, names });
    this.room.hidden = !room(this.room, table);
    const halt = halted(table.game);
    this.halt.hidden = !halt;
    this.halt.textContent = halt ? t(table.game.archived ? "is_put_away" : "is_halted") : "";
    const decision = halt ? undefined : collector.decision;
    this.choices.show({
      decision, collector, over: Boolean(view.outcome), outcome: view.outcome, undo: halt ? undefined : view.undo,
      waiting: this.#waiting(view), blocked: halt ? [] : table.blocked.options, next: table.next, again: Boolean(view.outcome) && table.plays,
    });
    if (decision) this.areas.reveal(this.choices.shown().flatMap(spotsOf).map((spot) => spot.place));
    if (decision && !collector.busy) this.targets.show(this.choices.shown(), table.blocked.options);
    else this.targets.clear();
    this.body.classList.toggle("asked", Boolean(decision) || collector.complete);
    this.body.classList.toggle("previewing", collector.steps.length > 0);
  }

  #waiting(view) {
    if (!this.table.running) return t("waiting_for_players");
    if (halted(this.table.game)) return this.halt.textContent;
    const seats = (view.decisions ?? []).flatMap((decision) => decision.seats ?? []);
    const names = seats.map((seat) => this.draw.say.seat(seat)).join(", ");
    const own = (view.decisions ?? []).some((decision) => decision.answered?.length);
    if (!names) return "…";
    return own ? t("answered_waiting", { who: names }) : t("waiting_for", { who: names });
  }

  /** What has happened since the player was last here. */
  since(updates) {
    const told = updates.flatMap(happenings).filter((each) => each.seat !== this.table.session.who.seat && each.head.text?.text);
    if (!told.length) return;
    const rest = told.length > SINCE ? el("p", { class: "hint" }, t("and_more", { n: told.length - SINCE })) : "";
    const lines = told.slice(-SINCE).map((each) => el("li", {}, each.seat ? seatIcon(each.seat, 14) : "", " ", each.head.text.text));
    refill(
      this.sinceBox,
      el("h3", {}, t("since_title")),
      rest,
      el("ul", {}, lines),
      button(t("ok"), () => (this.sinceBox.hidden = true), { class: "link" }),
    );
    this.sinceBox.hidden = false;
  }

  /** The game has got its name. */
  titled() {
    this.name.textContent = this.table.title;
  }

  link(state) {
    clearTimeout(this.linkTimer);
    if (state === "live") this.links.hidden = true;
    else this.linkTimer = setTimeout(() => ((this.links.textContent = t("offline")), (this.links.hidden = false)), 600);
  }

  scores() {
    const { outcome } = this.table.session.view;
    const { points, counted } = this.table.history;
    dialog(t("scores"), outcome ? outcomeTable(outcome, this.draw) : gainedTable(points, counted, this.draw));
  }

  rules() {
    dialog(t("rules"), rulesTable(this.draw));
  }

  cover(on) {
    this.body.classList.toggle("covered", on);
  }

  close() {
    clearTimeout(this.linkTimer);
    this.head.close();
  }
}
