import { isUsable } from "./keys.js";

// On a phone the DM is carried to what is to be done: what has come to be asked is scrolled into view.
let carriedTo = "";

function findAsked() {
  const all = ["#prompts > .prompt:not(.quiet)", "#compose:has(form)", "#board tr.hot", "#recap", "#summary"];
  return all.map((each) => document.querySelector(each)).find((each) => each && isUsable(each)) || null;
}

export function carryToNow(stage) {
  const asked = findAsked();
  const heading = asked && asked.querySelector("h2, b");
  const key = asked ? `${stage} ${asked.id} ${heading ? heading.textContent : ""}` : stage;
  const isNew = key !== carriedTo;
  carriedTo = key;
  if (isNew && asked && !asked.contains(document.activeElement)) asked.scrollIntoView({ block: "start" });
}
