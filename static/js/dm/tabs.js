// The tabs of a screen on which not all parts stand side by side, and what is scrolled into sight by itself.
import { scrollToFoot } from "../shared/live.js";
import { loadLater } from "../shared/page.js";
import { showMaps } from "../battle_map/view.js";
import { closeTab, isUsable } from "./keys.js";

// A log is read from its foot as soon as it comes into sight; one that was scrolled up stays where it is.
const logSizes = new ResizeObserver((entries) => {
  entries.forEach(({ target }) => {
    const was = Number(target.dataset.height || 0);
    target.dataset.height = target.clientHeight;
    if (target.clientHeight && !was && !target.scrollTop) target.scrollTop = target.scrollHeight;
  });
});

function watchLogs() {
  logSizes.disconnect();
  document.querySelectorAll(".body[data-foot]").forEach((each) => logSizes.observe(each));
}

watchLogs();
document.addEventListener("regions:settled", watchLogs);

// The board shows who is missing: the first player who is awaited, when that is another than before.
let missing = "";

function scrollToMissing() {
  const board = document.getElementById("board");
  const row = board && board.querySelector("tr.hot");
  const name = row ? row.querySelector("b").textContent : "";
  if (row && name !== missing && !board.contains(document.activeElement)) row.scrollIntoView({ block: "nearest" });
  missing = name;
}

document.addEventListener("regions:settled", scrollToMissing);
scrollToMissing();

// Tabs. The address and the style sheet choose the tab; here screen readers are told which it is, and what could not be
// measured while it was out of sight is measured when it is shown.
const tabs = document.querySelectorAll(".tabs a");

function markTab() {
  const shown = getComputedStyle(document.querySelector(".dm"));
  const here = !document.querySelector(".panel-open");
  tabs.forEach((tab) => {
    const on = here && isUsable(tab) && shown.getPropertyValue(`--${tab.id.replace("tab-", "")}`).trim() !== "none";
    if (on) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
  });
}

// On a narrow screen the strip is wider than it is seen: the column of now is scrolled to where the names end.
function scrollToNow() {
  const strip = document.getElementById("strip");
  const now = strip && strip.querySelector(".strip-head .now");
  const names = strip && strip.querySelector(".strip-corner");
  if (now && strip.scrollWidth > strip.clientWidth) strip.scrollLeft = now.offsetLeft - names.offsetWidth - 40;
}

// When the round goes on to another stage, the parts of that stage are shown again; on a phone the DM is carried to what is
// to be done.
const narrow = matchMedia("(max-width: 599px)");
let shownStage = "";

function findStage() {
  const work = document.getElementById("work");
  return ["between", "orders", "turns", "segments"].find((name) => work && work.classList.contains(name)) || "";
}

function carryToNow() {
  const stage = findStage();
  if (shownStage && stage !== shownStage && location.hash.startsWith("#tab-")) closeTab();
  shownStage = stage;
  if (narrow.matches) loadLater(() => import("./narrow.js")).then((each) => each.carryToNow(stage));
}

// What a tab shows is loaded when it is in sight, and again when the fight has gone on.
function loadShown(wanted) {
  const parts = [...document.querySelectorAll("#why, #roster")].filter((each) => each.checkVisibility());
  if (!parts.length || document.querySelector(".panel-open")) return;
  loadLater(() => import("./parts.js")).then((each) => each.load(parts, wanted, isStillSelected() ? selectedRow.who : ""));
}

// The row of the strip that had the focus last, until the fight goes on: "Why?" opens on its deeds.
let selectedRow = { who: "", at: "" };

function isStillSelected() {
  return !!document.querySelector("#strip a[data-who]:focus") || document.getElementById("strip").dataset.at === selectedRow.at;
}

document.addEventListener("focusin", (e) => {
  const row = e.target.closest("#strip a[data-who]");
  if (!row) return;
  selectedRow = { who: row.dataset.who, at: document.getElementById("strip").dataset.at };
  loadShown();
});

document.addEventListener("row:opened", (e) => {
  location.hash = "tab-who";
  loadShown(e.detail);
});

function showTab() {
  markTab();
  loadShown();
  scrollToNow();
  scrollToFoot();
  showMaps();
}

if (tabs.length) {
  addEventListener("hashchange", showTab);
  addEventListener("pageshow", showTab); // only now is the target of the address known
  addEventListener("resize", markTab);
  document.addEventListener("regions:settled", () => {
    carryToNow();
    markTab();
    scrollToNow();
    loadShown();
  });
  showTab();
  carryToNow();
}
