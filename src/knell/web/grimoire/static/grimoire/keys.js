/* Keys. */

import { all, one } from "../base/elements.js";
import { toggleLook } from "../base/look.js";
import { get, view } from "./requests.js";
import { pickOnRing } from "./ring.js";
import { closeMenus, openMenu, seatOfMenu } from "./seatmenu.js";
import { raise, toggleHand } from "./vote.js";

const typing = (target) => target.closest?.("input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, select");
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || typing(event.target)) return;
  if (view() === "card") return;
  const menu = one("#seat-menu");
  if (menu?.matches(":popover-open")) return keysOfMenu(event, menu);
  if (event.key === "Escape") {
    if (one("#keys")?.matches(":popover-open") || one("#menu")?.matches(":popover-open")) return;
    return press("close", event);
  }
  if (event.key === "?") { event.preventDefault(); one("#keys").togglePopover(); return; }
  if (one(":popover-open:not(#awake-note)")) return;
  const on = event.target.closest?.("button, a, summary, input");
  if (event.key === "Enter" && (!on || on.matches("input[type=radio], input[type=checkbox]"))) return next(event);
  if (/^Arrow/.test(event.key)) return arrows(event);
  if (event.code.startsWith("Digit") || event.code.startsWith("Numpad")) return digit(event);
  const seat = event.target.closest?.(".seat");
  switch (event.code) {
    case "KeyN": return next(event);
    case "KeyU": return press("undo", event);
    case "KeyR": return press("redo", event);
    case "KeyS": return press("skip", event);
    case "KeyH": event.preventDefault(); return void get(seat ? `?panel=hand&seat=${seat.dataset.player}` : "?panel=hand");
    case "KeyT": event.preventDefault(); return void get("?panel=timeline");
    case "KeyV": return press("nominate", event);
    case "KeyC": return press("cover", event);
    case "KeyD": return press("dusk", event);
    case "KeyA": return press("use", event);
    case "KeyP": if (view() === "vote") { event.preventDefault(); toggleHand(); } return;
    case "KeyL": event.preventDefault(); return toggleLook("red");
    case "KeyI": if (seat) { event.preventDefault(); get(`?seat=${seat.dataset.player}`); } return;
    case "KeyM": if (seat && view() !== "vote") { event.preventDefault(); openMenu(seat); } return;
  }
});
/** The one obvious thing; by day that is a nomination, or dusk when none can be made. */
function next(event) {
  press(["next", "nominate", "dusk"].find((key) => one(`#game [data-key="${key}"].next:not([disabled])`)) || "next", event);
}
function press(key, event) {
  const button = one(`#game [data-key="${key}"]:not([disabled])`);
  if (!button) return;
  event.preventDefault();
  button.click();
}
function digit(event) {
  const number = Number(event.key);
  if (!Number.isInteger(number)) return;
  const tiles = all("#step .options input:not([disabled])");
  const place = number === 0 ? 9 : number - 1;
  if (tiles.length) {
    const numbers = tiles.find((i) => i.value === String(number));
    const tile = tiles.length > 2 && numbers ? numbers : tiles[place];
    if (tile) { tile.checked = true; tile.dispatchEvent(new Event("change", { bubbles: true })); tile.focus(); event.preventDefault(); }
    return;
  }
  const seat = one(`.ring .seat[data-i="${place}"]`);
  if (seat) { event.preventDefault(); one(".seat-button", seat).focus(); if (view() === "vote") raise(seat); else if (seat.classList.contains("pickable")) pickOnRing(seat.dataset.player); }
}
function arrows(event) {
  if (event.target.matches?.("input")) return;
  const seats = all(".ring .seat");
  if (!seats.length) return;
  const now = seats.indexOf(event.target.closest?.(".seat"));
  const by = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1;
  const next = now < 0 ? 0 : (now + by + seats.length) % seats.length;
  event.preventDefault();
  one(".seat-button", seats[next])?.focus();
}
function keysOfMenu(event, menu) {
  const items = all("[data-seat]:not([hidden])", menu);
  const now = items.indexOf(document.activeElement);
  if (event.key === "Escape" || event.key === "Tab") {
    event.preventDefault();
    const seat = seatOfMenu();
    closeMenus();
    one(".seat-button", seat || document)?.focus();
  } else if (event.key === "ArrowDown" || event.key === "ArrowRight") { event.preventDefault(); items[(now + 1) % items.length].focus(); }
  else if (event.key === "ArrowUp" || event.key === "ArrowLeft") { event.preventDefault(); items[(now - 1 + items.length) % items.length].focus(); }
}
