// A link to give away: shown whole, copied by a button.

import { button, el } from "../dom.js";
import { t } from "../words.js";

export function copyField(text, label) {
  const field = el("input", { type: "text", readonly: true, value: text, "aria-label": label, onfocus: () => field.select() });
  const copy = button(t("copy"), async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      field.select();
      document.execCommand("copy"); // where the page isn't served over TLS there is no clipboard
    }
    copy.textContent = t("copied");
    setTimeout(() => (copy.textContent = t("copy")), 1500);
  }, { "aria-label": `${t("copy")}: ${label}` });
  return el("span", { class: "copy" }, field, copy);
}
