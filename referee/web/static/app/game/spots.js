// Where an option points on the board: at what it is about, and at what its form lets one take.

/** The spots of an option: {place, entry, item}; without an entry it is the place itself; `item`: of its form. */
export function spotsOf(option) {
  const own = (option.subjects ?? []).map((place, at) => ({ place, entry: option.meant?.[at] ?? "" }));
  return [...own, ...itemsOf(option).flatMap(spotsOfItem)];
}

/** What the form of an option lists. */
const itemsOf = (option) => option.picks?.items ?? [...(option.allocation?.sources ?? []), ...(option.allocation?.bins ?? [])];

const spotsOfItem = (item) => (item.subjects ?? []).map((place) => ({ place, entry: item.entry ?? "", item: item.id }));
