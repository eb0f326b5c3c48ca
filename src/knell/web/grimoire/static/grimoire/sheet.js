/* The sheet on a phone: drawn up and down. */

import { one } from "../base/elements.js";
import { declutter } from "./reminders.js";
import { game, view } from "./requests.js";

const SNAPS = ["head", "half", "full"];
const snapKey = () => `knell-sheet/${game().dataset.game}/${view() === "day" ? "day" : "night"}`;
export function keepSnap() {
  const snap = one("#sheet") && sessionStorage.getItem(snapKey());
  if (SNAPS.includes(snap)) one("#sheet").dataset.snap = snap;
}
function snapTo(sheet, snap) {
  sheet.dataset.snap = snap;
  sessionStorage.setItem(snapKey(), snap);
  declutter();
}
const snapOf = (sheet) => sheet.dataset.snap || (sheet.classList.contains("peek") ? "head" : "half");
/** The snap at which the top of the sheet is nearest to a height on the screen. */
function nearest(sheet, top) {
  const now = sheet.dataset.snap;
  const away = SNAPS.map((snap) => {
    sheet.dataset.snap = snap;
    return Math.abs(sheet.getBoundingClientRect().top - top);
  });
  if (now) sheet.dataset.snap = now;
  else delete sheet.dataset.snap;
  return SNAPS[away.indexOf(Math.min(...away))];
}
let drag = null;
document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest?.(".sheet-grip");
  if (!grip) return;
  const sheet = one("#sheet");
  drag = { from: event.clientY, top: sheet.getBoundingClientRect().top, sheet, moved: false };
  grip.setPointerCapture(event.pointerId);
});
document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const by = event.clientY - drag.from;
  if (Math.abs(by) > 6) drag.moved = true;
  if (drag.moved) drag.sheet.style.setProperty("translate", `0 ${Math.max(-24, by)}px`);
});
document.addEventListener("pointercancel", () => { drag?.sheet.style.removeProperty("translate"); drag = null; });
document.addEventListener("pointerup", (event) => {
  if (!drag) return;
  const { sheet, from, top, moved } = drag;
  drag = null;
  sheet.style.removeProperty("translate");
  if (moved) snapTo(sheet, nearest(sheet, top + event.clientY - from));
  else stepSheet(sheet);
});
/** A tap, or the key, makes the sheet larger; the largest becomes smaller. */
function stepSheet(sheet) {
  const now = SNAPS.indexOf(snapOf(sheet));
  snapTo(sheet, SNAPS[now === 2 ? 1 : now + 1]);
}
document.addEventListener("click", (event) => {
  if (!event.detail && event.target.closest?.(".sheet-grip")) stepSheet(one("#sheet"));
});
