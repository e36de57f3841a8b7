// A grid: cells in rows and columns, with what lies there or what is printed there.

import { el } from "../dom.js";
import { cellName } from "./value.js";
import { notes, printed } from "./spot.js";

export function grid(spot, draw) {
  const parts = spot.parts;
  const rows = parts.map((part) => part.info.row ?? 0);
  const columns = parts.map((part) => part.info.column ?? 0);
  const [top, left] = [Math.min(...rows), Math.min(...columns)];
  const width = Math.max(...columns) - left + 1;
  const bare = parts.every((part) => !part.info.values?.length);
  const made = el("div", { class: bare ? "grid bare" : "grid" }, parts.map((part) => cell(part, draw, top, left)));
  made.style.setProperty("--columns", width);
  return made;
}

function cell(part, draw, top, left) {
  const name = cellName(part.id, draw.layout);
  const pieces = draw.content.get(part.id)?.pieces ?? [];
  const made = el(
    "div",
    { class: pieces.length ? "cell filled" : "cell", "data-place": part.id, role: "group", "aria-label": name },
    el("span", { class: "cell-name", "aria-hidden": "true" }, name),
    pieces.map((piece) => draw.chip(piece, { id: part.id, kind: part.info.kind }, "cell")),
    pieces.length ? "" : printed(part, draw),
    notes(part, draw),
  );
  made.style.gridRow = (part.info.row ?? top) - top + 1;
  made.style.gridColumn = (part.info.column ?? left) - left + 1;
  return made;
}
