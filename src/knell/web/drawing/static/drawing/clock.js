/* The hand of a vote's clock. */

import { one } from "../base/elements.js";

export function setClock(at) {
  const clock = one("#clock");
  if (!clock) return;
  const from = Number(clock.dataset.from);
  clock.style.setProperty("--from", String(from));
  clock.style.setProperty("--at", String(from + at));
}
