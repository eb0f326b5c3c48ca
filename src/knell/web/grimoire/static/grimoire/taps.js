/* Taps and long presses, and what each does. */

import { one } from "../base/elements.js";
import { turnPage } from "./cards.js";
import { get, post, view } from "./requests.js";
import { pickOnRing } from "./ring.js";
import { scrub } from "./scrubber.js";
import { chooseFromMenu, closeMenus, openMenu } from "./seatmenu.js";
import { lockAll, lockNow, raise, toggleHand } from "./vote.js";

let long = 0;
let longFired = false;
document.addEventListener("pointerdown", (event) => {
  longFired = false;
  const button = event.target.closest?.(".ring .seat-button");
  if (button && view() !== "vote") long = setTimeout(() => { longFired = true; openMenu(button.closest(".seat")); }, 550);
  if (one("#seat-menu")?.matches(":popover-open") && !event.target.closest("#seat-menu, .seat-button")) closeMenus();
});
for (const name of ["pointerup", "pointercancel", "pointermove"])
  document.addEventListener(name, (event) => { if (name !== "pointermove" || Math.hypot(event.movementX, event.movementY) > 6) clearTimeout(long); });
document.addEventListener("contextmenu", (event) => {
  const seat = event.target.closest?.(".ring .seat");
  if (seat && view() !== "vote") { event.preventDefault(); openMenu(seat); }
});

document.addEventListener("click", (event) => {
  const target = event.target;
  if (longFired) { longFired = false; event.preventDefault(); return; }
  const item = target.closest?.("#seat-menu [data-seat]");
  if (item) return chooseFromMenu(item.dataset.seat);
  const link = target.closest?.("a[data-get]");
  if (link) { event.preventDefault(); closeMenus(); get(link.getAttribute("href")); return; }
  const button = target.closest?.(".ring .seat-button");
  if (button) return tapSeat(button, target);
  const to = target.closest?.('.sheet-switch a');
  if (to) {
    event.preventDefault();
    one("#sheet").dataset.show = to.getAttribute("href") === "#tonight" ? "list" : "step";
    return;
  }
  const lead = target.closest?.("[data-lead]");
  if (lead) { one('textarea[name="lead"]', lead.closest("form")).value = lead.textContent; return; }
  const time = target.closest?.(".timer-buttons button");
  if (time) return setTimer(time);
  const what = target.closest?.("[data-do]")?.dataset.do;
  if (what) doThis(what, target.closest("[data-do]"));
});

function tapSeat(button, target) {
  const seat = button.closest(".seat");
  if (view() === "vote") return raise(seat);
  if (["seat", "past"].includes(view())) {
    if (view() === "seat") get(`?seat=${seat.dataset.player}`);
    return;
  }
  if (!target.closest(".name") && seat.classList.contains("pickable") && pickOnRing(seat.dataset.player)) return;
  openMenu(seat);
}

function doThis(what, button) {
  if (what === "keys") one("#keys").togglePopover();
  else if (what === "more") {
    const others = one("#others");
    const open = others.classList.toggle("open");
    button.setAttribute("aria-expanded", String(open));
  } else if (what === "turn") {
    const faces = one(".card-faces");
    button.setAttribute("aria-pressed", String(faces.classList.toggle("turned")));
  } else if (what === "page") turnPage();
  else if (what === "hand") toggleHand();
  else if (what === "count-one") lockNow();
  else if (what === "count-all") lockAll();
  else if (what === "scrub") {
    const range = one('[data-do="scrubber"]');
    range.value = String(Number(range.value) + Number(button.dataset.by));
    scrub(range);
  }
}

function setTimer(button) {
  const part = button.closest(".timer-part");
  const now = Date.now() / 1000;
  const left = Math.max(0, Number(part.dataset.ends) - now);
  const seconds = button.dataset.add ? Math.round(left + Number(button.dataset.add)) : Number(button.dataset.seconds);
  part.dataset.ends = seconds ? String(now + seconds) : "0";
  post("timer", { seconds });
}
