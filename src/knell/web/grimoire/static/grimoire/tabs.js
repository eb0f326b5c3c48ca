/* Other tabs: what is done there is seen here. */

import { one } from "../base/elements.js";
import { hideToast, toast } from "../base/notices.js";
import { game, get, view } from "./requests.js";

let source = null;
let lostTimer = 0;
let newest = 0;                         /* of the versions that the server has told of */
export function follow() {
  if (!game() || one(".htmx-request") || view() === "card") return;
  if (newest > Number(game().dataset.version)) get(location.pathname + location.search);
}
export function listen() {
  source?.close();
  source = new EventSource(game().dataset.live);
  source.addEventListener("state", (event) => {
    newest = JSON.parse(event.data).version;
    setTimeout(follow, 120);            /* one's own change is on its way already */
  });
  source.addEventListener("gone", () => location.reload());
  source.addEventListener("open", () => { clearTimeout(lostTimer); hideToast(); });
  source.addEventListener("error", () => {
    clearTimeout(lostTimer);
    lostTimer = setTimeout(() => toast(one("#awake-note")?.dataset.lost, true), 3000);
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  });
}

for (const name of ["htmx:sendError", "htmx:timeout"])
  document.addEventListener(name, () => toast(one("#awake-note")?.dataset.lost, true));
document.addEventListener("htmx:afterRequest", (event) => {
  if (!event.detail.successful) return;
  clearTimeout(lostTimer);
  hideToast();
});
document.addEventListener("htmx:responseError", () => location.reload());
