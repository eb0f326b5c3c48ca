/* A screen that stays awake. */

import { all, one } from "./elements.js";
import { toast } from "./notices.js";

let lock = null;
let wanted = sessionStorage.getItem("knell-awake") !== "no";
export const wakes = () => document.body.classList.contains("grimoire");
export async function stayAwake(loudly = false) {
  const words = one("#awake-note")?.dataset;
  if (!wanted) {
    if (lock) await lock.release().catch(() => {});
    lock = null;
    if (loudly) toast(words?.off);
  } else if (!("wakeLock" in navigator)) {
    if (loudly) toast(words?.no);
  } else if (!lock && document.visibilityState === "visible") {
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { lock = null; showAwake(); });
      if (loudly) toast(words?.on);
    } catch {
      if (loudly) toast(words?.no);
    }
  }
  showAwake();
}
export function showAwake() {
  for (const button of all('[data-do="awake"]')) button.setAttribute("aria-pressed", String(Boolean(lock)));
}
export function toggleAwake() {
  wanted = !lock;
  sessionStorage.setItem("knell-awake", wanted ? "yes" : "no");
  stayAwake(true);
}
document.addEventListener("visibilitychange", () => wakes() && document.visibilityState === "visible" && stayAwake());
