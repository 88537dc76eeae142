// A player's phone: everything about answering, the way back through the steps of an answer, and when it shows a question.
import { announce, loadLater, warn } from "../shared/page.js";
import { showAnswer } from "../shared/live.js";
import "../shared/answering.js";
import "../shared/result.js";
import "./outbox.js";

// The map is loaded when one is first seen, or was open before: most orders are given without it.
function isAnyMapKept() {
  try {
    return !!sessionStorage.getItem("open maps");
  } catch {
    return false; // a private window
  }
}

function loadMap() {
  const isShown = (map) => !map.closest("details:not([open])");
  if (isAnyMapKept() || [...document.querySelectorAll("[data-map]")].some(isShown)) {
    loadLater(() => import("../battle_map/view.js"));
  }
}

document.addEventListener("toggle", loadMap, true);
document.addEventListener("regions:settled", loadMap);
loadMap();

// Drafts are loaded when one is made, or kept here from before.
function isAnyKept() {
  try {
    return Object.keys(localStorage).some((each) => each.startsWith("draft "));
  } catch {
    return false; // a private window keeps nothing
  }
}

function loadDrafts() {
  if (document.querySelector("form[data-drafts]") || isAnyKept()) loadLater(() => import("./drafts.js"));
}

document.addEventListener("regions:settled", loadDrafts);
loadDrafts();

// Over https, and on this machine, a page without signal is shown instead of the browser's own.
if (navigator.serviceWorker) {
  addEventListener("load", () => navigator.serviceWorker.register("/sw.js").catch(() => {}));
}

// Back and forward. Each step of an answer has its own address, and its regions are asked for again when the player comes
// back to it. The way back that the page offers is the browser's own, where that leads to the same step.
let trail = [currentAddress()]; // the addresses of this page up to where it is

function currentAddress() {
  return location.pathname + location.search;
}

function showStep(html) {
  const box = document.createElement("template");
  box.innerHTML = html;
  if ([...box.content.children].some((each) => document.getElementById(each.id))) showAnswer(html);
  else location.reload(); // the step belongs to another of this player's characters
}

// A step that comes when the player has gone on is dropped.
async function loadStep(address) {
  try {
    const response = await fetch(address, { headers: { "HX-Request": "true" } });
    const html = await response.text();
    if (address !== currentAddress()) return;
    if (!response.ok || response.redirected) {
      location.reload();
      return;
    }
    const now = response.headers.get("HX-Replace-Url");
    if (now && now !== address) {
      history.replaceState({ htmx: true }, "", now);
      trail[trail.length - 1] = now;
    }
    showStep(html);
  } catch {
    warn("No signal: this step is shown when it is back.");
  }
}

// htmx would replace the whole page with the answer. A card that closes leaves the page where it is.
document.addEventListener("htmx:historyCacheMiss", (e) => {
  e.preventDefault();
  if (trail[trail.length - 1] === currentAddress()) return;
  const at = trail.lastIndexOf(currentAddress());
  trail = at < 0 ? [currentAddress()] : trail.slice(0, at + 1);
  loadStep(currentAddress());
});
// The answer that ends the steps leads to where they began: Back does not lead into them again.
document.addEventListener("htmx:beforeHistoryUpdate", (e) => {
  const update = e.detail.history;
  const at = trail.lastIndexOf(update.path);
  if (update.type !== "push" || at < 0) return;
  const steps = trail.length - 1 - at;
  update.type = "replace";
  trail = trail.slice(0, at + 1);
  if (steps) history.go(-steps);
});
document.addEventListener("htmx:pushedIntoHistory", (e) => trail.push(e.detail.path));
document.addEventListener("htmx:replacedInHistory", (e) => {
  trail[trail.length - 1] = e.detail.path;
});
document.addEventListener(
  "click",
  (e) => {
    const back = e.target.closest(".crumb a[hx-get]");
    if (!back || trail[trail.length - 2] !== back.getAttribute("href")) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    history.back();
  },
  true,
);

// What is new to answer, and an order that was sealed, is read from its top.
function stepShown() {
  const crumb = document.querySelector(".asked .crumb");
  const form = document.querySelector(".asked form");
  return [form && form.id, crumb && crumb.textContent, !!document.querySelector(".order h2")].join();
}

let lastStep = stepShown();
document.addEventListener("regions:settled", () => {
  if (stepShown() !== lastStep) document.getElementById("main").scrollTop = 0;
  lastStep = stepShown();
});

// The declaration clock counts while a phone shows the question. The phone reports at body[data-here] that it shows one
// or is taken up again, and at body[data-away] that it is put down.
const { here, away } = document.body.dataset;
let reportedToken = "";

function report(address, fields) {
  const headers = JSON.parse(document.body.getAttribute("hx-headers") || "{}");
  const body = new URLSearchParams(fields);
  fetch(address, { method: "POST", headers, body, keepalive: true }).catch(() => {});
}

function reportQuestion() {
  const question = document.querySelector("[data-seen]");
  const token = question ? question.dataset.seen : "";
  if (document.hidden) return;
  // The page before this one reported that it was left, and the server took that only after this one had come.
  if (question && question.hasAttribute("data-away")) report(here, {});
  if (token === reportedToken) return;
  reportedToken = token;
  if (token) report(here, { token });
}

function reportVisibility() {
  if (document.hidden) {
    report(away, {});
    return;
  }
  reportedToken = "";
  report(here, {});
  reportQuestion();
}

if (here) {
  document.addEventListener("visibilitychange", reportVisibility);
  document.addEventListener("regions:settled", reportQuestion);
  if (document.hidden) report(away, {});
  else reportQuestion();
}
