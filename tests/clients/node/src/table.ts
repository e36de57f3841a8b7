// One game: seats, their tokens, their watchers, and the moves between them.

import { randomUUID } from "node:crypto";
import { answer } from "./answers.js";
import { mustEqual } from "./copy.js";
import type { Random } from "./random.js";
import type { Choice, Decision, Game, Refusal, Ruleset, Update, View } from "./shapes.js";
import { Watcher } from "./watcher.js";
import type { Wire } from "./wire.js";

const MAX_BATCH = 200; // of the API
const COMPARE = 0.2; // share of the versions at which every view is fetched and compared with the copies

export interface Tally {
  moves: number; choices: number; longest: number; previews: number; undos: number; redos: number; replaced: number; resigned: number;
}

/** What is done beside moves: taking back and making again; seats that change hands and are given up. */
export interface Ways { undo: boolean; leave: boolean }

export class Table {
  readonly tally: Tally = { moves: 0, choices: 0, longest: 0, previews: 0, undos: 0, redos: 0, replaced: 0, resigned: 0 };
  private readonly tokens = new Map<string, string>([["", ""]]);
  private watchers: Watcher[] = [];
  private game = "";
  private owner = "";
  private readonly gone = new Set<string>(); // seats that were given up: the service answers for them

  constructor(private readonly wire: Wire, private readonly random: Random, private readonly ways: Ways) {}

  /** Creates the game, joins every seat (each twice: a retry gets the same token), watches all. */
  async open(ruleset: Ruleset, seats: number): Promise<void> {
    const created = await this.gameCall<{ game: Game; invites: string[]; owner_token: string }>("CreateGame", {
      request_id: randomUUID(), ruleset: ruleset.name, seats: Array.from({ length: seats }, () => ({})),
    });
    this.game = created.game.name;
    this.owner = created.owner_token;
    const early = new Watcher(this.wire, this.game, "", "");
    for (const invite of created.invites) {
      const request = { request_id: randomUUID(), invite, player: "", entropy: randomUUID() };
      const joined = await this.gameCall<{ token: string; seats: string[] }>("JoinGame", request);
      mustEqual("two answers to one JoinGame", joined, await this.gameCall("JoinGame", request));
      for (const seat of joined.seats) this.tokens.set(seat, joined.token);
    }
    this.watchers.push(early);
    for (const [seat, token] of this.tokens) if (seat) this.watchers.push(new Watcher(this.wire, this.game, seat, token));
  }

  private gameCall<Response>(name: string, request: object, seat = ""): Promise<Response> {
    return this.wire.call<Response>("GameService", name, request, this.tokens.get(seat) ?? "");
  }

  private watcher(seat: string): Watcher {
    const watcher = this.watchers.find((one) => one.seat === seat);
    if (!watcher) throw new Error(`nobody watches seat ${seat}`);
    return watcher;
  }

  /** Plays to the end; the last view of a spectator. */
  async play(mostMoves: number): Promise<View> {
    let version = 1;
    for (;;) {
      const view = await this.watcher("").at(version);
      version = view.version;
      if (!view.outcome && view.decisions.some((decision) => decision.seats.some((seat) => this.gone.has(seat)))) {
        version += 1;
        continue;
      }
      if (this.random.chance(COMPARE) || view.outcome) await this.compare(version);
      if (view.outcome) return view;
      if (this.tally.moves >= mostMoves) throw new Error(`no end after ${mostMoves} moves`);
      const other = (await this.undo(version)) || (await this.leave(version));
      if (other) {
        version = other;
        continue;
      }
      const owing = [...new Set(view.decisions.flatMap((decision) => decision.seats))];
      const seat = this.random.pick(owing);
      version = await this.move(seat, await this.watcher(seat).at(version));
      this.disturb();
    }
  }

  /** Now and then somebody joins late, or loses the connection and resumes. */
  private disturb(): void {
    const watcher = this.random.pick(this.watchers);
    if (this.random.chance(0.03)) watcher.reconnect();
    if (this.watchers.length < 12 && this.random.chance(0.03)) {
      const seat = this.random.pick([...this.tokens.keys()]);
      this.watchers.push(new Watcher(this.wire, this.game, seat, this.tokens.get(seat) ?? ""));
    }
    if (watcher.view && this.watchers.length < 12 && this.random.chance(0.03)) {
      this.watchers.push(new Watcher(this.wire, this.game, watcher.seat, this.tokens.get(watcher.seat) ?? "", watcher.view));
    }
  }

  /** Every copy, kept by updates alone, is exactly the view that the service gives for that seat. */
  private async compare(version: number): Promise<void> {
    const served = new Map<string, View>();
    for (const seat of this.tokens.keys()) {
      served.set(seat, (await this.gameCall<{ view: View }>("GetView", { game: this.game, seat }, seat)).view);
    }
    for (const watcher of this.watchers) {
      mustEqual(`copy and view of seat "${watcher.seat}" at ${version}`, await watcher.at(version), served.get(watcher.seat));
    }
  }

  private static own(view: View, seat: string): Decision | undefined {
    return view.decisions.find((decision) => decision.seats.includes(seat) && decision.options.length > 0);
  }

