// Points gained while a game goes on, by what caused them.

import { spelt } from "../words.js";

/** Counts the points of an update: seat → name of the cause → points. */
export function count(points, update, layout, entries) {
  const add = (seat, cause, gained) => {
    const own = points.get(seat) ?? new Map();
    const name = cause?.entry ? entries.name(cause.entry) : spelt(cause?.hook ?? "");
    points.set(seat, own.set(name, (own.get(name) ?? 0) + gained));
  };
  for (const { changed, moved, cause } of update.events ?? []) {
    const info = changed && layout.infos.get(changed.after?.id);
    if (info?.score) add(info.seat, cause, (changed.after.number ?? 0) - (changed.before?.number ?? 0));
    if (moved) tokens(moved, layout, (seat, gained) => add(seat, cause, gained));
  }
}

/** Tokens that count as points lie where the value of the same id says: seat/1/TOKEN. */
function tokens(moved, layout, add) {
  for (const [place, sign] of [[moved.toPlace, 1], [moved.fromPlace, -1]]) {
    const seat = /^seat\/(\d+)\//.exec(place ?? "")?.[1];
    for (const piece of seat ? (moved.pieces ?? []) : []) {
      if (layout.infos.get(`seat/${seat}/${piece.entry}`)?.score) add(seat, sign * (piece.count ?? 1));
    }
  }
}
