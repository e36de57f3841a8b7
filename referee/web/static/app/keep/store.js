// What the page remembers in this browser. Several tabs share it; where a browser keeps nothing, a tab remembers alone.

const PREFIX = "referee.";
const alone = new Map();

export function read(key, fallback) {
  let text = alone.get(key) ?? null;
  try {
    text = localStorage.getItem(PREFIX + key) ?? text;
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

export function write(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + key, text);
  } catch {
    alone.set(key, text);
  }
}

/** Calls `told` whenever another tab has written something, until the function that comes back is called. */
export function onOtherTab(told) {
  const heard = (event) => {
    if (event.key === null || event.key.startsWith(PREFIX)) told(event.key?.slice(PREFIX.length) ?? "");
  };
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}
