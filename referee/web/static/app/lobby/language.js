// The language that the reader sees: of the page at once, of a game where it is translated.

import { el, freshId } from "../dom.js";
import { LANGUAGES, language, setLanguage, t } from "../words.js";

let changed = () => {};

/** `told()` draws everything anew. */
export function onLanguage(told) {
  changed = told;
}

export function languageChoice() {
  const id = freshId();
  const names = LANGUAGES.map(({ tag, name }) => el("option", { value: tag, lang: tag, selected: tag === language() }, name));
  const choose = (event) => {
    setLanguage(event.target.value);
    changed();
  };
  return el("p", { class: "language" }, el("label", { for: id }, t("language")), " ", el("select", { id, onchange: choose }, names));
}
