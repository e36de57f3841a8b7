// A place of the board, drawn by its declared shape; an unknown shape as a heap.

import { el, freshId } from "../dom.js";
import { grid } from "./grid.js";
import { heap, list, pile } from "./heap.js";
import { line, ring } from "./line.js";
import { track } from "./track.js";

const SHAPES = { grid, line, ring, track, list, pile, aside: pile, heap };

/** A root of the board with its name, in a box of its own. */
export function drawRoot(spot, draw) {
  const shape = spot.info.shape ?? "heap";
  const name = freshId();
  const own = draw.content.get(spot.id);
  const draws = SHAPES[shape] ?? heap;
  const count = total(spot, draw);
  const box = el(
    "section",
    { class: `place shape-${shape in SHAPES ? shape : "heap"}`, "aria-labelledby": name, "data-root": spot.id },
    el("h4", {}, el("span", { id: name }, spot.label), count ? el("span", { class: "count" }, count) : ""),
    draws(spot, draw, own),
  );
  box.classList.toggle("empty", isEmpty(spot, draw));
  box.classList.toggle("short", !spot.parts.length && (own?.pieces?.length ?? 0) < 2);
  box.classList.toggle("wide", isWide(shape, spot));
  return box;
}

/** Whether a place needs more than half of the table's width. */
function isWide(shape, spot) {
  if (shape === "grid") return columns(spot) > 4;
  return shape === "ring" || (["line", "track"].includes(shape) && columns(spot) > 6);
}

const columns = (spot) => Math.max(...spot.parts.map((part) => part.info.column ?? 0)) - Math.min(...spot.parts.map((part) => part.info.column ?? 0)) + 1;

function total(spot, draw) {
  const own = draw.content.get(spot.id);
  if (!own || spot.parts.length) return "";
  if (own.uncounted) return "";
  const pieces = (own.pieces ?? []).reduce((sum, piece) => sum + (piece.count ?? 1), 0);
  if (spot.info.capacity) return `${pieces}/${spot.info.capacity}`;
  return (own.pieces ?? []).length > 1 ? String(pieces) : "";
}

export function isEmpty(spot, draw) {
  const own = draw.content.get(spot.id);
  return !own?.pieces?.length && !own?.uncounted && spot.parts.every((part) => isEmpty(part, draw) && !part.info.values?.length);
}

/** A place that travels with a piece: what lies in it, in a frame. */
export function drawInside(place, draw) {
  const kind = "";
  const pieces = place.pieces ?? [];
  const label = draw.entries.word("place", place.id.split("/").pop());
  return el("span", { class: pieces.length ? "inside" : "inside vacant", role: "group", "aria-label": label, "data-place": place.id }, pieces.length ? pieces.map((piece) => draw.chip(piece, { id: place.id, kind }, "mini")) : "");
}
