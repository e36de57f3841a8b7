// The first screen: games to begin, games that go on.

import { button, el, refill } from "../dom.js";
import { getGame, listGames, listPacks } from "../wire/calls.js";
import { titleOf } from "../game/titles.js";
import { anyToken, kept, ownGames } from "../keep/seats.js";
import { t } from "../words.js";
import { createForm } from "./create.js";
import { findings } from "./findings.js";
import { languageChoice } from "./language.js";

const SHOWN = 20; // games
const KINDS = ["game", "expansion", "variant", "house-rules"];

export function lobby(root) {
  document.title = "Referee";
  const packs = el("div", { class: "packs" }, el("p", { class: "loading", role: "status" }, t("loading")));
  const games = el("div", { class: "games" });
  const create = el("section", { class: "create", hidden: true, "aria-label": t("new_game") });
  refill(
    root,
    el("header", { class: "bar" }, el("h1", {}, "Referee"), languageChoice()),
    el("main", { class: "lobby" }, el("section", {}, el("h2", {}, t("begin_game")), packs), create, el("section", {}, el("h2", {}, t("running_games")), games)),
  );
  const begin = (chosen, all) => {
    create.hidden = false;
    const scroll = () => create.scrollIntoView({ block: "start" });
    refill(create, createForm(chosen, all, scroll));
    create.querySelector("h2").focus();
    scroll();
  };
  let known = "";
  const show = (all) => {
    if (known === (known = JSON.stringify(all))) return; // a card that is being clicked stays where it is
    refill(packs, packList(all, begin));
  };
  const look = () => listPacks().then(show);
  const again = () => look().catch(() => {});
  look().catch((error) => failed(packs, error));
  window.addEventListener("focus", again); // who comes back from an editor sees what the files say now
  listGames().catch(() => []).then(withOwn).then((all) => refill(games, gameList(all)));
  return { close: () => window.removeEventListener("focus", again) };
}

function failed(box, error) {
  refill(box, el("p", { class: "problem", role: "alert" }, error.message), button(t("again"), () => location.reload()));
}

/** Packs that can be chosen by themselves: games first, then what changes them. */
function packList(packs, begin) {
  const order = (pack) => KINDS.indexOf(pack.kind) + (pack.kind === "game" ? 0 : 1);
  const sorted = [...packs].sort((a, b) => order(a) - order(b));
  if (!sorted.length) return el("p", {}, t("no_packs"));
  return el("ul", { class: "pack-list" }, sorted.map((pack) => el("li", {}, packCard(pack, sorted, begin))));
}

function packCard(pack, packs, begin) {
  const title = (id) => packs.find((each) => each.id === id)?.title?.text ?? id;
  const needs = (pack.requires ?? []).map(title).join(", ");
  const { minSeats: min = 0, maxSeats: max = 0 } = pack;
  const players = max && (min === max ? t("players_exactly", { n: max }) : t("players_between", { min, max }));
  const kind = t(`kind_${(pack.kind ?? "").replace("-", "_")}`);
  const state = { PACK_STATE_HELD: "held", PACK_STATE_BROKEN: "broken" }[pack.state];
  const made = button(
    [el("b", {}, pack.title?.text || pack.id), el("small", {}, [kind, players].filter(Boolean).join(" · ")), needs && el("small", {}, t("changes_pack", { what: needs })), state && el("small", { class: "problem" }, t(state))],
    () => begin(pack, packs),
    { class: "pack", disabled: state === "broken" },
  );
  return state ? [made, findings(pack.diagnostics)] : made;
}

/** The games that are listed, and those of this browser that aren't: private, unlisted, put away. */
async function withOwn(listed) {
  const names = ownGames().slice(0, SHOWN).filter((name) => !listed.some((game) => game.name === name));
  const asked = names.map((name) => getGame(name, false, anyToken(name)).then((answer) => answer.game, () => null));
  return [...(await Promise.all(asked)).filter(Boolean), ...listed];
}

/** Games of this browser first, then those that anybody may watch. */
function gameList(games) {
  const own = ownGames();
  const known = new Map(games.map((game) => [game.name, game]));
  const names = [...own.filter((name) => known.has(name)), ...games.map((game) => game.name).filter((name) => !own.includes(name))];
  if (!names.length) return el("p", { class: "hint" }, t("no_games"));
  return el("ul", { class: "game-list" }, names.slice(0, SHOWN).map((name) => el("li", {}, gameLine(known.get(name)))));
}

function gameLine(game) {
  const { seats, title } = kept(game.name);
  const players = (game.seats ?? []).map((seat) => seat.player || (seat.bot ? t("a_program") : seat.taken ? t("player", { n: seat.id }) : t("seat_free")));
  const state = t(game.archived ? "put_away" : game.paused ? "halted" : (game.state ?? "").toLowerCase());
  const name = el("b", {}, title || t("a_game"));
  if (!title) titleOf(game.ruleset).then((found) => (name.textContent = found), () => {});
  const role = Object.keys(seats).length ? t("you_play") : "";
  return el(
    "a",
    { class: "game", href: `#/${game.name.replace("games/", "game/")}` },
    name,
    el("span", {}, players.join(", ")),
    el("small", {}, [state, role, t(game.version === 1 ? "moves_one" : "moves", { n: game.version ?? 0 })].filter(Boolean).join(" · ")),
  );
}
