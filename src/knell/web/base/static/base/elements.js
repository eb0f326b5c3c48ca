/* Elements of the page: how they are found, where they are, whether they may move. */

export const root = document.documentElement;
export const all = (selector, from = document) => Array.from(from.querySelectorAll(selector));
export const one = (selector, from = document) => from.querySelector(selector);
export const still = () => root.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
export const center = (rect) => ({ x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 });
