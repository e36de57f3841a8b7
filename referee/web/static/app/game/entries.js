// What a ruleset has, by key: names, texts, printed data. Asked for once for each ruleset and language.

import { listEntries } from "../wire/calls.js";
import { language, spelt } from "../words.js";

const known = new Map();
const WORDS = new Set(["group", "kind", "place", "rule", "field", "face"]); // names of what is no thing

/** The entries of a ruleset; a second table with the same rules shares them. */
export function entriesOf(ruleset) {
  const key = `${ruleset} ${language()}`;
  if (!known.has(key)) {
    const loading = listEntries(ruleset).then((list) => new Entries(list));
    loading.catch(() => known.delete(key));
    known.set(key, loading);
  }
  return known.get(key);
}

export class Entries {
  constructor(list) {
    this.list = list.filter((entry) => !WORDS.has(entry.kind));
    this.byKey = new Map(list.map((entry) => [entry.key, entry]));
    this.byId = new Map();
    for (const entry of this.list) {
      const id = entry.key.split("/").pop();
      if (!this.byId.has(id)) this.byId.set(id, entry);
    }
  }

  /** The entry of a piece that lies where pieces of `kind` lie; undefined if the rules don't list it. */
  find(id, kind = "") {
    if (!id) return undefined;
    return this.byKey.get(id) ?? this.byKey.get(`${kind || "token"}/${id}`) ?? this.byId.get(id);
  }

  /** The key of a piece, also of one that isn't listed. */
  key(id, kind = "") {
    return this.find(id, kind)?.key ?? (id.includes("/") ? id : `${kind || "token"}/${id}`);
  }

  /** What the rules call a field, a face, a kind, a place: `sort` says which; the id as words where they don't say. */
  word(sort, id) {
    return capital(this.byKey.get(`${sort}/${id}`)?.name?.text ?? spelt(id));
  }

  /** A name within a text: as the rules write it. */
  plain(id, kind = "") {
    return this.find(id, kind)?.name?.text ?? spelt(id);
  }

  name(id, kind = "") {
    return capital(this.plain(id, kind));
  }
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
