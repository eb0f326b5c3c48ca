/* The menu of a seat: it opens from the token toward the centre. */

import { all, center, one } from "../base/elements.js";
import { get, post, view } from "./requests.js";
import { pickOnRing } from "./ring.js";

let menuFor = null;
/** The seat whose menu is open. */
export const seatOfMenu = () => menuFor;
export function openMenu(seat) {
  const menu = one("#seat-menu");
  if (!menu || view() === "card" || view() === "vote") return;
  menuFor = seat;
  const form = one("#step .answer-form");
  const pickable = seat.classList.contains("pickable");
  const dead = seat.classList.contains("dead");
  one(".seat-menu-name", menu).textContent = one(".name", seat).textContent.trim();
  const shown = {
    pick: Boolean(form) && pickable, look: true, reminder: true, show: true,
    nominate: view() === "day" && !dead, use: view() === "day", kill: !dead, revive: dead,
  };
  for (const item of all("[data-seat]", menu)) item.hidden = !shown[item.dataset.seat];
  menu.showPopover();
  const ring = one(".ring-box").getBoundingClientRect();
  const at = seat.getBoundingClientRect();
  const from = center(at), to = center(ring);
  const box = menu.getBoundingClientRect();
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const reach = at.width / 2 + 8;
  let left = from.x + Math.cos(angle) * reach - (Math.cos(angle) < -.3 ? box.width : Math.abs(Math.cos(angle)) <= .3 ? box.width / 2 : 0);
  let top = from.y + Math.sin(angle) * reach - (Math.sin(angle) < -.3 ? box.height : Math.abs(Math.sin(angle)) <= .3 ? box.height / 2 : 0);
  left = Math.max(8, Math.min(left, innerWidth - box.width - 8));
  top = Math.max(8, Math.min(top, innerHeight - box.height - 8));
  menu.style.setProperty("left", `${left}px`);
  menu.style.setProperty("top", `${top}px`);
  all("[data-seat]:not([hidden])", menu)[0]?.focus();
}
export function closeMenus() {
  for (const id of ["seat-menu", "menu"]) {
    const menu = one(`#${id}`);
    if (menu?.matches(":popover-open")) menu.hidePopover();
  }
  menuFor = null;
}
export function chooseFromMenu(what) {
  const seat = menuFor;
  const menu = one("#seat-menu");
  if (menu.matches(":popover-open")) menu.hidePopover();
  if (!seat) return;
  const player = seat.dataset.player;
  menuFor = null;
  if (what === "pick") { pickOnRing(player); one(".seat-button", seat)?.focus(); }
  else if (what === "look") get(`?seat=${player}`);
  else if (what === "reminder") get(`?seat=${player}&act=reminder`);
  else if (what === "show") get(`?panel=hand&seat=${player}`);
  else if (what === "nominate") get(`?panel=nominate&as=${player}`);
  else if (what === "use") get(`?panel=use&as=${player}`);
  else post("override", { override: what, player });
}
