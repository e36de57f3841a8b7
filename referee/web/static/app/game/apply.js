// The view after an update: changed places and values replaced by id, everything else as it comes.

function replaced(old = [], changed = []) {
  if (!changed.length) return old;
  const fresh = new Map(changed.map((each) => [each.id, each]));
  const kept = old.map((each) => {
    const newer = fresh.get(each.id);
    fresh.delete(each.id);
    return newer ?? each;
  });
  return [...kept, ...fresh.values()]; // a game that begins: nothing was there before
}

export function applied(view, update) {
  const changes = update.changes ?? {};
  return {
    ...changes,
    places: replaced(view.places, changes.places),
    values: replaced(view.values, changes.values),
  };
}