  /** One move of a seat, sent twice; the version it made. */
  private async move(seat: string, view: View): Promise<number> {
    const decision = Table.own(view, seat);
    if (!decision) throw new Error(`seat ${seat} owes an answer and has no options`);
    const choices = await this.batch(seat, decision);
    const request = {
      request_id: randomUUID(), game: this.game, seat, decision: decision.id, choices, with_view: this.random.chance(0.5),
    };
    const first = await this.gameCall<{ update: Update; view: View | null }>("SubmitMove", request, seat);
    mustEqual("two answers to one SubmitMove", first, await this.gameCall("SubmitMove", request, seat));
    this.tally.moves += 1;
    this.tally.choices += choices.length;
    this.tally.longest = Math.max(this.tally.longest, choices.length);
    await this.check(seat, first.update, first.view);
    return first.update.version;
  }

  /** What the mover was answered is what the mover's stream says. */
  private async check(seat: string, update: Update, view: View | null): Promise<void> {
    const watcher = this.watcher(seat);
    const copy = await watcher.at(update.version);
    mustEqual("answer and stream", update, watcher.updates.get(update.version));
    if (view && copy.version === view.version) mustEqual("answered view and copy", view, copy);
    watcher.updates.clear();
  }

  /** Now and then a seat that may takes its last move back; the version that makes, or 0. */
  private async undo(version: number): Promise<number> {
    if (!this.ways.undo || !this.random.chance(0.05)) return 0;
    for (const seat of this.tokens.keys()) {
      const view = await this.watcher(seat).at(version);
      if (!view.undo?.allowed) continue;
      const request = { request_id: randomUUID(), game: this.game, seat, version, to_version: view.undo.to_version };
      const first = await this.gameCall<{ update: Update }>("UndoMove", request, seat);
      mustEqual("two answers to one UndoMove", first, await this.gameCall("UndoMove", request, seat));
      this.tally.undos += 1;
      await this.check(seat, first.update, null);
      return this.random.chance(0.5) ? this.redo(seat, view, first.update.version) : first.update.version;
    }
    return 0;
  }

  /** Makes again what was just taken back: everything is as it was before. */
  private async redo(seat: string, before: View, version: number): Promise<number> {
    const undone = await this.watcher(seat).at(version);
    if (!undone.undo?.redo) throw new Error("what was taken back can't be made again");
    const request = { request_id: randomUUID(), game: this.game, seat, version };
    const first = await this.gameCall<{ update: Update }>("RedoMove", request, seat);
    mustEqual("two answers to one RedoMove", first, await this.gameCall("RedoMove", request, seat));
    this.tally.redos += 1;
    await this.check(seat, first.update, null);
    mustEqual("the position made again and the one before", first.update.changes.digest, before.digest);
    return first.update.version;
  }

  /** Once a game a seat changes hands, and once one is given up; the version that makes, or 0. */
  private async leave(version: number): Promise<number> {
    if (!this.ways.leave) return 0;
    const seat = this.random.pick([...this.tokens.keys()].filter((one) => one && !this.gone.has(one)));
    if (!this.tally.replaced && version > 2) return this.replace(seat, version);
    if (!this.tally.resigned && version > 4) return this.resign(seat);
    return 0;
  }

  private async replace(seat: string, version: number): Promise<number> {
    const old = this.tokens.get(seat) ?? "";
    for (const watcher of this.watchers.filter((one) => one.seat === seat)) watcher.close();
    this.watchers = this.watchers.filter((one) => one.seat !== seat);
    const request = { request_id: randomUUID(), game: this.game, seat };
    const replaced = await this.wire.call<{ invite: string }>("GameService", "ReplaceSeat", request, this.owner);
    mustEqual("two answers to one ReplaceSeat", replaced, await this.wire.call("GameService", "ReplaceSeat", request, this.owner));
    const kept = await this.gameCall("GetView", { game: this.game, seat }, seat).then(() => true, (error: Error) => error.message);
    if (kept === true || !/UNAUTHENTICATED/.test(String(kept))) throw new Error(`the old token is worth something: ${kept}`);
    const join = { request_id: randomUUID(), invite: replaced.invite, player: "", entropy: "" };
    const joined = await this.gameCall<{ token: string; seats: string[] }>("JoinGame", join);
    if (joined.token === old) throw new Error("the new player got the old token");
    this.tokens.set(seat, joined.token);
    this.watchers.push(new Watcher(this.wire, this.game, seat, joined.token));
    this.tally.replaced += 1;
    return version;
  }

  private async resign(seat: string): Promise<number> {
    const request = { request_id: randomUUID(), game: this.game, seat };
    const first = await this.gameCall<{ update: Update }>("ResignSeat", request, seat);
    mustEqual("two answers to one ResignSeat", first, await this.gameCall("ResignSeat", request, seat));
    this.gone.add(seat);
    this.tally.resigned += 1;
    return first.update.version;
  }

  /** A move grown by preview: the next options come from the service, never from a rule known here. */
  private async batch(seat: string, start: Decision): Promise<Choice[]> {
    const choices: Choice[] = [];
    let decision: Decision | undefined = start;
    while (decision && choices.length < MAX_BATCH) {
      const option = this.random.pick(decision.options);
      choices.push(answer(this.random, decision, option));
      // A sealed answer is one move, however many questions it has; any other may be sent at each step.
      if (option.barrier || (!decision.sealed && this.random.chance(0.4))) break;
      const preview = await this.gameCall<{ view: View; at_barrier: boolean; refusal: Refusal | null }>(
        "PreviewMove", { game: this.game, seat, decision: start.id, choices }, seat,
      );
      this.tally.previews += 1;
      if (preview.refusal) throw new Error(`preview refused: ${JSON.stringify(preview.refusal)}`);
      if (preview.at_barrier) break;
      decision = Table.own(preview.view, seat);
    }
    return choices;
  }

  close(): void {
    for (const watcher of this.watchers) watcher.close();
  }
}
