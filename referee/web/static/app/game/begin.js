// A game is made, and the seats of this screen are taken.

import { keepMade, keepSeat, kept } from "../keep/seats.js";
import { read } from "../keep/store.js";
import { createGame, joinGame } from "../wire/calls.js";

/** Makes the game of a request; `rows`: {here, bot, player} by seat. Gives the address of its table. */
export async function beginGame(request, rows, title, token) {
  const seats = rows.map((row) => (row.bot ? { bot: row.bot } : row.player ? { player: row.player } : {}));
  const { game, ownerToken, invites = [] } = await createGame({ ...request, seats }, token);
  keepMade(game.name, title, ownerToken, invites);
  for (const [index, row] of rows.entries()) {
    if (!row.here) continue;
    const joined = await joinGame(invites[index], row.player);
    keepSeat(game.name, String(index + 1), joined.token);
  }
  return `#/${game.name.replace("games/", "game/")}`;
}

/** The same once more: rules, options, clock and seats; whoever sat at another screen gets a new link. */
export function beginAgain(game, title) {
  const { seats } = kept(game.name);
  const rows = (game.seats ?? []).map(({ id, bot = "", player = "" }) => ({ here: !bot && id in seats, bot, player: bot ? "" : player }));
  const { ruleset, unlisted, private: secret, clock } = game;
  return beginGame({ ruleset, unlisted, private: secret, clock }, rows, title, read("create_token", ""));
}
