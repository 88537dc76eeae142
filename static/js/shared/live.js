// A page that follows the fight: its regions are replaced by what the server pushes or answers, and its one connection
// says what is pushed. Nothing is lost while the connection is down, and nothing is replaced in somebody's hands.
// Dispatches on the document: "regions:settled" when the page has settled after a change, "connection:nudged" when the DM
// reminds this viewer, "connection:heard" when the server has heard this page,
// "connection:ended" when the server has closed it for good.
import { announce, loadLater, warn } from "./page.js";

// Regions. An older region is dropped. One in which somebody types, or holds something open, waits until they leave it.
// Focus is never taken.
const body = document.body;
const TYPED = "input:not([type=hidden]):not([data-select], [data-select-all]), select, textarea, [contenteditable=true]";
const pushedRegions = new Map(); // the text of each region that a push has brought, by id, until an answer brings another
const waitingRegions = new Map(); // the newest html of each region that waits, by id
const scrolls = new Map(); // where each region was scrolled to before it was replaced, by id
let scrollsBefore = null; // of each .body while the page changes: read once, since each reading lays the page out
let isSettling = false;
let isWholePage = false;
let pushedKind = ""; // "events" or "extra" while what the server pushed is shown; nothing while an answer is
let answeredElement = null; // what sent the request whose answer is shown
let lostFocus = null;
let lastFocused = null;
let scrollingToFoot = 0;
let isPressing = false;
let pressTimer = 0;

// An epoch is "seat.take-backs", and both only grow.
function isEndedEpoch(epoch, now) {
  const was = (epoch || "").split(".").map(Number);
  const is = (now || "").split(".").map(Number);
  return was[0] < is[0] || (was[0] === is[0] && was[1] < is[1]);
}

function isOlder(fresh, shown) {
  if (isWholePage) return false;
  if (fresh.dataset.epoch !== shown.dataset.epoch) return isEndedEpoch(fresh.dataset.epoch, shown.dataset.epoch);
  const by = Number(shown.dataset.at) - Number(fresh.dataset.at);
  return by > 0 || (by === 0 && pushedKind === "events"); // the same events: an answer had already brought them
}

// A button loses the focus by being disabled, which happens while what it has sent is under way.
export function isFocused(element) {
  if (element === document.activeElement) return true;
  const isNowhere = !document.activeElement || document.activeElement === body;
  return isNowhere && element === lastFocused && element.disabled;
}

function findFocused(region) {
  const active = document.activeElement;
  if (active && region.contains(active)) return active;
  return lastFocused && region.contains(lastFocused) && isFocused(lastFocused) ? lastFocused : null;
}

function isQuestionGone(active, fresh) {
  const question = active.closest("[data-question]");
  if (!question || !question.id) return false;
  const same = fresh.id === question.id ? fresh : fresh.querySelector(`#${CSS.escape(question.id)}`);
  return !same || same.hasAttribute("data-gone");
}

function typedIn(region) {
  const active = document.activeElement;
  return active && region.contains(active) && active.matches(TYPED) ? active : null;
}

// What somebody drags, or holds open to read, stays while they do. While a form is sent, its answer comes first.
function isHeld(region) {
  return !!region.querySelector("[data-dragging], details[data-hold][open]");
}

function isInUse(region) {
  return isHeld(region) || !!region.querySelector("form[data-busy]");
}

function mustWait(shown, fresh) {
  if (pushedKind ? isInUse(shown) : isHeld(shown)) return true;
  const active = typedIn(shown);
  if (!active || (answeredElement && answeredElement.contains(active))) return false; // what is sent makes way
  if (isQuestionGone(active, fresh)) return false;
  return isPressing || !isKeptChoice(active);
}

// A choice on a phone is made again in the form that comes (answering.js): it does not wait.
function isKeptChoice(control) {
  return control.matches("[type=radio], [type=checkbox]") && !!control.closest(".phone [data-question][id]");
}

function keepWaiting(region, fresh) {
  fresh.setAttribute("hx-swap-oob", "true");
  waitingRegions.set(region.id, fresh.outerHTML);
}

function showWaiting(id) {
  const html = waitingRegions.get(id);
  waitingRegions.delete(id);
  if (html && document.getElementById(id)) htmx.swap(document.body, html, { swapStyle: "none" });
}

