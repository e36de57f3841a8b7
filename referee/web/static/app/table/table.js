// A game at the table: one session, one drawing, and what the player does.

import { el, refill } from "../dom.js";
import { about, openCard } from "../card/card.js";
import { Draw } from "../draw/draw.js";
import { beginAgain } from "../game/begin.js";
import { Collector } from "../game/collect.js";
import { entriesOf } from "../game/entries.js";
import { said } from "../game/said.js";
import { Layout } from "../game/layout.js";
import { Session } from "../game/session.js";
import { titleOf } from "../game/titles.js";
import { anyToken, dropSeat, kept, tokenFor } from "../keep/seats.js";
import { onOtherTab, read } from "../keep/store.js";
import { getView } from "../wire/calls.js";
import { t } from "../words.js";
import { Blocked } from "./why.js";
import { curtain, hasSecrets } from "./curtain.js";
import { History } from "./history.js";
import { Screen } from "./screen.js";
import { showMoves } from "./motion.js";
import { tell } from "./notify.js";
import { Tips } from "./tip.js";

const RUNNING = ["GAME_STATE_RUNNING", "GAME_STATE_OVER"];

export class Table {
  constructor(root, id) {
    this.name = `games/${id}`;
    this.root = refill(root, el("p", { class: "loading", role: "status" }, t("loading")));
    this.tips = new Tips();
    this.closed = false;
    this.alone = onOtherTab((key) => key === "games" && this.#joined());
    this.sit(this.#seats()[0] ?? "");
  }

  #seats() {
    return Object.keys(kept(this.name).seats);
  }

  /** Follows the game as this seat from now on; "" as a spectator. */
  sit(seat, quiet = false) {
    this.quiet = quiet; // who has watched all along isn't told what has happened
    this.session?.close();
    this.history?.close();
    this.collector = null;
    this.ready = false;
    const who = { game: this.name, seat, token: tokenFor(this.name, seat) };
    this.session = new Session(who, {
      game: (game) => this.#game(game),
      view: (view, update) => this.#view(view, update),
      link: (state) => this.screen?.link(state),
      lost: (error) => this.#lost(error),
    });
    this.collector = new Collector(this.session, () => this.render());
    this.history = new History(this);
    this.blocked = new Blocked(this.collector, () => this.render());
    this.session.follow();
    this.session.board.catch(() => {});
  }

  /** Another tab has taken a seat of this game. */
  #joined() {
    if (!this.closed && !this.session.who.seat && this.#seats().length) this.sit(this.#seats()[0]);
  }

  #lost(error) {
    const { seat } = this.session.who;
    if (!seat) return refill(this.root, el("main", { class: "message" }, el("p", { role: "alert" }, error.message), el("a", { href: "#/" }, t("home"))));
    dropSeat(this.name, seat);
    this.sit(this.#seats()[0] ?? "");
  }

  async #game(game) {
    const first = this.game?.ruleset !== game.ruleset;
    this.game = game;
    if (!first && this.draw) return this.render();
    const [board, entries] = await Promise.all([this.session.board, entriesOf(game.ruleset)]);
    if (this.closed || this.draw) return;
    this.layout = new Layout(board.board, (id) => entries.word("place", id));
    this.draw = new Draw(this.layout, entries, (seat) => this.#player(seat), this.tips, (key, label) => about(this.draw, key, label));
    this.screen = new Screen(this.root, this);
    this.#call(game.ruleset);
    this.#start();
  }

  #player(seat) {
    const name = this.game?.seats?.find((each) => each.id === seat)?.player;
    return name || t("player", { n: seat });
  }

  #view(view, update) {
    this.collector.follow(view);
    if (!this.ready) return this.#start();
    if (update) this.history.add(update);
    this.render();
    if (update) showMoves(update.events, this.screen.board, this.draw);
    this.#handOver(view);
  }

  /** The first view of a seat: as soon as the view, the board and the names are there. */
  #start() {
    if (this.ready || !this.draw || !this.session.view) return;
    this.ready = true;
    this.screen.begin();
    this.render();
    this.history.begin();
    this.collector.restore();
    this.#handOver(this.session.view);
  }

  get running() {
    return RUNNING.includes(this.game?.state);
  }

  /** Draws what has changed. */
  render() {
    if (!this.ready || this.closed) return;
    const view = this.collector.view;
    this.draw.see(view);
    this.blocked.want(this.collector.decision);
    this.screen.show(view);
    const decision = this.collector.decision;
    tell(decision ? `${this.name} ${decision.id}` : "", this.title, decision?.prompt.text ?? "");
  }

  get title() {
    return kept(this.name).title || this.called || t("a_game");
  }

  /** Who hasn't made the game learns from its rules what it is. */
  async #call(ruleset) {
    if (kept(this.name).title) return;
    this.called = await titleOf(ruleset).catch(() => "");
    this.screen?.titled();
    this.render();
  }

  // ---- one screen, several seats

  /** If another seat of this screen is asked: at once where nobody has secrets, else after a curtain. */
  async #handOver(view) {
    const { seat } = this.session.who;
    const owing = (view.decisions ?? []).flatMap((decision) => decision.seats ?? []);
    const next = owing.includes(seat) ? "" : (owing.find((each) => this.#seats().includes(each)) ?? "");
    this.next = "";
    if (!next || next === seat) return;
    const session = this.session;
    const open = await getView({ game: this.name, seat: "", token: tokenFor(this.name, "") }, false).catch(() => null);
    if (this.session !== session) return;
    if (open && !hasSecrets(open)) return this.sit(next, true);
    this.next = next;
    this.render();
  }

  async handOver() {
    const { next } = this;
    this.next = "";
    this.screen.cover(true);
    await curtain(next, this.#player(next));
    this.screen.cover(false);
    this.sit(next);
  }

  // ---- what the player does

  choose(option, answer) {
    return this.collector.choose(option, answer, said(option, answer), read("at_once", false));
  }

  /** Whether somebody of this browser sits here or has made the game. */
  get plays() {
    return Boolean(anyToken(this.name));
  }

  /** A new game like this one. */
  async playAgain() {
    try {
      location.hash = await beginAgain(this.game, this.title);
    } catch (error) {
      this.collector.problem = error.message;
      this.render();
    }
  }

  card(key) {
    openCard(this.draw, key, this.game.ruleset);
  }

  close() {
    this.closed = true;
    this.alone();
    this.session.close();
    this.history.close();
    this.screen?.close();
    this.tips.close();
    tell("", "Referee", "");
  }
}
