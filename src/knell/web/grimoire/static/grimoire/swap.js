/* What must not be lost when the page is drawn anew: the place, the focus, what was open. */

import { all, one } from "../base/elements.js";
import { question, turns } from "./doubletaps.js";
import { KEEPING, pickKey } from "./picks.js";
import { game, view } from "./requests.js";

export let before = null;
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target?.id !== "game") return;
  /* What was kept stands on the page now; it must not come back into the field. */
  if (event.detail.xhr.status < 300 && event.detail.requestConfig?.elt?.matches?.(KEEPING)) sessionStorage.removeItem(pickKey());
  const seats = {};
  for (const seat of all(".seat")) seats[seat.id] = { rect: seat.getBoundingClientRect(), dead: seat.classList.contains("dead") };
  const active = document.activeElement;
  before = {
    view: view(),
    question: question(),
    state: game().dataset.state,
    title: one("#step-title, #who, #panel-title, #ballot-title, #past-title, #end-title")?.textContent,
    seats,
    act: new URLSearchParams(game().dataset.url).get("act"),
    told: all(".inspector .chapter").length,
    turns: turns(),
    who: one("#who")?.textContent.split("\n")[0],
    reminders: new Set(all(".reminder[id]").map((r) => r.id)),
    focus: active && active.closest("#game") ? path(active) : null,
    scroll: one(".side.step .parts, .inspector.side, .ballot")?.scrollTop || 0,
    tonight: one(".tonight.side")?.scrollTop || 0,
    list: one("#sheet")?.dataset.show,
  };
});

/** How to find the same control again on the next page. */
function path(element) {
  if (element.dataset?.key) return `[data-key="${element.dataset.key}"]`;
  const seat = element.closest(".seat");
  if (seat) return `#${seat.id} .seat-button`;
  if (element.id) return `#${element.id}`;
  if (element.name && element.value) return `[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`;
  const href = element.getAttribute?.("href");
  return href ? `a[href="${CSS.escape(href)}"]` : null;
}

/** What was remembered has been seen to. */
export const forget = () => { before = null; };

/** What has just been opened far down comes into sight: a form in the inspector, a chapter of the reveal. */
export function showOpened() {
  const act = new URLSearchParams(game().dataset.url).get("act");
  const form = one("#act-form");
  if (form && act && act !== before?.act) {
    const room = form.closest(".inspector").clientHeight;
    form.scrollIntoView({ block: form.offsetHeight > room - 32 ? "start" : "nearest" });
  }
  const told = before?.view === "end" && before.told < all(".inspector .chapter").length ? before.told : -1;
  all(".inspector .chapter")[told]?.scrollIntoView({ block: "start" });
}

export function keepPlace() {
  const title = one("#step-title, #who, #panel-title, #ballot-title, #past-title, #end-title");
  const sameThing = before.view === view() && before.title === title?.textContent;
  if (sameThing) {
    const scroller = one(".side.step .parts, .inspector.side, .ballot");
    if (scroller) scroller.scrollTop = before.scroll;
  }
  const tonight = one(".tonight.side");
  if (tonight) {
    tonight.scrollTop = before.tonight;
    one(".line.now", tonight)?.scrollIntoView({ block: "nearest" });
  }
  const sheet = one("#sheet");
  if (sheet && before.list && before.state === game().dataset.state) sheet.dataset.show = before.list;
  if (view() === "card") { one('.hold:not([aria-disabled]), [data-do="page"]')?.focus({ preventScroll: true }); return; }
  if (document.activeElement !== document.body && document.activeElement) return;
  const again = before.focus && sameThing ? one(before.focus) : null;
  const act = one("#act-form input:not([type=hidden]), #act-form select, #act-form textarea, #act-form button");
  if (act && game().dataset.url.includes("act=")) act.focus();
  else if (again && !again.disabled) again.focus({ preventScroll: true });
  else (title || one("#main"))?.focus({ preventScroll: true });
}

/** Tell a screen reader what is next. */
export function say() {
  let live = one("#spoken");
  if (!live) {
    live = document.createElement("p");
    live.id = "spoken";
    live.className = "for-readers";
    live.setAttribute("role", "status");
    document.body.append(live);
  }
  const parts = [".phase", "#step-title", ".step .who", "#ballot-title", ".ballot .threshold", "#end-title"];
  const text = parts.map((s) => one(s, game())?.textContent.trim()).filter(Boolean).join(", ").replace(/\s+/g, " ");
  if (live.textContent !== text) live.textContent = text;
}
