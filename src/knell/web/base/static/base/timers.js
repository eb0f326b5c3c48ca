/* Timers: how much time is left. */

import { all } from "./elements.js";

export function tick() {
  const now = Date.now() / 1000;
  for (const out of all(".timer-left")) {
    const ends = Number(out.dataset.ends || out.closest("[data-ends]")?.dataset.ends || 0);
    const left = Math.max(0, Math.round(ends - now));
    const text = ends ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : "–:––";
    if (out.textContent !== text) out.textContent = text;
    out.classList.toggle("over", Boolean(ends) && left === 0);
  }
}
setInterval(tick, 250);
