// The end of a game: points by source, as the rules count them.

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
    (outcome.reasons ?? []).includes("resigned") && el("p", {}, t("others_gave_up")),
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
  const made = el(
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
  return el("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("points") }, made);
}
