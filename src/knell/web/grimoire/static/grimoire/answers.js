/* The form of an answer: whether it is whole, and what its button says. */

import { all, one } from "../base/elements.js";
import { foresee } from "./foresee.js";
import { settle } from "./particles.js";
import { inputs, labelOf, picked } from "./picks.js";
import { showOnRing } from "./ring.js";

export function syncForm(form) {
  const groups = all(".group-picks", form).filter((g) => !g.closest("[hidden]"));
  const chosen = picked(form);
  const done = groups.every((group) => inputs(group).filter((i) => i.checked).length >= Number(group.dataset.least));
  const tiles = all('.options input[name="answer"]', form);
  const tile = tiles.find((input) => input.checked);
  const free = one('input[type="text"][name="own"]', form);
  const freely = Boolean(free?.value.trim());
  const fits = together(form, groups);
  const ready = ((tiles.length ? Boolean(tile) : done) || freely) && !("lacking" in form.dataset);
  const label = one(".next-label", form);
  if (label && form.dataset.pattern) {
    const open = groups.find((group) => inputs(group).filter((i) => i.checked).length < Number(group.dataset.least));
    let text = groups.length > 1 && chosen.length && open ? one("legend", open).firstChild.textContent.trim() : form.dataset.unready;
    if (ready && fits) {
      const names = {};
      for (const group of groups) names[group.dataset.group] = chosen.filter((i) => i.name === group.dataset.group).map(labelOf).join(", ");
      const answer = freely ? free.value.trim() : tile ? one(".option-label", tile.closest("label")).textContent.trim() : groups.map((g) => names[g.dataset.group]).filter(Boolean).join(": ");
      const name = one('input[name="name"]', form)?.value.trim() || "…";
      text = settle(form.dataset.pattern.replace(/\{(\w+)\}/g, (_, key) => (key === "answer" ? answer || "–" : key === "name" ? name : names[key] ?? "")));
    }
    label.textContent = text;
  }
  const next = one(".button.next", form);
  if (next && form.dataset.pattern) next.setAttribute("aria-disabled", String(!(ready && fits)));
  form.dataset.ready = String(ready && fits);
  if (form.dataset.shape && ready && fits && !freely) foresee(form, chosen, tile);
  hint(form, ready && !fits ? form.dataset.together : "");
  if (form.closest("#step")) showOnRing(form, chosen);
}

export function hint(form, text) {
  const line = one(".form-hint", form);
  if (!line) return;
  if (text) line.textContent = text;
  line.hidden = !text;
}

/** Whether what is picked is one of the combinations that may be; greys what doesn't go with it. */
function together(form, groups) {
  if (!form.dataset.allowed) return true;
  const allowed = form.parsed || (form.parsed = JSON.parse(form.dataset.allowed).map((one_) => new Set(one_.map(String))));
  const now = {};
  for (const group of groups) now[group.dataset.group] = inputs(group).filter((i) => i.checked).map((i) => i.value);
  for (const group of groups) {
    const others = groups.filter((g) => g !== group).flatMap((g) => now[g.dataset.group]);
    const own = group.dataset.count === "1" ? [] : now[group.dataset.group].length < Number(group.dataset.count) ? now[group.dataset.group] : [];
    const wanted = [...others, ...own];
    const fitting = allowed.filter((set) => wanted.every((value) => set.has(value)));
    for (const input of inputs(group)) input.closest("label").classList.toggle("apart", !input.checked && !fitting.some((set) => set.has(input.value)));
  }
  const whole = groups.flatMap((g) => now[g.dataset.group]);
  const complete = groups.every((g) => now[g.dataset.group].length >= Number(g.dataset.least));
  return !complete || allowed.some((set) => set.size === whole.length && whole.every((value) => set.has(value)));
}
