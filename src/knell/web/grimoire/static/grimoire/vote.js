/* The vote: a hand that sweeps and locks. */

import { all, one, still } from "../base/elements.js";
import { setClock } from "../drawing/clock.js";
import { post } from "./requests.js";

const hand = { key: "", at: 0, going: false, last: 0, busy: false, frame: 0, again: 0 };
let speed = Number(localStorage.getItem("knell-speed")) || 1200;
const kept = (key) => `knell-hands/${key}`;
function raisedOf(key) {
  try { return new Set(JSON.parse(sessionStorage.getItem(kept(key)) || "[]")); } catch { return new Set(); }
}
function keepRaised(key, raised) { sessionStorage.setItem(kept(key), JSON.stringify([...raised])); }

export function drawClock() {
  cancelAnimationFrame(hand.frame);
  const vote = one("main.vote[data-vote-key]");
  if (!vote) {
    if (hand.key) sessionStorage.removeItem(kept(hand.key));
    hand.going = false;
    hand.key = "";
    return;
  }
  const key = vote.dataset.voteKey;
  const due = Number(one("#clock").dataset.at);
  if (hand.key !== key) Object.assign(hand, { key, at: due - 0.5, going: false, busy: false });
  if (hand.at > due - 0.1 || hand.at < due - 1.6 || !hand.going) hand.at = hand.going && hand.at < due ? hand.at : due - 0.5;
  hand.busy = false;
  hand.last = performance.now();
  showRaised();
  setClock(hand.at);
  vote.classList.toggle("going", hand.going);
  for (const button of all("[data-speed]", vote)) button.setAttribute("aria-pressed", String(Number(button.dataset.speed) === speed));
  if (hand.going) hand.frame = requestAnimationFrame(sweep);
}
function sweep(now) {
  const vote = one("main.vote[data-vote-key]");
  if (!vote || !hand.going) return;
  const due = Number(one("#clock").dataset.at);
  const moved = (now - hand.last) / speed;
  hand.last = now;
  hand.at = Math.min(hand.at + moved, due + 0.45);
  setClock(still() ? Math.floor(hand.at + 0.5) : hand.at);
  if (hand.at >= due && !hand.busy) lockNow();
  hand.frame = requestAnimationFrame(sweep);
}
export function toggleHand() {
  const vote = one("main.vote[data-vote-key]");
  if (!vote) return;
  hand.going = !hand.going;
  vote.classList.toggle("going", hand.going);
  hand.last = performance.now();
  if (hand.going) hand.frame = requestAnimationFrame(sweep);
  else cancelAnimationFrame(hand.frame);
}
export function lockNow() {
  const vote = one("main.vote[data-vote-key]");
  if (!vote || hand.busy) return;
  hand.busy = true;
  clearTimeout(hand.again);
  const raised = [...raisedOf(hand.key)];
  post("votes", { up: raised, until: vote.dataset.asked });
}
export function lockAll() {
  const vote = one("main.vote[data-vote-key]");
  if (!vote || hand.busy) return;
  hand.busy = true;
  clearTimeout(hand.again);
  hand.going = false;
  post("votes", { up: [...raisedOf(hand.key)] });
}
export function raise(seat) {
  const button = one(".seat-button", seat);
  if (button.getAttribute("aria-disabled") === "true") return;
  const raised = raisedOf(hand.key);
  const id = seat.dataset.player;
  if (raised.has(id)) raised.delete(id);
  else raised.add(id);
  keepRaised(hand.key, raised);
  showRaised();
}
function showRaised() {
  const raised = raisedOf(hand.key);
  let up = 0;
  for (const seat of all(".voter")) {
    const button = one(".seat-button", seat);
    if (!button.hasAttribute("aria-pressed")) continue;
    const on = raised.has(seat.dataset.player);
    seat.classList.toggle("up", on);
    button.setAttribute("aria-pressed", String(on));
    up += on;
  }
  const line = one(".raised");
  if (line) line.textContent = up ? `, ${line.dataset.text.replace("{count}", String(up))}` : "";
  const pips = all(".ballot .count li");
  const locked = pips.filter((p) => p.classList.contains("in")).length;
  pips.forEach((pip, place) => pip.classList.toggle("up", place >= locked && place < locked + up));
}
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-speed]");
  if (!button || !button.closest(".vote")) return;
  speed = Number(button.dataset.speed);
  localStorage.setItem("knell-speed", String(speed));
  for (const other of all("[data-speed]")) other.setAttribute("aria-pressed", String(other === button));
});
document.addEventListener("htmx:responseError", () => { hand.busy = false; hand.going = false; });
/* A lost vote is sent once more: soon by a hand that goes, otherwise with the next tap. */
for (const name of ["htmx:sendError", "htmx:timeout"])
  document.addEventListener(name, () => {
    clearTimeout(hand.again);
    hand.again = setTimeout(() => { hand.busy = false; }, hand.going ? 1500 : 0);
  });
