// Amounts of sources put into bins: a counter for each pair, with what is still to be given beside it.

import { button, el } from "../dom.js";
import { icon } from "../draw/icon.js";
import { t } from "../words.js";

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** `done({allocation})` with shares that the form allows. */
export function allocationForm(option, draw, done) {
  const { sources = [], bins = [], min = 0, max = 0, suggested = [] } = option.allocation;
  const amounts = bins.map((bin) => sources.map((source) => share(suggested, source.id, bin.id)));
  const ofSource = (s) => sum(amounts.map((row) => row[s]));
  const ofBin = (b) => sum(amounts[b]);
  const total = () => sum(amounts.flat());
  const fits = () =>
    total() >= min && total() <= max &&
    sources.every((source, s) => ofSource(s) >= (source.min ?? 0) && ofSource(s) <= (source.max ?? 0)) &&
    bins.every((bin, b) => ofBin(b) >= (bin.min ?? 0) && ofBin(b) <= (bin.max ?? 0));
  const room = (b, s) => total() < max && ofSource(s) < (sources[s].max ?? 0) && ofBin(b) < (bins[b].max ?? 0);

  const state = el("p", { class: "state", role: "status" });
  const send = el("button", { type: "submit", class: "main" }, t("choose"));
  const shows = [];
  const show = () => {
    for (const each of shows) each();
    send.disabled = !fits();
    state.textContent = t("given_out", { n: total(), wanted: min === max ? String(min) : `${min}–${max}` });
  };
  const one = (b, s) => (bins.length === 1 ? sources[s].id : sources.length === 1 ? bins[b].id : undefined); // what a click on the board means
  const counter = (b, s) => {
    const name = bins.length > 1 ? `${label(sources[s])}, ${label(bins[b])}` : label(sources[s]);
    const less = button("−", () => (amounts[b][s]--, show()), { "aria-label": t("less_of", { what: name }) });
    const more = button("+", () => (amounts[b][s]++, show()), { "aria-label": t("more_of", { what: name }), "data-item": one(b, s) });
    const number = el("output", { "aria-label": name });
    shows.push(() => {
      number.textContent = String(amounts[b][s]);
      less.disabled = amounts[b][s] < 1;
      more.disabled = !room(b, s);
    });
    return el("span", { class: "counter" }, less, number, more);
  };
  const table = bins.length > 1 ? matrix(sources, bins, counter, draw) : column(sources, counter, draw);
  show();
  const answer = () => ({
    allocation: {
      shares: bins.flatMap((bin, b) =>
        sources.map((source, s) => ({ source: source.id, bin: bin.id, amount: amounts[b][s] })).filter((each) => each.amount),
      ),
    },
  });
  return el(
    "form",
    { class: "form", onsubmit: (event) => (event.preventDefault(), fits() && done(answer())) },
    el("fieldset", {}, el("legend", {}, option.label.text), table),
    state,
    send,
  );
}

const share = (suggested, source, bin) => suggested.find((each) => each.source === source && each.bin === bin)?.amount ?? 0;
const label = (item) => item.label?.text ?? item.id;

function signed(item, draw) {
  const sign = item.entry && icon(draw.marks.of(draw.entries.key(item.entry)), 18);
  return [sign, label(item)];
}

function column(sources, counter, draw) {
  return sources.map((source, s) =>
    el("div", { class: "share" }, el("span", {}, signed(source, draw), el("small", {}, ` ≤ ${source.max ?? 0}`)), counter(0, s)),
  );
}

function matrix(sources, bins, counter, draw) {
  return el(
    "table",
    {},
    el("thead", {}, el("tr", {}, el("td", {}), sources.map((source) => el("th", { scope: "col" }, signed(source, draw))))),
    el(
      "tbody",
      {},
      bins.map((bin, b) => el("tr", {}, el("th", { scope: "row" }, signed(bin, draw)), sources.map((_, s) => el("td", {}, counter(b, s))))),
    ),
  );
}
