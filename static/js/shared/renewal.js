// A page of another version than the server's, loaded when it learns of that. It goes on as it is, and is offered to be
// loaded again at a quiet moment: while nobody is asked, and nothing was entered and not sent. One that only shows
// ([data-renews]) loads itself again, unless it would lose its sound, which needs a press.
import { announce, warn } from "./page.js";

const IN_USE = "[data-title], #prompts .prompt, #compose form, #outbox:not([hidden]), [data-select]:checked, dialog[open]";
const RENEWED = "renewed "; // in the tab's store, before a version: how often this page has loaded itself again for it
const RENEWED_WITHIN = 5000; // milliseconds: hundreds of screens do not ask at once
const RENEWED_AGAIN = 30000; // milliseconds more for each time before: while two versions run, either may answer
const MOST_TIMES = 4;
const MOVED_WITHIN = 1000; // milliseconds
const LEFT_WITHIN = 10000; // milliseconds after which a page whose form leads to another has stayed
const AFTER_PRESS = 400; // milliseconds in which what was pressed has its effect
let newVersion = "";
let isControlChanged = () => false;
let isPressed = false;
let renewing = null;
let looking = null;

// Another fight is on the table, or none: the table's own address shows what is. What somebody has filled in stays until
// they press. A page whose form leads to another is not led elsewhere: whoever opens a fight hears of it before its page.
export function moveOn(isChanged) {
  isControlChanged = isChanged;
  if (isEntered()) showMoved();
  else setTimeout(followTable, Math.random() * MOVED_WITHIN);
}

function followTable() {
  const wait = Number(document.body.dataset.leaving || 0) + LEFT_WITHIN - Date.now();
  if (wait > 0) setTimeout(followTable, wait);
  else goToTable();
}

function goToTable() {
  location.assign(`${location.pathname.split("/").slice(0, 3).join("/")}/`);
}

export function learn(version, isChanged) {
  newVersion = version;
  isControlChanged = isChanged;
  offer();
}

function isUnsent(control) {
  if (control.matches("[type=checkbox], [type=radio]")) return control.checked !== control.defaultChecked;
  return isControlChanged(control);
}

// Returns whether anything is being entered, or was entered and not sent.
function isEntered() {
  if (document.activeElement && document.activeElement.matches("input, select, textarea")) return true;
  return [...document.querySelectorAll("form[method=post] :is(input, select, textarea)")].some(isUnsent);
}

function showMoved() {
  if (document.getElementById("moved")) return;
  makeBanner("moved", "Another fight is on the table.", "Go there", goToTable);
  announce("Another fight is on the table.", true);
}

function makeBanner(id, text, act, press) {
  const banner = document.createElement("div");
  const words = document.createElement("span");
  const button = document.createElement("button");
  banner.id = id;
  banner.className = "banner next";
  words.textContent = text;
  button.type = "button";
  button.className = "b small ms-auto";
  button.textContent = act;
  button.addEventListener("click", press);
  banner.append(words, button);
  document.getElementById("line").after(banner);
  return banner;
}

function reload() {
  if (isEntered()) warn("Send what you have entered first, or clear it.");
  else location.reload();
}

// Nothing moves under a finger.
function offer() {
  if (isPressed) return;
  const isQuiet = !document.querySelector(IN_USE) && !isEntered();
  if (isQuiet && mayRenewItself()) {
    const wait = Math.random() * RENEWED_WITHIN + countTimes() * RENEWED_AGAIN;
    if (!renewing) renewing = setTimeout(renewItself, wait);
    return;
  }
  const shown = document.getElementById("renewal");
  if (!isQuiet && shown) shown.hidden = true;
  if (!isQuiet || (shown && !shown.hidden)) return;
  (shown || makeBanner("renewal", "A new version is running.", "Reload", reload)).hidden = false;
  announce("A new version is running. Reload the page when it suits you.");
}

function countTimes() {
  return Number(sessionStorage.getItem(RENEWED + newVersion));
}

function mayRenewItself() {
  const sounds = document.querySelector("[data-tick][aria-pressed=true]");
  return "renews" in document.body.dataset && !sounds && countTimes() < MOST_TIMES;
}

function renewItself() {
  renewing = null;
  if (!mayRenewItself()) return offer();
  sessionStorage.setItem(RENEWED + newVersion, countTimes() + 1);
  location.reload();
}

function offerSoon() {
  clearTimeout(looking);
  looking = setTimeout(offer, AFTER_PRESS);
}

function setPressed(pressed) {
  isPressed = pressed;
  if (!pressed) offerSoon();
}

addEventListener("pointerdown", () => setPressed(true), true);
["pointerup", "pointercancel"].forEach((name) => addEventListener(name, () => setPressed(false), true));
document.addEventListener("focusout", offerSoon);
document.addEventListener("regions:settled", offer);
