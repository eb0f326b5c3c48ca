/* What every page of Knell does: look (red light, large text, no motion), a screen that stays awake, timers,
   buttons to be held, and short notices. No page needs more than this file and htmx. */
"use strict";

window.knell = (() => {
  const root = document.documentElement;
  const all = (selector, from = document) => Array.from(from.querySelectorAll(selector));
  const one = (selector, from = document) => from.querySelector(selector);
  const still = () => root.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;

  /* ---------- notices ---------- */
  let fading = 0;
  let staying = false;
  function toast(text, stays = false) {
    const note = one("#awake-note");
    if (!note || !text) return;
    one("p", note).textContent = text;
    if (!note.matches(":popover-open")) note.showPopover();
    clearTimeout(fading);
    staying = stays;
    if (!stays) fading = setTimeout(() => note.matches(":popover-open") && note.hidePopover(), 3200);
  }
  /** Hides a notice that stays; the others go by themselves. */
  function hideToast() {
    const note = one("#awake-note");
    if (staying && note && note.matches(":popover-open")) note.hidePopover();
  }

  /* ---------- look ---------- */
  const LOOKS = { red: ["theme", "red-night"], large: ["text", "large"], still: ["motion", "off"] };
  function token() {
    const field = one('input[name="csrfmiddlewaretoken"]');
    if (field) return field.value;
    const game = one("#game");
    return game ? JSON.parse(game.getAttribute("hx-headers") || "{}")["X-CSRFToken"] : "";
  }
  function showLooks() {
    for (const [name, [key, value]] of Object.entries(LOOKS))
      for (const button of all(`[data-do="${name}"]`)) button.setAttribute("aria-pressed", String(root.dataset[key] === value));
  }
  function toggleLook(name) {
    const [key, value] = LOOKS[name];
    const wanted = root.dataset[key] === value ? "" : value;
    if (wanted) root.dataset[key] = wanted;
    else delete root.dataset[key];
    showLooks();
    const csrf = token();
    if (!csrf) return;
    const body = new URLSearchParams({ [key]: wanted, csrfmiddlewaretoken: csrf });
    fetch("/settings/", { method: "POST", body, redirect: "manual", credentials: "same-origin" }).catch(() => {});
  }

  /* ---------- awake ---------- */
  let lock = null;
  let wanted = sessionStorage.getItem("knell-awake") !== "no";
  const wakes = () => document.body.classList.contains("grimoire");
  async function stayAwake(loudly = false) {
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
  function showAwake() {
    for (const button of all('[data-do="awake"]')) button.setAttribute("aria-pressed", String(Boolean(lock)));
  }
  function toggleAwake() {
    wanted = !lock;
    sessionStorage.setItem("knell-awake", wanted ? "yes" : "no");
    stayAwake(true);
  }
  document.addEventListener("visibilitychange", () => wakes() && document.visibilityState === "visible" && stayAwake());

  /* ---------- timers ---------- */
  function tick() {
    const now = Date.now() / 1000;
    for (const out of all(".timer-left")) {
      const ends = Number(out.dataset.ends || out.closest("[data-ends]")?.dataset.ends || 0);
      const left = Math.max(0, Math.round(ends - now));
      const text = ends ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : "–:––";
      if (out.textContent !== text) out.textContent = text;
      out.classList.toggle("over", Boolean(ends) && left === 0);
    }
  }
  setInterval(tick, 250);

  /* ---------- buttons to be held ---------- */
  const HELD = 1000;
  let holding = null;
  function hold(button) {
    if (holding || button.getAttribute("aria-disabled") === "true") return;
    button.classList.add("holding");
    holding = { button, timer: setTimeout(() => { release(); button.dispatchEvent(new CustomEvent("held", { bubbles: true })); }, HELD) };
  }
  function release() {
    if (!holding) return;
    clearTimeout(holding.timer);
    holding.button.classList.remove("holding");
    holding = null;
  }
  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest?.(".hold");
    if (button) hold(button);
  });
  for (const name of ["pointerup", "pointercancel", "blur"]) window.addEventListener(name, release);
  document.addEventListener("pointerout", (event) => { if (holding && event.target === holding.button) release(); });
  document.addEventListener("contextmenu", (event) => { if (event.target.closest?.(".hold, .show-card")) event.preventDefault(); });
  document.addEventListener("keydown", (event) => {
    const button = event.target.closest?.(".hold");
    if (!button || (event.key !== " " && event.key !== "Enter")) return;
    event.preventDefault();
    if (!event.repeat) hold(button);
  });
  document.addEventListener("keyup", (event) => { if (event.key === " " || event.key === "Enter") release(); });

  /* ---------- clicks that belong to every page ---------- */
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-do]");
    if (!button) return;
    const what = button.dataset.do;
    if (what in LOOKS) toggleLook(what);
    else if (what === "awake") toggleAwake();
    else if (what === "dismiss") button.closest(".notice")?.remove();
  });

  /* ---------- what is done while an answer is under way is done in the form that comes with it ---------- */
  const later = [];
  document.addEventListener("htmx:confirm", (event) => {
    const form = event.target;
    if (!form.matches("form[data-again].htmx-request")) return;
    event.preventDefault();
    const by = event.detail.triggeringEvent;
    const { submitter, target } = by;
    if (submitter) later.push({ name: submitter.name, value: submitter.value, next: submitter.classList.contains("next") });
    else later.push({ id: target.id, checked: target.checked });
  });
  document.addEventListener("htmx:afterSettle", () => {
    const form = later.length && one("form[data-again]:not(.htmx-request)");
    if (!form) return;
    const { id, checked, name, value, next } = later.shift();
    if (id) {
      const box = document.getElementById(id);
      if (box) box.checked = checked;
      box?.dispatchEvent(new Event("change", { bubbles: true }));
    } else {
      const buttons = all(`button[name="${name}"]:enabled`, form);
      buttons.find((b) => (next ? b.classList.contains("next") : b.value === value))?.click();
    }
  });

  /* ---------- the clock of a vote ---------- */
  function setClock(at) {
    const clock = one("#clock");
    if (!clock) return;
    const from = Number(clock.dataset.from);
    clock.style.setProperty("--from", String(from));
    clock.style.setProperty("--at", String(from + at));
  }

  function mounted() {
    showLooks();
    showAwake();
    tick();
    for (const part of all(".timeline [data-events]")) part.style.setProperty("--events", part.dataset.events);
  }
  document.addEventListener("DOMContentLoaded", () => {
    mounted();
    if (wakes()) stayAwake();
  });
  return { all, one, still, toast, hideToast, toggleLook, setClock, mounted, token };
})();
