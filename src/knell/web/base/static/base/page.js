/* What every page of Knell does: look, a screen that stays awake, timers, buttons to be held, short notices.
   No page needs more than the modules here and htmx. */

import "./again.js";
import { showAwake, stayAwake, toggleAwake, wakes } from "./awake.js";
import "./hold.js";
import { LOOKS, showLooks, toggleLook } from "./look.js";
import { tick } from "./timers.js";

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-do]");
  if (!button) return;
  const what = button.dataset.do;
  if (what in LOOKS) toggleLook(what);
  else if (what === "awake") toggleAwake();
  else if (what === "dismiss") button.closest(".notice")?.remove();
});

/** Brings what has just come into the page up to date. */
export function mounted() {
  showLooks();
  showAwake();
  tick();
}
document.addEventListener("DOMContentLoaded", () => {
  mounted();
  if (wakes()) stayAwake();
});
