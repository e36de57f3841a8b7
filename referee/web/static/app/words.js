// The page's own words. What a game says comes from the server, in the same language where it is translated.

import en from "./words/en.js";
import es from "./words/es.js";
import ja from "./words/ja.js";
import zh from "./words/zh_hans.js";
import { read, write } from "./keep/store.js";

/** Every language of the page: its tag, its own name, its words. */
export const LANGUAGES = [
  { tag: "en", name: "English", words: en },
  { tag: "es", name: "Español", words: es },
  { tag: "ja", name: "日本語", words: ja },
  { tag: "zh-Hans", name: "简体中文", words: zh },
];

let now = wanted();
document.documentElement.lang = now.tag;

function wanted() {
  const tags = [read("language", ""), ...navigator.languages];
  for (const tag of tags) {
    const short = tag.split("-")[0];
    const found = LANGUAGES.find((each) => each.tag === tag) ?? LANGUAGES.find((each) => each.tag.split("-")[0] === short);
    if (found) return found;
  }
  return LANGUAGES[0];
}

/** The tag of the language that the reader sees. */
export const language = () => now.tag;

/** From now on in another language; what is drawn already has to be drawn anew. */
export function setLanguage(tag) {
  write("language", tag);
  now = wanted();
  document.documentElement.lang = now.tag;
}

/** A sentence of the page; `{name}` stands for an argument. */
export function t(key, given = {}) {
  const text = now.words[key] ?? en[key] ?? key; // a kind or a status that a later version has added
  return text.replace(/\{(\w+)\}/g, (whole, name) => given[name] ?? whole);
}

/** An id as words, where nobody has said it better. */
export const spelt = (id) => {
  const words = id.split("/").pop().replaceAll("_", " ").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
