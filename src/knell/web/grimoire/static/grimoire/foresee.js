/* What an answer would bring about, told before it is given. */

import { one } from "../base/elements.js";

let asking = 0;
export function foresee(form, chosen, tile) {
  const place = one(".part.follow", form);
  if (!place) return;
  const players = chosen.filter((i) => i.name === "player").map((i) => Number(i.value)), characters = chosen.filter((i) => i.name === "character").map((i) => i.value);
  const shape = form.dataset.shape;
  const answer = tile ? tile.value : JSON.stringify(shape === "player" ? players[0] : shape === "character" ? characters[0] : shape === "product" ? [players[0], characters[0]] : players.length ? players.sort((a, b) => a - b) : characters);
  if (answer === undefined || form.dataset.foreseen === answer) return;
  form.dataset.foreseen = answer;
  clearTimeout(asking);
  asking = setTimeout(async () => {
    const query = new URLSearchParams(location.search);
    query.set("try", answer);
    try {
      const reply = await fetch(`${location.pathname}?${query}`, { headers: { "HX-Request": "true" }, credentials: "same-origin" });
      if (!reply.ok) return;
      const made = document.createElement("template");
      made.innerHTML = await reply.text();
      const fresh = made.content.querySelector(".part.follow");
      if (fresh && place.isConnected && form.dataset.foreseen === answer) place.innerHTML = fresh.innerHTML;
    } catch { /* the next pick asks again */ }
  }, 90);
}
