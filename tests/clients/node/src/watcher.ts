// Somebody who watches a game: keeps a copy of the view and nothing else.

import { applied } from "./copy.js";
import type { Update, View, WatchMessage } from "./shapes.js";
import type { Wire } from "./wire.js";

const PATIENCE_MS = 30_000;

interface Waiter { version: number; resolve: () => void; reject: (error: Error) => void }

export class Watcher {
  view: View | null = null;
  updates = new Map<number, Update>();
  private streams = 0;
  private stream: { cancel: () => void };
  private failure: Error | null = null;
  private waiters: Waiter[] = [];

  /** Watches from the start, or goes on from a view that it had already (`resume`). */
  constructor(
    private readonly wire: Wire, private readonly game: string, readonly seat: string, private readonly token: string,
    resume: View | null = null,
  ) {
    this.view = resume;
    this.stream = this.open();
  }

  private open(): { cancel: () => void } {
    const request = { game: this.game, seat: this.seat, after_version: this.view?.version ?? 0 };
    const opened = ++this.streams; // what an earlier stream still delivers doesn't count
    const receive = (message: WatchMessage): void => {
      if (opened === this.streams) this.receive(message);
    };
    return this.wire.stream<WatchMessage>("WatchGame", request, this.token, receive, (error) => this.fail(error));
  }

  private receive(message: WatchMessage): void {
    try {
      if (message.message === "view" && message.view) {
        this.view = message.view;
      } else if (message.message === "update" && message.update) {
        if (!this.view) throw new Error(`update ${message.update.version} came before any view`);
        this.view = applied(this.view, message.update);
        this.updates.set(message.update.version, message.update);
      } else if (message.message === "bookmark" && this.view && message.bookmark !== this.view.version) {
        throw new Error(`bookmark ${message.bookmark} at version ${this.view.version}`);
      }
    } catch (error) {
      this.fail(error as Error);
    }
    this.wake();
  }

  private fail(error: Error): void {
    this.failure ??= new Error(`watcher of seat "${this.seat}": ${error.message}`);
    this.wake();
  }

  private wake(): void {
    const version = this.view?.version ?? -1;
    const waiting = this.waiters;
    this.waiters = [];
    for (const waiter of waiting) {
      if (this.failure) waiter.reject(this.failure);
      else if (version >= waiter.version) waiter.resolve();
      else this.waiters.push(waiter);
    }
  }

  /** The copy of the view once it has reached a version. */
  async at(version: number): Promise<View> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => {
        reject(new Error(`watcher of seat "${this.seat}" saw no version ${version}, only ${this.view?.version}`));
      }, PATIENCE_MS);
      this.waiters.push({ version, resolve, reject });
      this.wake();
    }).finally(() => clearTimeout(timer));
    return this.view as View;
  }

  /** Hangs up and watches on from the version reached, as after a broken connection. */
  reconnect(): void {
    this.stream.cancel();
    this.stream = this.open();
  }

  close(): void {
    this.stream.cancel();
  }
}
