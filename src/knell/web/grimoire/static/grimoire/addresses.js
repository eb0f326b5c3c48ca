/* Addresses: what is open stands in the address, so that reload and back keep it. */

import { game, get, view } from "./requests.js";

let verb = "get";
let onlyCard = false;
let coming = false;                     /* the address has changed already: somebody went back */
document.addEventListener("htmx:beforeRequest", (event) => { verb = event.detail.requestConfig.verb; });

export function settleAddress() {
  const wanted = game().dataset.url || "?";
  const address = wanted === "?" ? location.pathname : location.pathname + wanted;
  const now = location.pathname + location.search;
  if (address !== now && !coming) {
    if (verb === "get" && view() !== "card") history.pushState({}, "", address);
    else history.replaceState({}, "", address);
  }
  coming = false;
  /* Going back must not uncover the Grimoire while a card is shown. */
  if (view() === "card" && !history.state?.card) history.pushState({ card: cardNumber() }, "", address);
}
const cardNumber = () => `${game().dataset.state} ${Date.now()}`;
const closedCard = () => `knell-card/${game().dataset.game}`;
/** The address without the card: what was shown once is never shown again by going back or forward. */
function withoutCard() {
  const query = new URLSearchParams(location.search);
  query.delete("card");
  return location.pathname + (query.size ? `?${query}` : "");
}
let leaving = null;                     /* what is done when the entry of the card that closes is left */
/** Leaves the entry that a card has put on the way back, then goes to an address in its place. */
function leaveCard(then) {
  if (!history.state?.card) return then();
  sessionStorage.setItem(closedCard(), history.state.card);
  leaving = () => { clearTimeout(late); leaving = null; then(); };
  const late = setTimeout(leaving, 600);
  history.back();
}
window.addEventListener("popstate", () => {
  if (leaving) return leaving();
  if (view() === "card") {
    history.pushState({ card: cardNumber() }, "", location.pathname + game().dataset.url);
    return;
  }
  if (new URLSearchParams(location.search).has("card")) history.replaceState({}, "", withoutCard());
  coming = true;
  get(location.pathname + location.search);
});

/** Closes a card and goes to an address in its place. */
export function closeCard(address) {
  leaveCard(() => {
    if (onlyCard) return location.replace(address);     /* a page that was loaded as a card can draw nothing else */
    history.replaceState({}, "", address);
    coming = true;
    get(address);
  });
}

/** Looks at the address that the page was loaded with; false if it leads to a card that is closed. */
export function begin() {
  verb = "load";
  onlyCard = view() === "card";
  const closed = onlyCard && history.state?.card && history.state.card === sessionStorage.getItem(closedCard());
  if (closed) location.replace(withoutCard());
  return !closed;
}
