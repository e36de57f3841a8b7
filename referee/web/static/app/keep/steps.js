// The steps of a move that isn't sent yet, kept in this tab: who reloads goes on where they were.

const name = (who) => `referee.steps.${who.game}.${who.seat}`;

/** The kept steps [{choice, label}] that answer this decision; none if another one is asked by now. */
export function keptSteps(who, decision) {
  try {
    const found = JSON.parse(sessionStorage.getItem(name(who)) ?? "null");
    return found?.decision === decision ? found.steps : [];
  } catch {
    return []; // a browser that keeps nothing
  }
}

/** Keeps steps, or forgets them where there are none. */
export function keepSteps(who, decision, steps) {
  try {
    const kept = steps.map(({ choice, label }) => ({ choice, label }));
    if (kept.length) sessionStorage.setItem(name(who), JSON.stringify({ decision, steps: kept }));
    else sessionStorage.removeItem(name(who));
  } catch {
    // a browser that keeps nothing, or has no room
  }
}
