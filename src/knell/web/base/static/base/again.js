/* What is done while an answer is under way is done in the form that comes with it. */

import { all, one } from "./elements.js";

const later = [];
document.addEventListener("htmx:confirm", (event) => {
  const form = event.target;
  if (!form.matches("form[data-again].htmx-request")) return;
  event.preventDefault();
  const by = event.detail.triggeringEvent;
  const { submitter, target } = by;
  if (submitter) later.push({ name: submitter.name, value: submitter.value, next: submitter.classList.contains("next") });
  else later.push({ id: target.id, checked: target.checked });
});
document.addEventListener("htmx:afterSettle", () => {
  const form = later.length && one("form[data-again]:not(.htmx-request)");
  if (!form) return;
  const { id, checked, name, value, next } = later.shift();
  if (id) {
    const box = document.getElementById(id);
    if (box) box.checked = checked;
    box?.dispatchEvent(new Event("change", { bubbles: true }));
  } else {
    const buttons = all(`button[name="${name}"]:enabled`, form);
    buttons.find((b) => (next ? b.classList.contains("next") : b.value === value))?.click();
  }
});
