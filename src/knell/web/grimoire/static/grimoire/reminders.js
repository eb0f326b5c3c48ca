/* Reminders make room for each other. */

import { all, one } from "../base/elements.js";

/** Moves reminders a little apart where they, their words, the tokens or the middle would overlap. */
export function declutter() {
  const ring = one(innerWidth > 700 ? ".ring" : ".ring:not(.dense)");
  const moved = all(".ring .reminder");
  for (const reminder of moved) { reminder.style.removeProperty("translate"); reminder.classList.remove("wordless"); }
  ring?.classList.remove("crowded");
  if (!ring || !moved.length) return;
  /* Where that isn't enough, the middle gives up what stands elsewhere, too; then words go that would lie on others. */
  let left = spread(ring, moved);
  if (left.some((one_) => one_.middle)) {
    ring.classList.add("crowded");
    left = spread(ring, moved);
  }
  if (!left.length) return;
  for (const { element } of left) element.classList.add("wordless");
  spread(ring, moved);
}

/** Do it with what is shown now; give the reminders that still lie on something. */
function spread(ring, moved) {
  for (const reminder of moved) reminder.style.removeProperty("translate");
  const box = (element) => { const r = element.getBoundingClientRect(); return { l: r.left, t: r.top, r: r.right, b: r.bottom }; };
  const join = (a, b) => (b && b.r > b.l ? { l: Math.min(a.l, b.l - 3), t: Math.min(a.t, b.t), r: Math.max(a.r, b.r + 3), b: Math.max(a.b, b.b) } : a);
  const things = moved.map((element) => {
    const label = one(":scope > span", element);
    return { element, ...join(box(element), label && box(label)), x: 0, y: 0 };
  }).filter((thing) => thing.r > thing.l);
  const shown = (selector) => all(selector, ring).map(box).filter((w) => w.r > w.l);
  const names = shown(".seat .name"), middle = shown(".centre > *");
  const walls = [...shown(".seat-button"), ...names, ...middle];
  const over = (a, b) => ({ x: Math.min(a.r, b.r) - Math.max(a.l, b.l) + 2, y: Math.min(a.b, b.b) - Math.max(a.t, b.t) + 2 });
  const at = (thing) => ({ l: thing.l + thing.x, r: thing.r + thing.x, t: thing.t + thing.y, b: thing.b + thing.y });
  const push = (thing, from, by, share) => {
    const mine = at(thing);
    if (by.x < by.y) thing.x += share * by.x * (mine.l + mine.r < from.l + from.r ? -1 : 1);
    else thing.y += share * by.y * (mine.t + mine.b < from.t + from.b ? -1 : 1);
  };
  for (let round = 0; round < 24; round += 1) {
    let touched = false;
    for (let a = 0; a < things.length; a += 1)
      for (let b = a + 1; b < things.length; b += 1) {
        const p = at(things[a]), q = at(things[b]), by = over(p, q);
        if (by.x <= 2 || by.y <= 2) continue;
        touched = true;
        push(things[a], q, by, 0.5);
        push(things[b], p, by, 0.5);
      }
    for (const thing of things)
      for (const wall of walls) {
        const by = over(at(thing), wall);
        if (by.x <= 4 || by.y <= 4) continue;
        touched = true;
        push(thing, wall, by, 0.6);
      }
    if (!touched) break;
  }
  for (const thing of things) {
    const far = Math.hypot(thing.x, thing.y), most = 46;
    if (far < 1) continue;
    const part = Math.min(1, most / far);
    thing.x *= part;
    thing.y *= part;
    thing.element.style.setProperty("translate", `${thing.x.toFixed(1)}px ${thing.y.toFixed(1)}px`);
  }
  const hits = (a, b) => { const by = over(a, b); return by.x > 6 && by.y > 6; };
  return things.map((thing, place) => {
    const now = at(thing);
    const onMiddle = middle.some((wall) => hits(now, wall));
    const onOther = names.some((wall) => hits(now, wall)) || things.slice(0, place).some((other) => hits(now, at(other)));
    return { element: thing.element, middle: onMiddle, any: onMiddle || onOther };
  }).filter((thing) => thing.any);
}
/** Once nothing moves: what glides can't be measured. */
export async function declutterLater() {
  const moving = one(".ring")?.getAnimations({ subtree: true }) || [];
  await Promise.allSettled(moving.map((animation) => animation.finished));
  declutter();
}
let resizing = 0;
let watched = "";                       /* how large the ring's box was when reminders were last put right */
const watcher = new ResizeObserver(([{ contentRect: size }]) => {
  const now = `${size.width} ${size.height}`;
  if (watched && watched !== now) { clearTimeout(resizing); resizing = setTimeout(declutterLater, 120); }
  watched = now;
});
/** The ring's box changes with the window, with a sheet that is drawn up and with larger text. */
export function watchRing() {
  watcher.disconnect();
  watched = "";
  const box = one(".ring-box");
  if (box) watcher.observe(box);
}
