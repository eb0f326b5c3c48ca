/* Cards: turned page by page, closed by a button that is held. */

import { all, one, still } from "../base/elements.js";
import { closeCard } from "./addresses.js";
import { view } from "./requests.js";

export function turnPage() {
  const pages = all(".card-face");
  const now = pages.findIndex((p) => !p.hidden);
  const next = (now + 1) % pages.length;
  pages[now].hidden = true;
  pages[next].hidden = false;
  one(".page-number").textContent = String(next + 1);
  if (next < pages.length - 1) return;
  const hold = one(".hold");            /* every page has been seen */
  if (hold.getAttribute("aria-disabled") !== "true") return;
  hold.removeAttribute("aria-disabled");
  one('[data-do="page"]').classList.remove("next");
  hold.focus({ preventScroll: true });
}
document.addEventListener("held", (event) => {
  const card = event.target.closest(".show-card");
  if (!card || view() !== "card") return;
  const back = card.dataset.back;
  if (event.target.getAttribute("aria-disabled") === "true") return;
  const leave = () => closeCard(location.pathname + (back === "?" ? "" : back));
  if (still()) return leave();
  card.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 240, fill: "forwards" }).finished.then(leave);
});
/** A small plan of the table: where the players on the card sit. */
export function placePlan() {
  for (const plan of all(".seat-plan")) {
    const count = Number(plan.dataset.count);
    const me = plan.dataset.me === "" ? -1 : Number(plan.dataset.me);
    const turned = me < 0 ? 0 : Math.PI - (2 * Math.PI * me) / count;      /* whoever looks sits at the bottom */
    for (const dot of all("circle", plan)) {
      const place = Number(dot.dataset.place);
      const angle = (2 * Math.PI * place) / count + turned;
      dot.classList.toggle("me", place === me);
      dot.setAttribute("cx", (50 * Math.sin(angle)).toFixed(2));
      dot.setAttribute("cy", (-50 * Math.cos(angle)).toFixed(2));
    }
  }
}
