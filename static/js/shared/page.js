// What every page does: it announces to screen readers, opens notes and dialogs, counts time and gives signals.
// A page whose parts are replaced dispatches "regions:settled" on the document each time it has settled (live.js).

// Announcements. #announce speaks at most once a second and joins what came meanwhile; #alert speaks at once.
// Neither is seen: warn() shows what stands nowhere else on the page, until the next press.
const announcements = [];
let announcing = null;
const warning = document.getElementById("warning");

function announceNext() {
  const region = document.getElementById("announce");
  announcing = null;
  if (!region || !announcements.length) return;
  region.textContent = announcements.join(" ");
  announcements.length = 0;
  announcing = setTimeout(announceNext, 1000);
}

export function announce(text, urgent) {
  const words = (text || "").trim();
  if (!words) return;
  if (urgent) {
    document.getElementById("alert").textContent = words;
    return;
  }
  announcements.push(words);
  if (!announcing) announceNext();
}

export function warn(words) {
  announce(words, true);
  warning.textContent = words;
  warning.togglePopover(true);
}

// Loads a module that few pages need. Without signal it waits until the server has heard this page again.
export function loadLater(load) {
  const again = (done) => document.addEventListener("connection:heard", () => done(loadLater(load)), { once: true });
  return load().catch(() => new Promise(again));
}

// Loads a module for what was just pressed. Without signal it says so: nothing is done later that was pressed before.
export function loadAndAct(load, act) {
  load().then(act, () => warn("No signal: try again when it is back."));
}

// Notes, cards and dialogs. A clause link opens a note where it stands, the link of a thing its card; a button opens a dialog.
// Without script all are pages.
function openNote(link, note) {
  htmx.ajax("GET", link.href, { target: "#note", swap: "innerHTML" }).then(() => {
    if (note.matches(":popover-open")) note.hidePopover();
    note.showPopover();
    note.focus();
  });
}

document.addEventListener("click", (e) => {
  const link = e.target.closest("a.clause, a[data-card]");
  const note = document.getElementById("note");
  if (link && note && note.showPopover && !e.ctrlKey && !e.metaKey && !e.shiftKey && e.button === 0) {
    e.preventDefault();
    if (link.hasAttribute("data-card")) loadAndAct(() => import("./cards.js"), (cards) => cards.openCard(link, warn));
    else openNote(link, note);
    return;
  }
  const opener = e.target.closest("[data-opens]");
  const dialog = opener && document.getElementById(opener.dataset.opens);
  if (dialog && dialog.showModal && !dialog.open) dialog.showModal();
  if (e.target.closest("[data-print]")) window.print();
});

document.addEventListener("regions:settled", () => {
  const dialog = document.getElementById("dialog");
  if (dialog && dialog.hasAttribute("data-open") && !dialog.open) dialog.showModal();
});

// Covered details are open only while they are held: people sit next to each other. Alt uncovers the DM's board.
function coveredDetails(e) {
  const summary = e.target.closest("details[data-hold] > summary");
  return summary && summary.parentElement;
}

function closeCoveredDetails() {
  document.querySelectorAll("details[data-hold][open]").forEach((details) => {
    details.open = false;
  });
}

document.addEventListener("pointerdown", (e) => {
  const details = coveredDetails(e);
  if (details) details.open = true;
});
["pointerup", "pointercancel", "blur"].forEach((name) => addEventListener(name, closeCoveredDetails));
["click", "contextmenu"].forEach((name) => {
  document.addEventListener(name, (e) => {
    if (coveredDetails(e)) e.preventDefault();
  });
});
document.addEventListener("keydown", (e) => {
  const details = (e.key === " " || e.key === "Enter") && coveredDetails(e);
  if (details) {
    e.preventDefault();
    details.open = true;
  }
  if (e.key === "Alt" && document.querySelector(".cover")) {
    e.preventDefault();
    document.body.classList.add("uncovered");
  }
});
addEventListener("keyup", (e) => {
  if (e.key === " " || e.key === "Enter") closeCoveredDetails();
  if (e.key === "Alt") document.body.classList.remove("uncovered");
});
addEventListener("blur", () => document.body.classList.remove("uncovered"));

// The keys of a replay: each is a link [data-step], named for its key. An arrow leads a moment back or on, with Shift a
// column; Home and End lead to the ends. Where somebody types, or moves about on the map, keys mean something else.
document.addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest("input, select, textarea, summary, [data-map]")) return;
  const link = document.querySelector(`a[data-step="${CSS.escape((e.shiftKey ? "Shift+" : "") + e.key)}"]`);
  if (!link) return;
  e.preventDefault();
  location.assign(link.href);
});

// Times. <time data-since="seconds since 1970"> counts up. [data-left] counts down from the seconds that the server said
// were left when it was drawn, and then shows data-up. Both only show: neither ends anything.
const countdowns = new WeakMap();

