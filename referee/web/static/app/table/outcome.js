// Points and where they come from: at the end as the rules count them, before it as they were gained.

import { el } from "../dom.js";
import { seatIcon } from "../draw/icon.js";
import { t } from "../words.js";

/** The end of the game: who won, points by source, ties, and what lets anybody recompute the shuffles. */
export function outcomeTable(outcome, draw) {
  const winners = (outcome.winners ?? []).map((seat) => draw.say.seat(seat));
  const scores = outcome.scores ?? [];
  const ranks = new Map((outcome.ranking ?? []).map((rank) => [rank.seat, rank]));
  const order = [...scores].sort((a, b) => (ranks.get(a.seat)?.rank ?? 0) - (ranks.get(b.seat)?.rank ?? 0));
  return [
    el("p", { class: "winners" }, winners.length ? t("won_by", { who: winners.join(", ") }) : t("nobody_won")),
    scores.length ? table(order, ranks, draw) : "",
    outcome.shuffleSeed && el("details", {}, el("summary", {}, t("fair")), el("p", {}, t("fair_how")), el("p", { class: "seed" }, outcome.shuffleSeed)),
  ];
}

function table(scores, ranks, draw) {
  const sources = [];
  for (const score of scores) for (const line of score.lines ?? []) {
    if (!sources.includes(line.source.text)) sources.push(line.source.text);
  }
  const row = (name, cells, given = {}) => el("tr", given, el("th", { scope: "row" }, name), cells.map((cell) => el("td", {}, String(cell))));
  const points = (score, source) =>
    (score.lines ?? []).filter((line) => line.source.text === source).reduce((sum, line) => sum + (line.points ?? 0), 0);
  const ties = [...new Set(scores.flatMap((score) => (ranks.get(score.seat)?.tieBreaks ?? []).map((line) => line.source.text)))];
  const tie = (score, source) => ranks.get(score.seat)?.tieBreaks?.find((line) => line.source.text === source)?.points ?? 0;
  return el(
    "table",
    { class: "scores" },
    el("thead", {}, el("tr", {}, el("td", {}), scores.map((score) => el("th", { scope: "col" }, seatIcon(score.seat), " ", draw.say.seat(score.seat))))),
    el(
      "tbody",
      {},
      sources.map((source) => row(source, scores.map((score) => points(score, source)))),
      row(t("points"), scores.map((score) => score.points ?? 0), { class: "sum" }),
      ties.map((source) => row(source, scores.map((score) => tie(score, source)))),
      row(t("rank"), scores.map((score) => ranks.get(score.seat)?.rank ?? "–")),
    ),
  );
}

/** Points gained so far by cause: seat → name of the cause → points, from the updates known. */
export function gained(updates, layout, entries) {
  const found = new Map();
  const add = (seat, cause, points) => {
    const own = found.get(seat) ?? new Map();
    found.set(seat, own.set(cause, (own.get(cause) ?? 0) + points));
  };
  const name = (cause) => (cause?.entry ? entries.name(cause.entry) : (cause?.hook ?? ""));
  for (const update of updates) for (const event of update.events ?? []) {
    const info = event.changed && layout.infos.get(event.changed.after?.id);
    if (info?.score) add(info.seat, name(event.cause), (event.changed.after.number ?? 0) - (event.changed.before?.number ?? 0));
    if (event.moved) score(event, layout, (seat, points) => add(seat, name(event.cause), points));
  }
  return found;
}

/** Tokens that count as points lie where the value of the same id says: seat/1/TOKEN. */
function score(event, layout, add) {
  for (const [place, sign] of [[event.moved.toPlace, 1], [event.moved.fromPlace, -1]]) {
    const info = place && layout.infos.get(place);
    if (info?.score) add(info.seat, sign * (event.moved.pieces ?? []).reduce((sum, piece) => sum + (piece.count ?? 1), 0));
  }
}
