/* What is picked in a form, and in which order. */

import { all, one } from "../base/elements.js";

export const playerGroups = (form) => all('.group-picks.players', form).filter((g) => !g.closest("[hidden]"));
export const inputs = (group) => all("input[type=radio], input[type=checkbox]", group);
export const labelOf = (input) => one("span:not(.mark-suggested):not(.for-readers)", input.closest("label"))?.textContent.trim() || input.value;
export const order = new WeakMap();            /* form → picked inputs, in the order in which they were picked */

export function picked(form) {
  const known = order.get(form) || [];
  const now = all("input:checked:not([type=hidden])", form).filter((i) => !i.closest("[hidden]"));
  const kept = [...known.filter((i) => now.includes(i)), ...now.filter((i) => !known.includes(i))];
  order.set(form, kept);
  return kept;
}

export const tapped = new WeakSet();           /* inputs that somebody has picked or unpicked */
