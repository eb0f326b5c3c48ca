/* Picking on the ring: what is picked in a form is shown there, and a tap on a seat picks. */

import { all, one } from "../base/elements.js";
import { toast } from "../base/notices.js";
import { inputs, labelOf, playerGroups, tapped } from "./picks.js";

export function showOnRing(form, chosen) {
  const groups = playerGroups(form);
  const may = new Set(groups.flatMap((g) => inputs(g).filter((i) => !i.disabled).map((i) => i.value)));
  const players = chosen.filter((i) => groups.some((g) => g.contains(i)));
  const numbered = players.length > 1 || groups.length > 1 || groups.some((g) => Number(g.dataset.count) > 1);
  const given = Object.fromEntries(all(".seat").map((s) => [s.dataset.player, one(".picked", s)]));
  for (const seat of all(".ring .seat")) {
    const id = seat.dataset.player, badge = given[id];
    const place = players.findIndex((i) => i.value === id);
    seat.classList.toggle("pickable", may.has(id));
    seat.classList.toggle("not-pickable", groups.length > 0 && !may.has(id));
    seat.classList.toggle("chosen", place >= 0);
    const button = one(".seat-button", seat);
    if (groups.length && may.has(id)) button.setAttribute("aria-pressed", String(place >= 0));
    else button.removeAttribute("aria-pressed");
    if (badge && groups.length) badge.textContent = place < 0 ? "" : numbered ? String(place + 1) : "✓";
  }
}

/** A tap on a seat picks or unpicks, in the first list that still wants somebody. */
export function pickOnRing(player) {
  const form = one("#step .answer-form, .hand-form");
  const groups = form ? playerGroups(form) : [];
  const places = groups.map((g) => {
    const input = inputs(g).find((i) => i.value === player);
    const why = input?.disabled ? one("small", input.closest("label"))?.textContent.trim() : "";
    return { g, input, why, free: Boolean(input) && !input.disabled, open: inputs(g).filter((i) => i.checked).length < Number(g.dataset.count) };
  });
  const free = places.filter((p) => p.free), wanting = places.find((p) => p.open), last = places[places.length - 1];
  if (!free.length) return false;
  const on = free.find((p) => p.input.checked);
  const take = on || free.find((p) => p.open) || (wanting || last.why ? null : free[free.length - 1]);
  if (!take) {
    const { input, why } = wanting || last;
    toast(why ? `${labelOf(input)}: ${why}` : form.dataset.unready);
    return true;
  }
  /* Whoever was picked beforehand is confirmed by the first tap. */
  const given = on && take.g.dataset.count === "1" && take.input.defaultChecked && !tapped.has(take.input);
  take.input.checked = Boolean(given) || !on;
  take.input.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}