function formatMinutes(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function setText(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

function showTimesOfDay() {
  document.querySelectorAll("time[data-clock-time]").forEach((time) => {
    setText(time, new Date(Number(time.dataset.clockTime) * 1000).toTimeString().slice(0, 8));
  });
}

function countUp(now) {
  document.querySelectorAll("time[data-since]").forEach((time) => {
    setText(time, formatMinutes(Math.max(0, Math.floor(now - Number(time.dataset.since)))));
  });
}

function countDown(now) {
  document.querySelectorAll("[data-left]").forEach((place) => {
    const from = Number(place.dataset.left);
    if (!countdowns.has(place)) countdowns.set(place, { at: now, left: from });
    const countdown = countdowns.get(place);
    const left = Math.max(0, from - Math.floor(now - countdown.at));
    setText(place, left ? `${formatMinutes(left)} left` : place.dataset.up);
    if (!left && countdown.left && place.hasAttribute("data-said")) announce(place.dataset.up);
    countdown.left = left;
  });
}

function showTimes() {
  const now = Date.now() / 1000;
  showTimesOfDay();
  countUp(now);
  countDown(now);
}

showTimes();
setInterval(showTimes, 1000);
document.addEventListener("regions:settled", showTimes);

// The declaration clock. The server measures what counts; between its words the page only shows it: [data-clock] holds the
// seconds that counted when it was drawn, and goes on from there while it has data-runs. It stands while the line is down,
// and on a page that says that it is there (body[data-here]) from when the server last heard it.
const SEGMENT_SECONDS = 6;
const SEGMENTS_IN_A_ROUND = 10;
const LONGEST_UNHEARD = 4000; // milliseconds
const clocks = new WeakMap();
let heardAt = performance.now();
let stoodSince = null;
let stood = 0; // milliseconds for which the clocks on this page stood

// Returns the milliseconds since the page was loaded in which the server could hear it.
function readHeardTime() {
  const now = performance.now();
  if (!document.body.dataset.here) heardAt = now;
  const isLive = ["live", undefined].includes(document.body.dataset.line) && now - heardAt < LONGEST_UNHEARD;
  if (isLive && stoodSince !== null) {
    stood += now - stoodSince;
    stoodSince = null;
  } else if (!isLive && stoodSince === null) {
    stoodSince = now - heardAt < LONGEST_UNHEARD ? now : heardAt;
  }
  return (stoodSince ?? now) - stood;
}

document.addEventListener("connection:heard", () => {
  heardAt = performance.now();
});

function segmentsIn(seconds) {
  return Math.min(SEGMENTS_IN_A_ROUND, Math.floor(seconds / SEGMENT_SECONDS));
}

function describeDelay(segments) {
  if (segments >= SEGMENTS_IN_A_ROUND) return "the whole round late";
  return segments ? segments + (segments === 1 ? " segment late" : " segments late") : "";
}

// Returns what is lost next, in the server's words.
function describeNext(seconds) {
  const segments = Math.floor(seconds / SEGMENT_SECONDS) + 1;
  if (segments > SEGMENTS_IN_A_ROUND) return "";
  const words = describeDelay(segments);
  return `${words[0].toUpperCase()}${words.slice(1)} at ${formatMinutes(segments * SEGMENT_SECONDS)}.`;
}

function showSegmentBoxes(place, seconds, least) {
  const count = Math.min(SEGMENTS_IN_A_ROUND, Math.max(least, segmentsIn(seconds) + 1));
  let html = "";
  for (let n = 0; n < count; n += 1) {
    html += `<i class="f${Math.min(SEGMENT_SECONDS, Math.max(0, seconds - SEGMENT_SECONDS * n))}"></i>`;
  }
  if (place.innerHTML !== html) place.innerHTML = html;
}

function showClock(clock) {
  const counted = Number(clock.dataset.clock);
  const at = readHeardTime();
  if (!clocks.has(clock)) clocks.set(clock, { at, late: segmentsIn(counted) });
  if (!clock.hasAttribute("data-runs")) return;
  const drawn = clocks.get(clock);
  const seconds = counted + Math.max(0, Math.floor((at - drawn.at) / 1000));
  clock.querySelector("[data-time]").textContent = formatMinutes(seconds);
  showSegmentBoxes(clock.querySelector("[data-boxes]"), seconds, Number(clock.dataset.least));
  const late = segmentsIn(seconds);
  clock.querySelector("[data-late]").textContent = describeDelay(late);
  const next = clock.parentElement.querySelector("[data-next]");
  if (next) setText(next, describeNext(seconds));
  if (late > drawn.late && clock.closest("[data-seen]")) announce(`${describeDelay(late)}.`);
  drawn.late = late;
}

function showClocks() {
  document.querySelectorAll("[data-clock]").forEach(showClock);
  document.querySelectorAll("[data-unheard]").forEach((words) => {
    words.hidden = stoodSince === null;
  });
}

showClocks();
setInterval(showClocks, 250);
document.addEventListener("regions:settled", showClocks);

// Sounds are made in a module of their own (sounds.js), which is loaded when this browser may sound.
let audio = null;
let sounds = null; // the promise of that module

// A browser makes no sound before somebody has tapped, so this is called from a tap.
export function startAudio() {
  try {
    if (!audio) audio = new AudioContext();
    if (audio.state !== "running") audio.resume().catch(() => {});
    if (!sounds) sounds = loadLater(() => import("./sounds.js"));
  } catch {
    audio = null; // a device without sound
  }
}

export async function playSound(name) {
  if (audio && audio.state === "running") (await sounds).play(audio, name); // a sound that comes late is wrong
}

// Signals, by sound and touch, when the viewer is to act. [data-signals] is a region like another: it names what this seat
// turned on, and data-cue-* hold the keys of what is open; a key that was there before is no news. The tick of a table
// screen or of the DM's is turned on and kept in this browser.
const VIBRATIONS = { orders: [60], asked: [120, 60, 120], next: [40, 40, 40], received: [20], nudge: [200] };
const CUES = ["asked", "orders", "next", "received", "segment"]; // the most urgent first
const TICK = "tick";
const knownCues = new Set();

function signalsRegion() {
  return document.querySelector("[data-signals]");
}

function isTickOn() {
  try {
    return localStorage.getItem(TICK) === "on";
  } catch {
    return false; // a private window
  }
}

function isSignalOn(name) {
  if (name === "segment") return isTickOn();
  return !!signalsRegion() && signalsRegion().dataset.signals.split(" ").includes(name);
}

function vibrate(name) {
  if (VIBRATIONS[name] && navigator.vibrate && navigator.userActivation.hasBeenActive) navigator.vibrate(VIBRATIONS[name]);
}

function signal(name) {
  if (!isSignalOn(name)) return;
  if (isSignalOn("touch")) vibrate(name);
  if (isSignalOn("sound") || name === "segment") playSound(name);
}

function cueKeys(name) {
  const keys = signalsRegion() && signalsRegion().getAttribute(`data-cue-${name}`);
  return keys ? keys.split(" ").map((key) => `${name} ${key}`) : [];
}

// Returns the names of the cues with a new key, each once; from now on those keys are known.
function takeNewCues() {
  return CUES.filter((name) => {
    const fresh = cueKeys(name).filter((key) => !knownCues.has(key));
    fresh.forEach((key) => knownCues.add(key));
    return fresh.length;
  });
}

function showNudge(shown) {
  document.querySelectorAll("[data-nudged]").forEach((words) => {
    words.hidden = !shown;
  });
}

function showTickButtons() {
  document.querySelectorAll("[data-tick]").forEach((button) => {
    button.setAttribute("aria-pressed", String(isTickOn()));
  });
}

function toggleTick() {
  try {
    if (isTickOn()) localStorage.removeItem(TICK);
    else localStorage.setItem(TICK, "on");
  } catch {
    // a private window: the tick stays off
  }
  showTickButtons();
  signal("segment");
}

function takePress(e) {
  if (warning.isConnected) warning.togglePopover(false);
  if (isSignalOn("sound") || isTickOn() || e.target.closest("[data-signalling], [data-tick]")) startAudio();
}

takeNewCues(); // the viewer is looking at what the page was loaded with
showTickButtons();
document.addEventListener("regions:settled", () => {
  const first = takeNewCues().filter(isSignalOn)[0];
  if (first) signal(first);
  if (!cueKeys("asked").length && !cueKeys("orders").length) showNudge(false);
  showTickButtons();
});
document.addEventListener("connection:nudged", () => {
  announce("The DM reminds you: the table waits for you.", true);
  showNudge(true);
  signal("nudge");
});
document.addEventListener("keydown", takePress, true);
document.addEventListener("click", takePress, true);
document.addEventListener("click", (e) => {
  const tried = e.target.closest("[data-try]");
  if (e.target.closest("[data-tick]")) toggleTick();
  if (!tried) return;
  vibrate(tried.dataset.try);
  playSound(tried.dataset.try);
});
addEventListener("storage", (e) => {
  if (e.key === TICK) showTickButtons();
});

// The screen stays lit while [data-awake] is on the page: on a phone while it is asked, on a table screen always.
// The browser drops the lock when the page is hidden, so it is requested again when the page is shown. Over plain http
// there is no wake lock.
let screenLock = null;
let isLockRequested = false;

function keepScreenLit() {
  const wanted = !document.hidden && document.body.dataset.line !== "ended" && !!document.querySelector("[data-awake]");
  if (!wanted) {
    if (screenLock) screenLock.release();
    screenLock = null;
  } else if (!screenLock && !isLockRequested) {
    isLockRequested = true;
    navigator.wakeLock.request("screen").then(takeScreenLock, () => {
      isLockRequested = false; // a low battery refuses
    });
  }
}

function takeScreenLock(lock) {
  isLockRequested = false;
  screenLock = lock;
  lock.addEventListener("release", () => {
    if (screenLock === lock) screenLock = null;
  });
  keepScreenLit();
}

if (navigator.wakeLock) {
  document.addEventListener("regions:settled", keepScreenLit);
  document.addEventListener("visibilitychange", keepScreenLit);
  document.addEventListener("connection:ended", keepScreenLit);
  keepScreenLit();
}
