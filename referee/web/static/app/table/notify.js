// Whose turn it is, told in the title of the tab and, to who allows it, by the browser.

import { t } from "../words.js";
import { read, write } from "../keep/store.js";

const can = () => "Notification" in window;

export const notifying = () => can() && Notification.permission === "granted" && read("notify", false);
export const canNotify = can;

/** Switches notifications on, asking the browser if need be, or off. Gives whether they are on now. */
export async function setNotifying(on) {
  if (on && can() && Notification.permission !== "granted") await Notification.requestPermission();
  write("notify", Boolean(on));
  return notifying();
}

let known = "";

/** Tells of a question once. `question` is its id, "" for none. */
export function tell(question, title, prompt) {
  document.title = question ? `● ${t("your_turn")} – ${title}` : title;
  if (question === known) return;
  known = question;
  if (!question || document.visibilityState !== "hidden" || !notifying()) return;
  const notice = new Notification(t("your_turn"), { body: `${title}: ${prompt}`, tag: question });
  notice.onclick = () => (window.focus(), notice.close());
}