// What is pressed is not replaced before it has been let go: the tap would reach nothing.
export function showWaitingRegions() {
  setTimeout(() => {
    if (isPressing) return;
    waitingRegions.forEach((_, id) => {
      const region = document.getElementById(id);
      if (!region || !(typedIn(region) || isInUse(region))) showWaiting(id);
    });
  });
}

function endPress(after) {
  clearTimeout(pressTimer);
  pressTimer = setTimeout(() => {
    isPressing = false;
    showWaitingRegions();
  }, after);
}

document.addEventListener(
  "pointerdown",
  () => {
    isPressing = true;
    clearTimeout(pressTimer);
  },
  true,
);
document.addEventListener("click", () => endPress(0), true);
["pointerup", "pointercancel", "blur"].forEach((name) => addEventListener(name, () => endPress(300)));
document.addEventListener("focusin", (e) => {
  lastFocused = e.target;
});
document.addEventListener("focusout", showWaitingRegions);
document.addEventListener("htmx:afterRequest", showWaitingRegions);
document.addEventListener("toggle", showWaitingRegions, true);

document.addEventListener("htmx:oobBeforeSwap", (e) => {
  const shown = e.detail.target;
  const fresh = e.detail.fragment.firstElementChild || e.detail.fragment;
  if (!shown || !fresh.dataset) return;
  if (shown.id === "announce" || shown.id === "alert") {
    e.detail.shouldSwap = false;
    (shown.id === "alert" ? warn : announce)(fresh.textContent.trim());
  } else if (isOlder(fresh, shown) || isShownAlready(fresh, shown) || (isAskedByPage() && isFilledIn(shown))) {
    e.detail.shouldSwap = false;
  } else if (mustWait(shown, fresh)) {
    e.detail.shouldSwap = false;
    keepWaiting(shown, fresh);
  } else {
    prepareSwap(shown, fresh);
  }
});

// The answer to an act brings what its push has brought. A region in which it was sent is drawn again all the same: what
// was filled in there makes way.
function isShownAlready(fresh, shown) {
  if (pushedKind || (answeredElement && shown.contains(answeredElement))) return false;
  const isSameCursor = fresh.dataset.at === shown.dataset.at && fresh.dataset.epoch === shown.dataset.epoch;
  return isSameCursor && pushedRegions.get(shown.id) === fresh.innerHTML;
}

function keepPushed(shown, fresh) {
  const outer = shown.parentElement.closest("[data-at][id]");
  if (outer) pushedRegions.delete(outer.id); // a part of it is another one now
  if (pushedKind) pushedRegions.set(shown.id, fresh.innerHTML);
  else pushedRegions.delete(shown.id);
}

function prepareSwap(shown, fresh) {
  if (!scrollsBefore) scrollsBefore = readScrolls();
  keepPushed(shown, fresh);
  const active = findFocused(shown);
  waitingRegions.delete(shown.id);
  if (shown.id === "work" && !scrollingToFoot) {
    scrollingToFoot = requestAnimationFrame(() => {
      scrollingToFoot = 0;
      scrollToFoot();
    });
  }
  if (active) {
    const typed =
      typedIn(shown) && !(answeredElement && answeredElement.contains(active)) && isQuestionGone(active, fresh);
    const region = active.closest("[data-at][id]") || shown; // a region may hold others
    lostFocus = { region: region.id, question: !!typed, selector: selectorOf(active) };
  }
  keepScroll(shown, fresh);
  keepOpen(shown, fresh);
}

function selectorOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.dataset.key) return `[data-key="${element.dataset.key}"]`;
  if (element.dataset.who) return `[data-who="${element.dataset.who}"]`;
  return "card" in element.dataset ? `[data-card][href="${element.getAttribute("href")}"]` : "";
}

function readScrolls() {
  const all = [...document.querySelectorAll(".body")];
  return new Map(
    all.map((each) => [each, { top: each.scrollTop, below: each.scrollHeight - each.scrollTop - each.clientHeight }]),
  );
}

