// The one socket of a page: what the server pushes, in order and without gaps, and the truth about the line.
// body[data-live] is its path, data-at and data-epoch the cursor the page was rendered at, data-gone what to say when
// the fight is no longer here. A page without data-at shows nothing of the fight, and is told nothing of it.
// data-seating is the name of who sat where when the page was rendered: the DM's pages are told when that changes.
(function () {
  "use strict";
  var body = document.body, path = body.dataset.live;
  if (!path) return;
  var SILENCE = 30000, FIRST = 500, LONGEST = 15000;
  var ENDED = {
    4401: /\/dm$/.test(path) ? "You are signed out. Sign in again to go on."
      : "Your seat is not known here any more. Join again with the code.",
    4403: "This seat has been given to another device.",
    4404: body.dataset.gone || "This fight is no longer here.",
    4429: "You have too many pages of this table open. Close some, then load this page again.",
  };
  var socket = null, watchdog = null, retry = null, counter = null, tries = 0, since = null, over = false;

  function at() { return Number(body.dataset.at || 0); }
  function url() {
    var scheme = location.protocol === "https:" ? "wss://" : "ws://";
    var query = new URLSearchParams();
    if (body.dataset.at !== undefined) { query.set("at", at()); query.set("epoch", body.dataset.epoch || ""); }
    if (body.dataset.seating) query.set("seating", body.dataset.seating);
    return scheme + location.host + path + "?" + query;
  }
  function take(frame) {
    if (frame.presence) showPresence(frame.presence);
    if (frame.beside) window.swapRegions(frame.beside);
    if (frame.seating) {
      body.dataset.seating = frame.seating;
      document.dispatchEvent(new Event("line:seating"));
    }
    if (frame.nudge) {
      window.say("The DM reminds you: the table waits for you.", true);
      document.dispatchEvent(new Event("line:nudged"));
    }
    if (frame.at === undefined || frame.html === undefined || body.dataset.at === undefined) return;
    var whole = frame.full === true || String(frame.epoch) !== String(body.dataset.epoch);
    if (!whole && frame.at <= at()) return;
    if (!whole && frame.prev !== at()) {
      socket.send(JSON.stringify({ resume: at(), epoch: body.dataset.epoch }));
      return;
    }
    window.swapRegions(frame.html, whole, "events");
    body.dataset.at = frame.at;
    body.dataset.epoch = frame.epoch;
  }
  function showPresence(presence) {
    Object.keys(presence).forEach(function (key) {
      document.querySelectorAll('[data-presence="' + CSS.escape(key) + '"]').forEach(function (each) {
        each.textContent = presence[key];
        var row = each.closest("[data-here]");
        if (row) row.dataset.here = presence[key] === "live" ? "live" : "away";
      });
    });
  }

  function listen() {
    clearTimeout(watchdog);
    watchdog = setTimeout(function () { drop(); later(); }, SILENCE);
  }
  function drop() {
    clearTimeout(watchdog);
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    socket = null;
  }
  function connect() {
    clearTimeout(retry);
    retry = null;
    drop();
    if (over) return;
    socket = new WebSocket(url());
    listen();
    socket.onopen = function () { tries = 0; show("live", "Live"); listen(); };
    socket.onmessage = function (e) { listen(); take(JSON.parse(e.data)); };
    socket.onclose = function (e) {
      socket = null;
      clearTimeout(watchdog);
      if (!ENDED[e.code]) return later();
      over = true;
      show("ended", ENDED[e.code]);
      document.dispatchEvent(new Event("line:ended"));
    };
  }
  function later() {
    if (retry || over) return;
    var wait = Math.min(LONGEST, FIRST * Math.pow(2, tries)) * (0.5 + Math.random() / 2);
    tries += 1;
    retry = setTimeout(connect, wait);
    if (tries > 1 || !navigator.onLine) show("down", "No signal");
    else show("trying", "Reconnecting");
  }
  function atOnce() { if (!socket || socket.readyState > 1) { tries = 0; connect(); } }

  // #link and #line say how the line is; what needs it is disabled while it is down.
  function show(state, words) {
    var was = body.dataset.line;
    body.dataset.line = state;
    document.querySelectorAll("#link").forEach(function (link) {
      link.dataset.state = state;
      link.querySelector("[data-words]").textContent = words;
    });
    if (state === "live") { since = null; clearInterval(counter); counter = null; }
    else if (!since) { since = Date.now(); counter = setInterval(banner, 1000); }
    var down = state === "down" || state === "ended";
    needLine(down);
    banner();
    if (down && was !== state) window.say(state === "ended" ? words : "Your line is down. Nothing is sent until it is back.", true);
    if (state === "live" && (was === "down" || was === "trying")) {
      document.getElementById("alert").textContent = "";  // it says that the line is down
      window.say("Back.");
      document.dispatchEvent(new CustomEvent("line:back", { detail: { at: at(), epoch: body.dataset.epoch || "" } }));
    }
  }
  function needLine(down) {
    document.querySelectorAll("[data-needs-line]").forEach(function (button) {
      if (down && !button.disabled) { button.disabled = true; button.dataset.lineOff = ""; }
      else if (!down && button.dataset.lineOff !== undefined) { button.disabled = false; delete button.dataset.lineOff; }
    });
  }
  function banner() {
    var line = document.getElementById("line"), state = body.dataset.line;
    line.hidden = state !== "down" && state !== "ended";
    if (line.hidden) return;
    var ended = state === "ended", seconds = Math.round((Date.now() - since) / 1000);
    line.querySelector("[data-words]").textContent = ended
      ? document.querySelector("#link [data-words]").textContent : "No signal for " + seconds + " s";
    line.querySelector("[data-received]").textContent = body.dataset.received && !ended
      ? "Your last answer was received at " + body.dataset.received : "";
    line.querySelector("[data-retry]").hidden = ended;
  }

  document.addEventListener("click", function (e) { if (e.target.closest("[data-retry]")) { clearTimeout(retry); retry = null; connect(); } });
  addEventListener("online", atOnce);
  addEventListener("offline", function () { drop(); tries = Math.max(tries, 1); later(); });
  addEventListener("pageshow", function (e) { if (e.persisted) atOnce(); });
  document.addEventListener("visibilitychange", function () { if (!document.hidden) atOnce(); });
  document.addEventListener("regions:settled", function () { if (body.dataset.line) show(body.dataset.line, linkWords()); });
  function linkWords() {
    return { live: "Live", trying: "Reconnecting", down: "No signal" }[body.dataset.line]
      || document.querySelector("#link [data-words]").textContent;
  }
  connect();
})();
