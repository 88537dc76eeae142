// The DM's pages: keys, tabs, autoplay, and combatants that are moved on the battle map, in play and before the fight.
import { announce } from "../shared/page.js";
import { scrollToFoot } from "../shared/live.js";
import "../shared/answering.js";
import { placeOf } from "../battle_map/drawing.js";
import { placeToken, showMap, showMaps } from "../battle_map/view.js";

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

// Keys. An element names its key in data-key; in the composer its own keys come first.
const TYPING = [
  "input:not([type=radio]):not([type=checkbox]):not([type=button]):not([type=submit])",
  "select",
  "textarea",
  "[contenteditable=true]",
].join();

function isUsable(element) {
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

// A link at the head of the log works while another tab is shown, one of the closed menu at any time.
function findOutOfSight(key) {
  return document.querySelector(`:is(#log header, #seldom) a[data-key="${CSS.escape(key)}"]`);
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

function goToQuestion() {
  const all = [...document.querySelectorAll("#prompts .prompt :is(button, a.b, input, summary)")];
  const first = all.find((each) => canFocus(each) && each.type !== "hidden");
  if (first) first.focus();
  return !!first;
}

function lookAtMap() {
  const map = document.querySelector("#field [data-map][tabindex]");
  if (!map) return false;
  if (!isUsable(map)) openTab("field");
  map.scrollIntoView({ block: "nearest" });
  map.focus({ preventScroll: true });
  return true;
}

// A list may stand within an item of another, as the members of a mob do: the innermost item is where one is.
function stepThroughLists(by) {
  const items = [...document.querySelectorAll("[data-list] > *")].filter(canFocus);
  if (!items.length) return;
  const here = items.findLastIndex((item) => item.contains(document.activeElement));
  const item = items[Math.max(0, Math.min(items.length - 1, here + by))];
  const inner = [...item.querySelectorAll("a, button, input, summary")].find(canFocus);
  if (!inner) item.tabIndex = -1;
  (inner || item).focus();
}

function toggleCover() {
  const on = document.body.classList.toggle("foes-covered");
  announce(on ? "The foes’ orders are covered." : "The foes’ orders can be read.");
}

// Leaves a column that was looked at.
function returnToNow() {
  const log = document.querySelector("#log .body");
  if (document.activeElement) document.activeElement.blur();
  if (log) log.scrollTop = log.scrollHeight;
}

// Ctrl Enter is the button that sends the form; a step of an order at which nothing is chosen yet has none.
function sendForm(form) {
  const button =
    form.querySelector("button.go, button.seal") || form.querySelector("button:not([type=button]):not([name])");
  if (!button) announce("Choose first: there is nothing to send yet.", true);
  else if (!button.disabled) form.requestSubmit(button);
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
    sendForm(form);
    return;
  }
  if (e.target.matches(TYPING) || e.ctrlKey || e.metaKey || e.altKey || isPageCovered()) return;
  const key = nameOfKey(e);
  if ((key === "Space" || key === "Enter") && e.target.closest("a, button, summary, label, input")) return;
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
  if (key === "M") return lookAtMap();
  if (key === "Q") return goToQuestion();
  if (/^[0-9]$/.test(key)) return lookAtColumn(key === "0" ? "10" : key);
  if (key === "?") showKeys();
  else if (key === "J") stepThroughLists(1);
  else if (key === "K") stepThroughLists(-1);
  else if (key === "X") toggleCover();
  else if (key === "Escape") returnToNow();
  return false;
}

// A number that is opened to change it is typed at once; Escape leaves it as it is.
document.addEventListener(
  "toggle",
  (e) => {
    const details = e.target.matches("[data-change]") && e.target;
    if (!details || !details.open) return;
    document.querySelectorAll("[data-change][open]").forEach((other) => {
      other.open = other === details;
    });
    details.querySelector("[name=value]").focus();
  },
  true,
);
document.addEventListener("keydown", (e) => {
  const details = e.key === "Escape" && e.target.closest("[data-change][open]");
  if (!details) return;
  details.open = false;
  details.querySelector("summary").focus();
});

// The search for combatants shows what it finds while somebody types; Enter searches at once.
let searching = null;

function search(form) {
  clearTimeout(searching);
  const text = form.elements.q.value;
  fetch(`${form.dataset.search}?q=${encodeURIComponent(text)}`)
    .then((response) => (response.ok && !response.redirected ? response.text() : Promise.reject(response)))
    .then((html) => {
      if (form.elements.q.value !== text) return;
      document.getElementById("offers").innerHTML = html;
      document.querySelector(".adding [name=q]").value = text;
    })
    .catch(() => form.submit());
}

document.addEventListener("input", (e) => {
  const form = e.target.closest("[data-search]");
  if (!form) return;
  clearTimeout(searching);
  searching = setTimeout(() => search(form), 150);
});
document.addEventListener("submit", (e) => {
  if (!e.target.matches("[data-search]")) return;
  e.preventDefault();
  search(e.target);
});

// Moving a combatant on the map: its token is shown there, and then the move is recorded. In play that is a ruling, with its
// note; before the fight it goes into the form of places, which is sent at once, and the map is drawn again.
const unsentRulings = new Map(); // what was filled in, by the id of the map's region
let sendingPlaces = null;

function toSteps(place, step) {
  return place.map((each) => Math.round(Math.round(each / step) * step * 100) / 100);
}

function moveToken(token, place) {
  if (!token.dataset.drawn) token.dataset.drawn = placeOf(token).join(" ");
  placeToken(token, place);
  token.dataset.now = place.join(" ");
  token.dataset.dx = token.dataset.dy = 0;
  showMap(token.closest("[data-map]"));
}

function returnToken(token) {
  if (!token || !token.dataset.drawn) return;
  placeToken(token, token.dataset.drawn.split(" ").map(Number));
  delete token.dataset.drawn;
  delete token.dataset.now;
  showMap(token.closest("[data-map]"));
}

function findToken(panel, handle) {
  return panel.querySelector(`.ft[data-handle="${CSS.escape(handle)}"]`);
}

function describeMove(token, place) {
  const unit = token.closest("[data-map]").dataset.unit;
  return `${token.dataset.name}: from ${token.dataset.from} to ${place.join(", ")} ${unit}`;
}

function fillInRuling(form, token, place, byKey) {
  const { who, x, y, tap, note } = form.elements;
  if (who.value && who.value !== token.dataset.handle) returnToken(findToken(form.closest("section"), who.value));
  form.hidden = false;
  who.value = token.dataset.handle;
  x.value = place[0];
  y.value = place[1];
  tap.value = "";
  form.querySelector("[data-put-words]").textContent = describeMove(token, place);
  if (byKey) announce(`${describeMove(token, place)}. Tab to the note and Move.`);
  else note.focus();
}

function dropRuling(form) {
  returnToken(findToken(form.closest("section"), form.elements.who.value));
  form.elements.note.value = "";
  form.elements.who.value = "";
  form.hidden = true;
}

// Before the fight, places and the map are sent without leaving the page; the map is drawn by a module of its own.
const places = document.querySelector(".prep-mid") ? import("./places.js") : null;
document.addEventListener("toggle", (e) => e.target.matches("[data-plans]") && import("../battle_map/plan.js"), true);

document.addEventListener("combatant:moved", (e) => {
  const token = e.target;
  const svg = token.closest("[data-map]");
  const panel = svg.closest("section");
  const form = panel.querySelector("[data-put]");
  const place = toSteps(e.detail.at, Number(svg.dataset.step));
  moveToken(token, place);
  if (!e.detail.done) return;
  if (form && selected.size > 1 && selected.has(token.dataset.handle)) {
    fillInFormation(place, token.dataset.handle);
    return;
  }
  if (form) {
    fillInRuling(form, token, place, e.detail.keys);
    return;
  }
  clearTimeout(sendingPlaces);
  const send = ({ sendPlaces }) => sendPlaces(panel, token, place, describeMove(token, place));
  sendingPlaces = setTimeout(() => places.then(send), e.detail.keys ? 600 : 0);
});
document.addEventListener("click", (e) => {
  const button = e.target.closest("[data-leave]");
  if (button) dropRuling(button.form);
});
document.addEventListener("keydown", (e) => {
  const form = e.key === "Escape" && document.querySelector("[data-put]:not([hidden])");
  if (form && e.target.closest("#field")) dropRuling(form);
});

// The map is drawn again while the DM is about to move a combatant: the move stays until it is sent or left.
document.addEventListener("htmx:oobBeforeSwap", (e) => {
  const region = e.detail.target;
  const form = region && region.querySelector && region.querySelector("[data-put]:not([hidden])");
  if (form && form.dataset.busy === undefined) unsentRulings.set(region.id, new FormData(form));
});
document.addEventListener("regions:settled", () => {
  unsentRulings.forEach((given, id) => {
    const region = document.getElementById(id);
    const form = region && region.querySelector("[data-put]");
    const token = form && findToken(region, given.get("who"));
    if (!token || !form.hidden) return;
    const place = [Number(given.get("x")), Number(given.get("y"))];
    moveToken(token, place);
    fillInRuling(form, token, place, true);
    form.elements.note.value = given.get("note");
  });
  unsentRulings.clear();
});

// Combatants that are selected for the bar: by their check marks, by those of a whole side or group, by Shift for a range,
// and by a rectangle on the map. The check marks belong to the bar's form; here they outlive the roster, which is drawn again.
const selected = new Set(); // the combatants' ids
let lastPressed = "";

function listMarks(within) {
  return [...(within || document).querySelectorAll("[data-select]")];
}

function isShown(element) {
  return element.getClientRects().length > 0;
}

function showSelection() {
  listMarks().forEach((mark) => {
    mark.checked = selected.has(mark.value);
  });
  document.querySelectorAll("[data-select-all]").forEach((all) => {
    const marks = listMarks(all.closest("[data-members]"));
    const count = marks.filter((mark) => mark.checked).length;
    all.checked = count > 0 && count === marks.length;
    all.indeterminate = count > 0 && count < marks.length;
  });
  document.querySelectorAll("#field .ft[data-handle]").forEach((token) => {
    token.classList.toggle("selected", selected.has(token.dataset.handle));
  });
  showRecipients();
  const words = document.querySelector("[data-selected]");
  const text = `${selected.size} selected`;
  if (words && words.textContent !== text) words.textContent = text;
}

// A group's order goes to those of it that are selected; to all where none is.
function showRecipients() {
  document.querySelectorAll("[data-recipients]").forEach((summary) => {
    const marks = listMarks(summary.parentElement);
    const count = marks.filter((mark) => mark.checked).length;
    const some = count > 0 && count < marks.length;
    summary.textContent = some ? `Order only the ${count} selected` : "Only some of them";
    summary.classList.toggle("some", some);
  });
}

// Who has left the fight is not selected any more.
function keepKnown() {
  const known = new Set(listMarks(document.getElementById("roster")).map((mark) => mark.value));
  if (known.size) selected.forEach((id) => known.has(id) || selected.delete(id));
  showSelection();
}

function select(ids, on = true) {
  ids.forEach((id) => (on ? selected.add(id) : selected.delete(id)));
  showSelection();
}

function selectRange(to, on) {
  const marks = listMarks().filter(isShown);
  const ends = [marks.findIndex((mark) => mark.value === lastPressed), marks.indexOf(to)].sort((a, b) => a - b);
  if (ends[0] < 0) return;
  select(
    marks.slice(ends[0], ends[1] + 1).map((mark) => mark.value),
    on,
  );
}

function unselect() {
  if (selected.size) announce("Nobody is selected.");
  document.querySelectorAll("#field .ft.selected").forEach(returnToken);
  selected.clear();
  closeMenus();
  showSelection();
}

function closeMenus(but) {
  document.querySelectorAll("[data-pop][open]").forEach((details) => {
    if (details !== but) details.open = false;
  });
}

document.addEventListener("click", (e) => {
  const mark = e.target.closest("[data-select]");
  const all = e.target.closest("[data-select-all]");
  if (mark) {
    if (e.shiftKey && lastPressed) selectRange(mark, mark.checked);
    select([mark.value], mark.checked);
    lastPressed = mark.value;
  } else if (all) {
    select(
      listMarks(all.closest("[data-members]")).map((each) => each.value),
      all.checked,
    );
  } else if (e.target.closest("[data-choose]")) {
    selected.clear();
    select(e.target.closest("[data-choose]").dataset.choose.split(" "));
    announce(`${selected.size} selected.`);
  } else if (e.target.closest("[data-unselect]")) {
    unselect();
  }
  if (!e.target.closest("[data-map]")) closeMenus(e.target.closest("[data-pop]"));
});
// Escape closes what is open in the bar; only then does it clear the selection.
document.addEventListener(
  "keydown",
  (e) => {
    const details = e.key === "Escape" && document.querySelector("[data-pop][open]");
    if (!details) return;
    e.stopImmediatePropagation();
    closeMenus();
    details.querySelector("summary").focus();
  },
  true,
);
// One of the selected ones who is dragged, or a tap on the map while Move is open, says where all of them go.
function fillInFormation(place, lead) {
  const form = document.getElementById("several");
  const details = form.querySelector("[data-pop]:has([name=move])");
  const { x, y, lead: leader } = form.elements;
  [x.value, y.value] = place;
  leader.value = lead;
  form.elements.tap.value = "";
  closeMenus(details);
  details.open = true;
  details.querySelector("[name=move]").focus();
  announce(`${selected.size} go to ${place.join(", ")} in formation. Press Move there.`);
}

document.addEventListener("map:selected", (e) => {
  const { handles, toggles } = e.detail;
  select(handles, !(toggles && selected.has(handles[0])));
  announce(`${selected.size} selected.`);
});
document.addEventListener("place:tapped", (e) => {
  const spot = document.querySelector("[data-spot]");
  if (spot) {
    const [x, y] = toSteps(e.detail.at, Number(e.target.dataset.step));
    spot.value = x;
    spot.form.elements["y.spot"].value = y;
  }
  if (!document.querySelector("[data-pop][open] [name=move]")) return;
  fillInFormation(toSteps(e.detail.at, Number(e.target.dataset.step)), "");
});
// What was done is done for all; who is selected stays so for the next press.
document.addEventListener("htmx:afterRequest", (e) => {
  if (e.target.id !== "several" || !e.detail.successful) return;
  ["change", "note", "x", "y", "lead", "modifier", "follows", "bound"].forEach((name) => {
    if (e.target.elements[name]) e.target.elements[name].value = "";
  });
  closeMenus();
});
document.addEventListener("regions:settled", keepKnown);
listMarks().forEach((mark) => mark.checked && selected.add(mark.value)); // as a page that was returned to has them
keepKnown();

// Autoplay: this page posts the "next" form it shows, again and again, with the token of the stop it shows. Where there is
// no such form (somebody is asked, the round is over) it stops.
let isPlaying = false;
let secondsLeft = 0;
let autoplayTimer = null;
let haltSeen = ""; // the input at which autoplay has stopped, or was begun again

function autoplayButton() {
  return document.querySelector("[data-autoplay]");
}

function nextForm() {
  const form = document.querySelector("form[data-next]");
  const button = form && form.querySelector("button");
  return button && (!button.disabled || form.dataset.busy !== undefined) ? form : null;
}

function secondsBetween() {
  const asked = Number(readPace()) || Number(autoplayButton() ? autoplayButton().dataset.autoplay : 0) || 4;
  return Math.max(2, Math.min(10, asked));
}

// The pace that was chosen is this device's own.
function readPace() {
  try {
    return localStorage.getItem("pace") || "";
  } catch {
    return "";
  }
}

function showPace() {
  const select = document.querySelector("[data-pace]");
  if (select && readPace()) select.value = readPace();
}

function findHalt() {
  const button = autoplayButton();
  return button && button.dataset.halt && button.dataset.halted !== haltSeen ? button.dataset.halt : "";
}

function showAutoplay() {
  const countdown = document.querySelector("[data-countdown]");
  if (autoplayButton()) autoplayButton().setAttribute("aria-pressed", String(isPlaying));
  if (countdown) countdown.textContent = isPlaying ? `Next in ${secondsLeft} s.` : "";
}

function stopAutoplay(why) {
  isPlaying = false;
  clearInterval(autoplayTimer);
  showAutoplay();
  if (why) announce(why);
}

function tickAutoplay() {
  const form = nextForm();
  if (!form) {
    stopAutoplay("Autoplay has stopped.");
    return;
  }
  if (form.dataset.busy !== undefined) return;
  secondsLeft -= 1;
  if (secondsLeft <= 0) {
    secondsLeft = secondsBetween();
    form.requestSubmit();
  }
  showAutoplay();
}

function startAutoplay() {
  if (!nextForm()) {
    announce("There is nothing to play on by itself now.");
    return;
  }
  const question = `Play on by itself, one segment every ${secondsBetween()} seconds?`;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches && !confirm(question)) return;
  isPlaying = true;
  haltSeen = autoplayButton() ? autoplayButton().dataset.halted : "";
  secondsLeft = secondsBetween();
  clearInterval(autoplayTimer);
  autoplayTimer = setInterval(tickAutoplay, 1000);
  showAutoplay();
}