function keepScroll(shown, fresh) {
  const before = shown.querySelector(".body");
  const after = fresh.querySelector(".body");
  if (!before || !after) return;
  const id = shown.id;
  const scroll = scrollsBefore.get(before) || { top: 0, below: Infinity }; // it may have come with this very change
  const foot = before.hasAttribute("data-foot") && (scrollingToFoot || scroll.below < 40);
  const top = id === "compose" && !pushedKind ? 0 : scroll.top; // the next step of an order is read from its top
  const was = scrolls.get(id) || { foot, top }; // the push and the answer may come at once
  scrolls.set(id, was);
  requestAnimationFrame(() => {
    const scrolled = document.querySelector(`#${CSS.escape(id)} .body`);
    scrolls.delete(id);
    if (scrolled) scrolled.scrollTop = was.foot ? scrolled.scrollHeight : was.top;
  });
}

// What somebody has opened to read ([data-keep]) is open in what replaces it.
function keepOpen(shown, fresh) {
  shown.querySelectorAll("details[open][data-keep]").forEach((each) => {
    const same = fresh.querySelector(`details[data-keep="${CSS.escape(each.dataset.keep)}"]`);
    if (same) same.open = true;
  });
}

function restoreFocus() {
  const { region: id, question, selector } = lostFocus;
  const region = document.getElementById(id);
  const same = region && selector && [...region.querySelectorAll(selector)].find((each) => each.checkVisibility());
  const heading = region && region.querySelector("h1, h2, h3");
  if (same && !same.disabled) {
    same.focus();
  } else {
    // Where a region has nothing left to say, or is not shown any more, what comes next is elsewhere.
    const others = [...document.querySelectorAll("#prompts h2, #recap h2, #board h2, #console")];
    const next = [heading, ...others].find((each) => each && each.getClientRects().length > 0);
    if (next) {
      next.tabIndex = -1;
      next.focus();
    }
  }
  if (question) warn("What you were answering is no longer asked.");
}

// htmx reports each region that it has replaced. The page settles once for all of them.
function settleSoon() {
  if (isSettling) return;
  isSettling = true;
  queueMicrotask(settle);
}

function settle() {
  isSettling = false;
  scrollsBefore = null;
  if (lostFocus && (!document.activeElement || document.activeElement === document.body)) restoreFocus();
  lostFocus = null;
  const asked = document.querySelector("[data-title]");
  const plain = document.title.replace(/^\(!\) .*? - /, "");
  document.title = asked ? `(!) ${asked.dataset.title} - ${plain}` : plain;
  const acting = document.querySelector(".strip.tall [data-acting]");
  if (acting) acting.scrollIntoView({ block: "nearest" });
  const now = document.querySelector(".strip.appended .strip-head .now");
  if (now) now.scrollIntoView({ block: "nearest", inline: "nearest" });
  document.dispatchEvent(new Event("regions:settled"));
}

document.addEventListener("htmx:afterSettle", settleSoon);

function parse(html) {
  const box = document.createElement("template");
  box.innerHTML = html;
  return box;
}

// An answer may bring regions of another screen of the same viewer, or of another of their characters: they have no place
// on this page. Only then is it read here, before htmx reads it.
const REGION = /<\w+\s+id="([^"]+)"[^<>]*\shx-swap-oob=/g;

function keepKnownRegions(html) {
  const strange = [...(html || "").matchAll(REGION)].map((found) => found[1]).filter((id) => !document.getElementById(id));
  if (!strange.length) return html;
  const box = parse(html);
  strange.forEach((id) => box.content.getElementById(id).remove());
  return box.innerHTML;
}

document.addEventListener("htmx:beforeSwap", (e) => {
  // The table's own answer to what failed brings its words; that of a proxy is a page of the proxy's.
  if (e.detail.xhr.getResponseHeader("HX-Reswap")) e.detail.shouldSwap = true;
  else if (e.detail.isError) warn("No answer came. Try again.");
  e.detail.serverResponse = keepKnownRegions(e.detail.serverResponse);
  answeredElement = e.detail.requestConfig.elt;
});
document.addEventListener("htmx:afterRequest", () => {
  answeredElement = null;
});

