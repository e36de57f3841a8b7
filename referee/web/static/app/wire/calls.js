// The calls that the page makes, by what they are for.

import { call, stream } from "./connect.js";
import { language } from "../words.js";
import { unreachable } from "./refused.js";

const GAMES = "GameService/";
const CATALOG = "CatalogService/";
const PAGE = 200;
const AGAIN = [150, 400, 1000]; // milliseconds before a call is made again that got no answer

/** A fresh id of a request: sent again with it, a change is made once. */
export const requestId = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

const options = (token, signal) => ({ token, language: language(), signal });

/** Makes a call again while nobody answers: the request id sees to it that it counts once. */
async function surely(method, request, token) {
  for (const wait of [...AGAIN, 0]) {
    try {
      return await call(method, request, options(token));
    } catch (error) {
      if (!(unreachable(error) || error.code === "unavailable") || !wait) throw error;
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}

async function all(method, request, field, token = "") {
  const found = [];
  for (let page = ""; ; ) {
    const answer = await call(method, { ...request, pageSize: PAGE, pageToken: page }, options(token));
    found.push(...(answer[field] ?? []));
    page = answer.nextPageToken;
    if (!page) return found;
  }
}

// ---- what can be played

export const listPacks = () => all(`${CATALOG}ListPacks`, {}, "packs");
export const makeRuleset = (packs, settings, token, checkOnly = false) =>
  call(`${CATALOG}CreateRuleset`, { packs, options: settings, validateOnly: checkOnly }, options(token));
export const getRuleset = async (name) => (await call(`${CATALOG}GetRuleset`, { name }, options(""))).ruleset;
export const listEntries = (ruleset) => all(`${CATALOG}ListEntries`, { ruleset, plain: true }, "entries");

// ---- games

export const listGames = async () => (await call(`${GAMES}ListGames`, { pageSize: 50 }, options(""))).games ?? [];
export const createGame = (request, token) => surely(`${GAMES}CreateGame`, { requestId: requestId(), ...request }, token);
export const joinGame = (invite, player) =>
  surely(`${GAMES}JoinGame`, { requestId: requestId(), invite, player, entropy: requestId() }, "");
export const getGame = (name, board, token = "") => call(`${GAMES}GetGame`, { name, board }, options(token));

// ---- for whoever made the game: `owner` is the token

const owned = (method, request, owner) => surely(`${GAMES}${method}`, { requestId: requestId(), ...request }, owner);
export const replaceSeat = (game, owner, seat, bot) => owned("ReplaceSeat", { game, seat, bot }, owner);
export const pauseGame = (game, owner, paused) => owned("PauseGame", { game, paused }, owner);
export const archiveGame = (game, owner, archived) => owned("ArchiveGame", { game, archived }, owner);

// ---- playing: `who` is {game, seat, token}

export const getView = async (who, withBlocked) => {
  const answer = await call(`${GAMES}GetView`, { game: who.game, seat: who.seat, withBlocked }, options(who.token));
  return answer.view;
};
export const preview = (who, decision, choices, withBlocked = false) =>
  call(`${GAMES}PreviewMove`, { game: who.game, seat: who.seat, decision, choices, withBlocked }, options(who.token));
export const submit = (who, decision, choices) =>
  surely(`${GAMES}SubmitMove`, { requestId: requestId(), game: who.game, seat: who.seat, decision, choices }, who.token);
export const undo = (who, version, toVersion) =>
  surely(`${GAMES}UndoMove`, { requestId: requestId(), game: who.game, seat: who.seat, version, toVersion }, who.token);
export const redo = (who, version) =>
  surely(`${GAMES}RedoMove`, { requestId: requestId(), game: who.game, seat: who.seat, version }, who.token);
export const resign = (who) => surely(`${GAMES}ResignSeat`, { requestId: requestId(), game: who.game, seat: who.seat }, who.token);
export const listMoves = (who, afterVersion) =>
  all(`${GAMES}ListMoves`, { game: who.game, seat: who.seat, afterVersion }, "updates", who.token);
export const watch = (who, afterVersion, signal) =>
  stream(`${GAMES}WatchGame`, { game: who.game, seat: who.seat, afterVersion }, options(who.token, signal));
