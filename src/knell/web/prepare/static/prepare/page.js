// A token under its lid: seen while the lid is held, covered again when it is let go.
for (const look of document.querySelectorAll("details.look")) {
  const lid = look.querySelector("summary");
  const seen = document.querySelector("[data-after-look]");    // only whoever has looked passes the device on
  const begun = performance.now();
  if (seen) seen.disabled = true;
  const open = () => {
    look.open = true;
    if (seen) setTimeout(() => { seen.disabled = false; }, Math.max(0, 700 - (performance.now() - begun)));
  };
  const close = () => { look.open = false; };
  lid.addEventListener("click", (event) => event.preventDefault());
  lid.addEventListener("contextmenu", (event) => event.preventDefault());
  lid.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    lid.setPointerCapture(event.pointerId);
    open();
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) lid.addEventListener(name, close);
  lid.addEventListener("keydown", (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    open();
  });
  lid.addEventListener("keyup", close);
  lid.addEventListener("blur", close);
  for (const name of ["blur", "pagehide"]) addEventListener(name, close);
  document.addEventListener("visibilitychange", close);
}

// A button that does nothing unless it is held for a second.
for (const button of document.querySelectorAll("[data-hold]")) {
  let timer = 0;
  let ready = false;
  const start = () => { if (!timer) timer = setTimeout(() => { ready = true; button.form.requestSubmit(button); }, 1000); };
  const stop = () => { clearTimeout(timer); timer = 0; };
  button.addEventListener("click", (event) => { if (!ready) event.preventDefault(); });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("pointerdown", start);
  for (const name of ["pointerup", "pointercancel", "pointerleave", "blur"]) button.addEventListener(name, stop);
  button.addEventListener("keydown", (event) => { if (event.key === " " || event.key === "Enter") { event.preventDefault(); start(); } });
  button.addEventListener("keyup", stop);
}