document.addEventListener("click", (e) => {
  if (!e.target.closest("[data-autoplay]")) return;
  if (isPlaying) stopAutoplay();
  else startAutoplay();
});
document.addEventListener("regions:settled", () => {
  const halt = findHalt();
  if (isPlaying && halt) stopAutoplay(`Autoplay has stopped: ${halt}.`);
  else if (isPlaying && !nextForm()) stopAutoplay("Autoplay has stopped.");
  else showAutoplay();
  showPace();
});
document.addEventListener("change", (e) => {
  if (!e.target.matches("[data-pace]")) return;
  try {
    localStorage.setItem("pace", e.target.value);
  } catch {
    // a browser that keeps nothing
  }
});
// What the DM does besides stops it: a ruling, a take-back, an answer.
document.addEventListener("submit", (e) => {
  if (isPlaying && !e.target.matches("form[data-next]")) stopAutoplay("Autoplay has stopped.");
});
addEventListener("pagehide", () => stopAutoplay());
showAutoplay();
showPace();

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
    const on = here && shown.getPropertyValue(`--${tab.id.replace("tab-", "")}`).trim() !== "none";
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

// On a phone the DM is carried to what is to be done: when the round goes on to another stage the tab of that stage is
// shown again, and what has come to be asked is scrolled into view.
const narrow = matchMedia("(max-width: 599px)");
let shownStage = "";
let carriedTo = "";

function findStage() {
  const work = document.getElementById("work");
  return ["between", "orders", "turns", "segments"].find((name) => work && work.classList.contains(name)) || "";
}

function findAsked() {
  const all = ["#prompts > .prompt:not(.quiet)", "#compose:has(form)", "#board tr.hot", "#recap", "#summary"];
  return all.map((each) => document.querySelector(each)).find((each) => each && isUsable(each)) || null;
}

function carryToNow() {
  const stage = findStage();
  if (narrow.matches && shownStage && stage !== shownStage && location.hash.startsWith("#tab-")) {
    location.hash = "";
    history.replaceState(null, "", location.pathname + location.search);
  }
  shownStage = stage;
  const asked = findAsked();
  const heading = asked && asked.querySelector("h2, b");
  const key = asked ? `${stage} ${asked.id} ${heading ? heading.textContent : ""}` : stage;
  const isNew = key !== carriedTo;
  carriedTo = key;
  if (narrow.matches && isNew && asked && !asked.contains(document.activeElement)) asked.scrollIntoView({ block: "start" });
}

function showTab() {
  markTab();
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
  });
  showTab();
  carryToNow();
}
