/* What is ticked, typed and sent. */

import { all, one } from "../base/elements.js";
import { hint, syncForm } from "./answers.js";
import { fillHand, hintHand, syncHand } from "./byhand.js";
import { inputs, KEEPING, picked, savePicks, tapped } from "./picks.js";
import { scrub } from "./scrubber.js";

document.addEventListener("change", (event) => {
  const input = event.target;
  const group = input.closest?.(".group-picks");
  tapped.add(input);
  const form = input.closest?.("form");
  if (!form) return;
  if (group && input.type === "checkbox" && input.checked) {
    const most = Number(group.dataset.count);
    const mine = picked(form).filter((i) => group.contains(i));
    while (mine.length > most) mine.shift().checked = false;
  }
  if (form.matches(".answer-form")) syncForm(form);
  if (form.matches(".hand-form")) syncHand(form);
  if (form.matches(KEEPING)) savePicks();
});
document.addEventListener("input", (event) => {
  if (event.target.matches?.(".search")) search(event.target);
  if (event.target.matches?.('input[name="name"], input[name="own"]')) {
    const form = event.target.closest(".answer-form");
    if (form) syncForm(form);
  }
  if (event.target.dataset?.do === "scrubber") scrub(event.target);
});
function search(field) {
  const text = field.value.trim().toLocaleLowerCase();
  const group = field.closest(".group-picks");
  for (const item of all(".pickable", group)) item.hidden = Boolean(text) && !item.textContent.toLocaleLowerCase().includes(text);
}

document.addEventListener("htmx:configRequest", (event) => {
  const by = event.detail.triggeringEvent?.submitter;
  if (by?.hasAttribute("data-free")) for (const name of ["player", "character", "answer", "own"]) delete event.detail.parameters[name];
});
document.addEventListener("htmx:confirm", (event) => {
  const form = event.target;
  if (!form.matches?.(".answer-form, .hand-form")) return;
  const by = event.detail.triggeringEvent?.submitter;
  if (by?.hasAttribute("data-free")) return;
  if (form.matches(".hand-form")) {
    if (!fillHand(form)) { event.preventDefault(); hintHand(form, true); }
    return;
  }
  if (form.dataset.pattern && form.dataset.ready === "false") {
    event.preventDefault();
    hint(form, one(".form-hint", form)?.textContent || form.dataset.unready);
    const open = all(".group-picks", form).find((g) => inputs(g).filter((i) => i.checked).length < Number(g.dataset.least));
    (open ? inputs(open).find((i) => !i.disabled) : one('.options input', form))?.focus();
  }
});

document.addEventListener("input", (event) => { if (event.target.closest?.(KEEPING)) savePicks(); });
