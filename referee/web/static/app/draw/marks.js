// A sign for every entry, made of its id: a colour, a form for its kind, one to three letters. The same everywhere.

const FORMS = ["square", "hexagon", "diamond", "octagon", "shield", "pentagon", "tag", "arch"];
const GOLDEN = 137.5; // degrees: neighbours get colours far apart

export class Marks {
  constructor(entries) {
    this.known = new Map();
    this.kinds = new Map();
    this.letters = new Map();
    this.entries = entries;
    for (const entry of entries.list) this.of(entry.key);
  }

  /** The sign of an entry, by its key KIND/ID: {hue, form, letters}. */
  of(key) {
    const found = this.known.get(key);
    if (found) return found;
    const [kind, id] = [key.split("/")[0], key.split("/").pop()];
    const place = this.#kind(kind);
    const made = { hue: (place.start + GOLDEN * place.count++) % 360, form: place.form, letters: this.#letters(kind, id) };
    this.known.set(key, made);
    return made;
  }

  #kind(kind) {
    if (!this.kinds.has(kind)) {
      const count = [...this.kinds.keys()].filter((each) => each !== "token").length;
      const form = kind === "token" ? "circle" : FORMS[count % FORMS.length];
      this.kinds.set(kind, { form, count: 0, start: (kind === "token" ? 20 : 200 + 47 * count) % 360 });
    }
    return this.kinds.get(kind);
  }

  #letters(kind, id) {
    const words = id.split(/[_.-]/).filter(Boolean);
    const taken = this.letters.get(kind) ?? new Set();
    this.letters.set(kind, taken);
    const found = candidates(words).find((each) => !taken.has(each)) ?? String(taken.size);
    taken.add(found);
    return found;
  }
}

/** Letters to try: initials first, then one letter more of the first word, of the second, and so on. */
function candidates(words) {
  const [first = "?", second = ""] = words;
  const up = (text) => text.charAt(0).toUpperCase() + text.slice(1);
  const tries = [words.slice(0, 3).map((word) => word.charAt(0).toUpperCase()).join("")];
  for (let n = 1; n < first.length; n++) tries.push(up(first.charAt(0) + first.charAt(n)) + up(second.charAt(0)));
  for (let n = 1; n < second.length; n++) tries.push(up(first.charAt(0)) + up(second.charAt(0) + second.charAt(n)));
  return tries;
}
