/* Looking back: the scrubber redraws the ring. */

import { one } from "../base/elements.js";
import { game } from "./requests.js";

let scrubbing = null;
export async function scrub(range) {
  const line = one("main.past").dataset.line.split(",");
  const entry = line[Math.max(0, Math.min(line.length - 1, Number(range.value)))];
  if (scrubbing) { scrubbing.wanted = entry; return; }
  scrubbing = { wanted: entry };
  let shown = null;
  while (scrubbing.wanted !== shown) {
    shown = scrubbing.wanted;
    const query = new URLSearchParams(location.search);
    query.set("at", shown);
    try {
      const answer = await fetch(`${location.pathname}?${query}`, { headers: { "HX-Request": "true" }, credentials: "same-origin" });
      const made = document.createElement("template");
      made.innerHTML = await answer.text();
      for (const id of ["past-ring", "past-side"]) {
        const fresh = made.content.querySelector(`#${id}`);
        if (fresh && one(`#${id}`)) { one(`#${id}`).replaceWith(fresh); htmx.process(fresh); }
      }
      const fresh = made.content.querySelector('[data-do="scrubber"]');
      if (fresh) range.setAttribute("aria-valuetext", fresh.getAttribute("aria-valuetext"));
      history.replaceState({}, "", `${location.pathname}?${query}`);
      game().dataset.url = `?${query}`;
    } catch { break; }
  }
  scrubbing = null;
}
