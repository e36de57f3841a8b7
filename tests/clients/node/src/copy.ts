// A client's own copy of a view, kept up to date by applying updates.

import { isDeepStrictEqual } from "node:util";
import type { Named, Update, View } from "./shapes.js";

function replaced(old: readonly Named[], changed: readonly Named[]): Named[] {
  const fresh = new Map(changed.map((item) => [item.id, item]));
  const result = old.map((item) => {
    const newer = fresh.get(item.id);
    fresh.delete(item.id);
    return newer ?? item;
  });
  return [...result, ...fresh.values()]; // a game that begins: nothing was there before
}

/** The view after an update: changed places and values replaced by id, every other field taken as it comes. */
export function applied(view: View, update: Update): View {
  if (update.version !== view.version + 1) {
    throw new Error(`update ${update.version} follows version ${view.version}: not the next one`);
  }
  return {
    ...update.changes,
    places: replaced(view.places, update.changes.places),
    values: replaced(view.values, update.changes.values),
  };
}

/** Throws, naming the first difference, unless both are equal. */
export function mustEqual(what: string, left: unknown, right: unknown): void {
  if (isDeepStrictEqual(left, right)) return;
  throw new Error(`${what} differ ${difference(left, right, "")}`);
}

function difference(left: unknown, right: unknown, path: string): string {
  const composite = (x: unknown): x is Record<string, unknown> => typeof x === "object" && x !== null;
  if (composite(left) && composite(right)) {
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
      if (!isDeepStrictEqual(left[key], right[key])) return difference(left[key], right[key], `${path}.${key}`);
    }
  }
  return `at ${path || "the top"}: ${JSON.stringify(left)} and ${JSON.stringify(right)}`;
}
