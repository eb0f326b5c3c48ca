/* The town square: takes what the server sends, and draws the hand of the clock. It knows no more than the page. */

import { all, one, still } from "../base/elements.js";
import { hideToast, toast } from "../base/notices.js";
import { mounted } from "../base/page.js";
import { setClock } from "../drawing/clock.js";

let at = null;

function draw() {
  mounted();
  const clock = one("#clock");
  if (!clock) { at = null; return; }
  const target = Number(clock.dataset.at) - 0.5;
  const from = at === null || at > target ? target : at;
  const begun = performance.now();
  const lasts = still() ? 0 : 360;
  const step = (now) => {
    if (!clock.isConnected) return;
    const part = lasts ? Math.min(1, (now - begun) / lasts) : 1;
    at = from + (target - from) * part;
    setClock(at);
    if (part < 1) requestAnimationFrame(step);
  };
  setClock(from);
  requestAnimationFrame(step);
}

let lost = 0;
function watch() {
  const town = one("#town");
  const url = new URL(town.dataset.live, location.href);
  url.searchParams.set("version", town.dataset.version);
  url.searchParams.set("lang", document.documentElement.lang);
  const source = new EventSource(url);
  source.addEventListener("town", (event) => {
    const made = document.createElement("template");
    made.innerHTML = event.data;
    const fresh = made.content.querySelector("#town");
    const told = all(".chapter").length, place = one(".reveal")?.scrollTop || 0;
    if (fresh) one("#town").replaceWith(fresh);
    if (one(".reveal")) one(".reveal").scrollTop = place;
    if (all(".chapter").length > told) all(".chapter")[told].scrollIntoView({ block: "start", behavior: still() ? "auto" : "smooth" });
    draw();
  });
  source.addEventListener("open", () => {
    clearTimeout(lost);
    hideToast();
  });
  source.addEventListener("error", () => {
    clearTimeout(lost);
    lost = setTimeout(() => toast(one("#awake-note")?.dataset.lost, true), 3000);
    if (source.readyState === EventSource.CLOSED) setTimeout(watch, 3000);
  });
}

document.addEventListener("DOMContentLoaded", () => {
  draw();
  watch();
});
