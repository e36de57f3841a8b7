// Plays whole games of any ruleset from the forms alone; the exit code is 1 if anything was refused or differed.
//
//   node dist/main.js --address 127.0.0.1:50051 --packs PACK[+PACK] [--set PACK.OPTION=VALUE] [--seats N]
//                     [--games N] [--seed N] [--most-moves N] [--undo] [--leave]

import { parseArgs } from "node:util";
import { Random } from "./random.js";
import type { Ruleset } from "./shapes.js";
import { Table, type Tally } from "./table.js";
import { Wire } from "./wire.js";

const { values: given } = parseArgs({
  options: {
    address: { type: "string", default: "127.0.0.1:50051" },
    packs: { type: "string" },
    set: { type: "string", multiple: true, default: [] },
    seats: { type: "string" },
    games: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    "most-moves": { type: "string", default: "20000" },
    undo: { type: "boolean", default: false },
    leave: { type: "boolean", default: false },
  },
});

function settings(): { pack: string; option: string; values: string[] }[] {
  return (given.set ?? []).map((text) => {
    const match = /^([^.=]+)\.([^=]+)=(.*)$/.exec(text);
    if (!match) throw new Error(`--set ${text}: write PACK.OPTION=VALUE`);
    return { pack: match[1] as string, option: match[2] as string, values: (match[3] as string).split(",") };
  });
}

async function main(): Promise<void> {
  if (!given.packs) throw new Error("--packs is missing: name a stack of packs, joined with +");
  const wire = new Wire(given.address as string);
  try {
    const { ruleset } = await wire.call<{ ruleset: Ruleset | null }>("CatalogService", "CreateRuleset", {
      packs: given.packs.split("+"), options: settings(),
    });
    if (!ruleset) throw new Error(`no ruleset for ${given.packs}`);
    const sum: Tally = { moves: 0, choices: 0, longest: 0, previews: 0, undos: 0, redos: 0, replaced: 0, resigned: 0 };
    for (let game = 0; game < Number(given.games); game++) {
      const random = new Random(Number(given.seed) * 1000 + game);
      const seats = given.seats ? Number(given.seats) : random.between(ruleset.min_seats, ruleset.max_seats);
      const table = new Table(wire, random, { undo: given.undo as boolean, leave: given.leave as boolean });
      try {
        await table.open(ruleset, seats);
        await table.play(Number(given["most-moves"]));
      } catch (error) {
        throw new Error(`game ${game + 1} with ${seats} seats, seed ${given.seed}: ${(error as Error).message}`);
      } finally {
        table.close();
      }
      for (const key of ["moves", "choices", "previews", "undos", "redos", "replaced", "resigned"] as const) sum[key] += table.tally[key];
      sum.longest = Math.max(sum.longest, table.tally.longest);
    }
    console.log(JSON.stringify({ packs: given.packs, games: Number(given.games), ...sum, refused: 0 }));
  } finally {
    wire.close();
  }
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
