// Checks everything random in the file of a game, without its rules. Written from the documentation alone:
// referee/docs/game-file.md and referee/docs/random.md.
//
//   node dist/verify.js FILE [--commitment HASH]
//
// The exit code is 0 if all is as it must be, 1 if not (the first wrong line is named), 2 if this is no file of a game.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { parseArgs } from "node:util";

interface Chance {
  what: string; where: string; from: number; next: number;
  before?: string[]; after?: string[];
  sides?: number; low?: number; is?: number;
}
interface Line {
  game_file?: number; game?: string; seed?: string; commitment?: string; path?: string;
  version?: number; record?: { kind: string; entropies?: string[] }; key?: string; random?: Chance[];
  end?: number;
}

class Wrong extends Error {
  constructor(readonly line: number, problem: string) {
    super(line ? `line ${line}: ${problem}` : problem);
  }
}

const sha256 = (data: string | Uint8Array): Uint8Array => new Uint8Array(createHash("sha256").update(data).digest());
const hex = (data: Uint8Array): string => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

// ---- the random stream

class Stream {
  constructor(private readonly key: Uint8Array, public index: number) {}

  private word(): number {
    const input = new Uint8Array(this.key.length + 8);
    input.set(this.key);
    new DataView(input.buffer).setBigUint64(this.key.length, BigInt(Math.floor(this.index / 8)));
    return new DataView(sha256(input).buffer).getUint32(4 * (this.index++ % 8));
  }

  below(n: number): number {
    const limit = 2 ** 32 - (2 ** 32 % n);
    for (;;) {
      const word = this.word();
      if (word < limit) return word % n;
    }
  }

  shuffled(items: readonly string[]): string[] {
    const order = [...items];
    for (let i = order.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [order[i], order[j]] = [order[j] as string, order[i] as string];
    }
    return order;
  }
}

// ---- the file

function read(path: string): Line[] {
  const data = new Uint8Array(readFileSync(path));
  const text = new TextDecoder().decode(data[0] === 0x1f && data[1] === 0x8b ? new Uint8Array(gunzipSync(data)) : data);
  const lines = text.replace(/\n$/, "").split("\n").map((line, index) => {
    try {
      return JSON.parse(line) as Line;
    } catch {
      throw new Wrong(index && index + 1, index ? "this can't be read as JSON" : "this is no file of a game");
    }
  });
  if (lines[0]?.game_file !== 1) throw new Wrong(0, "this is no file of a game");
  return lines;
}

function same(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

class Canonical {
  private readonly orders: string[][] = [];

  // Equal things next to one another; any two kinds of things in the same order wherever both stand.
  check(line: number, before: readonly string[]): void {
    const kinds = before.filter((name, index) => name !== before[index - 1]);
    if (new Set(kinds).size !== kinds.length) throw new Wrong(line, "equal things lie apart in what a shuffle began with");
    for (const order of this.orders) {
      const places = kinds.map((name) => order.indexOf(name)).filter((place) => place >= 0);
      if (places.some((place, index) => index > 0 && place < (places[index - 1] as number)))
        throw new Wrong(line, "a shuffle began with things in another order than one before");
    }
    this.orders.push(kinds);
  }
}

function check(line: number, chance: Chance, key: Uint8Array, from: number, canonical: Canonical): number {
  const name = `${chance.what} of ${chance.where}`;
  if (chance.from !== from) throw new Wrong(line, `the ${name} begins with word ${chance.from}, but ${from} is the next`);
  const stream = new Stream(key, from);
  if (chance.what === "roll") {
    const { sides, low, is } = chance;
    if (sides === undefined || low === undefined || is === undefined || !(sides > 0)) throw new Wrong(line, `the ${name} is incomplete`);
    const rolled = stream.below(sides) + low;
    if (rolled !== is) throw new Wrong(line, `the ${name} is ${is}, but the stream gives ${rolled}`);
  } else if (chance.what === "shuffle" || chance.what === "deal") {
    if (!chance.before || !chance.after) throw new Wrong(line, `the ${name} is incomplete`);
    canonical.check(line, chance.before);
    if (!same(stream.shuffled(chance.before), chance.after)) throw new Wrong(line, `the ${name} came out otherwise`);
  } else throw new Wrong(line, `there is no ${chance.what}`);
  if (stream.index !== chance.next) throw new Wrong(line, `the ${name} leaves word ${stream.index}, not ${chance.next}`);
  return chance.next;
}

function verify(lines: Line[], noted: string | undefined): Record<string, number | string> {
  const head = lines[0] as Line;
  if (head.seed === undefined || head.game === undefined) throw new Wrong(1, "seed or name is missing");
  const commitment = hex(sha256(head.seed));
  if (head.commitment !== commitment) throw new Wrong(1, "the commitment isn't the hash of the seed");
  if (noted !== undefined && noted !== commitment) throw new Wrong(1, "you noted another commitment");
  const canonical = new Canonical();
  let version = 0, word = 0, events = 0, key: Uint8Array | undefined;
  const packs = lines.findIndex((line, index) => index > 0 && line.path === undefined);
  for (const [index, line] of lines.entries()) {
    if (index < packs || index === lines.length - 1) continue;
    if (line.version !== ++version) throw new Wrong(index + 1, `this is where version ${version} must stand`);
    if (version === 1) {
      const parts = [head.seed, head.game, ...(line.record?.entropies ?? [])];
      key = sha256(parts.map((part) => `${part}\n`).join(""));
      if (line.record?.kind !== "begun" || line.key !== hex(key)) throw new Wrong(index + 1, "the key isn't made of seed, name and entropies");
    }
    for (const chance of line.random ?? []) {
      word = check(index + 1, chance, key as Uint8Array, word, canonical);
      events++;
    }
  }
  if (lines.at(-1)?.end !== version) throw new Wrong(lines.length, "the last line doesn't say the last version");
  return { game: head.game, commitment, versions: version, events, words: word };
}

const { values, positionals } = parseArgs({ options: { commitment: { type: "string" } }, allowPositionals: true });
try {
  if (positionals.length !== 1) throw new Wrong(0, "name one file");
  console.log(JSON.stringify(verify(read(positionals[0] as string), values.commitment)));
} catch (problem) {
  console.error(problem instanceof Error ? problem.message : String(problem));
  process.exitCode = problem instanceof Wrong && problem.line ? 1 : 2;
}
