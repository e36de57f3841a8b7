// A window above the page, closed by its button, by Escape or by a click beside it.

import { button, el, freshId } from "../dom.js";
import { t } from "../words.js";

export function dialog(title, ...content) {
  const id = freshId();
  const box = el(
    "dialog",
    { class: "window", "aria-labelledby": id },
    el("div", { class: "window-head" }, el("h2", { id, tabindex: -1 }, title), button("×", () => box.close(), { class: "info", "aria-label": t("close") })),
    el("div", { class: "window-body" }, ...content),
  );
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && box.close());
  document.body.append(box);
  box.showModal();
  return box;
}
