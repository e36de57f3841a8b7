// A new game: which packs, with which options, who sits where.

import { el, put, refill } from "../dom.js";
import { beginGame } from "../game/begin.js";
import { read, write } from "../keep/store.js";
import { makeRuleset } from "../wire/calls.js";
import { t } from "../words.js";
import { clockRow } from "./clock_row.js";
import { findings } from "./findings.js";
import { optionControls } from "./options.js";
import { seatRows } from "./seat_rows.js";
import { share } from "./share.js";

/** The form for a pack; `all`: every pack there is, so that others can be added; `whole()` once all of it is there. */
export function createForm(pack, all, whole) {
  const state = el("div", { class: "about", role: "status" });
  const seatBox = el("div");
  const optionBox = el("div");
  const problem = el("p", { class: "problem", role: "alert", hidden: true });
  const token = el("input", { type: "password", autocomplete: "off", "aria-label": t("create_token"), value: read("create_token", "") });
  const tokenLine = el("label", { class: "item", hidden: true }, t("create_token"), token);
  const begin = el("button", { type: "submit", class: "main", disabled: true }, t("begin"));
  const chosen = new Set([pack.id]);
  const time = clockRow();
  let ruleset = null;
  let options = { settings: () => [], show: () => {} };
  let seats = null;
  let asked = 0;

  const check = async () => {
    const turn = ++asked;
    begin.disabled = true;
    problem.hidden = true;
    if (!ruleset) refill(state, t("loading"));
    try {
      const made = await makeRuleset(inOrder(chosen, all), options.settings(), token.value);
      if (turn !== asked) return;
      ruleset = made.ruleset;
      options.show(ruleset.options ?? []);
      if (!seats || !seats.fits(ruleset)) refill(seatBox, (seats = seatRows(ruleset)).element);
      refill(state, ...facts(ruleset));
      begin.disabled = false;
    } catch (error) {
      if (turn === asked) refuse(error);
    }
  };
  const refuse = async (error) => {
    const turn = asked;
    tokenLine.hidden &&= error.reason !== "TOKEN_INVALID";
    if (!ruleset) refill(state);
    problem.textContent = error.message;
    problem.hidden = false;
    if (error.reason !== "RULESET_INVALID") return;
    const checked = await makeRuleset(inOrder(chosen, all), options.settings(), token.value, true).catch(() => ({}));
    if (turn === asked) put(problem, findings(checked.diagnostics));
  };
  const withOptions = () => {
    options = optionControls(stack(chosen, all), check);
    refill(optionBox, options.element);
    return check();
  };
  const start = async (event) => {
    event.preventDefault();
    begin.disabled = true;
    try {
      write("create_token", token.value);
      const request = { ruleset: ruleset.name, unlisted: seats.unlisted(), private: seats.private(), clock: time.clock() };
      location.hash = await beginGame(request, seats.rows(), title(chosen, all), token.value);
    } catch (error) {
      refuse(error);
      begin.disabled = false;
    }
  };
  token.addEventListener("change", check);
  withOptions().then(whole);
  return el(
    "form",
    { onsubmit: start },
    el("h2", { tabindex: -1 }, pack.title?.text || pack.id),
    state,
    additions(pack, all, chosen, withOptions),
    optionBox,
    seatBox,
    time.element,
    tokenLine,
    problem,
    begin,
  );
}

/** The chosen packs as they are listed, in whatever order they were ticked: a game first, then what changes it. */
const inOrder = (chosen, all) => all.filter((each) => chosen.has(each.id)).map((each) => each.id);

const title = (chosen, all) => inOrder(chosen, all).map((id) => all.find((each) => each.id === id)?.title?.text ?? id).join(" + ");

/** The chosen packs and all that they require. */
function stack(chosen, all) {
  const found = new Map();
  const add = (id) => {
    const pack = all.find((each) => each.id === id);
    for (const needed of pack?.requires ?? []) add(needed);
    if (pack) found.set(id, pack);
  };
  for (const id of chosen) add(id);
  return [...found.values()];
}

function facts(ruleset) {
  const { minSeats = 0, maxSeats = 0 } = ruleset;
  return [el("p", {}, minSeats === maxSeats ? t("players_exactly", { n: minSeats }) : t("players_between", { min: minSeats, max: maxSeats })), share(ruleset)];
}

/** Packs that change this one, to be added. */
function additions(pack, all, chosen, changed) {
  const base = new Set(stack(chosen, all).map((each) => each.id));
  const fitting = all.filter((each) => !base.has(each.id) && (each.requires ?? []).length && stack([each.id], all).some((under) => base.has(under.id)));
  if (!fitting.length) return "";
  const boxes = fitting.map((each) => {
    const box = el("input", {
      type: "checkbox",
      onchange: () => ((box.checked ? chosen.add(each.id) : chosen.delete(each.id)), changed()),
    });
    return el("label", { class: "item" }, box, each.title?.text || each.id, el("small", {}, t(`kind_${(each.kind ?? "").replace("-", "_")}`)));
  });
  return el("fieldset", {}, el("legend", {}, t("additions")), el("div", { class: "additions" }, boxes));
}
