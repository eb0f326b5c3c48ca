/* Seats glide when people swap, reminders come from their source, a shroud drops. */

import { all, center, one, still } from "../base/elements.js";
import { view } from "./requests.js";

export function moveAlong(before) {
  if (still() || view() === "card") return;
  const ease = "cubic-bezier(.2, .7, .2, 1)";
  const same = before.view === view() || !["past", "seat", "panel"].includes(view());
  for (const seat of all(".seat")) {
    const old = before.seats[seat.id];
    if (!old) continue;
    const rect = seat.getBoundingClientRect();
    const dx = center(old.rect).x - center(rect).x, dy = center(old.rect).y - center(rect).y;
    if (same && Math.abs(old.rect.width - rect.width) < 2 && Math.hypot(dx, dy) > 3)
      seat.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: 360, easing: ease });
    if (!old.dead && seat.classList.contains("dead"))
      one(".shroud, .veil", seat)?.animate([{ transform: "translateY(-8px)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 360, easing: ease });
  }
  for (const reminder of all(".reminder[data-from]")) {
    if (before.reminders.has(reminder.id)) continue;
    const source = one(`#seat-${reminder.dataset.from}`);
    if (!source || source.contains(reminder)) continue;
    const a = center(source.getBoundingClientRect()), b = center(reminder.getBoundingClientRect());
    reminder.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px) scale(.6)`, opacity: .2 }, { transform: "none", opacity: 1 }], { duration: 420, easing: ease });
  }
}
