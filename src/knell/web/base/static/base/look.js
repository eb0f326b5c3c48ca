/* How the page looks: red light, large text, no motion. */

import { all, one, root } from "./elements.js";

export const LOOKS = { red: ["theme", "red-night"], large: ["text", "large"], still: ["motion", "off"] };
function token() {
  const field = one('input[name="csrfmiddlewaretoken"]');
  if (field) return field.value;
  const game = one("#game");
  return game ? JSON.parse(game.getAttribute("hx-headers") || "{}")["X-CSRFToken"] : "";
}
export function showLooks() {
  for (const [name, [key, value]] of Object.entries(LOOKS))
    for (const button of all(`[data-do="${name}"]`)) button.setAttribute("aria-pressed", String(root.dataset[key] === value));
}
export function toggleLook(name) {
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
