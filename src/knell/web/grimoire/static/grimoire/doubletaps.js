/* The second tap of a double tap isn't meant for what has come meanwhile. */

import { all, one } from "../base/elements.js";
import { game, view } from "./requests.js";

const FRESH = 500;
const GUARDED = '[data-key="next"], [data-do="page"]';
export const question = () => one("main.vote[data-vote-key]")?.dataset.voteKey || `${view()} ${game().dataset.state} ${game().dataset.url} ${one(".saying #step-title")?.textContent || ""}`;
/** A button that has only just come is busy for a moment: it isn't what was tapped. */
export function settleNext(before) {
  if (before.question === question()) return;
  for (const button of all(GUARDED, game())) {
    button.setAttribute("aria-busy", "true");
    setTimeout(() => button.removeAttribute("aria-busy"), FRESH);
  }
}
document.addEventListener("click", (event) => {
  if (!event.target.closest?.(GUARDED)?.hasAttribute("aria-busy")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

/** A button that has become its opposite under the finger does nothing for a moment. */
export const turns = () => all(".overrides .button").map((button) => button.textContent.trim());
export function lockTurned(before) {
  const title = one("#who")?.textContent.split("\n")[0];
  if (!before.turns.length || before.who !== title) return;
  all(".overrides .button").forEach((button, place) => {
    if (before.turns[place] === button.textContent.trim()) return;
    button.setAttribute("aria-disabled", "true");
    setTimeout(() => button.removeAttribute("aria-disabled"), 1000);
  });
}
document.addEventListener("click", (event) => {
  if (!event.target.closest?.('.overrides .button[aria-disabled="true"]')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
