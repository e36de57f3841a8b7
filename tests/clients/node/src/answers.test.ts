// Random answers satisfy the forms that they were read off: every bound, every limit, every total.

import assert from "node:assert/strict";
import { test } from "node:test";
import { allocate, answer, pickItems } from "./answers.js";
import { Random } from "./random.js";
import type { AllocationForm, Decision, Item, Option, PickForm } from "./shapes.js";

const item = (id: string, min = 0, max = 1): Item => ({ id, min, max });
const items = (ids: string): Item[] => [...ids].map((id) => item(id));

test("picks keep nested and disjoint limits", () => {
  const form: PickForm = {
    items: items("abcdefgh"), min: 3, max: 6, ordered: false,
    limits: [
      { items: ["a", "b"], min: 1, max: 1 },
      { items: ["a", "b", "c", "d"], min: 2, max: 3 },
      { items: ["e", "f"], min: 0, max: 1 },
    ],
  };
  const sizes = new Set<number>();
  for (let seed = 0; seed < 500; seed++) {
    const picked = pickItems(new Random(seed), form);
    sizes.add(picked.length);
    assert.equal(new Set(picked).size, picked.length);
    assert.ok(picked.length >= form.min && picked.length <= form.max);
    for (const limit of form.limits) {
      const count = picked.filter((id) => limit.items.includes(id)).length;
      assert.ok(count >= limit.min && count <= limit.max, `${picked} breaks ${limit.items}`);
    }
  }
  assert.deepEqual([...sizes].sort(), [3, 4, 5, 6]);
});

test("an order is every item in any order", () => {
  const form: PickForm = { items: items("abc"), min: 3, max: 3, ordered: true, limits: [] };
  const orders = new Set(Array.from({ length: 300 }, (_, seed) => pickItems(new Random(seed), form).join("")));
  assert.equal(orders.size, 6);
});

test("allocations keep the bounds of sources, bins and total", () => {
  const form: AllocationForm = {
    sources: [item("p", 1, 4), item("q", 0, 2)], bins: [item("x", 0, 3), item("y", 1, 1), item("z", 0, 9)], min: 2, max: 5,
  };
  for (let seed = 0; seed < 500; seed++) {
    const shares = allocate(new Random(seed), form);
    const sum = (of: "source" | "bin", id: string): number =>
      shares.filter((share) => share[of] === id).reduce((total, share) => total + share.amount, 0);
    for (const one of form.sources) assert.ok(sum("source", one.id) >= one.min && sum("source", one.id) <= one.max);
    for (const one of form.bins) assert.ok(sum("bin", one.id) >= one.min && sum("bin", one.id) <= one.max);
    const total = shares.reduce((all, share) => all + share.amount, 0);
    assert.ok(total >= form.min && total <= form.max);
  }
});

test("a form that nothing satisfies and an argument that nobody knows are faults", () => {
  const form: PickForm = { items: items("a"), min: 2, max: 3, ordered: false, limits: [] };
  assert.throws(() => pickItems(new Random(1), form), /no answer fits/);
  const decision: Decision = { id: "d", seats: ["1"], sealed: false, step: "s", options: [] };
  const option: Option = { id: "o", barrier: false, role: "", argument: "drawing" };
  assert.throws(() => answer(new Random(1), decision, option), /doesn't know/);
});
