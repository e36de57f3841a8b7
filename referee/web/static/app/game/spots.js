// Where an option points on the board: at what it is about, and at what its form lets one take.

/** The spots of an option: {place, entry}; without an entry it is the place itself. */
export function spotsOf(option) {
  const own = (option.subjects ?? []).map((place, at) => ({ place, entry: option.meant?.[at] ?? "" }));
  return [...own, ...itemsOf(option).flatMap(spotsOfItem)];
}

/** What the form of an option lists. */
export const itemsOf = (option) => option.picks?.items ?? [...(option.allocation?.sources ?? []), ...(option.allocation?.bins ?? [])];

export const spotsOfItem = (item) => (item.subjects ?? []).map((place) => ({ place, entry: item.entry ?? "" }));
