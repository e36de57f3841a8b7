// Elements made of names, attributes and texts. A text is always a text node: nothing here reads markup.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element. `given`: attributes; `on…` functions listen; `class`, `text` and booleans as they read. */
export function el(tag, given = {}, ...children) {
  return filled(document.createElement(tag), given, children);
}

/** An SVG element. */
export function svg(tag, given = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), given, children);
}

function filled(element, given, children) {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else if (name === "value" || name === "checked" || name === "indeterminate") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  put(element, ...children);
  return element;
}

/** Adds children; strings become text, lists are taken apart, nothing is left out. */
export function put(element, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child !== undefined && child !== null && child !== false && child !== "") element.append(child);
  }
  return element;
}

/** Puts other children in the place of those that are there. */
export function refill(element, ...children) {
  element.replaceChildren();
  return put(element, ...children);
}

/** A button with a text. */
export function button(text, onclick, given = {}) {
  return el("button", { type: "button", onclick, ...given }, text);
}

let used = 0;
/** An id that no element has yet. */
export const freshId = () => `n${++used}`;
