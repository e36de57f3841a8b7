// What a game is called: the titles of the packs that it is played with.

import { getRuleset, listPacks } from "../wire/calls.js";
import { spelt } from "../words.js";

const known = new Map(); // ruleset → promise of its title
let packs = null;

async function titleNow(ruleset) {
  packs ??= listPacks().catch(() => []);
  const [found, all] = await Promise.all([getRuleset(ruleset), packs]);
  const ids = found.packs ?? [];
  const needed = new Set(all.filter((pack) => ids.includes(pack.id)).flatMap((pack) => pack.requires ?? []));
  const tops = ids.filter((id) => !needed.has(id));
  return tops.map((id) => all.find((pack) => pack.id === id)?.title?.text ?? spelt(id)).join(" + ");
}

export function titleOf(ruleset) {
  if (!known.has(ruleset)) {
    const asked = titleNow(ruleset);
    asked.catch(() => known.delete(ruleset));
    known.set(ruleset, asked);
  }
  return known.get(ruleset);
}
