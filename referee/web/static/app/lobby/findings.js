// What is wrong with the files of packs, for whoever writes them.

import { el } from "../dom.js";

/** A line for each finding: where it is, what it is, and what was probably meant. */
export function findings(diagnostics = []) {
  const lines = diagnostics.map(({ source, text, hint, code }) => {
    const said = [text?.text, hint?.text].filter(Boolean).join(": ");
    return el("li", {}, `${source?.file ?? ""}:${source?.line ?? ""} ${code ?? ""} ${said}`);
  });
  return lines.length ? el("ul", { class: "hint" }, lines) : "";
}
