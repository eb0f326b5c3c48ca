/* Buttons to be held. */

const HELD = 1000;
let holding = null;
function hold(button) {
  if (holding || button.getAttribute("aria-disabled") === "true") return;
  button.classList.add("holding");
  holding = { button, timer: setTimeout(() => { release(); button.dispatchEvent(new CustomEvent("held", { bubbles: true })); }, HELD) };
}
function release() {
  if (!holding) return;
  clearTimeout(holding.timer);
  holding.button.classList.remove("holding");
  holding = null;
}
document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest?.(".hold");
  if (button) hold(button);
});
for (const name of ["pointerup", "pointercancel", "blur"]) window.addEventListener(name, release);
document.addEventListener("pointerout", (event) => { if (holding && event.target === holding.button) release(); });
document.addEventListener("contextmenu", (event) => { if (event.target.closest?.(".hold, .show-card")) event.preventDefault(); });
document.addEventListener("keydown", (event) => {
  const button = event.target.closest?.(".hold");
  if (!button || (event.key !== " " && event.key !== "Enter")) return;
  event.preventDefault();
  if (!event.repeat) hold(button);
});
document.addEventListener("keyup", (event) => { if (event.key === " " || event.key === "Enter") release(); });
