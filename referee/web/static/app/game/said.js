// A choice in words: the option with its argument.

const name = (items, id) => items?.find((each) => each.id === id)?.label?.text ?? id;

export function said(option, { number, picks, allocation }) {
  const told = picks ? picked(option, picks) : allocation ? shared(option, allocation) : number === undefined ? "" : String(number);
  return number === undefined && !picks && !allocation ? option.label.text : `${option.label.text}: ${told || "–"}`;
}

const picked = (option, picks) => picks.items.map((id) => name(option.picks.items, id)).join(", ");

function shared(option, allocation) {
  const { sources, bins } = option.allocation;
  const into = (share) => (bins.length > 1 ? ` → ${name(bins, share.bin)}` : "");
  return allocation.shares.map((share) => `${share.amount} ${name(sources, share.source)}${into(share)}`).join(", ");
}
