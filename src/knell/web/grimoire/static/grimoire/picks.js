/* What is picked in a form, and in which order; it outlives a reload, until the game has gone on. */

import { all, one } from "../base/elements.js";
import { game } from "./requests.js";

export const playerGroups = (form) => all('.group-picks.players', form).filter((g) => !g.closest("[hidden]"));
export const inputs = (group) => all("input[type=radio], input[type=checkbox]", group);
export const labelOf = (input) => one("span:not(.mark-suggested):not(.for-readers)", input.closest("label"))?.textContent.trim() || input.value;
const order = new WeakMap();                   /* form → picked inputs, in the order in which they were picked */

export function picked(form) {
  const known = order.get(form) || [];
  const now = all("input:checked:not([type=hidden])", form).filter((i) => !i.closest("[hidden]"));
  const kept = [...known.filter((i) => now.includes(i)), ...now.filter((i) => !known.includes(i))];
  order.set(form, kept);
  return kept;
}

export const tapped = new WeakSet();           /* inputs that somebody has picked or unpicked */

export const pickKey = () => `knell-picks/${game().dataset.game}`;
const pickPlace = () => `${game().dataset.state} ${game().dataset.url}`;
export const KEEPING = "#step .answer-form, .hand-form, .act-form, .line-form";
export function savePicks() {
  const form = one(KEEPING);
  if (!form) return;
  const picks = picked(form).map((i) => [i.name, i.value]);
  const texts = all("textarea, input[type=text], select", form).map((f) => [f.name, f.value]);
  sessionStorage.setItem(pickKey(), JSON.stringify({ place: pickPlace(), picks, texts }));
}
export function restorePicks() {
  const form = one(KEEPING);
  let kept;
  try { kept = JSON.parse(sessionStorage.getItem(pickKey()) || "null"); } catch { kept = null; }
  if (!form || !kept || kept.place !== pickPlace()) { if (kept) sessionStorage.removeItem(pickKey()); return; }
  for (const input of all("input[type=checkbox]:checked, input[type=radio]:checked", form)) input.checked = false;
  const back = [];
  for (const [name, value] of kept.picks) {
    const input = all("input", form).find((i) => i.name === name && i.value === value && !i.disabled);
    if (input) { input.checked = true; back.push(input); }
  }
  order.set(form, back);
  const fields = all("textarea, input[type=text], select", form);
  kept.texts.forEach(([name, value], place) => { if (fields[place]?.name === name) fields[place].value = value; });
}
