/* The form that shows anything by hand. */

import { all, one } from "../base/elements.js";
import { picked } from "./picks.js";
import { showOnRing } from "./ring.js";

function kindOf(form) { return one('input[name="kind"]:checked', form)?.value; }
export function syncHand(form) {
  const kind = kindOf(form);
  for (const part of all(".kind-part", form)) part.hidden = !part.dataset.kind.split(" ").includes(kind);
  hintHand(form, false);
  showOnRing(form, picked(form));
}
export function hintHand(form, on) { const line = one(".form-hint", form); if (line) line.hidden = !on; }
export function fillHand(form) {
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
