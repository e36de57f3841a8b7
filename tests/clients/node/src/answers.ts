// A random answer to an option, read off its form. The forms are exact, so every answer made here must be accepted.

import type { Random } from "./random.js";
import type { AllocationForm, Choice, Decision, Limit, NumberForm, Option, PickForm, Share } from "./shapes.js";

interface Range { low: number; high: number }

/** Parts of a total: each gets a number in its range, and the numbers add up to `total`. */
export function spread(random: Random, total: number, ranges: readonly Range[]): number[] {
  let low = ranges.reduce((sum, range) => sum + range.low, 0);
  let high = ranges.reduce((sum, range) => sum + range.high, 0);
  if (total < low || total > high) throw new Error(`no answer fits the form: ${total} is not in ${low}..${high}`);
  let left = total;
  return ranges.map((range) => {
    low -= range.low;
    high -= range.high;
    const part = random.between(Math.max(range.low, left - high), Math.min(range.high, left - low));
    left -= part;
    return part;
  });
}

/** A limit with the limits inside it and the items that only it holds. */
interface Node { limit: Limit; inner: Node[]; own: string[] }

function tree(form: PickForm): Node {
  const everything = form.items.map((item) => item.id);
  const root: Node = { limit: { items: everything, min: form.min, max: form.max }, inner: [], own: everything };
  const largestFirst = [...form.limits].sort((a, b) => b.items.length - a.items.length);
  for (const limit of largestFirst) {
    let parent = root;
    for (;;) {
      const deeper = parent.inner.find((node) => limit.items.every((item) => node.limit.items.includes(item)));
      if (!deeper) break;
      parent = deeper;
    }
    const members = new Set(limit.items);
    parent.inner.push({ limit, inner: [], own: limit.items });
    parent.own = parent.own.filter((item) => !members.has(item));
  }
  return root;
}

function rangeOf(node: Node): Range {
  const inner = node.inner.map(rangeOf);
  const low = inner.reduce((sum, range) => sum + range.low, 0);
  const high = inner.reduce((sum, range) => sum + range.high, node.own.length);
  return { low: Math.max(node.limit.min, low), high: Math.min(node.limit.max, high) };
}

function pickFrom(random: Random, node: Node, total: number): string[] {
  const parts = spread(random, total, [...node.inner.map(rangeOf), { low: 0, high: node.own.length }]);
  const picked = node.inner.flatMap((inner, index) => pickFrom(random, inner, parts[index] as number));
  return [...picked, ...random.shuffled(node.own).slice(0, parts[node.inner.length])];
}

export function pickItems(random: Random, form: PickForm): string[] {
  const root = tree(form);
  const { low, high } = rangeOf(root);
  const picked = pickFrom(random, root, random.between(low, high));
  if (form.ordered) return random.shuffled(picked);
  return picked;
}

/** Amounts put into bins: any row and column sums with one total can be filled, since every pair is allowed. */
export function allocate(random: Random, form: AllocationForm): Share[] {
  const sums = (items: readonly { min: number; max: number }[]): Range => ({
    low: items.reduce((sum, item) => sum + item.min, 0),
    high: items.reduce((sum, item) => sum + item.max, 0),
  });
  const ranges = (items: readonly { min: number; max: number }[]): Range[] =>
    items.map((item) => ({ low: item.min, high: item.max }));
  const rows = sums(form.sources);
  const columns = sums(form.bins);
  const low = Math.max(form.min, rows.low, columns.low);
  const high = Math.min(form.max, rows.high, columns.high);
  if (low > high) throw new Error(`no answer fits the form: total ${low}..${high}`);
  const total = random.between(low, high);
  const units = (items: readonly { id: string; min: number; max: number }[]): string[] =>
    spread(random, total, ranges(items)).flatMap((n, i) => Array<string>(n).fill((items[i] as { id: string }).id));
  const from = random.shuffled(units(form.sources));
  const into = units(form.bins);
  const amounts = new Map<string, Share>();
  from.forEach((source, index) => {
    const bin = into[index] as string;
    const share = amounts.get(`${source} ${bin}`) ?? { source, bin, amount: 0 };
    share.amount += 1;
    amounts.set(`${source} ${bin}`, share);
  });
  return [...amounts.values()];
}

function number(random: Random, form: NumberForm): number {
  const step = Math.max(1, form.step);
  return form.min + step * random.between(0, Math.floor((form.max - form.min) / step));
}

/** A choice of this option; sometimes it names the step too, as a careful client would. */
export function answer(random: Random, decision: Decision, option: Option): Choice {
  const choice: Choice = { option: option.id };
  if (random.chance(0.5)) choice.step = decision.step;
  if (option.number) choice.number = number(random, option.number);
  else if (option.picks) choice.picks = { items: pickItems(random, option.picks) };
  else if (option.allocation) choice.allocation = { shares: allocate(random, option.allocation) };
  else if (option.argument) throw new Error(`option ${option.id}: an argument that this client doesn't know`);
  return choice;
}
