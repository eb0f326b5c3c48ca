/* What the page shows, and how more of it is asked for. The server makes every page. */

import { one } from "../base/elements.js";

htmx.config.defaultSettleDelay = 0;
htmx.config.defaultSwapDelay = 0;
htmx.config.timeout = 15000;            /* then a request counts as lost */
htmx.config.attributesToSettle = [];    /* copying style attributes would be stopped by the page's policy */

export const game = () => one("#game");
export const view = () => game()?.dataset.view;
const url = (path) => `/game/${game().dataset.game}/${path}`;
const ask = (...what) => htmx.ajax(...what)?.catch(() => {});     /* a lost request is told by its event */
export const get = (address) => ask("GET", address, { target: "#game", swap: "outerHTML" });
export const post = (path, values) => ask("POST", url(path), { source: game(), target: "#game", swap: "outerHTML", values });