// What was tapped may be replaced before its answer comes. htmx looks for the answer's targets around the element that
// asked, and would find none; on the page they are found all the same.
document.addEventListener("htmx:beforeSend", (e) => {
  const asking = e.detail.target;
  asking.addEventListener("htmx:beforeSwap", function swapOnPage(answer) {
    if (answer.detail.xhr !== e.detail.xhr) return;
    asking.removeEventListener("htmx:beforeSwap", swapOnPage);
    if (asking.isConnected || !answer.detail.shouldSwap) return;
    answer.preventDefault();
    swap(answer.detail.serverResponse);
  });
});

function swap(html) {
  htmx.swap(document.body, keepKnownRegions(html), { swapStyle: "none" });
}

// Shows regions that this page asked for itself: they are no push, and what was being answered makes way.
export function showAnswer(html) {
  if (document.activeElement) document.activeElement.blur();
  swap(html);
}

// Each element of html replaces the region of its id. all: this is a whole page, shown whatever its age. kind: "events"
// if it tells of what happened, "extra" if something else has changed.
export function swapRegions(html, all = false, kind = "extra") {
  const box = parse(html);
  isWholePage = all;
  pushedKind = kind;
  [...box.content.children].forEach((each) => {
    const shown = document.getElementById(each.id);
    each.setAttribute("hx-swap-oob", "true");
    each.dataset.pushed = "";
    if (!shown || isOlder(each, shown)) each.remove(); // it belongs to another screen, or an answer has brought it
  });
  try {
    if (box.content.children.length) htmx.swap(document.body, box.innerHTML, { swapStyle: "none" });
  } finally {
    isWholePage = false;
    pushedKind = "";
  }
}

export function scrollToFoot() {
  document.querySelectorAll(".body[data-foot]").forEach((each) => {
    each.scrollTop = each.scrollHeight;
  });
}

// After a reconnection the page asks at body[data-missed] what it has not shown meanwhile, counted from where it was, or
// from where it was before if that has not been read. In the DM's log a mark stands before what is new.
const missedAddress = document.body.dataset.missed;

function unreadRegion() {
  return document.querySelector("#missed[data-from], .missed[data-from]");
}

function askForMissed() {
  if (!missedAddress) return;
  const from = unreadRegion() ? unreadRegion().dataset.from : shownPosition();
  ask(missedAddress, { values: { from, epoch: body.dataset.epoch || "" } }).then(() => {
    const words = unreadRegion() && unreadRegion().querySelector("[data-words]");
    if (words) announce(words.textContent.trim().replace(/^Back\. /, "")); // "Back." has been announced
  });
}

// Asks for regions of this page, as #line. Where the connection is down it will be back, and then the page asks again.
function ask(address, more) {
  return htmx.ajax("GET", address, { source: "#line", swap: "none ignoreTitle:true", ...more }).catch(() => {});
}

function isAskedByPage() {
  return !!answeredElement && answeredElement.id === "line";
}

document.addEventListener("click", (e) => {
  if (!missedAddress || !e.target.closest("[data-read]") || !unreadRegion()) return;
  unreadRegion().replaceChildren();
  unreadRegion().removeAttribute("data-from");
  markMissed();
});

function markMissed() {
  const from = unreadRegion() && Number(unreadRegion().dataset.from);
  if (from !== null || document.querySelector("#log [data-mark]")) {
    loadLater(() => import("./missed.js")).then((each) => each.mark(from));
  }
}

if (missedAddress) document.addEventListener("regions:settled", markMissed);

// When somebody sits down, leaves, or plays another character, the regions of the DM's page that depend on it are read
// again from [data-seats]. A region in which something was chosen and not sent stays.
export function isSelectChanged(select) {
  return select.selectedIndex !== Math.max(0, [...select.options].findIndex((each) => each.defaultSelected));
}

function isControlChanged(control) {
  if (control.matches("select")) return isSelectChanged(control);
  return control.type !== "hidden" && control.value !== control.defaultValue;
}

function isFilledIn(region) {
  return [...region.querySelectorAll(TYPED)].some(isControlChanged);
}

function readSeatsAgain() {
  const regions = [...document.querySelectorAll("[data-seats][id]")];
  const selectOOB = regions.map((each) => `#${each.id}`).join();
  if (selectOOB) ask(regions[0].dataset.seats, { selectOOB });
}

