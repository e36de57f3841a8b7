// How much of a ruleset nobody found: the share of values that are reconstructed.

import { el } from "../dom.js";
import { t } from "../words.js";

/** A line for a ruleset, if it claims facts of a published game at all. */
export function share(ruleset) {
  const { facts = 0, reconstructed = 0 } = ruleset;
  if (!facts) return "";
  const percent = ((100 * reconstructed) / facts).toFixed(0);
  return el("p", { class: "reconstructed" }, t("share", { n: reconstructed, of: facts, percent }));
}
