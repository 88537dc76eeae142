// The keys of the DM's pages. An element names its key in data-key; in the composer its own keys come first.
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

function openTab(name) {
  if (document.getElementById(`tab-${name}`)) location.hash = `tab-${name}`;
}

// Without a tab in the address, the stage of the round chooses what is shown.
export function closeTab() {
  location.hash = "";
  history.replaceState(null, "", location.pathname + location.search);
}

// Returns whether the log has a column of that label.
function lookAtColumn(label) {
  const lines = document.querySelectorAll(`[data-clock="${CSS.escape(label)}"]`);
  const line = lines[lines.length - 1]; // a column that was taken back to is there again
  if (!line) return false;
  if (!isUsable(line)) openTab("log");
  line.tabIndex = -1;
  line.scrollIntoView({ block: "start" });
  line.focus({ preventScroll: true });
  return true;
}

// What few presses need is loaded at the first of them.
const loadMore = () => import("./more_keys.js");

// Returns whether something is asked: then the key is that of the question.
function pressForQuestion(key) {
  const isAsked = !!document.querySelector("#prompts > .prompt");
  if (isAsked) loadMore().then((each) => each.pressKey(key, canFocus) || lookAtColumn(key));
  return isAsked;
}

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
  if (head) lookAtColumn(head.dataset.look);
});
document.addEventListener("keydown", (e) => {
  if ((e.ctrlKey || e.metaKey) && e.key === "Enter") {
    const form = e.target.closest("form") || document.querySelector("#compose form.question, #recap form");
    if (!form) return;
    e.preventDefault();
    loadMore().then((each) => each.sendForm(form));
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
  if (key === "M") loadMore().then((each) => each.lookAtMap());
  if (key === "Q" || key === "Enter") return pressForQuestion(key);
  const column = key === "0" ? "10" : key;
  if (/^[0-9]$/.test(key)) return pressForQuestion(column) || lookAtColumn(column);
  if (key === "?") showKeys();
  else if (key === "J" || key === "K") loadMore().then((each) => each.stepThroughLists(key === "J" ? 1 : -1, canFocus));
  else if (key === "X") loadMore().then((each) => each.toggleCover());
  else if (key === "Escape") returnToNow();
  return false;
}