// The connection: what the server pushes, in order and without gaps, and whether it still can. body[data-live] is its
// path, data-at and data-epoch the position the page was rendered at, data-gone what to say when the fight is no longer
// here. A page without data-at shows nothing of the fight, and is told nothing of it. data-seating is the name of who sat
// where when the page was rendered: the DM's pages are told when that changes.
const path = body.dataset.live;
const SILENCE = 30000; // milliseconds without a word after which the connection counts as lost
const FIRST_RETRY = 500; // milliseconds
const LONGEST_RETRY = 15000; // milliseconds
const LONGEST_UNSAID = 3; // seconds without connection of which only the sign tells
const STATE_WORDS = { live: "Live", trying: "Reconnecting", down: "No signal" };
const CLOSED_WORDS = {
  4401: /\/dm$/.test(path)
    ? "You are signed out. Sign in again."
    : "Your seat is not known here any more. Join again with the code.",
  4403: "This seat has been given to another device.",
  4404: body.dataset.gone || "This fight is no longer here.",
  4409: "This version cannot read this fight. Load this page again to see why.",
  4429: "Too many pages of this table are open. Close some, and load this page again.",
};
const MOVED_ON = 4410; // another fight is on the table: its address shows it
let socket = null;
let watchdog = null;
let retry = null;
let bannerTimer = null;
let tries = 0;
let downSince = null;
let isOver = false;
let isKnown = false; // by the server; another password in another tab gives the session a new key

function shownPosition() {
  return Number(body.dataset.at || 0);
}

function socketAddress() {
  const query = new URLSearchParams({ version: body.dataset.version });
  if (body.dataset.at !== undefined) {
    query.set("at", shownPosition());
    query.set("epoch", body.dataset.epoch || "");
  }
  if (body.dataset.seating) query.set("seating", body.dataset.seating);
  return `${location.origin.replace("http", "ws")}${path}?${query}`;
}

function renew(act) {
  loadLater(() => import("./renewal.js")).then(act);
}

function takeFrame(frame) {
  if (frame.heard) document.dispatchEvent(new Event("connection:heard"));
  if (frame.presence) showPresence(frame.presence);
  if (frame.version) renew((each) => each.learn(frame.version, isControlChanged));
  if (frame.beside) swapRegions(frame.beside);
  if (frame.seating) {
    body.dataset.seating = frame.seating;
    readSeatsAgain();
  }
  if (frame.nudge) document.dispatchEvent(new Event("connection:nudged"));
  if (frame.at === undefined || frame.html === undefined || body.dataset.at === undefined) return;
  const whole = frame.full === true || String(frame.epoch) !== String(body.dataset.epoch);
  if (!whole && frame.at <= shownPosition()) return;
  if (!whole && frame.prev > shownPosition()) {
    say({ resume: shownPosition(), epoch: body.dataset.epoch });
    return;
  }
  swapRegions(frame.html, whole, "events");
  body.dataset.at = frame.at;
  body.dataset.epoch = frame.epoch;
}

function showPresence(presence) {
  Object.entries(presence).forEach(([key, state]) => {
    document.querySelectorAll(`[data-presence="${CSS.escape(key)}"]`).forEach((each) => {
      each.innerHTML = state;
      const row = each.closest("[data-here]");
      if (row) row.dataset.here = state === "live" ? state : "away";
    });
  });
}

function say(frame) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
}

// body[data-here] is on a player's page while the fight counts how long they hesitate: it says every two seconds that it
// is in sight, since time in which the server does not hear it does not count.
const BEAT = 2000; // milliseconds

function sayHere() {
  if (body.dataset.here && !document.hidden) say({ here: true });
}

function restartWatchdog() {
  clearTimeout(watchdog);
  watchdog = setTimeout(() => {
    disconnect();
    connectLater();
  }, SILENCE);
}

function disconnect() {
  clearTimeout(watchdog);
  if (!socket) return;
  socket.onopen = socket.onmessage = socket.onclose = null;
  socket.close();
  socket = null;
}

