// What moved is shown moving, from where it was to where it is; or, for who wants no motion, lights up where it is.

import { el } from "../dom.js";
import { backIcon, icon } from "../draw/icon.js";

const MILLISECONDS = 550;
const MOST = 14; // flights at once; more would be a blur
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Where a place is on the screen: itself, or else what it is part of. */
function element(board, id) {
  for (let at = id; at; at = at.includes("/") ? at.slice(0, at.lastIndexOf("/")) : "") {
    const found = board.querySelector(`[data-place="${CSS.escape(at)}"]:not(.chip), [data-root="${CSS.escape(at)}"]`);
    if (found?.checkVisibility()) return found;
  }
  return null;
}

const middle = (rect) => ({ x: rect.left + Math.min(rect.width, 120) / 2, y: rect.top + Math.min(rect.height, 60) / 2 });

/** Shows the moves among the events of an update. */
export function showMoves(events, board, draw) {
  let flights = 0;
  for (const { moved, turned } of events ?? []) {
    if (turned) lit(element(board, turned.place ?? ""));
    if (!moved) continue;
    const to = moved.toPlace && element(board, moved.toPlace);
    const from = moved.fromPlace && element(board, moved.fromPlace);
    lit(to);
    if (!still.matches && from && to && from !== to && flights++ < MOST) fly(moved.pieces?.[0], from, to, draw, flights * 35);
  }
}

function lit(place) {
  if (!place) return;
  place.classList.remove("lit");
  requestAnimationFrame(() => place.classList.add("lit"));
  setTimeout(() => place.classList.remove("lit"), 1600);
}

function fly(piece, from, to, draw, delay) {
  if (document.visibilityState === "hidden") return;
  const sign = piece?.entry ? icon(draw.marks.of(draw.entries.key(piece.entry)), 26) : backIcon(26);
  const [begin, end] = [middle(from.getBoundingClientRect()), middle(to.getBoundingClientRect())];
  const flyer = el("div", { class: "flyer", "aria-hidden": "true" }, sign);
  document.body.append(flyer);
  const at = ({ x, y }) => `translate(${x - 13}px, ${y - 13}px)`;
  const frames = [{ transform: at(begin), opacity: 0.3 }, { opacity: 1, offset: 0.2 }, { transform: at(end), opacity: 1 }];
  const flight = flyer.animate(frames, { duration: MILLISECONDS, delay, easing: "ease-in-out", fill: "both" });
  flight.finished.finally(() => flyer.remove());
}
