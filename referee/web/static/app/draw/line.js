// Spaces one after another: a line from left to right, a ring around.

import { el } from "../dom.js";
import { laid } from "./heap.js";
import { printed } from "./spot.js";

const inOrder = (parts) => [...parts].sort((a, b) => (a.info.row ?? 0) - (b.info.row ?? 0) || (a.info.column ?? 0) - (b.info.column ?? 0));

function space(part, draw, spot) {
  return el(
    "li",
    { class: "space", "data-place": part.id },
    el("span", { class: "space-name" }, spot.same ? part.id.split("/").pop() : part.label, " ", printed(part, draw)),
    laid(part, draw, draw.content.get(part.id), spot.parts.length > 6 ? "cell" : "short"),
  );
}

export function line(spot, draw, own) {
  if (!spot.parts.length) return laid(spot, draw, own, "named");
  return el("ol", { class: "line" }, inOrder(spot.parts).map((part) => space(part, draw, spot)));
}

/** Around: on a wide screen a circle, on a narrow one lines that go on. */
export function ring(spot, draw, own) {
  if (!spot.parts.length) return laid(spot, draw, own, "named");
  const parts = inOrder(spot.parts);
  const made = el("ol", { class: "ring" }, parts.map((part) => space(part, draw, spot)));
  made.style.setProperty("--spaces", parts.length);
  [...made.children].forEach((child, index) => child.style.setProperty("--turn", `${(360 * index) / parts.length}deg`));
  return made;
}
