// The seats that this browser holds: tokens, invites still to give away, and how far each seat has looked.

import { read, write } from "./store.js";

const MOST = 200; // games remembered

/** All that is known of a game here: {seats: {id: token}, invites: {id: invite}, owner, title, seen: {id: version}}. */
export function kept(game) {
  return { seats: {}, invites: {}, seen: {}, owner: "", title: "", ...read("games", {})[game] };
}

function change(game, changing) {
  const games = read("games", {});
  const now = { seats: {}, invites: {}, seen: {}, owner: "", title: "", ...games[game] };
  changing(now);
  delete games[game];
  const names = Object.keys(games);
  for (const old of names.slice(0, Math.max(0, names.length + 1 - MOST))) delete games[old];
  write("games", { ...games, [game]: now });
}

export const keepMade = (game, title, owner, invites) =>
  change(game, (now) => {
    Object.assign(now, { title, owner });
    invites.forEach((invite, index) => invite && (now.invites[index + 1] = invite));
  });
export const keepSeat = (game, seat, token) =>
  change(game, (now) => {
    now.seats[seat] = token;
    delete now.invites[seat];
  });
/** What is shown to the server: the seat's token; to look on, the owner's, if there is one. */
export function tokenFor(game, seat) {
  const { seats, owner } = kept(game);
  return (seat ? seats[seat] : owner) ?? "";
}

/** A token that shows that this browser has to do with the game, if it has one. */
export const anyToken = (game) => kept(game).owner || Object.values(kept(game).seats)[0] || "";

export const keepInvite = (game, seat, invite) => change(game, (now) => (now.invites[seat] = invite));
export const dropSeat = (game, seat) => change(game, (now) => delete now.seats[seat]);
export const keepSeen = (game, seat, version) => {
  if (kept(game).seen[seat] !== version) change(game, (now) => (now.seen[seat] = version));
};

/** Names of the games in which this browser has a seat or an invite, newest first. */
export const ownGames = () => Object.keys(read("games", {})).reverse();

/** What a seat's token says of itself: seat.GAME.SEAT.… */
export function readToken(token) {
  const [purpose, game, seat] = token.split(".");
  return { purpose, game: `games/${game}`, seat };
}
