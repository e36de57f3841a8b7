// Many options in few lines: those about one entry fold into one that narrows the list down to them.

const MANY = 12; // options that are shown as they are

/** Lines of a list: {option} or {key, options} for those that fold. */
export function lines(options) {
  if (options.length <= MANY) return options.map((option) => ({ option }));
  const folds = new Map();
  for (const option of options) {
    if (!option.entry) continue;
    const key = `${option.group ?? ""} ${option.entry}`;
    folds.set(key, [...(folds.get(key) ?? []), option]);
  }
  if (folds.size < 2) return options.map((option) => ({ option }));
  const found = [];
  for (const option of options) {
    const fold = option.entry && folds.get(`${option.group ?? ""} ${option.entry}`);
    if (!fold || fold.length === 1) found.push({ option });
    else if (fold[0] === option) found.push({ key: option.entry, options: fold });
  }
  return found;
}

/** Options in runs of the same group: what belongs together stands together. */
export function runs(found) {
  const made = [];
  for (const line of found) {
    const group = (line.option ?? line.options[0]).group ?? "";
    const last = made.at(-1);
    if (last?.group === group) last.lines.push(line);
    else made.push({ group, lines: [line] });
  }
  return made;
}

export const form = (option) => (option.number ? "number" : option.picks ? "picks" : option.allocation ? "allocation" : "");

const KNOWN = new Set(["id", "label", "subjects", "meant", "entry", "group", "role", "barrier", "refusal"]);

/** Whether an option asks for an argument that this page doesn't know. */
export const unanswerable = (option) => !form(option) && Object.keys(option).some((key) => !KNOWN.has(key));
