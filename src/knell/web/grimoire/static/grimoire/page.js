/* The Storyteller's page. The server makes every page; these files only pick, move, hold and listen. */

import { all, one } from "../base/elements.js";
import { mounted } from "../base/page.js";
import { begin, settleAddress } from "./addresses.js";
import { syncForm } from "./answers.js";
import { syncHand } from "./byhand.js";
import { placePlan } from "./cards.js";
import { lockTurned, settleNext } from "./doubletaps.js";
import { moveAlong } from "./motion.js";
import { restorePicks } from "./picks.js";
import { declutter, declutterLater, watchRing } from "./reminders.js";
import { game, view } from "./requests.js";
import { closeMenus } from "./seatmenu.js";
import { keepSnap } from "./sheet.js";
import { before, forget, keepPlace, say, showOpened } from "./swap.js";
import { follow, listen } from "./tabs.js";
import { drawClock } from "./vote.js";
import "./forms.js";
import "./keys.js";
import "./taps.js";

function arrived() {
  document.body.className = `${game().dataset.scope} grimoire`;
  document.title = game().dataset.title;
  settleAddress();
  mounted();
  for (const part of all(".timeline [data-events]")) part.style.setProperty("--events", part.dataset.events);
  keepSnap();
  closeMenus();
  placePlan();
  drawClock();
  declutter();
  watchRing();
  restorePicks();
  for (const form of all(".answer-form")) syncForm(form);
  for (const form of all(".hand-form")) syncHand(form);
  if (view() !== "end") one(".inspector .story li:last-child")?.scrollIntoView({ block: "nearest" });
  if (before) {
    settleNext(before);
    moveAlong(before);
    keepPlace();
    lockTurned(before);
    say();
  }
  showOpened();
  forget();
}

document.addEventListener("htmx:afterSettle", () => {
  if (game()) arrived();
  follow();
});
document.addEventListener("DOMContentLoaded", () => {
  if (!game() || !begin()) return;
  arrived();
  document.fonts.ready.then(declutterLater);
  listen();
});
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
