/* Short notices. */

import { one } from "./elements.js";

let fading = 0;
let staying = false;
export function toast(text, stays = false) {
  const note = one("#awake-note");
  if (!note || !text) return;
  one("p", note).textContent = text;
  if (!note.matches(":popover-open")) note.showPopover();
  clearTimeout(fading);
  staying = stays;
  if (!stays) fading = setTimeout(() => note.matches(":popover-open") && note.hidePopover(), 3200);
}
/** Hides a notice that stays; the others go by themselves. */
export function hideToast() {
  const note = one("#awake-note");
  if (staying && note && note.matches(":popover-open")) note.hidePopover();
}
