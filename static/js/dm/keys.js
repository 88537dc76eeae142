// The keys of the DM's pages. An element names its key in data-key; in the composer its own keys come first.
import { loadAndAct } from "../shared/page.js";

const TYPING = [
  "input:not([type=radio]):not([type=checkbox]):not([type=button]):not([type=submit])",
  "select",
  "textarea",
  "[contenteditable=true]",
].join();

export function isUsable(element) {
  return !element.disabled && element.getClientRects().length > 0;
}

// What a closed <details> holds has boxes, and yet cannot be focused.
function canFocus(element) {
  return isUsable(element) && element.checkVisibility();
}

function findByKey(key, within, without) {
  const all = [...(within || document).querySelectorAll(`[data-key="${CSS.escape(key)}"]`)];
  return all.find((each) => isUsable(each) && !(without && without.contains(each)));
}

// A tab works wherever the page has it, a link of the closed menu at any time.
function findOutOfSight(key) {
  return document.querySelector(`:is(.tabs, #seldom) a[data-key="${CSS.escape(key)}"]`);
}

function elementFor(key) {
  const compose = document.getElementById("compose");
  const inside = compose && compose.contains(document.activeElement);
  return (
    (inside && findByKey(key, compose)) ||
    findByKey(key, null, compose) ||
    findByKey(key, compose) ||
    findOutOfSight(key)
  );
}

function press(element) {
  if (element.matches(TYPING) || element.closest("#compose")) element.focus(); // an order goes on where it was begun
  if (!element.matches(TYPING)) element.click();
}

// Without a tab in the address, the stage of the round chooses what is shown.
export function closeTab() {
  location.hash = "";
  history.replaceState(null, "", location.pathname + location.search);
}

// What few presses need is loaded at the first of them.
const withMore = (act) => loadAndAct(() => import("./more_keys.js"), act);

// Leaves a column that was looked at.
function returnToNow() {
  const log = document.querySelector("#log .body");
  if (document.activeElement) document.activeElement.blur();
  if (/^#tab-(why|who)$/.test(location.hash)) closeTab();
  if (log) log.scrollTop = log.scrollHeight;
}

// What lies over the page closes by Escape; the keys of the page below do nothing meanwhile.
function isPageCovered() {
  const note = document.getElementById("note");
  let open = false;
  try {
    open = !!note && note.matches(":popover-open");
  } catch {
    // a browser without popovers
  }
  return open || !!document.querySelector("dialog[open]");
}

function showKeys() {
  const keys = document.getElementById("keys");
  if (keys && !keys.open) keys.showModal();
}

function nameOfKey(e) {
  if (e.key === " ") return "Space";
  return e.key.length === 1 ? e.key.toUpperCase() : e.key;
}

document.addEventListener("click", (e) => {
  const head = e.target.closest("[data-look]");
  if (head) withMore((each) => each.lookAtColumn(head.dataset.look));
});
document.addEventListener("keydown", (e) => {
  if ((e.ctrlKey || e.metaKey) && e.key === "Enter") {
    const form = e.target.closest("form") || document.querySelector("#compose form.question, #recap form");
    if (!form) return;
    e.preventDefault();
    withMore((each) => each.sendForm(form));
    return;
  }
  if (e.target.matches(TYPING) || e.ctrlKey || e.metaKey || e.altKey || isPageCovered()) return;
  const key = nameOfKey(e);
  // A row of the strip, and a tab, are opened by Enter alone.
  const own = key === "Space" ? "a:not([data-who], .tabs *), button, summary, label, input" : "a, button, summary, label, input";
  if ((key === "Space" || key === "Enter") && e.target.closest(own)) return;
  const element = elementFor(key);
  if (element) {
    e.preventDefault();
    press(element);
  } else if (pressPageKey(key)) {
    e.preventDefault();
  }
});

// Returns whether the browser's own meaning of the key must not follow.
function pressPageKey(key) {
  if (key === "?") showKeys();
  else if (key === "Escape") returnToNow();
  else if (/^([0-9JKMQX]|Enter)$/.test(key)) withMore((each) => each.pressKey(key, canFocus));
  return key === "Enter" && !!document.querySelector("#prompts > .prompt");
}
