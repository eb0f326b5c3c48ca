/* The Storyteller's page. The server makes every page; this file only picks, moves, holds and listens. */
"use strict";

(() => {
  const { all, one, still, toast, hideToast, toggleLook, setClock, mounted } = window.knell;
  htmx.config.defaultSettleDelay = 0;
  htmx.config.defaultSwapDelay = 0;
  htmx.config.timeout = 15000;            /* then a request counts as lost */
  htmx.config.attributesToSettle = [];    /* copying style attributes would be stopped by the page's policy */

  const game = () => one("#game");
  const view = () => game()?.dataset.view;
  const url = (path) => `/game/${game().dataset.game}/${path}`;
  const ask = (...what) => htmx.ajax(...what)?.catch(() => {});     /* a lost request is told by its event */
  const get = (address) => ask("GET", address, { target: "#game", swap: "outerHTML" });
  const post = (path, values) => ask("POST", url(path), { source: game(), target: "#game", swap: "outerHTML", values });
  const center = (rect) => ({ x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 });

  /* ---------- addresses: what is open stands in the address, so that reload and back keep it ---------- */
  let verb = "get";
  let onlyCard = false;
  let coming = false;                     /* the address has changed already: somebody went back */
  document.addEventListener("htmx:beforeRequest", (event) => { verb = event.detail.requestConfig.verb; });

  function settleAddress() {
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

  /* ---------- what a swap must not lose ---------- */
  let before = null;
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "game") return;
    /* What was kept stands on the page now; it must not come back into the field. */
    if (event.detail.xhr.status < 300 && event.detail.requestConfig?.elt?.matches?.(KEEPING)) sessionStorage.removeItem(pickKey());
    const seats = {};
    for (const seat of all(".seat")) seats[seat.id] = { rect: seat.getBoundingClientRect(), dead: seat.classList.contains("dead") };
    const active = document.activeElement;
    before = {
      view: view(),
      question: question(),
      state: game().dataset.state,
      title: one("#step-title, #who, #panel-title, #ballot-title, #past-title, #end-title")?.textContent,
      seats,
      act: new URLSearchParams(game().dataset.url).get("act"),
      told: all(".inspector .chapter").length,
      turns: turns(),
      who: one("#who")?.textContent.split("\n")[0],
      reminders: new Set(all(".reminder[id]").map((r) => r.id)),
      focus: active && active.closest("#game") ? path(active) : null,
      scroll: one(".side.step .parts, .inspector.side, .ballot")?.scrollTop || 0,
      tonight: one(".tonight.side")?.scrollTop || 0,
      list: one("#sheet")?.dataset.show,
    };
  });

  /** How to find the same control again on the next page. */
  function path(element) {
    if (element.dataset?.key) return `[data-key="${element.dataset.key}"]`;
    const seat = element.closest(".seat");
    if (seat) return `#${seat.id} .seat-button`;
    if (element.id) return `#${element.id}`;
    if (element.name && element.value) return `[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`;
    const href = element.getAttribute?.("href");
    return href ? `a[href="${CSS.escape(href)}"]` : null;
  }

  document.addEventListener("htmx:afterSettle", () => { if (game()) arrived(); });

  /* ---------- the second tap of a double tap isn't meant for the next question ---------- */
  const FRESH = 500;
  const GUARDED = '[data-key="next"], [data-do="page"]';
  const question = () => one("main.vote[data-vote-key]")?.dataset.voteKey || `${view()} ${game().dataset.state} ${game().dataset.url}`;
  /** A button that has only just come is busy for a moment: it isn't what was tapped. */
  function settleNext() {
    if (before.question === question()) return;
    for (const button of all(GUARDED, game())) {
      button.setAttribute("aria-busy", "true");
      setTimeout(() => button.removeAttribute("aria-busy"), FRESH);
    }
  }
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.(GUARDED)?.hasAttribute("aria-busy")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  function arrived() {
    document.body.className = `${game().dataset.scope} grimoire`;
    document.title = game().dataset.title;
    settleAddress();
    mounted();
    keepSnap();
    closeMenus();
    placePlan();
    drawClock();
    declutter();
    watchRing();
    restorePicks();
    for (const form of all(".answer-form")) syncForm(form);
    for (const form of all(".hand-form")) syncHand(form);
    if (view() !== "end") one(".inspector .story li:last-child")?.scrollIntoView({ block: "nearest" });
    if (before) {
      settleNext();
      moveAlong();
      keepPlace();
      lockTurned();
      say();
    }
    showOpened();
    before = null;
  }

  /** What has just been opened far down comes into sight: a form in the inspector, a chapter of the reveal. */
  function showOpened() {
    const act = new URLSearchParams(game().dataset.url).get("act");
    const form = one("#act-form");
    if (form && act && act !== before?.act) {
      const room = form.closest(".inspector").clientHeight;
      form.scrollIntoView({ block: form.offsetHeight > room - 32 ? "start" : "nearest" });
    }
    const told = before?.view === "end" && before.told < all(".inspector .chapter").length ? before.told : -1;
    all(".inspector .chapter")[told]?.scrollIntoView({ block: "start" });
  }

  /** A button that has become its opposite under the finger does nothing for a moment. */
  const turns = () => all(".overrides .button").map((button) => button.textContent.trim());
  function lockTurned() {
    const title = one("#who")?.textContent.split("\n")[0];
    if (!before.turns.length || before.who !== title) return;
    all(".overrides .button").forEach((button, place) => {
      if (before.turns[place] === button.textContent.trim()) return;
      button.setAttribute("aria-disabled", "true");
      setTimeout(() => button.removeAttribute("aria-disabled"), 1000);
    });
  }
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.('.overrides .button[aria-disabled="true"]')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  /** Seats glide when people swap, reminders come from their source, a shroud drops. */
  function moveAlong() {
    if (still() || view() === "card") return;
    const ease = "cubic-bezier(.2, .7, .2, 1)";
    const same = before.view === view() || !["past", "seat", "panel"].includes(view());
    for (const seat of all(".seat")) {
      const old = before.seats[seat.id];
      if (!old) continue;
      const rect = seat.getBoundingClientRect();
      const dx = center(old.rect).x - center(rect).x, dy = center(old.rect).y - center(rect).y;
      if (same && Math.abs(old.rect.width - rect.width) < 2 && Math.hypot(dx, dy) > 3)
        seat.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: 360, easing: ease });
      if (!old.dead && seat.classList.contains("dead"))
        one(".shroud, .veil", seat)?.animate([{ transform: "translateY(-8px)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 360, easing: ease });
    }
    for (const reminder of all(".reminder[data-from]")) {
      if (before.reminders.has(reminder.id)) continue;
      const source = one(`#seat-${reminder.dataset.from}`);
      if (!source || source.contains(reminder)) continue;
      const a = center(source.getBoundingClientRect()), b = center(reminder.getBoundingClientRect());
      reminder.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px) scale(.6)`, opacity: .2 }, { transform: "none", opacity: 1 }], { duration: 420, easing: ease });
    }
  }

  /* ---------- reminders make room for each other ---------- */
  /** Moves reminders a little apart where they, their words, the tokens or the middle would overlap. */
  function declutter() {
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
  async function declutterLater() {
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
  function watchRing() {
    watcher.disconnect();
    watched = "";
    const box = one(".ring-box");
    if (box) watcher.observe(box);
  }

  function keepPlace() {
    const title = one("#step-title, #who, #panel-title, #ballot-title, #past-title, #end-title");
    const sameThing = before.view === view() && before.title === title?.textContent;
    if (sameThing) {
      const scroller = one(".side.step .parts, .inspector.side, .ballot");
      if (scroller) scroller.scrollTop = before.scroll;
    }
    const tonight = one(".tonight.side");
    if (tonight) {
      tonight.scrollTop = before.tonight;
      one(".line.now", tonight)?.scrollIntoView({ block: "nearest" });
    }
    const sheet = one("#sheet");
    if (sheet && before.list && before.state === game().dataset.state) sheet.dataset.show = before.list;
    if (view() === "card") { one('.hold:not([aria-disabled]), [data-do="page"]')?.focus({ preventScroll: true }); return; }
    if (document.activeElement !== document.body && document.activeElement) return;
    const again = before.focus && sameThing ? one(before.focus) : null;
    const act = one("#act-form input:not([type=hidden]), #act-form select, #act-form textarea, #act-form button");
    if (act && game().dataset.url.includes("act=")) act.focus();
    else if (again && !again.disabled) again.focus({ preventScroll: true });
    else (title || one("#main"))?.focus({ preventScroll: true });
  }

  /** Tell a screen reader what is next. */
  function say() {
    let live = one("#spoken");
    if (!live) {
      live = document.createElement("p");
      live.id = "spoken";
      live.className = "for-readers";
      live.setAttribute("role", "status");
      document.body.append(live);
    }
    const parts = [".phase", "#step-title", ".step .who", "#ballot-title", ".ballot .threshold", "#end-title"];
    const text = parts.map((s) => one(s, game())?.textContent.trim()).filter(Boolean).join(", ").replace(/\s+/g, " ");
    if (live.textContent !== text) live.textContent = text;
  }

  /* ---------- other tabs ---------- */
  let source = null;
  let lostTimer = 0;
  let newest = 0;                         /* of the versions that the server has told of */
  function follow() {
    if (!game() || one(".htmx-request") || view() === "card") return;
    if (newest > Number(game().dataset.version)) get(location.pathname + location.search);
  }
  function listen() {
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
  document.addEventListener("htmx:afterSettle", follow);
  for (const name of ["htmx:sendError", "htmx:timeout"])
    document.addEventListener(name, () => toast(one("#awake-note")?.dataset.lost, true));
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful) return;
    clearTimeout(lostTimer);
    hideToast();
  });
  document.addEventListener("htmx:responseError", () => location.reload());

  /* ---------- picking ---------- */
  const playerGroups = (form) => all('.group-picks.players', form).filter((g) => !g.closest("[hidden]"));
  const inputs = (group) => all("input[type=radio], input[type=checkbox]", group);
  const labelOf = (input) => one("span:not(.mark-suggested):not(.for-readers)", input.closest("label"))?.textContent.trim() || input.value;
  const order = new WeakMap();            /* form → picked inputs, in the order in which they were picked */

  function picked(form) {
    const known = order.get(form) || [];
    const now = all("input:checked:not([type=hidden])", form).filter((i) => !i.closest("[hidden]"));
    const kept = [...known.filter((i) => now.includes(i)), ...now.filter((i) => !known.includes(i))];
    order.set(form, kept);
    return kept;
  }

  const PARTICLES = { "은(는)": ["은", "는"], "이(가)": ["이", "가"], "을(를)": ["을", "를"], "과(와)": ["과", "와"], "(으)로": ["으로", "로"], "(이)": ["이", ""] };
  /** Korean particles fit the word before them, as in knell.texts.fill. */
  function settle(text) {
    return text.replace(/([^\s\p{P}])([^\w\s\p{L}]*?)(은\(는\)|이\(가\)|을\(를\)|과\(와\)|\(으\)로|\(이\))/gu, (whole, letter, between, particle) => {
      const code = letter.codePointAt(0);
      let closed, l = false;
      if (code >= 0xac00 && code <= 0xd7a3) { closed = (code - 0xac00) % 28 !== 0; l = (code - 0xac00) % 28 === 8; }
      else if ("178lL".includes(letter)) { closed = true; l = true; }
      else if ("036mnMN".includes(letter)) closed = true;
      else if ("2459aiouyAIOUY".includes(letter)) closed = false;
      else return whole;
      const [a, b] = PARTICLES[particle];
      return letter + between + (closed && !(l && particle === "(으)로") ? a : b);
    });
  }

  function syncForm(form) {
    const groups = all(".group-picks", form).filter((g) => !g.closest("[hidden]"));
    const chosen = picked(form);
    const done = groups.every((group) => inputs(group).filter((i) => i.checked).length >= Number(group.dataset.least));
    const tiles = all('.options input[name="answer"]', form);
    const tile = tiles.find((input) => input.checked);
    const free = one('input[type="text"][name="own"]', form);
    const freely = Boolean(free?.value.trim());
    const fits = together(form, groups);
    const ready = ((tiles.length ? Boolean(tile) : done) || freely) && !("lacking" in form.dataset);
    const label = one(".next-label", form);
    if (label && form.dataset.pattern) {
      const open = groups.find((group) => inputs(group).filter((i) => i.checked).length < Number(group.dataset.least));
      let text = groups.length > 1 && chosen.length && open ? one("legend", open).firstChild.textContent.trim() : form.dataset.unready;
      if (ready && fits) {
        const names = {};
        for (const group of groups) names[group.dataset.group] = chosen.filter((i) => i.name === group.dataset.group).map(labelOf).join(", ");
        const answer = freely ? free.value.trim() : tile ? one(".option-label", tile.closest("label")).textContent.trim() : groups.map((g) => names[g.dataset.group]).filter(Boolean).join(": ");
        const name = one('input[name="name"]', form)?.value.trim() || "…";
        text = settle(form.dataset.pattern.replace(/\{(\w+)\}/g, (_, key) => (key === "answer" ? answer || "–" : key === "name" ? name : names[key] ?? "")));
      }
      label.textContent = text;
    }
    const next = one(".button.next", form);
    if (next && form.dataset.pattern) next.setAttribute("aria-disabled", String(!(ready && fits)));
    form.dataset.ready = String(ready && fits);
    if (form.dataset.shape && ready && fits && !freely) foresee(form, chosen, tile);
    hint(form, ready && !fits ? form.dataset.together : "");
    if (form.closest("#step")) showOnRing(form, chosen);
  }

  /** Ask the server what an answer would bring about, before it is given. */
  let asking = 0;
  function foresee(form, chosen, tile) {
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

  function hint(form, text) {
    const line = one(".form-hint", form);
    if (!line) return;
    if (text) line.textContent = text;
    line.hidden = !text;
  }

  /** Whether what is picked is one of the combinations that may be; greys what doesn't go with it. */
  function together(form, groups) {
    if (!form.dataset.allowed) return true;
    const allowed = form.parsed || (form.parsed = JSON.parse(form.dataset.allowed).map((one_) => new Set(one_.map(String))));
    const now = {};
    for (const group of groups) now[group.dataset.group] = inputs(group).filter((i) => i.checked).map((i) => i.value);
    for (const group of groups) {
      const others = groups.filter((g) => g !== group).flatMap((g) => now[g.dataset.group]);
      const own = group.dataset.count === "1" ? [] : now[group.dataset.group].length < Number(group.dataset.count) ? now[group.dataset.group] : [];
      const wanted = [...others, ...own];
      const fitting = allowed.filter((set) => wanted.every((value) => set.has(value)));
      for (const input of inputs(group)) input.closest("label").classList.toggle("apart", !input.checked && !fitting.some((set) => set.has(input.value)));
    }
    const whole = groups.flatMap((g) => now[g.dataset.group]);
    const complete = groups.every((g) => now[g.dataset.group].length >= Number(g.dataset.least));
    return !complete || allowed.some((set) => set.size === whole.length && whole.every((value) => set.has(value)));
  }

  function showOnRing(form, chosen) {
    const groups = playerGroups(form);
    const may = new Set(groups.flatMap((g) => inputs(g).filter((i) => !i.disabled).map((i) => i.value)));
    const players = chosen.filter((i) => groups.some((g) => g.contains(i)));
    const numbered = players.length > 1 || groups.length > 1 || groups.some((g) => Number(g.dataset.count) > 1);
    const given = Object.fromEntries(all(".seat").map((s) => [s.dataset.player, one(".picked", s)]));
    for (const seat of all(".ring .seat")) {
      const id = seat.dataset.player, badge = given[id];
      const place = players.findIndex((i) => i.value === id);
      seat.classList.toggle("pickable", may.has(id));
      seat.classList.toggle("not-pickable", groups.length > 0 && !may.has(id));
      seat.classList.toggle("chosen", place >= 0);
      const button = one(".seat-button", seat);
      if (groups.length && may.has(id)) button.setAttribute("aria-pressed", String(place >= 0));
      else button.removeAttribute("aria-pressed");
      if (badge && groups.length) badge.textContent = place < 0 ? "" : numbered ? String(place + 1) : "✓";
    }
  }

  /** A tap on a seat picks or unpicks, in the first list that still wants somebody. */
  function pickOnRing(player) {
    const form = one("#step .answer-form, .hand-form");
    const groups = form ? playerGroups(form) : [];
    const places = groups.map((g) => {
      const input = inputs(g).find((i) => i.value === player);
      const why = input?.disabled ? one("small", input.closest("label"))?.textContent.trim() : "";
      return { g, input, why, free: Boolean(input) && !input.disabled, open: inputs(g).filter((i) => i.checked).length < Number(g.dataset.count) };
    });
    const free = places.filter((p) => p.free), wanting = places.find((p) => p.open), last = places[places.length - 1];
    if (!free.length) return false;
    const on = free.find((p) => p.input.checked);
    const take = on || free.find((p) => p.open) || (wanting || last.why ? null : free[free.length - 1]);
    if (!take) {
      const { input, why } = wanting || last;
      toast(why ? `${labelOf(input)}: ${why}` : form.dataset.unready);
      return true;
    }
    /* Whoever was picked beforehand is confirmed by the first tap. */
    const given = on && take.g.dataset.count === "1" && take.input.defaultChecked && !tapped.has(take.input);
    take.input.checked = Boolean(given) || !on;
    take.input.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  }
  const tapped = new WeakSet();           /* inputs that somebody has picked or unpicked */

  document.addEventListener("change", (event) => {
    const input = event.target;
    const group = input.closest?.(".group-picks");
    tapped.add(input);
    const form = input.closest?.("form");
    if (!form) return;
    if (group && input.type === "checkbox" && input.checked) {
      const most = Number(group.dataset.count);
      const mine = picked(form).filter((i) => group.contains(i));
      while (mine.length > most) mine.shift().checked = false;
    }
    if (form.matches(".answer-form")) syncForm(form);
    if (form.matches(".hand-form")) syncHand(form);
    if (form.matches(KEEPING)) savePicks();
  });
  document.addEventListener("input", (event) => {
    if (event.target.matches?.(".search")) search(event.target);
    if (event.target.matches?.('input[name="name"], input[name="own"]')) {
      const form = event.target.closest(".answer-form");
      if (form) syncForm(form);
    }
    if (event.target.dataset?.do === "scrubber") scrub(event.target);
  });
  function search(field) {
    const text = field.value.trim().toLocaleLowerCase();
    const group = field.closest(".group-picks");
    for (const item of all(".pickable", group)) item.hidden = Boolean(text) && !item.textContent.toLocaleLowerCase().includes(text);
  }
  document.addEventListener("htmx:configRequest", (event) => {
    const by = event.detail.triggeringEvent?.submitter;
    if (by?.hasAttribute("data-free")) for (const name of ["player", "character", "answer", "own"]) delete event.detail.parameters[name];
  });
  document.addEventListener("htmx:confirm", (event) => {
    const form = event.target;
    if (!form.matches?.(".answer-form, .hand-form")) return;
    const by = event.detail.triggeringEvent?.submitter;
    if (by?.hasAttribute("data-free")) return;
    if (form.matches(".hand-form")) {
      if (!fillHand(form)) { event.preventDefault(); hintHand(form, true); }
      return;
    }
    if (form.dataset.pattern && form.dataset.ready === "false") {
      event.preventDefault();
      hint(form, one(".form-hint", form)?.textContent || form.dataset.unready);
      const open = all(".group-picks", form).find((g) => inputs(g).filter((i) => i.checked).length < Number(g.dataset.least));
      (open ? inputs(open).find((i) => !i.disabled) : one('.options input', form))?.focus();
    }
  });

  /* ---------- picks outlive a reload, until the game has gone on ---------- */
  const pickKey = () => `knell-picks/${game().dataset.game}`;
  const pickPlace = () => `${game().dataset.state} ${game().dataset.url}`;
  const KEEPING = "#step .answer-form, .hand-form, .act-form, .line-form";
  function savePicks() {
    const form = one(KEEPING);
    if (!form) return;
    const picks = picked(form).map((i) => [i.name, i.value]);
    const texts = all("textarea, input[type=text], select", form).map((f) => [f.name, f.value]);
    sessionStorage.setItem(pickKey(), JSON.stringify({ place: pickPlace(), picks, texts }));
  }
  function restorePicks() {
    const form = one(KEEPING);
    let kept;
    try { kept = JSON.parse(sessionStorage.getItem(pickKey()) || "null"); } catch { kept = null; }
    if (!form || !kept || kept.place !== pickPlace()) { if (kept) sessionStorage.removeItem(pickKey()); return; }
    for (const input of all("input[type=checkbox]:checked, input[type=radio]:checked", form)) input.checked = false;
    const back = [];
    for (const [name, value] of kept.picks) {
      const input = all("input", form).find((i) => i.name === name && i.value === value && !i.disabled);
      if (input) { input.checked = true; back.push(input); }
    }
    order.set(form, back);
    const fields = all("textarea, input[type=text], select", form);
    kept.texts.forEach(([name, value], place) => { if (fields[place]?.name === name) fields[place].value = value; });
  }
  document.addEventListener("input", (event) => { if (event.target.closest?.(KEEPING)) savePicks(); });

  /* ---------- anything by hand ---------- */
  function kindOf(form) { return one('input[name="kind"]:checked', form)?.value; }
  function syncHand(form) {
    const kind = kindOf(form);
    for (const part of all(".kind-part", form)) part.hidden = !part.dataset.kind.split(" ").includes(kind);
    hintHand(form, false);
    showOnRing(form, picked(form));
  }
  function hintHand(form, on) { const line = one(".form-hint", form); if (line) line.hidden = !on; }
  function fillHand(form) {
    const kind = kindOf(form);
    const value = (name) => one(`input[name="${name}"]:checked`, form)?.value;
    const many = (name) => picked(form).filter((i) => i.name === name).map((i) => i.value);
    const lead = one('textarea[name="lead"]', form).value.trim();
    let what = null;
    if (kind === "you_are" && value("you_are")) what = value("side") ? [value("you_are"), value("side")] : value("you_are");
    if (kind === "thumb") what = value("thumb") === "true";
    if (kind === "number") what = Number(value("number"));
    if (kind === "players" && many("what.player").length) what = [...(lead ? [lead] : []), ...many("what.player").map(Number)];
    if (kind === "characters" && many("what.character").length) what = [...(lead ? [lead] : []), ...many("what.character")];
    if (kind === "text" && lead) what = lead;
    if (what === null) return false;
    one('input[name="what"]', form).value = JSON.stringify(what);
    return true;
  }

  /* ---------- the seat menu: opens from the token toward the centre ---------- */
  let menuFor = null;
  function openMenu(seat) {
    const menu = one("#seat-menu");
    if (!menu || view() === "card" || view() === "vote") return;
    menuFor = seat;
    const form = one("#step .answer-form");
    const pickable = seat.classList.contains("pickable");
    const dead = seat.classList.contains("dead");
    one(".seat-menu-name", menu).textContent = one(".name", seat).textContent.trim();
    const shown = {
      pick: Boolean(form) && pickable, look: true, reminder: true, show: true,
      nominate: view() === "day" && !dead, use: view() === "day", kill: !dead, revive: dead,
    };
    for (const item of all("[data-seat]", menu)) item.hidden = !shown[item.dataset.seat];
    menu.showPopover();
    const ring = one(".ring-box").getBoundingClientRect();
    const at = seat.getBoundingClientRect();
    const from = center(at), to = center(ring);
    const box = menu.getBoundingClientRect();
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    const reach = at.width / 2 + 8;
    let left = from.x + Math.cos(angle) * reach - (Math.cos(angle) < -.3 ? box.width : Math.abs(Math.cos(angle)) <= .3 ? box.width / 2 : 0);
    let top = from.y + Math.sin(angle) * reach - (Math.sin(angle) < -.3 ? box.height : Math.abs(Math.sin(angle)) <= .3 ? box.height / 2 : 0);
    left = Math.max(8, Math.min(left, innerWidth - box.width - 8));
    top = Math.max(8, Math.min(top, innerHeight - box.height - 8));
    menu.style.setProperty("left", `${left}px`);
    menu.style.setProperty("top", `${top}px`);
    all("[data-seat]:not([hidden])", menu)[0]?.focus();
  }
  function closeMenus() {
    for (const id of ["seat-menu", "menu"]) {
      const menu = one(`#${id}`);
      if (menu?.matches(":popover-open")) menu.hidePopover();
    }
    menuFor = null;
  }
  function chooseFromMenu(what) {
    const seat = menuFor;
    const menu = one("#seat-menu");
    if (menu.matches(":popover-open")) menu.hidePopover();
    if (!seat) return;
    const player = seat.dataset.player;
    menuFor = null;
    if (what === "pick") { pickOnRing(player); one(".seat-button", seat)?.focus(); }
    else if (what === "look") get(`?seat=${player}`);
    else if (what === "reminder") get(`?seat=${player}&act=reminder`);
    else if (what === "show") get(`?panel=hand&seat=${player}`);
    else if (what === "nominate") get(`?panel=nominate&as=${player}`);
    else if (what === "use") get(`?panel=use&as=${player}`);
    else post("override", { override: what, player });
  }

  /* ---------- taps ---------- */
  let long = 0;
  let longFired = false;
  document.addEventListener("pointerdown", (event) => {
    longFired = false;
    const button = event.target.closest?.(".ring .seat-button");
    if (button && view() !== "vote") long = setTimeout(() => { longFired = true; openMenu(button.closest(".seat")); }, 550);
    if (one("#seat-menu")?.matches(":popover-open") && !event.target.closest("#seat-menu, .seat-button")) closeMenus();
  });
  for (const name of ["pointerup", "pointercancel", "pointermove"])
    document.addEventListener(name, (event) => { if (name !== "pointermove" || Math.hypot(event.movementX, event.movementY) > 6) clearTimeout(long); });
  document.addEventListener("contextmenu", (event) => {
    const seat = event.target.closest?.(".ring .seat");
    if (seat && view() !== "vote") { event.preventDefault(); openMenu(seat); }
  });

  document.addEventListener("click", (event) => {
    const target = event.target;
    if (longFired) { longFired = false; event.preventDefault(); return; }
    const item = target.closest?.("#seat-menu [data-seat]");
    if (item) return chooseFromMenu(item.dataset.seat);
    const link = target.closest?.("a[data-get]");
    if (link) { event.preventDefault(); closeMenus(); get(link.getAttribute("href")); return; }
    const button = target.closest?.(".ring .seat-button");
    if (button) return tapSeat(button, target);
    const to = target.closest?.('.sheet-switch a');
    if (to) {
      event.preventDefault();
      one("#sheet").dataset.show = to.getAttribute("href") === "#tonight" ? "list" : "step";
      return;
    }
    const lead = target.closest?.("[data-lead]");
    if (lead) { one('textarea[name="lead"]', lead.closest("form")).value = lead.textContent; return; }
    const time = target.closest?.(".timer-buttons button");
    if (time) return setTimer(time);
    const what = target.closest?.("[data-do]")?.dataset.do;
    if (what) doThis(what, target.closest("[data-do]"));
  });

  function tapSeat(button, target) {
    const seat = button.closest(".seat");
    if (view() === "vote") return raise(seat);
    if (["seat", "past"].includes(view())) {
      if (view() === "seat") get(`?seat=${seat.dataset.player}`);
      return;
    }
    if (!target.closest(".name") && seat.classList.contains("pickable") && pickOnRing(seat.dataset.player)) return;
    openMenu(seat);
  }

  function doThis(what, button) {
    if (what === "keys") one("#keys").togglePopover();
    else if (what === "more") {
      const others = one("#others");
      const open = others.classList.toggle("open");
      button.setAttribute("aria-expanded", String(open));
    } else if (what === "turn") {
      const faces = one(".card-faces");
      button.setAttribute("aria-pressed", String(faces.classList.toggle("turned")));
    } else if (what === "page") turnPage();
    else if (what === "hand") toggleHand();
    else if (what === "count-one") lockNow();
    else if (what === "count-all") lockAll();
    else if (what === "scrub") {
      const range = one('[data-do="scrubber"]');
      range.value = String(Number(range.value) + Number(button.dataset.by));
      scrub(range);
    }
  }

  function setTimer(button) {
    const part = button.closest(".timer-part");
    const now = Date.now() / 1000;
    const left = Math.max(0, Number(part.dataset.ends) - now);
    const seconds = button.dataset.add ? Math.round(left + Number(button.dataset.add)) : Number(button.dataset.seconds);
    part.dataset.ends = seconds ? String(now + seconds) : "0";
    post("timer", { seconds });
  }

  /* ---------- cards ---------- */
  function turnPage() {
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
    const leave = () => leaveCard(() => {
      const address = location.pathname + (back === "?" ? "" : back);
      if (onlyCard) return location.replace(address);     /* a page that was loaded as a card can draw nothing else */
      history.replaceState({}, "", address);
      coming = true;
      get(address);
    });
    if (still()) return leave();
    card.animate([{ opacity: 1 }, { opacity: 0 }], { duration: 240, fill: "forwards" }).finished.then(leave);
  });
  /** A small plan of the table: where the players on the card sit. */
  function placePlan() {
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

  /* ---------- the vote: a hand that sweeps and locks ---------- */
  const hand = { key: "", at: 0, going: false, last: 0, busy: false, frame: 0, again: 0 };
  let speed = Number(localStorage.getItem("knell-speed")) || 1200;
  const kept = (key) => `knell-hands/${key}`;
  function raisedOf(key) {
    try { return new Set(JSON.parse(sessionStorage.getItem(kept(key)) || "[]")); } catch { return new Set(); }
  }
  function keepRaised(key, raised) { sessionStorage.setItem(kept(key), JSON.stringify([...raised])); }

  function drawClock() {
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
  function toggleHand() {
    const vote = one("main.vote[data-vote-key]");
    if (!vote) return;
    hand.going = !hand.going;
    vote.classList.toggle("going", hand.going);
    hand.last = performance.now();
    if (hand.going) hand.frame = requestAnimationFrame(sweep);
    else cancelAnimationFrame(hand.frame);
  }
  function lockNow() {
    const vote = one("main.vote[data-vote-key]");
    if (!vote || hand.busy) return;
    hand.busy = true;
    clearTimeout(hand.again);
    const raised = [...raisedOf(hand.key)];
    post("votes", { up: raised, until: vote.dataset.asked });
  }
  function lockAll() {
    const vote = one("main.vote[data-vote-key]");
    if (!vote || hand.busy) return;
    hand.busy = true;
    clearTimeout(hand.again);
    hand.going = false;
    post("votes", { up: [...raisedOf(hand.key)] });
  }
  function raise(seat) {
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

  /* ---------- looking back: the scrubber redraws the ring ---------- */
  let scrubbing = null;
  async function scrub(range) {
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

  /* ---------- the sheet on a phone ---------- */
  const SNAPS = ["head", "half", "full"];
  const snapKey = () => `knell-sheet/${game().dataset.game}/${view() === "day" ? "day" : "night"}`;
  function keepSnap() {
    const snap = one("#sheet") && sessionStorage.getItem(snapKey());
    if (SNAPS.includes(snap)) one("#sheet").dataset.snap = snap;
  }
  function snapTo(sheet, snap) {
    sheet.dataset.snap = snap;
    sessionStorage.setItem(snapKey(), snap);
    declutter();
  }
  const snapOf = (sheet) => sheet.dataset.snap || (sheet.classList.contains("peek") ? "head" : "half");
  /** The snap at which the top of the sheet is nearest to a height on the screen. */
  function nearest(sheet, top) {
    const now = sheet.dataset.snap;
    const away = SNAPS.map((snap) => {
      sheet.dataset.snap = snap;
      return Math.abs(sheet.getBoundingClientRect().top - top);
    });
    if (now) sheet.dataset.snap = now;
    else delete sheet.dataset.snap;
    return SNAPS[away.indexOf(Math.min(...away))];
  }
  let drag = null;
  document.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest?.(".sheet-grip");
    if (!grip) return;
    const sheet = one("#sheet");
    drag = { from: event.clientY, top: sheet.getBoundingClientRect().top, sheet, moved: false };
    grip.setPointerCapture(event.pointerId);
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const by = event.clientY - drag.from;
    if (Math.abs(by) > 6) drag.moved = true;
    if (drag.moved) drag.sheet.style.setProperty("translate", `0 ${Math.max(-24, by)}px`);
  });
  document.addEventListener("pointercancel", () => { drag?.sheet.style.removeProperty("translate"); drag = null; });
  document.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const { sheet, from, top, moved } = drag;
    drag = null;
    sheet.style.removeProperty("translate");
    if (moved) snapTo(sheet, nearest(sheet, top + event.clientY - from));
    else stepSheet(sheet);
  });
  /** A tap, or the key, makes the sheet larger; the largest becomes smaller. */
  function stepSheet(sheet) {
    const now = SNAPS.indexOf(snapOf(sheet));
    snapTo(sheet, SNAPS[now === 2 ? 1 : now + 1]);
  }
  document.addEventListener("click", (event) => {
    if (!event.detail && event.target.closest?.(".sheet-grip")) stepSheet(one("#sheet"));
  });

  /* ---------- keys ---------- */
  const typing = (target) => target.closest?.("input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, select");
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || typing(event.target)) return;
    if (view() === "card") return;
    const menu = one("#seat-menu");
    if (menu?.matches(":popover-open")) return keysOfMenu(event, menu);
    if (event.key === "Escape") {
      if (one("#keys")?.matches(":popover-open") || one("#menu")?.matches(":popover-open")) return;
      return press("close", event);
    }
    if (event.key === "?") { event.preventDefault(); one("#keys").togglePopover(); return; }
    if (one(":popover-open:not(#awake-note)")) return;
    const on = event.target.closest?.("button, a, summary, input");
    if (event.key === "Enter" && (!on || on.matches("input[type=radio], input[type=checkbox]"))) return press("next", event);
    if (/^Arrow/.test(event.key)) return arrows(event);
    if (event.code.startsWith("Digit") || event.code.startsWith("Numpad")) return digit(event);
    const seat = event.target.closest?.(".seat");
    switch (event.code) {
      case "KeyN": return press("next", event);
      case "KeyU": return press("undo", event);
      case "KeyR": return press("redo", event);
      case "KeyS": return press("skip", event);
      case "KeyH": event.preventDefault(); return void get(seat ? `?panel=hand&seat=${seat.dataset.player}` : "?panel=hand");
      case "KeyT": event.preventDefault(); return void get("?panel=timeline");
      case "KeyV": return press("nominate", event);
      case "KeyA": return press("use", event);
      case "KeyP": if (view() === "vote") { event.preventDefault(); toggleHand(); } return;
      case "KeyL": event.preventDefault(); return toggleLook("red");
      case "KeyI": if (seat) { event.preventDefault(); get(`?seat=${seat.dataset.player}`); } return;
      case "KeyM": if (seat && view() !== "vote") { event.preventDefault(); openMenu(seat); } return;
    }
  });
  function press(key, event) {
    const button = one(`#game [data-key="${key}"]:not([disabled])`);
    if (!button) return;
    event.preventDefault();
    button.click();
  }
  function digit(event) {
    const number = Number(event.key);
    if (!Number.isInteger(number)) return;
    const tiles = all("#step .options input:not([disabled])");
    const place = number === 0 ? 9 : number - 1;
    if (tiles.length) {
      const numbers = tiles.find((i) => i.value === String(number));
      const tile = tiles.length > 2 && numbers ? numbers : tiles[place];
      if (tile) { tile.checked = true; tile.dispatchEvent(new Event("change", { bubbles: true })); tile.focus(); event.preventDefault(); }
      return;
    }
    const seat = one(`.ring .seat[data-i="${place}"]`);
    if (seat) { event.preventDefault(); one(".seat-button", seat).focus(); if (view() === "vote") raise(seat); else if (seat.classList.contains("pickable")) pickOnRing(seat.dataset.player); }
  }
  function arrows(event) {
    if (event.target.matches?.("input")) return;
    const seats = all(".ring .seat");
    if (!seats.length) return;
    const now = seats.indexOf(event.target.closest?.(".seat"));
    const by = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1;
    const next = now < 0 ? 0 : (now + by + seats.length) % seats.length;
    event.preventDefault();
    one(".seat-button", seats[next])?.focus();
  }
  function keysOfMenu(event, menu) {
    const items = all("[data-seat]:not([hidden])", menu);
    const now = items.indexOf(document.activeElement);
    if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      const seat = menuFor;
      closeMenus();
      one(".seat-button", seat || document)?.focus();
    } else if (event.key === "ArrowDown" || event.key === "ArrowRight") { event.preventDefault(); items[(now + 1) % items.length].focus(); }
    else if (event.key === "ArrowUp" || event.key === "ArrowLeft") { event.preventDefault(); items[(now - 1 + items.length) % items.length].focus(); }
  }

  document.addEventListener("DOMContentLoaded", () => {
    if (!game()) return;
    verb = "load";
    onlyCard = view() === "card";
    if (onlyCard && history.state?.card && history.state.card === sessionStorage.getItem(closedCard())) return location.replace(withoutCard());
    arrived();
    document.fonts.ready.then(declutterLater);
    listen();
  });
  window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
})();