function connect() {
  clearTimeout(retry);
  retry = null;
  disconnect();
  if (isOver) return;
  socket = new WebSocket(socketAddress());
  restartWatchdog();
  socket.onopen = () => {
    tries = 0;
    showState("live", STATE_WORDS.live);
    restartWatchdog();
    sayHere();
  };
  socket.onmessage = (e) => {
    restartWatchdog();
    isKnown = true;
    takeFrame(JSON.parse(e.data));
  };
  socket.onclose = (e) => {
    socket = null;
    clearTimeout(watchdog);
    if (e.code === MOVED_ON) renew((each) => each.moveOn(isControlChanged));
    else if (CLOSED_WORDS[e.code] && !(e.code === 4401 && isKnown)) endConnection(CLOSED_WORDS[e.code]);
    else connectLater();
    isKnown = false;
  };
}

function endConnection(words) {
  isOver = true;
  showState("ended", words);
  document.dispatchEvent(new Event("connection:ended"));
}

function connectLater() {
  if (retry || isOver) return;
  const wait = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** tries) * (0.5 + Math.random() / 2);
  tries += 1;
  retry = setTimeout(connect, wait);
  const state = tries > 1 || !navigator.onLine ? "down" : "trying";
  showState(state, STATE_WORDS[state]);
}

function connectAtOnce() {
  if (socket && socket.readyState <= WebSocket.OPEN) return;
  tries = 0;
  connect();
}

// #link and #line show the state of the connection; what needs it is disabled while it is down.
function showState(state, words) {
  const was = body.dataset.line;
  body.dataset.line = state;
  document.querySelectorAll("#link").forEach((link) => {
    link.dataset.state = state;
    link.querySelector("[data-words]").textContent = words;
  });
  if (state === "live") {
    downSince = null;
    clearInterval(bannerTimer);
    bannerTimer = null;
  } else if (!downSince) {
    downSince = Date.now();
    bannerTimer = setInterval(showBanner, 1000);
  }
  const down = state === "down" || state === "ended";
  disableWhatNeedsConnection(down);
  showBanner();
  if (down && was !== state) {
    announce(state === "ended" ? words : "No signal. Nothing is sent until it is back.", true);
  }
  if (state === "live" && (was === "down" || was === "trying")) {
    document.getElementById("alert").textContent = ""; // it says that the connection is down
    announce("Back.");
    askForMissed();
  }
}

function disableWhatNeedsConnection(down) {
  document.querySelectorAll("[data-needs-line]").forEach((button) => {
    if (down && !button.disabled) {
      button.disabled = true;
      button.dataset.lineOff = "";
    } else if (!down && button.dataset.lineOff !== undefined) {
      button.disabled = false;
      delete button.dataset.lineOff;
    }
  });
}

function linkWords() {
  return document.querySelector("#link [data-words]").textContent;
}

function showBanner() {
  const banner = document.getElementById("line");
  const state = body.dataset.line;
  const ended = state === "ended";
  const seconds = downSince ? Math.round((Date.now() - downSince) / 1000) : 0;
  banner.hidden = !ended && seconds < LONGEST_UNSAID;
  if (banner.hidden) return;
  const asItWas = `Nothing is lost. This page is as it was at ${new Date(downSince).toTimeString().slice(0, 5)}.`;
  const received = body.dataset.received ? `Your last answer is safe at the table: received ${body.dataset.received}.` : asItWas;
  banner.querySelector("[data-words]").textContent = ended ? linkWords() : `No signal for ${seconds} s`;
  const kept = /\/dm$/.test(path) ? "The table goes on." : received;
  banner.querySelector("[data-received]").textContent = ended ? "" : kept;
  banner.querySelector("[data-retry]").hidden = ended;
}

if (path) {
  document.addEventListener("click", (e) => {
    if (e.target.closest("[data-retry]")) connect();
  });
  addEventListener("online", connectAtOnce);
  addEventListener("offline", () => {
    disconnect();
    tries = Math.max(tries, 1);
    connectLater();
  });
  addEventListener("pageshow", (e) => {
    if (e.persisted) connectAtOnce();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) connectAtOnce();
  });
  document.addEventListener("regions:settled", () => {
    const state = body.dataset.line;
    if (state) showState(state, STATE_WORDS[state] || linkWords());
  });
  document.addEventListener("submit", (e) => {
    if (!e.defaultPrevented) body.dataset.leaving = Date.now(); // another page comes
  });
  setInterval(sayHere, BEAT);
  connect();
}

document.addEventListener("DOMContentLoaded", () => {
  scrollToFoot();
  settle();
});
addEventListener("load", scrollToFoot);
