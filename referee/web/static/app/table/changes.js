// What a player does beside moves: taking the last one back, making it again, giving up.

import { redo, resign, undo } from "../wire/calls.js";

export function undoMove(table) {
  const { version, undo: allowed } = table.session.view;
  return change(table, () => undo(table.session.who, version, allowed.toVersion ?? 0));
}

export const redoMove = (table) => change(table, () => redo(table.session.who, table.session.view.version));
export const resignSeat = (table) => change(table, () => resign(table.session.who));

/** Makes a call that answers an update, which is shown at once; a refusal is told. */
async function change(table, call) {
  try {
    table.session.apply((await call()).update);
  } catch (error) {
    table.collector.problem = error.message;
    table.render();
  }
}
