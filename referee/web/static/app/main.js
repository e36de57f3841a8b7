// Which screen: the lobby, a game, an invite. The address says it, behind the #: a server never sees an invite.

import { lobby } from "./lobby/lobby.js";
import { joinScreen } from "./lobby/join.js";
import { keepSeat, readToken } from "./keep/seats.js";
import { onLanguage } from "./lobby/language.js";
import { Table } from "./table/table.js";

const page = document.getElementById("page");
let screen = null;

function show() {
  screen?.close();
  for (const box of document.querySelectorAll("dialog")) box.remove();
  const [, kind = "", rest = ""] = location.hash.match(/^#\/(\w+)\/(.+)$/) ?? [];
  if (kind === "game") screen = new Table(page, rest);
  else if (kind === "join") screen = joinScreen(page, rest);
  else if (kind === "seat") take(rest);
  else screen = lobby(page);
}

/** A link with a seat's own token: this browser plays the seat from now on. */
function take(token) {
  const { game, seat } = readToken(token);
  keepSeat(game, seat, token);
  const id = game.replace("games/", "");
  history.replaceState(null, "", `#/game/${id}`); // the token doesn't stay in the address
  screen = new Table(page, id);
}

addEventListener("hashchange", show);
onLanguage(show);
show();
